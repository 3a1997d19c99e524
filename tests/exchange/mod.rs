//! Recorded exchanges of a genuine server: raw HTTP requests and responses, one folder per case.

use std::path::{Path, PathBuf};

use asmx_runtime::Transport;
use bytes::Bytes;

/// The namespace of the recorded service.
pub const NAMESPACE: &str = "http://example.test/ws/";

/// One recorded exchange.
pub struct Exchange {
    /// Group and case (`ops/AddGroupMember`).
    pub name: String,
    pub transport: Transport,
    pub request: http::Request<Bytes>,
    pub response: http::Response<Bytes>,
}

/// All exchanges of a group, in a stable order.
pub fn group(group: &str) -> Vec<Exchange> {
    let root = Path::new("tests/fixtures").join(group);
    let mut cases: Vec<PathBuf> = std::fs::read_dir(&root).unwrap().map(|entry| entry.unwrap().path()).collect();
    cases.sort();
    let mut exchanges = Vec::new();
    for case in cases {
        for transport in Transport::ALL {
            let file = |kind: &str| case.join(format!("{}.{kind}", transport.name()));
            if !file("request").exists() {
                continue;
            }
            exchanges.push(Exchange {
                name: format!("{group}/{}", case.file_name().unwrap().to_str().unwrap()),
                transport,
                request: request(&std::fs::read(file("request")).unwrap()),
                response: response(&std::fs::read(file("response")).unwrap()),
            });
        }
    }
    assert!(!exchanges.is_empty(), "no recorded exchanges in {}", root.display());
    exchanges
}

/// First line, header lines and body.
fn split(message: &[u8]) -> (String, Vec<(String, String)>, Bytes) {
    let end = message.windows(4).position(|window| window == b"\r\n\r\n").expect("a recorded message has a header");
    let head = String::from_utf8(message[..end].to_vec()).unwrap();
    let mut lines = head.split("\r\n");
    let first = lines.next().unwrap().to_owned();
    let headers =
        lines.map(|line| line.split_once(':').map(|(name, value)| (name.to_owned(), value.trim().to_owned())).unwrap());
    (first, headers.collect(), Bytes::copy_from_slice(&message[end + 4..]))
}

fn request(message: &[u8]) -> http::Request<Bytes> {
    let (first, headers, body) = split(message);
    let mut words = first.split(' ');
    let mut builder = http::Request::builder().method(words.next().unwrap()).uri(words.next().unwrap());
    for (name, value) in headers {
        builder = builder.header(name, value);
    }
    builder.body(body).unwrap()
}

fn response(message: &[u8]) -> http::Response<Bytes> {
    let (first, headers, body) = split(message);
    let mut builder = http::Response::builder().status(first.split(' ').nth(1).unwrap());
    for (name, value) in headers {
        builder = builder.header(name, value);
    }
    builder.body(body).unwrap()
}
