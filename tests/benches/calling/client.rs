//! A call by the client beside a bare HTTP client that sends the same bytes: on a stack that responds at once, and on sockets. All work of
//! the client is done on one thread.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use asmx_runtime::{Builder, reqwest};
use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::routing::post;
use bytes::Bytes;
use divan::Bencher;
use http_body_util::{BodyExt as _, Full};
use tokio::net::TcpListener;
use tokio::runtime::{Builder as RuntimeBuilder, Runtime};
use tower::{Service as _, service_fn};

use crate::http::COUNTED;
use crate::orders::{CountOrders, Orders};

/// No server listens there.
const NOWHERE: &str = "http://127.0.0.1:1";

fn runtime() -> Runtime {
    RuntimeBuilder::new_current_thread().enable_all().build().unwrap()
}

fn call() -> CountOrders {
    CountOrders::new().since("2026-01-01")
}

/// A client with default settings.
fn client(base_url: &str) -> Builder<Orders> {
    Orders::builder().base_url(base_url)
}

fn counted() -> http::Response<Full<Bytes>> {
    let response = http::Response::builder().header(CONTENT_TYPE, "text/xml; charset=utf-8");
    response.body(Full::new(Bytes::from_static(COUNTED.as_bytes()))).unwrap()
}

async fn at_once(_: http::Request<Bytes>) -> Result<http::Response<Full<Bytes>>, Infallible> {
    Ok(counted())
}

/// The request that the client sends.
fn template(base_url: &str) -> http::Request<Bytes> {
    let sent = Arc::new(Mutex::new(None));
    let recorded = Arc::clone(&sent);
    let stack = service_fn(move |request: http::Request<Bytes>| {
        *recorded.lock().unwrap() = Some(request);
        async { Ok::<_, Infallible>(counted()) }
    });
    let client = client(base_url).build_on(stack).unwrap();
    runtime().block_on(client.count_orders(call()).into_future()).unwrap();
    sent.lock().unwrap().take().unwrap()
}

#[divan::bench(sample_size = 500)]
fn call_at_once(bencher: Bencher<'_, '_>) {
    let (runtime, client) = (runtime(), client(NOWHERE).build_on(service_fn(at_once)).unwrap());
    bencher.bench_local(|| {
        runtime.block_on(async {
            assert_eq!(client.count_orders(call()).await.unwrap().as_str(), "117");
        });
    });
}

/// The request is made once and copied, which is the least that a caller can do.
#[divan::bench(sample_size = 500)]
fn call_at_once_bare(bencher: Bencher<'_, '_>) {
    let (runtime, mut stack, template) = (runtime(), service_fn(at_once), template(NOWHERE));
    bencher.bench_local(|| {
        runtime.block_on(async {
            let mut request = http::Request::new(template.body().clone());
            *request.method_mut() = template.method().clone();
            *request.uri_mut() = template.uri().clone();
            *request.headers_mut() = template.headers().clone();
            let response = stack.call(request).await.unwrap();
            assert_eq!(response.into_body().collect().await.unwrap().to_bytes().len(), COUNTED.len());
        });
    });
}

/// A server of fixed bytes on threads of its own, until the program ends.
fn serve() -> SocketAddr {
    let (sender, address) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        runtime().block_on(async {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            sender.send(listener.local_addr().unwrap()).unwrap();
            let respond = || async { ([(CONTENT_TYPE, "text/xml; charset=utf-8")], COUNTED) };
            let router = Router::new().route("/orders.asmx", post(move |_: axum::body::Bytes| respond()));
            axum::serve(listener, router).await
        })
    });
    address.recv().unwrap()
}

#[divan::bench(sample_size = 50)]
fn call_on_sockets(bencher: Bencher<'_, '_>) {
    let (runtime, client) = (runtime(), client(&format!("http://{}", serve())).build().unwrap());
    bencher.bench_local(|| {
        runtime.block_on(async {
            assert_eq!(client.count_orders(call()).await.unwrap().as_str(), "117");
        });
    });
}

/// With the settings that the client gives to reqwest.
#[divan::bench(sample_size = 50)]
fn call_on_sockets_by_reqwest(bencher: Bencher<'_, '_>) {
    let http = reqwest::Client::builder().user_agent("asmx-runtime/0.1.0").connect_timeout(Duration::from_secs(10));
    let http = http.redirect(reqwest::redirect::Policy::none()).retry(reqwest::retry::never()).build().unwrap();
    let (runtime, template) = (runtime(), template(&format!("http://{}", serve())));
    let template = reqwest::Request::try_from(template).unwrap();
    bencher.bench_local(|| {
        runtime.block_on(async {
            let response = http.execute(template.try_clone().unwrap()).await.unwrap().error_for_status().unwrap();
            assert_eq!(response.bytes().await.unwrap().len(), COUNTED.len());
        });
    });
}
