//! Rows at a path: inside repeated members, and in XML.

use std::fs;

use super::server::{serve, soap};
use super::{ended, ends, folder, folder_with, notes, run};

const SPEC: &str = r#"<service name="Shop" path="/shop.asmx" namespace="urn:shop"><doc>A shop.</doc>
  <structure name="Order"><param name="Id" type="int"/><param name="Lines" type="Line" array="true"/></structure>
  <structure name="Line"><param name="Sku" type="string"/><param name="Count" type="int"/></structure>
  <area name="orders" title="Orders">
    <operation name="Orders" effect="read"><doc>Orders.</doc><result type="Order" array="true"/></operation>
    <operation name="List" effect="read" result="xml"><doc>A list.</doc></operation>
    <operation name="Report" effect="read" result="dataset"><doc>Reports.</doc></operation>
  </area>
</service>"#;

const ORDERS: &str = "<OrdersResponse xmlns=\"urn:shop\"><OrdersResult><Order><Id>1</Id><Lines><Line><Sku>nail</Sku><Count>3</Count></Line>\
    <Line><Sku>bolt</Sku><Count>0</Count></Line></Lines></Order><Order><Id>2</Id></Order>\
    <Order><Id>3</Id><Lines><Line><Sku>nut</Sku><Count>4</Count></Line></Lines></Order></OrdersResult></OrdersResponse>";

const LIST: &str = "<ListResponse xmlns=\"urn:shop\"><ListResult><List xmlns=\"\"><Page>1</Page><Group><Row Id=\"1\" Name=\"a\"/></Group>\
    <Group><Row Id=\"2\" Note=\"n\"/></Group></List></ListResult></ListResponse>";

fn called(test: &str, response: &str, arguments: &[&str]) -> (i32, String, String) {
    let (url, _) = serve(soap(response));
    let folder = folder(test);
    fs::write(folder.join("shop.xml"), SPEC).unwrap();
    run(&folder, &[&["call", "--base-url", &url, "shop.xml"], arguments].concat())
}

#[test]
fn members_of_each_item_are_rows_of_the_described_columns() {
    for path in ["Lines", "OrdersResult.Lines", "OrdersResult/Lines"] {
        let csv = called("rows_at_members", ORDERS, &["Orders", "--format", "csv", "--rows", path]);
        assert_eq!(csv, (0, "Sku,Count\r\nnail,3\r\nbolt,0\r\nnut,4\r\n".to_owned(), String::new()), "{path}");
    }
    let values = called("rows_at_values", ORDERS, &["Orders", "--format", "jsonl", "--rows", "Lines.Count"]);
    assert_eq!(values.1, "3\n0\n4\n");
    let empty_response = "<OrdersResponse xmlns=\"urn:shop\"/>";
    let empty = called("rows_at_none", empty_response, &["Orders", "--format", "csv", "--rows", "Lines"]);
    assert_eq!((empty.0, empty.1.as_str()), (0, "Sku,Count\r\n"));
}

#[test]
fn items_of_another_name_on_the_way_are_missed() {
    let newer = ORDERS.replace("<Line><Sku>nut</Sku><Count>4</Count></Line>", "<LineV2><Sku>nut</Sku></LineV2>");
    for rows in ["Lines", "Lines.Count"] {
        for form in ["csv", "jsonl"] {
            let (code, out, err) = called("rows_at_newer", &newer, &["Orders", "--format", form, "--rows", rows]);
            assert!(code == 6 && out.lines().count() >= 2, "{code} {out}");
            let why = "`OrdersResult.Lines.LineV2`. `--ignore-undeclared` accepts it, `--format json` has it";
            assert!(err.contains(why), "{form} {rows}: {err}");
        }
    }
}

#[test]
fn elements_of_xml_are_rows() {
    for path in ["List/Group/Row", "Group/Row", "ListResult/List/Group/Row"] {
        let (code, out, err) = called("rows_at_xml", LIST, &["List", "--format", "csv", "--rows", path]);
        assert_eq!((code, out.as_str()), (0, "Id,Name,Note\r\n1,a,\r\n2,,n\r\n"), "{path}: {err}");
        assert_eq!(err, "note: no description states the columns of `Row`: they come from this response\n");
    }
    let (_, err) = ended(6, called("rows_at_untold", LIST, &["List", "--format", "csv"]));
    assert!(err.contains("name one of List/Page or List/Group with `--rows`"), "{err}");
    let missing = called("rows_at_missing", LIST, &["List", "--format", "csv", "--rows", "Group/Cell"]);
    notes(missing, (6, ""), "it has no elements at `Group/Cell`");
}

#[test]
fn a_path_that_is_none_is_refused_before_the_call() {
    for (arguments, why) in [
        (&["Orders", "--format", "csv", "--rows", "Nope"][..], "the result has no `Nope`; there is: Id, Lines"),
        (&["Orders", "--format", "csv", "--rows", "Lines.Nope"], "the result has no `Nope`; there is: Sku, Count"),
        (
            &["Report", "--format", "csv", "--rows", "ReportResult"],
            "is a DataSet: its tables have names, of which one can be chosen with `--table`",
        ),
        (
            &["Report", "--format", "csv", "--rows", "Nope"],
            "`ReportResult` is a DataSet: its tables have names, of which one can be chosen with `--table`",
        ),
        (
            &["Orders", "--format", "json", "--rows", "Lines"],
            "`--rows` is for forms of rows, and the result is written as `json`",
        ),
    ] {
        let folder = folder_with("rows_at_refused", &[("shop.xml", SPEC)]);
        let call = ["call", "--base-url", "http://127.0.0.1:9", "shop.xml"];
        notes(run(&folder, &[&call, arguments].concat()), (2, ""), why);
    }
}

/// A spec states the path for every caller; one on the command line comes first.
#[test]
fn a_spec_states_the_path_to_rows() {
    let spec = SPEC
        .replace("name=\"Orders\" effect", "name=\"Orders\" rows=\"Lines\" effect")
        .replace("name=\"List\" effect", "name=\"List\" rows=\"List/Group/Row\" effect");
    let called = |response: &str, arguments: &[&str]| {
        let (url, _) = serve(soap(response));
        let folder = folder_with("rows_stated", &[("shop.xml", &spec)]);
        run(&folder, &[&["call", "--base-url", &url, "shop.xml"], arguments].concat())
    };
    ends(called(ORDERS, &["Orders", "--format", "csv"]), (0, "Sku,Count\r\nnail,3\r\nbolt,0\r\nnut,4\r\n", ""));
    let empty = called("<OrdersResponse xmlns=\"urn:shop\"/>", &["Orders", "--format", "csv"]);
    assert_eq!((empty.0, empty.1.as_str()), (0, "Sku,Count\r\n"));
    let chosen = called(ORDERS, &["Orders", "--format", "jsonl", "--rows", "Lines.Count"]);
    assert_eq!(chosen.1, "3\n0\n4\n");
    let other = called(ORDERS, &["Orders", "--format", "csv", "--table", "OrdersResult"]);
    assert!(other.0 == 0 && other.1.starts_with("Id,Lines\r\n1,"), "{} {}", other.1, other.2);
    let (code, json, _) = called(ORDERS, &["Orders", "--format", "json"]);
    assert!(code == 0 && json.starts_with("{\"OrdersResult\":[{\"Id\":1,\"Lines\":[{\"Sku\":\"nail\""), "{json}");
    let (code, out, err) = called(LIST, &["List", "--format", "csv"]);
    assert_eq!((code, out.as_str()), (0, "Id,Name,Note\r\n1,a,\r\n2,,n\r\n"), "{err}");

    let folder = folder_with("rows_described", &[("shop.xml", &spec)]);
    let (_, out, _) = run(&folder, &["describe", "shop.xml", "Orders"]);
    assert!(out.contains("Its rows are at Lines.") && out.contains("Table Lines, at OrdersResult.Lines"), "{out}");
    let (_, out, _) = run(&folder, &["describe", "shop.xml", "Orders", "--format", "json"]);
    let described: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&described["rows"], &described["tables"][0]["name"]), (&"Lines".into(), &"Lines".into()));
    fs::write(folder.join("old.xml"), SPEC).unwrap();
    let (_, out, _) = run(&folder, &["diff", "old.xml", "shop.xml"]);
    assert!(out.contains("behaviour[rows-changed]: the rows of `Orders` are now at `Lines` (was not stated)"), "{out}");
}
