//! `asmx fetch`: a document with everything that it imports.

mod credentials;
mod files;
pub(super) mod hostile;

use std::fs;
use std::path::Path;

use super::server::{http, serve_by};
use super::{folder, notes, run};

/// A document in two parts, whose types are in a schema.
fn documents(of_others: &str) -> impl Fn(&str) -> String + Send + 'static + use<> {
    let main = format!(
        "<definitions xmlns=\"http://schemas.xmlsoap.org/wsdl/\" xmlns:s=\"http://www.w3.org/2001/XMLSchema\">\
         <import namespace=\"urn:a\" location=\"shop.asmx?wsdl=wsdl0\"/>\
         <types><s:schema><s:import namespace=\"urn:b\" schemaLocation=\"{of_others}\"/></s:schema></types></definitions>"
    );
    let part = "<definitions xmlns=\"http://schemas.xmlsoap.org/wsdl/\" xmlns:s=\"http://www.w3.org/2001/XMLSchema\">\
        <types><s:schema><s:include schemaLocation=\"types/all.xsd\"/></s:schema></types></definitions>";
    move |request| {
        let path = request.split(' ').nth(1).unwrap();
        match path {
            "/on/shop.asmx" => http("200 OK", "text/html", "<html><body>Shop</body></html>"),
            "/on/shop.asmx?WSDL" => http("200 OK", "text/xml", &main),
            "/on/shop.asmx?wsdl=wsdl0" => http("200 OK", "text/xml", part),
            "/on/types/all.xsd" => http("200 OK", "text/xml", "<schema xmlns=\"http://www.w3.org/2001/XMLSchema\"/>"),
            "/login.asmx" => http("302 Found\r\nLocation: https://login.example/?secret=1", "text/html", ""),
            "/ntlm.asmx" => {
                http("401 Unauthorized\r\nWWW-Authenticate: Negotiate\r\nWWW-Authenticate: NTLM", "text/html", "")
            }
            _ => http("404 Not Found", "text/html", "no"),
        }
    }
}

fn fetch(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    run(folder, &[&["fetch"], arguments].concat())
}

#[test]
fn a_document_comes_with_its_parts_and_their_hashes() {
    let folder = folder("fetch");
    let (url, _) = serve_by(documents("http://www.w3.org/2001/XMLSchema.xsd#"));
    let address = format!("{url}/on/shop.asmx");
    let (code, out, err) = fetch(&folder, &[&address, "docs"]);
    let warning = "warning: http://www.w3.org/2001/XMLSchema.xsd is at another server: `--other-hosts` gets it\n";
    assert_eq!((code, err.as_str()), (4, warning));
    let lines = out.replace(&url, "URL").replace('\\', "/");
    let expected = "new     docs/shop.wsdl  URL/on/shop.asmx?WSDL\nnew     docs/shop.wsdl0.wsdl  URL/on/shop.asmx?wsdl=wsdl0\n\
        new     docs/types-all.xsd  URL/on/types/all.xsd\n";
    assert_eq!(lines, expected);
    let notes: serde_json::Value =
        serde_json::from_slice(&fs::read(folder.join("docs/fetched.json")).unwrap()).unwrap();
    assert_eq!(notes["documents"][2]["file"], "types-all.xsd");
    assert_eq!(notes["documents"][2]["sha256"], "b35a8c60c110ba1cb232afc7f0dfe4fef574dcabefeb6221ad617fac3a1fa19c");
    assert_eq!(notes["documents"][1]["imports"], serde_json::json!({ "types/all.xsd": "types-all.xsd" }));
}

#[test]
fn only_what_changed_is_written_and_edits_are_kept() {
    let folder = folder("fetch_again");
    let (url, _) = serve_by(documents("shop.asmx?wsdl=wsdl0"));
    let address = format!("{url}/on/shop.asmx?WSDL");
    assert_eq!(fetch(&folder, &[&address, "docs"]).0, 0);
    let (code, out, _) = fetch(&folder, &[&address, "docs"]);
    assert!(code == 0 && out.lines().all(|line| line.starts_with("same ")), "{out}");
    fs::write(folder.join("docs/types-all.xsd"), "<edited/>").unwrap();
    let why = "types-all.xsd has other content than was fetched: move it away first";
    notes(fetch(&folder, &[&address, "docs"]), (2, ""), why);
    assert_eq!(fs::read_to_string(folder.join("docs/types-all.xsd")).unwrap(), "<edited/>");
}

#[test]
fn what_is_no_document_is_named() {
    let folder = folder("fetch_none");
    let (url, requests) = serve_by(documents(""));
    for (address, code, expected) in [
        (format!("{url}/missing"), 4, "the server responds with 404 Not Found"),
        (
            format!("{url}/ntlm.asmx"),
            4,
            "401 Unauthorized: it offers Negotiate, NTLM; sign in with Windows' own schemes: `kerberos` or `ntlm` in a profile",
        ),
        (format!("{url}/login.asmx"), 4, "it points to `https://login.example/`, which is another server"),
        (format!("{url}/on/types/all.xsd?x"), 4, "the server responds with 404"),
        (format!("{url}/on/types/all.xsd"), 4, "/on/types/all.xsd?WSDL: the server responds with 404"),
        ("https://ann:pw@shop.example/".to_owned(), 2, "the address has credentials"),
        ("shop.wsdl".to_owned(), 2, "shop.wsdl: the address has no scheme: write `https://` before the host"),
        (
            "http://127.0.0.1:1/".to_owned(),
            4,
            "http://127.0.0.1:1/: no connection to `127.0.0.1:1`: connection refused",
        ),
    ] {
        let (status, out, err) = fetch(&folder, &[&address, "docs"]);
        assert!(status == code && out.is_empty() && err.contains(expected), "{address}: {status} {err}");
        assert!(!err.contains("ann:pw") && !err.contains("secret=1"), "{err}");
        assert!(!folder.join("docs").exists());
    }
    drop(requests);
    let (url, requests) = serve_by(documents(""));
    let basic = "[shop]\nbasic = { username = \"ann\", password = \"hunter2word\" }\n";
    fs::write(folder.join("profiles.toml"), basic).unwrap();
    assert_eq!(fetch(&folder, &[&format!("{url}/on/types/all.xsd"), "docs", "--profile", "shop"]).0, 4);
    assert!(requests.recv().unwrap().contains("authorization: Basic YW5uOmh1bnRlcjJ3b3Jk\r\n"));
    // Headers of a profile do not go over plain HTTP to another machine.
    let profile = "[shop]\nhttp-headers = { X-Key = \"k3y\" }\n";
    fs::write(folder.join("profiles.toml"), profile).unwrap();
    let (code, _, err) = fetch(&folder, &["http://shop.example/a.asmx", "docs", "--profile", "shop"]);
    assert!(code == 2 && err.contains("would go over `http://` to another machine"), "{err}");
}

#[test]
fn a_document_that_is_cut_says_where_it_ends() {
    let (url, _) =
        serve_by(|_| http("200 OK", "text/xml", "<definitions xmlns=\"http://schemas.xmlsoap.org/wsdl/\">\n<types>"));
    let (code, _, err) = fetch(&folder("fetch_cut"), &[&format!("{url}/shop.asmx?WSDL"), "docs"]);
    assert!(code == 4 && err.contains("is a WSDL document that cannot be read: line 2, column 8: "), "{code} {err}");
    assert!(err.contains("It ends too early"), "{err}");
}
