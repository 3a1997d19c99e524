//! The page for people, in a browser.

use std::sync::{Arc, Mutex};

use asmx_gateway::{Document, Gateway, Interface, Offer, Setup, Target};
use asmx_runtime::json::read_result;
use asmx_runtime::mock::Mock;
use asmx_runtime::server::{ListenOptions, Listening, serve};
use asmx_runtime::{Handler, Message};
use serde_json::{Value as Json, json};
use tokio::net::TcpListener;

use super::notes::{data_set, gateway};
use super::{document, get, router, send};
use crate::browser::{Browser, in_browser};

const SPEC: &str = r#"<service name="Shop" path="/shop.asmx" namespace="urn:shop"><doc>A shop.</doc>
<enum name="State"><value name="Open"/><value name="Closed"/></enum>
<structure name="Order"><param name="Id" type="int"/><param name="Text" type="string" nullable="true"/><param name="Price" type="decimal"/></structure>
<area name="all" title="All">
  <operation name="Find" result="none" effect="read"><doc>Finds.</doc></operation>
  <operation name="Save" result="none" effect="write"><doc>Saves.</doc></operation>
  <operation name="Tell" result="none" effect="send"><doc>Tells.</doc></operation>
  <operation name="List" effect="read"><doc>Lists &lt;b&gt;orders&lt;/b&gt;.</doc>
    <param name="Number" type="int"><doc>The number.</doc></param>
    <param name="State" type="State" optional="true"/>
    <param name="Since" type="dateTime" optional="true"/>
    <param name="Most" type="int" default="20"/>
    <result type="Order" array="true"/>
  </operation>
  <operation name="Change" effect="write"><doc>Changes.</doc><param name="Order" type="Order" required="true"/><result type="int"/></operation>
</area></service>"#;

/// Texts that would be markup or a command.
const TEXTS: [&str; 3] = ["<img src=x onerror=document.title='ran'>", "it's `touch ran`", "z"];

fn target(document: Document, handler: Mock) -> Target {
    let handler: Arc<dyn Handler> = Arc::new(handler);
    Target::new(Setup::of_document(document).handler(handler)).unwrap()
}

/// A gateway whose `List` returns this many orders.
async fn listing(orders: usize) -> (Listening, String) {
    let document = document(SPEC);
    let mock = Mock::new(document.service());
    let order = |number: usize| {
        let text = if number % 7 == 6 { Json::Null } else { TEXTS[number % 3].into() };
        json!({ "Id": number, "Text": text, "Price": format!("{}.50", (number * 37) % 100) })
    };
    let all: Vec<Json> = (0..orders).map(order).collect();
    let list = document.service().operations.iter().find(|operation| operation.name == "List").unwrap();
    let result = read_result(document.service(), list, &json!({ "ListResult": all })).unwrap();
    mock.on_operation("List", move |_| Ok(result.clone()));
    let target = target(document, mock);
    listen(Gateway::new(target, Offer::default().write().send()).unwrap()).await
}

async fn listen(gateway: Gateway) -> (Listening, String) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let listening = serve(listener, router(gateway), ListenOptions::default()).unwrap();
    let address = format!("http://{}/", listening.address());
    (listening, address)
}

/// A page whose questions get this answer. The questions are kept.
fn answering(browser: &mut Browser, answer: bool) {
    browser.evaluate(&format!(
        "window.asked = []; window.confirm = (text) => {{ asked.push(text); return {answer}; }}; 0"
    ));
}

/// Opens an operation, and returns the expression for its element.
fn open(browser: &mut Browser, operation: &str) -> String {
    let details = format!(
        "[...document.querySelectorAll('details.operation')].find((one) => one.querySelector('code').textContent === '{operation}')"
    );
    browser.wait_for("document.querySelectorAll('details.operation').length > 0");
    browser.evaluate(&format!("{details}.open = true; 0"));
    browser.wait_for(&format!("{details}.querySelector('form') !== null"));
    details
}

/// Presses the button `Call` of an operation, and waits for the response if one comes.
fn press_call(browser: &mut Browser, operation: &str, is_called: bool) -> String {
    let details = open(browser, operation);
    let status = format!("{details}.querySelector('[role=status]').textContent");
    browser.evaluate(&format!("{details}.querySelector('.buttons button').click(); 0"));
    if is_called {
        browser.wait_for(&format!("{status} === 'Done.'"));
    } else {
        assert_eq!(browser.evaluate(&status), "");
    }
    details
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_is_asked_before_a_write_or_a_send() {
    let document = document(SPEC);
    let (mock, called) = (Mock::new(document.service()), Arc::new(Mutex::new(Vec::new())));
    for operation in document.service().operations {
        let called = Arc::clone(&called);
        mock.on_operation(operation.name, move |_| {
            called.lock().unwrap().push(operation.name);
            Ok(Message::default())
        });
    }
    let (_listening, address) =
        listen(Gateway::new(target(document, mock), Offer::default().write().send()).unwrap()).await;
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

#[tokio::test(flavor = "multi_thread")]
async fn parameters_have_their_types_defaults_and_formats() {
    let (_listening, address) = listing(1).await;
    in_browser("gateway-page-parameters", move |browser| {
        browser.open(&address);
        let details = open(browser, "List");
        let fields = browser.evaluate(&format!(
            "[...{details}.querySelectorAll('.field')].map((one) => [one.querySelector('label').textContent, one.querySelector('div').innerText])"
        ));
        assert_eq!(
            fields,
            json!([
                ["Number required", "int, such as 1\nThe number."],
                ["State", "left out\nOpen\nClosed\nState"],
                ["Since", "dateTime, such as 2026-01-31T13:45:00"],
                ["Most", "int, default 20, such as 1"],
            ])
        );
        // Words of a document are text.
        assert_eq!(browser.evaluate(&format!("{details}.querySelector('summary small').textContent")), "Lists <b>orders</b>.");
        let details = open(browser, "Change");
        assert_eq!(browser.evaluate(&format!("JSON.parse({details}.querySelector('textarea').value).Price")), "12.50");
        browser.evaluate(&format!("{details}.querySelector('textarea').value = '{{'; 0"));
        answering(browser, true);
        browser.evaluate(&format!("{details}.querySelector('.buttons button').click(); 0"));
        let status = browser.evaluate(&format!("{details}.querySelector('[role=status]').textContent"));
        assert!(status.as_str().unwrap().starts_with("Order is not JSON: "), "{status}");
        assert_eq!(browser.evaluate("asked"), json!([]));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_result_is_a_table_that_sorts_with_links_to_its_files() {
    let (_listening, address) = listing(20).await;
    in_browser("gateway-page-table", move |browser| {
        browser.open(&address);
        let details = open(browser, "List");
        browser.evaluate(&format!("{details}.querySelector('input').value = '7'; 0"));
        press_call(browser, "List", true);
        let column = |browser: &mut Browser, number: usize| {
            browser.evaluate(&format!(
                "[...{details}.querySelectorAll('tbody tr')].map((row) => row.children[{number}].textContent)"
            ))
        };
        assert_eq!(column(browser, 1).as_array().unwrap()[..3], TEXTS.map(Json::from));
        assert_eq!(column(browser, 1)[6], "null");
        assert_eq!(browser.evaluate("document.querySelectorAll('img').length"), 0);
        let sort = format!("{details}.querySelectorAll('th button')");
        browser.evaluate(&format!("{sort}[2].click(); 0"));
        let prices: Vec<f64> = numbers(&column(browser, 2));
        assert!(prices.is_sorted(), "{prices:?}");
        browser.evaluate(&format!("{sort}[2].click(); 0"));
        assert!(numbers(&column(browser, 2)).is_sorted_by(|value, next| value >= next));
        assert_eq!(browser.evaluate(&format!("{details}.querySelectorAll('th')[2].getAttribute('aria-sort')")), "descending");
        // Null is last in both directions.
        browser.evaluate(&format!("{sort}[1].click(); {sort}[1].click(); 0"));
        assert_eq!(column(browser, 1)[19], "null");
        let links = browser.evaluate(&format!("[...{details}.querySelectorAll('.save a')].map((one) => [one.textContent, one.getAttribute('href'), one.download])"));
        assert_eq!(links[0], json!(["CSV", "List?Number=7&%24format=csv", "List.csv"]));
        assert_eq!(links[3], json!(["Excel", "List?Number=7&%24format=xlsx", "List.xlsx"]));
        for link in links.as_array().unwrap() {
            browser.evaluate(&format!("window.got = null; fetch({}).then((response) => {{ got = response.status; }}); 0", link[1]));
            browser.wait_for("got !== null");
            let status = browser.evaluate("got");
            assert_eq!(status, 200, "{link}");
        }
        let commands = browser.evaluate(&format!("[...{details}.querySelectorAll('.result pre')].at(-1).textContent"));
        let commands = commands.as_str().unwrap();
        assert!(commands.contains("/List?$format=csv' -H 'Content-Type: application/json' -d '{\"Number\":\"7\"}'"), "{commands}");
        assert!(commands.contains("printf %s '{\"Number\":\"7\"}' | asmx call DOCUMENT 'List' --params - -o 'List.csv'"), "{commands}");
    })
    .await;
}

const TABLES: &str = r#"<service name="Shop" path="/shop.asmx" namespace="urn:shop"><doc>A shop.</doc>
<area name="all" title="All">
  <operation name="Report" effect="read"><doc>Lists.</doc><result type="DataSet"/></operation>
  <operation name="Take" effect="write"><doc>Takes.</doc><result type="DataSet"/></operation>
</area></service>"#;

/// A gateway whose operations return this DataSet, with its address and credentials.
async fn reporting(data_set: Json) -> (Listening, String) {
    let document = document(TABLES);
    let mock = Mock::new(document.service());
    for operation in document.service().operations {
        let result = json!({ (format!("{}Result", operation.name)): data_set });
        let result = read_result(document.service(), operation, &result).unwrap();
        mock.on_operation(operation.name, move |_| Ok(result.clone()));
    }
    let handler: Arc<dyn Handler> = Arc::new(mock);
    let setup = Setup::of_document(document).endpoint("https://shop.example/other.asmx").handler(handler);
    let setup = setup.http_header("X-Key", "abc").unwrap();
    listen(Gateway::new(Target::new(setup).unwrap(), Offer::default().write()).unwrap()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_data_set_is_its_tables_each_with_links_to_its_files() {
    let columns = json!([{ "name": "Id", "type": "xs:int" }, { "name": "Name", "type": "xs:string" }]);
    let table = |name: &str, rows: Json| json!({ "name": name, "columns": columns, "rows": rows });
    let data_set = json!({ "tables": [
        table("Orders", json!([{ "Id": 1, "Name": "nail" }, { "Id": 2, "Name": null }])),
        table("Lines", json!([{ "Id": 7, "Name": "bolt" }])),
    ] });
    let (_listening, address) = reporting(data_set).await;
    in_browser("gateway-page-tables", move |browser| {
        browser.open(&address);
        let details = press_call(browser, "Report", true);
        let titles = browser.evaluate(&format!("[...{details}.querySelectorAll('.result h3')].map((one) => one.innerText.replace(/\\s+/g, ' '))"));
        assert_eq!(titles, json!(["Orders 2 rows", "Lines 1 row", "The whole result"]));
        let heads = browser.evaluate(&format!("[...{details}.querySelectorAll('thead tr')].map((one) => one.innerText.split(/\\s+/).join(' '))"));
        assert_eq!(heads, json!(["Id Name", "Id Name"]));
        let links = browser.evaluate(&format!("[...{details}.querySelectorAll('.save a')].map((one) => [one.textContent, one.getAttribute('href'), one.download])"));
        assert_eq!(links[0], json!(["CSV", "Report?%24format=csv&%24table=Orders", "Orders.csv"]));
        let of_lines = links.as_array().unwrap().iter().find(|link| link[2] == "Lines.csv").unwrap();
        browser.evaluate(&format!("window.got = null; fetch({}).then((response) => response.text()).then((text) => {{ got = text; }}); 0", of_lines[1]));
        browser.wait_for("got !== null");
        assert_eq!(browser.evaluate("got"), "Id,Name\r\n7,bolt\r\n");
        let commands = browser.evaluate(&format!("[...{details}.querySelectorAll('.result pre')].at(-1).textContent"));
        let command = "asmx call DOCUMENT 'Report' --profile PROFILE --endpoint ADDRESS --params - --table 'Orders' -o 'Orders.csv'";
        assert!(commands.as_str().unwrap().ends_with(command), "{commands}");
        assert!(!commands.as_str().unwrap().contains("shop.example"), "{commands}");
        answering(browser, true);
        let details = press_call(browser, "Take", true);
        let commands = browser.evaluate(&format!("[...{details}.querySelectorAll('.result pre')].at(-1).textContent"));
        assert!(commands.as_str().unwrap().contains(" --endpoint ADDRESS --yes --params - "), "{commands}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_data_set_without_tables_says_so() {
    let (_listening, address) = reporting(json!({ "tables": [] })).await;
    in_browser("gateway-page-no-tables", move |browser| {
        browser.open(&address);
        let details = press_call(browser, "Report", true);
        let text = browser.evaluate(&format!("{details}.querySelector('.result').innerText"));
        let text = text.as_str().unwrap();
        assert!(text.contains("The result has no tables.") && !text.contains("0 rows"), "{text}");
    })
    .await;
}

/// A browser shows no header, so the page shows what a result and its files lack.
#[tokio::test(flavor = "multi_thread")]
async fn notes_of_a_result_and_of_its_files_are_shown() {
    let response = data_set("Open", "T", &[("Id", "int")], "<T><Id>many</Id></T>");
    let (_listening, address) = listen(gateway(response)).await;
    in_browser("gateway-page-notes", move |browser| {
        browser.open(&address);
        let details = press_call(browser, "Open", true);
        let note = "Note: the column `Id` of `T` has texts that are not of its type `int`.";
        assert_eq!(browser.evaluate(&format!("{details}.querySelector('.note').textContent")), note);
        let message = format!("{details}.querySelector('.save span').textContent");
        browser.evaluate(&format!(
            "[...{details}.querySelectorAll('.save a')].find((one) => one.textContent === 'CSV').click(); 0"
        ));
        browser.wait_for(&format!("{message} === {}", json!(note)));
        // A file that there is not is no download of its problem.
        browser.evaluate(&format!(
            "[...{details}.querySelectorAll('.save a')].find((one) => one.textContent === 'Parquet').click(); 0"
        ));
        browser.wait_for(&format!("{message}.startsWith('406: ')"));
    })
    .await;
}

fn numbers(texts: &Json) -> Vec<f64> {
    texts.as_array().unwrap().iter().map(|text| text.as_str().unwrap().parse().unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_rows_are_turned_page_by_page() {
    let (_listening, address) = listing(10_000).await;
    in_browser("gateway-page-rows", move |browser| {
        browser.open(&address);
        let details = open(browser, "List");
        browser.evaluate(&format!("{details}.querySelector('input').value = '7'; 0"));
        press_call(browser, "List", true);
        let rows = format!("{details}.querySelectorAll('tbody tr')");
        assert_eq!(browser.evaluate(&format!("{rows}.length")), 200);
        browser.evaluate(&format!("{details}.querySelectorAll('.pages button')[1].click(); 0"));
        assert_eq!(browser.evaluate(&format!("{rows}[0].children[0].textContent")), "200");
        let range = browser.evaluate(&format!("{details}.querySelector('.pages span').textContent"));
        assert_eq!(range, "Rows 201 to 400 of 10,000");
        browser.evaluate(&format!(
            "{details}.querySelectorAll('th button')[0].click(); {details}.querySelectorAll('th button')[0].click(); 0"
        ));
        assert_eq!(browser.evaluate(&format!("{rows}[0].children[0].textContent")), "9999");
    })
    .await;
}

#[tokio::test]
async fn descriptions_need_the_token_and_have_no_hidden_operation() {
    let gateway =
        |offer: Offer| Gateway::new(target(document(SPEC), Mock::new(document(SPEC).service())), offer).unwrap();
    let closed = Interface::new(gateway(Offer::default())).token("secret-token").into_router();
    for path in ["/page/operations", "/page/operations/Find"] {
        assert_eq!(send(&closed, get(path)).await.status, 401, "{path}");
    }
    let reads = router(gateway(Offer::default()));
    let list: Json = serde_json::from_str(&send(&reads, get("/page/operations")).await.text).unwrap();
    let names: Vec<&Json> =
        list["areas"][0]["operations"].as_array().unwrap().iter().map(|operation| &operation["name"]).collect();
    assert_eq!(names, ["Find", "List"]);
    assert_eq!(send(&reads, get("/page/operations/Save")).await.status, 403);
    assert_eq!(send(&reads, get("/page/operations/Other")).await.status, 404);
    assert_eq!(send(&reads, get("/page/operationsX")).await.status, 404);
}
