//! Parameters that a request must have, and values that are not of their type: one answer in the schema, over REST and for tools.

use std::sync::{Arc, Mutex};

use asmx_gateway::{Checks, Credentials, Gateway, Offer, Setup, Supplied, Target};
use asmx_runtime::mock::Mock;
use asmx_runtime::{Handler, Message, Value};
use axum::Router;
use serde_json::{Map, Value as Json, json};

use super::{document, post, router, send};

const SPEC: &str = r#"<service name="Shop" path="/shop.asmx" namespace="urn:shop">
  <doc>A shop.</doc>
  <structure name="Line"><param name="Price" type="decimal"/><param name="Note" type="string"/></structure>
  <structure name="Order">
    <param name="Id" type="int"/>
    <param name="Store" type="string" required="true"/>
    <param name="Currency" type="string" required="true" default="EUR"/>
    <param name="Lines" type="Line" array="true"/>
  </structure>
  <area name="all" title="All">
    <operation name="Add" effect="write">
      <doc>Adds.</doc>
      <param name="User" type="string" required="true" role="username"/>
      <param name="Order" type="Order" required="true"/>
      <param name="Most" type="int" required="true" default="5"/>
      <param name="Day" type="date" optional="true"/>
      <result type="int"/>
    </operation>
  </area>
</service>"#;

/// A gateway whose profile has a user name and, perhaps, values of its own. The calls that arrive are counted.
fn gateway(checks: Checks, supplied: &Json) -> (Gateway, Arc<Mutex<usize>>) {
    let document = document(SPEC);
    let (mock, arrived) = (Mock::with_samples(document.service()), Arc::new(Mutex::new(0)));
    let counter = Arc::clone(&arrived);
    mock.on_operation("Add", move |_| {
        *counter.lock().unwrap() += 1;
        Ok(Message::new(vec![Value::from(7)]))
    });
    let mock: Arc<dyn Handler> = Arc::new(mock);
    let setup = Setup::of_document(document).checks(checks).credentials(Credentials::default().with_username("me"));
    let supplied: Map<String, Json> = supplied.as_object().cloned().unwrap_or_default();
    let offer = Offer::default().write().credentials().supplied(Supplied::new(supplied, Map::new()));
    (Gateway::new(Target::new(setup.handler(mock)).unwrap(), offer).unwrap(), arrived)
}

async fn errors(router: &Router, body: &Json) -> Json {
    let refused = send(router, post("/Add", body)).await;
    assert_eq!(refused.status, 400, "{body}: {}", refused.text);
    let problem = refused.json();
    assert_eq!(problem["outcome"], "not sent");
    problem["errors"].clone()
}

#[tokio::test]
async fn each_missing_parameter_and_member_is_named() {
    for checks in [Checks::Described, Checks::Values, Checks::None] {
        let (gateway, arrived) = gateway(checks, &json!({}));
        let router = router(gateway);
        let missing = |path: &str| json!({ "place": path, "problem": "it is missing" });
        assert_eq!(errors(&router, &json!({})).await, json!([missing("Order")]));
        let lines = json!({ "Order": { "Lines": [{ "Price": "1" }, { "Note": "x", "Price": null }] } });
        let all = json!([missing("Order.Id"), missing("Order.Store"), missing("Order.Lines[1].Price")]);
        assert_eq!(errors(&router, &lines).await, all);
        assert_eq!(*arrived.lock().unwrap(), 0);
    }
}

#[tokio::test]
async fn a_value_that_is_not_of_its_type_is_named() {
    let (gateway, arrived) = gateway(Checks::Values, &json!({}));
    let router = router(gateway);
    let order = json!({ "Id": 1, "Store": "s" });
    for (name, value, problem) in [
        ("Most", json!(99_999_999_999_u64), "`99999999999` is not a valid int"),
        ("Most", json!("99999999999"), "`99999999999` is not a valid int"),
        ("Day", json!("31.01.2024"), "`31.01.2024` is not a valid date; write it as `2026-01-31`"),
    ] {
        let refused = errors(&router, &json!({ "Order": order, name: value })).await;
        assert_eq!(refused, json!([{ "place": name, "problem": problem }]));
    }
    assert_eq!(*arrived.lock().unwrap(), 0);
}

/// A caller who wrote a value of another kind learns how it is written.
#[tokio::test]
async fn a_value_of_another_kind_is_refused_with_what_to_write() {
    const KINDS: &str = r#"<service name="Shop" path="/shop.asmx" namespace="urn:shop"><doc>A shop.</doc>
      <enum name="State"><value name="Open"/><value name="Closed"/></enum>
      <area name="all" title="All"><operation name="Add" effect="write"><doc>Adds.</doc>
        <param name="Ids" type="int" array="true"/><param name="Text" type="string"/><param name="State" type="State"/>
        <param name="Keys" type="string" array="true" secret="true"/><result type="int"/></operation></area></service>"#;
    let document = document(KINDS);
    let mock: Arc<dyn Handler> = Arc::new(Mock::with_samples(document.service()));
    let setup = Setup::of_document(document).checks(Checks::Values).handler(mock);
    let router = router(Gateway::new(Target::new(setup).unwrap(), Offer::default().write().credentials()).unwrap());
    for (name, value, problem) in [
        ("Ids", json!(5), "`5` is not a valid ArrayOfInt; write `[5]`"),
        ("Text", json!(5), "`5` is not a valid string; write `\"5\"`"),
        ("Text", json!(true), "`true` is not a valid string; write `\"true\"`"),
        ("State", json!(5), "`5` is not a valid State; there are: `Open`, `Closed`"),
        ("Keys", json!("hidden"), "`[redacted]` is not a valid ArrayOfString"),
    ] {
        let mut body = json!({ "Ids": [1], "Text": "t", "State": "Open", "Keys": ["k"] });
        body[name] = value;
        assert_eq!(errors(&router, &body).await, json!([{ "place": name, "problem": problem }]));
    }
    let body = json!({ "Ids": [1], "Text": "t", "State": "Shut", "Keys": ["k"] });
    let refused = errors(&router, &body).await.to_string();
    assert!(refused.contains("`Shut`") && refused.contains("`Open`") && refused.contains("`Closed`"), "{refused}");
}

#[tokio::test]
async fn several_parameters_are_all_named() {
    for checks in [Checks::Described, Checks::Values] {
        let (gateway, arrived) = gateway(checks, &json!({}));
        let router = router(gateway);
        let most = json!({ "place": "Most", "problem": "`99999999999` is not a valid int" });
        let day = json!({ "place": "Day", "problem": "`31.01.2024` is not a valid date; write it as `2026-01-31`" });
        let order = json!({ "Id": 1, "Store": "s" });
        let both = json!({ "Order": order, "Most": "99999999999", "Day": "31.01.2024" });
        assert_eq!(errors(&router, &both).await, json!([most, day]));
        // Missing parameters come last.
        let missing = |path: &str| json!({ "place": path, "problem": "it is missing" });
        let beside = json!({ "Most": "99999999999", "Day": "31.01.2024" });
        assert_eq!(errors(&router, &beside).await, json!([most, day, missing("Order")]));
        let many = json!({ "place": "Most", "problem": "`many` is not a valid int" });
        let name =
            json!({ "place": "Order.Lines[0].Prise", "problem": "there is no such name; did you mean `Price`?" });
        let order = json!({ "Id": 1, "Lines": [{ "Prise": 1 }, { "Price": 1 }] });
        let beside = json!({ "Order": order, "Most": "many", "Day": "31.01.2024" });
        let all = json!([name, many, day, missing("Order.Store"), missing("Order.Lines[0].Price")]);
        assert_eq!(errors(&router, &beside).await, all);
        assert_eq!(*arrived.lock().unwrap(), 0);
    }
}

/// A default, the credentials of the profile and its parameters stand for a value of the caller.
#[tokio::test]
async fn a_value_that_comes_from_elsewhere_is_not_required() {
    let (gateway, arrived) = gateway(Checks::Values, &json!({ "Order": { "Store": "north" } }));
    let described = super::described(&gateway);
    let body = &described["components"]["schemas"]["AddRequest"];
    assert_eq!(body["required"], Json::Null);
    assert_eq!(described["components"]["schemas"]["OrderInput"]["required"], json!(["Id"]));
    let accepted = send(&router(gateway), post("/Add", &json!({ "Order": { "Id": 1 } }))).await;
    assert_eq!((accepted.status.as_u16(), *arrived.lock().unwrap()), (200, 1), "{}", accepted.text);
}

#[test]
fn the_schema_requires_what_the_check_does() {
    let (gateway, _) = gateway(Checks::Values, &json!({}));
    let schemas = &super::described(&gateway)["components"]["schemas"];
    let required = ["AddRequest", "OrderInput", "LineInput"].map(|name| schemas[name]["required"].clone());
    assert_eq!(required, [json!(["Order"]), json!(["Id", "Store"]), json!(["Price"])]);
}
