//! Retries: which calls are retried, when and how often, and which never.
#![cfg(feature = "client")]

use std::time::Duration;

use asmx_runtime::{ErrorKind, Outcome, RawOutput, RetryPolicy};
use test_servers::scripted::{READ, SEND, SERVICE, Script, Step, WRITE, builder, busy, call, done, status};
use tokio::time::Instant;

const SECOND: Duration = Duration::from_secs(1);

/// Every failure with an unknown outcome, and every refusal of the server.
fn failures_after_sending() -> Vec<(Step, ErrorKind, Outcome)> {
    vec![
        (Step::Broken, ErrorKind::Interrupted, Outcome::Unknown),
        (Step::Truncated, ErrorKind::Interrupted, Outcome::Unknown),
        (Step::Stall, ErrorKind::Timeout, Outcome::Unknown),
        (status(200, "text/html", "<html>hello</html>"), ErrorKind::UnexpectedResponse, Outcome::Unknown),
        (status(200, "text/xml", "<cut"), ErrorKind::UnexpectedResponse, Outcome::Unknown),
        (status(200, "text/xml", ""), ErrorKind::UnexpectedResponse, Outcome::Unknown),
        (status(502, "text/html", "<html>bad gateway</html>"), ErrorKind::Status, Outcome::Unknown),
        (busy("0"), ErrorKind::Status, Outcome::Refused),
        (status(504, "text/html", "<html>late</html>"), ErrorKind::Status, Outcome::Unknown),
    ]
}

#[tokio::test(start_paused = true)]
async fn a_read_is_tried_again_after_every_failure_that_may_pass() {
    for (step, ..) in
        failures_after_sending().into_iter().chain([(Step::NotConnected, ErrorKind::Connect, Outcome::NotSent)])
    {
        let script = Script::new([step, Step::Result]);
        let content = call(&script.client(), &READ).await.unwrap();
        assert_eq!((content, script.requests()), (done(), 2));
    }
}

#[tokio::test(start_paused = true)]
async fn a_write_or_send_that_may_have_arrived_is_never_repeated() {
    for operation in [&WRITE, &SEND] {
        for (step, kind, outcome) in failures_after_sending() {
            let script = Script::new([step]);
            let patient = RetryPolicy::default().attempts(10).faults(true);
            let error = call(&script.client(), operation).retry(patient).await.unwrap_err();
            assert_eq!((error.kind(), error.outcome(), error.attempts()), (kind, outcome, 1), "{error}");
            assert_eq!(script.requests(), 1, "{error}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn calls_without_a_connection_are_retried_whatever_their_effect() {
    for operation in SERVICE.operations {
        let script = Script::new([Step::NotConnected, Step::NotConnected, Step::Result]);
        assert_eq!(call(&script.client(), operation).await.unwrap(), done());
        let script = Script::new([Step::NotConnected, Step::NotConnected, Step::NotConnected]);
        let error = call(&script.client(), operation).await.unwrap_err();
        assert_eq!((error.kind(), error.outcome(), error.attempts()), (ErrorKind::Connect, Outcome::NotSent, 3));
        let end = "connection refused: look at the port, and whether the service runs (after 3 attempts)";
        assert!(error.to_string().ends_with(end), "{error}");
        assert!(error.elapsed() <= Duration::from_millis(752), "{:?}", error.elapsed());
    }
}

#[tokio::test(start_paused = true)]
async fn responses_that_would_come_again_are_not_asked_for_again() {
    let lasting = [
        (status(400, "text/xml", ""), ErrorKind::Status),
        (status(404, "text/html", "<html/>"), ErrorKind::Status),
        (status(302, "text/html", "<html/>"), ErrorKind::Status),
        (status(500, "text/html", "<html/>"), ErrorKind::Status),
        (status(200, "text/xml", "<other/>"), ErrorKind::UnexpectedResponse),
        (Step::Fault, ErrorKind::Fault),
    ];
    for (step, kind) in lasting {
        let script = Script::new([step]);
        let error = call(&script.client(), &READ).await.unwrap_err();
        assert_eq!((error.kind(), error.attempts()), (kind, 1), "{error}");
    }
}

#[tokio::test(start_paused = true)]
async fn faults_of_reads_are_tried_again_if_the_policy_says_so() {
    let client =
        |script: &Script| builder().retry(RetryPolicy::default().faults(true)).build_on(script.clone()).unwrap();
    let script = Script::new([Step::Fault, Step::Result]);
    assert_eq!(call(&client(&script), &READ).await.unwrap(), done());
    let script = Script::new([Step::Fault]);
    let error = call(&client(&script), &WRITE).await.unwrap_err();
    assert_eq!((error.fault().unwrap().message(), error.outcome()), ("Out of order".to_owned(), Outcome::Refused));
}

#[tokio::test(start_paused = true)]
async fn waits_are_random_within_a_bound_that_doubles() {
    let policy = RetryPolicy::default().attempts(5).base_backoff(SECOND).max_backoff(3 * SECOND);
    let mut longest = [Duration::ZERO; 4];
    let mut shortest = [Duration::MAX; 4];
    for _ in 0..200 {
        let script = Script::new((0..5).map(|_| Step::Broken));
        call(&script.client(), &READ).retry(policy.clone()).await.unwrap_err();
        let came = script.came();
        assert_eq!(came.len(), 5);
        for ((pair, long), short) in came.windows(2).zip(&mut longest).zip(&mut shortest) {
            let wait = *pair.last().unwrap() - *pair.first().unwrap();
            (*long, *short) = (wait.max(*long), wait.min(*short));
        }
    }
    // Timers are precise to one millisecond.
    for ((bound, long), short) in [1, 2, 3, 3].into_iter().zip(longest).zip(shortest) {
        let bound = Duration::from_secs(bound);
        assert!(long <= bound + Duration::from_millis(1) && long > bound.mul_f32(0.9), "{long:?} of {bound:?}");
        assert!(short < bound.mul_f32(0.1), "{short:?} of {bound:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn retry_after_is_waited_for_unless_it_is_too_long() {
    let script = Script::new([busy("7"), Step::Result]);
    let started = Instant::now();
    call(&script.client(), &READ).await.unwrap();
    assert!((7 * SECOND..8 * SECOND).contains(&started.elapsed()), "{:?}", started.elapsed());

    let script = Script::new([busy("61")]);
    let started = Instant::now();
    let error = call(&script.client(), &READ).await.unwrap_err();
    assert_eq!((error.attempts(), error.retry_after(), started.elapsed()), (1, Some(61 * SECOND), Duration::ZERO));

    // A wait beyond the call's time is not begun either.
    let script = Script::new([busy("20")]);
    let error = call(&script.client(), &READ).timeout(10 * SECOND).await.unwrap_err();
    assert_eq!((error.kind(), error.attempts()), (ErrorKind::Status, 1));
}

#[tokio::test(start_paused = true)]
async fn the_whole_call_ends_in_its_time_and_an_attempt_in_its_own() {
    let script = Script::new((0..9).map(|_| Step::Stall));
    let policy = RetryPolicy::default().attempts(9).base_backoff(Duration::ZERO);
    let started = Instant::now();
    let client = script.client();
    let prepared = call(&client, &READ).timeout(25 * SECOND).attempt_timeout(10 * SECOND).retry(policy);
    let error = prepared.await.unwrap_err();
    assert_eq!((error.kind(), error.outcome(), error.attempts()), (ErrorKind::Timeout, Outcome::Unknown, 3));
    assert_eq!((started.elapsed().as_secs(), error.elapsed().as_secs()), (25, 25));
    assert_eq!(error.to_string(), "Read over SOAP 1.1: no response within 25s (after 3 attempts)");

    let script = Script::new([Step::Stall]);
    let error = call(&script.client(), &SEND).attempt_timeout(10 * SECOND).await.unwrap_err();
    assert_eq!(error.to_string(), "Send over SOAP 1.1: no response within 10s");
}

#[tokio::test(start_paused = true)]
async fn all_calls_of_a_client_share_a_budget() {
    // Half a retry for every call.
    let script = Script::new((0..6).map(|_| Step::Broken));
    let client = builder().retry_budget(0, 0.5).build_on(script.clone()).unwrap();
    let policy = RetryPolicy::default().attempts(2);
    let mut attempts = Vec::new();
    for _ in 0..4 {
        attempts.push(call(&client, &READ).retry(policy.clone()).await.unwrap_err().attempts());
    }
    assert_eq!(attempts, [1, 2, 1, 2]);

    let script = Script::new([Step::Broken]);
    let client = builder().retry_budget(0, f32::NAN).build_on(script).unwrap();
    assert_eq!(call(&client, &READ).await.unwrap_err().attempts(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_call_can_have_a_policy_of_its_own() {
    let script = Script::new([Step::Broken]);
    let error = call(&script.client(), &READ).retry(RetryPolicy::never()).await.unwrap_err();
    assert_eq!((error.attempts(), script.requests()), (1, 1));
}

#[tokio::test(start_paused = true)]
async fn a_call_is_not_sent_only_if_no_attempt_was() {
    let script = Script::new([Step::Broken, Step::NotConnected, Step::NotConnected]);
    let error = call(&script.client(), &READ).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::Connect, Outcome::Unknown));
    let script = Script::new([busy("0"), Step::NotConnected, Step::NotConnected]);
    let error = call(&script.client(), &READ).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::Connect, Outcome::Refused));
}

#[tokio::test(start_paused = true)]
async fn a_call_whose_time_ends_in_a_limit_is_not_sent() {
    let script = Script::new([Step::Stall]);
    let layer = tower::limit::ConcurrencyLimitLayer::new(1);
    let client = builder().layer(layer).build_on(script.clone()).unwrap();
    let first = call(&client, &SEND).timeout(9 * SECOND).into_future();
    let first = tokio::spawn(first);
    tokio::task::yield_now().await;
    let error = call(&client, &SEND).timeout(5 * SECOND).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::Timeout, Outcome::NotSent));
    assert_eq!(error.to_string(), "Send over SOAP 1.1: not sent within 5s");
    assert_eq!(first.await.unwrap().unwrap_err().outcome(), Outcome::Unknown);
    assert_eq!(script.requests(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_layer_that_refuses_is_named_and_its_calls_may_be_repeated() {
    let refusing = tower::layer::layer_fn(|http: asmx_runtime::stack::HttpService| {
        tower::service_fn(move |request: http::Request<bytes::Bytes>| {
            let http = http.clone();
            async move {
                if String::from_utf8_lossy(request.body()).contains("<Read ") {
                    return tower::ServiceExt::oneshot(http, request).await;
                }
                Err("the queue is full".into())
            }
        })
    });
    let client = builder().layer(refusing).build_on(Script::new([Step::Result])).unwrap();
    // Before the first request has come through, the layer may lose notes.
    let error = call(&client, &SEND).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome(), error.attempts()), (ErrorKind::Interrupted, Outcome::Unknown, 1));
    call(&client, &READ).await.unwrap();
    let error = call(&client, &SEND).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome(), error.attempts()), (ErrorKind::HeldBack, Outcome::NotSent, 3));
    assert_eq!(std::error::Error::source(&error).unwrap().to_string(), "the queue is full");
}

#[tokio::test(start_paused = true)]
async fn a_stream_is_opened_again_but_never_begun_again() {
    let script = Script::new([busy("0"), Step::Truncated]);
    let output = call(&script.client(), &READ).raw_stream().await.unwrap();
    let RawOutput::Streaming { mut body, .. } = output else { panic!("the response is whole") };
    assert_eq!(body.chunk().await.unwrap().unwrap().len(), 90);
    let error = body.chunk().await.unwrap().unwrap_err();
    assert_eq!((error.kind(), error.outcome(), error.attempts()), (ErrorKind::Interrupted, Outcome::Unknown, 2));
    assert_eq!(script.requests(), 2);
}

#[tokio::test(start_paused = true)]
async fn dropping_a_call_ends_it() {
    let script = Script::new([Step::Broken, Step::Result]);
    let policy = RetryPolicy::default().base_backoff(100 * SECOND).max_backoff(100 * SECOND);
    let client = script.client();
    let slow = tokio::time::timeout(Duration::ZERO, call(&client, &READ).retry(policy)).await;
    assert!(slow.is_err());
    tokio::time::sleep(200 * SECOND).await;
    assert_eq!(script.requests(), 1);
}
