//! A proxy that ends TLS before the server: Extended Protection then refuses every sign-in, whatever the password is.

use std::sync::Arc;

use asmx_runtime::stack::Tls;
use asmx_runtime::{Error, ErrorKind, Outcome, RetryPolicy};
use asmx_windows_auth::{Identity, WindowsAuth};
use rustls::ServerConfig;
use rustls::pki_types::PrivateKeyDer;
use test_servers::scripted::{SEND, builder, call};
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;

use crate::acceptor::{Acceptor, Fault, Leg};
use crate::faults::PASSWORD;

/// The port of a proxy that ends TLS and passes everything on, and its certificate.
async fn proxy(server: std::net::SocketAddr) -> (u16, String) {
    let issued = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()));
    let config = config.with_safe_default_protocol_versions().unwrap().with_no_client_auth();
    let key = PrivateKeyDer::try_from(issued.signing_key.serialize_der()).unwrap();
    let config = config.with_single_cert(vec![issued.cert.der().clone()], key).unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((socket, _)) = listener.accept().await {
            let acceptor = acceptor.clone();
            tokio::spawn(async move {
                let mut client = acceptor.accept(socket).await.unwrap();
                let mut upstream = TcpStream::connect(server).await.unwrap();
                // Either side may end.
                let _ = copy_bidirectional(&mut client, &mut upstream).await;
            });
        }
    });
    (port, issued.cert.pem())
}

async fn refusal(acceptor: &Acceptor, base_url: String, tls: Tls) -> Error {
    let stack = WindowsAuth::new(Identity::ntlm(r"SHOP\ann", PASSWORD)).tls(tls);
    let client = builder().base_url(base_url).build_on(stack).unwrap();
    let error = call(&client, &SEND).retry(RetryPolicy::never()).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::Status, Outcome::Refused), "{error}");
    assert_eq!(acceptor.legs().last(), Some(&Leg::Authenticate));
    error
}

#[tokio::test]
async fn a_sign_in_bound_to_a_certificate_and_rejected_names_extended_protection_as_a_cause() {
    const REJECTED: &str = ": it offers NTLM; NTLM was sent, and was not accepted: look at user, domain and password";
    let acceptor = Acceptor::new(Fault::Refuses).await;
    let (port, certificate) = proxy(acceptor.address).await;
    let tls = Tls::default().accept_server(certificate.as_bytes()).unwrap();
    let error = refusal(&acceptor, format!("https://localhost:{port}"), tls).await;
    let cause = format!(
        "{REJECTED}; if they are right, look whether a proxy ends TLS before the server: Extended Protection refuses every sign-in through it"
    );
    assert!(error.to_string().contains(&cause), "{error}");
    // The sign-in has no binding.
    let error = refusal(&acceptor, acceptor.url(), Tls::default()).await;
    assert!(error.to_string().ends_with(REJECTED), "{error}");
}
