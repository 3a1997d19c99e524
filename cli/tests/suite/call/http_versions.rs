//! Servers that offer HTTP/2 and want HTTP/1.1, as IIS does where Windows sign-in is wanted.

use std::fs;

use test_servers::http2::{HTTP_1_1_REQUIRED, Http2, Http2Server};

use super::fetch::hostile::importing;
use super::server::{ORDERS, soap};
use super::{folder, profiles, quiet, run};

fn respond(request: &str) -> Option<(&'static str, String)> {
    if request.starts_with("POST ") {
        let response = soap(ORDERS);
        return Some(("text/xml; charset=utf-8", response.split_once("\r\n\r\n")?.1.to_owned()));
    }
    let is_document = request.starts_with("GET /shop.asmx?WSDL ");
    Some(if is_document { ("text/xml", importing([])) } else { ("text/html", "<p>Shop</p>".to_owned()) })
}

#[test]
fn call_fetch_and_doctor_repeat_a_request_over_http_1_1_once_and_begin_later_ones_with_it() {
    let folder = folder("http_versions");
    let server = Http2Server::start(Http2::Resets(HTTP_1_1_REQUIRED), &["h2", "http/1.1"], respond);
    fs::write(folder.join("ca.pem"), &server.certificate).unwrap();
    profiles::write(&folder, "[shop]\nca = 'ca.pem'\n");
    let address = format!("https://localhost:{}/shop.asmx", server.port);
    let profile = ["--profile", "shop"];
    let call = ["call", "shop.xml", "FindOrders", "--endpoint", &address, "--format", "csv", "-v"];
    let (code, out, err) = run(&folder, &[&call[..], &profile].concat());
    assert!(code == 0 && out.starts_with("Id,"), "{err}");
    assert!(err.contains("* the server wants HTTP/1.1, so the request was repeated over it\n"), "{err}");
    assert!(err.contains(", attempt 1: succeeded") && !err.contains("attempt 2"), "{err}");
    assert_eq!(server.take_versions(), ["HTTP/2", "HTTP/1.1"]);
    quiet(run(&folder, &[&["fetch", &address, "docs"][..], &profile].concat()));
    assert_eq!(server.take_versions(), ["HTTP/2", "HTTP/1.1", "HTTP/1.1"]);
    let (_, out, _) = run(&folder, &[&["doctor", &address][..], &profile].concat());
    let expected = "ok    HTTP/2      the server does not take this request, and wants it over HTTP/1.1: so calls do\n";
    assert!(out.contains(expected), "{out}");
    let versions = server.take_versions();
    // The document is fetched by a client of its own.
    assert_eq!(versions.iter().filter(|version| **version == "HTTP/2").count(), 2, "{versions:?}");
}
