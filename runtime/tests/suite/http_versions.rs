//! Servers that do not process a request over HTTP/2 (RFC 9113, 8.7).
#![cfg(feature = "rustls-tls")]

use std::sync::{Arc, Mutex};

use asmx_runtime::{ErrorKind, Outcome};
use h2::Reason;
use rcgen::{CertificateParams, KeyPair};
use test_servers::scripted::{WRITE, builder, call};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

/// The requests that came, by version.
type Requests = Arc<Mutex<Vec<&'static str>>>;

/// Resets each stream of HTTP/2 with this reason.
async fn server(reason: Reason) -> (u16, Requests) {
    let key = KeyPair::generate().unwrap();
    let certificate = CertificateParams::new(["localhost".to_owned()]).unwrap().self_signed(&key).unwrap();
    let chain = vec![CertificateDer::from(certificate.der().to_vec())];
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()));
    let config = config.with_safe_default_protocol_versions().unwrap().with_no_client_auth();
    let mut config = config.with_single_cert(chain, PrivateKeyDer::try_from(key.serialize_der()).unwrap()).unwrap();
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let (port, requests) = (listener.local_addr().unwrap().port(), Requests::default());
    let log = Arc::clone(&requests);
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let Ok(stream) = acceptor.accept(stream).await else { continue };
            let log = Arc::clone(&log);
            tokio::spawn(async move {
                assert_eq!(stream.get_ref().1.alpn_protocol(), Some(&b"h2"[..]));
                let mut connection = h2::server::handshake(stream).await.unwrap();
                while let Some(Ok((_, mut respond))) = connection.accept().await {
                    log.lock().unwrap().push("HTTP/2");
                    respond.send_reset(reason);
                }
            });
        }
    });
    (port, requests)
}

fn client(port: u16) -> asmx_runtime::Client {
    let client = builder().base_url(format!("https://localhost:{port}"));
    client.http(|http| http.tls_danger_accept_invalid_certs(true)).build().unwrap()
}

#[tokio::test]
async fn a_refused_stream_is_not_sent_and_another_reset_is_unknown() {
    for reason in [Reason::REFUSED_STREAM, Reason::HTTP_1_1_REQUIRED] {
        let (port, requests) = server(reason).await;
        let error = call(&client(port), &WRITE).await.unwrap_err();
        assert_eq!((error.kind(), error.outcome()), (ErrorKind::Connect, Outcome::NotSent), "{error}");
        let expected = format!("did not process the request over HTTP/2 ({reason:?})");
        assert!(error.to_string().contains(&expected), "{error}");
        assert_eq!(*requests.lock().unwrap(), ["HTTP/2"; 3]);
    }
    let (port, requests) = server(Reason::INTERNAL_ERROR).await;
    let error = call(&client(port), &WRITE).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::Interrupted, Outcome::Unknown), "{error}");
    assert_eq!(*requests.lock().unwrap(), ["HTTP/2"]);
}
