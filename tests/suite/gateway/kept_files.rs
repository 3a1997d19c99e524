//! Forms that people keep as files, and facts that come to light behind the first rows.

use asmx_gateway::Offer;
use asmx_runtime::Message;
use asmx_runtime::mock::Mock;
use asmx_runtime::server::{ListenOptions, serve};
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

use super::faults::http_response;
use super::servers::serving;
use super::{document, envelope, gateway_at, gateway_to, get, mocked, post, router, send, send_bytes, with_header};

const SPEC: &str = r#"<service name="Shop" path="/shop.asmx" namespace="urn:shop"><doc>A shop.</doc><area name="all" title="All">
  <operation name="Report" effect="read"><doc>Reports.</doc>
    <result kind="dataset"><columns><column name="Name" type="string"/><column name="Price" type="decimal"/></columns></result></operation>
  <operation name="Names" result="string" effect="read"><doc>Names.</doc></operation>
</area></service>"#;

#[tokio::test]
async fn files_have_a_name_and_are_whole() {
    let router = router(mocked(document(SPEC), Offer::default()));
    let open_document = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
    for (form, media_type, name, begin, end) in [
        ("xlsx", open_document, "xlsx", &b"PK\x03\x04"[..], None),
        ("parquet", "application/vnd.apache.parquet", "parquet", b"PAR1", Some(&b"PAR1"[..])),
        ("feather", "application/vnd.apache.arrow.file", "feather", b"ARROW1", Some(b"ARROW1")),
        ("arrow", "application/vnd.apache.arrow.stream", "arrows", b"\xff\xff\xff\xff", None),
        ("csv", "text/csv; charset=utf-8", "csv", b"Name,Price\r\n", Some(b"\r\n")),
    ] {
        for operation in ["Report", "Names"] {
            let (head, bytes) = send_bytes(&router, get(&format!("/{operation}?$format={form}"))).await;
            assert_eq!(head.status, 200, "{form}: {}", String::from_utf8_lossy(&bytes));
            assert_eq!(head.headers["content-type"], media_type);
            assert_eq!(head.headers["content-disposition"], format!("attachment; filename=\"{operation}.{name}\""));
            if operation == "Report" || form != "csv" {
                assert!(bytes.starts_with(begin), "{form}: {bytes:?}");
            }
            assert!(end.is_none_or(|end| bytes.ends_with(end)), "{form}: {bytes:?}");
            let length = head.headers.get("content-length");
            assert!(length.is_none_or(|length| length.to_str().unwrap() == bytes.len().to_string()), "{form}");
        }
    }
    let (head, bytes) = send_bytes(&router, get("/Report?$format=xlsx&$table=Nope")).await;
    let problem = String::from_utf8(bytes).unwrap();
    assert_eq!(head.status, 406, "{problem}");
    assert!(problem.contains("the result has no table `Nope`") && problem.contains("\"done\""), "{problem}");
}

#[tokio::test]
async fn choices_of_csv_and_of_columns_are_those_of_the_command() {
    let router = router(mocked(document(SPEC), Offer::default()));
    let marked = send(&router, get("/Report?$format=csv&$bom=true&$separator=%3B")).await;
    assert_eq!(marked.text, "\u{feff}Name;Price\r\ntext;12.50\r\n");
    let request = with_header(post("/Report?$guard-formulas=true", &json!({})), "accept", "text/csv");
    assert_eq!(send(&router, request).await.status, 200);
    let (head, bytes) = send_bytes(&router, get("/Report?$format=arrow&$as=Price=text")).await;
    assert_eq!(head.status, 200);
    let reader = arrow_ipc::reader::StreamReader::try_new(bytes.as_slice(), None).unwrap();
    assert_eq!(reader.schema().field(1).data_type().to_string(), "Utf8");
    for (query, why) in [
        ("$bom=perhaps", "`$bom`: it is `true` or `false`"),
        ("$separator=ab", "`$separator`: a separator is one character"),
        ("$as=Price", "`$as`: write COLUMN=FORM"),
        ("$tables=a", "`$tables`: a query has `$format`, `$table`"),
        ("$bom=perhaps&$as=Price", "`$bom`: it is `true` or `false`; `$as`: write COLUMN=FORM"),
        ("$format=csv&$format=jsonl", "`$format`: it is given twice"),
        (
            "$bom=true&$separator=%3B&$guard-formulas=true",
            "`$bom`, `$separator` and `$guard-formulas` are for CSV, and the result is written as `json`: add `$format=csv`, or leave them out",
        ),
        ("$format=jsonl&$separator=,", "`$separator` is for CSV, and the result is written as `jsonl`"),
        (
            "$format=xlsx&$as=Price=2",
            "`$as` is for Arrow and Parquet, and the result is written as `xlsx`: add `$format=parquet`, or",
        ),
        ("$format=csv&$full=true", "`$full` is for JSON, and the result is written as `csv`"),
        ("$table=Orders", "`$table` is for forms of rows, and the result is written as `json`"),
        ("$format=csv&$table=Orders&$rows=a", "`$table` and `$rows` exclude each other"),
        (
            "$format=csv&$full=1&$as=Price=2",
            "`$full` is for JSON, and the result is written as `csv`: add `$format=json`, or leave `$full` out; `$as` is for Arrow and Parquet",
        ),
        ("$format=parquet&$as=Price=2&$as=Price=3", "`$as` is given twice for the column `Price`"),
    ] {
        let refused = send(&router, get(&format!("/Report?{query}"))).await;
        assert_eq!(refused.status, 400, "{query}");
        assert!(refused.json()["detail"].as_str().unwrap().starts_with(why), "{}", refused.text);
    }
    // The names of all columns are known.
    let refused = send(&router, get("/Names?$format=parquet&$as=Nope=text&$as=Other=2")).await;
    let why = "`$as`: the result of Names has no column `Nope`; `$as`: the result of Names has no column `Other`";
    assert_eq!((refused.status.as_u16(), refused.json()["detail"].as_str()), (400, Some(why)), "{}", refused.text);
    // Options that are turned off count as absent.
    for query in ["$bom=false&$guard-formulas=0&$full=false&$table=", "$format=xlsx&$table=Table"] {
        let (head, bytes) = send_bytes(&router, get(&format!("/Report?{query}"))).await;
        assert_eq!(head.status, 200, "{query}: {}", String::from_utf8_lossy(&bytes));
    }
}

/// A service whose response has this body.
fn service(body: &str) -> String {
    serving(http_response("200 OK", "text/xml", body).into_bytes())
}

/// One rule for all forms.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn odd_data_sets_have_one_status_in_every_form() {
    const SPEC: &str = r#"<service name="Shop" path="/shop.asmx" namespace="urn:shop"><doc>A shop.</doc><area name="all" title="All">
      <operation name="Plain" result="dataset" effect="read"><doc>Reports.</doc></operation></area></service>"#;
    // Without columns, forms that need them have none.
    let rows = "<PlainResult><Table xmlns=\"\"><Id>1</Id></Table></PlainResult>";
    let nil = "<PlainResult xsi:nil=\"true\"/>";
    for (result, json, with_columns) in [
        (rows, 200, 200),
        (nil, 200, 406),
        ("<PlainResult/>", 200, 406),
        ("", 200, 406),
        ("<PlainResult>sold out</PlainResult>", 502, 502),
        ("<Other/>", 502, 502),
    ] {
        let gateway = router(gateway_at(service(&envelope("Plain", result)), document(SPEC), Offer::default()));
        for (form, status) in
            [("json", json), ("jsonl", json), ("csv", with_columns), ("parquet", with_columns), ("xlsx", with_columns)]
        {
            let (head, bytes) = send_bytes(&gateway, get(&format!("/Plain?$format={form}"))).await;
            assert_eq!(head.status, status, "{form} of {result}: {}", String::from_utf8_lossy(&bytes));
            if status == 406 && form != "xlsx" {
                let problem: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
                assert_eq!(problem["columns"], json!([]), "{form} of {result}: {problem}");
            }
        }
    }
}

/// The log has what the caller got.
#[tokio::test]
async fn a_result_without_the_form_is_logged_as_such() {
    const SPEC: &str = r#"<service name="Shop" path="/shop.asmx" namespace="urn:shop"><doc>A shop.</doc><area name="all" title="All">
      <operation name="One" result="dataset" effect="write"><doc>Reports.</doc></operation>
      <operation name="Two" effect="read"><doc>Reports.</doc><result type="DataSet"/><output name="other" type="DataSet"/></operation>
    </area></service>"#;
    let (sender, ended) = std::sync::mpsc::channel();
    let sender = std::sync::Mutex::new(sender);
    let gateway = mocked(document(SPEC), Offer::default().write());
    let gateway = gateway.on_call(move |ended| sender.lock().unwrap().send(ended.to_json()).unwrap());
    let router = router(gateway);
    for (operation, effect) in [("One", "write"), ("Two", "read")] {
        for (query, status) in [
            ("$format=csv&$table=Nope", 406),
            ("$format=xlsx&$table=Nope", 406),
            ("$format=parquet&$table=Nope", 406),
            ("$format=arrow&$as=Nope=text", 406),
            ("$format=jsonl&$table=Table", if operation == "One" { 200 } else { 406 }),
            ("$format=json", 200),
        ] {
            let (answered, body) = send_bytes(&router, post(&format!("/{operation}?{query}"), &json!({}))).await;
            if status == 406 {
                // The result of a write is not lost; a read is called again.
                let problem: serde_json::Value = serde_json::from_slice(&body).unwrap();
                let has_result = problem["result"]["OneResult"]["tables"].is_array();
                assert_eq!(has_result, operation == "One", "{query}: {problem}");
                assert_eq!(problem.get("result").is_some(), has_result, "{query}: {problem}");
            }
            let line = ended.try_recv().unwrap();
            assert_eq!(answered.status, status, "{operation}?{query}");
            let logged = ["operation", "effect", "status", "outcome"].map(|name| line[name].clone());
            assert_eq!(logged, [json!(operation), json!(effect), json!(status), json!("done")], "{query}");
            assert!(ended.try_recv().is_err(), "{operation}?{query}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_comes_to_light_behind_the_rows_is_a_trailer() {
    // An element that the document does not have comes behind the rows.
    let rows = "<Table><Name>nail</Name><Price>1.50</Price></Table>".repeat(20_000);
    let body = format!(
        "<ReportResult><d:diffgram xmlns:d=\"urn:schemas-microsoft-com:xml-diffgram-v1\"><NewDataSet xmlns=\"\">{rows}</NewDataSet>\
         </d:diffgram></ReportResult><News>today</News>"
    );
    let gateway = router(gateway_at(service(&envelope("Report", &body)), document(SPEC), Offer::default()));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let _gateway = serve(listener, gateway, ListenOptions::default()).unwrap();
    let mut connection = TcpStream::connect(address).await.unwrap();
    let request = "GET /Report?$format=csv HTTP/1.1\r\nhost: localhost\r\nte: trailers\r\nconnection: close\r\n\r\n";
    connection.write_all(request.as_bytes()).await.unwrap();
    let mut response = String::new();
    connection.read_to_string(&mut response).await.unwrap();
    let (head, body) = response.split_once("\r\n\r\n").unwrap();
    assert!(
        head.contains("trailer: asmx-deviations, asmx-left-out, asmx-note") && !head.contains("asmx-deviations: "),
        "{head}"
    );
    assert_eq!(body.matches("nail,1.50\r\n").count(), 20_000);
    let note = "asmx-note: the response deviates from the document: `News` of namespace `urn:shop` is not described";
    let end = format!("\r\n0\r\n{note}\r\nasmx-left-out: `News`\r\nasmx-deviations: 1\r\n\r\n");
    assert!(body.ends_with(&end), "{}", &body[body.len() - 200..]);
}

#[tokio::test]
async fn a_spreadsheet_of_an_unrecognised_response_is_none() {
    let body = envelope("Report", "<ReportResult/>").replace("urn:shop", "urn:other");
    let gateway = router(gateway_at(service(&body), document(SPEC), Offer::default()));
    assert_eq!(send_bytes(&gateway, get("/Report?$format=xlsx")).await.0.status, 502);
}

/// A text is cut by the delimiters of its request; without any by ones that no data holds.
#[tokio::test]
async fn delimited_text_is_rows_of_the_declared_columns() {
    const SPEC: &str = r#"<service name="Shop" path="/shop.asmx" namespace="urn:shop"><doc>A shop.</doc><area name="all" title="All">
      <operation name="Lines" effect="read"><doc>Lists.</doc>
        <param name="Rows" type="string" role="row-delimiter"/><param name="Columns" type="string" role="column-delimiter"/>
        <result kind="delimited"><columns><column name="Name" type="string"/><column name="Count" type="int"/></columns></result>
      </operation></area></service>"#;
    let document = document(SPEC);
    let mock = Mock::with_samples(document.service());
    mock.on_operation("Lines", |call| {
        let text = |name| call.parameter(name).and_then(|value| value.as_text()).unwrap().to_owned();
        let (row, column) = (text("Rows"), text("Columns"));
        Ok(Message::new(vec![format!("nail{column}3{row}\"bolt\"{column}{column}new{row}").into()]))
    });
    let gateway = router(gateway_to(mock, document, Offer::default()));
    for query in ["", "&Rows=%0A&Columns=%2C"] {
        let csv = send(&gateway, get(&format!("/Lines?$format=csv{query}"))).await;
        // A cell too many is no column.
        assert_eq!(csv.text, "Name,Count\r\nnail,3\r\n\"\"\"bolt\"\"\",\r\n", "{query}");
        assert_eq!(csv.headers["asmx-deviations"], "1", "{query}");
    }
}

#[tokio::test]
async fn rows_at_a_path_are_those_of_the_command() {
    const SPEC: &str = r#"<service name="Shop" path="/shop.asmx" namespace="urn:shop"><doc>A shop.</doc>
      <structure name="Order"><param name="Id" type="int"/><param name="Lines" type="Line" array="true"/></structure>
      <structure name="Line"><param name="Sku" type="string"/></structure>
      <area name="all" title="All"><operation name="Orders" effect="read"><doc>Lists.</doc>
        <result type="Order" array="true"/></operation></area></service>"#;
    let router = router(mocked(document(SPEC), Offer::default()));
    let csv = send(&router, get("/Orders?$format=csv&$rows=Lines")).await;
    assert!(csv.status == 200 && csv.text.starts_with("Sku\r\n"), "{}", csv.text);
    let (head, bytes) = send_bytes(&router, get("/Orders?$format=xlsx&$rows=Lines")).await;
    assert!(head.status == 200 && bytes.starts_with(b"PK"), "{bytes:?}");
    for (query, why) in [
        ("$format=csv&$rows=Nope", "there is: Id, Lines"),
        ("$rows=Lines", "`$rows` is for forms of rows, and the result is written as `json`"),
    ] {
        let refused = send(&router, get(&format!("/Orders?{query}"))).await;
        assert_eq!(refused.status, 400);
        assert!(refused.text.contains(why), "{}", refused.text);
    }
}
