//! Calls without async.
#![cfg(feature = "blocking")]

use std::time::Duration;

use asmx_runtime::{Builder, Client, ErrorKind, Outcome};
use test_servers::responses::with_length;
use test_servers::scripted::{PASSWORD, READ, SEND, SERVICE, Script, Step, call, done, result_of};

use crate::shared::request_from;

/// A server that responds to every request, on threads of the standard library.
fn serving() -> Client {
    use std::io::Write as _;
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for socket in listener.incoming() {
            let mut socket = socket.unwrap();
            std::thread::spawn(move || {
                while !request_from(&socket).is_empty() {
                    let response = with_length("200 OK", "Content-Type: text/xml\r\n", result_of("Read").as_bytes());
                    socket.write_all(&response).unwrap();
                }
            });
        }
    });
    let builder = Builder::new(&SERVICE).base_url(format!("http://{address}")).credentials("u", PASSWORD);
    builder.namespace("http://example.test/").build().unwrap()
}

#[test]
fn threads_wait_for_their_calls_at_once() {
    let client = serving();
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for _ in 0..25 {
                    assert_eq!(call(&client, &READ).wait().unwrap(), done());
                }
            });
        }
    });
    // Connections are kept from one wait to the next, also when nobody waits in between.
    std::thread::sleep(Duration::from_millis(50));
    assert_eq!(call(&client, &READ).wait().unwrap(), done());
}

#[test]
fn time_outs_and_retries_hold_without_a_runtime_of_the_callers() {
    let script = Script::new([Step::NotConnected, Step::Stall]);
    let error = call(&script.client(), &SEND).attempt_timeout(Duration::from_millis(20)).wait().unwrap_err();
    assert_eq!((error.kind(), error.outcome(), error.attempts()), (ErrorKind::Timeout, Outcome::Unknown, 2));
}

#[tokio::test]
async fn waiting_inside_an_async_runtime_is_an_error_before_sending() {
    let script = Script::new([Step::Result]);
    let client = script.client();
    let error = call(&client, &READ).wait().unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::Configuration, Outcome::NotSent));
    assert_eq!(error.operation(), Some("Read"));
    assert_eq!(script.requests(), 0);
    let waited = std::thread::spawn(move || call(&client, &READ).wait().unwrap());
    assert_eq!(tokio::task::spawn_blocking(|| waited.join().unwrap()).await.unwrap(), done());
}
