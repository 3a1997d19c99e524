//! Values in the query of an address. They may be keys: no line shows them, and no file holds them.

use asmx_runtime::reqwest::Url;
use asmx_runtime::stack::Secrets;

use super::documents::{FetchError, Fetched, FetchedDocuments, Missing};
use super::sessions::changed;
use crate::calls::address::decoded;

/// Names whose values choose a document, such as `?wsdl=wsdl0`.
const CHOOSE_A_DOCUMENT: [&str; 7] = ["wsdl", "singlewsdl", "xsd", "schema", "disco", "part", "ver"];

const REDACTED: &str = "[redacted]";

/// The pairs of a query whose values may be secret, as they are sent: `key=abc`.
#[derive(Clone)]
pub(super) struct Pairs(Vec<String>);

impl Pairs {
    pub(super) fn of(url: &Url) -> Self {
        let pairs = url.query().into_iter().flat_map(|query| query.split('&'));
        let may_be_secret = |pair: &&str| {
            pair.split_once('=').is_some_and(|(name, value)| {
                !value.is_empty() && !CHOOSE_A_DOCUMENT.iter().any(|known| name.eq_ignore_ascii_case(known))
            })
        };
        Self(pairs.filter(may_be_secret).map(str::to_owned).collect())
    }

    /// Hides the values from texts that a server writes, as sent and decoded. Short ones would be missed in any text.
    pub(super) fn hide(&self, secrets: &Secrets) {
        for (_, value) in self.0.iter().filter_map(|pair| pair.split_once('=')) {
            secrets.hide_likely(value);
            secrets.hide_likely(&decoded(value));
        }
    }

    /// The documents without secrets in sentences and addresses, and without the values. Other locations of imports stay as the documents have them.
    pub(super) fn without_secrets(&self, fetched: FetchedDocuments, secrets: &Secrets) -> FetchedDocuments {
        let FetchedDocuments { documents, missing } = fetched;
        let documents = documents.into_iter().map(|document| self.without(document));
        let documents = documents.map(|document| Fetched { url: secrets.redacted(&document.url), ..document });
        let missing =
            missing.into_iter().map(|part| Missing { text: secrets.redacted(&self.redacted(&part.text)), ..part });
        FetchedDocuments { documents: documents.collect(), missing: missing.collect() }
    }

    /// The error without secrets and values.
    pub(super) fn in_error(&self, error: FetchError, secrets: &Secrets) -> FetchError {
        let redacted = |text: String| secrets.redacted(&self.redacted(&text));
        match error {
            FetchError::Address(text) => FetchError::Address(redacted(text)),
            FetchError::Response(text) => FetchError::Response(redacted(text)),
            FetchError::SignInPage(text) => FetchError::SignInPage(redacted(text)),
            FetchError::NoDocument(text) => FetchError::NoDocument(redacted(text)),
            FetchError::OtherServer { address, server } => FetchError::OtherServer { address, server },
        }
    }

    /// The document without the values in its address, its content and its imports, where the server repeats them in addresses.
    fn without(&self, document: Fetched) -> Fetched {
        if self.0.is_empty() {
            return document;
        }
        let Fetched { file, url, bytes, imports, has_session } = document;
        let bytes = changed(&bytes, |text| self.redacted(text).into()).unwrap_or(bytes);
        let imports = imports.into_iter().map(|(location, file)| (self.redacted(&location), file)).collect();
        Fetched { file, url: self.redacted(&url), bytes, imports, has_session }
    }

    pub(super) fn redacted(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for pair in &self.0 {
            let name = pair.split('=').next().unwrap_or_default();
            let to = format!("{name}={REDACTED}");
            text = text.replace(pair, &to);
            // In the content of a document.
            let escaped = pair.replace('&', "&amp;").replace('\'', "&apos;");
            if escaped != *pair {
                text = text.replace(&escaped, &to);
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn pairs(url: &str) -> Pairs {
        Pairs::of(&Url::parse(url).unwrap())
    }

    #[test]
    fn values_that_may_be_keys_are_replaced_and_those_that_choose_a_document_stay() {
        let pairs = pairs("https://h/s.asmx?WSDL&wsdl=wsdl0&key=hunter2&t='a%20b'");
        let text = "<a b=\"https://h/s.asmx?wsdl=wsdl0&amp;key=hunter2&amp;t=%27a%20b%27\" c='hunter2'/>";
        let redacted = pairs.redacted(text);
        assert_eq!(redacted, "<a b=\"https://h/s.asmx?wsdl=wsdl0&amp;key=[redacted]&amp;t=[redacted]\" c='hunter2'/>");
    }

    #[test]
    fn a_location_of_an_import_is_the_same_in_content_and_notes() {
        let pairs = pairs("https://h/s.asmx?key=hunter2word");
        let location = "https://h/s.asmx?xsd=1&key=hunter2word";
        let document = Fetched {
            file: "s.wsdl".to_owned(),
            url: "https://h/s.asmx?key=hunter2word".to_owned(),
            bytes: format!("<import location='{}'/>", location.replace('&', "&amp;")).into_bytes(),
            imports: BTreeMap::from([(location.to_owned(), "s.xsd".to_owned())]),
            has_session: false,
        };
        let changed = pairs.without(document);
        assert_eq!(changed.url, "https://h/s.asmx?key=[redacted]");
        assert_eq!(changed.bytes, b"<import location='https://h/s.asmx?xsd=1&amp;key=[redacted]'/>");
        assert_eq!(changed.imports.keys().next().unwrap(), "https://h/s.asmx?xsd=1&key=[redacted]");
        let secrets = Secrets::new();
        pairs.hide(&secrets);
        assert_eq!(secrets.redacted("no hunter2word"), "no [redacted]");
    }
}
