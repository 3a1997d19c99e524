//! Finds the mistakes of an address, with advice for people who have to mend it.
//!
//! Advice about what a server sends is that of the table of servers. The doctor's own is about the settings of the person who asks, such as a
//! namespace, cookies or an address, and about what follows from several responses.

mod connection;
mod finding;
mod transports;

use std::sync::Arc;
use std::time::{Instant, SystemTime};

use asmx_import::import::{Entry, import};
use asmx_runtime::errors::Setting;
use asmx_runtime::reqwest::Url;
use asmx_runtime::stack::{asks_password, is_sign_in_page, offered_schemes};
use asmx_types::display::shown_line;
use http::StatusCode;
use http::header::{LOCATION, SERVER, SET_COOKIE};

use crate::calls::words::Words;
use crate::look::fetch::{Fetch, FetchError, FetchedDocuments, redacted_address, redirect};
use crate::look::requests::{Http, Reply};
use connection::{clock, encryption, unreachable};
pub use finding::Finding;
use finding::UNKNOWN;
use transports::transports;

impl Fetch {
    /// Looks at the address of a service: whether it responds, the certificate, the clock, redirects, sign-in, the document and its namespace, and
    /// the transports. Nothing is executed: the probes name an operation that no service has. `namespace` is the one that callers use.
    ///
    /// # Errors
    ///
    /// The address is malformed, or not permitted.
    pub async fn diagnose(self, url: &str, namespace: Option<&str>) -> Result<Vec<Finding>, FetchError> {
        let mut address = self.address(url)?;
        address.set_query(None);
        let http = self.http(&address)?;
        let (mut found, user) = self.looked_at(&http, address, namespace).await;
        for finding in &mut found {
            finding.text = http.secrets.redacted(&finding.text);
            finding.advice = finding.advice.as_deref().map(|advice| http.secrets.redacted(advice));
        }
        // The person who asks is told who signed in; texts of the server are shown without that name.
        if let (Some(user), Some(signed_in)) = (user, found.iter_mut().find(|finding| finding.topic == SIGN_IN)) {
            signed_in.text = format!("{} as {}", signed_in.text, shown_line(&user));
        }
        Ok(found)
    }

    async fn looked_at(&self, http: &Http, address: Url, namespace: Option<&str>) -> (Vec<Finding>, Option<Arc<str>>) {
        let mut found = Vec::new();
        let begun = Instant::now();
        let mut response = match http.get(&address).await {
            Ok(response) => response,
            Err(error) => {
                found.push(unreachable(&address, &error));
                return (found, None);
            }
        };
        let took = begun.elapsed().as_millis();
        let server = response.headers.get(SERVER).and_then(|value| value.to_str().ok()).map(shown_line);
        let server = server.map(|server| format!(", {server}")).unwrap_or_default();
        found
            .push(Finding::fine("connection", format!("{} responds in {took} ms{server}", redacted_address(&address))));
        if response.is_repeated_over_http1() {
            let text = "the server does not take this request, and wants it over HTTP/1.1: so calls do";
            found.push(Finding::fine("HTTP/2", text));
        }
        found.push(encryption(
            &address,
            response.certificate.as_deref(),
            self.accepts_all_certificates(),
            SystemTime::now(),
            self.credentials.words,
        ));
        found.extend(clock(&response, SystemTime::now()));
        let body = response.beginning().await;
        let status = response.status;
        if status.is_redirection() || status == StatusCode::UNAUTHORIZED || is_sign_in_page(response.url.as_str()) {
            found.push(in_the_way(&response, &body));
            found.extend(cookies(&response, self.credentials.words));
            return (found, None);
        }
        if response.url != address {
            let text = format!("the server points to {}", redacted_address(&without_query(&response.url)));
            found.push(Finding::wrong("redirect", text, "use that address: calls do not follow redirects"));
        }
        let (is_success, user) = (status.is_success(), response.user());
        let is_page = is_success && asks_password(&body);
        match response.tried() {
            _ if is_page => found.push(asked(&address)),
            Some(scheme) if user.is_some() => found.push(Finding::fine(SIGN_IN, format!("{scheme} signed in"))),
            Some(scheme) if is_success => {
                found.push(Finding::fine(SIGN_IN, format!("{scheme} was sent, and the page was shown")));
            }
            None if is_success => found.push(Finding::fine(SIGN_IN, "the page needs none; operations may")),
            _ => {}
        }
        let cookies = cookies(&response, self.credentials.words);
        if !is_success {
            found.push(page(&response, body));
        }
        found.extend(cookies);
        match self.clone().documents(address.as_str()).await {
            Ok(documents) => found.extend(document(&documents, &address, namespace, self.credentials.words)),
            Err(FetchError::SignInPage(why)) => {
                if !is_page {
                    found.retain(|finding| finding.topic != SIGN_IN);
                    let mut address = address.clone();
                    address.set_query(Some("WSDL"));
                    found.push(asked(&address));
                }
                found.push(Finding::wrong("document", why, "sign in first, or ask for the document"));
            }
            Err(error) => found.push(Finding::wrong(
                "document",
                format!("`?WSDL` gives none: {error}"),
                "ask the operators of the service for the document; calls may work without it",
            )),
        }
        found.push(transports(http, &address).await);
        (found, user)
    }
}

/// The topic of everything about signing in.
const SIGN_IN: &str = "sign-in";

/// A page with a field for a password in the place of a result.
fn asked(address: &Url) -> Finding {
    Finding::wrong(
        SIGN_IN,
        format!("{} is a page for signing in, with a field for a password", redacted_address(address)),
        PAGE,
    )
}

const PAGE: &str =
    "sign in as the page does: a service with a sign-in operation keeps its session in `cookies` of a profile";

/// The page of an address that responds with an error.
fn page(response: &Reply, body: Vec<u8>) -> Finding {
    let advice = response.advice(&body, None);
    let says = response.excerpt(body).map(|excerpt| format!(", and says: {excerpt}")).unwrap_or_default();
    let text = format!("the address responds with {}{says}", response.status_line());
    Finding::wrong("page", text, advice.unwrap_or_else(|| UNKNOWN.to_owned()))
}

/// A demand for a sign-in, or a redirect.
fn in_the_way(response: &Reply, body: &[u8]) -> Finding {
    if response.status == StatusCode::UNAUTHORIZED {
        let advice = response.advice(body, None);
        let schemes = offered_schemes(&response.headers);
        let text = match (response.tried(), schemes.as_slice()) {
            (Some(scheme), _) => format!("{scheme} was sent, and was not accepted"),
            (None, []) => "the server wants a sign-in, and offers no scheme".to_owned(),
            (None, all) => format!("the server wants a sign-in with {}", all.join(" or ")),
        };
        return Finding::wrong(SIGN_IN, text, advice.unwrap_or_else(|| UNKNOWN.to_owned()));
    }
    let (target, advice) = if response.status.is_redirection() {
        (redirect(response).unwrap_or_default(), response.advice(body, None))
    } else {
        (redacted_address(&without_query(&response.url)), response.advice_of_landing())
    };
    let location = response.headers.get(LOCATION).and_then(|location| location.to_str().ok());
    let advice = advice.unwrap_or_else(|| UNKNOWN.to_owned());
    if is_sign_in_page(response.url.as_str()) || location.is_some_and(is_sign_in_page) {
        return Finding::wrong(SIGN_IN, format!("the server points to a page for signing in: {target}"), advice);
    }
    Finding::wrong("redirect", format!("the server points to {target}"), advice)
}

fn without_query(url: &Url) -> Url {
    let mut url = url.clone();
    url.set_query(None);
    url
}

fn cookies(response: &Reply, words: Words) -> Option<Finding> {
    response.headers.get(SET_COOKIE)?;
    let advice = format!("if calls belong together, keep cookies: {}", words(&Setting::Cookies));
    Some(Finding::wrong("cookies", "the server sets a cookie", advice))
}

fn document(fetched: &FetchedDocuments, address: &Url, namespace: Option<&str>, words: Words) -> Vec<Finding> {
    let mut found = Vec::new();
    for missing in &fetched.missing {
        found.push(Finding::wrong(
            "document",
            format!("a part is missing: {missing}"),
            if missing.is_at_another_server {
                format!("{} gets parts of other servers", words(&Setting::OtherHosts))
            } else {
                "look whether the server has it at another address, and save it beside the document".to_owned()
            },
        ));
    }
    let Some(main) = fetched.documents.first() else { return found };
    let imported = match import(fetched, &main.file) {
        Ok(imported) => imported,
        Err(mistakes) => {
            found.extend(mistakes.iter().next().map(|first| {
                let text = format!("error[{}]: {}", first.code(), shown_line(first.message()));
                Finding::wrong("document", text, "`asmx fetch` saves it, `asmx check` shows every mistake")
            }));
            return found;
        }
    };
    let count = |entries: &[Entry]| entries.iter().filter(|entry| entry.is_imported).count();
    let (operations, all) = (count(&imported.report.operations), imported.report.operations.len());
    let text = format!("{}: {operations} of {all} operations can be called", shown_line(&imported.service.name));
    found.push(Finding::fine("document", text));
    let own = imported.service.namespace.clone().unwrap_or_default();
    found.push(match namespace {
        Some(stated) if stated != own => Finding::wrong(
            "namespace",
            format!("the document has `{}`, and `{}` was given", shown_line(&own), shown_line(stated)),
            "use that of the document: over SOAP, a server does not report a wrong one, it reads no parameter",
        ),
        _ => Finding::fine("namespace", format!("`{}`", shown_line(&own))),
    });
    if let Some(host) = imported.report.host.as_deref()
        && Url::parse(host).is_ok_and(|declared| declared.origin() != address.origin())
    {
        let text = format!("the document says that the service is at {}", shown_line(host));
        let (origin, setting) = (address.origin().ascii_serialization(), words(&Setting::BaseUrl));
        let advice = format!("the address is the document's, and calls go there: give `{origin}` with {setting}");
        found.push(Finding::wrong("address", text, advice));
    }
    found
}
