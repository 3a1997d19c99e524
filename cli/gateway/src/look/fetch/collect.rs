//! Follows the imports of documents.

use std::collections::{BTreeMap, HashMap};

use asmx_codegen::read::FileKind;
use asmx_import::import::{imports, kind};
use asmx_import::saved::{Extension, FileNames};
use asmx_runtime::reqwest::Url;
use asmx_runtime::stack::{Secrets, with_sessions_redacted, without_sessions};
use asmx_types::display::shown_line;

use super::content::{Content, MOST_BYTES, content, redacted_address};
use super::documents::{Fetched, FetchedDocuments, Missing};
use super::query::Pairs;
use super::sessions;
use crate::look::requests::Http;

const MOST_DOCUMENTS: usize = 256;

/// Of all documents together: each is a line of the notes.
const MOST_IMPORTS: usize = 4_096;

/// Of an address, in bytes.
const LONGEST_ADDRESS: usize = 2_048;

/// Documents with their files, and the imports that remain to be followed.
pub(super) struct Collection {
    /// No name of a file repeats one.
    secrets: Secrets,
    pairs: Pairs,
    main: Url,
    names: FileNames,
    documents: Vec<Fetched>,
    missing: Vec<Missing>,
    /// The files of addresses; `None` for a document that is missing.
    files: HashMap<Url, Option<String>>,
    bytes: usize,
    imports: usize,
}

impl Collection {
    /// A collection of the main document.
    pub(super) fn of(main: Content, secrets: &Secrets, pairs: &Pairs) -> Self {
        let mut collection = Self {
            secrets: secrets.clone(),
            pairs: pairs.clone(),
            main: main.url.clone(),
            names: FileNames::default(),
            documents: Vec::new(),
            missing: Vec::new(),
            files: HashMap::new(),
            bytes: 0,
            imports: 0,
        };
        collection.add(main, Extension::Wsdl);
        collection
    }

    /// Gets all imported documents.
    pub(super) async fn completed(mut self, http: &Http, other_hosts: bool) -> FetchedDocuments {
        let mut next = 0;
        while let Some((base, locations)) =
            self.documents.get(next).map(|document| (Url::parse(&document.url), imports(&document.bytes)))
        {
            for location in locations {
                self.imports += 1;
                if self.imports > MOST_IMPORTS {
                    self.lacks(format!("the documents have more than {MOST_IMPORTS} imports"));
                    return self.finished();
                }
                let Some(url) = base.as_ref().ok().and_then(|base| resolved(base, &location)) else {
                    self.lacks(format!("{} is no address", shown_line(&with_sessions_redacted(&location))));
                    continue;
                };
                let file = match self.files.get(&url) {
                    Some(known) => known.clone(),
                    None => self.fetch(http, url, other_hosts).await,
                };
                if let (Some(file), Some(document)) = (file, self.documents.get_mut(next)) {
                    document.imports.insert(location, file);
                }
            }
            next += 1;
        }
        self.finished()
    }

    /// Gets one document. Returns its file.
    async fn fetch(&mut self, http: &Http, url: Url, other_hosts: bool) -> Option<String> {
        self.files.insert(url.clone(), None);
        if !http.is_near(&url) && !other_hosts {
            let text = format!("{} is at another server", redacted_address(&url));
            self.missing.push(Missing { text, is_at_another_server: true });
            return None;
        }
        let refused = if !matches!(url.scheme(), "http" | "https") {
            Some("is not on the web")
        } else if url.as_str().len() > LONGEST_ADDRESS {
            Some("is too long an address")
        } else if self.documents.len() >= MOST_DOCUMENTS {
            Some("is one document too many")
        } else {
            None
        };
        if let Some(why) = refused {
            let address = redacted_address(&url);
            let address = asmx_types::display::shortened(&address, 200);
            self.lacks(format!("{address} {why}"));
            return None;
        }
        let content = match content(http, &url, MOST_BYTES.saturating_sub(self.bytes)).await {
            Ok(content) => content,
            Err(why) => {
                self.lacks(why);
                return None;
            }
        };
        // Another address may have led there.
        if let Some(Some(known)) = self.files.get(&content.url) {
            let known = known.clone();
            self.files.insert(url, Some(known.clone()));
            return Some(known);
        }
        let extension = match kind(&content.bytes) {
            FileKind::Wsdl => Extension::Wsdl,
            FileKind::Schema => Extension::Xsd,
            other => {
                self.lacks(format!(
                    "{} is {}, neither a WSDL document nor a schema",
                    redacted_address(&content.url),
                    other.noun()
                ));
                return None;
            }
        };
        let file = self.add(content, extension);
        self.files.insert(url, Some(file.clone()));
        Some(file)
    }

    fn add(&mut self, content: Content, extension: Extension) -> String {
        let Content { url, bytes, .. } = content;
        let [main, address] =
            [&self.main, &url].map(|url| self.secrets.redacted(&self.pairs.redacted(&without_sessions(url.as_str()))));
        let file = self.names.next(&main, &address, extension);
        self.bytes += bytes.len();
        self.files.insert(url.clone(), Some(file.clone()));
        self.documents.push(Fetched {
            file: file.clone(),
            url: url.to_string(),
            bytes,
            imports: BTreeMap::new(),
            has_session: false,
        });
        file
    }

    fn lacks(&mut self, text: String) {
        self.missing.push(Missing { text, is_at_another_server: false });
    }

    fn finished(self) -> FetchedDocuments {
        let documents = self.documents.into_iter().map(sessions::without).collect();
        FetchedDocuments { documents, missing: self.missing }
    }
}

/// The address of an import. Credentials in it would be sent to its server.
fn resolved(base: &Url, location: &str) -> Option<Url> {
    let mut url = base.join(location).ok()?;
    url.set_fragment(None);
    let has_credentials = !url.username().is_empty() || url.password().is_some();
    (!has_credentials).then_some(url)
}
