//! Servers that are known by their very certificate.
#![cfg(feature = "rustls-tls")]

use std::sync::Arc;

use asmx_runtime::stack::Tls;
use asmx_runtime::{Error, ErrorKind, Message, Outcome, RetryPolicy};
use rcgen::{
    BasicConstraints, CertificateParams, CertifiedIssuer, ExtendedKeyUsagePurpose, IsCa, KeyPair, KeyUsagePurpose,
    date_time_ymd,
};
use test_servers::responses::with_length;
use test_servers::scripted::{READ, builder, call, done, result_of};
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::server::ServerConfig;
use tokio_rustls::rustls::sign::{CertifiedKey, SingleCertAndKey};

use crate::shared::request_of;

/// As `openssl req -x509` writes it: a certificate of a server that calls itself an authority.
fn parameters() -> CertificateParams {
    let mut parameters = CertificateParams::new(["localhost".to_owned()]).unwrap();
    parameters.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    parameters
}

fn self_signed(change: impl FnOnce(&mut CertificateParams)) -> CertifiedIssuer<'static, KeyPair> {
    let mut parameters = parameters();
    change(&mut parameters);
    CertifiedIssuer::self_signed(parameters, KeyPair::generate().unwrap()).unwrap()
}

/// A server that presents this certificate, and signs with this key.
async fn server(certificate: CertificateDer<'static>, key: &KeyPair) -> u16 {
    let provider = Arc::new(ring::default_provider());
    let key = PrivateKeyDer::try_from(key.serialize_der()).unwrap();
    let key = provider.key_provider.load_private_key(key).unwrap();
    let certified = SingleCertAndKey::from(CertifiedKey::new(vec![certificate], key));
    let config = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config.with_no_client_auth().with_cert_resolver(Arc::new(certified))));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let Ok(mut stream) = acceptor.accept(stream).await else { continue };
            request_of(&mut stream).await;
            let response = with_length("200 OK", "Content-Type: text/xml\r\n", result_of("Read").as_bytes());
            let _ = stream.write_all(&response).await;
        }
    });
    port
}

/// A server whose certificate that authority issued.
async fn server_issued_by(authority: &CertifiedIssuer<'static, KeyPair>) -> u16 {
    let key = KeyPair::generate().unwrap();
    let mut leaf = parameters();
    leaf.is_ca = IsCa::NoCa;
    let issued = leaf.signed_by(&key, authority).unwrap();
    server(issued.der().clone(), &key).await
}

async fn read(port: u16, host: &str, tls: Tls) -> Result<Message, Error> {
    let client = builder().base_url(format!("https://{host}:{port}")).tls(tls).build().unwrap();
    call(&client, &READ).retry(RetryPolicy::never()).await
}

fn refused(result: Result<Message, Error>, words: &str) {
    let error = result.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::Connect, Outcome::NotSent), "{error}");
    assert!(error.to_string().contains(words), "{error}");
}

#[tokio::test]
async fn a_server_that_is_its_own_authority_is_accepted_by_its_very_certificate() {
    let own = self_signed(|_| ());
    let port = server(own.der().clone(), own.key()).await;
    let pem = own.pem();
    for tls in [Tls::default().accept_server(pem.as_bytes()), Tls::default().trust_or_accept(pem.as_bytes())] {
        assert_eq!(read(port, "localhost", tls.unwrap()).await.unwrap(), done());
    }
    refused(read(port, "localhost", Tls::default()).await, "invalid peer certificate");
    // As an authority alone it is none of a server.
    refused(read(port, "localhost", Tls::default().trust(pem.as_bytes()).unwrap()).await, "CaUsedAsEndEntity");
}

#[tokio::test]
async fn its_name_dates_and_uses_are_checked() {
    type Change = fn(&mut CertificateParams);
    let cases: [(&str, Change); 5] = [
        ("not valid for name", |parameters| {
            parameters.subject_alt_names = vec![rcgen::SanType::DnsName("other.test".try_into().unwrap())];
        }),
        ("Expired", |parameters| {
            (parameters.not_before, parameters.not_after) = (date_time_ymd(2020, 1, 1), date_time_ymd(2021, 1, 1));
        }),
        ("NotValidYet", |parameters| parameters.not_before = date_time_ymd(2100, 1, 1)),
        ("InvalidPurpose", |parameters| parameters.extended_key_usages = vec![ExtendedKeyUsagePurpose::ClientAuth]),
        ("InvalidPurpose", |parameters| parameters.key_usages = vec![KeyUsagePurpose::KeyCertSign]),
    ];
    for (words, change) in cases {
        let own = self_signed(change);
        let port = server(own.der().clone(), own.key()).await;
        refused(read(port, "localhost", Tls::default().accept_server(own.pem().as_bytes()).unwrap()).await, words);
    }
    let with_uses = self_signed(|parameters| {
        parameters.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
        parameters.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::DigitalSignature];
    });
    let port = server(with_uses.der().clone(), with_uses.key()).await;
    let tls = Tls::default().accept_server(with_uses.pem().as_bytes()).unwrap();
    assert_eq!(read(port, "localhost", tls.clone()).await.unwrap(), done());
    refused(read(port, "127.0.0.1", tls).await, "not valid for name");
}

/// Whoever has the certificate, which is public, has not the key.
#[tokio::test]
async fn the_signature_of_the_handshake_is_checked() {
    let own = self_signed(|_| ());
    let port = server(own.der().clone(), &KeyPair::generate().unwrap()).await;
    refused(read(port, "localhost", Tls::default().accept_server(own.pem().as_bytes()).unwrap()).await, "BadSignature");
}

#[tokio::test]
async fn it_vouches_for_no_other_certificate() {
    let own = self_signed(|_| ());
    let tls = Tls::default().accept_server(own.pem().as_bytes()).unwrap();
    // One that it issued.
    let port = server_issued_by(&own).await;
    refused(read(port, "localhost", tls.clone()).await, "UnknownIssuer");
    // One of the same key and the same names, with another number.
    let twin = CertifiedIssuer::self_signed(parameters(), KeyPair::from_pem(&own.key().serialize_pem()).unwrap());
    let twin = twin.unwrap();
    assert_ne!(twin.der(), own.der());
    let port = server(twin.der().clone(), twin.key()).await;
    refused(read(port, "localhost", tls).await, "invalid peer certificate");
    // A server's certificate that does not call itself an authority is none.
    let no_authority = self_signed(|parameters| parameters.is_ca = IsCa::ExplicitNoCa);
    let port = server_issued_by(&no_authority).await;
    let tls = Tls::default().trust_or_accept(no_authority.pem().as_bytes()).unwrap();
    refused(read(port, "localhost", tls).await, "UnknownIssuer");
}

/// A file of authorities is one still.
#[tokio::test]
async fn an_authority_vouches_for_what_it_issued() {
    let authority = self_signed(|_| ());
    let port = server_issued_by(&authority).await;
    let tls = Tls::default().trust_or_accept(authority.pem().as_bytes()).unwrap();
    assert_eq!(read(port, "localhost", tls).await.unwrap(), done());
}
