//! Requests of GET and POST to the service behind a gateway.

use std::io::Write as _;
use std::sync::{Arc, Mutex};

use asmx_gateway::{Checks, Gateway, Offer, Setup, Target};
use serde_json::json;

use super::servers::serving_by;
use super::tools::call;
use super::{document, post, router, send};

const SPEC: &str = r#"<service name="Shop" path="/shop.asmx" namespace="urn:shop"><doc>A shop.</doc><area name="all" title="All">
  <operation name="Find" result="string" effect="read" transports="get"><doc>Finds.</doc>
    <param name="Text" type="string"/><param name="Name" type="string"/></operation>
  <operation name="List" result="string" effect="read" transports="post"><doc>Lists.</doc>
    <param name="Text" type="string"/><param name="Name" type="string"/></operation>
</area></service>"#;

const RESPONSE: &str = "HTTP/1.1 200 OK\r\nContent-Type: text/xml; charset=utf-8\r\nContent-Length: 36\r\nConnection: close\r\n\r\n\
                        <string xmlns=\"urn:shop\">ok</string>";

/// A service that notes the target and the body of each request.
fn service() -> (String, Arc<Mutex<Vec<String>>>) {
    let requests = Arc::new(Mutex::new(Vec::new()));
    let noted = Arc::clone(&requests);
    let url = serving_by(move |mut stream, request| {
        let text = String::from_utf8(request).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        noted.lock().unwrap().push(format!("{} {body}", head.split(' ').nth(1).unwrap()));
        stream.write_all(RESPONSE.as_bytes()).unwrap();
    });
    (url, requests)
}

/// Services refuse a form that lacks a parameter (docs/RULES.md, rule 2).
#[tokio::test]
async fn absent_texts_are_empty_over_rest_and_as_tools() {
    for checks in [Checks::Described, Checks::Values, Checks::None] {
        let (address, requests) = service();
        let target = Target::new(Setup::of_document(document(SPEC)).checks(checks).base_url(address)).unwrap();
        let router = router(Gateway::new(target, Offer::default()).unwrap());
        for operation in ["Find", "List"] {
            let answered = send(&router, post(&format!("/{operation}"), &json!({ "Text": "a" }))).await;
            assert_eq!(answered.status, 200, "{}", answered.text);
            let answered = call(&router, operation, json!({ "Text": "a" })).await;
            let result = &answered["result"];
            assert_ne!(result["isError"], true, "{result}");
            assert!(result["structuredContent"].to_string().contains("\"ok\""), "{result}");
        }
        let get = "/shop.asmx/Find?Text=a&Name= ";
        let post = "/shop.asmx/List Text=a&Name=";
        assert_eq!(*requests.lock().unwrap(), [get, get, post, post]);
    }
}
