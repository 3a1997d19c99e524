//! Credentials from a provider, which is asked before each attempt. Without credentials a call is not sent.
#![cfg(feature = "client")]

use std::error::Error as _;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use asmx_runtime::{Builder, Client, Credentials, ErrorKind, Outcome};
use test_servers::scripted::{READ, SERVICE, Script, Step, WRITE, call, status};

fn builder() -> Builder<Client> {
    Builder::new(&SERVICE).base_url("https://example.test").namespace("http://example.test/").capture(10)
}

#[tokio::test(start_paused = true)]
async fn each_attempt_has_the_credentials_of_its_time() {
    let asked = AtomicU32::new(0);
    let provider = move || {
        let password = format!("pa55word-{}", asked.fetch_add(1, Ordering::Relaxed));
        async move { Ok(Credentials::new("u", password)) }
    };
    // The last page repeats the passwords of both attempts.
    let page = "pa55word-0 was followed by pa55word-1, not by pa55word-2";
    let script = Script::new([status(503, "text/plain", ""), status(500, "text/plain", page)]);
    let client = builder().credentials_from(provider).build_on(script.clone()).unwrap();
    let error = call(&client, &READ).await.unwrap_err();
    assert_eq!((script.requests(), error.attempts()), (2, 2));
    let redacted = "[redacted] was followed by [redacted], not by pa55word-2";
    // The body is raw.
    assert_eq!((error.excerpt(), error.body().unwrap().as_ref()), (Some(redacted), page.as_bytes()));
    let exchanges = client.exchanges();
    for exchange in &exchanges {
        assert!(exchange.request.as_ref().unwrap().body.contains("<Password>[redacted]</Password>"), "{exchange}");
    }
    assert_eq!(exchanges.len(), 2);
}

#[tokio::test(start_paused = true)]
async fn without_credentials_a_call_is_neither_sent_nor_retried() {
    let script = Script::new([]);
    let client = builder().credentials_from(|| async { Err("locked".into()) }).build_on(script.clone()).unwrap();
    for operation in [&READ, &WRITE] {
        let error = call(&client, operation).await.unwrap_err();
        assert_eq!((error.kind(), error.outcome()), (ErrorKind::Credentials, Outcome::NotSent));
        assert_eq!(error.to_string(), format!("{} over SOAP 1.1: the provider of credentials failed", operation.name));
        assert_eq!(error.source().unwrap().to_string(), "locked");
    }
    let never = builder().credentials_from(std::future::pending).build_on(script.clone()).unwrap();
    let error = call(&never, &WRITE).timeout(Duration::from_secs(1)).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::Timeout, Outcome::NotSent));
    assert_eq!(script.requests(), 0);
}

#[tokio::test(start_paused = true)]
async fn credentials_provide_themselves() {
    let credentials = Credentials::new("u", "pa55word");
    assert_eq!(format!("{credentials:?}"), "Credentials { username: \"[given]\", password: \"[given]\" }");
    let client = builder().credentials_from(credentials).build_on(Script::new([Step::Result])).unwrap();
    call(&client, &WRITE).await.unwrap();
    assert_eq!(client.exchanges().len(), 1);
}
