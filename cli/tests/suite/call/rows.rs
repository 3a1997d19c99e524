//! Rows of a DataSet, which are printed while they arrive.

use std::fs;

use super::server::{column, cut, data_set, result, serve, soap, table};
use super::{cli, ends, folder, folder_with, quiet, run};

pub const SPEC: &str = r#"<service name="Shop" path="/shop.asmx" namespace="urn:shop">
  <doc>A shop.</doc>
  <area name="reports" title="Reports">
    <operation name="Report" result="dataset" effect="read"><doc>Reports.</doc></operation>
    <operation name="Count" effect="read"><doc>Counts.</doc><result type="int"/></operation>
  </area>
</service>"#;

pub fn response(rows: &str) -> String {
    let order = column("Id", "int") + &column("To", "string") + &column("Price", "decimal");
    let tables = table("Order", &order) + &table("Item", &column("Name", "string"));
    result("Report", &data_set(&tables, rows))
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
    let text = |test, arguments: &[&str]| quiet(report(test, response(ROWS), arguments));
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
    ends(report("row_several", response(ROWS), &["--format", "csv"]), (0, first, note));
    let unknown = "error: the result has no table `Orders`; there are: Order, Item\n";
    ends(report("row_unknown", response(ROWS), &["--format", "csv", "--table", "Orders"]), (6, "", unknown));
}

#[test]
fn a_data_set_without_tables_is_not_null() {
    let json = |test, response: String| report(test, response, &["--format", "json"]);
    let without_tables = result("Report", &data_set("", "").replace("<D xmlns=\"\"></D>", ""));
    ends(json("no_tables", without_tables), (0, "{\"ReportResult\":{\"tables\":[]}}\n", ""));
    let null = soap("<ReportResponse xmlns=\"urn:shop\"/>");
    ends(json("null_data_set", null), (0, "{\"ReportResult\":null}\n", ""));
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
    let (code, out, err) = report("row_broken", cut(&response(&rows)), &["--format", "jsonl", "--table", "Order"]);
    let printed = out.lines().filter(|line| *line == r#"{"Id":7,"To":"x","Price":null}"#).count();
    assert!(code == 6 && printed > 5_000 && out.lines().count() == printed && out.ends_with('\n'), "{code} {printed}");
    assert!(err.contains("the result is incomplete: "), "{err}");
}

#[cfg(feature = "arrow")]
#[test]
fn rows_come_as_arrow_and_so_do_values() {
    let (url, _) = serve(response(ROWS));
    let folder = folder_with("row_arrow", &[("reports.xml", SPEC)]);
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
    let (url, _) = serve(result("Count", "7"));
    let output = super::asmx(&folder, &["call", "reports.xml", "Count", "--base-url", &url, "--format", "arrow"]);
    let reader = arrow_ipc::reader::StreamReader::try_new(output.stdout.as_slice(), None).unwrap();
    let batch = reader.map(Result::unwrap).next().unwrap();
    assert_eq!((batch.num_rows(), batch.schema().field(0).name().as_str()), (1, "CountResult"));
}

#[cfg(feature = "arrow")]
#[test]
fn arrow_without_a_table_is_noted() {
    let (url, _) = serve(soap("<ReportResponse xmlns=\"urn:shop\"/>"));
    let folder = folder_with("no_table_arrow", &[("reports.xml", SPEC)]);
    let output = super::asmx(&folder, &["call", "reports.xml", "Report", "--base-url", &url, "--format", "arrow"]);
    let err = cli::err(&output);
    assert_eq!(output.status.code(), Some(6), "{err}");
    assert!(err.starts_with("note: the response has no table: its result is null or empty, "), "{err}");
}
