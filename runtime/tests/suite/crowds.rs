//! Many calls at once to the server of this crate, up to and beyond its number of connections.
#![cfg(all(feature = "client", feature = "server"))]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use asmx_runtime::mock::Mock;
use asmx_runtime::server::{ListenOptions, Listening, Server};
use asmx_runtime::{Builder, Client, DynamicRequest, Message, Outcome, RetryPolicy, Text};
use test_servers::scripted::{PASSWORD, READ, SERVICE, WRITE, call, done};
use tokio::io::AsyncReadExt;
use tokio::net::TcpListener;
use tokio::task::JoinSet;

async fn listen(connections: usize) -> Listening {
    let mock = Mock::new(&SERVICE);
    mock.on_operation("Write", |_| Ok(Message::from(Text::new("done"))));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let options = ListenOptions::default().max_connections(connections);
    Server::new(mock.opener()).namespace("http://example.test/").listen_options(options).serve(listener).unwrap()
}

fn client(address: impl std::fmt::Display, connections: usize) -> Client {
    let builder = Builder::new(&SERVICE).base_url(format!("http://{address}")).credentials("u", PASSWORD);
    let builder = builder.namespace("http://example.test/").max_connections(connections).retry(RetryPolicy::never());
    builder.build().unwrap()
}

/// Many callers, each with many writes in sequence. All must succeed.
async fn write(client: &Client, callers: usize, writes: usize) {
    let mut calling = JoinSet::new();
    for _ in 0..callers {
        let client = client.clone();
        calling.spawn(async move {
            for _ in 0..writes {
                let written = client.call(DynamicRequest::new(&WRITE)).unchecked().await;
                assert_eq!(written.unwrap(), done());
            }
        });
    }
    while let Some(called) = calling.join_next().await {
        called.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn no_call_fails_up_to_the_connections_of_the_server() {
    // The client's own limit does not help: it opens more sockets than it has calls, and the server must close some.
    let listening = listen(64).await;
    write(&client(listening.address(), 1000), 60, cases::of(100)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn calls_beyond_the_bound_of_the_client_wait() {
    let listening = listen(64).await;
    write(&client(listening.address(), 32), 500, cases::of(10)).await;
}

#[tokio::test]
async fn a_call_whose_time_ends_in_the_queue_is_not_sent() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let (address, came) = (listener.local_addr().unwrap(), Arc::new(AtomicUsize::new(0)));
    let counted = Arc::clone(&came);
    tokio::spawn(async move {
        let mut open = Vec::new();
        while let Ok((mut socket, _)) = listener.accept().await {
            counted.fetch_add(1, Ordering::Relaxed);
            open.push(tokio::spawn(async move { socket.read_to_end(&mut Vec::new()).await }));
        }
    });
    let client = client(address, 1);
    let long = tokio::spawn(call(&client, &READ).unchecked().timeout(Duration::from_secs(2)).into_future());
    tokio::time::sleep(Duration::from_millis(100)).await;
    let error = call(&client, &WRITE).unchecked().timeout(Duration::from_millis(100)).await.unwrap_err();
    assert_eq!(error.outcome(), Outcome::NotSent, "{error}");
    assert_eq!(came.load(Ordering::Relaxed), 1);
    // A call that is given up releases its place.
    long.abort();
    let error = call(&client, &WRITE).unchecked().timeout(Duration::from_millis(100)).await.unwrap_err();
    assert_eq!(error.outcome(), Outcome::Unknown, "{error}");
}
