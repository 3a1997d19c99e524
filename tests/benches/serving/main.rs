//! Requests per second over loopback, eight at once: a minimal axum handler that returns fixed bytes, and the server with a service that
//! returns a fixed text.

#[path = "../http.rs"]
mod http;
#[allow(missing_docs, unreachable_pub, dead_code, clippy::pedantic, reason = "generated for users")]
mod orders {
    include!(concat!(env!("OUT_DIR"), "/orders.rs"));
}

use std::net::SocketAddr;
use std::sync::Arc;

use asmx_runtime::server::Server;
use asmx_runtime::{Fault, ServiceFuture, Text};
use axum::Router;
use axum::routing::post;
use divan::Bencher;
use divan::counter::ItemsCount;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

use http::{COUNTED, Connection};
use orders::{CountOrders, Orders, OrdersService};

/// Requests at once, and those of a sample.
const CONNECTIONS: usize = 8;
const REQUESTS: usize = 4_000;

const HEAD: &str = "POST /orders.asmx HTTP/1.1\r\nContent-Type: text/xml; charset=utf-8\r\n\
    SOAPAction: \"http://example.test/orders/CountOrders\"";
const BODY: &str = "<?xml version=\"1.0\" encoding=\"utf-8\"?><soap:Envelope \
    xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\"><soap:Body><CountOrders xmlns=\"http://example.test/orders/\">\
    <Since>2026-01-01</Since></CountOrders></soap:Body></soap:Envelope>";

fn main() {
    divan::Divan::default().sample_count(31).sample_size(1).config_with_args().main();
}

/// A service with one operation, which returns a fixed text.
struct Fixed;

impl OrdersService for Fixed {
    fn count_orders(&self, _: CountOrders) -> ServiceFuture<'_, Text> {
        Box::pin(async { Ok(Text::new("117")) })
    }
}

/// Threads with a connection each, which send the same bytes again and again.
fn measure(bencher: Bencher<'_, '_>, address: SocketAddr) {
    let mut connections: Vec<Connection> = (0..CONNECTIONS).map(|_| Connection::open(address)).collect();
    bencher.counter(ItemsCount::new(REQUESTS)).bench_local(|| {
        std::thread::scope(|scope| {
            for connection in &mut connections {
                scope.spawn(|| {
                    for _ in 0..REQUESTS / CONNECTIONS {
                        connection.send(HEAD, BODY);
                    }
                });
            }
        });
    });
}

#[divan::bench]
fn requests(bencher: Bencher<'_, '_>) {
    let runtime = Runtime::new().unwrap();
    let opener = Orders::opener(|_| Ok::<Arc<dyn OrdersService>, Fault>(Arc::new(Fixed)));
    let address = runtime.block_on(async {
        let listening = Server::new(opener).serve(TcpListener::bind("127.0.0.1:0").await.unwrap()).unwrap();
        let address = listening.address();
        tokio::spawn(listening.wait());
        address
    });
    measure(bencher, address);
}

#[divan::bench]
fn requests_by_axum(bencher: Bencher<'_, '_>) {
    let runtime = Runtime::new().unwrap();
    let router = Router::new().route("/orders.asmx", post(|_: axum::body::Bytes| async { COUNTED }));
    let address = runtime.block_on(async {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move { axum::serve(listener, router).await });
        address
    });
    measure(bencher, address);
}
