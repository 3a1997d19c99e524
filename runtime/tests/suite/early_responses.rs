//! Servers that respond before they have read a large request, and end the connection.
#![cfg(feature = "client")]

use asmx_runtime::{ErrorKind, Outcome, RetryPolicy, ServerLimits};
use test_servers::scripted::{WRITE, builder, call};
use test_servers::server::{Behavior, End, FaultServer};

/// The response of a server after the first 1,000 bytes of a request.
const RESPONSES: [(u16, &[u8]); 3] = [
    (
        401,
        b"HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic\r\nContent-Type: text/plain\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno",
    ),
    (413, b"HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"),
    (503, b"HTTP/1.1 503 Busy\r\nRetry-After: 7\r\nContent-Length: 4\r\nConnection: close\r\n\r\nbusy"),
];

#[tokio::test(flavor = "multi_thread")]
async fn a_response_before_a_large_request_is_through_is_that_response() {
    for (status, response) in RESPONSES {
        let server = FaultServer::new(Behavior::WhileReading(1_000, response, End::Close)).await;
        let client = builder().base_url(format!("http://{}", server.address)).retry(RetryPolicy::never());
        let client = client.server_limits(ServerLimits::none()).build().unwrap();
        let large = "x".repeat(8 << 20);
        let error = call(&client, &WRITE).parameter("Large", large).await.unwrap_err();
        assert_eq!((error.kind(), error.outcome()), (ErrorKind::Status, Outcome::Refused), "{error}");
        assert_eq!(error.status().unwrap().as_u16(), status);
        assert_eq!(error.retry_after().is_some(), status == 503);
    }
}

/// A page says what a status says: it may break off.
#[tokio::test]
async fn a_status_counts_although_its_page_breaks_off() {
    for (response, outcome) in [
        (&b"HTTP/1.1 413 Too Large\r\nContent-Length: 100\r\n\r\ntoo l"[..], Outcome::Refused),
        (b"HTTP/1.1 503 Busy\r\nContent-Encoding: br\r\nContent-Length: 4\r\n\r\nbusy", Outcome::Refused),
        // A fault may be in the rest.
        (b"HTTP/1.1 500 Error\r\nContent-Length: 100\r\n\r\n<s:Envel", Outcome::Unknown),
    ] {
        let server = FaultServer::new(Behavior::WhileReading(100, response, End::Close)).await;
        let client = builder().base_url(format!("http://{}", server.address)).retry(RetryPolicy::never());
        let error = call(&client.build().unwrap(), &WRITE).await.unwrap_err();
        assert_eq!(error.outcome(), outcome, "{error}");
        assert!(error.status().is_some(), "{error}");
    }
}
