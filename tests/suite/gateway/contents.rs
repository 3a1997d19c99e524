//! Strings that hold XML or JSON: their values for callers, and texts that are not what they claim.

use std::sync::Arc;

use asmx_gateway::{Gateway, Offer, Setup, Target};
use asmx_runtime::mock::Mock;
use asmx_runtime::server::Server;
use asmx_runtime::stack::HandlerFuture;
use asmx_runtime::{Call, Handler, Message, Opener, RawOutput, Value};
use serde_json::json;
use tokio::net::TcpListener;

use super::judge::misfit;
use super::{document, gateway_to, get, post, router, send};

const SPEC: &str = r#"<service name="Index" path="/index.asmx" namespace="urn:index">
  <doc>An index.</doc>
  <structure name="Card">
    <attribute name="Marks" type="string" content="json"/>
    <param name="Record" type="string" content="xml"/>
    <param name="Note" type="string" repeated="true" content="json"/>
  </structure>
  <area name="all" title="All">
    <operation name="Find" result="string" content="json" effect="read">
      <doc>Finds.</doc>
      <param name="Query" type="string" content="json"/>
      <param name="Words" type="string" required="true"/>
    </operation>
    <operation name="GetCard" effect="read">
      <doc>A card.</doc>
      <param name="Card" type="Card"/>
      <param name="Filter" type="string" required="true" content="xml"/>
      <result type="Card"/>
      <output name="Log" type="string" content="xml"/>
    </operation>
  </area>
</service>"#;

#[tokio::test]
async fn values_are_sent_as_texts_and_samples_come_as_values() {
    let document = document(SPEC);
    let mock = Mock::with_samples(document.service());
    let gateway = gateway_to(mock.clone(), document, Offer::default());
    let described = super::described(&gateway);
    let router = router(gateway);
    let card = json!({ "@Marks": [1], "Record": { "$inner": "<r/>" }, "Note": [{ "a": null }, "b", 2.5] });
    for (path, request, result) in [
        ("/Find", json!({ "Query": { "from": [1, "x"] }, "Words": "w" }), json!({ "FindResult": {} })),
        (
            "/GetCard",
            json!({ "Card": card, "Filter": { "$inner": "<f/>" } }),
            json!({
                "GetCardResult": { "@Marks": {}, "Record": { "$inner": "<sample/>" }, "Note": [{}, {}] },
                "Log": { "$inner": "<sample/>" },
            }),
        ),
    ] {
        let operation = &described["paths"][path]["post"];
        let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
        assert_eq!(misfit(&described, schema, &request, ""), None);
        let answered = send(&router, post(path, &request)).await;
        assert_eq!((answered.status.as_u16(), answered.json()), (200, result), "{}", answered.text);
        let schema = &operation["responses"]["200"]["content"]["application/json"]["schema"];
        assert_eq!(misfit(&described, schema, &answered.json(), ""), None);
    }
    let sent: Vec<_> = mock.calls().iter().map(|call| call.request.clone().into_values()).collect();
    assert_eq!(sent[0], [Value::from(r#"{"from":[1,"x"]}"#), Value::from("w")]);
    let notes = Value::from(vec![r#"{"a":null}"#, r#""b""#, "2.5"]);
    let card = Value::Structure(vec![Value::from("[1]"), Value::from("<r/>"), notes]);
    assert_eq!(sent[1], [card, Value::from("<f/>")]);
    let refused = send(&router, post("/GetCard", &json!({ "Filter": 5 }))).await;
    assert_eq!(refused.status, 400);
    assert!(refused.json().to_string().contains("`Filter`"), "{}", refused.text);
}

/// Returns the words of the request.
struct Words;

impl Handler for Words {
    fn handle<'a>(&'a self, call: &'a Call) -> HandlerFuture<'a> {
        let words = call.request.to_dynamic().into_values().into_iter().nth(1).unwrap_or_default();
        Box::pin(async { Ok(RawOutput::Message(Message::new(vec![words]))) })
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_text_that_is_not_json_comes_as_a_string_with_a_deviation() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let listening =
        Server::new(Opener::new(document(SPEC).service(), |_| Ok(Arc::new(Words)))).serve(listener).unwrap();
    let setup = Setup::of_document(document(SPEC)).base_url(format!("http://{}", listening.address()));
    let router = router(Gateway::new(Target::new(setup).unwrap(), Offer::default()).unwrap());
    for (words, result, deviations) in [
        ("%7B%22a%22:[1]%7D", json!({ "a": [1] }), None),
        ("5", json!(5), None),
        ("", json!(""), None),
        ("no+days", json!("no days"), Some("1")),
    ] {
        let found = send(&router, get(&format!("/Find?Query=x&Words={words}"))).await;
        assert_eq!((found.status.as_u16(), found.json()), (200, json!({ "FindResult": result })), "{}", found.text);
        let header = found.headers.get("asmx-deviations").map(|count| count.to_str().unwrap());
        assert_eq!(header, deviations, "{words}");
    }
}

/// A wildcard has no name in the document: its place has the name that callers write.
#[tokio::test]
async fn a_text_in_the_place_of_an_element_is_refused_by_its_name() {
    let spec = r#"<service name="Index" path="/index.asmx" namespace="urn:index">
  <doc>An index.</doc>
  <structure name="Card"><any/></structure>
  <area name="all" title="All">
    <operation name="Find" effect="read"><doc>Finds.</doc><param name="Card" type="Card"/><result type="int"/></operation>
  </area>
</service>"#;
    // It is refused before it is sent.
    let setup = Setup::of_document(document(spec)).base_url("http://127.0.0.1:1");
    let router = router(Gateway::new(Target::new(setup).unwrap(), Offer::default()).unwrap());
    let refused = send(&router, post("/Find", &json!({ "Card": { "$any": ["x"] } }))).await;
    assert_eq!(refused.status, 400, "{}", refused.text);
    let errors =
        json!([{ "place": "Card.$any", "problem": "Find over SOAP 1.1: parameter `Card.$any` is not one element" }]);
    assert_eq!(refused.json()["errors"], errors);
}
