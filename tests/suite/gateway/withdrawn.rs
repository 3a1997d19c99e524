//! Calls that a client of tools withdraws while the service works on them.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use asmx_gateway::{Offer, Outcome};
use http::Request;
use serde_json::json;
use tokio::io::AsyncReadExt as _;
use tokio::net::TcpListener;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::time::timeout;

use super::{document, gateway_at, mcp, router, send, with_header};

const SPEC: &str = r#"<service name="Shop" path="/shop.asmx" namespace="urn:shop"><doc>A shop.</doc><area name="all" title="All">
    <operation name="Take" result="none" effect="write"><doc>Takes.</doc></operation>
    <operation name="Look" result="string" effect="read"><doc>Looks.</doc></operation>
  </area></service>"#;

const VERSIONS: [&str; 5] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"];

/// The end of a test that waits in vain.
const PATIENCE: Duration = Duration::from_secs(20);

#[derive(Debug, PartialEq, Eq)]
enum Event {
    Request,
    Closed,
}

/// A service that reads requests, responds to none, and reports when their connections end.
async fn silent() -> (String, UnboundedReceiver<Event>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let (report, events) = unbounded_channel();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let report = report.clone();
            tokio::spawn(async move {
                let mut buffer = [0; 4096];
                let mut is_first = true;
                while let Ok(1..) = stream.read(&mut buffer).await {
                    if std::mem::take(&mut is_first) {
                        report.send(Event::Request).unwrap();
                    }
                }
                report.send(Event::Closed).unwrap();
            });
        }
    });
    (url, events)
}

fn request(version: &str, tool: &str) -> Request<String> {
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": version,
        "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let parameters = json!({ "name": tool, "arguments": {}, "_meta": meta });
    let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": parameters });
    let request = with_header(mcp(version, message.to_string()), "mcp-method", "tools/call");
    with_header(request, "mcp-name", tool)
}

#[tokio::test]
async fn a_withdrawn_call_closes_its_connection_to_the_service() {
    let (url, mut events) = silent().await;
    let ended = Arc::new(Mutex::new(Vec::new()));
    let report = Arc::clone(&ended);
    let gateway = gateway_at(url, document(SPEC), Offer::default().write());
    let gateway = gateway.on_call(move |call| report.lock().unwrap().push((call.operation, call.status, call.outcome)));
    let router = router(gateway);
    for version in VERSIONS {
        for tool in ["Take", "Look"] {
            tokio::select! {
                answered = send(&router, request(version, tool)) => panic!("{version} {tool}: {}", answered.text),
                // The client goes away.
                received = events.recv() => assert_eq!(received, Some(Event::Request)),
            }
            let closed = timeout(PATIENCE, events.recv()).await;
            assert_eq!(closed, Ok(Some(Event::Closed)), "{version} {tool}");
            let ended = ended.lock().unwrap().pop();
            assert_eq!(ended, Some((tool, 499, Some(Outcome::Unknown))), "{version} {tool}");
        }
    }
}
