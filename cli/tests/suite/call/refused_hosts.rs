//! Requests for foreign hosts and of pages of other sites: a gateway refuses them by problems, as all others.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;

use serde_json::Value as Json;

use super::folder;
use super::mock::Served;

#[test]
fn foreign_hosts_and_pages_of_other_sites_get_problems() {
    let folder = folder("refused_hosts");
    let gateway = Served::run(&folder, &["gateway", "shop.xml", "--upstream", "http://127.0.0.1:1"]);
    let address = gateway.1.trim_start_matches("http://");
    for (headers, status) in [
        ("Host: evil.test".to_owned(), 421),
        (format!("Host: {address}\r\nOrigin: http://evil.test"), 403),
        (format!("Host: {address}\r\nSec-Fetch-Site: cross-site"), 403),
        (format!("Host: {address}\r\nHost: {address}"), 400),
    ] {
        let mut stream = TcpStream::connect(address).unwrap();
        write!(stream, "GET /FindOrders HTTP/1.1\r\n{headers}\r\nConnection: close\r\n\r\n").unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with(&format!("HTTP/1.1 {status} ")), "{headers}: {head}");
        assert!(head.to_ascii_lowercase().contains("content-type: application/problem+json"), "{headers}: {head}");
        let problem: Json = serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {body}"));
        assert_eq!((&problem["status"], &problem["outcome"]), (&status.into(), &"not sent".into()), "{problem}");
        assert!(problem["detail"].as_str().is_some_and(|detail| !detail.is_empty()), "{problem}");
    }
}
