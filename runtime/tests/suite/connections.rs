//! Connections: through a proxy, with custom certificates, with compressed responses.
#![cfg(feature = "client")]

use std::sync::{Arc, Mutex};

use asmx_runtime::{Error, Message, Outcome, RetryPolicy, reqwest};
use rcgen::{CertificateParams, CertifiedIssuer, ExtendedKeyUsagePurpose, IsCa, KeyPair};
use test_servers::responses::with_length;
#[cfg(feature = "compression")]
use test_servers::scripted::WRITE;
use test_servers::scripted::{READ, builder, call, done, result_of};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::server::WebPkiClientVerifier;
use tokio_rustls::rustls::{RootCertStore, ServerConfig};

use crate::shared::request_of;

/// The heads of the requests that came.
type Heads = Arc<Mutex<Vec<String>>>;

/// Reads one request, responds with the extra header lines and the body, and closes.
async fn respond(mut stream: impl AsyncRead + AsyncWrite + Unpin, heads: Heads, extra: &str, body: &[u8]) {
    let request = request_of(&mut stream).await;
    // A client that gave up.
    let Some((head, _)) = request.split_once("\r\n\r\n").filter(|_| request.ends_with("Envelope>")) else { return };
    heads.lock().unwrap().push(head.to_owned());
    let headers = format!("Content-Type: text/xml; charset=utf-8\r\nConnection: close\r\n{extra}");
    // The client may be gone; the test checks its error.
    let _ = stream.write_all(&with_length("200 OK", &headers, body)).await;
    let _ = stream.shutdown().await;
}

/// A server without encryption that always returns the same response.
async fn server(extra: &'static str, body: Vec<u8>) -> (u16, Heads) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let (port, heads) = (listener.local_addr().unwrap().port(), Heads::default());
    let log = Arc::clone(&heads);
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            respond(stream, Arc::clone(&log), extra, &body).await;
        }
    });
    (port, heads)
}

async fn read(client: asmx_runtime::Builder<asmx_runtime::Client>) -> Result<Message, Error> {
    call(&client.build().unwrap(), &READ).retry(RetryPolicy::never()).await
}

#[tokio::test]
async fn calls_go_through_a_proxy_with_its_own_credentials() {
    let (port, heads) = server("", result_of("Read").into_bytes()).await;
    let proxy = reqwest::Proxy::http(format!("http://127.0.0.1:{port}")).unwrap().basic_auth("proxy", "let me out");
    let client = builder().base_url("http://service.invalid").allow_plain_http().http(|http| http.proxy(proxy));
    assert_eq!(read(client).await.unwrap(), done());
    let heads = heads.lock().unwrap();
    let [head] = heads.as_slice() else { panic!("{heads:?}") };
    assert!(head.starts_with("POST http://service.invalid/api.asmx HTTP/1.1\r\n"), "{head}");
    // proxy:let me out
    assert!(head.contains("proxy-authorization: Basic cHJveHk6bGV0IG1lIG91dA=="), "{head}");
}

#[tokio::test]
async fn without_its_proxy_a_call_is_not_sent() {
    let port = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port();
    let proxy = reqwest::Proxy::all(format!("http://127.0.0.1:{port}")).unwrap();
    let error = read(builder().http(|http| http.proxy(proxy))).await.unwrap_err();
    assert_eq!(error.outcome(), Outcome::NotSent, "{error}");
}

#[cfg(feature = "rustls-tls")]
#[tokio::test]
async fn a_server_without_encryption_is_named_as_such() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let _ = stream.read(&mut [0; 1024]).await;
            let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n").await;
        }
    });
    let error = read(builder().base_url(format!("https://localhost:{port}"))).await.unwrap_err();
    let expected = format!(
        "Read over SOAP 1.1: no connection to `localhost:{port}`: the response is not TLS: the server may speak plain HTTP: write `http://`, or \
         look at the port"
    );
    assert_eq!((error.outcome(), error.to_string()), (Outcome::NotSent, expected));
}

/// An authority, a server that asks for certificates of it, and a client's certificate.
struct Premises {
    port: u16,
    heads: Heads,
    root: reqwest::Certificate,
    identity: reqwest::Identity,
}

async fn encrypted() -> Premises {
    let mut authority = CertificateParams::new([]).unwrap();
    authority.is_ca = IsCa::Ca(rcgen::BasicConstraints::Unconstrained);
    let authority = CertifiedIssuer::self_signed(authority, KeyPair::generate().unwrap()).unwrap();
    let issue = |name: &str, purpose| {
        let key = KeyPair::generate().unwrap();
        let mut parameters = CertificateParams::new([name.to_owned()]).unwrap();
        parameters.extended_key_usages = vec![purpose];
        (parameters.signed_by(&key, &authority).unwrap(), key)
    };
    let (certificate, key) = issue("localhost", ExtendedKeyUsagePurpose::ServerAuth);
    let (own, own_key) = issue("client", ExtendedKeyUsagePurpose::ClientAuth);

    let provider = Arc::new(tokio_rustls::rustls::crypto::ring::default_provider());
    let mut roots = RootCertStore::empty();
    roots.add(authority.der().clone()).unwrap();
    let other = include_bytes!("../certificates/authority.pem");
    roots.add(CertificateDer::from_pem_slice(other).unwrap()).unwrap();
    let verifier = WebPkiClientVerifier::builder_with_provider(Arc::new(roots), Arc::clone(&provider)).build().unwrap();
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_client_cert_verifier(verifier)
        .with_single_cert(vec![certificate.der().clone()], PrivateKeyDer::try_from(key.serialize_der()).unwrap())
        .unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let (port, heads) = (listener.local_addr().unwrap().port(), Heads::default());
    let log = Arc::clone(&heads);
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            // A client without the right certificate is refused here.
            if let Ok(stream) = acceptor.accept(stream).await {
                respond(stream, Arc::clone(&log), "", result_of("Read").as_bytes()).await;
            }
        }
    });
    Premises {
        port,
        heads,
        root: reqwest::Certificate::from_pem(authority.pem().as_bytes()).unwrap(),
        identity: reqwest::Identity::from_pem((own.pem() + &own_key.serialize_pem()).as_bytes()).unwrap(),
    }
}

#[tokio::test]
async fn certificates_of_ones_own_are_checked_on_both_sides() {
    let Premises { port, heads, root, identity } = encrypted().await;
    let client = || builder().base_url(format!("https://localhost:{port}"));

    let unknown = read(client()).await.unwrap_err();
    assert_eq!(unknown.outcome(), Outcome::NotSent, "{unknown}");
    let (trusted, unnamed) = (root.clone(), root.clone());
    assert!(read(client().http(|http| http.tls_certs_merge([unnamed]))).await.is_err());
    assert!(heads.lock().unwrap().is_empty());

    let response = read(client().http(|http| http.identity(identity).tls_certs_merge([trusted]))).await;
    assert_eq!(response.unwrap(), done());
    assert_eq!(heads.lock().unwrap().len(), 1);
}

/// `openssl pkcs12 -export` wrote the files, the older one with `-legacy`, as Windows does.
#[cfg(feature = "pfx")]
#[tokio::test]
async fn a_pfx_file_signs_in() {
    let Premises { port, root, .. } = encrypted().await;
    let pem = |file: &[u8], password: &str| asmx_runtime::stack::pem_of_pfx(file, &password.into());
    for file in [&include_bytes!("../certificates/client.pfx")[..], include_bytes!("../certificates/client-legacy.pfx")]
    {
        let identity = reqwest::Identity::from_pem(&pem(file, "pa55word").unwrap()).unwrap();
        let trusted = root.clone();
        let client = builder().base_url(format!("https://localhost:{port}"));
        let response = read(client.http(|http| http.identity(identity).tls_certs_merge([trusted]))).await;
        assert_eq!(response.unwrap(), done());
        let error = pem(file, "another").unwrap_err().to_string();
        assert!(error.starts_with("the `.pfx` file cannot be read: its password is wrong"), "{error}");
    }
    let error = pem(include_bytes!("../certificates/no-key.pfx"), "pa55word").unwrap_err().to_string();
    assert_eq!(error, "the `.pfx` file has no certificate with its private key: export it with the private key");
    for length in 0..300 {
        let file = include_bytes!("../certificates/client.pfx").get(..length).unwrap();
        assert!(pem(file, "pa55word").is_err());
    }
}

#[cfg(feature = "compression")]
mod compressed {
    use std::io::Write as _;

    use asmx_runtime::ErrorKind;

    use super::*;

    fn compressed(text: &str) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        encoder.write_all(text.as_bytes()).unwrap();
        encoder.finish().unwrap()
    }

    #[tokio::test]
    async fn compressed_responses_are_asked_for_and_read() {
        let (port, heads) = server("Content-Encoding: gzip\r\n", compressed(&result_of("Read"))).await;
        assert_eq!(read(builder().base_url(format!("http://127.0.0.1:{port}"))).await.unwrap(), done());
        let heads = heads.lock().unwrap();
        assert!(heads.iter().all(|head| head.contains("accept-encoding: gzip, deflate\r\n")), "{heads:?}");
    }

    #[tokio::test]
    async fn the_limit_of_a_response_counts_decompressed_bytes() {
        let long = result_of("Read").replace("done", &"a".repeat(10_000_000));
        let packed = compressed(&long);
        assert!(packed.len() < 100_000);
        let (port, _) = server("Content-Encoding: gzip\r\n", packed).await;
        let client = builder().base_url(format!("http://127.0.0.1:{port}")).response_limit(1_000_000);
        let error = read(client).await.unwrap_err();
        assert_eq!((error.kind(), error.outcome()), (ErrorKind::ResponseTooLarge, Outcome::Unknown), "{error}");
    }

    #[tokio::test]
    async fn a_broken_compressed_response_is_not_understood() {
        let packed = compressed(&result_of("Read"));
        let half = packed.get(..packed.len() / 2).unwrap().to_vec();
        let longer = [&*packed, b"x"].concat();
        for (extra, body, expected) in [
            ("Content-Encoding: gzip\r\n", half, "the response ends inside its `gzip`"),
            ("Content-Encoding: gzip\r\n", longer, "the response ends inside its `gzip`"),
            ("Content-Encoding: gzip\r\n", b"<html></html>".to_vec(), "the response is not valid `gzip`"),
            (
                "Content-Encoding: zstd\r\n",
                packed,
                "the response is in the encoding `zstd`, which is not read: gzip and deflate are asked for and read",
            ),
        ] {
            let (port, heads) = server(extra, body).await;
            let client = builder().base_url(format!("http://127.0.0.1:{port}")).build().unwrap();
            let error = call(&client, &WRITE).await.unwrap_err();
            assert_eq!((error.kind(), error.outcome()), (ErrorKind::UnexpectedResponse, Outcome::Unknown), "{error}");
            assert!(error.to_string().contains(expected), "{error}");
            assert_eq!(heads.lock().unwrap().len(), 1);
        }
    }
}
