//! Requests of GET and POST to the service behind a gateway.

use std::sync::{Arc, Mutex};

use asmx_gateway::{Checks, Document, Gateway, Offer, Setup, Target};
use http::Request;
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

use super::{post, router, send};

const SPEC: &str = r#"<service name="Shop" path="/shop.asmx" namespace="urn:shop"><doc>A shop.</doc><area name="all" title="All">
  <operation name="Find" result="string" effect="read" transports="get"><doc>Finds.</doc>
    <param name="Text" type="string"/><param name="Name" type="string"/></operation>
  <operation name="List" result="string" effect="read" transports="post"><doc>Lists.</doc>
    <param name="Text" type="string"/><param name="Name" type="string"/></operation>
</area></service>"#;

const RESPONSE: &str = "HTTP/1.1 200 OK\r\nContent-Type: text/xml; charset=utf-8\r\nContent-Length: 36\r\nConnection: close\r\n\r\n\
                        <string xmlns=\"urn:shop\">ok</string>";

/// A service that notes the target and the body of each request.
async fn service() -> (String, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let requests = Arc::new(Mutex::new(Vec::new()));
    let noted = Arc::clone(&requests);
    tokio::spawn(async move {
        while let Ok((mut connection, _)) = listener.accept().await {
            let mut received = Vec::new();
            let text = loop {
                connection.read_buf(&mut received).await.unwrap();
                let text = String::from_utf8_lossy(&received).into_owned();
                let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
                let length =
                    head.to_lowercase().lines().find_map(|line| line.strip_prefix("content-length: ")?.parse().ok());
                if body.len() >= length.unwrap_or(0) {
                    break format!("{} {body}", head.split(' ').nth(1).unwrap());
                }
            };
            noted.lock().unwrap().push(text);
            connection.write_all(RESPONSE.as_bytes()).await.unwrap();
        }
    });
    (address, requests)
}

/// Services refuse a form that lacks a parameter (docs/RULES.md, rule 2).
#[tokio::test]
async fn absent_texts_are_empty_over_rest_and_as_tools() {
    for checks in [Checks::Described, Checks::Values, Checks::None] {
        let (address, requests) = service().await;
        let document = Document::read("shop.xml", SPEC.as_bytes()).unwrap();
        let target = Target::new(Setup::of_document(document).checks(checks).base_url(address)).unwrap();
        let router = router(Gateway::new(target, Offer::default()).unwrap());
        for operation in ["Find", "List"] {
            let answered = send(&router, post(&format!("/{operation}"), &json!({ "Text": "a" }))).await;
            assert_eq!(answered.status, 200, "{}", answered.text);
            let call = json!({
                "jsonrpc": "2.0", "id": 1, "method": "tools/call",
                "params": { "name": operation, "arguments": { "Text": "a" } },
            });
            let request = Request::post("/mcp")
                .header("host", "localhost")
                .header("content-type", "application/json")
                .header("accept", "application/json, text/event-stream")
                .header("mcp-protocol-version", "2025-11-25");
            let answered = send(&router, request.body(call.to_string()).unwrap()).await;
            let result = &answered.json()["result"];
            assert_ne!(result["isError"], true, "{result}");
            assert!(result["structuredContent"].to_string().contains("\"ok\""), "{result}");
        }
        let get = "/shop.asmx/Find?Text=a&Name= ";
        let post = "/shop.asmx/List Text=a&Name=";
        assert_eq!(*requests.lock().unwrap(), [get, get, post, post]);
    }
}
