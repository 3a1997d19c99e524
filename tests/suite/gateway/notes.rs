//! Notes of a result in each form: `asmx-note`, `asmx-deviations`, tools and the log.

use std::sync::{Arc, Mutex};

use asmx_gateway::{Checks, Gateway, Offer, Setup, Target};
use axum::Router;
use serde_json::json;

use super::faults::http_response;
use super::servers::serving;
use super::tools::call;
use super::{Answered, column, document, envelope, get, router, send};

const SPEC: &str = r#"<service name="Shop" path="/shop.asmx" namespace="urn:shop"><doc>A shop.</doc>
  <structure name="Login"><param name="User" type="string"/><param name="Ticket" type="string" secret="true"/></structure>
  <structure name="Item"><param name="Id" type="int"/></structure>
  <structure name="Parcel"><param name="Data" type="DataSet"/></structure>
  <area name="all" title="All">
    <operation name="Report" effect="read"><doc>Lists.</doc>
      <result kind="dataset"><columns table="T"><column name="Id" type="int"/><column name="Name" type="string"/></columns></result></operation>
    <operation name="Strict" effect="read"><doc>Lists.</doc>
      <result kind="dataset"><columns table="T"><column name="Id" type="int" required="true"/></columns></result></operation>
    <operation name="Open" effect="read"><doc>Lists.</doc><result kind="dataset"/></operation>
    <operation name="One" effect="read"><doc>Gets.</doc><result type="int"/><output name="Other" type="int"/></operation>
    <operation name="List" effect="read"><doc>Lists.</doc><result type="Item" array="true"/></operation>
    <operation name="Boxed" effect="read"><doc>Gets.</doc><result type="Parcel"/></operation>
    <operation name="Enter" effect="read"><doc>Gets.</doc><result type="Login"/></operation>
  </area></service>"#;

/// The response of a service that declares these columns of a table, with these rows.
pub(super) fn data_set(operation: &str, table: &str, columns: &[(&str, &str)], rows: &str) -> String {
    let columns: String = columns.iter().map(|(name, kind)| column(name, kind)).collect();
    let content = super::data_set(table, &columns, rows);
    response(operation, &format!("<{operation}Result>{content}</{operation}Result>"))
}

fn response(operation: &str, content: &str) -> String {
    with_head(&envelope(operation, content))
}

fn with_head(body: &str) -> String {
    http_response("200 OK", "text/xml; charset=utf-8", body)
}

pub(super) fn gateway(response: String) -> Gateway {
    gateway_of(response, |setup| setup)
}

fn gateway_of(response: String, changed: impl FnOnce(Setup) -> Setup) -> Gateway {
    let setup = Setup::of_document(document(SPEC)).checks(Checks::None).base_url(serving(response.into_bytes()));
    Gateway::new(Target::new(changed(setup)).unwrap(), Offer::default()).unwrap()
}

fn notes(answered: &Answered) -> Vec<&str> {
    answered.headers.get_all("asmx-note").iter().map(|note| note.to_str().unwrap()).collect()
}

/// Each form of REST, and a tool, have the note.
async fn each_form_notes(router: &Router, operation: &str, note: &str) {
    for form in ["json", "jsonl", "csv"] {
        let answered = send(router, get(&format!("/{operation}?$format={form}"))).await;
        assert_eq!(answered.status, 200, "{form}: {}", answered.text);
        assert!(notes(&answered).contains(&note), "{form}: {:?}", notes(&answered));
    }
    let called = call(router, operation, json!({})).await;
    let result = &called["result"];
    assert!(result["_meta"]["notes"].as_array().is_some_and(|notes| notes.contains(&note.into())), "{result}");
    let texts = result["content"].as_array().unwrap().iter().filter_map(|content| content["text"].as_str());
    assert!(texts.into_iter().any(|text| text == format!("Note: {note}.")), "{result}");
}

#[tokio::test]
async fn contradictions_between_rows_schema_and_description_are_noted_in_each_form() {
    let (columns, id) = ([("Id", "int"), ("Name", "string")], [("Id", "int")]);
    let of_type = "the column `Id` of `T` has texts that are not of its type `int`";
    let types = "column `Id`: the schema of this response says `xs:string`, the description `xs:int`";
    let second = "rows of `T` have content that no column takes, such as a second value of a column: it is in `$rest`";
    let other = second.replace("`$rest`", "`$rest_2`");
    let other = other.as_str();
    for (operation, table, columns, rows, note) in [
        ("Report", "T", &columns[..], "<T><Id>1</Id><Name>a</Name></T><T><Id>many</Id></T>", of_type),
        ("Report", "T", &[("Id", "string"), ("Name", "string")], "<T><Id>0012</Id></T>", types),
        // The description counts where the response says something else.
        ("Report", "T", &[("Id", "string"), ("Name", "string")], "<T><Id>many</Id></T>", of_type),
        ("Report", "T", &columns, "<T><Id>1</Id><Id>2</Id></T>", second),
        ("Strict", "T", &id, "<T/><T><Id>1</Id></T>", "rows of `T` lack the required column `Id`: 1"),
        ("Report", "T", &columns, "<T><Id></Id></T>", of_type),
        // A column of the service may have the name of the one for such content.
        ("Open", "T", &[("Id", "int"), ("_x0024_rest", "string")], "<T><Id>1</Id><Id>2</Id></T>", other),
        // An attribute may have the name of an element.
        ("Open", "T", &id, "<T Id=\"5\"><Id>9</Id></T>", second),
        ("Report", "Z", &id, "<Z><Id>1</Id></Z>", "the response lacks the described table T: it has Z"),
    ] {
        let router = router(gateway(data_set(operation, table, columns, rows)));
        each_form_notes(&router, operation, note).await;
    }
}

#[tokio::test]
async fn deleted_rows_former_values_and_errors_are_noted_in_each_form() {
    let rows =
        "<T d:id=\"T1\" d:hasChanges=\"modified\"><Id>2</Id></T><T d:id=\"T2\" d:hasErrors=\"true\"><Id>3</Id></T>";
    let more = "</D><d:before><T d:id=\"T1\" xmlns=\"\"><Id>1</Id></T><T d:id=\"T3\" xmlns=\"\"><Id>9</Id></T></d:before>\
                <d:errors><T d:id=\"T2\" d:Error=\"late\" xmlns=\"\"/><U d:id=\"U1\" d:Error=\"no row\"/></d:errors>";
    let note = "the DataSet has more than its rows show, which only its diffgram has: rows that were deleted (1), former values of \
                rows (1), errors of rows (1), parts that belong to no row (1)";
    for operation in ["Report", "Open"] {
        let report = data_set(operation, "T", &[("Id", "int"), ("Name", "string")], rows);
        // The length of the body is in its head.
        let (_, body) = report.split_once("\r\n\r\n").unwrap();
        let router = router(gateway(with_head(&body.replacen("</D>", more, 1))));
        each_form_notes(&router, operation, note).await;
        let complete = send(&router, get(&format!("/{operation}?$full=true"))).await;
        assert!(complete.text.contains("late") && notes(&complete).is_empty(), "{}", complete.text);
    }
}

/// No DataSet of .NET has such a schema.
#[tokio::test]
async fn two_declared_columns_of_one_name_are_noted_in_each_form() {
    let report = data_set("Open", "T", &[("Id", "int")], "<T Id=\"5\"><Id>9</Id></T>");
    // The length of the body is in its head.
    let (_, body) = report.split_once("\r\n\r\n").unwrap();
    let attribute = "</xs:sequence><xs:attribute name=\"Id\" type=\"xs:int\"/>";
    let router = router(gateway(with_head(&body.replacen("</xs:sequence>", attribute, 1))));
    let note = "`T` has several columns of one name, of which readers of JSON and tables see one: Id. The result as it came has all";
    each_form_notes(&router, "Open", note).await;
}

#[tokio::test]
async fn described_columns_that_the_schema_lacks_are_noted_in_each_form() {
    let columns = [("Name", "string"), ("Size", "string")];
    let router = router(gateway(data_set("Report", "T", &columns, "<T><Name>a</Name><Size>9</Size></T>")));
    let note = "the schema of `T` in this response lacks columns of the description: Id";
    each_form_notes(&router, "Report", note).await;
    each_form_notes(&router, "Report", "the description lacks the column `Size`: the schema of this response has it")
        .await;
    // A response without a contradiction has no note.
    let columns = [("Id", "int"), ("Name", "string")];
    let router = super::router(gateway(data_set("Report", "T", &columns, "<T><Name>a</Name></T>")));
    for form in ["json", "csv"] {
        assert_eq!(notes(&send(&router, get(&format!("/Report?$format={form}"))).await), [""; 0], "{form}");
    }
}

/// CSV says what it leaves out, and JSON what CSV would.
#[tokio::test]
async fn json_notes_the_columns_that_other_forms_leave_out() {
    let router = router(gateway(data_set("Open", "T", &[("Id", "int")], "<T><Id>1</Id><Extra>x</Extra></T>")));
    let json = send(&router, get("/Open")).await;
    assert_eq!(json.json()["OpenResult"]["tables"][0]["rows"][0]["Extra"], "x");
    let note =
        "nothing declares these columns of `T`, and CSV and other forms with fixed columns leave them out: Extra";
    assert_eq!(notes(&json), [note]);
    let csv = send(&router, get("/Open?$format=csv")).await;
    assert_eq!(csv.text, "Id\r\n1\r\n");
    assert_eq!(notes(&csv), ["column `Extra` is left out: no schema declares it"]);
}

/// CSV and spreadsheets have fixed columns.
#[tokio::test]
async fn a_spreadsheet_reports_what_csv_reports() {
    let changed = "<T d:id=\"T1\" d:hasChanges=\"modified\"><Id>2</Id></T>";
    let former = "</D><d:before><T d:id=\"T1\" xmlns=\"\"><Id>1</Id></T></d:before>";
    let table = super::data_set("T", &column("Id", "int"), changed).replacen("</D>", former, 1);
    let extra = super::data_set("T", &column("Id", "int"), "<T><Id>1</Id><Extra>x</Extra></T>");
    let head = "<s:Header><Trace xmlns=\"urn:shop\">1</Trace></s:Header><s:Body>";
    let items = "<ListResult><Item><Id>1</Id><Extra>x</Extra></Item></ListResult><More>1</More>";
    let items = envelope("List", items).replacen("<s:Body>", head, 1);
    let open = |set: &str| envelope("Open", &format!("<OpenResult>{set}</OpenResult><More>1</More>"));
    let boxed = envelope("Boxed", &format!("<BoxedResult><Data>{table}</Data></BoxedResult>"));
    for (operation, body, has) in [
        ("List", &items, "Extra"),
        ("List", &items, "the response has SOAP headers"),
        ("List", &items, "More"),
        ("Boxed", &boxed, "former values"),
        ("Open", &open(&table), "former values"),
        ("Open", &open(&extra), "`Extra`, `More`"),
    ] {
        let router = router(gateway(with_head(body)));
        let of_form = async |form: &str| {
            let head = super::send_bytes(&router, get(&format!("/{operation}?$format={form}"))).await.0;
            assert_eq!(head.status, 200, "{operation} {form}");
            let names = ["asmx-note", "asmx-left-out", "asmx-deviations"];
            let all =
                names.map(|name| head.headers.get_all(name).iter().map(|v| v.to_str().unwrap().to_owned()).collect());
            let [notes, left_out, deviations]: [Vec<String>; 3] = all;
            // The note of a sheet names its table.
            let notes: Vec<String> = notes.into_iter().filter(|note| !note.starts_with("column ")).collect();
            // Trailers count again.
            (notes, left_out.last().cloned(), deviations.last().cloned())
        };
        let (csv, xlsx) = (of_form("csv").await, of_form("xlsx").await);
        assert!(format!("{csv:?}").contains(has), "{operation} {has}: {csv:?}");
        assert_eq!(xlsx, csv, "{operation}");
    }
}

/// A service may name what it invents like a secret that it was sent.
#[tokio::test]
async fn a_secret_is_no_name_in_notes_and_problems() {
    const KEY: &str = "k3y-of-mine";
    let answering = |columns: &[(&str, &str)], rows: &str| {
        let response = data_set("Open", "T", columns, rows);
        router(gateway_of(response, |setup| setup.http_header("X-Api-Key", KEY).unwrap()))
    };
    let hides = |text: &str| {
        let is_hidden = !text.contains("k3y") && !text.contains("of-mine");
        assert!(is_hidden, "{text}");
    };
    for name in [KEY, "k3y_x002D_of-mine"] {
        let rows = format!("<T><Id>1</Id><{name}>x</{name}></T><{name}><A>1</A></{name}>");
        let router = answering(&[("Id", "int")], &rows);
        for form in ["json", "jsonl", "csv", "xlsx", "arrow"] {
            let answered = super::send_bytes(&router, get(&format!("/Open?$format={form}"))).await.0;
            let headers = format!("{:?}", answered.headers);
            assert_eq!(answered.status, 200, "{form}");
            assert!(headers.contains("[redacted]"), "{form}: {headers}");
            hides(&headers);
        }
        let notes = call(&router, "Open", json!({})).await["result"]["_meta"]["notes"].to_string();
        assert!(notes.contains("[redacted]"), "{notes}");
        hides(&notes);
        let router = answering(&[(name, "int")], &format!("<T><{name}>many</{name}></T>"));
        for form in ["parquet", "arrow"] {
            let refused = send(&router, get(&format!("/Open?$format={form}"))).await;
            assert_eq!(refused.status, 406, "{}", refused.text);
            assert!(refused.text.contains("[redacted]"), "{}", refused.text);
            hides(&refused.text);
        }
    }
}

#[tokio::test]
async fn the_first_deviations_are_named_to_callers_tools_and_the_log() {
    let log = Arc::new(Mutex::new(Vec::new()));
    let recorder = Arc::clone(&log);
    let content = "<OneResult>x</OneResult><Other>y</Other><More>1</More>";
    let gateway =
        gateway(response("One", content)).on_call(move |ended| recorder.lock().unwrap().push(ended.to_json()));
    let router = router(gateway);
    let first = "the response deviates from the document: `OneResult` is not of its type, int";
    for form in ["json", "csv&$table=$values"] {
        let answered = send(&router, get(&format!("/One?$format={form}"))).await;
        assert_eq!(answered.status, 200, "{}", answered.text);
        assert!(answered.headers["asmx-deviations"].to_str().unwrap() >= "3", "{:?}", answered.headers);
        let notes = notes(&answered);
        assert!(notes.len() >= 3 && notes[0] == first && notes[1].contains("`Other`"), "{notes:?}");
    }
    let called = call(&router, "One", json!({})).await;
    let text = called["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.starts_with(&format!("The response deviates from its description in 3 places. {first}; ")), "{text}");
    assert_eq!(called["result"]["_meta"]["deviating"][0], "OneResult");
    let log = log.lock().unwrap();
    for call in log.iter() {
        assert_eq!((&call["deviations"], &call["deviating"][0]), (&json!(3), &json!("OneResult")), "{call}");
    }
    assert_eq!(log.len(), 3);
}

#[tokio::test]
async fn one_deviation_is_one_place() {
    let router = router(gateway(response("One", "<OneResult>x</OneResult><Other>1</Other>")));
    let called = call(&router, "One", json!({})).await;
    let text = called["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.starts_with("The response deviates from its description in 1 place. "), "{text}");
}

#[tokio::test]
async fn a_secret_that_a_result_lacks_is_noted() {
    let login = |ticket: &str| response("Enter", &format!("<EnterResult><User>u</User>{ticket}</EnterResult>"));
    let hiding = gateway(login("<Ticket>abc</Ticket>"));
    assert_eq!(hiding.hidden_members(), [("Enter", vec!["EnterResult.Ticket".to_owned()])]);
    let router = router(hiding);
    let note = "`EnterResult.Ticket` is left out: it is secret by name or description, and shown only with `Offer::credentials`";
    for form in ["json", "csv&$table=$values"] {
        let answered = send(&router, get(&format!("/Enter?$format={form}"))).await;
        assert!(!answered.text.contains("abc") && answered.text.contains('u'), "{}", answered.text);
        assert_eq!(notes(&answered), [note], "{form}");
    }
    let called = call(&router, "Enter", json!({})).await;
    assert_eq!(called["result"]["_meta"]["notes"], json!([note]));
    let router = super::router(gateway(login("")));
    assert_eq!(notes(&send(&router, get("/Enter")).await), [""; 0]);
}

/// Names of secrets hide what nothing declares, too: elements, attributes and SOAP headers.
#[tokio::test]
async fn undeclared_secrets_are_left_out_by_name() {
    let content = r#"<EnterResult Token="hid1" Zone="shown1"><User>u</User><Password>hid2</Password><More><ApiKey>hid3</ApiKey><At>shown2</At></More></EnterResult><SessionToken xmlns="urn:o">hid4</SessionToken>"#;
    let headers = r#"<s:Header><SessionId xmlns="urn:h">hid5</SessionId><Box xmlns="urn:h"><Pin secretKey="hid6">1</Pin></Box><Trace xmlns="urn:h">shown3</Trace></s:Header><s:Body>"#;
    let response = with_head(&envelope("Enter", content).replace("<s:Body>", headers));
    let router = router(gateway(response.clone()));
    for path in ["/Enter", "/Enter?$full=true"] {
        let answered = send(&router, get(path)).await;
        assert_eq!(answered.status, 200, "{}", answered.text);
        assert!(!answered.text.contains("hid"), "{}", answered.text);
        let is_full = path.contains("full");
        assert!(["shown1", "shown2"].iter().all(|text| answered.text.contains(text)), "{}", answered.text);
        assert_eq!(answered.text.contains("shown3"), is_full, "{}", answered.text);
        let note = notes(&answered).into_iter().find(|note| note.contains("left out")).unwrap();
        let names = ["@Token", "Password", "ApiKey", "{urn:o}SessionToken", "SessionId", "secretKey"];
        assert!(names.iter().all(|name| note.contains(&format!("`{name}`"))), "{note}");
        assert!(note.contains("are left out: they are secret by name or description"), "{note}");
    }
    let result = call(&router, "Enter", json!({})).await["result"].to_string();
    assert!(!result.contains("hid") && result.contains("shown3"), "{result}");
    assert!(result.contains("`SessionId`"), "{result}");
    // Callers who may give credentials see those of results.
    let setup = Setup::of_document(document(SPEC)).checks(Checks::None).base_url(serving(response.into_bytes()));
    let open = Gateway::new(Target::new(setup).unwrap(), Offer::default().credentials()).unwrap();
    let all = send(&super::router(open), get("/Enter?$full=true")).await.text;
    assert!((1..=6).all(|number| all.contains(&format!("hid{number}"))), "{all}");
}

#[tokio::test]
async fn a_problem_of_parquet_names_the_choice_that_helps() {
    let router = router(gateway(data_set("Open", "T", &[("Id", "int")], "<T><Id>many</Id></T>")));
    for form in ["parquet", "arrow"] {
        let refused = send(&router, get(&format!("/Open?$format={form}"))).await;
        assert_eq!(refused.status, 406, "{}", refused.text);
        let detail = refused.json()["detail"].as_str().unwrap().to_owned();
        assert!(detail.contains("and so does `$as=Id=text`"), "{detail}");
    }
    let accepted = super::send_bytes(&router, get("/Open?$format=parquet&$as=Id=text")).await;
    assert_eq!(accepted.0.status, 200);
}

#[tokio::test]
async fn a_response_that_cannot_be_read_has_its_cause_once() {
    let broken = "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body><OneResponse xmlns=\"urn:shop\"></s:Body>";
    let router = router(gateway(with_head(broken)));
    let refused = send(&router, get("/One")).await;
    assert_eq!(refused.status, 502, "{}", refused.text);
    let detail = refused.json()["detail"].as_str().unwrap().to_owned();
    let (_, cause) = detail.split_once("is not well-formed XML: ").unwrap_or_else(|| panic!("{detail}"));
    let words: Vec<&str> = cause.split(": ").collect();
    assert!(words.iter().all(|word| detail.matches(word).count() == 1), "{detail}");
}
