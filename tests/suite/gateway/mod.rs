//! `asmx-gateway`: targets, REST with its schemas, tools.

mod columns;
mod confirmations;
mod connections;
mod contents;
mod faults;
mod finding;
mod forms;
mod hostile;
mod judge;
mod kept_files;
mod notes;
mod openapi;
mod openapi_tools;
mod page;
mod required;
mod rest;
mod rows_memory;
mod schemas;
mod secrets;
mod servers;
mod statuses;
mod targets;
mod tools;
mod withdrawn;

use std::pin::Pin;
use std::sync::Arc;

use asmx_gateway::{Checks, Document, Gateway, Interface, Offer, OpenApi, Setup, Target};
use asmx_runtime::Handler;
use asmx_runtime::mock::Mock;
use axum::Router;
use axum::body::{Body, HttpBody as _};
use http::response::Parts;
use http::{HeaderMap, Request, StatusCode};
use serde_json::Value as Json;
use tower::ServiceExt as _;

fn document(spec: &str) -> Document {
    Document::read("shop.xml", spec.as_bytes()).unwrap_or_else(|error| panic!("{error}"))
}

/// A gateway to a mock of a document, which responds with samples.
fn mocked(document: Document, offer: Offer) -> Gateway {
    let mock = Mock::with_samples(document.service());
    gateway_to(mock, document, offer)
}

fn gateway_to(mock: Mock, document: Document, offer: Offer) -> Gateway {
    let handler: Arc<dyn Handler> = Arc::new(mock);
    let setup = Setup::of_document(document).checks(Checks::None).handler(handler);
    Gateway::new(Target::new(setup).unwrap(), offer).unwrap()
}

/// A gateway to the service at an address.
fn gateway_at(url: String, document: Document, offer: Offer) -> Gateway {
    let setup = Setup::of_document(document).checks(Checks::None).base_url(url);
    Gateway::new(Target::new(setup).unwrap(), offer).unwrap()
}

/// The envelope of a response with this content.
fn envelope(operation: &str, content: &str) -> String {
    format!(
        "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"><s:Body>\
         <{operation}Response xmlns=\"urn:shop\">{content}</{operation}Response></s:Body></s:Envelope>"
    )
}

/// A DataSet with a table of these declared columns.
fn data_set(table: &str, columns: &str, rows: &str) -> String {
    format!(
        "<xs:schema id=\"D\" xmlns=\"\" xmlns:xs=\"http://www.w3.org/2001/XMLSchema\" xmlns:msdata=\"urn:schemas-microsoft-com:xml-msdata\">\
         <xs:element name=\"D\" msdata:IsDataSet=\"true\"><xs:complexType><xs:choice minOccurs=\"0\" maxOccurs=\"unbounded\">\
         <xs:element name=\"{table}\"><xs:complexType><xs:sequence>{columns}</xs:sequence></xs:complexType></xs:element>\
         </xs:choice></xs:complexType></xs:element></xs:schema>\
         <d:diffgram xmlns:d=\"urn:schemas-microsoft-com:xml-diffgram-v1\"><D xmlns=\"\">{rows}</D></d:diffgram>"
    )
}

fn column(name: &str, kind: &str) -> String {
    format!("<xs:element name=\"{name}\" type=\"xs:{kind}\" minOccurs=\"0\"/>")
}

/// The `OpenAPI` document of a gateway.
fn described(gateway: &Gateway) -> Json {
    gateway.openapi(&OpenApi::default()).json
}

struct Answered {
    status: StatusCode,
    headers: HeaderMap,
    text: String,
}

impl Answered {
    fn json(&self) -> Json {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }
}

fn router(gateway: Gateway) -> Router {
    Interface::new(gateway).into_router()
}

async fn send(router: &Router, request: Request<String>) -> Answered {
    let (parts, bytes) = send_bytes(router, request).await;
    Answered { status: parts.status, headers: parts.headers, text: String::from_utf8(bytes).unwrap() }
}

async fn send_bytes(router: &Router, request: Request<String>) -> (Parts, Vec<u8>) {
    let (mut parts, mut body) = router.clone().oneshot(request.map(Body::from)).await.unwrap().into_parts();
    let mut bytes = Vec::new();
    while let Some(frame) = std::future::poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        match frame.unwrap().into_data() {
            Ok(data) => bytes.extend(data),
            // Trailers count as headers.
            Err(frame) => {
                let trailers = frame.into_trailers().unwrap();
                for (name, value) in &trailers {
                    parts.headers.append(name, value.clone());
                }
            }
        }
    }
    (parts, bytes)
}

fn post(path: &str, body: &Json) -> Request<String> {
    let request = Request::post(path).header("host", "localhost").header("content-type", "application/json");
    request.body(body.to_string()).unwrap()
}

/// A message of the Model Context Protocol.
fn mcp(version: &str, message: String) -> Request<String> {
    let request = Request::post("/mcp").header("host", "localhost").header("content-type", "application/json");
    let request = request.header("accept", "application/json, text/event-stream");
    request.header("mcp-protocol-version", version).body(message).unwrap()
}

fn with_header(mut request: Request<String>, name: &'static str, value: &str) -> Request<String> {
    request.headers_mut().insert(name, value.parse().unwrap());
    request
}

fn get(path: &str) -> Request<String> {
    Request::get(path).header("host", "localhost").body(String::new()).unwrap()
}
