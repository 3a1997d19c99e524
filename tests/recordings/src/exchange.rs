//! Recorded exchanges of a genuine server, as the bytes that went over the wire.

use std::path::PathBuf;

use asmx_types::Transport;
use bytes::Bytes;

use crate::messages::{folder, head_length};

/// The namespace of the recorded service.
pub const NAMESPACE: &str = "http://example.test/ws/";

/// The groups of exchanges, which are folders of `tests/fixtures`.
pub const GROUPS: [&str; 4] = ["errors", "errors_customErrors_on", "ops", "results"];

/// One recorded exchange.
pub struct Exchange {
    pub group: &'static str,
    pub case: String,
    pub transport: Transport,
    pub request: Vec<u8>,
    pub response: RawResponse,
}

impl Exchange {
    /// Group, case and transport: `ops/AddGroupMember/soap11`.
    pub fn name(&self) -> String {
        format!("{}/{}/{}", self.group, self.case, self.transport.name())
    }

    /// The method of the request.
    pub fn method(&self) -> &str {
        let end = self.request.iter().position(|byte| *byte == b' ').unwrap();
        std::str::from_utf8(&self.request[..end]).unwrap()
    }

    /// The request as the runtime takes it.
    pub fn http_request(&self) -> http::Request<Bytes> {
        let end = head_length(&self.request).expect("a request has a head");
        let head = std::str::from_utf8(&self.request[..end - 4]).unwrap();
        let mut lines = head.split("\r\n");
        let mut words = lines.next().unwrap().split(' ');
        let mut builder = http::Request::builder().method(words.next().unwrap()).uri(words.next().unwrap());
        for line in lines {
            let (name, value) = line.split_once(':').unwrap();
            builder = builder.header(name, http::HeaderValue::from_bytes(value.trim().as_bytes()).unwrap());
        }
        builder.body(Bytes::copy_from_slice(&self.request[end..])).unwrap()
    }

    /// The response as the runtime takes it.
    pub fn http_response(&self) -> http::Response<Bytes> {
        let mut builder = http::Response::builder().status(self.response.status);
        for (name, value) in &self.response.headers {
            builder = builder.header(name, value);
        }
        builder.body(Bytes::copy_from_slice(&self.response.body)).unwrap()
    }
}

/// A response in parts.
#[derive(Clone)]
pub struct RawResponse {
    /// `HTTP/1.0` or `HTTP/1.1`.
    pub version: String,
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl RawResponse {
    /// Takes a response apart.
    pub fn parse(message: &[u8]) -> Self {
        let end = head_length(message).expect("a response has a head");
        let head = String::from_utf8(message[..end - 4].to_vec()).unwrap();
        let mut lines = head.split("\r\n");
        let mut first = lines.next().unwrap().split(' ');
        let version = first.next().unwrap().to_owned();
        let status = first.next().unwrap().parse().unwrap();
        let header = |line: &str| {
            line.split_once(':').map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned())).unwrap()
        };
        Self { version, status, headers: lines.map(header).collect(), body: message[end..].to_vec() }
    }

    /// The value of a header; the name is in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// All exchanges of all groups, in a stable order.
pub fn all() -> Vec<Exchange> {
    GROUPS.into_iter().flat_map(group).collect()
}

/// All exchanges of a group, in a stable order.
pub fn group(group: &'static str) -> Vec<Exchange> {
    let root = folder().join(group);
    let mut cases: Vec<PathBuf> = std::fs::read_dir(&root).unwrap().map(|entry| entry.unwrap().path()).collect();
    cases.sort();
    let mut exchanges = Vec::new();
    for case in cases {
        for transport in Transport::ALL {
            let file = |kind: &str| std::fs::read(case.join(format!("{}.{kind}", transport.name())));
            if let Ok(request) = file("request") {
                let response = RawResponse::parse(&file("response").unwrap());
                let case = case.file_name().unwrap().to_str().unwrap().to_owned();
                exchanges.push(Exchange { group, case, transport, request, response });
            }
        }
    }
    assert!(!exchanges.is_empty(), "no recorded exchanges in {}", root.display());
    exchanges
}
