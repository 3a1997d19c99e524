//! Servers that want a client certificate, and files that have one.
#![cfg(all(feature = "rustls-tls", feature = "pfx"))]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use asmx_runtime::stack::{PemError, Tls};
use asmx_runtime::{Error, ErrorKind, Message, Outcome};
use test_servers::responses::with_length;
use test_servers::scripted::{SEND, builder, call, done, result_of};
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt as _};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::server::{ServerConfig, WebPkiClientVerifier};
use tokio_rustls::rustls::{RootCertStore, SupportedProtocolVersion, version};

use crate::shared::request_of;

const AUTHORITY: &[u8] = include_bytes!("../certificates/authority.pem");

/// The behaviour of the server after it asked for a certificate.
#[derive(Clone, Copy, PartialEq)]
enum Server {
    /// Ends the handshake with an alert.
    Demands,
    /// Ends the connection without a word, as .NET does.
    Leaves,
    /// Answers.
    Asks,
    /// Executes the request and ends the connection.
    Breaks,
    /// Asks for none at the start, and responds with IIS's page for a certificate that is missing.
    Forbids,
}

struct Running {
    tls: Tls,
    port: u16,
    executed: Arc<AtomicUsize>,
}

async fn start(server: Server, version: &'static SupportedProtocolVersion, protocol: &[u8]) -> Running {
    let issued = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let provider = Arc::new(tokio_rustls::rustls::crypto::ring::default_provider());
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_slice(AUTHORITY).unwrap()).unwrap();
    let verifier = WebPkiClientVerifier::builder_with_provider(Arc::new(roots), Arc::clone(&provider));
    let verifier = if server == Server::Demands { verifier } else { verifier.allow_unauthenticated() };
    let config = ServerConfig::builder_with_provider(provider).with_protocol_versions(&[version]).unwrap();
    let key = PrivateKeyDer::try_from(issued.signing_key.serialize_der()).unwrap();
    let config = if server == Server::Forbids {
        config.with_no_client_auth()
    } else {
        config.with_client_cert_verifier(verifier.build().unwrap())
    };
    let mut config = config.with_single_cert(vec![issued.cert.der().clone()], key).unwrap();
    config.alpn_protocols = vec![protocol.to_vec()];
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let (port, executed) = (listener.local_addr().unwrap().port(), Arc::<AtomicUsize>::default());
    let count = Arc::clone(&executed);
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let Ok(mut stream) = acceptor.accept(stream).await else { continue };
            if server == Server::Leaves && stream.get_ref().1.peer_certificates().is_none() {
                continue;
            }
            if stream.get_ref().1.alpn_protocol() == Some(b"h2") {
                tokio::spawn(over_http_2(stream, Arc::clone(&count)));
                continue;
            }
            let request = request_of(&mut stream).await;
            count.fetch_add(usize::from(!request.is_empty()), Ordering::SeqCst);
            let (status, kind, body) = match server {
                Server::Breaks => continue,
                Server::Forbids => {
                    let page = "<html><head><title>403.7 - Forbidden</title></head><body><h3>HTTP Error 403.7 - Forbidden</h3></body></html>";
                    ("403 Forbidden", "text/html", page.to_owned())
                }
                _ => ("200 OK", "text/xml", result_of("Send")),
            };
            let response = with_length(status, &format!("Content-Type: {kind}\r\n"), body.as_bytes());
            let _ = stream.write_all(&response).await;
        }
    });
    let tls = Tls::default().accept_server(issued.cert.pem().as_bytes()).unwrap();
    Running { tls, port, executed }
}

async fn over_http_2(stream: impl AsyncRead + AsyncWrite + Unpin, count: Arc<AtomicUsize>) {
    let Ok(mut connection) = h2::server::handshake(stream).await else { return };
    while let Some(Ok((_, mut respond))) = connection.accept().await {
        count.fetch_add(1, Ordering::SeqCst);
        let response = http::Response::builder().header("content-type", "text/xml").body(()).unwrap();
        let mut body = respond.send_response(response, false).unwrap();
        body.send_data(result_of("Send").into(), true).unwrap();
    }
}

impl Running {
    async fn send(&self, tls: Tls) -> Result<Message, Error> {
        let client = builder().base_url(format!("https://localhost:{}", self.port)).timeout(Duration::from_secs(10));
        call(&client.tls(tls).build().unwrap(), &SEND).await
    }

    fn executed(&self) -> usize {
        self.executed.load(Ordering::SeqCst)
    }
}

const MISSING: &str = ": the server asked for a client certificate, and none was set: give it with `http(…)`";

fn identity(tls: Tls) -> Tls {
    let pem = asmx_runtime::stack::pem_of_pfx(include_bytes!("../certificates/client.pfx"), &"pa55word".into());
    tls.identity(&pem.unwrap()).unwrap()
}

#[tokio::test]
async fn a_server_that_wants_a_certificate_and_gets_none_is_named_and_nothing_is_sent() {
    for server in [Server::Demands, Server::Leaves] {
        for version in [&version::TLS12, &version::TLS13] {
            for protocol in [b"http/1.1".as_slice(), b"h2"] {
                let running = start(server, version, protocol).await;
                let error = running.send(running.tls.clone()).await.unwrap_err();
                assert_eq!((error.kind(), error.outcome()), (ErrorKind::Connect, Outcome::NotSent), "{error:#?}");
                assert!(error.to_string().contains(MISSING), "{error}");
                assert_eq!(running.executed(), 0);
                if protocol == b"http/1.1" {
                    assert_eq!(running.send(identity(running.tls.clone())).await.unwrap(), done());
                    assert_eq!(running.executed(), 1);
                }
            }
        }
    }
}

#[tokio::test]
async fn a_server_that_only_asks_for_a_certificate_is_called_without_one() {
    for version in [&version::TLS12, &version::TLS13] {
        for protocol in [b"http/1.1".as_slice(), b"h2"] {
            let running = start(Server::Asks, version, protocol).await;
            assert_eq!(running.send(running.tls.clone()).await.unwrap(), done());
            assert_eq!(running.executed(), 1);
        }
    }
}

#[tokio::test]
async fn a_certificate_that_the_server_did_not_ask_for_at_the_start_did_not_reach_it() {
    let running = start(Server::Forbids, &version::TLS13, b"http/1.1").await;
    let error = running.send(identity(running.tls.clone())).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::Status, Outcome::Refused), "{error}");
    let expected = ": it wants a client certificate, and the one that was set did not reach the server, which asks for it too late for this \
                    program: have it asked at the start of a connection (in IIS: `netsh http update sslcert … clientcertnegotiation=enable`)";
    assert!(error.to_string().contains(expected), "{error}");
    let error = running.send(running.tls.clone()).await.unwrap_err();
    let expected = ": it wants a client certificate: give it with `http(…)`";
    assert!(error.to_string().contains(expected), "{error}");
}

/// The write may have been done, so it is not sent again.
#[tokio::test]
async fn a_connection_that_breaks_after_the_request_is_unknown_though_no_certificate_was_set() {
    for version in [&version::TLS12, &version::TLS13] {
        let running = start(Server::Breaks, version, b"http/1.1").await;
        let error = running.send(running.tls.clone()).await.unwrap_err();
        assert_eq!((error.kind(), error.outcome()), (ErrorKind::Interrupted, Outcome::Unknown), "{error}");
        assert!(error.to_string().contains(MISSING), "{error}");
        assert_eq!(running.executed(), 1);
    }
}

#[test]
fn an_encrypted_key_is_read_with_its_password_or_refused_by_name() {
    let password = |pem: &[u8], word: &str| Tls::default().identity_with_password(pem, &word.into()).map(drop);
    for pem in [
        include_bytes!("../certificates/encrypted.pem").as_slice(),
        include_bytes!("../certificates/encrypted-scrypt.pem"),
        include_bytes!("../certificates/encrypted-des3.pem"),
    ] {
        assert_eq!(password(pem, "pa55word"), Ok(()));
        assert_eq!(password(pem, "another"), Err(PemError::Password));
        assert_eq!(Tls::default().identity(pem).map(drop), Err(PemError::Encrypted));
    }
    let old = include_bytes!("../certificates/encrypted-old.pem");
    assert_eq!(password(old, "pa55word"), Err(PemError::OldEncryption));
}

#[test]
fn a_certificate_that_tls_refuses_is_named() {
    let identity = |pem: &[u8]| Tls::default().identity(pem).map(drop);
    assert_eq!(identity(include_bytes!("../certificates/version-1.pem")), Err(PemError::Version(1)));
    assert_eq!(identity(include_bytes!("../certificates/another-key.pem")), Err(PemError::AnotherKey));
    assert_eq!(identity(AUTHORITY), Err(PemError::Key));
    let expected = "the certificate is one of X.509 version 1, which TLS refuses: have it issued as version 3";
    assert_eq!(PemError::Version(1).to_string(), expected);
}
