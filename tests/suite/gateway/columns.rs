//! The columns of a result before a call are those of its rows.

use asmx_gateway::{Document, Offer, tables};
use serde_json::{Value as Json, json};

use super::judge::sample;
use super::schemas::{documents, everything};
use super::{described, document, get, mocked, post, router, send, send_bytes, with_header};

const ARROW: &str = "application/vnd.apache.arrow.stream";

const SPEC: &str = r#"<service name="Shop" path="/shop.asmx" namespace="urn:shop"><doc>A shop.</doc><area name="all" title="All">
  <operation name="Report" effect="read"><doc>Reports.</doc>
    <result kind="dataset"><columns table="Order"><column name="Id" type="long"/><column name="Price" type="decimal" scale="4"/></columns></result>
  </operation>
  <operation name="Other" result="dataset" effect="read"><doc>Reports without columns.</doc></operation>
  <operation name="Add" result="dataset" effect="write"><doc>Writes.</doc></operation>
</area></service>"#;

/// The names and types of the columns in a stream of Arrow.
fn columns(bytes: &[u8]) -> Vec<(String, String)> {
    let reader = arrow_ipc::reader::StreamReader::try_new(bytes, None).unwrap();
    let schema = reader.schema();
    schema.fields().iter().map(|field| (field.name().clone(), field.data_type().to_string())).collect()
}

#[tokio::test]
async fn columns_before_a_call_are_those_of_the_rows() {
    let (mut tried, mut unknown) = (0, 0);
    for path in documents().into_iter().step_by(cases::step(4)) {
        let Ok(document) = Document::open(&path) else { continue };
        let service = document.service();
        let gateway = mocked(document, everything());
        let described = described(&gateway);
        let router = router(gateway);
        for operation in service.operations {
            let name = operation.name;
            // A name that is no path is described by another one.
            let Some(item) = described["paths"].get(format!("/{name}")) else { continue };
            let (head, before) = send_bytes(&router, get(&format!("/columns/{name}"))).await;
            if head.status != 200 {
                // Columns are undeclared, or the result has several tables.
                assert!([400, 406].contains(&head.status.as_u16()), "{} {name}", path.display());
                unknown += 1;
                continue;
            }
            let request = sample(&described, &item["post"]["requestBody"]["content"]["application/json"]["schema"], 0);
            let request = with_header(post(&format!("/operations/{name}"), &request), "accept", ARROW);
            let (head, rows) = send_bytes(&router, request).await;
            // Samples of delimiters cut no rows.
            if head.status == 502 {
                continue;
            }
            let text = || String::from_utf8_lossy(&rows).into_owned();
            assert_eq!(head.status, 200, "{} {name}: {}", path.display(), text());
            let (before, mut rows) = (columns(&before), columns(&rows));
            if tables::of_result(operation).iter().any(|table| table.is_open) {
                rows.truncate(before.len());
            }
            assert_eq!(before, rows, "{} {name}", path.display());
            tried += 1;
        }
    }
    assert!(tried > 20 && unknown > 0, "{tried}, {unknown}");
}

#[tokio::test]
async fn columns_have_the_choices_of_a_call_and_its_refusals() {
    let router = router(mocked(document(SPEC), Offer::default()));
    let (head, bytes) = send_bytes(&router, get("/columns/Report?$as=Price=2&$as=Id=text&$as=Shown=text")).await;
    assert_eq!((head.status.as_u16(), head.headers["content-type"].to_str().unwrap()), (200, ARROW));
    let expected = [("Id", "Utf8"), ("Price", "Decimal128(38, 2)")];
    assert_eq!(columns(&bytes), expected.map(|(name, kind)| (name.to_owned(), kind.to_owned())));
    for (path, status, detail) in [
        ("/columns/Other", 406, "nothing declares the columns of Other: only a response shows them"),
        ("/columns/Report?$table=Nope", 406, "nothing declares the columns"),
        ("/columns/Report?$bom=true", 400, "`$bom`"),
        ("/columns/Add", 403, "Add may write"),
        ("/columns/Nope", 404, "Nope"),
    ] {
        let refused = send(&router, get(path)).await;
        let problem = refused.json();
        assert_eq!((refused.status.as_u16(), &problem["outcome"]), (status, &Json::from("not sent")), "{path}");
        assert!(problem["detail"].as_str().unwrap().contains(detail), "{path}: {problem}");
    }
    // No call is made by another method.
    let posted = send(&router, post("/columns/Report", &json!({}))).await;
    assert_eq!(posted.status, 404);
}
