//! On a socket: whatever a server does with a request, a write is not sent a second time.
#![cfg(feature = "client")]

use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use asmx_runtime::{Builder, Client, ErrorKind, Outcome, RetryPolicy, ServerLimits, Transport};
use test_servers::scripted::{PASSWORD, READ, SERVICE, WRITE, call, done, result_of};
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};

use crate::shared::request_of;

/// The behaviour of a server after a complete request.
#[derive(Clone, Copy, PartialEq)]
enum Behavior {
    Respond,
    RespondAndClose,
    Close,
    Reset,
    Half,
    Redirect,
    Status(u16),
}

/// A server with given behaviours for its first requests, on any connection; it responds to all others. It keeps connections open where the
/// behaviour allows it.
struct Server {
    address: std::net::SocketAddr,
    /// The operations whose requests arrived whole, in order, with their number if they have one.
    arrived: Arc<Mutex<Vec<String>>>,
}

impl Server {
    async fn new(behaviors: &[Behavior]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let arrived = Arc::new(Mutex::new(Vec::new()));
        let (behaviors, log) = (Arc::<[Behavior]>::from(behaviors), Arc::clone(&arrived));
        tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                tokio::spawn(serve(socket, Arc::clone(&behaviors), Arc::clone(&log)));
            }
        });
        Self { address, arrived }
    }

    fn client(&self) -> Client {
        let builder = Builder::new(&SERVICE).base_url(format!("http://{}", self.address)).credentials("u", PASSWORD);
        let policy = RetryPolicy::default().attempts(5).base_backoff(Duration::from_millis(1));
        // The password looks like HTML.
        let builder = builder.server_limits(ServerLimits::none());
        builder.namespace("http://example.test/").retry(policy).build().unwrap()
    }

    fn arrived(&self) -> Vec<String> {
        self.arrived.lock().unwrap().clone()
    }
}

async fn serve(mut socket: TcpStream, behaviors: Arc<[Behavior]>, log: Arc<Mutex<Vec<String>>>) {
    loop {
        let text = request_of(&mut socket).await;
        if !text.ends_with("</soap:Envelope>") {
            return;
        }
        let operation =
            SERVICE.operations.iter().find(|operation| text.contains(&format!("<{} ", operation.name))).unwrap().name;
        let behavior = {
            let mut log = log.lock().unwrap();
            let number = text.split_once("<Number>").and_then(|(_, rest)| rest.split_once('<'));
            log.push(number.map_or_else(|| operation.to_owned(), |(number, _)| format!("{operation} {number}")));
            behaviors.get(log.len() - 1).copied().unwrap_or(Behavior::Respond)
        };
        let body = result_of(operation);
        let head = format!("HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: {}\r\n\r\n", body.len());
        match behavior {
            Behavior::Respond | Behavior::RespondAndClose => socket.write_all((head + &body).as_bytes()).await.unwrap(),
            Behavior::Half => socket.write_all((head + body.get(..50).unwrap()).as_bytes()).await.unwrap(),
            Behavior::Reset => socket.set_zero_linger().unwrap(),
            Behavior::Redirect => {
                let redirect = "HTTP/1.1 307 Temporary Redirect\r\nLocation: /api.asmx\r\nContent-Length: 0\r\n\r\n";
                socket.write_all(redirect.as_bytes()).await.unwrap();
            }
            Behavior::Status(status) => {
                let response = format!("HTTP/1.1 {status} Sorry\r\nContent-Length: 0\r\n\r\n");
                socket.write_all(response.as_bytes()).await.unwrap();
            }
            Behavior::Close => {}
        }
        if matches!(behavior, Behavior::Close | Behavior::Reset | Behavior::Half | Behavior::RespondAndClose) {
            return;
        }
    }
}

#[tokio::test]
async fn a_write_arrives_once_on_fresh_and_on_used_connections() {
    let behaviors = [
        (Behavior::Close, ErrorKind::Interrupted, Outcome::Unknown),
        (Behavior::Reset, ErrorKind::Interrupted, Outcome::Unknown),
        (Behavior::Half, ErrorKind::Interrupted, Outcome::Unknown),
        (Behavior::Redirect, ErrorKind::Status, Outcome::Refused),
        (Behavior::Status(502), ErrorKind::Status, Outcome::Unknown),
        (Behavior::Status(503), ErrorKind::Status, Outcome::Refused),
    ];
    for (behavior, kind, outcome) in behaviors {
        // On a fresh connection.
        let server = Server::new(&[behavior]).await;
        let error = call(&server.client(), &WRITE).await.unwrap_err();
        assert_eq!((error.kind(), error.outcome(), error.attempts()), (kind, outcome, 1), "{error}");
        assert_eq!(server.arrived(), ["Write"]);

        // On one that has carried a call before.
        let server = Server::new(&[Behavior::Respond, behavior]).await;
        let client = server.client();
        assert_eq!(call(&client, &READ).await.unwrap(), done());
        let error = call(&client, &WRITE).await.unwrap_err();
        assert_eq!((error.kind(), error.outcome(), error.attempts()), (kind, outcome, 1), "{error}");
        assert_eq!(server.arrived(), ["Read", "Write"]);
    }
}

#[tokio::test]
async fn a_read_arrives_again_after_a_broken_connection() {
    for behavior in [Behavior::Close, Behavior::Reset, Behavior::Half, Behavior::Status(503)] {
        let server = Server::new(&[behavior, behavior]).await;
        assert_eq!(call(&server.client(), &READ).await.unwrap(), done());
        assert_eq!(server.arrived(), ["Read", "Read", "Read"]);
    }
}

#[tokio::test]
async fn writes_survive_connections_that_the_server_closes_after_a_response() {
    // The client may see the close before the next request, or after it; then it is unknown whether the request arrived.
    let server = Server::new(&[Behavior::RespondAndClose; 1000]).await;
    let client = server.client();
    let mut succeeded = Vec::new();
    for number in 0..200_u32 {
        match call(&client, &WRITE).parameter("Number", number.to_string()).await {
            Ok(content) => {
                assert_eq!(content, done());
                succeeded.push(format!("Write {number}"));
            }
            Err(error) => assert_eq!(error.outcome(), Outcome::Unknown, "{error:?}"),
        }
        if number % 2 == 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }
    let arrived = server.arrived();
    let distinct: HashSet<_> = arrived.iter().collect();
    assert_eq!(distinct.len(), arrived.len(), "a write arrived twice: {arrived:?}");
    assert!(succeeded.iter().all(|write| distinct.contains(write)), "{succeeded:?} of {arrived:?}");
    assert!(!succeeded.is_empty());
}

#[tokio::test]
async fn nobody_listening_is_a_connection_that_was_never_made() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let server = Server { address, arrived: Arc::default() };
    for transport in [Transport::Soap11, Transport::Soap12, Transport::HttpPost] {
        let error = call(&server.client(), &WRITE).transport(transport).await.unwrap_err();
        assert_eq!((error.kind(), error.outcome(), error.attempts()), (ErrorKind::Connect, Outcome::NotSent, 5));
    }
}
