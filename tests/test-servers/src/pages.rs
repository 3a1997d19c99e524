//! Responses as IIS, http.sys, ASP.NET, WCF and proxies send them: an example for each row of the runtime's table.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use asmx_runtime::Transport;
use asmx_runtime::errors::Words;
use asmx_runtime::stack::{Asked, Came, FailedRequest, Trial, advice};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};

/// An example: the facts of a request, and what came for it.
///
/// The first line of its file has the facts: a transport or `document`, `http`, `certificate`, `asked`, `none-set`, `cookies`, `host=HOST`, `sent=BYTES`, `query=BYTES`, `tried=SCHEME`, `end=END` or `declined=STATUS` of the sign-in,
/// `html=PARAMETER`; then `broke: CAUSE` or `unconnected: CAUSE`, if there is no response. The rest is the response.
#[derive(Debug)]
pub struct Example {
    /// The name of the row.
    pub name: String,
    /// The name of the file.
    pub file: String,
    facts: String,
    cause: Option<(String, bool)>,
    /// The response; `None` if the connection broke.
    pub response: Option<Response>,
}

/// A response.
#[derive(Debug)]
pub struct Response {
    /// The status line without the version.
    pub status_line: String,
    /// The status.
    pub status: StatusCode,
    /// The reason phrase, if it is not that of the status.
    pub reason: Option<String>,
    /// The headers.
    pub headers: HeaderMap,
    /// The body.
    pub body: String,
}

/// All examples, by file.
pub fn examples() -> Vec<Example> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/servers");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.iter().map(|file| Example::read(file)).collect()
}

impl Example {
    fn read(path: &Path) -> Self {
        let text = fs::read_to_string(path).unwrap();
        let file = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let (facts, response) = text.strip_prefix("# ").unwrap().split_once('\n').unwrap();
        let broke = facts.split_once("broke: ").map(|(facts, cause)| (facts, cause, true));
        let broke = broke.or_else(|| facts.split_once("unconnected: ").map(|(facts, cause)| (facts, cause, false)));
        let (facts, cause) = match broke {
            Some((facts, cause, is_connected)) => (facts, Some((cause.to_owned(), is_connected))),
            None => (facts, None),
        };
        Self {
            name: file.split('.').next().unwrap().to_owned(),
            file,
            facts: facts.to_owned(),
            response: cause.is_none().then(|| Response::read(response)),
            cause,
        }
    }

    /// The value of a fact, such as that of `tried=NTLM`; empty for one without a value.
    pub fn fact(&self, name: &str) -> Option<&str> {
        self.facts.split(' ').find_map(|fact| match fact.split_once('=') {
            Some((found, value)) => (found == name).then_some(value),
            None => (fact == name).then_some(""),
        })
    }

    /// Whether the sentence depends on no other fact of the request than its transport and `http://`.
    pub fn is_of_any_request(&self) -> bool {
        self.facts.split(' ').skip(1).all(|fact| fact.is_empty() || fact == "http")
    }

    /// The page over `http://`.
    #[must_use]
    pub fn over_plain_http(mut self) -> Self {
        self.facts.push_str(" http");
        self
    }

    /// The page in the place of a document.
    #[must_use]
    pub fn of_document(mut self) -> Self {
        let (_, facts) = self.facts.split_once(' ').unwrap_or_default();
        self.facts = format!("document {facts}");
        self
    }

    /// The transport of the call; `None` for a document.
    pub fn transport(&self) -> Option<Transport> {
        let transport = self.facts.split(' ').next().unwrap();
        (transport != "document").then(|| transport.parse().unwrap())
    }

    fn asked(&self) -> Asked<'_> {
        let number = |name| self.fact(name).map_or(0, |value| value.parse().unwrap());
        let mut asked = self.transport().map_or_else(Asked::default, Asked::of_call);
        asked.is_plain = self.fact("http").is_some();
        asked.has_certificate = self.fact("certificate").is_some();
        asked.certificate_asked = self.fact("asked").is_some();
        asked.lacks_certificate = self.fact("none-set").is_some();
        asked.keeps_cookies = self.fact("cookies").is_some();
        (asked.sent, asked.query) = (number("sent"), number("query"));
        asked.host = self.fact("host");
        (asked.tried, asked.html) = (self.fact("tried"), self.fact("html"));
        asked.end = match (self.fact("end"), self.fact("declined")) {
            (Some("accepted"), _) => Trial::Accepted,
            (Some("bound"), _) => Trial::RejectedBound,
            (Some("ended"), _) => Trial::Ended,
            (_, Some(status)) => Trial::Declined(status.parse().unwrap()),
            _ => Trial::Unknown,
        };
        asked
    }

    /// The sentence of the table, in these words.
    pub fn sentence(&self, words: Words) -> String {
        self.advice(words).unwrap_or_else(|| panic!("no row for {}", self.file))
    }

    /// The sentence of the table, if a row holds.
    pub fn advice(&self, words: Words) -> Option<String> {
        self.seen(advice).map(|advice| advice.sentence.in_words(words))
    }

    /// The request and what came. The message of a fault is its text between the tags.
    pub fn seen<T>(&self, look: impl FnOnce(&FailedRequest<'_>) -> T) -> T {
        let asked = self.asked();
        let Some(response) = &self.response else {
            let (causes, is_connected) = self.cause.as_ref().unwrap();
            return look(&FailedRequest::new(asked, Came::Nothing { causes, is_connected: *is_connected }));
        };
        if let Some(message) = response.fault() {
            return look(&FailedRequest::new(asked, Came::Fault(message)));
        }
        let Response { status, reason, headers, body, .. } = response;
        let (reason, body) = (reason.as_deref(), body.as_bytes());
        look(&FailedRequest::new(asked, Came::Response { status: *status, reason, headers, body }))
    }
}

impl Response {
    fn read(text: &str) -> Self {
        let (head, body) = text.split_once("\n\n").unwrap();
        let mut lines = head.lines();
        let status_line = lines.next().unwrap().strip_prefix("HTTP/1.1 ").unwrap();
        let (status, reason) = status_line.split_once(' ').unwrap();
        let status = StatusCode::from_bytes(status.as_bytes()).unwrap();
        let is_usual = status.canonical_reason() == Some(reason);
        let mut headers = HeaderMap::new();
        for line in lines {
            let (name, value) = line.split_once(": ").unwrap();
            let name = HeaderName::from_bytes(name.as_bytes()).unwrap();
            headers.append(name, HeaderValue::from_str(value).unwrap());
        }
        headers.remove("content-length");
        Self {
            status_line: status_line.to_owned(),
            status,
            reason: (!is_usual).then(|| reason.to_owned()),
            headers,
            body: body.to_owned(),
        }
    }

    /// The message of a fault.
    pub fn fault(&self) -> Option<&str> {
        let (_, after) = self.body.split_once("<faultstring>")?;
        after.split_once("</faultstring>").map(|(message, _)| message)
    }

    /// The bytes on the connection, which ends after them.
    pub fn bytes(&self) -> Vec<u8> {
        let mut text = format!("HTTP/1.1 {}\r\n", self.status_line);
        for (name, value) in self.headers.iter().filter(|(name, _)| *name != "connection") {
            write!(text, "{name}: {}\r\n", value.to_str().unwrap()).unwrap();
        }
        write!(text, "content-length: {}\r\nconnection: close\r\n\r\n{}", self.body.len(), self.body).unwrap();
        text.into_bytes()
    }
}
