//! Services that keep their sessions in addresses: a session is as secret as a cookie.

use std::fs;

use super::server::{http, serve_by};
use super::{ended, folder, run};

const ID: &str = "lit3py55t21z5v55vlm25s55";
const TICKET: &str = "0123ABCD-ticket";

/// A service that points to a session, and repeats it.
fn respond(request: &str) -> String {
    let path = request.split(' ').nth(1).unwrap_or_default();
    if !path.contains("/(S(") {
        return http(&format!("302 Found\r\nLocation: /(S({ID})){path}"), "text/html", "moved");
    }
    if request.starts_with("POST") || !path.to_lowercase().contains("?wsdl") {
        return http("500 No", "text/html", &format!("<form action='{path}'> %28S%28{ID}%29%29 {ID}</form>"));
    }
    if path.ends_with("?wsdl=wsdl0") {
        return http("200 OK", "text/xml", "<definitions xmlns=\"http://schemas.xmlsoap.org/wsdl/\"/>");
    }
    let document = format!(
        "<definitions xmlns=\"http://schemas.xmlsoap.org/wsdl/\" xmlns:soap=\"http://schemas.xmlsoap.org/wsdl/soap/\">\
         <import namespace=\"urn:a\" location=\"/(S({ID}))/shop.asmx?wsdl=wsdl0\"/><service name=\"Shop\"><port name=\"Soap\" binding=\"b\">\
         <soap:address location=\"http://shop.example/(S({ID}))/shop.asmx\"/></port></service></definitions>"
    );
    http("200 OK", "text/xml", &document)
}

fn assert_secret(text: &str) {
    assert!(!text.contains(ID) && !text.contains(TICKET), "{text}");
}

#[test]
fn calls_do_not_show_a_session_and_say_how_to_give_it() {
    let folder = folder("sessions_call");
    let (url, requests) = serve_by(respond);
    let call = |arguments: &[&str]| {
        let (code, out, err) = run(&folder, &[&["call", "shop.xml", "FindOrders"], arguments].concat());
        assert_secret(&format!("{out}{err}"));
        (code, out, err)
    };
    let (code, _, err) = call(&["--base-url", &url, "-vv"]);
    let expected = ": it points to `/(S([redacted]))/shop.asmx`; the service keeps its session in the address: give the whole address \
                    with `--endpoint`";
    assert!(code == 3 && err.contains(expected), "{code} {err}");
    requests.recv().unwrap();
    let endpoint = format!("{url}/(S({ID})F({TICKET}))/shop.asmx");
    let (code, _, err) = call(&["--endpoint", &endpoint, "-vv"]);
    assert!(requests.recv().unwrap().starts_with(&format!("POST /(S({ID})F({TICKET}))/shop.asmx HTTP/1.1\r\n")));
    assert!(code == 3 && err.contains("POST /(S([redacted])F([redacted]))/shop.asmx"), "{code} {err}");
    for form in ["--dry-run", "--dry-run=curl"] {
        let (code, out, _) = call(&["--endpoint", &endpoint, form]);
        assert!(code == 0 && out.contains("/(S([redacted])F([redacted]))/shop.asmx"), "{out}");
    }
    // An address in a wrong place.
    call(&["--base-url", &endpoint]);
    call(&["--endpoint", &endpoint.replace("http:", "htt p:")]);
}

#[test]
fn documents_are_saved_without_the_session_of_their_addresses() {
    let folder = folder("sessions_fetch");
    let (url, _) = serve_by(respond);
    let (code, out, err) = run(&folder, &["fetch", &format!("{url}/shop.asmx?WSDL"), "docs"]);
    let lines = out.replace(&url, "URL").replace('\\', "/");
    let expected =
        "new     docs/shop.wsdl  URL/shop.asmx?WSDL\nnew     docs/shop.wsdl0.wsdl  URL/shop.asmx?wsdl=wsdl0\n";
    assert_eq!((code, lines.as_str()), (0, expected), "{err}");
    let note = "note: shop.wsdl is saved without the session that the service keeps in its address: give calls the whole address with \
                `--endpoint`\n";
    assert!(err.starts_with(note), "{err}");
    assert_secret(&err);
    for file in fs::read_dir(folder.join("docs")).unwrap() {
        assert_secret(&fs::read_to_string(file.unwrap().path()).unwrap());
    }
    let saved = fs::read_to_string(folder.join("docs/shop.wsdl")).unwrap();
    assert!(saved.contains("location=\"http://shop.example/shop.asmx\""), "{saved}");
    let notes: serde_json::Value =
        serde_json::from_slice(&fs::read(folder.join("docs/fetched.json")).unwrap()).unwrap();
    assert_eq!(notes["documents"][0]["imports"], serde_json::json!({ "/shop.asmx?wsdl=wsdl0": "shop.wsdl0.wsdl" }));
}

#[test]
fn a_diagnosis_names_the_session_and_does_not_show_it() {
    let folder = folder("sessions_doctor");
    let (url, _) = serve_by(respond);
    let (code, out, err) = run(&folder, &["doctor", &format!("{url}/shop.asmx")]);
    assert_secret(&format!("{out}{err}"));
    let expected = "the service keeps its session in the address: give the whole address with `--endpoint`\n";
    assert!(code == 1 && out.contains("/(S([redacted]))/shop.asmx\n") && out.contains(expected), "{out}");
    for address in [format!("{url}/(S({ID})F({TICKET}))/shop.asmx"), format!("shop.example/(S({ID}))/shop.asmx")] {
        let (_, out, err) = run(&folder, &["doctor", &address]);
        assert_secret(&(out + &err));
    }
}

#[test]
fn a_redirect_to_a_page_for_errors_is_a_failure_of_the_service() {
    let folder = folder("sessions_error_page");
    let (url, _) = serve_by(|_| {
        http("302 Found\r\nLocation: https://shop.example/error.htm?aspxerrorpath=/shop.asmx", "text/html", "moved")
    });
    let expected = "the service failed, and customErrors sends callers to a page";
    let address = format!("{url}/shop.asmx");
    for arguments in [
        &["call", "shop.xml", "FindOrders", "--endpoint", &address][..],
        &["fetch", &address, "docs"],
        &["doctor", &address],
    ] {
        let (_, out, err) = run(&folder, arguments);
        assert!(format!("{out}{err}").contains(expected), "{arguments:?} {out}{err}");
    }
}

#[test]
fn a_document_on_disk_with_a_session_is_described_and_imported_without_it() {
    let folder = folder("sessions_document");
    ended(0, run(&folder, &["wsdl", "shop.xml", "--out-dir", "."]));
    let document = fs::read_to_string(folder.join("shop.wsdl")).unwrap();
    let with_session = document.replace("/shop.asmx\"", &format!("/(S({ID})F({TICKET}))/shop.asmx\""));
    assert!(with_session.contains(ID), "{document}");
    fs::write(folder.join("shop.wsdl"), with_session).unwrap();
    for arguments in
        [&["describe", "shop.wsdl"][..], &["describe", "shop.wsdl", "--format", "json"], &["operations", "shop.wsdl"]]
    {
        let (out, err) = ended(0, run(&folder, arguments));
        assert_secret(&(out + &err));
    }
    let (_, err) = ended(0, run(&folder, &["import", "shop.wsdl", "-o", "imported.xml", "--verbose"]));
    assert_secret(&err);
    for words in ["the address of the port holds the session of a caller", "/(S([redacted])F([redacted]))/shop.asmx"] {
        assert!(err.contains(words), "{err}");
    }
    let spec = fs::read_to_string(folder.join("imported.xml")).unwrap();
    assert_secret(&spec);
    let (url, requests) = serve_by(|_| http("200 OK", "text/xml", ""));
    let (_, _, err) = run(&folder, &["call", "imported.xml", "FindOrders", "--base-url", &url, "--yes"]);
    assert!(requests.try_recv().expect(&err).starts_with("POST /shop.asmx HTTP/1.1\r\n"));
}
