//! Addresses in the place of documents.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Receiver;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::profiles::write as profile;
use super::server::{ORDERS, http, serve_by, soap};
use super::{ended, ends, fails, folder, run};

const PROFILE: &str = "[shop]\nbasic = { username = 'ann', password = 'hunter2word' }\n";
const CALL: [&str; 5] = ["FindOrders", "--text", "nails", "--yes", "--format=jsonl"];

/// The WSDL document of the shop, which states this address.
fn document(address: &str) -> String {
    let spec = include_str!("shop.xml");
    asmx_codegen::wsdl_at(&asmx_codegen::load("shop.xml", spec.as_bytes()).unwrap(), None, address).unwrap()
}

/// A shop whose document states this address, with its base URL and its requests. It responds with 503 once it is closed.
pub(super) fn shop(address: &str) -> (String, Receiver<String>, Arc<AtomicBool>) {
    let is_closed = Arc::new(AtomicBool::new(false));
    let (document, closed) = (document(address), Arc::clone(&is_closed));
    let (url, requests) = serve_by(move |request| {
        if closed.load(Ordering::Relaxed) {
            http("503 Service Unavailable", "text/plain", "")
        } else if request.starts_with("GET") {
            http("200 OK", "text/xml", &document)
        } else {
            soap(ORDERS)
        }
    });
    (url, requests, is_closed)
}

/// The first lines of the requests that have arrived.
fn lines(requests: &Receiver<String>) -> Vec<String> {
    requests.try_iter().map(|request| request.lines().next().unwrap_or_default().to_owned()).collect()
}

fn call(folder: &Path, address: &str, more: &[&str]) -> (i32, String, String) {
    run(folder, &[&["call", address], &CALL[..], more].concat())
}

pub(super) fn documents(folder: &Path) -> PathBuf {
    folder.join("cache/asmx/documents")
}

/// All files and folders of the cache.
fn everything(folder: &Path) -> Vec<PathBuf> {
    let mut all = vec![folder.join("cache/asmx")];
    let mut next = 0;
    while let Some(path) = all.get(next).cloned() {
        if path.is_dir() {
            all.extend(fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
        }
        next += 1;
    }
    all
}

/// Makes the only document of the cache this old.
fn age(folder: &Path, age: Duration) {
    let entries = fs::read_dir(documents(folder)).unwrap().map(|entry| entry.unwrap().path());
    let entry = entries.into_iter().find(|path| path.extension().is_some_and(|end| end == "json")).unwrap();
    let mut json: serde_json::Value = serde_json::from_slice(&fs::read(&entry).unwrap()).unwrap();
    json["fetched"] =
        (SystemTime::now().duration_since(UNIX_EPOCH).unwrap().checked_sub(age).unwrap()).as_secs().into();
    fs::write(entry, json.to_string()).unwrap();
}

const GET: &str = "GET /shop.asmx?WSDL HTTP/1.1";
const POST: &str = "POST /shop.asmx HTTP/1.1";

#[test]
fn an_address_is_fetched_once_a_day_and_called_itself() {
    let folder = folder("address");
    let (url, requests, is_closed) = shop("http://internal.example/old/Shop.asmx");
    let address = format!("{url}/shop.asmx?WSDL");
    let (code, out, err) = call(&folder, &address, &[]);
    let other = format!(
        "note: {url}/shop.asmx is called; the document there states the address http://internal.example/old/Shop.asmx\n"
    );
    let fetched = format!(
        "note: fetched the document at {url}/shop.asmx; `--refresh` does so again, and so does the first call after a day\n"
    );
    assert_eq!((code, err), (0, format!("{fetched}{other}")));
    assert!(out.starts_with("{\"Id\":7,"), "{out}");
    assert_eq!(lines(&requests), [GET, POST]);
    // From the cache.
    let (code, again, err) = call(&folder, &address, &[]);
    assert_eq!((code, again, err.as_str()), (0, out, other.as_str()));
    assert_eq!(lines(&requests), [POST]);
    let (code, _, err) = call(&folder, &address, &["--refresh"]);
    assert_eq!((code, err), (0, format!("{fetched}{other}")));
    assert_eq!(lines(&requests), [GET, POST]);
    // After a day.
    age(&folder, Duration::from_secs(86_000));
    call(&folder, &address, &[]);
    assert_eq!(lines(&requests), [POST]);
    age(&folder, Duration::from_secs(86_401));
    call(&folder, &address, &[]);
    assert_eq!(lines(&requests), [GET, POST]);
    // The clock was set back.
    let entry = |path: &PathBuf| path.extension().is_some_and(|end| end == "json") && !path.ends_with("fetched.json");
    let entry = everything(&folder).into_iter().find(entry).unwrap();
    let future = fs::read_to_string(&entry).unwrap().replacen("\"fetched\":", "\"fetched\":9", 1);
    fs::write(&entry, future).unwrap();
    call(&folder, &address, &[]);
    assert_eq!(lines(&requests), [GET, POST]);
    // An old copy serves only those who ask for it.
    is_closed.store(true, Ordering::Relaxed);
    age(&folder, Duration::from_secs(3 * 86_400 + 60));
    let (code, out, err) = call(&folder, &address, &[]);
    assert_eq!((code, out.as_str()), (4, ""), "{err}");
    for words in ["503 Service Unavailable", "\n  it was fetched 3 days ago: `--offline` takes"] {
        assert!(err.contains(words), "{err}");
    }
    lines(&requests);
    let (code, out, err) = run(&folder, &["operations", &address, "--offline", "--format", "csv"]);
    assert_eq!((code, err), (0, format!("note: {url}/shop.asmx was fetched 3 days ago\n")));
    assert!(out.contains("\nFindOrders,"), "{out}");
    let refusal =
        format!("error: {url}/other.asmx was not fetched before, which `--offline` needs: nothing was sent\n");
    ends(run(&folder, &["operations", &format!("{url}/other.asmx"), "--offline"]), (4, "", &refusal));
    assert!(lines(&requests).is_empty());
}

#[test]
fn every_command_that_takes_a_document_takes_an_address() {
    let folder = folder("address_commands");
    let (url, requests, _) = shop("http://internal.example/shop.asmx");
    let address = format!("{url}/shop.asmx");
    for arguments in [
        &["describe", &address, "FindOrders"][..],
        &["operations", &address],
        &["openapi", &address],
        &["check", &address],
        &["import", &address, "-o", "imported.xml"],
        &["new", &address, "made"],
        &["diff", &address, &address],
        &["generate", &address, "--out-dir", "rust"],
        &["generate", &address, "--out-dir", "rust", "--check"],
        &["wsdl", &address, "--out-dir", "wsdl"],
    ] {
        let (code, out, err) = run(&folder, arguments);
        assert_eq!(code, 0, "{arguments:?}: {err}");
        if arguments[0] == "check" {
            assert!(out.starts_with(&format!("{address}: Shop, ")), "{out}");
        }
    }
    assert_eq!(lines(&requests), ["GET /shop.asmx HTTP/1.1"]);
    assert!(fs::read_to_string(folder.join("imported.xml")).unwrap().contains("\"FindOrders\""));
    // Files have the name of the service, and nothing of the cache.
    let rust = fs::read_to_string(folder.join("rust/shop.rs")).unwrap();
    assert!(rust.starts_with("// Generated by asmx-codegen from shop.wsdl: "), "{rust}");
    assert!(folder.join("rust/shop.wsdl").is_file());
    assert!(fs::read_to_string(folder.join("wsdl/shop.wsdl")).unwrap().contains("\"FindOrders\""));
    // A document that cannot be fetched is one error of the command, and nothing is written.
    for arguments in [
        &["describe", "http://127.0.0.1:1/a.asmx"][..],
        &["check", "http://127.0.0.1:1/a.asmx"],
        &["import", "http://127.0.0.1:1/a.asmx", "-o", "none.xml"],
        &["new", "http://127.0.0.1:1/a.asmx", "none"],
        &["diff", "shop.xml", "http://127.0.0.1:1/a.asmx"],
        &["mock", "http://127.0.0.1:1/a.asmx"],
        &["mcp", "http://127.0.0.1:1/a.asmx"],
        &["generate", "http://127.0.0.1:1/a.asmx", "--out-dir", "none"],
        &["wsdl", "http://127.0.0.1:1/a.asmx", "--out-dir", "none"],
    ] {
        let (code, out, err) = run(&folder, arguments);
        assert!(code != 0 && out.is_empty(), "{arguments:?}: {out}");
        assert!(err.starts_with("error: http://127.0.0.1:1/a.asmx: no connection to "), "{arguments:?}: {err}");
    }
    assert!(!folder.join("none").exists() && !folder.join("none.xml").exists());
}

#[test]
fn an_option_wins_over_the_address_and_the_address_over_the_profile() {
    let folder = folder("address_precedence");
    let (url, requests, _) = shop("http://internal.example/shop.asmx");
    let (other, other_requests, _) = shop("http://internal.example/shop.asmx");
    profile(&folder, &format!("[shop]\nendpoint = '{url}/from-the-profile.asmx'\n"));
    let address = format!("{url}/shop.asmx?WSDL");
    assert_eq!(call(&folder, &address, &["--profile", "shop"]).0, 0);
    assert_eq!(lines(&requests), [GET, POST]);
    assert_eq!(call(&folder, &address, &["--profile", "shop", "--endpoint", &format!("{other}/option.asmx")]).0, 0);
    assert!(lines(&requests).is_empty());
    assert_eq!(lines(&other_requests), ["POST /option.asmx HTTP/1.1"]);
    // A document that is not at the address of an `.asmx` file is one as a file is.
    ended(0, call(&folder, &format!("{url}/docs/shop.wsdl"), &["--profile", "shop"]));
    assert_eq!(lines(&requests), ["GET /docs/shop.wsdl HTTP/1.1", "POST /from-the-profile.asmx HTTP/1.1"]);
    let (code, out, _) =
        run(&folder, &[&["call", &format!("{url}/docs/shop.wsdl")], &CALL[..], &["--dry-run"]].concat());
    assert!(
        code == 0 && out.contains("host: internal.example\r\n") || out.contains("host: internal.example\n"),
        "{out}"
    );
}

#[test]
fn no_credential_goes_to_another_server_than_the_profile_states() {
    let folder = folder("address_origin");
    let (url, requests, _) = shop("http://internal.example/shop.asmx");
    let (own, _, _) = shop("http://internal.example/shop.asmx");
    profile(&folder, &format!("{PROFILE}base-url = '{own}'\n"));
    let address = format!("{url}/shop.asmx");
    // A copy that was fetched without the profile changes nothing.
    assert_eq!(run(&folder, &["operations", &address]).0, 0);
    assert_eq!(lines(&requests).len(), 1);
    let refusal = format!(
        "error: {address} is at another server than {own}, which the profile is for: nothing was sent. Leave `--profile` out, or write an \
         address of that server\n"
    );
    for arguments in [
        &[&["call", &address][..], &CALL].concat()[..],
        &["call", &address, "FindOrders", "--offline"],
        &["gateway", &address],
        &["describe", &address],
        &["fetch", &address, "docs"],
        &["doctor", &address],
    ] {
        ends(run(&folder, &[arguments, &["--profile", "shop"]].concat()), (2, "", refusal.as_str()));
    }
    assert!(lines(&requests).is_empty());
    // Neither to the server that a fetched document states.
    profile(&folder, PROFILE);
    let expected = format!(
        "error: the document at {url}/shop.wsdl states the address http://internal.example, another server, and the "
    );
    fails(2, call(&folder, &format!("{url}/shop.wsdl"), &["--profile", "shop"]), &expected);
    assert_eq!(lines(&requests), ["GET /shop.wsdl HTTP/1.1"]);
    // A document that one profile may read is not read without it.
    fails(4, run(&folder, &["operations", &address, "--profile", "shop", "--offline"]), " was not fetched before");
}

#[test]
fn secrets_of_an_address_are_neither_written_nor_shown() {
    let folder = folder("address_secrets");
    // The server repeats the query of the request in its document.
    let (url, _) = serve_by(|request| {
        let target = request.split(' ').nth(1).unwrap().replace('&', "&amp;");
        if target.contains("missing") {
            return http("404 Not Found", "text/html", &format!("<h1>no {target}</h1>"));
        }
        let is_call = request.starts_with("POST");
        if is_call { soap(ORDERS) } else { http("200 OK", "text/xml", &document(&format!("http://h{target}"))) }
    });
    for (address, expected) in [
        (format!("{url}/(S(hunter2session0000000000))/shop.asmx?WSDL&key=hunter2&code=hunter2word"), 0),
        (format!("{url}/missing.asmx?WSDL&key=hunter2&code=hunter2word"), 4),
        (format!("{}/shop.asmx", url.replace("http://", "http://ann:hunter2@")), 2),
        ("ann:hunter2@shop.example/shop.asmx?key=hunter2".to_owned(), 2),
        ("https://ann:hunter2@:x/shop.asmx?key=hunter2".to_owned(), 2),
    ] {
        let called = call(&folder, &address, &[]);
        assert_eq!(called.0, expected, "{}", called.2);
        let fetched = run(&folder, &["fetch", &address, "docs"]);
        for (_, out, err) in [called, fetched, run(&folder, &["doctor", &address])] {
            assert!(!out.contains("hunter2") && !err.contains("hunter2"), "{address}: {out}{err}");
        }
    }
    let written = everything(&folder);
    assert!(written.len() > 5, "{written:?}");
    for path in written.iter().chain([&folder.join("docs/shop.wsdl"), &folder.join("docs/fetched.json")]) {
        assert!(!path.to_string_lossy().contains("hunter2") && !path.to_string_lossy().contains("WSDL"), "{path:?}");
        if path.is_file() {
            let text = fs::read_to_string(path).unwrap();
            assert!(!text.contains("hunter2"), "{path:?}: {text}");
        }
    }
}

#[cfg(unix)]
#[test]
fn only_the_person_may_read_the_documents_of_addresses_and_no_link_is_followed() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    let folder = folder("address_readers");
    let (url, _, _) = shop("http://internal.example/shop.asmx");
    let address = format!("{url}/shop.asmx");
    fs::create_dir_all(folder.join("cache/asmx")).unwrap();
    fs::set_permissions(folder.join("cache/asmx"), fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!(run(&folder, &["operations", &address]).0, 0);
    for path in everything(&folder) {
        let mode = path.symlink_metadata().unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, if path.is_dir() { 0o700 } else { 0o600 }, "{path:?}");
    }
    let moved_folder = folder.join("elsewhere");
    fs::rename(documents(&folder), &moved_folder).unwrap();
    symlink(&moved_folder, documents(&folder)).unwrap();
    let (code, out, err) = run(&folder, &["operations", &address]);
    assert!(code == 1 && out.is_empty() && err.contains(": it is a link, or a folder of somebody else: "), "{err}");
    assert_eq!(run(&folder, &["operations", &address, "--offline"]).0, 4);
    fs::remove_file(documents(&folder)).unwrap();
    fs::rename(&moved_folder, documents(&folder)).unwrap();
    assert_eq!(run(&folder, &["operations", &address, "--offline"]).0, 0);
    // A file that is a link now is not read.
    let file = everything(&folder).into_iter().find(|path| path.ends_with("document.wsdl")).unwrap();
    fs::rename(&file, folder.join("moved.wsdl")).unwrap();
    symlink(folder.join("moved.wsdl"), &file).unwrap();
    assert_eq!(run(&folder, &["operations", &address, "--offline"]).0, 4);
}

/// A later run sees the version of its entry; the earlier one stays for programs that read it.
#[test]
fn a_new_version_is_a_folder_of_its_own_and_a_document_in_parts_is_found() {
    let folder = folder("address_versions");
    let main = |location: &str| {
        format!(
            "<definitions xmlns=\"http://schemas.xmlsoap.org/wsdl/\"><import namespace=\"http://shop.example/\" location=\"{location}\"/></definitions>"
        )
    };
    let part = document("http://internal.example/shop.asmx");
    let (url, requests) = serve_by(move |request| {
        let path = request.split(' ').nth(1).unwrap();
        match path {
            "/shop.asmx?WSDL" => http("200 OK", "text/xml", &main("shop.asmx?wsdl=wsdl0")),
            _ if path.contains("wsdl0") => http("200 OK", "text/xml", &part),
            _ => http("404 Not Found", "text/html", "no"),
        }
    });
    let address = format!("{url}/shop.asmx?WSDL");
    let (code, out, err) = run(&folder, &["operations", &address, "--format", "csv"]);
    assert!(code == 0 && out.contains("\nFindOrders,") && err.contains(" and 1 part of it; "), "{out}{err}");
    assert_eq!(requests.try_iter().count(), 2);
    let folders =
        || fs::read_dir(documents(&folder)).unwrap().filter(|entry| entry.as_ref().unwrap().path().is_dir()).count();
    assert_eq!(folders(), 1);
    assert_eq!(run(&folder, &["operations", &address, "--refresh"]).0, 0);
    assert_eq!(folders(), 1);
    // Somebody damaged the entry.
    let is_entry = |path: &PathBuf| path.parent() == Some(&documents(&folder)) && path.is_file();
    let entry = everything(&folder).into_iter().find(is_entry).unwrap();
    for damage in ["", "{\"fetched\":1,\"content\":\"../../..\",\"is_complete\":true}"] {
        fs::write(&entry, damage).unwrap();
        let (code, _, err) = run(&folder, &["operations", &address]);
        assert!(code == 0 && err.starts_with("note: fetched "), "{err}");
    }
}

/// Parts that another attempt may bring are sought each time.
#[test]
fn a_document_that_lacks_a_part_is_not_taken_for_a_whole_one() {
    let folder = folder("address_parts");
    let lacking = document("http://internal.example/shop.asmx").replacen(
        "<s:schema ",
        "<s:schema xmlns:b=\"urn:b\"><s:import namespace=\"urn:b\" schemaLocation=\"b.xsd\"/></s:schema><s:schema ",
        1,
    );
    let (url, requests) = serve_by(move |request| match request.split(' ').nth(1) {
        Some("/shop.asmx") => http("200 OK", "text/xml", &lacking),
        _ => http("500 Internal Server Error", "text/plain", ""),
    });
    let address = format!("{url}/shop.asmx");
    for _ in 0..2 {
        let (code, _, err) = run(&folder, &["operations", &address]);
        assert!(code == 0 && err.contains(&format!("warning: {url}/b.xsd: the server responds with 500")), "{err}");
        assert_eq!(requests.try_iter().count(), 2);
    }
}
