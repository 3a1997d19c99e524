//! WSDL documents from the network, with the documents that they import.

mod collect;
mod content;
mod documents;
mod query;
mod service_address;
mod sessions;

use std::time::Duration;

use asmx_codegen::read::FileKind;
use asmx_import::import::kind;
use asmx_runtime::reqwest::Url;
use asmx_runtime::stack::{asks_password, credentials_may_go, is_same_server, with_sessions_redacted};
use asmx_runtime::xml::{Document, ParseOptions};
use asmx_types::display::shown_line;
use http::header::AUTHORIZATION;

use crate::calls::connections::Connections;
use crate::calls::error::TargetError;
use crate::calls::setup::{header, plain_header};
use crate::calls::sign_in::SignIn;
use crate::calls::words::Words;
use crate::look::requests::{Credentials, Http};
use collect::Collection;
use content::{Content, MOST_BYTES};
pub(crate) use content::{redacted_address, redirect};
pub use documents::{FetchError, Fetched, FetchedDocuments, Missing};
use query::Pairs;
pub use service_address::ServiceAddress;

/// Gets a WSDL document with its parts.
#[derive(Debug, Clone, Default)]
#[must_use = "it gets nothing until it is asked for documents"]
pub struct Fetch {
    pub(crate) credentials: Credentials,
    timeout: Option<Duration>,
    other_hosts: bool,
    server: Option<String>,
}

impl Fetch {
    /// Names settings in errors and findings like this: as options of a command, for example. The default are the methods of this crate.
    pub const fn words(mut self, words: Words) -> Self {
        self.credentials.words = words;
        self
    }

    /// Connects like this. A client certificate is shown to the server of the main document, and to no other.
    pub fn connections(mut self, connections: Connections) -> Self {
        self.credentials.connections = connections;
        self
    }

    /// Sends a header to the server of the main document, and to no other: scheme, host and port are equal, or `https://` of the same host takes
    /// the place of `http://`.
    ///
    /// # Errors
    ///
    /// The header is malformed.
    pub fn http_header(mut self, name: &str, value: &str) -> Result<Self, TargetError> {
        let (name, value) = header(name, value)?;
        self.credentials.headers.append(name, value);
        Ok(self)
    }

    /// Sends a header that is no secret, as [`http_header`](Self::http_header) does.
    ///
    /// # Errors
    ///
    /// The header is malformed.
    pub fn plain_http_header(mut self, name: &str, value: &str) -> Result<Self, TargetError> {
        let (name, value) = plain_header(name, value)?;
        self.credentials.headers.append(name, value);
        Ok(self)
    }

    /// Signs in like this to the server of the main document, and to no other. Cookies are not sent.
    ///
    /// # Errors
    ///
    /// No header can carry the credentials.
    pub fn sign_in(mut self, sign_in: SignIn) -> Result<Self, TargetError> {
        if let Some(value) = sign_in.authorization()? {
            self.credentials.headers.insert(AUTHORIZATION, value);
        }
        self.credentials.sign_in = sign_in;
        Ok(self)
    }

    /// Sets the most time for a document, with the sign-in before it. The default is 30 seconds.
    pub const fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// Permits headers and sign-in over `http://` to other machines.
    pub const fn allow_plain_http(mut self) -> Self {
        self.credentials.plain_http = true;
        self
    }

    /// Gets imported documents from other servers too, without credentials. By default they are reported, because a document could name any
    /// machine.
    pub const fn other_hosts(mut self) -> Self {
        self.other_hosts = true;
        self
    }

    /// States the server that these settings are for, by any address there. An address at another server is then refused.
    pub fn only_for(mut self, url: impl Into<String>) -> Self {
        self.server = Some(url.into());
        self
    }

    /// The address, if it may be asked with these settings. Nothing is sent.
    ///
    /// # Errors
    ///
    /// The address is wrong, or not permitted.
    pub fn service_address(&self, url: &str) -> Result<ServiceAddress, FetchError> {
        self.address(url).map(ServiceAddress)
    }

    /// Gets the document at the address, and what it imports. If a page for people is there, the document is sought at `?WSDL`.
    ///
    /// # Errors
    ///
    /// The main document cannot be got.
    pub async fn documents(self, url: &str) -> Result<FetchedDocuments, FetchError> {
        let address = self.address(url)?;
        let http = self.http(&address)?;
        let pairs = Pairs::of(&address);
        pairs.hide(&http.secrets);
        let fetched = self.fetched(&http, address, &pairs).await;
        let fetched = fetched.map_err(|error| pairs.in_error(error, &http.secrets))?;
        Ok(pairs.without_secrets(fetched, &http.secrets))
    }

    async fn fetched(&self, http: &Http, mut address: Url, pairs: &Pairs) -> Result<FetchedDocuments, FetchError> {
        let mut content = content::content(http, &address, MOST_BYTES).await.map_err(FetchError::Response)?;
        let mut found = kind(&content.bytes);
        if found != FileKind::Wsdl && address.query().is_none() {
            address.set_query(Some("WSDL"));
            content = content::content(http, &address, MOST_BYTES).await.map_err(FetchError::Response)?;
            found = kind(&content.bytes);
        }
        if found == FileKind::BrokenWsdl {
            return Err(FetchError::NoDocument(broken(&content)));
        }
        if found != FileKind::Wsdl {
            let text = format!("{} is {}, not a WSDL document", redacted_address(&content.url), found.noun());
            let is_sign_in = asks_password(&content.bytes);
            let text = text + &content.explained();
            return Err(if is_sign_in { FetchError::SignInPage(text) } else { FetchError::NoDocument(text) });
        }
        Ok(Collection::of(content, &http.secrets, pairs).completed(http, self.other_hosts).await)
    }

    pub(crate) fn address(&self, url: &str) -> Result<Url, FetchError> {
        let display_url = shown_text(url);
        let wrong = |why: &str| FetchError::Address(format!("{display_url}: {why}"));
        // In `host:80` the parser takes the host for a scheme.
        if !url.contains("://") {
            return Err(wrong(
                "the address has no scheme: write `https://` before the host, or for this machine `http://`",
            ));
        }
        let mut address = Url::parse(url).map_err(|error| wrong(&format!("the address is not a URL: {error}")))?;
        if !address.username().is_empty() || address.password().is_some() {
            let text =
                "the address has credentials, which others can read in lists of processes: put them into a profile";
            return Err(FetchError::Address(text.to_owned()));
        }
        if !matches!(address.scheme(), "http" | "https") {
            return Err(wrong("an address begins with `http://` or `https://`"));
        }
        if let Some(server) = &self.server
            && !Url::parse(server).is_ok_and(|server| is_same_server(&server, &address))
        {
            return Err(FetchError::OtherServer { address: display_url, server: shown_text(server) });
        }
        let has_credentials = !self.credentials.headers.is_empty() || self.credentials.sign_in.is_stated();
        if has_credentials && !credentials_may_go(&address, &address, self.credentials.plain_http) {
            return Err(wrong(
                "the credentials of the profile would go over `http://` to another machine, where others can read them",
            ));
        }
        address.set_fragment(None);
        Ok(address)
    }

    /// How requests to the server of the address are sent.
    pub(crate) fn http(&self, main: &Url) -> Result<Http, FetchError> {
        let timeout = self.timeout.unwrap_or(Duration::from_secs(30));
        Http::new(main, &self.credentials, timeout).map_err(|error| FetchError::Address(error.to_string()))
    }

    pub(crate) const fn accepts_all_certificates(&self) -> bool {
        self.credentials.connections.accepts_all_certificates()
    }
}

/// An address as a person wrote it, which may be malformed, without what may be secret.
fn shown_text(url: &str) -> String {
    let url = url.split(['?', '#']).next().unwrap_or_default();
    let (scheme, rest) = url.split_once("://").map_or(("", url), |(scheme, rest)| (scheme, rest));
    let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let host = host.rsplit('@').next().unwrap_or_default();
    let separator = if url.contains("://") { "://" } else { "" };
    shown_line(&with_sessions_redacted(&format!("{scheme}{separator}{host}{path}"))).into_owned()
}

/// The position at which a WSDL document cannot be read, and whether its end is missing.
fn broken(content: &Content) -> String {
    let text = asmx_import::import::text(&content.bytes);
    let parsed = Document::parse(text.as_str(), &ParseOptions::default());
    let why = parsed.err().map(|error| {
        let is_cut = error.offset().is_some_and(|offset| offset >= text.trim_end().len());
        let end =
            if is_cut { ". It ends too early: get it again, and look whether something between cuts it" } else { "" };
        format!(": {error}{end}")
    });
    format!("{} is a WSDL document that cannot be read{}", redacted_address(&content.url), why.unwrap_or_default())
}
