//! Rejections lock accounts, so that an identity rests after them.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use asmx_runtime::{Client, Error, ErrorKind, Outcome, RetryPolicy};
use asmx_windows_auth::{Identity, WindowsAuth};
use test_servers::scripted::{READ, SEND, builder, call};

use crate::acceptor::{Acceptor, Fault, Leg};
use crate::faults::PASSWORD;

fn client(acceptor: &Acceptor, identity: &Identity) -> Client {
    builder().base_url(acceptor.url()).build_on(WindowsAuth::new(identity.clone())).unwrap()
}

fn tries(acceptor: &Acceptor) -> usize {
    acceptor.legs().iter().filter(|leg| **leg == Leg::Authenticate).count()
}

/// Lets time pass; sockets go by the clock of the machine.
async fn after(time: Duration) {
    tokio::time::pause();
    tokio::time::advance(time).await;
    tokio::time::resume();
}

fn is_rest(error: &Error, rejections: u32, seconds: u64) {
    assert_eq!((error.kind(), error.outcome(), error.attempts()), (ErrorKind::Credentials, Outcome::NotSent, 1));
    let words = format!("signing in failed: the server rejected this user and password {rejections} times in a row");
    assert!(error.to_string().contains(&words), "{error}");
    let wait = error.retry_after().unwrap();
    assert!(wait <= Duration::from_secs(seconds) && wait > Duration::from_secs(seconds - 10), "{wait:?}");
}

#[tokio::test]
async fn an_identity_rests_after_two_rejections_and_then_tries_once() {
    let acceptor = Acceptor::new(Fault::RefusesAtFirst(4)).await;
    let identity = Identity::ntlm(r"SHOP\ann", PASSWORD);
    let rejected = || async {
        let error = call(&client(&acceptor, &identity), &READ).await.unwrap_err();
        assert_eq!((error.kind(), error.outcome()), (ErrorKind::Status, Outcome::Refused), "{error}");
        assert!(error.to_string().contains("NTLM was sent, and was not accepted"), "{error}");
    };
    rejected().await;
    for (rejections, seconds) in [(2, 60), (3, 300), (4, 900)] {
        rejected().await;
        assert_eq!(tries(&acceptor), rejections as usize);
        let seen = acceptor.seen().len();
        for operation in [&READ, &SEND] {
            is_rest(&call(&client(&acceptor, &identity), operation).await.unwrap_err(), rejections, seconds);
        }
        assert_eq!(acceptor.seen().len(), seen, "nothing is sent while the identity rests");
        after(Duration::from_secs(seconds)).await;
    }
    call(&client(&acceptor, &identity), &SEND).await.unwrap();
    assert_eq!((tries(&acceptor), acceptor.seen().iter().filter(|seen| seen.user == "ann").count()), (5, 5));
}

#[tokio::test]
async fn another_password_ends_the_rest() {
    let acceptor = Acceptor::new(Fault::RefusesAtFirst(2)).await;
    let password = Arc::new(Mutex::new("old"));
    let source = Arc::clone(&password);
    let identity = Identity::ntlm_from(move || Ok(("ann".to_owned(), (*source.lock().unwrap()).into())));
    let client = client(&acceptor, &identity);
    for _ in 0..2 {
        call(&client, &SEND).await.unwrap_err();
    }
    is_rest(&call(&client, &SEND).await.unwrap_err(), 2, 60);
    *password.lock().unwrap() = "new";
    call(&client, &SEND).await.unwrap();
    assert_eq!(tries(&acceptor), 3);
}

#[tokio::test]
async fn many_calls_at_a_time_try_a_wrong_password_twice() {
    let acceptor = Acceptor::new(Fault::Refuses).await;
    let client = client(&acceptor, &Identity::ntlm("ann", PASSWORD));
    let mut calls = tokio::task::JoinSet::new();
    for _ in 0..16 {
        let client = client.clone();
        calls.spawn(async move { call(&client, &SEND).await.unwrap_err().kind() });
    }
    let kinds = calls.join_all().await;
    let rejected = kinds.iter().filter(|kind| **kind == ErrorKind::Status).count();
    assert_eq!((tries(&acceptor), rejected), (2, 2), "{kinds:?}");
    assert!(kinds.iter().all(|kind| matches!(kind, ErrorKind::Status | ErrorKind::Credentials)), "{kinds:?}");
}

#[tokio::test]
async fn an_identity_that_rests_at_one_server_calls_another() {
    let (refuses, accepts) = (Acceptor::new(Fault::Refuses).await, Acceptor::new(Fault::None).await);
    let identity = Identity::ntlm("ann", PASSWORD);
    for _ in 0..3 {
        call(&client(&refuses, &identity), &SEND).await.unwrap_err();
    }
    assert_eq!(tries(&refuses), 2);
    call(&client(&accepts, &identity), &SEND).await.unwrap();
}

/// Only a 401 to the last step is a rejection of the password.
#[tokio::test]
async fn other_failures_of_a_sign_in_are_no_rejections() {
    for fault in
        [Fault::BasicOnly, Fault::Status(Leg::Negotiate, 503), Fault::Status(Leg::Authenticate, 503), Fault::Closes]
    {
        let acceptor = Acceptor::new(fault).await;
        let client = client(&acceptor, &Identity::ntlm("ann", PASSWORD));
        for _ in 0..4 {
            let error = call(&client, &SEND).retry(RetryPolicy::never()).await.unwrap_err();
            assert!(error.retry_after().is_none(), "{fault:?}: {error}");
        }
    }
}
