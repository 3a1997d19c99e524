//! WSDL documents from the network, with the documents that they import.

use std::collections::HashSet;
use std::time::Duration;

use asmx_import::import::{imports, is_wsdl};
use asmx_runtime::reqwest::{Url, redirect};
use asmx_runtime::stack::{HttpService, Secrets, http_client, offered_schemes, redirect_target};
use asmx_types::display::shown_line;
use bytes::Bytes;
use http::header::AUTHORIZATION;
use http::{HeaderMap, Method, StatusCode};
use tower::BoxError;

use crate::connections::Connections;
use crate::error::{TargetError, in_words};
use crate::requests::{Http, Reply};
use crate::setup::{header, plain_header};
use crate::sign_in::SignIn;

const MOST_DOCUMENTS: usize = 256;
const MOST_BYTES: usize = 64 << 20;
const MOST_REDIRECTS: usize = 5;

/// Gets a WSDL document with its parts.
#[derive(Debug, Clone, Default)]
#[must_use = "it gets nothing until it is asked for documents"]
pub struct Fetch {
    connections: Connections,
    headers: HeaderMap,
    sign_in: SignIn,
    timeout: Option<Duration>,
    plain_http: bool,
    other_hosts: bool,
}

/// A document that was got.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fetched {
    /// The file name by which an import finds it: relative, with `/`, below the folder of the main document.
    pub file: String,
    /// Its address.
    pub url: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// The documents of a service. The first one is the main document.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct FetchedDocuments {
    /// The documents that were got.
    pub documents: Vec<Fetched>,
    /// The imported documents that were not got, with the reason.
    pub missing: Vec<String>,
}

/// The error of a document that cannot be got.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum FetchError {
    /// The address is wrong, or not permitted.
    #[error("{0}")]
    Address(String),
    /// There was no usable response.
    #[error("{0}")]
    Response(String),
    /// The response is no WSDL document.
    #[error("{0}")]
    NoDocument(String),
}

asmx_types::debug_is_a_sentence!(FetchError);

impl FetchError {
    fn without(self, secrets: &Secrets) -> Self {
        match self {
            Self::Address(text) => Self::Address(secrets.redacted(&text)),
            Self::Response(text) => Self::Response(secrets.redacted(&text)),
            Self::NoDocument(text) => Self::NoDocument(secrets.redacted(&text)),
        }
    }
}

impl Fetch {
    /// Connects like this.
    pub fn connections(mut self, connections: Connections) -> Self {
        self.connections = connections;
        self
    }

    /// Sends a header to the server of the main document, and to no other.
    ///
    /// # Errors
    ///
    /// The header is malformed.
    pub fn http_header(mut self, name: &str, value: &str) -> Result<Self, TargetError> {
        let (name, value) = header(name, value)?;
        self.headers.append(name, value);
        Ok(self)
    }

    /// Signs in like this to the server of the main document, and to no other. Cookies are not sent.
    ///
    /// # Errors
    ///
    /// No header can carry the credentials.
    pub fn sign_in(mut self, sign_in: SignIn) -> Result<Self, TargetError> {
        if let Some(value) = sign_in.authorization()? {
            self.headers.insert(AUTHORIZATION, value);
        }
        self.sign_in = sign_in;
        Ok(self)
    }

    /// Sends a header that is no secret, as [`http_header`](Self::http_header) does.
    ///
    /// # Errors
    ///
    /// The header is malformed.
    pub fn plain_http_header(mut self, name: &str, value: &str) -> Result<Self, TargetError> {
        let (name, value) = plain_header(name, value)?;
        self.headers.append(name, value);
        Ok(self)
    }

    /// Sets the most time for a document. The default is 30 seconds.
    pub const fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// Permits headers over `http://` to other machines.
    pub const fn allow_plain_http(mut self) -> Self {
        self.plain_http = true;
        self
    }

    /// Gets imported documents from other servers too. By default they are reported, because a document could name any machine.
    pub const fn other_hosts(mut self) -> Self {
        self.other_hosts = true;
        self
    }

    /// Gets the document at the address, and what it imports. If a page for people is there, the document is sought at `?WSDL`.
    ///
    /// # Errors
    ///
    /// The main document cannot be got.
    pub async fn documents(self, url: &str) -> Result<FetchedDocuments, FetchError> {
        let address = self.address(url)?;
        let http = self.http()?;
        let mut got = self.got(&http, address).await.map_err(|error| error.without(&http.secrets))?;
        got.missing.iter_mut().for_each(|text| *text = http.secrets.redacted(text));
        Ok(got)
    }

    async fn got(self, http: &Http, mut address: Url) -> Result<FetchedDocuments, FetchError> {
        let mut bytes = self.get(http, &address, &address, MOST_BYTES).await.map_err(FetchError::Response)?;
        if !is_wsdl(&bytes) && address.query().is_none() {
            address.set_query(Some("WSDL"));
            bytes = self.get(http, &address, &address, MOST_BYTES).await.map_err(FetchError::Response)?;
        }
        if !is_wsdl(&bytes) {
            let begins = String::from_utf8_lossy(bytes.get(..200).unwrap_or(&bytes)).into_owned();
            let more = if bytes.len() > 200 { "…" } else { "" };
            let begins = shown_line(begins.trim());
            let text = format!("{} is no WSDL document; it begins: {begins}{more}", shown(&address));
            return Err(FetchError::NoDocument(text));
        }
        let main = Fetched { file: main_file(&address), url: address.to_string(), bytes };
        Ok(self.with_imports(http, &address, main).await)
    }

    async fn with_imports(&self, http: &Http, main: &Url, document: Fetched) -> FetchedDocuments {
        let (mut left, name) = (MOST_BYTES.saturating_sub(document.bytes.len()), document.file.clone());
        let mut known: HashSet<Url> = HashSet::from([main.clone()]);
        let mut files: HashSet<String> = HashSet::from([name.clone()]);
        let (mut documents, mut missing) = (vec![document], Vec::new());
        let mut next = 0;
        while let Some((document, base)) = documents.get(next).and_then(|one| Some((one, Url::parse(&one.url).ok()?))) {
            let mut found = Vec::new();
            for import in imports(&name, &document.file, &document.bytes) {
                let Ok(mut url) = base.join(&import.location) else {
                    missing.push(format!("{} is no address", shown_line(&import.location)));
                    continue;
                };
                url.set_fragment(None);
                if !known.insert(url.clone()) {
                    continue;
                }
                let is_near = url.origin() == main.origin();
                let file = import.files.into_iter().find(|file| is_portable(file) && !files.contains(file));
                let got = match file {
                    _ if !is_near && !self.other_hosts => Err(format!("{} is at another server", shown(&url))),
                    _ if !matches!(url.scheme(), "http" | "https") => Err(format!("{} is not on the web", shown(&url))),
                    _ if documents.len() + found.len() >= MOST_DOCUMENTS => {
                        Err(format!("{} is one document too many", shown(&url)))
                    }
                    None => Err(format!("no file name is left for {}", shown(&url))),
                    Some(file) => self.get(http, &url, main, left).await.map(|bytes| (file, bytes)),
                };
                match got {
                    Ok((file, bytes)) => {
                        left = left.saturating_sub(bytes.len());
                        files.insert(file.clone());
                        found.push(Fetched { file, url: url.to_string(), bytes });
                    }
                    Err(why) => missing.push(why),
                }
            }
            documents.extend(found);
            next += 1;
        }
        FetchedDocuments { documents, missing }
    }

    pub(crate) const fn headers(&self) -> &HeaderMap {
        &self.headers
    }

    pub(crate) fn address(&self, url: &str) -> Result<Url, FetchError> {
        let wrong = |why: &str| FetchError::Address(format!("{}: {why}", shown_line(url)));
        let mut address = Url::parse(url).map_err(|error| wrong(&error.to_string()))?;
        if !address.username().is_empty() || address.password().is_some() {
            let text =
                "the address has credentials, which others can read in lists of processes: put them into a profile";
            return Err(FetchError::Address(text.to_owned()));
        }
        if !matches!(address.scheme(), "http" | "https") {
            return Err(wrong("an address begins with `http://` or `https://`"));
        }
        let is_local = address.host_str().is_some_and(is_loopback);
        if address.scheme() == "http" && !is_local && !self.headers.is_empty() && !self.plain_http {
            return Err(wrong(
                "the headers of the profile would go over `http://` to another machine, where others can read them",
            ));
        }
        address.set_fragment(None);
        Ok(address)
    }

    pub(crate) fn http(&self) -> Result<Http, FetchError> {
        // Stays at the server, because credentials go along.
        let policy = redirect::Policy::custom(|attempt| {
            let is_same = attempt.previous().first().is_some_and(|first| {
                let to_tls = first.scheme() == "http" && attempt.url().scheme() == "https";
                first.host_str() == attempt.url().host_str() && (to_tls || first.scheme() == attempt.url().scheme())
            });
            if is_same && attempt.previous().len() <= MOST_REDIRECTS { attempt.follow() } else { attempt.stop() }
        });
        let builder =
            http_client().redirect(policy).tls_info(true).timeout(self.timeout.unwrap_or(Duration::from_secs(30)));
        let unfit = |error: &dyn std::error::Error| FetchError::Address(in_words(error));
        let plain = self.connections.clone().applied(builder).build();
        let windows = self.sign_in.stack(&self.connections).map_err(|error| unfit(&error))?;
        let plain = plain.map_err(|error| unfit(&error.without_url()))?;
        let secrets = Secrets::new();
        self.connections.secrets().iter().for_each(|secret| secrets.hide(secret.clone()));
        Ok(Http { plain, windows: windows.map(HttpService::new), secrets })
    }

    async fn get(&self, http: &Http, url: &Url, main: &Url, most: usize) -> Result<Vec<u8>, String> {
        let failed = |error: BoxError| format!("{}: {}", shown(url), in_words(error.as_ref()));
        let got = if url.origin() == main.origin() {
            http.send(Method::GET, url, self.headers.clone(), Bytes::new()).await
        } else {
            http.other(Method::GET, url, HeaderMap::new(), Bytes::new()).await
        };
        let mut response = got.map_err(failed)?;
        if let Some(why) = refusal(&response) {
            return Err(format!("{}: {why}", shown(url)));
        }
        let mut bytes = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(failed)? {
            if bytes.len() + chunk.len() > most {
                return Err(format!("{}: the documents together are larger than {} MB", shown(url), MOST_BYTES >> 20));
            }
            bytes.extend_from_slice(&chunk);
        }
        Ok(bytes)
    }
}

/// The reason why a response has no document.
fn refusal(response: &Reply) -> Option<String> {
    let (status, headers) = (response.status, &response.headers);
    if status == StatusCode::UNAUTHORIZED {
        let schemes = offered_schemes(headers);
        let schemes = if schemes.is_empty() {
            "and names no scheme".to_owned()
        } else {
            format!("with {}", schemes.join(" or "))
        };
        return Some(format!("the server wants a sign-in, {}", shown_line(&schemes)));
    }
    if status.is_redirection() {
        let to = redirect_target(headers).unwrap_or_default();
        let to = shown_line(&to);
        return Some(format!("the server points to {to}, which is another server or a page for signing in"));
    }
    (!status.is_success()).then(|| format!("the server responds with {status}"))
}

/// The address without what may be secret.
pub(crate) fn shown(url: &Url) -> String {
    let mut url = url.clone();
    // Fails for addresses that cannot have them.
    let _ = url.set_username("");
    let _ = url.set_password(None);
    shown_line(url.as_str()).into_owned()
}

pub(crate) fn is_loopback(host: &str) -> bool {
    let address = host.trim_start_matches('[').trim_end_matches(']').parse::<std::net::IpAddr>();
    host == "localhost" || address.is_ok_and(|address| address.is_loopback())
}

/// Names that every system permits, in as many folders as a schema may have.
fn is_portable(file: &str) -> bool {
    !file.is_empty()
        && !file.contains(['?', '*', ':', '<', '>', '|', '"', '\\', '\0'])
        && !file.chars().any(char::is_control)
}

/// `shop.wsdl` for `https://shop.example/shop.asmx?WSDL`.
fn main_file(url: &Url) -> String {
    let last = url.path_segments().and_then(|mut all| all.next_back()).unwrap_or_default();
    let stem = last.rsplit_once('.').map_or(last, |(stem, _)| stem);
    let stem: String =
        stem.chars().map(|one| if one.is_alphanumeric() || "-_.".contains(one) { one } else { '_' }).collect();
    let stem = stem.trim_start_matches('.');
    format!("{}.wsdl", if stem.is_empty() { "service" } else { stem })
}
