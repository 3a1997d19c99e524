//! Calls to a service that is newer than its description: the declared part keeps its shape in every form, and the rest is beside it or noted.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};

use serde_json::{Value as Json, json};

use super::agents::Session;
use super::mock::Served;
use super::server::{column, data_set, result, serve, soap, table};
use super::{ended, ends, fails, folder, run};

const SPEC: &str = r#"<service name="Shop" path="/shop.asmx" namespace="urn:shop">
  <doc>A shop.</doc>
  <structure name="Item"><attribute name="Code" type="string"/><param name="Name" type="string"/><param name="Count" type="int"/></structure>
  <structure name="Animal"><param name="Id" type="int"/></structure>
  <structure name="Dog" base="Animal"><param name="Good" type="boolean"/></structure>
  <area name="all" title="All">
    <operation name="Items" effect="read"><doc>Items.</doc><result type="Item" array="true"/></operation>
    <operation name="Animals" effect="read"><doc>Animals.</doc><result type="Animal" array="true"/></operation>
    <operation name="Things" effect="read"><doc>Things.</doc><result type="any" array="true"/></operation>
    <operation name="One" effect="read"><doc>One.</doc><result type="Item"/></operation>
    <operation name="Report" effect="read"><doc>A report.</doc><result type="DataSet"/></operation>
  </area>
</service>"#;

/// The responses of the version that the description has, and of the next one.
fn response(operation: &str, is_new: bool) -> String {
    let either = |new: &'static str, old: &'static str| if is_new { new } else { old };
    let content = match operation {
        "Items" => either(
            "<Item Code=\"a\" Since=\"2026\"><Name>n</Name><Size>9</Size><Count>1</Count></Item><Item><Name>m</Name><Count>2</Count>loose</Item>",
            "<Item Code=\"a\"><Name>n</Name><Count>1</Count></Item><Item><Name>m</Name><Count>2</Count></Item>",
        ),
        "Animals" => either(
            "<Animal><Id>1</Id><Age>3</Age></Animal><Animal xsi:type=\"Dog\"><Id>2</Id><Good>true</Good></Animal>\
             <Animal xsi:type=\"Cat\"><Id>3</Id><Lives>9</Lives></Animal>",
            "<Animal><Id>1</Id></Animal><Animal xsi:type=\"Dog\"><Id>2</Id><Good>true</Good></Animal><Animal><Id>3</Id></Animal>",
        ),
        "Things" => either(
            "<anyType xsi:type=\"xsd:int\">5</anyType><anyType xsi:type=\"Level\">High</anyType><anyType xsi:type=\"New\"><A>1</A></anyType>",
            "<anyType xsi:type=\"xsd:int\">5</anyType>",
        ),
        "Report" => &data_set(&table("T", &column("Id", "int")), "<T><Id>1</Id></T>"),
        _ => either("<Name>n</Name><Count>1</Count><Size>9</Size>", "<Name>n</Name><Count>1</Count>"),
    };
    let siblings = if is_new { "<Total>7</Total>" } else { "" };
    let instance =
        "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xmlns:xsd=\"http://www.w3.org/2001/XMLSchema\"";
    soap(&format!(
        "<{operation}Response xmlns=\"urn:shop\" {instance}><{operation}Result>{content}</{operation}Result>{siblings}</{operation}Response>"
    ))
}

fn newer(test: &str) -> PathBuf {
    let folder = folder(&format!("newer_{test}"));
    fs::write(folder.join("newer.xml"), SPEC).unwrap();
    folder
}

fn call(folder: &Path, operation: &str, is_new: bool, arguments: &[&str]) -> (i32, String, String) {
    let (url, _) = serve(response(operation, is_new));
    run(folder, &[&["call", "newer.xml", operation, "--base-url", &url], arguments].concat())
}

const SIZE_NOTE: &str = "`ItemsResult/Item/Size` of namespace `urn:shop` is not described";

#[test]
fn json_has_the_rest_beside_the_declared_part() {
    let folder = newer("json");
    let json = |operation| {
        let (out, _) = ended(0, call(&folder, operation, true, &["--format", "json"]));
        serde_json::from_str::<Json>(&out).unwrap()
    };
    assert_eq!(
        json("Items"),
        json!({
            "ItemsResult": [
                {"@Code": "a", "Name": "n", "Count": 1, "$rest": {"@Since": "2026", "Size": "9"}},
                {"Name": "m", "Count": 2, "$rest": {"$text": "loose"}},
            ],
            "$rest": {"Total": "7"},
        })
    );
    assert_eq!(
        json("Animals")["AnimalsResult"],
        json!([
            {"$type": "{urn:shop}Animal", "Id": 1, "$rest": {"Age": "3"}},
            {"$type": "{urn:shop}Dog", "Id": 2, "Good": true},
            {"$type": "{urn:shop}Cat", "Id": 3, "$rest": {"Lives": "9"}},
        ])
    );
    assert_eq!(
        json("Things")["ThingsResult"],
        json!([
            {"$type": "{http://www.w3.org/2001/XMLSchema}int", "$value": 5},
            {"$type": "{urn:shop}Level", "$value": "High"},
            {"$type": "{urn:shop}New", "$rest": {"A": "1"}},
        ])
    );
}

/// The tables are printed while they arrive.
#[test]
fn json_has_the_rest_beside_a_data_set() {
    let folder = newer("data_set");
    let json = |is_new| {
        let (out, err) = ended(0, call(&folder, "Report", is_new, &["--format", "json"]));
        (serde_json::from_str::<Json>(&out).unwrap(), err)
    };
    let tables =
        json!({ "tables": [{ "name": "T", "rows": [{ "Id": 1 }], "columns": [{ "name": "Id", "type": "xs:int" }] }] });
    assert_eq!(json(false), (json!({ "ReportResult": tables }), String::new()));
    let (newer, note) = json(true);
    assert_eq!(newer, json!({ "ReportResult": tables, "$rest": { "Total": "7" } }));
    assert!(note.contains("`Total` of namespace `urn:shop` is not described"), "{note}");
}

#[test]
fn lines_have_the_rest_of_each_row() {
    let folder = newer("lines");
    let lines = |operation| ended(0, call(&folder, operation, true, &["--format", "jsonl"])).0;
    assert_eq!(
        lines("Items"),
        "{\"@Code\":\"a\",\"Name\":\"n\",\"Count\":1,\"$rest\":{\"@Since\":\"2026\",\"Size\":\"9\"}}\n\
         {\"@Code\":null,\"Name\":\"m\",\"Count\":2,\"$rest\":{\"$text\":\"loose\"}}\n"
    );
    assert_eq!(
        lines("Animals"),
        "{\"$type\":\"{urn:shop}Animal\",\"Id\":1,\"Good\":null,\"$rest\":{\"Age\":\"3\"}}\n\
         {\"$type\":\"{urn:shop}Dog\",\"Id\":2,\"Good\":true,\"$rest\":null}\n\
         {\"$type\":\"{urn:shop}Cat\",\"Id\":3,\"Good\":null,\"$rest\":{\"Lives\":\"9\"}}\n"
    );
    assert_eq!(
        lines("One"),
        "{\"@Code\":null,\"Name\":\"n\",\"Count\":1,\"$rest\":{\"Total\":\"7\"},\"OneResult.$rest\":{\"Size\":\"9\"}}\n"
    );
}

/// Declared columns are written completely, and the exit code reports undeclared ones.
#[test]
fn forms_with_fixed_columns_write_the_declared_ones() {
    let folder = newer("columns");
    for format in ["csv", "table"] {
        let (_, old, _) = call(&folder, "Items", false, &["--format", format]);
        let (code, new, err) = call(&folder, "Items", true, &["--format", format]);
        assert_eq!((code, new.as_str()), (6, old.as_str()), "{err}");
        assert_eq!(err.matches(SIZE_NOTE).count(), 1, "each path is noted once: {err}");
        let why = "`@Since`, `Size`, `$text`. `--ignore-undeclared` accepts it, `--format jsonl` has it";
        assert!(err.contains(why) || format == "table" && err.contains("`--ignore-undeclared` accepts it"), "{err}");
        let accepted = call(&folder, "Items", true, &["--format", format, "--ignore-undeclared"]);
        assert_eq!((accepted.0, accepted.1.as_str()), (0, old.as_str()));
    }
    let (out, _) = ended(6, call(&folder, "One", true, &["--format", "csv"]));
    assert_eq!(out, "@Code,Name,Count\r\n,n,1\r\n");
}

#[test]
fn a_file_gets_its_name_although_content_is_left_out() {
    let folder = newer("files");
    let mut files = vec!["a.csv", "{table}.csv"];
    if cfg!(feature = "arrow") {
        files.extend(["a.parquet", "a.arrow", "a.arrows"]);
    }
    if cfg!(feature = "xlsx") {
        files.push("a.xlsx");
    }
    for file in files {
        fails(6, call(&folder, "Items", true, &["-o", file]), "`--ignore-undeclared` accepts it");
        let path = folder.join(file.replace("{table}", "ItemsResult"));
        let new = fs::read(&path).unwrap();
        ended(0, call(&folder, "Items", false, &["-o", file]));
        // A workbook states when it was made.
        assert!(new == fs::read(&path).unwrap() || file == "a.xlsx", "{file}");
    }
}

#[test]
fn a_family_has_a_column_of_the_rest() {
    let folder = newer("family");
    // An element beside the array is in no row.
    fails(6, call(&folder, "Animals", true, &["--format", "csv"]), "the rows are without it: `Total`.");
    let (out, _) = ended(0, call(&folder, "Animals", true, &["--format", "csv", "--ignore-undeclared"]));
    assert_eq!(
        out,
        "$type,Id,Good,$rest\r\n{urn:shop}Animal,1,,\"{\"\"Age\"\":\"\"3\"\"}\"\r\n{urn:shop}Dog,2,true,\r\n\
         {urn:shop}Cat,3,,\"{\"\"Lives\"\":\"\"9\"\"}\"\r\n"
    );
    let (out, _) = ended(0, call(&folder, "Things", true, &["--format", "csv", "--ignore-undeclared"]));
    assert_eq!(
        out,
        "$type,value\r\n{http://www.w3.org/2001/XMLSchema}int,5\r\n{urn:shop}Level,\"\"\"High\"\"\"\r\n\
         {urn:shop}New,\"{\"\"$rest\"\":{\"\"A\"\":\"\"1\"\"}}\"\r\n"
    );
}

fn gateway(folder: &Path, url: &str) -> Served {
    Served::run(folder, &["gateway", "newer.xml", "--upstream", url, "--allow-plain-http"])
}

/// The head and the body of a response to a GET.
fn get(base: &str, path: &str) -> (String, String) {
    let address = base.trim_start_matches("http://");
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    let (head, body) = text.split_once("\r\n\r\n").unwrap();
    (head.to_ascii_lowercase(), body.to_owned())
}

#[test]
fn the_gateway_has_the_rest_in_json_and_says_how_many_paths_deviate() {
    let folder = newer("gateway");
    let (url, _) = serve(response("Items", true));
    let gateway = gateway(&folder, &url);
    let (head, body) = get(&gateway.1, "/Items");
    assert!(head.starts_with("http/1.1 200") && head.contains("asmx-deviations: 4"), "{head}\n{body}");
    assert!(!head.contains("asmx-left-out"), "{head}");
    let json: Json = serde_json::from_str(&body).unwrap();
    assert_eq!(json["ItemsResult"][0]["$rest"], json!({"@Since": "2026", "Size": "9"}));
    let (head, body) = get(&gateway.1, "/Items?$format=csv");
    assert!(head.starts_with("http/1.1 200") && head.contains("asmx-deviations: 4"), "{head}");
    assert!(head.contains("asmx-left-out: `@since`, `size`, `$text`, `total`\r\n"), "{head}");
    assert_eq!(body, "@Code,Name,Count\r\na,n,1\r\n,m,2\r\n");
}

/// Items that the document calls otherwise are no rows, and no form of rows has them.
#[test]
fn rows_of_another_name_are_missed_in_each_form_of_rows() {
    let folder = newer("names");
    let result = |content: &str| soap(&format!("<ItemsResponse xmlns=\"urn:shop\">{content}</ItemsResponse>"));
    let items = |content: &str| result(&format!("<ItemsResult>{content}</ItemsResult>"));
    let known = "<Item><Name>n</Name></Item>";
    for (other, key) in [
        ("<ItemV2><Name>m</Name></ItemV2>", "ItemV2"),
        ("<Item xmlns=\"urn:other\"><Name>m</Name></Item>", "{urn:other}Item"),
    ] {
        for rows in [other.to_owned(), format!("{known}{other}")] {
            let (url, _) = serve(items(&rows));
            let call =
                |more: &[&str]| run(&folder, &[&["call", "newer.xml", "Items", "--base-url", &url], more].concat());
            let (code, json, _) = call(&["--format", "json"]);
            let json: Json = serde_json::from_str(&json).unwrap();
            assert!(code == 0 && json["$rest"]["ItemsResult"][key].is_object(), "{json}");
            for form in [&["--format", "csv"][..], &["--format", "jsonl"], &["-o", "{table}.jsonl"]] {
                let (code, _, err) = call(form);
                let why = format!("`ItemsResult.{key}`. `--ignore-undeclared` accepts it, `--format json` has it");
                assert!(code == 6 && err.contains(&why), "{form:?}: {code} {err}");
                assert_eq!(call(&[form, &["--ignore-undeclared"]].concat()).0, 0);
            }
            let gateway = gateway(&folder, &url);
            assert!(get(&gateway.1, "/Items").0.starts_with("http/1.1 200"));
            for form in ["csv", "jsonl"].into_iter().chain(cfg!(feature = "xlsx").then_some("xlsx")) {
                let (head, body) = get(&gateway.1, &format!("/Items?$format={form}"));
                let why = format!("only JSON has them: ItemsResult.{key} (`$format=json`)");
                assert!(head.starts_with("http/1.1 406") && body.contains(&why), "{form}: {head}\n{body}");
            }
        }
    }
    // An attribute is no row.
    let (url, _) = serve(result(&format!("<ItemsResult Page=\"1\">{known}</ItemsResult>")));
    let gateway = gateway(&folder, &url);
    let (head, _) = get(&gateway.1, "/Items?$format=jsonl");
    assert!(head.starts_with("http/1.1 200") && head.contains("asmx-deviations: 1"), "{head}");
}

/// A caller may be newer than the description, too.
#[test]
fn undeclared_content_is_sent_without_checks_only() {
    let folder = folder("newer_requests");
    let order = json!({"Order": {"Id": 7, "$rest": {"Size": "9", "Colors": {"Color": ["red", "blue"]}}}});
    fs::write(folder.join("order.json"), order.to_string()).unwrap();
    let file = ["call", "shop.xml", "AddOrder", "--params", "order.json"];
    let fixed = [&file[..], &["--endpoint", "https://shop.example/shop.asmx", "--dry-run"]].concat();
    let why = "error: parameter `Order.$rest`: Order does not declare it; `--unchecked` sends it; \
               parameter `Order.State` is required and was not given\n";
    ends(run(&folder, &fixed), (2, "", why));
    let (out, _) = ended(0, run(&folder, &[&fixed[..], &["--unchecked"]].concat()));
    let sent = "<Id>7</Id><Size>9</Size><Colors><Color>red</Color><Color>blue</Color></Colors></Order>";
    assert!(out.contains(sent), "{out}");
}

#[test]
fn a_tool_has_the_rest_in_its_result_and_says_how_many_paths_deviate() {
    let folder = folder("newer_tools");
    let order = "<Order><Id>7</Id><State>Open</State><Size>9</Size></Order>".repeat(2);
    let (url, _) = serve(result("FindOrders", &order));
    let mut session = Session::start(&folder, &["--upstream", &url], &json!({}));
    let result: Json = serde_json::from_str(&session.call("FindOrders", &json!({}))).unwrap();
    let orders = &result["structuredContent"]["FindOrdersResult"];
    let expected = json!({"Id": 7, "State": "Open", "$rest": {"Size": "9"}});
    assert_eq!(*orders, json!([expected, expected]), "{result}");
    assert_eq!(result["_meta"]["deviations"], 1, "{result}");
}
