//! The types of columns in Arrow and Parquet: those of the description, whatever a response holds.

use std::fs;
use std::path::Path;

use arrow_ipc::reader::StreamReader;

use super::rows::{ROWS, response};
use super::server::{data_set, serve, soap, table};
use super::{asmx, ended, folder_with, run};

const PRICES: &str = "<PricesResponse xmlns=\"urn:prices\"><PricesResult><Price Tax=\"0.1\"><Amount>12.5</Amount><Rate>1.25</Rate>\
    <Weight>3</Weight><Other>0.5</Other></Price></PricesResult><Sums><decimal>1.5</decimal></Sums><Total>14</Total></PricesResponse>";

/// The columns of a stream of Arrow, with their types.
fn columns(folder: &Path, arguments: &[&str], response: &str) -> Vec<String> {
    let (url, _) = serve(soap(response));
    let output = asmx(folder, &[&["call", "--yes", "--base-url", &url, "--format", "arrow"], arguments].concat());
    let error = String::from_utf8_lossy(&output.stderr);
    let schema = StreamReader::try_new(output.stdout.as_slice(), None).unwrap_or_else(|_| panic!("{error}")).schema();
    schema.fields().iter().map(|field| format!("{} {}", field.name(), field.data_type())).collect()
}

#[test]
fn fraction_digits_of_a_document_are_the_scale() {
    let document = include_str!("prices.wsdl");
    let folder = folder_with("scale_of_document", &[("prices.wsdl", document)]);
    let rows = |scales: [u8; 5]| {
        let names = ["Amount", "Rate", "Weight", "Other", "@Tax"];
        names.iter().zip(scales).map(|(name, scale)| format!("{name} Decimal128(38, {scale})")).collect::<Vec<_>>()
    };
    let declared = rows([2, 6, 0, 9, 2]);
    let table = ["prices.wsdl", "Prices", "--table", "PricesResult"];
    assert_eq!(columns(&folder, &table, PRICES), declared);
    let empty = "<PricesResponse xmlns=\"urn:prices\"><Total>0</Total></PricesResponse>";
    assert_eq!(columns(&folder, &table, empty), declared);
    let sums = ["prices.wsdl", "Prices", "--table", "Sums"];
    assert_eq!(columns(&folder, &sums, PRICES), ["value Decimal128(38, 2)"]);
    let values = ["prices.wsdl", "Prices", "--table", "$values"];
    assert_eq!(columns(&folder, &values, PRICES), ["Total Decimal128(38, 2)"]);

    // An option comes before the description.
    let chosen = |form| columns(&folder, &[table.as_slice(), &["--as", form]].concat(), PRICES);
    assert_eq!(chosen("Amount=4"), rows([4, 6, 0, 9, 2]));
    assert_eq!(chosen("*=7"), rows([7, 7, 7, 7, 7]));

    // A spec that is imported has the same scales, and a person may state others.
    ended(0, run(&folder, &["import", "prices.wsdl", "-o", "prices.xml"]));
    let spec = fs::read_to_string(folder.join("prices.xml")).unwrap();
    assert!(spec.contains(r#"<param name="Amount" type="decimal" scale="2"/>"#), "{spec}");
    let of_spec = ["prices.xml", "Prices", "--table", "PricesResult"];
    assert_eq!(columns(&folder, &of_spec, PRICES), declared);
    let edited_spec = spec
        .replace(r#"name="Other" type="decimal""#, r#"name="Other" type="decimal" scale="3""#)
        .replace(r#"name="Rate" type="decimal" scale="6""#, r#"name="Rate" type="decimal" scale="8""#);
    fs::write(folder.join("prices.xml"), &edited_spec).unwrap();
    assert_eq!(columns(&folder, &of_spec, PRICES), rows([2, 8, 0, 3, 2]));

    // A later document changes none that a person stated, and adds those that nobody stated.
    let next = document.replace(r#"name="Other" type="s:decimal""#, r#"name="Other" type="tns:Rate""#);
    let next = next.replace(r#"fractionDigits value="0""#, r#"fractionDigits value="1""#);
    fs::write(folder.join("next.wsdl"), next).unwrap();
    ended(0, run(&folder, &["import", "next.wsdl", "--update", "prices.xml"]));
    assert_eq!(fs::read_to_string(folder.join("prices.xml")).unwrap(), edited_spec);
}

#[test]
fn a_value_with_more_digits_than_the_scale_is_refused_with_the_way_to_hold_it() {
    let folder = folder_with("scale_exceeded", &[("prices.wsdl", include_str!("prices.wsdl"))]);
    let (url, _) = serve(soap(&PRICES.replace("12.5<", "12.555<")));
    let call =
        ["call", "--yes", "--base-url", &url, "prices.wsdl", "Prices", "--table", "PricesResult", "-o", "a.parquet"];
    let (code, _, err) = run(&folder, &call);
    assert!(code == 6 && err.contains("12.555") && err.contains("`--as 'Amount=3'`"), "{code} {err}");
}

#[test]
fn declared_columns_of_a_data_set_have_their_scale() {
    let spec = r#"<service name="Shop" path="/shop.asmx" namespace="urn:shop"><doc>A shop.</doc>
  <area name="reports" title="Reports">
    <operation name="Report" effect="read"><doc>Reports.</doc>
      <result kind="dataset"><columns table="Order"><column name="Price" type="decimal" scale="4"/></columns></result>
    </operation>
  </area>
</service>"#;
    let folder = folder_with("scale_of_columns", &[("reports.xml", spec)]);
    let (url, _) = serve(response(ROWS));
    let call = ["call", "reports.xml", "Report", "--base-url", &url, "--table", "Order"];
    let output = asmx(&folder, &[call.as_slice(), &["--format", "arrow"]].concat());
    let schema = StreamReader::try_new(output.stdout.as_slice(), None).unwrap().schema();
    assert_eq!(schema.field_with_name("Price").unwrap().data_type().to_string(), "Decimal128(38, 4)");
}

#[test]
fn descriptions_show_the_scale_of_each_column() {
    let folder = folder_with("scale_described", &[("prices.wsdl", include_str!("prices.wsdl"))]);
    let (out, _) = ended(0, run(&folder, &["describe", "prices.wsdl", "Prices"]));
    let (_, tables) = out.split_once("Table PricesResult").unwrap();
    for line in ["Amount  xs:decimal  scale 2", "Rate    xs:decimal  scale 6", "Other   xs:decimal  scale 9"] {
        assert!(tables.contains(line), "{tables}");
    }
    let (_, out, _) = run(&folder, &["describe", "prices.wsdl", "Prices", "--format", "json"]);
    let described: serde_json::Value = serde_json::from_str(&out).unwrap();
    let columns = described["tables"][0]["columns"].as_array().unwrap();
    let scales: Vec<_> = columns.iter().map(|column| column["scale"].as_u64().unwrap()).collect();
    assert_eq!(scales, [2, 6, 0, 9, 2]);
}

const MOMENTS: &str = r#"<service name="Clock" path="/clock.asmx" namespace="urn:clock"><doc>Times.</doc>
  <structure name="Moment">
    <param name="Offset" type="dateTimeOffset"/><param name="Sent" type="dateTime"/><param name="Day" type="date"/><param name="At" type="time"/>
  </structure>
  <area name="times" title="Times">
    <operation name="Moments" effect="read"><doc>Moments.</doc>
      <output name="All" type="Moment" repeated="true"/><output name="Offsets" type="dateTimeOffset" array="true"/>
      <output name="Last" type="Moment"/>
    </operation>
    <operation name="Report" effect="read" result="dataset"><doc>A report.</doc></operation>
  </area>
</service>"#;

fn moments() -> String {
    let members = "<Offset>2024-02-29T00:30:00+02:00</Offset><Sent>2024-02-29T00:30:00+02:00</Sent><Day>2024-02-29Z</Day>\
        <At>00:30:00+02:00</At>";
    format!(
        "<MomentsResponse xmlns=\"urn:clock\"><All>{members}</All><Offsets><dateTimeOffset>2024-02-29T00:30:00-01:00</dateTimeOffset></Offsets>\
         <Last>{members}</Last></MomentsResponse>"
    )
}

/// The rows of a Parquet file, whose instants are those of UTC, and standard error.
fn parquet_rows(folder: &Path, response: &str, arguments: &[&str]) -> (Vec<String>, String) {
    use parquet::file::reader::{FileReader as _, SerializedFileReader};
    let (url, _) = serve(soap(response));
    let call = ["call", "clock.xml", "--base-url", &url, "-o", "rows.parquet"];
    let (_, err) = ended(0, run(folder, &[call.as_slice(), arguments].concat()));
    let file = SerializedFileReader::new(fs::File::open(folder.join("rows.parquet")).unwrap()).unwrap();
    (file.get_row_iter(None).unwrap().map(|row| row.unwrap().to_string()).collect(), err)
}

#[test]
fn times_with_an_offset_are_instants_wherever_they_stand() {
    let folder = folder_with("offsets", &[("clock.xml", MOMENTS)]);
    let utc = "Timestamp(µs, \"UTC\")";
    let types = |table| columns(&folder, &["clock.xml", "Moments", "--table", table], &moments());
    let wall = ["Sent Timestamp(µs)", "Day Date32", "At Utf8"].map(str::to_owned);
    assert_eq!(types("All"), [[format!("Offset {utc}")].as_slice(), &wall].concat());
    assert_eq!(types("Offsets"), [format!("value {utc}")]);
    let single = wall.map(|column| format!("Last.{column}"));
    assert_eq!(types("$values"), [[format!("Last.Offset {utc}")].as_slice(), &single].concat());

    let rows = |table| parquet_rows(&folder, &moments(), &["Moments", "--table", table]);
    let (all, notes) = rows("All");
    let expected = "{Offset: 2024-02-28 22:30:00.000000 +00:00, Sent: 2024-02-29 00:30:00.000000 +00:00, Day: 2024-02-29, At: \"00:30:00+02:00\"}";
    assert_eq!(all, [expected]);
    for column in ["Offset", "Sent", "Day"] {
        assert!(notes.contains(&format!("column `{column}`: the zones of the values are left out")), "{notes}");
    }
    assert_eq!(rows("Offsets").0, ["{value: 2024-02-29 01:30:00.000000 +00:00}"]);

    // Texts are those that were sent.
    let (url, _) = serve(soap(&moments()));
    let call = ["call", "clock.xml", "--base-url", &url, "Moments", "--table", "All"];
    let csv = run(&folder, &[&call[..], &["--format", "csv", "--guard-formulas"]].concat());
    let line = "2024-02-29T00:30:00+02:00,2024-02-29T00:30:00+02:00,2024-02-29Z,00:30:00+02:00\r\n";
    assert_eq!(csv.1, format!("Offset,Sent,Day,At\r\n{line}"), "{}", csv.2);
    let (_, out, _) = run(&folder, &["describe", "clock.xml", "Moments"]);
    assert!(out.contains("Offset  dateTimeOffset\n"), "{out}");
}

/// .NET declares such a column of a DataSet as `anyType`, with its CLR type.
#[test]
fn columns_of_data_sets_with_an_offset_are_instants() {
    let folder = folder_with("offsets_of_data_set", &[("clock.xml", MOMENTS)]);
    let column =
        "<xs:element name=\"V\" msdata:DataType=\"System.DateTimeOffset\" type=\"xs:anyType\" minOccurs=\"0\"/>";
    let content = data_set(&table("T", column), "<T><V>2024-02-29T00:30:00+02:00</V></T><T/>");
    let response =
        &format!("<ReportResponse xmlns=\"urn:clock\"><ReportResult>{content}</ReportResult></ReportResponse>");
    assert_eq!(columns(&folder, &["clock.xml", "Report"], response), ["V Timestamp(µs, \"UTC\")"]);
    let (rows, notes) = parquet_rows(&folder, response, &["Report"]);
    assert_eq!(rows, ["{V: 2024-02-28 22:30:00.000000 +00:00}", "{V: null}"]);
    assert!(notes.contains("column `V`: the zones of the values are left out"), "{notes}");
    let (rows, _) = parquet_rows(&folder, response, &["Report", "--as", "V=text"]);
    assert_eq!(rows, ["{V: \"2024-02-29T00:30:00+02:00\"}", "{V: null}"]);
}
