//! A send is confirmed by a clear yes to a question that shows the whole call.

use std::sync::{Arc, Mutex};

use asmx_gateway::{Interface, Offer};
use axum::Router;
use serde_json::{Value as Json, json};

use super::{document, mcp, mocked, post, send, with_header};

const SPEC: &str = r#"<service name="Mail" path="/mail.asmx" namespace="urn:mail"><doc>Mail.</doc>
  <structure name="Body"><doc>A body.</doc><param name="Text" type="string"/><param name="Parts" type="Body" array="true"/></structure>
  <area name="all" title="All"><operation name="Send" result="none" effect="send"><doc>Sends.</doc>
    <param name="To" type="string" array="true" required="true"/>
    <param name="Pin" type="string" secret="true"/>
    <param name="Body" type="Body"/>
    <param name="Note" type="string"/>
  </operation></area></service>"#;

/// A gateway to a mock, and the operations that were called.
fn gateway(offer: Offer) -> (Router, Arc<Mutex<Vec<&'static str>>>) {
    let gateway = mocked(document(SPEC), offer);
    let served = Interface::new(gateway.clone()).into_router();
    let calls = Arc::<Mutex<Vec<_>>>::default();
    let log = Arc::clone(&calls);
    // After the clone that serves.
    drop(gateway.on_call(move |ended| log.lock().unwrap().push(ended.operation)));
    (served, calls)
}

/// Calls the tool by the stateless protocol. `more` has the answers and the state.
async fn call(router: &Router, arguments: &Json, more: &Json) -> Json {
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": { "elicitation": { "form": {} } },
    });
    let mut parameters = json!({ "name": "Send", "arguments": arguments, "_meta": meta });
    parameters.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let request = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": parameters });
    let request = with_header(mcp("2026-07-28", request.to_string()), "mcp-method", "tools/call");
    let answered = send(router, with_header(request, "mcp-name", "Send")).await;
    assert_eq!(answered.status, 200, "{}", answered.text);
    answered.json()["result"].clone()
}

/// The question and the state of a result that asks.
fn asked(result: &Json) -> (String, String) {
    assert_eq!(result["resultType"], "input_required", "{result}");
    let message = result["inputRequests"]["confirm"]["params"]["message"].as_str().unwrap();
    (message.to_owned(), result["requestState"].as_str().unwrap().to_owned())
}

fn answer(state: &str, answer: &Json) -> Json {
    json!({ "requestState": state, "inputResponses": { "confirm": answer } })
}

#[tokio::test]
async fn only_a_clear_yes_sends() {
    let (router, calls) = gateway(Offer::default().send());
    let arguments = json!({ "To": ["me@example.test"] });
    for (reply, is_sent) in [
        (json!({ "action": "accept", "content": { "confirm": true } }), true),
        (json!({ "action": "accept", "content": { "confirm": false } }), false),
        (json!({ "action": "accept", "content": { "confirm": "true" } }), false),
        (json!({ "action": "accept", "content": { "confirm": 1 } }), false),
        (json!({ "action": "accept", "content": {} }), false),
        (json!({ "action": "accept" }), false),
        (json!({ "action": "decline" }), false),
        (json!({ "action": "cancel", "content": { "confirm": true } }), false),
        (json!({ "content": { "confirm": true } }), false),
    ] {
        let (_, state) = asked(&call(&router, &arguments, &json!({})).await);
        assert_eq!(calls.lock().unwrap().len(), 0);
        let result = call(&router, &arguments, &answer(&state, &reply)).await;
        let sent = std::mem::take(&mut *calls.lock().unwrap());
        assert_eq!(
            (sent.as_slice(), result["isError"] == false),
            (if is_sent { &["Send"][..] } else { &[] }, is_sent),
            "{reply}: {result}"
        );
        if !is_sent {
            let problem = json!({
                "title": "The call was not confirmed", "status": 403, "operation": "Send", "outcome": "not sent",
                "detail": "A person did not confirm Send. Nothing was sent.",
            });
            let text = result["content"][0]["text"].as_str().unwrap();
            assert_eq!(serde_json::from_str::<Json>(text).unwrap(), problem);
        }
    }
}

#[tokio::test]
async fn an_answer_is_for_the_call_that_was_asked_about_and_for_one_call() {
    let (router, calls) = gateway(Offer::default().send());
    let (arguments, other_arguments) =
        (json!({ "To": ["me@example.test"], "Note": "a" }), json!({ "To": ["all@example.test"], "Note": "a" }));
    let yes = json!({ "action": "accept", "content": { "confirm": true } });
    let (_, state) = asked(&call(&router, &arguments, &json!({})).await);
    // Without a question, with an invented state, for other arguments: the person is asked.
    asked(&call(&router, &arguments, &json!({ "inputResponses": { "confirm": yes } })).await);
    asked(&call(&router, &arguments, &answer("1-0123456789abcdef", &yes)).await);
    let (question, _) = asked(&call(&router, &other_arguments, &answer(&state, &yes)).await);
    assert!(question.contains("all@example.test"), "{question}");
    assert_eq!(calls.lock().unwrap().len(), 0);
    // The order of the arguments does not matter, and an answer counts once.
    let (_, state) = asked(&call(&router, &arguments, &json!({})).await);
    let again = json!({ "Note": "a", "To": ["me@example.test"] });
    assert_eq!(call(&router, &again, &answer(&state, &yes)).await["isError"], false);
    asked(&call(&router, &arguments, &answer(&state, &yes)).await);
    assert_eq!(calls.lock().unwrap().len(), 1);
}

#[tokio::test]
async fn the_question_shows_every_value_in_the_order_of_the_document() {
    let (router, _) = gateway(Offer::default().send().credentials());
    let long = "monthly greeting to my own address ".repeat(50);
    let body = json!({ "Text": "a\n\u{202e}b", "Parts": [{ "Text": "c" }] });
    let arguments =
        json!({ "Note": long, "Body": body, "Pin": "hunter2", "To": ["everybody@example.test", "me@example.test"] });
    let (question, _) = asked(&call(&router, &arguments, &json!({})).await);
    let expected = format!(
        "Send sends messages. Call it with\nTo: 2 values: \"everybody@example.test\", \"me@example.test\"\nPin: (a secret)\n\
         Body.Text: \"a\\n\\u{{202e}}b\"\nBody.Parts[0].Text: \"c\"\nNote: \"{}… (1750 characters)",
        &long[..199]
    );
    assert_eq!(question, expected);
}

#[tokio::test]
async fn a_call_that_does_not_fit_or_that_nobody_can_read_is_refused_without_a_question() {
    let (router, calls) = gateway(Offer::default().send());
    let text = |result: &Json| {
        assert_eq!(result["isError"], true, "{result}");
        result["content"][0]["text"].as_str().unwrap().to_owned()
    };
    let unfit = call(&router, &json!({ "Too": ["me@example.test"] }), &json!({})).await;
    assert!(text(&unfit).contains("did you mean `To`?"), "{unfit}");
    let parts: Vec<_> = (0..61).map(|number| json!({ "Text": number.to_string() })).collect();
    let long = call(&router, &json!({ "To": ["me@example.test"], "Body": { "Parts": parts } }), &json!({})).await;
    assert!(text(&long).contains("Nothing was sent: call it with fewer values."), "{long}");
    // Of many recipients each is shown.
    let recipients = |count: usize| (0..count).map(|number| format!("{number}@example.test")).collect::<Vec<_>>();
    let (question, _) = asked(&call(&router, &json!({ "To": recipients(1000) }), &json!({})).await);
    assert!(question.contains("To: 1000 values: \"0@example.test\", "), "{question}");
    assert!(question.ends_with("\"998@example.test\", \"999@example.test\""), "{question}");
    let many = call(&router, &json!({ "To": recipients(2000) }), &json!({})).await;
    assert!(text(&many).contains("Nothing was sent: call it with fewer values."), "{many}");
    assert_eq!(calls.lock().unwrap().len(), 0);
}

/// Over REST nobody is asked: who permits sends there permits them to programs.
#[tokio::test]
async fn a_receiver_gets_the_calls_of_clones_that_were_made_before() {
    let (router, calls) = gateway(Offer::default().send());
    let sent = send(&router, post("/Send", &json!({ "To": ["me@example.test"] }))).await;
    assert_eq!((sent.status.as_u16(), calls.lock().unwrap().as_slice()), (200, &["Send"][..]), "{}", sent.text);
}

/// Over HTTP the older versions carry no question. A client that can ask is refused; one that cannot has the permission of whoever allowed sends.
#[tokio::test]
async fn a_client_that_can_ask_in_a_session_only_sends_nothing_over_http() {
    let (router, calls) = gateway(Offer::default().send());
    for version in ["2025-03-26", "2025-06-18", "2025-11-25"] {
        for (capabilities, can_ask) in [
            (json!({ "elicitation": {} }), true),
            (json!({ "elicitation": { "form": {}, "url": {} } }), true),
            (json!({ "elicitation": { "url": {} } }), false),
            (json!({}), false),
        ] {
            let message = |method: &str, parameters: Json, session: Option<&http::HeaderValue>| {
                let body = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": parameters });
                let request = mcp(version, body.to_string());
                session
                    .into_iter()
                    .fold(request, |request, session| with_header(request, "mcp-session-id", session.to_str().unwrap()))
            };
            let client = json!({ "name": "test", "version": "1" });
            let initialize = json!({ "protocolVersion": version, "capabilities": capabilities, "clientInfo": client });
            let begun = send(&router, message("initialize", initialize, None)).await;
            assert_eq!(begun.json()["result"]["protocolVersion"], version);
            let session = begun.headers.get("mcp-session-id");
            let call = json!({ "name": "Send", "arguments": { "To": ["me@example.test"] } });
            let text = send(&router, message("tools/call", call, session)).await.text;
            let sent = std::mem::take(&mut *calls.lock().unwrap()).len();
            assert_eq!(sent, usize::from(!can_ask), "{version} {capabilities}: {text}");
            let way_out =
                "only by version 2026-07-28 of the protocol. Nothing was sent: use that version, or `asmx mcp`";
            assert_eq!(text.contains(way_out), can_ask, "{version} {capabilities}: {text}");
        }
    }
}

#[tokio::test]
async fn the_question_shows_characters_that_nobody_sees() {
    let (router, _) = gateway(Offer::default().send());
    for (letter, escaped) in [
        ('\u{200b}', "\\u{200b}"),
        ('\u{ad}', "\\u{ad}"),
        ('\u{3164}', "\\u{3164}"),
        ('\u{2800}', "\\u{2800}"),
        ('\u{fe0f}', "\\u{fe0f}"),
        ('\u{e0041}', "\\u{e0041}"),
    ] {
        let arguments = json!({ "To": [format!("me@example.test{letter}")], "Note": format!("a{letter}b") });
        let (question, _) = asked(&call(&router, &arguments, &json!({})).await);
        let expected = format!(
            "Send sends messages. Call it with\nTo: 1 values: \"me@example.test{escaped}\"\nNote: \"a{escaped}b\""
        );
        assert_eq!(question, expected);
    }
}
