//! Responses as services in use send them: rows beside values or in XML, markup in a text, heads and labels that only lenient clients read.

use std::fs;

use super::server::{http, serve, soap};
use super::{ended, folder, folder_with, notes, run};

const SPEC: &str = r#"<service name="Shop" path="/shop.asmx" namespace="urn:shop"><doc>A shop.</doc>
  <structure name="Report"><param name="Code" type="int"/><param name="Data" type="DataSet"/></structure>
  <structure name="Open" anonymous="true"><any/></structure>
  <area name="all" title="All">
    <operation name="Beside" effect="read"><doc>A DataSet and values.</doc>
      <result type="DataSet"/><output name="code" type="int"/></operation>
    <operation name="Inside" effect="read"><doc>A DataSet in a structure.</doc><result type="Report"/></operation>
    <operation name="Elements" effect="read"><doc>Any elements.</doc><result type="Open"/></operation>
    <operation name="Xml" effect="read" result="xml"><doc>XML.</doc></operation>
    <operation name="Text" effect="read" result="string"><doc>A text.</doc></operation>
    <operation name="Strict" effect="read" result="string" on-contradiction="error"><doc>A text.</doc></operation>
    <operation name="Quoted" effect="read"><doc>XML in a text.</doc><result kind="string" content="xml"><doc>A page.</doc></result></operation>
    <operation name="Json" effect="read"><doc>JSON in a text.</doc><result kind="string" content="json"/></operation>
    <operation name="Save" effect="write"><doc>Saves.</doc><param name="ds" type="DataSet"/><result type="int"/></operation>
  </area>
</service>"#;

const DATA: &str = r#"<xs:schema id="D" xmlns="" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:msdata="urn:schemas-microsoft-com:xml-msdata"><xs:element name="D" msdata:IsDataSet="true"><xs:complexType><xs:choice minOccurs="0" maxOccurs="unbounded"><xs:element name="Table"><xs:complexType><xs:sequence><xs:element name="Id" type="xs:int" minOccurs="0"/><xs:element name="Name" type="xs:string" minOccurs="0"/></xs:sequence></xs:complexType></xs:element></xs:choice></xs:complexType></xs:element></xs:schema><d:diffgram xmlns:d="urn:schemas-microsoft-com:xml-diffgram-v1"><D xmlns=""><Table><Id>1</Id><Name>a</Name></Table><Table><Id>2</Id></Table></D></d:diffgram>"#;
const ROWS: &str = "<R xmlns=\"\"><Row><Id>1</Id><Name>a</Name></Row><Row><Id>2</Id></Row></R>";
const CSV: &str = "Id,Name\r\n1,a\r\n2,\r\n";

fn result(operation: &str, content: &str, siblings: &str) -> String {
    soap(&format!(
        "<{operation}Response xmlns=\"urn:shop\"><{operation}Result>{content}</{operation}Result>{siblings}</{operation}Response>"
    ))
}

fn called(test: &str, response: String, arguments: &[&str]) -> (i32, String, String) {
    let (url, _) = serve(response);
    let folder = folder(test);
    fs::write(folder.join("shop.xml"), SPEC).unwrap();
    run(&folder, &[&["call", "--base-url", &url, "shop.xml"], arguments].concat())
}

#[test]
fn the_rows_of_a_data_set_come_wherever_it_stands() {
    let content = format!("<Code>7</Code><Data>{DATA}</Data>");
    for (operation, response) in [
        ("Beside", result("Beside", DATA, "<code>7</code>")),
        ("Inside", result("Inside", &content, "")),
        ("Elements", result("Elements", DATA, "")),
    ] {
        let (code, out, err) =
            called("loose_data_sets", response.clone(), &[operation, "--format", "csv", "--table", "Table"]);
        assert_eq!((code, out.as_str()), (0, CSV), "{operation}: {err}");
        let (code, out, err) = called("loose_data_sets", response, &[operation, "--format", "json"]);
        assert!(code == 0 && out.contains("{\"tables\":["), "{operation}: {out} {err}");
    }
}

#[test]
fn xml_that_holds_rows_comes_as_rows() {
    let rowset = "<L xmlns:rs=\"urn:schemas-microsoft-com:rowset\" xmlns:z=\"#RowsetSchema\"><rs:data><z:row Id=\"1\" Name=\"a\"/><z:row Id=\"2\"/></rs:data></L>";
    let quoted = ROWS.replace('<', "&lt;");
    let declared = format!("&lt;?xml version=\"1.0\" encoding=\"utf-16\"?>{quoted}");
    for (operation, content) in [("Xml", ROWS), ("Xml", rowset), ("Quoted", &quoted), ("Quoted", &declared)] {
        let (code, out, err) = called("loose_xml", result(operation, content, ""), &[operation, "--format", "csv"]);
        assert_eq!((code, out.as_str()), (0, CSV), "{content}: {err}");
    }
}

#[test]
fn markup_in_the_place_of_a_text_is_the_text() {
    let (out, err) =
        ended(0, called("loose_markup", result("Text", "<e p=\"1\"><t>2</t></e>", ""), &["Text", "--format", "json"]));
    assert!(out.contains("<t>2</t>") && err.contains("deviates from the document"), "{out} {err}");
}

#[test]
fn a_spec_may_say_that_a_contradiction_is_an_error() {
    let markup = called("strict", result("Strict", "<e/>", ""), &["Strict", "--format", "json"]);
    notes(markup, (6, ""), "the result cannot be read: `StrictResult` contains markup");
    let (out, err) = ended(0, called("strict", result("Strict", "a", "<b/>"), &["Strict", "--format", "json"]));
    assert!(out.contains("\"StrictResult\":") && err.contains("`b` of namespace `urn:shop`"), "{out} {err}");
}

#[test]
fn digits_of_json_in_a_text_stay() {
    let response = result("Json", "{\"a\":12345678901234567.89,\"b\":1.50}", "");
    let (out, _) = ended(0, called("loose_digits", response, &["Json", "--format", "json"]));
    assert!(out.contains("12345678901234567.89") && out.contains("1.5"), "{out}");
}

#[test]
fn heads_that_browsers_read_are_read() {
    let full_response = result("Text", "x", "");
    let content_type_line = "Content-Type: text/xml; charset=utf-8\r\n";
    for head in [
        "Content-Type : text/xml; charset=utf-8\r\n",
        "Content-Type: text/xml;\r\n charset=utf-8\r\n",
        "Content-Type: text/xml; charset=utf-8\r\nX Cache: HIT\r\n",
        "Content-Type: text/xml; charset=utf-8\r\nSet-Cookie: a=\u{7f}b; path=/\r\n",
        "Content-Type: text/xml; charset=utf-8, text/xml\r\n",
    ] {
        let response = full_response.replace(content_type_line, head);
        assert!(head == content_type_line || response != full_response, "{head}");
        let (code, out, err) = called("loose_heads", response, &["Text", "--format", "json"]);
        assert_eq!((code, out.as_str()), (0, "{\"TextResult\":\"x\"}\n"), "{head}: {err}");
    }
}

#[test]
fn a_wrong_label_is_named() {
    let body = result("Text", "x", "").split_once("\r\n\r\n").unwrap().1.to_owned();
    let (code, out, err) = called("loose_label", http("200 OK", "text/html", &body), &["Text", "--format", "json"]);
    assert!(out == "{\"TextResult\":\"x\"}\n" && code == 0 || err.contains("text/html"), "{code} {out} {err}");
    let untold = result("Text", "x", "").replace("Content-Type: text/xml; charset=utf-8\r\n", "");
    let (code, out, err) = called("loose_label", untold, &["Text", "--format", "json"]);
    assert!(out == "{\"TextResult\":\"x\"}\n" && code == 0 || err.contains("Content-Type"), "{code} {out} {err}");
}

#[test]
fn a_data_set_is_sent_in_the_form_in_which_it_is_printed() {
    let (url, requests) = serve(result("Save", "2", ""));
    let folder = folder_with("loose_parameter", &[("shop.xml", SPEC)]);
    let parameters = r#"{"ds":{"tables":[{"name":"Table","columns":[{"name":"Id","type":"xs:int"},{"name":"Name","type":"xs:string"}],"rows":[{"Id":1,"Name":"a"},{"Id":2,"Name":null}]}]}}"#;
    fs::write(folder.join("p.json"), parameters).unwrap();
    let call = ["call", "--base-url", &url, "shop.xml", "Save", "--yes", "--params", "p.json", "--format", "json"];
    assert_eq!(ended(0, run(&folder, &call)).0, "{\"SaveResult\":2}\n");
    let sent = requests.recv().unwrap();
    for part in ["diffgram", "<Id>1</Id>", "<Name>a</Name>", "<Id>2</Id>"] {
        assert!(sent.contains(part), "{part}: {sent}");
    }
    assert_eq!(sent.matches("<Name").count(), 1, "{sent}");
}

#[test]
fn describe_names_the_operations_whose_responses_are_refused() {
    let folder = folder_with("describe_names_the_operations_whose_responses_are_refused", &[("shop.xml", SPEC)]);
    let described = |arguments: &[&str]| run(&folder, &[&["describe", "shop.xml"], arguments].concat()).1;
    assert!(described(&["Strict"]).contains("A call fails if the response contradicts this description."));
    assert!(described(&["Strict", "--format", "json"]).contains(r#""on_contradiction": "error""#));
    assert!(!described(&["Text"]).contains("contradicts"));
    assert!(described(&["Quoted"]).contains("A page."));
    assert!(!described(&["Text", "--format", "json"]).contains("on_contradiction"));
}

/// The operation was carried out, whatever form its caller wanted.
#[test]
fn a_text_in_the_place_of_a_data_set_has_one_outcome_in_every_form() {
    let spec = r#"<service name="Shop" path="/shop.asmx" namespace="urn:shop"><doc>A shop.</doc><area name="all" title="All">
      <operation name="Report" result="dataset" effect="read"><doc>Reports.</doc></operation>
      <operation name="Keep" result="dataset" effect="write"><doc>Keeps.</doc></operation>
    </area></service>"#;
    for operation in ["Report", "Keep"] {
        for form in ["json", "jsonl", "csv", "arrow", "table", "xlsx"] {
            let (url, _) = serve(result(operation, "No data found", ""));
            let folder = folder_with("text_for_data_set", &[("shop.xml", spec)]);
            let to = if form == "xlsx" { "-oa.xlsx".to_owned() } else { format!("--format={form}") };
            let (code, out, err) = run(&folder, &["call", "-y", &to, "--base-url", &url, "shop.xml", operation]);
            assert_eq!((code, out.as_str()), (6, ""), "{operation} {form}: {err}");
            let carried_out = if operation == "Keep" { ". Keep was carried out" } else { "" };
            let end = format!("`--format raw` shows it as it came{carried_out}\n");
            assert!(err.ends_with(&end) && !err.contains("unknown"), "{operation} {form}: {err}");
        }
    }
}
