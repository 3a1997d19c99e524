//! The page for people, in a browser.

use std::sync::{Arc, Mutex};

use asmx_gateway::{Document, Gateway, Offer, Setup, Target};
use asmx_runtime::mock::Mock;
use asmx_runtime::server::{ListenOptions, serve};
use asmx_runtime::{Handler, Message};
use serde_json::json;
use tokio::net::TcpListener;

use super::router;
use crate::browser::{Browser, in_browser};

const SPEC: &str = r#"<service name="Shop" path="/shop.asmx" namespace="urn:shop"><doc>A shop.</doc><area name="all" title="All">
  <operation name="Find" result="none" effect="read"><doc>Finds.</doc></operation>
  <operation name="Save" result="none" effect="write"><doc>Saves.</doc></operation>
  <operation name="Tell" result="none" effect="send"><doc>Tells.</doc></operation>
</area></service>"#;

/// A page whose questions get this answer. The questions are kept.
fn answering(browser: &mut Browser, answer: bool) {
    browser.evaluate(&format!(
        "window.asked = []; window.confirm = (text) => {{ asked.push(text); return {answer}; }}; 0"
    ));
}

/// Presses the button `Call` of an operation, and waits for the response if one comes.
fn press_call(browser: &mut Browser, operation: &str, is_called: bool) {
    let details =
        format!("[...document.querySelectorAll('details')].find((one) => one.textContent.includes('{operation}'))");
    browser.wait_for("document.querySelectorAll('details').length === 3");
    browser.evaluate(&format!("{details}.querySelector('button').click(); 0"));
    if is_called {
        browser.wait_for(&format!("{details}.querySelector('pre').textContent.startsWith('200')"));
    } else {
        assert_eq!(browser.evaluate(&format!("{details}.querySelector('pre').textContent")), "");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_is_asked_before_a_write_or_a_send() {
    let document = Document::read("shop.xml", SPEC.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    let (mock, called) = (Mock::new(document.service()), Arc::new(Mutex::new(Vec::new())));
    for operation in document.service().operations {
        let called = Arc::clone(&called);
        mock.on_operation(operation.name, move |_| {
            called.lock().unwrap().push(operation.name);
            Ok(Message::default())
        });
    }
    let handler: Arc<dyn Handler> = Arc::new(mock);
    let target = Target::new(Setup::of_document(document).handler(handler)).unwrap();
    let router = router(Gateway::new(target, Offer::default().write().send()).unwrap());
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let listening = serve(listener, router, ListenOptions::default()).unwrap();
    let address = format!("http://{}/", listening.address());
    let calls = Arc::clone(&called);
    in_browser("gateway-page", move |browser| {
        browser.open(&address);
        answering(browser, false);
        press_call(browser, "Find", true);
        press_call(browser, "Save", false);
        press_call(browser, "Tell", false);
        assert_eq!(*calls.lock().unwrap(), ["Find"]);
        let asked = json!(["Save may change data. Call it?", "Tell sends messages to people. Call it?"]);
        assert_eq!(browser.evaluate("asked"), asked);
        answering(browser, true);
        press_call(browser, "Save", true);
        press_call(browser, "Tell", true);
        assert_eq!(*calls.lock().unwrap(), ["Find", "Save", "Tell"]);
    })
    .await;
}
