//! Rows of a DataSet, which are printed while they arrive.

use std::fs;

use super::server::{http, serve, soap};
use super::{cli, folder, run};

pub const SPEC: &str = r#"<service name="Shop" path="/shop.asmx" namespace="urn:shop">
  <doc>A shop.</doc>
  <area name="reports" title="Reports">
    <operation name="Report" result="dataset" effect="read"><doc>Reports.</doc></operation>
    <operation name="Count" effect="read"><doc>Counts.</doc><result type="int"/></operation>
  </area>
</service>"#;

const SCHEMA: &str = r#"<xs:schema id="Orders" xmlns="" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:msdata="urn:schemas-microsoft-com:xml-msdata">
<xs:element name="Orders" msdata:IsDataSet="true"><xs:complexType><xs:choice minOccurs="0" maxOccurs="unbounded">
<xs:element name="Order"><xs:complexType><xs:sequence>
<xs:element name="Id" type="xs:int" minOccurs="0"/><xs:element name="To" type="xs:string" minOccurs="0"/><xs:element name="Price" type="xs:decimal" minOccurs="0"/>
</xs:sequence></xs:complexType></xs:element>
<xs:element name="Item"><xs:complexType><xs:sequence><xs:element name="Name" type="xs:string" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>
</xs:choice></xs:complexType></xs:element></xs:schema>"#;

pub fn response(rows: &str) -> String {
    soap(&format!(
        "<ReportResponse xmlns=\"urn:shop\"><ReportResult>{SCHEMA}<diffgr:diffgram \
         xmlns:diffgr=\"urn:schemas-microsoft-com:xml-diffgram-v1\"><Orders xmlns=\"\">{rows}</Orders></diffgr:diffgram>\
         </ReportResult></ReportResponse>"
    ))
}

pub const ROWS: &str = "<Order><Id>7</Id><To>東京, \"a\"</To><Price>1.50</Price></Order><Order><Id>12</Id><To/></Order>\
    <Item><Name>nail</Name></Item>";

fn report(test: &str, response: String, arguments: &[&str]) -> (i32, String, String) {
    let (url, _) = serve(response);
    let folder = folder(test);
    fs::write(folder.join("reports.xml"), SPEC).unwrap();
    run(&folder, &[&["call", "reports.xml", "Report", "--base-url", &url], arguments].concat())
}

#[test]
fn rows_are_lines_of_json_or_csv() {
    let text = |test, arguments: &[&str]| {
        let (code, out, err) = report(test, response(ROWS), arguments);
        assert_eq!((code, err.as_str()), (0, ""));
        out
    };
    let lines = text("row_lines", &["--format", "jsonl", "--table", "Order"]);
    assert_eq!(
        lines,
        "{\"Id\":7,\"To\":\"東京, \\\"a\\\"\",\"Price\":\"1.50\"}\n{\"Id\":12,\"To\":\"\",\"Price\":null}\n"
    );
    let csv = text("row_csv", &["--format", "csv", "--table", "Order"]);
    assert_eq!(csv, "Id,To,Price\r\n7,\"東京, \"\"a\"\"\",1.50\r\n12,\"\",\r\n");
    assert_eq!(text("row_items", &["--format", "csv", "--table", "Item"]), "Name\r\nnail\r\n");
}

#[test]
fn a_table_is_chosen_if_there_are_several() {
    let first = "Id,To,Price\r\n7,\"東京, \"\"a\"\"\",1.50\r\n12,\"\",\r\n";
    let note = "note: these are the rows of the table `Order`; the response has others: Item\n";
    let several = report("row_several", response(ROWS), &["--format", "csv"]);
    assert_eq!(several, (0, first.to_owned(), note.to_owned()));
    let unknown = "error: the result has no table `Orders`; there are: Order, Item\n";
    let refused = report("row_unknown", response(ROWS), &["--format", "csv", "--table", "Orders"]);
    assert_eq!(refused, (6, String::new(), unknown.to_owned()));
}

#[test]
fn a_data_set_without_tables_is_not_null() {
    let schema = r#"<xs:schema id="D" xmlns="" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:msdata="urn:schemas-microsoft-com:xml-msdata"><xs:element name="D" msdata:IsDataSet="true"><xs:complexType><xs:choice minOccurs="0" maxOccurs="unbounded"/></xs:complexType></xs:element></xs:schema><diffgr:diffgram xmlns:diffgr="urn:schemas-microsoft-com:xml-diffgram-v1"/>"#;
    let json = |test, body: &str| report(test, soap(body), &["--format", "json"]);
    let without_tables =
        format!("<ReportResponse xmlns=\"urn:shop\"><ReportResult>{schema}</ReportResult></ReportResponse>");
    let empty = "{\"ReportResult\":{\"tables\":[]}}\n";
    assert_eq!(json("no_tables", &without_tables), (0, empty.to_owned(), String::new()));
    let null = "<ReportResponse xmlns=\"urn:shop\"/>";
    assert_eq!(json("null_data_set", null), (0, "{\"ReportResult\":null}\n".to_owned(), String::new()));
}

/// An empty file of a nightly job would look like a report without rows.
#[test]
fn a_response_without_a_table_is_noted() {
    for form in ["csv", "jsonl"] {
        for body in
            ["<ReportResponse xmlns=\"urn:shop\"/>", "<ReportResponse xmlns=\"urn:shop\"><Other/></ReportResponse>"]
        {
            let (code, out, err) = report(&format!("no_table_{form}"), soap(body), &["--format", form]);
            // Lines have no line of names: a null has none.
            let is_null = !body.contains("Other");
            let expected_code = if form == "jsonl" && is_null { 0 } else { 6 };
            assert_eq!((code, out.as_str()), (expected_code, ""), "{form} {body}: {err}");
            let expected = if is_null {
                "note: the response has no table: its result is null or empty, "
            } else {
                "the response has not what the document says"
            };
            assert!(err.contains(expected), "{form} {body}: {err}");
        }
        // A table without rows is a table.
        let (code, _, err) = report(&format!("no_rows_{form}"), response(""), &["--format", form, "--table", "Order"]);
        assert_eq!((code, err.as_str()), (0, ""), "{form}");
    }
}

/// The rows that arrived are printed whole, and the exit code says that there are more.
#[test]
fn a_response_that_breaks_off_keeps_its_rows() {
    let rows = "<Order><Id>7</Id><To>x</To></Order>".repeat(20_000);
    let full_response = response(&rows);
    let body = full_response.split_once("\r\n\r\n").unwrap().1;
    let cut = http("200 OK", "text/xml; charset=utf-8", &body[..body.len() * 2 / 3]);
    let (code, out, err) = report("row_broken", cut, &["--format", "jsonl", "--table", "Order"]);
    let printed = out.lines().filter(|line| *line == r#"{"Id":7,"To":"x","Price":null}"#).count();
    assert!(code == 6 && printed > 5_000 && out.lines().count() == printed && out.ends_with('\n'), "{code} {printed}");
    assert!(err.contains("the result is incomplete: "), "{err}");
}

#[cfg(feature = "arrow")]
#[test]
fn rows_come_as_arrow_and_so_do_values() {
    let (url, _) = serve(response(ROWS));
    let folder = folder("row_arrow");
    fs::write(folder.join("reports.xml"), SPEC).unwrap();
    let call = ["call", "reports.xml", "Report", "--base-url", &url, "--format", "arrow", "--table", "Order"];
    let output = super::asmx(&folder, &call);
    assert_eq!((output.status.code(), cli::err(&output).as_str()), (Some(0), ""));
    let reader = arrow_ipc::reader::StreamReader::try_new(output.stdout.as_slice(), None).unwrap();
    let batches: Vec<_> = reader.map(Result::unwrap).collect();
    let names: Vec<_> = batches[0].schema().fields().iter().map(|field| field.name().clone()).collect();
    assert_eq!(
        (names.join(","), batches.iter().map(|batch| batch.column(0).len()).sum::<usize>()),
        ("Id,To,Price".to_owned(), 2)
    );
    // A value is a row of its own.
    let (url, _) = serve(soap("<CountResponse xmlns=\"urn:shop\"><CountResult>7</CountResult></CountResponse>"));
    let output = super::asmx(&folder, &["call", "reports.xml", "Count", "--base-url", &url, "--format", "arrow"]);
    let reader = arrow_ipc::reader::StreamReader::try_new(output.stdout.as_slice(), None).unwrap();
    let batch = reader.map(Result::unwrap).next().unwrap();
    assert_eq!((batch.num_rows(), batch.schema().field(0).name().as_str()), (1, "CountResult"));
}

#[cfg(feature = "arrow")]
#[test]
fn arrow_without_a_table_is_noted() {
    let (url, _) = serve(soap("<ReportResponse xmlns=\"urn:shop\"/>"));
    let folder = folder("no_table_arrow");
    fs::write(folder.join("reports.xml"), SPEC).unwrap();
    let output = super::asmx(&folder, &["call", "reports.xml", "Report", "--base-url", &url, "--format", "arrow"]);
    let err = cli::err(&output);
    assert_eq!(output.status.code(), Some(6), "{err}");
    assert!(err.starts_with("note: the response has no table: its result is null or empty, "), "{err}");
}
