//! Credentials of a profile go to one server: scheme, host and port.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use rcgen::{CertificateParams, CertifiedIssuer, ExtendedKeyUsagePurpose, IsCa, KeyPair};
use tokio_rustls::rustls::pki_types::PrivateKeyDer;
use tokio_rustls::rustls::server::WebPkiClientVerifier;
use tokio_rustls::rustls::{RootCertStore, ServerConfig, ServerConnection, Stream, crypto::ring};

use super::super::server::{http, listener, serve, serve_by};
use super::super::{ended, ends, fails, folder, notes, profiles, quiet, run};
use super::fetch;
use super::hostile::importing;

const SCHEMA: &str = "<schema xmlns=\"http://www.w3.org/2001/XMLSchema\"/>";
const NTLM: &str = "ntlm = { username = 'SHOP\\ann', password = 'hunter2word' }\n";
const HEADERS: &str =
    "basic = { username = 'ann', password = 'hunter2word' }\nhttp-headers = { X-Key = 'k3y', Cookie = 'a=b' }\n";

fn profile(folder: &Path, settings: &str) {
    profiles::write(folder, &format!("[shop]\n{settings}"));
}

/// Whether the credentials of `HEADERS` are in a request.
fn has_credentials(request: &str) -> bool {
    let request = request.to_lowercase();
    ["authorization: basic", "x-key: k3y", "cookie: a=b"].iter().any(|header| request.contains(header))
}

#[test]
fn no_credential_leaves_over_plain_http_without_permission() {
    let folder = folder("fetch_plain");
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    // Another machine for the command, and this one for the test.
    let url = format!("http://0.0.0.0:{}/shop.asmx", listener.local_addr().unwrap().port());
    for settings in [NTLM, HEADERS, "bearer = 'hunter2word'\n", "http-headers = { X-Key = 'k3y' }\n"] {
        profile(&folder, settings);
        for command in [&["fetch", &url, "docs"][..], &["doctor", &url]] {
            let refusal = run(&folder, &[command, &["--profile", "shop"]].concat());
            notes(refusal, (2, ""), "would go over `http://` to another machine");
            assert!(listener.accept().is_err(), "{settings}");
        }
    }
    // Without credentials nothing is in the way.
    fails(4, fetch(&folder, &["http://0.0.0.0:1/shop.asmx", "docs"]), "no connection to `0.0.0.0:1`");
}

#[test]
fn a_redirect_to_another_port_takes_no_credential_along() {
    let folder = folder("fetch_port");
    profile(&folder, HEADERS);
    let (other_url, other_requests) = serve(http("200 OK", "text/xml", &importing([])));
    for status in
        ["301 Moved Permanently", "302 Found", "303 See Other", "307 Temporary Redirect", "308 Permanent Redirect"]
    {
        let (url, own) = serve(http(&format!("{status}\r\nLocation: {other_url}/shop.asmx?WSDL"), "text/html", ""));
        let points = format!("it points to `{other_url}/shop.asmx`, which is another server");
        fails(4, fetch(&folder, &[&format!("{url}/shop.asmx?WSDL"), "docs", "--profile", "shop"]), &points);
        assert!(has_credentials(&own.recv().unwrap()));
        let (code, out, _) = run(&folder, &["doctor", &format!("{url}/shop.asmx"), "--profile", "shop"]);
        assert!(code == 1 && out.contains(&format!("the server points to {other_url}/shop.asmx\n")), "{out}");
    }
    assert!(other_requests.try_recv().is_err());
}

#[test]
fn a_redirect_at_the_same_server_keeps_the_credentials() {
    let folder = folder("fetch_same");
    profile(&folder, HEADERS);
    let main = importing([]);
    let (url, requests) = serve_by(move |request| match request.split(' ').nth(1).unwrap() {
        "/new.asmx?WSDL" => http("200 OK", "text/xml", &main),
        _ => http("302 Found\r\nLocation: /new.asmx?WSDL", "text/html", ""),
    });
    quiet(fetch(&folder, &[&format!("{url}/old.asmx?WSDL"), "docs", "--profile", "shop"]));
    assert!(requests.iter().take(2).all(|request| has_credentials(&request)));
}

#[test]
fn an_import_at_another_port_gets_no_credential_and_only_if_a_person_says_so() {
    let folder = folder("fetch_others");
    profile(&folder, HEADERS);
    let (other_url, other_requests) = serve(http("200 OK", "text/xml", SCHEMA));
    let main = importing([format!("{other_url}/a.xsd").as_str()]);
    let (url, _) = serve(http("200 OK", "text/xml", &main));
    let arguments = [&format!("{url}/shop.asmx?WSDL"), "docs", "--profile", "shop"];
    let (_, err) = ended(4, fetch(&folder, &arguments));
    assert_eq!(err, format!("warning: {other_url}/a.xsd is at another server: `--other-hosts` gets it\n"));
    assert!(other_requests.try_recv().is_err());
    let out = quiet(fetch(&folder, &[&arguments[..], &["--other-hosts"]].concat()));
    assert!(out.contains("docs/a.xsd") || out.contains("docs\\a.xsd"), "{out}");
    assert!(!has_credentials(&other_requests.recv().unwrap()));
}

/// A server that sends this much, and then nothing.
fn silent_after(beginning: &'static str) -> String {
    let (listener, url) = listener();
    thread::spawn(move || {
        let mut open: Vec<TcpStream> = Vec::new();
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let _ = stream.read(&mut [0; 4096]);
            stream.write_all(beginning.as_bytes()).unwrap();
            open.push(stream);
        }
    });
    url + "/shop.asmx?WSDL"
}

#[test]
fn the_time_limit_holds_on_every_road_the_body_included() {
    let folder = folder("fetch_time");
    for beginning in [
        "",
        "HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: 1000\r\n\r\n<definitions ",
        "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: NTLM\r\nContent-Length: 0\r\n\r\n",
    ] {
        let url = silent_after(beginning);
        for settings in [NTLM, HEADERS] {
            profile(&folder, settings);
            let begun = Instant::now();
            let more = ["--profile", "shop", "--timeout", "0.3"];
            let (code, _, err) = fetch(&folder, &[&[&url, "docs"][..], &more].concat());
            assert!(begun.elapsed() < Duration::from_secs(8), "{beginning} {settings}");
            let is_refused = err.contains("401 Unauthorized: it offers NTLM; ");
            assert!(code == 4 && (is_refused || err.contains(": no complete response within 0.3 s")), "{err}");
            if beginning.is_empty() {
                let (code, out, _) = run(&folder, &[&["doctor", &url][..], &more].concat());
                assert!(code == 1 && out.contains(" does not respond: no complete response within 0.3 s\n"), "{out}");
                assert!(begun.elapsed() < Duration::from_secs(16));
            }
        }
    }
}

/// A server with TLS that asks for a client certificate, and takes none as well. Reports whether each connection brought one.
fn encrypted(
    authority: &CertifiedIssuer<'_, KeyPair>,
    respond: impl Fn(u16) -> String + Send + 'static,
) -> (String, Receiver<bool>) {
    let (certificate, key) = issued(authority, "localhost", ExtendedKeyUsagePurpose::ServerAuth);
    let mut roots = RootCertStore::empty();
    roots.add(authority.der().clone()).unwrap();
    let provider = Arc::new(ring::default_provider());
    let verifier = WebPkiClientVerifier::builder_with_provider(Arc::new(roots), Arc::clone(&provider));
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_client_cert_verifier(verifier.allow_unauthenticated().build().unwrap())
        .with_single_cert(vec![certificate.der().clone()], PrivateKeyDer::try_from(key.serialize_der()).unwrap())
        .unwrap();
    let config = Arc::new(config);
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let (sender, connections) = channel();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let (mut stream, mut connection) = (stream.unwrap(), ServerConnection::new(Arc::clone(&config)).unwrap());
            let mut stream = Stream::new(&mut connection, &mut stream);
            // A client that refuses the certificate of this server sends no request.
            if stream.read(&mut [0; 4096]).is_ok_and(|count| count > 0) {
                stream.write_all(respond(port).as_bytes()).unwrap();
                stream.conn.send_close_notify();
                let _ = stream.flush();
                let _ = sender.send(stream.conn.peer_certificates().is_some());
            }
        }
    });
    (format!("https://localhost:{port}"), connections)
}

fn issued(
    authority: &CertifiedIssuer<'_, KeyPair>,
    name: &str,
    purpose: ExtendedKeyUsagePurpose,
) -> (rcgen::Certificate, KeyPair) {
    let key = KeyPair::generate().unwrap();
    let mut parameters = CertificateParams::new([name.to_owned()]).unwrap();
    parameters.extended_key_usages = vec![purpose];
    (parameters.signed_by(&key, authority).unwrap(), key)
}

#[test]
fn a_client_certificate_is_shown_to_the_server_of_the_main_document_only() {
    let folder = folder("fetch_certificate");
    let mut authority = CertificateParams::new([]).unwrap();
    authority.is_ca = IsCa::Ca(rcgen::BasicConstraints::Unconstrained);
    let authority = CertifiedIssuer::self_signed(authority, KeyPair::generate().unwrap()).unwrap();
    let (own, key) = issued(&authority, "client", ExtendedKeyUsagePurpose::ClientAuth);
    fs::write(folder.join("own.pem"), own.pem() + &key.serialize_pem()).unwrap();
    fs::write(folder.join("ca.pem"), authority.pem()).unwrap();
    profile(&folder, "ca = 'ca.pem'\ncertificate = 'own.pem'\n");
    let (other_url, other_connections) = encrypted(&authority, |_| http("200 OK", "text/xml", SCHEMA));
    let location = format!("{other_url}/a.xsd");
    let (url, connections) =
        encrypted(&authority, move |_| http("200 OK", "text/xml", &importing([location.as_str()])));
    let address = format!("{url}/shop.asmx?WSDL");
    quiet(fetch(&folder, &[&address, "docs", "--profile", "shop", "--other-hosts"]));
    assert_eq!((connections.recv().unwrap(), other_connections.recv().unwrap()), (true, false));
    // The doctor says what it knows of the certificate of the server.
    let line = |arguments: &[&str]| {
        let (_, out, _) = run(&folder, &[&["doctor", &address], arguments].concat());
        out.lines().find(|line| line.contains(" TLS ")).unwrap_or(&out).to_owned()
    };
    assert!(line(&["--profile", "shop"]).contains("is valid for "), "{}", line(&["--profile", "shop"]));
    let unchecked = line(&["--insecure"]);
    assert!(unchecked.starts_with("look") && unchecked.contains(" is not checked: "), "{unchecked}");
    profile(&folder, &format!("insecure = true\n{NTLM}"));
    let unchecked = line(&["--profile", "shop"]);
    assert!(unchecked.starts_with("look") && unchecked.contains("the certificate is not checked: "), "{unchecked}");
}

#[test]
fn a_server_that_speaks_no_tls_is_named_as_a_call_names_it() {
    let folder = folder("fetch_no_tls");
    let url = silent_after("HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
    let address = url.replace("http://", "https://").replace("?WSDL", "");
    let server = address.trim_start_matches("https://").trim_end_matches("/shop.asmx");
    let sentence = format!("no connection to `{server}`: the response is not TLS: the server may speak plain HTTP");
    let advice = "write `http://`, or look at the port";
    ends(fetch(&folder, &[&address, "docs"]), (4, "", &format!("error: {address}: {sentence}: {advice}\n")));
    let (out, _) = ended(1, run(&folder, &["doctor", &address]));
    for words in [format!("{address} does not respond: {sentence}\n").as_str(), advice] {
        assert!(out.contains(words), "{out}");
    }
    let why = "the address has no scheme: write `https://` before the host";
    fails(2, run(&folder, &["doctor", "shop.example/shop.asmx"]), why);
}

/// A server may repeat a secret in the address of an import.
#[test]
fn no_line_and_no_name_of_a_file_repeats_a_secret() {
    let folder = folder("fetch_repeated");
    let main = importing(["types/hunter2word.xsd?k=hunter2word"]);
    let (url, _requests) = serve_by(move |request| {
        let is_main = request.contains("?WSDL");
        http("200 OK", "text/xml", if is_main { &main } else { SCHEMA })
    });
    profile(&folder, "http-headers = { X-Api-Key = 'hunter2word' }\n");
    let out = quiet(fetch(&folder, &[&format!("{url}/shop.asmx?WSDL"), "docs", "--profile", "shop"]));
    assert!(out.contains("[redacted]") && !out.contains("hunter2"), "{out}");
    let names: Vec<_> = fs::read_dir(folder.join("docs")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(names.len() == 3 && names.iter().all(|name| !name.to_string_lossy().contains("hunter2")), "{names:?}");
    let notes = fs::read_to_string(folder.join("docs/fetched.json")).unwrap();
    let notes: serde_json::Value = serde_json::from_str(&notes).unwrap();
    for document in notes["documents"].as_array().unwrap() {
        assert!(!document["url"].as_str().unwrap().contains("hunter2"), "{document}");
    }
}
