//! REST: forms, refusals, and what callers cannot reach.

use std::sync::{Arc, Mutex};

use asmx_gateway::{Gateway, Interface, Offer, Supplied};
use asmx_runtime::mock::Mock;
use asmx_runtime::{Fault, Message, Value};
use http::Request;
use serde_json::json;
use tower::ServiceExt as _;

use super::{document, gateway_to, get, mocked, post, router, send, send_bytes, with_header};

const SPEC: &str = r#"<service name="Shop" path="/shop.asmx" namespace="urn:shop">
  <doc>A shop.</doc>
  <common><param name="ApiKey" type="string" role="key" secret="true"/></common>
  <area name="all" title="All">
    <operation name="Report" result="dataset" effect="read"><doc>Reports.</doc><param name="Month" type="int"/></operation>
    <operation name="Find" effect="read">
      <doc>Finds.</doc>
      <param name="Words" type="string" array="true"/>
      <param name="Most" type="int" required="true"/>
      <result type="int"/>
    </operation>
    <operation name="Remove" result="none" effect="write"><doc>Removes.</doc><param name="Id" type="int"/></operation>
    <operation name="Tell" result="none" effect="send"><doc>Tells.</doc></operation>
  </area>
</service>"#;

fn shop(offer: Offer) -> Gateway {
    mocked(document(SPEC), offer)
}

#[tokio::test]
async fn a_result_comes_in_the_accepted_form() {
    let router = router(shop(Offer::default()));
    let in_form = |form: &str| with_header(post("/Report", &json!({ "Month": 3 })), "accept", form);
    let tables = send(&router, in_form("application/json")).await;
    insta::assert_snapshot!(tables.text);
    let csv = send(&router, in_form("text/html, text/csv;q=0.9, application/json;q=0.5")).await;
    assert_eq!(csv.headers["content-type"], "text/csv; charset=utf-8");
    insta::assert_snapshot!(csv.text);
    let lines = send(&router, in_form("application/x-ndjson")).await;
    insta::assert_snapshot!(lines.text);
    let (head, arrow) = send_bytes(&router, in_form("application/vnd.apache.arrow.stream")).await;
    assert_eq!(head.headers["content-type"], "application/vnd.apache.arrow.stream");
    let batches = arrow_ipc::reader::StreamReader::try_new(arrow.as_slice(), None).unwrap().map(Result::unwrap);
    let columns = ["Name", "Count"];
    assert_eq!(batches.map(|batch| columns.map(|name| batch[name].len())).collect::<Vec<_>>(), [[1, 1]]);
    let refused = send(&router, in_form("image/png")).await;
    assert_eq!(refused.status, 406);
    insta::assert_snapshot!(refused.text);
    // A value is a row of its own.
    let request = with_header(post("/Find", &json!({ "Most": 1 })), "accept", "application/vnd.apache.arrow.stream");
    let (head, arrow) = send_bytes(&router, request).await;
    let batches = arrow_ipc::reader::StreamReader::try_new(arrow.as_slice(), None).unwrap().map(Result::unwrap);
    assert_eq!((head.status.as_u16(), batches.map(|batch| batch["FindResult"].len()).sum::<usize>()), (200, 1));
}

#[tokio::test]
async fn a_table_that_does_not_exist_is_refused_after_the_call() {
    let request = with_header(post("/Report?$table=Orders", &json!({ "Month": 3 })), "accept", "text/csv");
    let refused = send(&router(shop(Offer::default())), request).await;
    assert_eq!(refused.status, 406);
    insta::assert_snapshot!(refused.text);
}

#[tokio::test]
async fn reads_take_a_query_and_others_do_not() {
    let router = router(shop(Offer::default().write()));
    let found = send(&router, get("/Find?Words=a+b&Words=%C3%A4&Most=2")).await;
    assert_eq!((found.status.as_u16(), found.json()), (200, json!({ "FindResult": 1 })));
    let twice = send(&router, get("/Find?Most=1&Most=2")).await;
    assert_eq!((twice.status.as_u16(), &twice.json()["detail"]), (400, &json!("the parameter `Most` is there twice")));
    let write = send(&router, get("/Remove?Id=2")).await;
    assert_eq!((write.status.as_u16(), write.headers["allow"].to_str().unwrap()), (405, "POST"));
}

/// A write without the parameters of its query would change something else.
#[tokio::test]
async fn a_post_with_parameters_in_its_query_is_not_sent() {
    let document = document(SPEC);
    let mock = Mock::with_samples(document.service());
    let router = router(gateway_to(mock.clone(), document, Offer::default().write()));
    for path in ["/Remove?Id=2", "/Remove?$full=true&Id=2", "/Find?Id=3"] {
        let refused = send(&router, post(path, &json!({ "Most": 1 }))).await;
        let why = "the parameter `Id` is in the query: a POST has its parameters in the body as JSON";
        assert_eq!((refused.status.as_u16(), &refused.json()["detail"]), (400, &json!(why)), "{path}");
        assert_eq!(refused.json()["outcome"], "not sent");
    }
    assert!(mock.calls().is_empty());
    assert_eq!(send(&router, post("/Remove?$full=true", &json!({ "Id": 2 }))).await.status, 200);
}

/// Clients of the `OpenAPI` document send the names that it states.
#[tokio::test]
async fn a_query_takes_the_names_of_the_description_and_of_the_document() {
    const SPEC: &str = r#"<service name="Shop" path="/shop.asmx" namespace="urn:shop"><doc>A shop.</doc>
      <area name="all" title="All"><operation name="Find" effect="read"><doc>Finds.</doc>
        <param name="Item_x0020_ids" type="int" array="true"/><result type="int"/></operation></area></service>"#;
    let document = document(SPEC);
    let mock = Mock::with_samples(document.service());
    mock.on_operation("Find", |call| {
        let ids = call.request.values().first().cloned();
        let Some(Value::Array(ids)) = ids else { panic!("no array") };
        Ok(Message::new(vec![ids.len().to_string().into()]))
    });
    let router = router(gateway_to(mock, document, Offer::default()));
    for name in ["Item%20ids", "Item_x0020_ids"] {
        let found = send(&router, get(&format!("/Find?{name}=1&{name}=2"))).await;
        assert_eq!((found.status.as_u16(), found.json()), (200, json!({ "FindResult": 2 })), "{name}");
    }
}

#[tokio::test]
async fn what_does_not_fit_is_refused_with_each_place() {
    let router = router(shop(Offer::default()));
    let refused = send(&router, post("/Find", &json!({ "Words": "one", "Mots": 2, "ApiKey": "k" }))).await;
    assert_eq!(refused.status, 400);
    assert_eq!(refused.headers["content-type"], "application/problem+json");
    insta::assert_snapshot!(format!("{:#}", refused.json()));
    for (body, status) in [("[1]", 400), ("{", 400), ("", 400)] {
        let request = Request::post("/Find").header("host", "localhost").body(body.to_owned()).unwrap();
        assert_eq!(send(&router, request).await.status, status, "{body}");
    }
    let of_xml = with_header(post("/Find", &json!({})), "content-type", "text/xml");
    assert_eq!(send(&router, of_xml).await.status, 415);
    let packed = with_header(post("/Find", &json!({ "Most": 1 })), "content-encoding", "gzip");
    let refused = send(&router, packed).await;
    let why = "the body has the encoding `gzip`: send it without `Content-Encoding`";
    assert_eq!((refused.status.as_u16(), &refused.json()["detail"]), (415, &json!(why)));
    let as_it_is = with_header(post("/Find", &json!({ "Most": 1 })), "content-encoding", "identity");
    assert_eq!(send(&router, as_it_is).await.status, 200);
}

#[tokio::test]
async fn effects_that_are_not_offered_are_refused_by_name() {
    let router = router(shop(Offer::default().only(["*e*"])));
    let refused = send(&router, post("/Remove", &json!({ "Id": 2 }))).await;
    assert_eq!(refused.status, 403);
    insta::assert_snapshot!(refused.text);
    assert_eq!(send(&router, post("/Find", &json!({ "Most": 1 }))).await.status, 404);
    assert_eq!(send(&router, get("/%FF")).await.status, 404);
}

/// The outcome decides the status: a fault is a refusal by the service.
#[tokio::test]
async fn a_fault_is_told_with_its_outcome_and_each_call_is_logged() {
    let document = document(SPEC);
    let mock = Mock::new(document.service());
    mock.on_operation("Remove", |_| Err(Fault::client("there is no order 2")));
    let log: Arc<Mutex<Vec<String>>> = Arc::default();
    let lines = Arc::clone(&log);
    let gateway = gateway_to(mock, document, Offer::default().write()).on_call(move |ended| {
        lines.lock().unwrap().push(format!("{} {:?} {}", ended.operation, ended.outcome, ended.status));
    });
    let router = router(gateway);
    let refused = send(&router, post("/Remove", &json!({ "Id": 2 }))).await;
    assert_eq!(refused.status, 422);
    insta::assert_snapshot!(format!("{:#}", refused.json()));
    assert_eq!(*log.lock().unwrap(), ["Remove Some(Refused) 422"]);
}

/// Operators see callers that guess tokens or paths.
#[tokio::test]
async fn each_request_that_is_refused_before_it_is_a_call_is_logged() {
    let log: Arc<Mutex<Vec<String>>> = Arc::default();
    let lines = Arc::clone(&log);
    let gateway = shop(Offer::default()).on_refused_request(move |refused| {
        lines.lock().unwrap().push(format!("{} {}", refused.request, refused.status));
    });
    let router = Interface::new(gateway).token("sesame").into_router();
    let with_token = |request| with_header(request, "authorization", "Bearer sesame");
    assert_eq!(send(&router, post("/Find", &json!({ "Most": 1 }))).await.status, 401);
    for (request, status) in [
        (post("/Nope", &json!({})), 404),
        (post("/Remove", &json!({})), 403),
        (post("/Find?$format=png", &json!({ "Most": 1 })), 406),
        (post("/Find?$bogus=1", &json!({ "Most": 1 })), 400),
        (Request::delete("/Find").header("host", "localhost").body(String::new()).unwrap(), 405),
        (with_header(post("/Find", &json!({})), "content-type", "text/xml"), 415),
        (get("/healthz"), 200),
        (get("/openapi.json"), 200),
    ] {
        let line = format!("{} {}", request.method(), request.uri());
        assert_eq!(send(&router, with_token(request)).await.status, status, "{line}");
    }
    let expected = [
        "POST /Find 401",
        "POST /Nope 404",
        "POST /Remove 403",
        "POST /Find 406",
        "POST /Find 400",
        "DELETE /Find 405",
        "POST /Find 415",
    ];
    assert_eq!(*log.lock().unwrap(), expected);
}

/// A changed value would be sent.
#[tokio::test]
async fn a_query_that_cannot_be_decoded_is_refused() {
    let router = router(shop(Offer::default()));
    for query in ["Most=1&Words=M%fcller", "Most=1&Words=%zz", "Most=1&Words=100%", "Most=1&W%ffords=a"] {
        let refused = send(&router, get(&format!("/Find?{query}"))).await;
        assert_eq!(refused.status, 400, "{query}: {}", refused.text);
        assert!(refused.text.contains("the query: "), "{}", refused.text);
    }
    assert_eq!(send(&router, get("/Find?Most=1&Words=M%C3%BCller+%26+Co&Words=100%25")).await.status, 200);
}

#[tokio::test]
async fn given_parameters_are_sent_and_not_shown() {
    let document = document(SPEC);
    let mock = Mock::with_samples(document.service());
    let supplied = json!({ "Most": 9, "ApiKey": "hidden" }).as_object().cloned().unwrap();
    let offer = Offer::default().supplied(Supplied::new(supplied, serde_json::Map::new()));
    let gateway = gateway_to(mock.clone(), document, offer);
    assert!(!super::described(&gateway).to_string().contains("\"Most\""));
    let router = router(gateway);
    assert_eq!(send(&router, post("/Find", &json!({}))).await.status, 200);
    assert_eq!(mock.calls()[0].parameter("Most").and_then(|value| value.as_text()), Some("9"));
}

#[tokio::test]
async fn a_token_and_pages_of_other_sites() {
    let router = Interface::new(shop(Offer::default())).token("sesame").into_router();
    // A browser opens the page without a token; the page asks for it.
    for path in ["/healthz", "/", "/page.js"] {
        assert_eq!(send(&router, get(path)).await.status, 200, "{path}");
    }
    assert_eq!(send(&router, post("/healthz", &json!({}))).await.status, 401);
    for wrong in [None, Some("Bearer sesam"), Some("Bearer sesame2"), Some("Basic sesame"), Some("Bearer")] {
        let request = get("/openapi.json");
        let request = if let Some(wrong) = wrong { with_header(request, "authorization", wrong) } else { request };
        let refused = send(&router, request).await;
        assert_eq!((refused.status.as_u16(), refused.headers["www-authenticate"].to_str().unwrap()), (401, "Bearer"));
    }
    let request = with_header(get("/openapi.json"), "authorization", "bearer sesame");
    assert_eq!(send(&router, request.clone()).await.status, 200);
    assert_eq!(send(&router, with_header(request, "origin", "http://elsewhere.test")).await.status, 403);
}

/// Operations with the names of the gateway's own paths.
#[tokio::test]
async fn operations_of_every_name_are_called_or_refused_aloud() {
    let names = ["healthz", "mcp", "openapi.json", "page.js", "operations"];
    let operation = |name: &str| {
        format!(
            r#"<operation name="{name}" effect="read"><doc>Reads.</doc><param name="Id" type="int" required="true"/><result type="int"/></operation>"#
        )
    };
    let operations: String = names.map(operation).concat();
    let spec = format!(
        r#"<service name="Shop" path="/shop.asmx" namespace="urn:shop"><doc>A shop.</doc><area name="all" title="All">{operations}</area></service>"#
    );
    let gateway = mocked(document(&spec), Offer::default());
    let openapi = super::described(&gateway);
    let router = router(gateway);
    let paths: Vec<&String> = openapi["paths"].as_object().unwrap().keys().collect();
    let listed =
        ["/operations/healthz", "/operations/mcp", "/operations/openapi.json", "/operations/page.js", "/operations"];
    assert_eq!(paths, listed);
    for (path, name) in listed.into_iter().zip(names) {
        for request in [post(path, &json!({ "Id": 1 })), get(&format!("{path}?Id=1"))] {
            let called = send(&router, request).await;
            assert_eq!((called.status.as_u16(), called.json()), (200, json!({ format!("{name}Result"): 1 })), "{path}");
        }
        // The gateway's own path does not look like a call that was made.
        let wrong = send(&router, post(&format!("/{name}"), &json!({ "No": 1 }))).await;
        assert!(wrong.status.is_client_error(), "{name}: {} {}", wrong.status, wrong.text);
    }
    let shop = super::router(shop(Offer::default()));
    assert_eq!(send(&shop, post("/healthz", &json!({}))).await.status, 404);
    assert_eq!(send(&shop, post("/operations/Find", &json!({ "Most": 1 }))).await.status, 200);
}

#[tokio::test]
async fn the_page_runs_its_own_script_only() {
    let router = router(shop(Offer::default()));
    let page = send(&router, get("/")).await;
    assert!(page.text.contains("<script src=\"page.js\">"));
    let policy = page.headers["content-security-policy"].to_str().unwrap();
    assert!(policy.starts_with("default-src 'none'; script-src 'self';"), "{policy}");
    assert_eq!(send(&router, get("/page.js")).await.headers["content-type"], "text/javascript; charset=utf-8");
}

#[test]
fn the_document_of_a_shop() {
    let described = super::described(&shop(Offer::default().write().send()));
    insta::assert_snapshot!("gateway_openapi", format!("{described:#}"));
}

#[tokio::test]
async fn calls_beyond_the_limits_are_told_when_to_come_back() {
    let router = router(shop(Offer::default().limits(64, Some(2))));
    let mut statuses = Vec::new();
    for _ in 0..3 {
        let answered = send(&router, post("/Find", &json!({ "Most": 1 }))).await;
        statuses.push((answered.status.as_u16(), answered.headers.get("retry-after").is_some()));
    }
    assert_eq!(statuses, [(200, false), (200, false), (503, true)]);
}

#[tokio::test]
async fn the_form_may_be_a_choice_of_the_query() {
    let router = router(shop(Offer::default()));
    let csv = send(&router, get("/Report?Month=3&$format=csv")).await;
    assert_eq!((csv.status.as_u16(), csv.text.as_str()), (200, "Name,Count\r\ntext,1\r\n"));
    assert_eq!(send(&router, get("/Report?Month=3&$format=ods")).await.status, 406);
}

/// Writers of JSON without integers give `2.0`.
#[tokio::test]
async fn whole_numbers_may_have_a_fraction_of_zero() {
    let document = document(SPEC);
    let mock = Mock::with_samples(document.service());
    let router = router(gateway_to(mock.clone(), document, Offer::default()));
    for (most, status) in
        [(json!(2.0), 200), (json!("2"), 200), (json!(2.5), 400), (json!(-9_223_372_036_854_775_809_f64), 200)]
    {
        assert_eq!(send(&router, post("/Find", &json!({ "Most": most }))).await.status, status, "{most}");
    }
    let sent: Vec<_> = mock.calls().iter().map(|call| call.parameter("Most").cloned().unwrap()).collect();
    assert_eq!(sent, ["2", "2", "-9223372036854776000"].map(asmx_runtime::Value::from));
}

#[tokio::test]
async fn a_secret_of_a_caller_is_refused_with_the_one_who_gives_it() {
    let spec = "<service name=\"S\" path=\"/s.asmx\" namespace=\"urn:s\"><doc>S.</doc><area name=\"a\" title=\"A\">\
                <operation name=\"Find\" result=\"string\" effect=\"read\"><doc>Finds.</doc>\
                <param name=\"User\" type=\"string\" role=\"username\"/>\
                <param name=\"Password\" type=\"string\" secret=\"true\" role=\"password\"/></operation></area></service>";
    let gateway = |offer| mocked(document(spec), offer);
    let request = || post("/Find", &json!({ "Password": "s3cret", "Other": 1 }));
    let refused = send(&router(gateway(Offer::default())), request()).await;
    assert_eq!(refused.status, 400);
    let problem = "credentials and other secrets come from the profile of the gateway; callers can give them if it was started with `Offer::credentials`";
    let errors = json!([
        { "place": "Password", "problem": problem },
        { "place": "Other", "problem": "there is no such name" },
    ]);
    assert_eq!(refused.json()["errors"], errors, "{}", refused.text);
    let accepted =
        send(&router(gateway(Offer::default().credentials())), post("/Find", &json!({ "Password": "s3cret" }))).await;
    assert_eq!(accepted.status, 200, "{}", accepted.text);
}

const PRICES: &str = r#"<service name="Shop" path="/shop.asmx" namespace="urn:shop"><doc>A shop.</doc>
  <structure name="Line"><param name="Price" type="decimal" optional="true"/><param name="Count" type="long" optional="true"/></structure>
  <area name="all" title="All">
    <operation name="Price" result="none" effect="read">
      <doc>Prices.</doc>
      <param name="Max" type="decimal" optional="true"/>
      <param name="Rate" type="double" optional="true"/>
      <param name="Line" type="Line" optional="true"/>
      <param name="Ids" type="int" array="true" optional="true"/>
      <param name="Note" type="string" optional="true"/>
      <param name="Json" type="string" content="json" optional="true"/>
    </operation>
    <operation name="Look" result="none" effect="read">
      <doc>Looks.</doc>
      <param name="Open" type="boolean" optional="true"/>
      <param name="Note" type="string" optional="true"/>
    </operation>
  </area></service>"#;

/// A gateway that sends to a mock, which remembers the calls.
pub fn prices() -> (axum::Router, Mock) {
    let document = document(PRICES);
    let mock = Mock::with_samples(document.service());
    (router(gateway_to(mock.clone(), document, Offer::default())), mock)
}

/// Sends a body to the operation: the status, and the parameter that the service gets.
async fn priced(body: impl Into<Vec<u8>>, parameter: &str) -> (u16, Option<String>) {
    let (router, mock) = prices();
    let request = Request::post("/Price").header("host", "localhost").header("content-type", "application/json");
    let response = router.oneshot(request.body(axum::body::Body::from(body.into())).unwrap()).await.unwrap();
    let sent = mock.calls().first().and_then(|call| call.parameter(parameter).map(|value| format!("{value:?}")));
    (response.status().as_u16(), sent)
}

#[tokio::test]
async fn numbers_keep_the_digits_of_the_body() {
    for (body, parameter, sent) in [
        (r#"{"Max": 0.1234567890123456789012345678}"#, "Max", "0.1234567890123456789012345678"),
        (r#"{"Max": 12.50}"#, "Max", "12.50"),
        (r#"{"Max": 79228162514264337593543950335}"#, "Max", "79228162514264337593543950335"),
        (r#"{"Max": -1e-10}"#, "Max", "-0.0000000001"),
        (r#"{"Rate": 1.50e3}"#, "Rate", "1.50e3"),
        (r#"{"Json": {"a": [12.50, "12.50"]}}"#, "Json", r#"{"a":[12.50,"12.50"]}"#),
    ] {
        assert_eq!(priced(body, parameter).await, (200, Some(format!("Text({sent:?})"))), "{body}");
    }
    let (status, sent) = priced(r#"{"Line": {"Price": 1.10, "Count": 9007199254740993.0}}"#, "Line").await;
    let sent = sent.unwrap();
    assert!(status == 200 && sent.contains("\"1.10\"") && sent.contains("\"9007199254740993\""), "{sent}");
    for body in [r#"{"Max": 1e64}"#, r#"{"Ids": [1.50]}"#, r#"{"Note": 1.50}"#, r#"{"Max": "\u00001.5"}"#] {
        assert_eq!(priced(body, "Max").await, (400, None), "{body}");
    }
}

/// Agents and scripts write them so.
#[tokio::test]
async fn arrays_and_objects_may_be_the_texts_of_their_json() {
    let (as_values, as_texts) =
        (r#"{"Ids": [1, 2], "Line": {"Price": 1.10}}"#, r#"{"Ids": "[1, 2]", "Line": "{\"Price\": 1.10}"}"#);
    for parameter in ["Ids", "Line"] {
        let sent = priced(as_values, parameter).await;
        assert!(sent.0 == 200 && sent.1.is_some());
        assert_eq!(priced(as_texts, parameter).await, sent);
    }
    assert_eq!(priced(r#"{"Note": "[1, 2]"}"#, "Note").await, (200, Some("Text(\"[1, 2]\")".to_owned())));
    // A text within a text is a text.
    for body in [r#"{"Ids": "one"}"#, r#"{"Ids": "[\"[1]\"]"}"#, r#"{"Line": "[1]"}"#, r#"{"Line": "{\"Prise\": 1}"}"#]
    {
        assert_eq!(priced(body, "Ids").await, (400, None), "{body}");
    }
}

#[tokio::test]
async fn bodies_may_have_a_byte_order_mark_and_be_utf16() {
    let body = r#"{"Note": "Zoë"}"#;
    let wide = format!("\u{feff}{body}").encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    for body in [body.as_bytes().to_vec(), format!("\u{feff}{body}").into_bytes(), wide] {
        assert_eq!(priced(body, "Note").await, (200, Some("Text(\"Zoë\")".to_owned())));
    }
    for broken in [&b"\xFF\xFE{"[..], b"{\"Note\": \"Zo\xEB\"}"] {
        assert_eq!(priced(broken, "Note").await, (400, None));
    }
}

#[tokio::test]
async fn booleans_of_a_query_may_be_those_of_dotnet() {
    for (query, sent) in [("Open=True", "true"), ("Open=False", "false"), ("Open=1", "1"), ("Note=True", "True")] {
        let (router, mock) = prices();
        assert_eq!(send(&router, get(&format!("/Look?{query}&$full=True"))).await.status, 200, "{query}");
        let (name, _) = query.split_once('=').unwrap();
        let calls = mock.calls();
        assert_eq!(calls[0].parameter(name).and_then(|value| value.as_text()), Some(sent));
    }
    let (router, _) = prices();
    assert_eq!(send(&router, get("/Look?Open=yes")).await.status, 400);
}
