//! Tools of the Model Context Protocol over HTTP.

use std::fmt::Write as _;
use std::sync::{Arc, Mutex};

use asmx_gateway::Offer;
use asmx_runtime::mock::Mock;
use axum::Router;
use http::Request;
use serde_json::{Value as Json, json};

use super::judge::misfit;
use super::{document, gateway_to, mcp, mocked, router, send};

fn spec(operations: usize) -> String {
    let mut text = String::from(
        r#"<service name="Shop" path="/shop.asmx" namespace="urn:shop"><doc>A shop.</doc><area name="all" title="All">"#,
    );
    for number in 0..operations {
        write!(
            text,
            r#"<operation name="Get.{number}" effect="read"><doc>Gets part {number}.</doc><param name="Id" type="int" required="true"/>
               <param name="Code" type="string" secret="true"/><result type="string"/></operation>"#
        )
        .unwrap();
    }
    text + r#"<operation name="Tell" result="none" effect="send"><doc>Tells.</doc></operation></area></service>"#
}

fn shop(operations: usize, offer: Offer) -> Router {
    router(mocked(document(&spec(operations)), offer))
}

async fn ask(router: &Router, method: &str, parameters: Json) -> Json {
    let request = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": parameters });
    let answered = send(router, mcp("2025-11-25", request.to_string())).await;
    assert_eq!(answered.status, 200, "{}", answered.text);
    answered.json()
}

pub async fn call(router: &Router, name: &str, arguments: Json) -> Json {
    ask(router, "tools/call", json!({ "name": name, "arguments": arguments })).await
}

#[tokio::test]
async fn each_operation_is_a_tool_whose_result_fits_its_schema() {
    let router = shop(2, Offer::default());
    let listed = ask(&router, "tools/list", json!({})).await;
    insta::assert_snapshot!(format!("{:#}", listed["result"]["tools"][0]));
    let names: Vec<_> = listed["result"]["tools"].as_array().unwrap().iter().map(|tool| tool["name"].clone()).collect();
    assert_eq!(names, ["Get_0", "Get_1"]);
    let called = call(&router, "Get_1", json!({ "Id": 1 })).await;
    let (schema, result) = (&listed["result"]["tools"][1]["outputSchema"], &called["result"]["structuredContent"]);
    assert_eq!(misfit(schema, schema, result, ""), None);
    insta::assert_snapshot!(format!("{:#}", called["result"]));
}

#[tokio::test]
async fn a_call_that_does_not_fit_is_an_error_that_the_model_sees() {
    let router = shop(2, Offer::default());
    let refused = call(&router, "Get_0", json!({ "Code": "x" })).await;
    assert_eq!(refused["result"]["isError"], true);
    insta::assert_snapshot!(refused["result"]["content"][0]["text"].as_str().unwrap());
    let unknown = call(&router, "Tell", json!({})).await;
    assert_eq!(unknown["error"]["message"], "there is no tool Tell");
}

/// Clients limit the number of tools.
#[tokio::test]
async fn many_operations_are_three_tools() {
    let router = shop(60, Offer::default());
    let listed = ask(&router, "tools/list", json!({})).await;
    let names: Vec<_> = listed["result"]["tools"].as_array().unwrap().iter().map(|tool| tool["name"].clone()).collect();
    assert_eq!(names, ["find_operations", "describe_operation", "call_operation"]);
    let found = call(&router, "find_operations", json!({ "words": "PART 59" })).await;
    let found = &found["result"]["structuredContent"];
    let first = json!({ "operation": "Get.59", "effect": "read", "about": "Gets part 59." });
    assert_eq!((&found["operations"][0], &found["total"]), (&first, &json!(60)));
    assert_eq!(found["hidden"], "1 more operation is not offered without `Offer::send`.");
    let page = |from: Json| call(&router, "find_operations", json!({ "from": from }));
    let names = |page: &Json| {
        let page = &page["result"]["structuredContent"];
        let names = page["operations"].as_array().unwrap().iter().map(|operation| operation["operation"].clone());
        (names.collect::<Vec<_>>(), page["next"].clone())
    };
    let (first, next) = names(&page(json!(0)).await);
    let (last, end) = names(&page(json!("40")).await);
    assert_eq!((first.len(), &first[0], next), (20, &json!("Get.0"), json!(20)));
    assert_eq!((last.len(), &last[19], end), (20, &json!("Get.59"), Json::Null));
    assert_eq!(names(&page(json!(u64::MAX)).await), (Vec::new(), Json::Null));
    let described = call(&router, "describe_operation", json!({ "operation": "Get.59" })).await;
    assert_eq!(described["result"]["structuredContent"]["arguments"]["required"], json!(["Id"]));
    for arguments in [json!({ "Id": 1 }), json!("{\"Id\": 1}")] {
        let called = call(&router, "call_operation", json!({ "operation": "Get.59", "arguments": arguments })).await;
        assert_eq!(called["result"]["isError"], false);
    }
    let misspelt = call(&router, "describe_operation", json!({ "operation": "Gt.59" })).await;
    assert!(misspelt["result"]["content"][0]["text"].as_str().unwrap().contains("did you mean `Get.59`"), "{misspelt}");
    let hidden = call(&router, "call_operation", json!({ "operation": "Tell" })).await;
    assert_eq!(hidden["result"]["isError"], true);
}

/// A call without what its writer meant would be another call.
#[tokio::test]
async fn arguments_that_do_not_fit_a_tool_are_refused_with_what_to_write() {
    let document = document(&spec(60));
    let mock = Mock::with_samples(document.service());
    let router = router(gateway_to(mock.clone(), document, Offer::default().send()));
    let holder = "Parameters of the operation are members of `arguments`.";
    for (tool, arguments, detail) in [
        (
            "call_operation",
            json!({ "operation": "Tell", "parameters": { "Id": 1 } }),
            format!("`parameters`: there is no such argument; did you mean `arguments`? {holder}"),
        ),
        (
            "call_operation",
            json!({ "operation": "Get.1", "Id": 1 }),
            format!("`Id`: there is no such argument; the tool takes `operation` and `arguments`. {holder}"),
        ),
        (
            "call_operation",
            json!({ "operation": "Tell", "arguments": [1] }),
            "`arguments`: an object with the parameters is expected".into(),
        ),
        ("call_operation", json!({ "arguments": {} }), "`operation`: it is missing".into()),
        ("call_operation", json!({ "operation": "Get.1", "arguments": null }), "`Id`: it is missing".into()),
        (
            "find_operations",
            json!({ "query": "part" }),
            "`query`: there is no such argument; did you mean `words`?".into(),
        ),
        ("find_operations", json!({ "words": 5 }), "`words`: a text is expected".into()),
        ("find_operations", json!({ "from": "x" }), "`from`: a number from 0 on is expected, such as `20`".into()),
        (
            "describe_operation",
            json!({ "name": "Get.1" }),
            "`name`: there is no such argument; did you mean `operation`?; `operation`: it is missing".into(),
        ),
    ] {
        let called = call(&router, tool, arguments).await;
        assert_eq!(called["result"]["isError"], true, "{called}");
        let problem: Json = serde_json::from_str(called["result"]["content"][0]["text"].as_str().unwrap()).unwrap();
        assert_eq!((&problem["status"], &problem["outcome"]), (&json!(400), &json!("not sent")), "{problem}");
        assert_eq!(problem["detail"], detail);
    }
    assert!(mock.calls().is_empty());
    let all = call(&router, "find_operations", json!({ "words": null })).await;
    assert_eq!(all["result"]["structuredContent"]["total"], 61);
}

/// As all other refusals.
#[tokio::test]
async fn requests_that_are_no_messages_get_problems_and_lines_of_the_log() {
    let log = Arc::new(Mutex::new(Vec::new()));
    let recorder = Arc::clone(&log);
    let gateway = mocked(document(&spec(2)), Offer::default());
    let router = router(gateway.on_refused_request(move |refused| {
        recorder.lock().unwrap().push((refused.request.clone(), refused.status));
    }));
    let post = |headers: &[(&str, &str)]| {
        let request = Request::post("/mcp").header("host", "localhost");
        let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
        request.body(json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" }).to_string()).unwrap()
    };
    let both = "application/json, text/event-stream";
    for (request, status) in [
        (super::get("/mcp"), 405),
        (post(&[("accept", both), ("content-type", "text/plain")]), 415),
        (post(&[("accept", "text/html"), ("content-type", "application/json")]), 406),
        (super::get("/columns/nosuch"), 404),
    ] {
        let line = format!("{} {}", request.method(), request.uri().path());
        let refused = send(&router, request).await;
        assert_eq!(refused.status, status, "{line}: {}", refused.text);
        assert_eq!(refused.json()["outcome"], "not sent", "{line}");
        for (name, value) in [
            ("content-type", "application/problem+json"),
            ("cache-control", "no-store"),
            ("x-content-type-options", "nosniff"),
        ] {
            assert_eq!(refused.headers[name], value, "{line}");
        }
        assert_eq!(log.lock().unwrap().pop(), Some((line, status)));
    }
}

/// The effect of an operation decides the hints of its tool.
#[tokio::test]
async fn annotations_follow_effects() {
    let router = shop(0, Offer::default().send());
    let listed = ask(&router, "tools/list", json!({})).await;
    let expected =
        json!({ "readOnlyHint": false, "destructiveHint": true, "idempotentHint": false, "openWorldHint": true });
    assert_eq!(listed["result"]["tools"][0]["annotations"], expected);
    // A client that cannot ask a person has the operator's permission.
    assert_eq!(call(&router, "Tell", json!({})).await["result"]["isError"], false);
}

/// Models write arrays and objects as texts, and decimals as numbers.
#[tokio::test]
async fn arguments_are_taken_as_models_write_them() {
    let (router, mock) = super::rest::prices();
    let arguments = json!({ "Ids": "[1, 2]", "Line": "{\"Price\": 1.10}", "Note": "[1, 2]" });
    assert_eq!(call(&router, "Price", arguments).await["result"]["isError"], false);
    let request = Request::post("/mcp").header("host", "localhost").header("content-type", "application/json");
    let request = request.header("accept", "application/json, text/event-stream");
    let message =
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"Price","arguments":{"Max":12.50}}}"#;
    assert_eq!(send(&router, request.body(message.to_owned()).unwrap()).await.status, 200);
    let calls = mock.calls();
    let of = |index: usize, name: &str| format!("{:?}", calls[index].parameter(name).unwrap());
    assert_eq!((of(0, "Note"), of(1, "Max")), ("Text(\"[1, 2]\")".to_owned(), "Text(\"12.50\")".to_owned()));
    assert!(of(0, "Ids").contains("\"2\"") && of(0, "Line").contains("\"1.10\""));
    let refused = call(&router, "Price", json!({ "Ids": "one, two" })).await;
    assert_eq!((&refused["result"]["isError"], mock.calls().len()), (&json!(true), 2));
}

/// A model asks for the right column before it has seen a row.
#[tokio::test]
async fn tools_name_the_columns_of_their_rows() {
    let orders = |count: usize| {
        let mut text = String::from(
            "<service name=\"Shop\" path=\"/shop.asmx\" namespace=\"urn:shop\"><doc>A shop.</doc><structure name=\"Order\">\
             <param name=\"Id\" type=\"int\"/><param name=\"Day\" type=\"dateTime\"/></structure><area name=\"all\" title=\"All\">",
        );
        for number in 0..count {
            write!(
                text,
                "<operation name=\"Orders{number}\" effect=\"read\"><doc>Lists orders.</doc><result type=\"Order\" array=\"true\"/></operation>"
            )
            .unwrap();
        }
        router(mocked(document(&(text + "</area></service>")), Offer::default()))
    };
    let listed = ask(&orders(1), "tools/list", json!({})).await;
    let tool = &listed["result"]["tools"][0];
    assert_eq!(tool["description"], "Lists orders. Rows of Orders0Result: Id, Day.");
    assert!(tool["outputSchema"].to_string().contains(r#""examples":["2024-02-29T13:45:00"]"#), "{tool}");
    let described = call(&orders(60), "describe_operation", json!({ "operation": "Orders7" })).await;
    let tables = json!([{ "name": "Orders7Result", "columns": { "Id": "xs:int", "Day": "xs:dateTime" } }]);
    assert_eq!(described["result"]["structuredContent"]["tables"], tables);
}
