//! Base URLs that cannot be called are refused when the client is built. Errors name a server that cannot be reached.
#![cfg(feature = "client")]

use std::net::TcpListener;

use asmx_runtime::{ErrorKind, Outcome};
use test_servers::scripted::{READ, Script, Step, builder, call};

/// The error of building a client with this base URL.
fn refused(base_url: &str) -> String {
    let error = builder().base_url(base_url).build().map(drop).unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::Configuration, Outcome::NotSent), "{error}");
    assert!(!format!("{error} {error:?}").contains("s3cret"), "{error:?}");
    error.to_string()
}

#[test]
fn the_path_of_the_service_is_not_part_of_the_base_url() {
    for (base_url, right) in [
        ("https://host/api.asmx", "https://host"),
        ("https://host:8443/API.ASMX/", "https://host:8443"),
        ("http://127.0.0.1:80/api.asmx?WSDL", "http://127.0.0.1"),
        ("https://host/one/other.asmx/Read", "https://host/one"),
        ("https://host/Old/api.asmx?op=Read#top", "https://host/Old"),
        ("https://host/%C3%A9.asmx", "https://host"),
    ] {
        let expected =
            format!("give the base URL without the path of the service: `{right}`; `/api.asmx` is added to it");
        assert_eq!(refused(base_url), expected);
    }
}

#[test]
fn a_base_url_needs_a_scheme_of_http() {
    let expected = "the base URL has no scheme: write `https://` before the host, or for this machine `http://`";
    for base_url in [
        "127.0.0.1:80",
        "host",
        "host:8080",
        "[::1]:80",
        "api.example.com:443",
        "localhost:80/one",
        "//host",
        "/one",
        "user:s3cret@host",
    ] {
        assert_eq!(refused(base_url), expected, "{base_url}");
    }
    for base_url in ["ftp://host", "ws://user:s3cret@host"] {
        assert_eq!(refused(base_url), "the base URL must begin with `https://` or `http://`");
    }
    assert_eq!(refused("https://user:s3cret@host"), "the base URL must not hold a user name or password");
    assert_eq!(refused("https://user:s3cret@host/api.asmx"), "the base URL must not hold a user name or password");
    assert_eq!(refused("https://host?key=s3cret"), "the base URL must not have a query or fragment");
    assert!(refused("").starts_with("the base URL"), "{}", refused(""));
    assert!(refused("https://").starts_with("the base URL is not a URL"), "{}", refused("https://"));
}

#[tokio::test]
async fn a_path_before_that_of_the_service_is_kept() {
    for (base_url, path) in [
        ("https://host", "/api.asmx"),
        ("https://host/", "/api.asmx"),
        (" https://host/Old%20one/ ", "/Old%20one/api.asmx"),
        ("https://host/asmx", "/asmx/api.asmx"),
    ] {
        let client = builder().base_url(base_url).capture(1).build_on(Script::new([Step::Result])).unwrap();
        call(&client, &READ).await.unwrap();
        let exchanges = format!("{:?}", client.exchanges());
        assert!(exchanges.contains(&format!("request_line: Some(\"POST {path}\")")), "{exchanges}");
    }
}

#[tokio::test]
async fn errors_name_a_server_that_cannot_be_reached() {
    for host in ["127.0.0.1", "[::1]", "localhost"] {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let client = builder().base_url(format!("http://{host}:{port}")).build().unwrap();
        let error = call(&client, &READ).await.unwrap_err();
        assert_eq!((error.kind(), error.outcome()), (ErrorKind::Connect, Outcome::NotSent), "{error}");
        let expected = format!(
            "Read over SOAP 1.1: no connection to `{host}:{port}`: connection refused: look at the port, and whether the service runs (after \
             3 attempts)"
        );
        assert_eq!(error.to_string(), expected);
    }
}
