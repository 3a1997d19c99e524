//! A user's layers: whatever they do with a request, a send that may have arrived is not repeated.
#![cfg(feature = "client")]

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use asmx_runtime::stack::{BodyStream, HttpService, NothingSent};
use asmx_runtime::{Builder, Client, Error, ErrorKind, Outcome, RetryPolicy, ServerLimits};
use bytes::Bytes;
use http::Request;
use test_servers::scripted::{PASSWORD, READ, SEND, SERVICE, Script, Step, builder, call, done};
use tokio::net::TcpListener;
use tower::{BoxError, ServiceExt, layer::layer_fn, service_fn};

use crate::shared::request_of;

const ATTEMPT: Duration = Duration::from_millis(200);

/// The request without its extensions.
fn rebuilt(request: Request<Bytes>) -> Request<Bytes> {
    let (parts, body) = request.into_parts();
    let mut rebuilt = Request::new(body);
    *rebuilt.method_mut() = parts.method;
    *rebuilt.uri_mut() = parts.uri;
    *rebuilt.headers_mut() = parts.headers;
    rebuilt
}

/// A layer that sends each request in its own way.
macro_rules! sending {
    (|$http:ident, $request:ident| $body:expr) => {
        |builder: Builder<Client>| {
            builder.layer(layer_fn(|$http: HttpService| {
                service_fn(move |$request: Request<Bytes>| {
                    let $http = $http.clone();
                    async move { $body }
                })
            }))
        }
    };
}

/// Adds a layer.
type Layered = fn(Builder<Client>) -> Builder<Client>;

/// A server that reads requests, counts them and never responds.
async fn silent_server() -> (String, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let count = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&count);
    tokio::spawn(async move {
        while let Ok((mut socket, _)) = listener.accept().await {
            let counted = Arc::clone(&counted);
            tokio::spawn(async move {
                while request_of(&mut socket).await.ends_with("</soap:Envelope>") {
                    counted.fetch_add(1, Ordering::SeqCst);
                }
            });
        }
    });
    (url, count)
}

/// Sends once, to a server that never responds. Returns the error and how many requests arrived, even late.
async fn send_to_silence(layered: Layered) -> (Error, usize) {
    let (url, arrived) = silent_server().await;
    let builder = Builder::new(&SERVICE).base_url(url).credentials("u", PASSWORD).namespace("http://example.test/");
    let policy = RetryPolicy::default().attempts(3).base_backoff(Duration::from_millis(1));
    let client = layered(builder.server_limits(ServerLimits::none()).retry(policy)).build().unwrap();
    let error = call(&client, &SEND).attempt_timeout(ATTEMPT).await.unwrap_err();
    tokio::time::sleep(3 * ATTEMPT).await;
    (error, arrived.load(Ordering::SeqCst))
}

#[tokio::test]
async fn a_send_to_a_silent_server_arrives_once_whatever_layers_do() {
    let layers: [(&str, Layered); 7] = [
        ("rebuilds", sending!(|http, request| http.oneshot(rebuilt(request)).await)),
        (
            "rebuilds a copy and keeps the request",
            sending!(|http, request| {
                let response = http.oneshot(rebuilt(request.clone())).await;
                drop(request);
                response
            }),
        ),
        ("sends a clone", sending!(|http, request| http.oneshot(request.clone()).await)),
        (
            "rebuilds in a task of its own",
            sending!(|http, request| tokio::spawn(http.oneshot(rebuilt(request))).await.unwrap()),
        ),
        ("times out", |builder| builder.layer(tower::timeout::TimeoutLayer::new(ATTEMPT / 4))),
        (
            "rebuilds and times out",
            sending!(|http, request| {
                match tokio::time::timeout(ATTEMPT / 4, http.oneshot(rebuilt(request))).await {
                    Ok(response) => response,
                    Err(elapsed) => Err(BoxError::from(elapsed)),
                }
            }),
        ),
        ("buffers", |builder| builder.layer(tower::buffer::BufferLayer::new(8))),
    ];
    let sent = layers.map(|(label, layered)| (label, tokio::spawn(send_to_silence(layered))));
    for (label, sent) in sent {
        let (error, arrived) = sent.await.unwrap();
        // On a busy machine the request may not get there.
        assert!(arrived <= 1, "{label}: {arrived} arrived");
        assert_eq!((error.outcome(), error.attempts()), (Outcome::Unknown, 1), "{label}: {error}");
    }
}

#[tokio::test]
async fn no_call_is_reported_as_not_sent_before_a_request_came_through_the_layers() {
    // Each request is held back for longer than its attempt lasts.
    let late: Layered = sending!(|http, request| {
        tokio::spawn(async move {
            tokio::time::sleep(2 * ATTEMPT).await;
            http.oneshot(request).await
        })
        .await
        .unwrap()
    });
    let late_and_rebuilt: Layered = sending!(|http, request| {
        tokio::spawn(async move {
            tokio::time::sleep(2 * ATTEMPT).await;
            http.oneshot(rebuilt(request)).await
        })
        .await
        .unwrap()
    });
    let (error, arrived) = send_to_silence(late).await;
    assert_eq!((error.outcome(), error.attempts(), arrived), (Outcome::Unknown, 1, 0), "{error}");
    let (error, arrived) = send_to_silence(late_and_rebuilt).await;
    assert!(arrived <= 1, "{arrived} arrived");
    assert_eq!((error.outcome(), error.attempts()), (Outcome::Unknown, 1), "{error}");
}

/// Lets reads pass at once, and other requests after the end of their attempt.
async fn held_back(
    http: HttpService,
    request: Request<Bytes>,
    rebuilds: bool,
) -> Result<http::Response<BodyStream>, BoxError> {
    if String::from_utf8_lossy(request.body()).contains("<Read ") {
        return http.oneshot(request).await;
    }
    let request = if rebuilds { rebuilt(request) } else { request };
    let sending = tokio::spawn(async move {
        tokio::time::sleep(2 * ATTEMPT).await;
        http.oneshot(request).await
    });
    sending.await.unwrap()
}

#[tokio::test(start_paused = true)]
async fn a_call_that_is_reported_as_not_sent_is_not_sent_later() {
    let layers: [Layered; 2] = [
        sending!(|http, request| held_back(http, request, false).await),
        sending!(|http, request| held_back(http, request, true).await),
    ];
    for layered in layers {
        let script = Script::new([Step::Result, Step::Result]);
        let client = layered(builder()).build_on(script.clone()).unwrap();
        call(&client, &READ).await.unwrap();
        let error = call(&client, &SEND).attempt_timeout(ATTEMPT).await.unwrap_err();
        assert_eq!((error.kind(), error.outcome(), error.attempts()), (ErrorKind::Timeout, Outcome::NotSent, 3));
        tokio::time::sleep(10 * ATTEMPT).await;
        assert_eq!(script.requests(), 1, "only the read");
    }
}

#[tokio::test(start_paused = true)]
async fn a_layer_that_has_lost_a_request_is_not_believed_any_more() {
    // A hidden copy is sent before each request.
    let layered: Layered = sending!(|http, request| {
        let _ = http.clone().oneshot(rebuilt(request.clone())).await;
        if String::from_utf8_lossy(request.body()).contains("<Read ") {
            return http.oneshot(request).await;
        }
        Err("the queue is full".into())
    });
    let script = Script::new([Step::Result, Step::Result, Step::Broken]);
    let client = layered(builder()).build_on(script.clone()).unwrap();
    call(&client, &READ).await.unwrap();
    let error = call(&client, &SEND).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome(), error.attempts()), (ErrorKind::Interrupted, Outcome::Unknown, 1));
    assert_eq!(script.requests(), 3);
}

#[tokio::test(start_paused = true)]
async fn an_unsent_copy_does_not_make_an_earlier_copy_unsent() {
    let again: Layered = sending!(|http, request| {
        match http.clone().oneshot(request.clone()).await {
            Err(_) => http.oneshot(request).await,
            response => response,
        }
    });
    let again_rebuilt: Layered = sending!(|http, request| {
        match http.clone().oneshot(rebuilt(request.clone())).await {
            Err(_) => http.oneshot(request).await,
            response => response,
        }
    });
    let hedging: Layered = sending!(|http, request| {
        let first = tokio::spawn(http.clone().oneshot(request.clone()));
        tokio::task::yield_now().await;
        let second = http.oneshot(request).await;
        drop(first);
        second
    });
    let hedging_until_it_is_too_late: Layered = sending!(|http, request| {
        let first = http.clone().oneshot(request.clone());
        match tokio::time::timeout(ATTEMPT / 2, first).await {
            Ok(response) => response,
            Err(_) => http.oneshot(request).await,
        }
    });
    let layers = [
        ("retries", again, Step::Broken),
        ("retries with what it keeps", again_rebuilt, Step::Broken),
        ("hedges", hedging, Step::Stall),
        ("gives up and tries again", hedging_until_it_is_too_late, Step::Stall),
    ];
    for (label, layered, first) in layers {
        let script = Script::new([first, Step::NotConnected]);
        let client = layered(builder()).build_on(script.clone()).unwrap();
        let error = call(&client, &SEND).attempt_timeout(ATTEMPT).await.unwrap_err();
        assert_eq!((error.kind(), error.outcome()), (ErrorKind::Connect, Outcome::Unknown), "{label}: {error}");
        assert_eq!((error.attempts(), script.requests()), (1, 2), "{label}: {error}");
    }

    // If no copy was sent, the call was not sent.
    let script = Script::new((0..6).map(|_| Step::NotConnected));
    let client = again(builder()).build_on(script.clone()).unwrap();
    let error = call(&client, &SEND).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome(), error.attempts()), (ErrorKind::Connect, Outcome::NotSent, 3));
    assert_eq!(script.requests(), 6);
}

#[tokio::test(start_paused = true)]
async fn a_read_is_repeated_whatever_layers_do() {
    for step in [Step::NotConnected, Step::Broken, Step::Stall] {
        let script = Script::new([step, Step::Result]);
        let layered: Layered = sending!(|http, request| http.oneshot(rebuilt(request)).await);
        let client = layered(builder()).build_on(script.clone()).unwrap();
        assert_eq!(call(&client, &READ).attempt_timeout(ATTEMPT).await.unwrap(), done());
        assert_eq!(script.requests(), 2);
    }
}

#[tokio::test(start_paused = true)]
async fn a_body_that_ends_without_a_connection_is_of_a_request_that_was_sent() {
    let resuming: Layered = |builder| {
        builder.layer(layer_fn(|http: HttpService| {
            service_fn(move |request: Request<Bytes>| {
                let http = http.clone();
                async move { Ok::<_, BoxError>(http.oneshot(request).await?.map(|_| Resumed)) }
            })
        }))
    };
    let script = Script::new([Step::Result]);
    let client = resuming(builder()).build_on(script.clone()).unwrap();
    let error = call(&client, &SEND).await.unwrap_err();
    assert_eq!((error.outcome(), error.attempts(), script.requests()), (Outcome::Unknown, 1, 1), "{error}");
}

/// The rest of a body whose server is gone.
struct Resumed;

impl http_body::Body for Resumed {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<http_body::Frame<Bytes>, BoxError>>> {
        Poll::Ready(Some(Err(NothingSent::new("connection refused").into())))
    }
}
