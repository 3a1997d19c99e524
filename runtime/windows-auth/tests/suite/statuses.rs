//! Statuses in the place of a challenge, and servers that start, close and forget.

use std::time::Duration;

use asmx_runtime::{Error, ErrorKind, Outcome, RetryPolicy};
use asmx_windows_auth::{Identity, WindowsAuth};
use bytes::Bytes;
use http::Request;
use test_servers::scripted::{READ, SEND, builder, call};
use tower::ServiceExt as _;

use crate::acceptor::{Acceptor, Fault, Leg};
use crate::faults::{PASSWORD, client, faulty};

/// Those that http.sys, IIS, ASP.NET and proxies send before a page runs, and others.
const STATUSES: [u16; 12] = [400, 403, 404, 405, 407, 411, 413, 429, 500, 501, 502, 503];

/// The response of a proxy after a broken connection to the service.
const fn outcome(status: u16) -> Outcome {
    if status == 502 { Outcome::Unknown } else { Outcome::Refused }
}

fn not_accepted(status: u16, without: u16) -> String {
    format!(": NTLM was sent, and was not accepted (status {status}); without it the server answered {without}")
}

async fn failure(acceptor: &Acceptor) -> Error {
    let client = client(acceptor, |builder| builder.timeout(Duration::from_secs(5)));
    call(&client, &SEND).retry(RetryPolicy::never()).await.unwrap_err()
}

#[tokio::test]
async fn where_everybody_may_call_the_request_follows_a_status_once() {
    for status in STATUSES {
        let (acceptor, client) = faulty(Fault::OpenButEmpty(status)).await;
        for _ in 0..2 {
            call(&client, &SEND).await.unwrap();
        }
        // The connection is known to be open.
        assert_eq!(acceptor.legs(), [Leg::Negotiate, Leg::Anonymous, Leg::Anonymous], "{status}");
        let with_body = acceptor.seen().iter().filter(|seen| !seen.body.is_empty()).count();
        assert_eq!(with_body, 2, "{status}");
    }
}

#[tokio::test]
async fn the_status_of_a_sign_in_that_failed_is_named_beside_the_response() {
    for status in STATUSES {
        for fault in [Fault::Status(Leg::Negotiate, status), Fault::LastStatus(Leg::Negotiate, status)] {
            let (acceptor, client) = faulty(fault).await;
            for _ in 0..2 {
                let error = call(&client, &SEND).retry(RetryPolicy::never()).await.unwrap_err();
                assert!(error.to_string().contains(&not_accepted(status, 401)), "{fault:?}: {error}");
                assert_eq!(error.status().unwrap(), 401);
            }
            // The second call begins as the first did.
            assert_eq!(acceptor.legs(), [Leg::Negotiate, Leg::Anonymous].repeat(2), "{fault:?}");
        }
    }
}

#[tokio::test]
async fn a_status_that_ends_the_connection_is_shown_with_its_page() {
    for status in STATUSES {
        let acceptor = Acceptor::new(Fault::Always(status)).await;
        let error = failure(&acceptor).await;
        assert_eq!((error.kind(), error.outcome()), (ErrorKind::Status, outcome(status)), "{error}");
        assert_eq!(error.status().unwrap(), status);
        assert!(error.excerpt().unwrap().contains(&format!("the page of {status}")), "{error:#?}");
        assert!(error.to_string().contains(&not_accepted(status, status)), "{error}");
        assert_eq!(acceptor.legs(), [Leg::Negotiate, Leg::Anonymous]);
    }
}

/// The server is gone before the request can follow.
#[tokio::test]
async fn the_page_of_a_step_is_shown_where_the_request_cannot_follow() {
    let acceptor = Acceptor::new(Fault::Once(503)).await;
    let error = failure(&acceptor).await;
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::Status, Outcome::NotSent), "{error}");
    assert_eq!(error.status().unwrap(), 503);
    assert!(error.excerpt().unwrap().contains("the page of 503"), "{error:#?}");
    let words = "the first step of the sign-in by NTLM, and the request was not sent";
    assert!(error.to_string().contains(words), "{error}");
    assert_eq!(acceptor.legs(), [Leg::Negotiate]);
}

/// The request went with the last step, so it is not sent again. What stands before the service says nothing about the user.
#[tokio::test]
async fn a_status_for_the_last_step_is_that_of_the_request() {
    for status in STATUSES {
        let (acceptor, client) = faulty(Fault::Status(Leg::Authenticate, status)).await;
        let error = call(&client, &SEND).retry(RetryPolicy::never()).await.unwrap_err();
        assert_eq!((error.status().unwrap().as_u16(), error.outcome()), (status, outcome(status)), "{error}");
        assert_eq!(acceptor.executed().len(), 1, "{status}");
        let second = call(&client, &SEND).retry(RetryPolicy::never()).await;
        let is_signed_in = matches!(status, 403..=405 | 500 | 501);
        assert_eq!(second.is_ok(), is_signed_in, "{status}");
        assert_eq!(acceptor.legs().contains(&Leg::Later), is_signed_in, "{status}");
    }
}

/// A request without a body may have been executed.
#[tokio::test]
async fn a_request_without_a_body_is_never_repeated_after_a_status() {
    for status in STATUSES {
        let acceptor = Acceptor::new(Fault::Status(Leg::Negotiate, status)).await;
        let request = Request::get(acceptor.url()).body(Bytes::new()).unwrap();
        let response = WindowsAuth::new(Identity::ntlm("ann", PASSWORD)).oneshot(request).await.unwrap();
        assert_eq!(response.status(), status);
        assert_eq!(acceptor.legs(), [Leg::Negotiate]);
    }
}

/// The clock of the test does not wait.
#[tokio::test(start_paused = true)]
async fn an_application_that_starts_is_waited_for() {
    let acceptor = Acceptor::new(Fault::Starts(Duration::from_secs(35))).await;
    let stack = WindowsAuth::new(Identity::ntlm(r"SHOP\ann", PASSWORD));
    let client = builder().base_url(acceptor.url()).build_on(stack).unwrap();
    let begun = tokio::time::Instant::now();
    call(&client, &SEND).await.unwrap();
    assert!(begun.elapsed() >= Duration::from_secs(35));
    assert_eq!(acceptor.legs(), [Leg::Negotiate, Leg::Authenticate]);
}

fn sign_ins(acceptor: &Acceptor) -> usize {
    acceptor.legs().iter().filter(|leg| **leg == Leg::Authenticate).count()
}

#[tokio::test]
async fn a_server_that_forgets_sometimes_gets_few_sign_ins() {
    let (acceptor, client) = faulty(Fault::ForgetsOneIn(4)).await;
    for _ in 0..200 {
        call(&client, &SEND).await.unwrap();
    }
    assert_eq!((acceptor.executed().len(), sign_ins(&acceptor)), (200, 50));
}

#[tokio::test]
async fn a_server_that_always_forgets_gets_a_sign_in_for_each_request() {
    let (acceptor, client) = faulty(Fault::Forgets).await;
    for _ in 0..40 {
        call(&client, &SEND).await.unwrap();
    }
    assert_eq!((acceptor.executed().len(), sign_ins(&acceptor)), (40, 40));
    // Four lapses teach it, and after 8 and 16 requests it looks again.
    assert_eq!(acceptor.legs().iter().filter(|leg| **leg == Leg::Anonymous).count(), 4 + 2);
}

#[tokio::test]
async fn a_read_is_repeated_where_a_connection_ends_within_the_sign_in() {
    let (acceptor, client) = faulty(Fault::Cut(Leg::Negotiate)).await;
    let error = call(&client, &READ).await.unwrap_err();
    assert_eq!((error.outcome(), error.attempts()), (Outcome::NotSent, 3), "{error}");
    assert_eq!(acceptor.executed(), []);
}
