//! Requests that are still being written when the server has had enough.

use std::time::Duration;

use asmx_runtime::{ErrorKind, Outcome, Transport};

use tokio::task::JoinSet;

use super::calls::{SEND, WRITE, call, client};
use super::server::{Behavior, End, FaultServer, Stage};

const TOO_LARGE: &[u8] = b"HTTP/1.1 413 Content Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

/// The response in the middle, how the connection ends, and what the call may come to.
type Case = (&'static [u8], End, &'static [(ErrorKind, Outcome)]);

const INTERRUPTED: &[(ErrorKind, Outcome)] = &[(ErrorKind::Interrupted, Outcome::Unknown)];
const TIMEOUT: &[(ErrorKind, Outcome)] = &[(ErrorKind::Timeout, Outcome::Unknown)];
/// Whether the client reads the response before it notices that nobody reads the request is not in its hands.
const EITHER: &[(ErrorKind, Outcome)] =
    &[(ErrorKind::Status, Outcome::Refused), (ErrorKind::Interrupted, Outcome::Unknown)];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_that_is_cut_short_is_not_repeated() {
    let cases: [Case; 5] = [
        (b"", End::Close, INTERRUPTED),
        (b"", End::Reset, INTERRUPTED),
        (b"", End::Stall, TIMEOUT),
        (TOO_LARGE, End::Close, EITHER),
        (TOO_LARGE, End::Stall, EITHER),
    ];
    let padding = "x".repeat(4 * 1024 * 1024);
    let made = if cases::are_all() { 6 } else { 4 };
    for (index, (response, end, expected)) in cases.into_iter().enumerate() {
        let server = FaultServer::new(Behavior::WhileReading(64 * 1024, response, end)).await;
        let mut calls = JoinSet::new();
        let waits = expected == TIMEOUT;
        let account = client(server.address, Duration::from_secs(if waits { 2 } else { 60 }));
        for transport in [Transport::Soap11, Transport::Soap12, Transport::HttpPost].into_iter().step_by(cases::step(2))
        {
            for operation in [WRITE, SEND] {
                let prepared = call(&account, operation, transport, 0).parameter("Padding", padding.clone());
                calls.spawn(async move { (operation, transport, prepared.await.unwrap_err()) });
            }
        }
        for (operation, transport, error) in calls.join_all().await {
            assert!(
                expected.contains(&(error.kind(), error.outcome())),
                "case {index}, {operation} over {transport}: {error:?}"
            );
            assert_eq!(error.attempts(), 1, "{error:?}");
        }
        let lines = server.log.lines();
        // On a busy machine a call's time may be over before the server has read that much of it.
        let came = if waits { 1..=made } else { made..=made };
        assert!(came.contains(&lines.len()), "case {index}: {} requests", lines.len());
        assert!(lines.iter().all(|line| line.stage == Stage::Began), "case {index}");
    }
}
