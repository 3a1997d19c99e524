//! Responses that come packed, whichever way the command asks.

use std::fs;

use super::server::{ORDERS, http, serve_by, soap};
use super::{ended, fails, folder, run};

/// The response with its body in deflate, in one stored block (RFC 1951, 3.2.4).
fn packed(response: &str) -> Vec<u8> {
    let (head, body) = response.split_once("\r\n\r\n").unwrap();
    let length = u16::try_from(body.len()).unwrap();
    let head = head.replace(&format!("Content-Length: {length}"), &format!("Content-Length: {}", body.len() + 5));
    let block = [&[1], &length.to_le_bytes()[..], &(!length).to_le_bytes(), body.as_bytes()].concat();
    [format!("{head}\r\nContent-Encoding: deflate\r\n\r\n").as_bytes(), &block].concat()
}

const ASKED: &str = "accept-encoding: gzip, deflate";

#[test]
fn packed_responses_are_asked_for_and_read() {
    let folder = folder("packed");
    let (url, requests) = serve_by(|_| packed(&soap(ORDERS)));
    let call = |arguments: &[&str]| {
        ended(0, run(&folder, &[&["call", "shop.xml", "FindOrders", "--base-url", &url], arguments].concat()))
    };
    let (out, err) = call(&["-v"]);
    assert!(out.contains("\"Id\":12") && err.contains(ASKED), "{out} {err}");
    assert!(requests.recv().unwrap().contains(&format!("{ASKED}\r\n")));
    assert!(call(&["--format", "raw"]).0.starts_with("<soap:Envelope"));
    assert!(call(&["--dry-run"]).0.contains(ASKED));
    let curl = call(&["--dry-run=curl"]).0;
    assert!(curl.contains(&format!("-H '{ASKED}'")) && curl.contains(" --compressed"), "{curl}");
}

#[test]
fn windows_sign_in_fetch_and_doctor_read_packed_responses() {
    use base64::Engine as _;
    let folder = folder("packed_elsewhere");
    let challenge = include_bytes!("../../../../runtime/windows-auth/tests/challenges/with-time.bin");
    let token = base64::prelude::BASE64_STANDARD.encode(challenge);
    let document = "<definitions xmlns=\"http://schemas.xmlsoap.org/wsdl/\"/>";
    let (url, requests) = serve_by(move |request| {
        if request.contains("authorization: NTLM TlRMTVNTUAAB") {
            return format!(
                "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: NTLM {token}\r\nContent-Length: 0\r\nConnection: keep-alive\r\n\r\n"
            )
            .into_bytes();
        }
        packed(&if request.starts_with("GET") { http("200 OK", "text/xml", document) } else { soap(ORDERS) })
    });
    let profile =
        format!("[shop]\nbase-url = \"{url}\"\nntlm = {{ username = 'SHOP\\ann', password = \"hunter2word\" }}\n");
    fs::write(folder.join("profiles.toml"), profile).unwrap();
    let (code, out, err) = run(&folder, &["call", "shop.xml", "FindOrders", "--profile", "shop"]);
    assert!(code == 0 && out.contains("\"Id\":12"), "{err}");
    assert!(requests.try_iter().any(|request| request.contains(ASKED) && request.contains("TlRMTVNTUAAD")));
    let address = format!("{url}/shop.asmx?WSDL");
    for profile in [&[][..], &["--profile", "shop"]] {
        let (code, _, err) = run(&folder, &[&["fetch", &address, "docs"], profile].concat());
        assert_eq!((code, fs::read_to_string(folder.join("docs/shop.wsdl")).unwrap().as_str()), (0, document), "{err}");
        let (_, out, _) = run(&folder, &[&["doctor", &address], profile].concat());
        assert!(out.contains("document    ") && !out.contains("gives none"), "{out}");
    }
}

#[test]
fn another_encoding_is_named_and_the_outcome_of_a_write_is_unknown() {
    let folder = folder("packed_otherwise");
    let other = soap(ORDERS).replace("\r\nConnection", "\r\nContent-Encoding: br\r\nConnection");
    let (url, _) = serve_by(move |_| other.clone());
    let expected = "the response is in the encoding `br`, which is not read: gzip and deflate are asked for and read";
    fails(6, run(&folder, &["call", "shop.xml", "FindOrders", "--base-url", &url]), expected);
    fails(4, run(&folder, &["fetch", &format!("{url}/shop.asmx?WSDL"), "docs"]), expected);
    let cut = packed(&soap(ORDERS));
    let (url, _) = serve_by(move |_| {
        let head =
            String::from_utf8_lossy(&cut).split("\r\n\r\n").next().unwrap().replace("Content-Length", "X-Length");
        [format!("{head}\r\n\r\n").as_bytes(), &[1, 9, 0, !9, !0, b'<']].concat()
    });
    let (_, err) = ended(6, run(&folder, &["call", "shop.xml", "Ring", "--yes", "--base-url", &url]));
    assert!(err.starts_with("outcome unknown: ") && err.contains("ends inside its `deflate`"), "{err}");
}
