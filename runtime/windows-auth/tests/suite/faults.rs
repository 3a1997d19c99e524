//! Failures in the middle of a sign-in: the outcome is right, nothing is executed twice, and no secret is shown.

use std::time::Duration;

use asmx_runtime::{Builder, Client, Error, ErrorKind, Outcome, RetryPolicy};
use asmx_windows_auth::{Identity, WindowsAuth};
use bytes::Bytes;
use http::{Method, Request, StatusCode};
use test_servers::scripted::{READ, SEND, builder, call};
use tower::ServiceExt as _;

use crate::acceptor::{Acceptor, Fault, Leg, Seen, challenge_message};

pub const PASSWORD: &str = "pa55-of-windows";

pub fn client(acceptor: &Acceptor, with: impl FnOnce(Builder<Client>) -> Builder<Client>) -> Client {
    let stack = WindowsAuth::new(Identity::ntlm(r"SHOP\ann", PASSWORD)).sign_in_timeout(Duration::from_millis(300));
    with(builder().base_url(acceptor.url()).capture(4)).build_on(stack).unwrap()
}

/// A server with that fault, and a client of it.
pub async fn faulty(fault: Fault) -> (Acceptor, Client) {
    let acceptor = Acceptor::new(fault).await;
    let client = client(&acceptor, |builder| builder);
    (acceptor, client)
}

/// A `send` that fails.
async fn failed(acceptor: &Acceptor) -> Error {
    let client = client(acceptor, |builder| builder.timeout(Duration::from_secs(2)));
    let error = call(&client, &SEND).retry(RetryPolicy::never()).await.unwrap_err();
    let shown = format!("{error} {error:?} {client:?} {:?}", client.exchanges());
    assert!(!shown.contains(PASSWORD) && !shown.contains("TlRM"), "{shown}");
    error
}

#[tokio::test]
async fn each_connection_signs_in_once_and_the_body_is_sent_once() {
    let (acceptor, client) = faulty(Fault::None).await;
    for _ in 0..3 {
        call(&client, &SEND).await.unwrap();
    }
    let seen = acceptor.seen();
    let legs: Vec<Leg> = seen.iter().map(|seen| seen.leg).collect();
    assert_eq!(legs, [Leg::Negotiate, Leg::Authenticate, Leg::Later, Leg::Later]);
    // The first leg cannot be taken for a call.
    let Seen { body, action, .. } = &seen[0];
    assert_eq!((body.as_str(), *action), ("", false));
    assert!(seen[1..].iter().all(|seen| seen.user == "ann" && seen.body.contains("<Send") && seen.action), "{seen:?}");
}

/// The server refuses any other request, as http.sys does.
#[tokio::test]
async fn an_empty_post_states_its_length_and_a_get_has_none() {
    let acceptor = Acceptor::new(Fault::None).await;
    for method in [Method::GET, Method::POST] {
        let request = Request::builder().method(method.clone()).uri(acceptor.url()).body(Bytes::new()).unwrap();
        let response = WindowsAuth::new(Identity::ntlm("ann", PASSWORD)).oneshot(request).await.unwrap();
        assert_eq!(response.status(), StatusCode::OK, "{method}");
    }
}

#[tokio::test]
async fn a_failure_before_the_last_leg_is_not_sent() {
    for (fault, kind, words) in [
        (Fault::Cut(Leg::Negotiate), ErrorKind::Connect, "no connection to"),
        (
            Fault::Stall(Leg::Negotiate),
            ErrorKind::Connect,
            "the server did not sign in within 300ms; its application may be starting",
        ),
        (
            Fault::Closes,
            ErrorKind::Connect,
            "while it signed in: NTLM needs one connection, so look at keep-alive and at proxies",
        ),
        (Fault::Malformed, ErrorKind::Credentials, "signing in failed: the server's challenge is not base64"),
        (Fault::Challenge(b"NTLMSSP\0\x02\0\0\0"), ErrorKind::Credentials, "signing in failed: "),
    ] {
        let acceptor = Acceptor::new(fault).await;
        let error = failed(&acceptor).await;
        assert_eq!((error.kind(), error.outcome()), (kind, Outcome::NotSent), "{fault:?}: {error}");
        assert!(error.to_string().contains(words), "{fault:?}: {error}");
        assert_eq!(acceptor.executed(), [], "{fault:?}");
    }
}

/// As if somebody between client and server had taken a protection out.
#[tokio::test]
async fn a_challenge_that_offers_less_is_not_answered() {
    for (byte, bit, lacks) in
        [(22, 0x08, "extended session security"), (23, 0x20, "128-bit keys"), (20, 0x01, "Unicode")]
    {
        let mut weak = challenge_message();
        weak[byte] &= !bit;
        let acceptor = Acceptor::new(Fault::Challenge(weak.leak())).await;
        let error = failed(&acceptor).await;
        assert_eq!((error.kind(), error.outcome()), (ErrorKind::Credentials, Outcome::NotSent), "{lacks}: {error}");
        assert!(error.to_string().contains("the server's NTLM challenge lacks"), "{lacks}: {error}");
        assert!(acceptor.seen().iter().all(|seen| seen.leg == Leg::Negotiate), "{lacks}");
    }
}

#[tokio::test]
async fn a_call_whose_time_ends_before_the_last_leg_is_not_sent() {
    let acceptor = Acceptor::new(Fault::Stall(Leg::Negotiate)).await;
    let client = client(&acceptor, |builder| builder.timeout(Duration::from_millis(100)));
    let error = call(&client, &SEND).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::Timeout, Outcome::NotSent), "{error}");
    let words = "not sent within 100ms: the server did not respond to a step of the sign-in by NTLM; its application may be starting";
    assert!(error.to_string().contains(words), "{error}");
    assert_eq!(acceptor.executed(), []);
}

#[tokio::test]
async fn a_failure_of_the_last_leg_is_unknown_and_the_call_is_not_repeated() {
    for (fault, kind) in
        [(Fault::Cut(Leg::Authenticate), ErrorKind::Interrupted), (Fault::Stall(Leg::Authenticate), ErrorKind::Timeout)]
    {
        let acceptor = Acceptor::new(fault).await;
        let client = client(&acceptor, |builder| builder.timeout(Duration::from_millis(500)));
        let error = call(&client, &SEND).await.unwrap_err();
        assert_eq!((error.kind(), error.outcome()), (kind, Outcome::Unknown), "{fault:?}: {error}");
        assert_eq!(acceptor.executed().len(), 1, "{fault:?}");
    }
}

#[tokio::test]
async fn a_refusal_is_not_repeated_and_names_what_was_tried() {
    for (fault, words) in [
        (Fault::Refuses, ": it offers NTLM; NTLM was sent, and was not accepted"),
        (Fault::BasicOnly, ": it offers Basic; NTLM was sent, which it does not offer"),
        (Fault::Repeats, "signing in failed: "),
    ] {
        let acceptor = Acceptor::new(fault).await;
        let error = failed(&acceptor).await.to_string();
        assert!(error.contains(words), "{fault:?}: {error}");
        // Repeated attempts lock accounts.
        let attempts = acceptor.seen().iter().filter(|seen| seen.leg == Leg::Authenticate).count();
        assert!(attempts <= 1, "{fault:?}: {attempts}");
    }
}

#[tokio::test]
async fn a_server_that_asks_for_nobody_is_called_all_the_same() {
    let (acceptor, client) = faulty(Fault::Open).await;
    call(&client, &SEND).await.unwrap();
    let legs: Vec<_> = acceptor.seen().iter().map(|seen| (seen.leg, seen.body.is_empty())).collect();
    assert_eq!(legs, [(Leg::Negotiate, true), (Leg::Anonymous, false)]);
}

#[tokio::test]
async fn a_provider_that_fails_is_not_asked_again() {
    let acceptor = Acceptor::new(Fault::None).await;
    let stack = WindowsAuth::new(Identity::ntlm_from(|| Err("the vault is locked".into())));
    let client = builder().base_url(acceptor.url()).build_on(stack).unwrap();
    let error = call(&client, &READ).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome(), error.attempts()), (ErrorKind::Credentials, Outcome::NotSent, 1));
    assert!(error.to_string().contains("the provider of the password: the vault is locked"), "{error}");
}

#[tokio::test]
async fn the_messages_of_a_sign_in_go_to_one_server_only() {
    let (first, other) = (Acceptor::new(Fault::None).await, Acceptor::new(Fault::None).await);
    let stack = WindowsAuth::new(Identity::ntlm("ann", PASSWORD));
    let to = |acceptor: &Acceptor| builder().base_url(acceptor.url()).build_on(stack.clone()).unwrap();
    call(&to(&first), &READ).await.unwrap();
    let error = call(&to(&other), &READ).await.unwrap_err();
    assert!(error.to_string().contains("for another server than the first"), "{error}");
    assert_eq!(other.seen(), []);
}

/// Also on a connection that signed in for an earlier call.
#[tokio::test]
async fn a_server_that_repeats_who_signed_in_is_shown_without_it() {
    let acceptor = Acceptor::new(Fault::Says("no ann.example, nor pa55-of-windows")).await;
    let stack = WindowsAuth::new(Identity::ntlm(r"SHOP\ann.example", PASSWORD));
    let client = builder().base_url(acceptor.url()).capture(4).build_on(stack).unwrap();
    for _ in 0..2 {
        let error = call(&client, &SEND).await.unwrap_err();
        let excerpt = error.excerpt().unwrap();
        assert!(excerpt.starts_with("no [redacted], nor [redacted]"), "{excerpt}");
    }
    let shown = client.exchanges().iter().map(ToString::to_string).collect::<String>();
    assert!(!shown.contains("TlRM") && !shown.contains("ann.example") && !shown.contains(PASSWORD), "{shown}");
    assert_eq!(acceptor.seen().iter().filter(|seen| seen.leg == Leg::Later).count(), 1);
}
