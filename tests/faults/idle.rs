//! Connections that are kept between calls, and that the server closes when it likes: the dangerous case of every pool.

use std::time::Duration;

use asmx_runtime::{Error, ErrorKind, Outcome, Transport};

use super::calls::{READ, SEND, WRITE, call, check, client};
use super::request::marker;
use super::responses::right;
use super::server::{Behavior, Delivery, End, FaultServer};

const CALLS: usize = 60;

/// How long an attempt takes at most.
const ATTEMPT: Duration = Duration::from_secs(5);

/// How many calls of a test may end with their time.
const MOST_LEFT: usize = 4;

/// Whether the request stayed in the queue of a connection whose task ended in the same instant: the HTTP client sends no word of it, so that the
/// call ends with its time. It happens to one call in some thousands, on a busy machine.
fn was_left(error: &Error) -> bool {
    (error.kind(), error.outcome()) == (ErrorKind::Timeout, Outcome::Unknown)
}

const fn soon(end: &'static End) -> Behavior {
    Behavior::Respond(right, Delivery::AtOnce, End::After(Duration::from_millis(1), end))
}

/// The server is done with a connection at a moment that the client cannot know.
const DEEDS: [Behavior; 7] = [
    Behavior::Respond(right, Delivery::AtOnce, End::Close),
    Behavior::Respond(right, Delivery::AtOnce, End::Reset),
    soon(&End::Close),
    soon(&End::Reset),
    Behavior::RespondThen(1, End::Close),
    Behavior::RespondThen(1, End::Reset),
    Behavior::RespondThen(3, End::Close),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_write_on_a_connection_that_closes_meanwhile_is_executed_at_most_once() {
    let (mut results, mut lost, mut left) = (0, 0, 0);
    for behavior in DEEDS {
        for transport in [Transport::Soap11, Transport::HttpPost] {
            let server = FaultServer::new(behavior).await;
            let account = client(server.address, ATTEMPT);
            for number in 0..CALLS {
                let operation = [WRITE, SEND, READ][number % 3];
                let result = call(&account, operation, transport, number).await;
                check(&server.log, operation, number, &result).unwrap();
                match result {
                    Ok(_) => results += 1,
                    Err(error) => {
                        assert_eq!(error.attempts(), if operation == READ { 3 } else { 1 }, "{error:?}");
                        assert_eq!(error.outcome(), Outcome::Unknown, "{error:?}");
                        assert!(was_left(&error) || error.kind() == ErrorKind::Interrupted, "{error:?}");
                        left += usize::from(was_left(&error));
                        lost += 1;
                    }
                }
                // From at once to well after the server's end, so that every order of events happens.
                tokio::time::sleep(Duration::from_micros((number as u64 % 10) * 250)).await;
            }
        }
    }
    assert!(results > 0 && lost > left, "{results} results, {lost} lost");
    assert!(left <= MOST_LEFT, "{left} calls ended with their time");
}

#[tokio::test]
async fn a_connection_that_is_known_to_be_closed_is_not_used() {
    let server = FaultServer::new(Behavior::Respond(right, Delivery::AtOnce, End::Close)).await;
    let account = client(server.address, Duration::from_secs(60));
    for number in 0..20 {
        let result = call(&account, SEND, Transport::Soap11, number).await;
        assert!(result.is_ok(), "{result:?}");
        assert_eq!(server.log.executed(SEND, &marker(number)), 1);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_connection_that_ends_at_once_is_not_made_or_breaks() {
    // The end may come before or after the client has given its request to the connection: both are said as they are.
    let mut left = 0;
    for end in [End::Close, End::Reset] {
        let server = FaultServer::new(Behavior::AtAccept(end)).await;
        let account = client(server.address, ATTEMPT);
        for number in 0..CALLS {
            let operation = [WRITE, SEND][number % 2];
            let result = call(&account, operation, Transport::Soap11, number).await;
            check(&server.log, operation, number, &result).unwrap();
            let error = result.expect_err("nobody responds");
            if was_left(&error) {
                left += 1;
                continue;
            }
            let seen = (error.kind(), error.outcome());
            let possible = [(ErrorKind::Connect, Outcome::NotSent), (ErrorKind::Interrupted, Outcome::Unknown)];
            assert!(possible.contains(&seen), "{error:?}");
            assert!(seen == possible[1] || error.attempts() == 3, "{error:?}");
        }
        assert_eq!(server.log.lines().len(), 0, "nothing was read");
    }
    assert!(left <= MOST_LEFT, "{left} calls ended with their time");
}
