//! Tables, rows and cells: by name, by place and as values of structs. Hostile documents stay small in memory.

use std::collections::BTreeMap;

use asmx_dataset::data_set::{DataSet, DataSetError};
use asmx_dataset::table::{
    Cell, CellError, CellErrorCause, Column, ColumnData, ColumnType, RowData, Table, TypedValue,
};
use asmx_dataset::{DelimitedReader, DelimitedText, Delimiters, IntoTable as _, cells};
use asmx_xml::xsd::{Base64Binary, DateTime, Decimal, Guid, Lexical as _};
use asmx_xml::{Document, ParseOptions};
use serde::Deserialize;

fn sent() -> Table {
    Table::new("Sent Messages")
        .column("Job ID", ColumnType::Int)
        .column("Address", ColumnType::String)
        .column("When", ColumnType::DateTime)
        .column("Price", ColumnType::Decimal)
        .column("Open", ColumnType::Boolean)
        .column("Score", ColumnType::Double)
        .column("Photo", ColumnType::Base64Binary)
        .column("Kind", ColumnType::String)
        .row(cells![7, "a@x.test", "2024-02-29T13:45:56.5-05:00", "12.50", true, 0.5, "AAEC", "Hard"])
        .row(cells!["007", "", "2024-02-29", "3", "1", "INF", "AA EC", "Soft"])
        .row(RowData::default())
        .row(cells!["x", None::<&str>, "soon", "much", "yes", "half", "?", "Odd"])
}

#[derive(Debug, PartialEq, Deserialize)]
enum Kind {
    Hard,
    Soft,
}

#[derive(Debug, PartialEq, Deserialize)]
struct JobId(i64);

#[derive(Debug, PartialEq, Deserialize)]
struct Sent<'t> {
    #[serde(rename = "Job ID")]
    job: JobId,
    #[serde(rename = "Address")]
    address: &'t str,
    #[serde(rename = "When")]
    when: DateTime,
    #[serde(rename = "Price")]
    price: Decimal,
    #[serde(rename = "Open")]
    open: bool,
    #[serde(rename = "Score")]
    score: f64,
    #[serde(rename = "Photo")]
    photo: Vec<u8>,
    #[serde(rename = "Kind")]
    kind: Kind,
    #[serde(rename = "No such")]
    absent: Option<String>,
    #[serde(default)]
    defaulted: u8,
}

#[test]
fn rows_are_values_of_a_struct() {
    let table = sent();
    let mut rows = table.rows::<Sent<'_>>();
    assert_eq!(rows.len(), 4);
    assert_eq!(
        rows.next().unwrap().unwrap(),
        Sent {
            job: JobId(7),
            address: "a@x.test",
            when: DateTime::parse("2024-02-29T13:45:56.5-05:00").unwrap(),
            price: Decimal::parse("12.50").unwrap(),
            open: true,
            score: 0.5,
            photo: vec![0, 1, 2],
            kind: Kind::Hard,
            absent: None,
            defaulted: 0,
        }
    );
    let second = rows.next().unwrap().unwrap();
    assert_eq!((second.job, second.address, second.when.as_str()), (JobId(7), "", "2024-02-29"));
    assert_eq!((second.price.as_str(), second.open, second.score), ("3", true, f64::INFINITY));
    assert_eq!((second.photo, second.kind), (vec![0, 1, 2], Kind::Soft));
    let third = rows.next().unwrap().unwrap_err();
    assert_eq!(third.to_string(), "table `Sent Messages`, row 3, column `Job ID`: there is no value (DBNull)");
    assert_eq!(rows.next().unwrap().unwrap_err().row(), 3);
    assert!(rows.next().is_none());
    let whole: Result<Vec<Sent<'_>>, CellError> = table.rows().collect();
    assert_eq!(whole.unwrap_err(), third);
}

/// The error of the fourth row, in which everything is wrong, as the type of one column.
fn refused<'t, T: Deserialize<'t> + std::fmt::Debug>(table: &'t Table, column: &str) -> String {
    let lone = |row: usize| table.row_at(row).unwrap();
    let error = lone(3).deserialize::<BTreeMap<String, Option<String>>>().unwrap();
    assert!(error.contains_key(column));
    let mut narrow =
        Table::new("T").with_column(Column::of_type(column, table.column_named(column).unwrap().type_name()));
    narrow.push([lone(3).cell(column).unwrap()]);
    let narrow: &'t Table = Box::leak(Box::new(narrow));
    narrow.rows::<T>().next().unwrap().unwrap_err().to_string()
}

#[test]
fn errors_name_the_place_the_text_and_what_was_expected() {
    let table = sent();
    let errors = [
        refused::<i32>(&table, "Job ID"),
        refused::<String>(&table, "Address"),
        refused::<(DateTime,)>(&table, "When"),
        refused::<Decimal>(&table, "Price"),
        refused::<bool>(&table, "Open"),
        refused::<f32>(&table, "Score"),
        refused::<(Vec<u8>,)>(&table, "Photo"),
        refused::<Kind>(&table, "Kind"),
        refused::<char>(&table, "Kind"),
        refused::<(Vec<u8>,)>(&table, "Kind"),
    ];
    insta::assert_snapshot!(errors.join("\n"), @r#"
    table `T`, row 1, column `Job ID`: "x" is not a value of type int: a whole number holds only digits and one sign
    table `T`, row 1, column `Address`: there is no value (DBNull)
    table `T`, row 1, column `When`: "soon" is not a value of type dateTime
    table `T`, row 1, column `Price`: "much" is not a value of type decimal
    table `T`, row 1, column `Open`: "yes" is not a value of type boolean: a boolean is true, false, 1 or 0
    table `T`, row 1, column `Score`: "half" is not a value of type float: this is not a number
    table `T`, row 1, column `Photo`: "?" is not a value of type base64Binary: this is not base64
    table `T`, row 1, column `Kind`: "Odd" is not one of `Hard`, `Soft`
    table `T`, row 1, column `Kind`: "Odd" is not a character
    table `T`, row 1, column `Kind`: "Odd" is not a sequence, which only a column of bytes holds
    "#);
}

#[test]
fn an_unknown_column_is_reported_with_the_columns_of_the_table() {
    #[derive(Debug, Deserialize)]
    #[allow(dead_code)]
    struct Wanted {
        b: String,
    }
    let table = Table::new("T").column("a", ColumnType::Int).column("c", ColumnType::Int).row(cells![1, 2]);
    let error = table.rows::<Wanted>().next().unwrap().unwrap_err();
    assert_eq!(error.to_string(), "table `T`, row 1, column `b`: the column is unknown; the columns are `a`, `c`");
    assert_eq!(error.cause(), &CellErrorCause::NoSuchColumn { columns: vec!["a".to_owned(), "c".to_owned()] });
    let error = table.rows::<(i32, i32, i32)>().next().unwrap().unwrap_err().to_string();
    assert_eq!(error, "table `T`, row 1: 3 values need as many columns, but the table has 2");
    assert!(table.rows::<i32>().next().unwrap().is_err());
    assert_eq!(table.rows::<(u8, String)>().next(), Some(Ok((1, "2".to_owned()))));
}

#[test]
fn rows_are_maps_and_flattened_structs() {
    #[derive(Debug, Deserialize)]
    struct Flat {
        a: u16,
        #[serde(flatten)]
        remaining: BTreeMap<String, serde_json::Value>,
    }
    let table = Table::new("T")
        .column("a", ColumnType::UnsignedShort)
        .column("b", ColumnType::Double)
        .column("c", ColumnType::Boolean)
        .column("d", ColumnType::Decimal)
        .row(cells![1_u16, 2.5, true, "3.0"])
        .row(cells![2_u16]);
    let flat: Vec<Flat> = table.rows().collect::<Result<_, _>>().unwrap();
    assert_eq!(flat[0].a, 1);
    assert_eq!(serde_json::to_string(&flat[0].remaining).unwrap(), r#"{"b":2.5,"c":true,"d":"3.0"}"#);
    assert_eq!(serde_json::to_string(&flat[1].remaining).unwrap(), r#"{"b":null,"c":null,"d":null}"#);
    let map = table.row_at(0).unwrap().deserialize::<BTreeMap<&str, String>>().unwrap();
    let expected = [("a", "1"), ("b", "2.5"), ("c", "true"), ("d", "3.0")].map(|(name, text)| (name, text.to_owned()));
    assert_eq!(map, BTreeMap::from(expected));
}

#[test]
fn values_that_keep_their_text_are_written_as_it() {
    let guid = "0f8fad5b-d9cb-469f-a165-70867728950e";
    let json = serde_json::json!(["12.50", guid, "AAEC"]);
    let read: (Decimal, Guid, Base64Binary) = serde_json::from_value(json).unwrap();
    assert_eq!((read.0.as_str(), read.1.as_str(), read.2.as_bytes()), ("12.50", guid, &[0, 1, 2][..]));
    assert_eq!(serde_json::to_string(&(read.0, read.2)).unwrap(), r#"["12.50","AAEC"]"#);
    let error = serde_json::from_str::<Decimal>("\"x\"").unwrap_err().to_string();
    assert!(error.contains("a value of type decimal"), "{error}");
}

#[test]
fn absent_null_empty_and_value_are_four_things() {
    let table = sent();
    let row = |index| table.row_at(index).unwrap();
    assert_eq!(
        [row(0).cell("No"), row(2).cell("Address"), row(1).cell("Address"), row(0).cell("Address")],
        [None, Some(Cell::DbNull), Some(Cell::from("")), Some(Cell::from("a@x.test"))]
    );
    assert_eq!(
        [row(0).cell_at(8), row(2).cell_at(1), row(1).cell_at(1)],
        [None, Some(Cell::DbNull), Some(Cell::from(""))]
    );
    assert!(matches!(row(0).get::<i32>("No").unwrap_err().cause(), CellErrorCause::NoSuchColumn { .. }));
    assert_eq!(row(0).get_at::<i32>(8).unwrap_err().column(), "#8");
    let found = (row(2).get::<i32>("Job ID"), row(1).get_at::<i32>(0), row(1).value_at(0));
    assert_eq!(found, (Ok(None), Ok(Some(7)), Ok(7)));
    assert_eq!(row(2).value_at::<i32>(0).unwrap_err().cause(), &CellErrorCause::DbNull);
    let texts = [row(1).text("Job ID"), row(1).text_at(0), row(1).text_at(8)];
    assert_eq!(texts.each_ref().map(Option::as_deref), [Some("007"), Some("007"), None]);
    assert_eq!(table.iter().rev().map(asmx_dataset::table::Row::index).collect::<Vec<_>>(), [3, 2, 1, 0]);
    let values = table.column_values(0).unwrap();
    assert_eq!(values.typed(1), Some(Ok(TypedValue::Signed(7))));
    assert!(matches!(values.data(), ColumnData::Int32(numbers) if numbers == &[7, 7, 0, 0]));
    assert!(table.column_values(8).is_none());
}

#[test]
fn a_data_set_returns_its_main_or_only_table() {
    let table = |name| Table::new(name).column("a", ColumnType::Int).row(cells![5]);
    let rows =
        |data_set: &DataSet| data_set.rows::<(i32,)>().map(|rows| rows.map(|row| row.unwrap().0).collect::<Vec<_>>());
    assert_eq!(rows(&DataSet::new("").table(table("A"))), Ok(vec![5]));
    assert_eq!(rows(&DataSet::null()), Ok(vec![]));
    let two = DataSet::new("").table(table("A")).table(table("B").row([6]));
    let error = rows(&two).unwrap_err();
    assert_eq!(error, DataSetError::NoMainTable { tables: vec!["A".to_owned(), "B".to_owned()] });
    assert_eq!(error.to_string(), "the data set has several tables and no main table; its tables are: `A`, `B`");
    assert_eq!(rows(&two.main_table("B")), Ok(vec![5, 6]));
    assert!(rows(&DataSet::new("")).is_err());
}

#[test]
fn columns_added_behind_the_rows_take_their_cells() {
    let table = Table::new("T").row(cells![1, "2"]).column("a", ColumnType::Int).column("b", ColumnType::Long);
    assert_eq!(table.column_values(1).unwrap().typed(0), Some(Ok(TypedValue::Signed(2))));
    assert!(DataSet::new("").table(table).check().is_ok());
}

#[test]
fn cleared_tables_keep_their_columns() {
    let mut table = sent();
    table.clear_rows();
    assert_eq!((table.row_count(), table.columns().len()), (0, 8));
    table.push(cells![1]);
    assert_eq!(table.row_at(0).unwrap().order(), 0);
    let mut other = sent();
    other.clear_rows();
    assert_eq!(table, other.row(cells!["1"]));
}

#[test]
fn many_undeclared_columns_in_many_rows_take_little() {
    // A row for each column: four hundred million cells if each took memory.
    let count = 20_000;
    let rows: Vec<String> = (0..count).map(|row| format!("<T><c{row}>1</c{row}></T>")).collect();
    let rows = rows.concat();
    let text =
        format!("<r><d:diffgram xmlns:d='urn:schemas-microsoft-com:xml-diffgram-v1'><D>{rows}</D></d:diffgram></r>");
    let options = ParseOptions::default();
    let data_set = DataSet::from_element(Document::parse(text, &options).unwrap().root()).unwrap();
    let [table] = data_set.tables() else { panic!("one table") };
    assert_eq!((table.row_count(), table.columns().len()), (count, count));
    let slots: usize = (0..count).map(|column| table.column_values(column).unwrap().slot_count()).sum();
    assert!(slots < count + 81 * 81, "{slots}");
    let mut written = String::new();
    data_set.write_content(&mut written);
    assert!(written.contains("<c19999>1</c19999>"));
    assert_eq!(data_set, data_set.clone());
}

#[derive(Debug, PartialEq, Deserialize)]
struct Block {
    email: Option<String>,
    code: Option<i32>,
    kind: Option<Kind>,
}

fn blocks(text: &str) -> DelimitedText {
    DelimitedText::new(text).with_delimiters(Delimiters::new("\n", ",").qualifier("\""))
}

#[test]
fn a_blank_cell_of_delimited_text_is_null_for_types_without_an_empty_value() {
    let table = blocks("a,550,Hard\n,,\nb,,Soft\nc,552,\n").into_table_with(["email", "code", "kind"]).unwrap();
    let read: Vec<Block> = table.rows().into_vec().unwrap();
    let block = |email: &str, code, kind| Block { email: Some(email.to_owned()), code, kind };
    let expected = [
        block("a", Some(550), Some(Kind::Hard)),
        block("", None, None),
        block("b", None, Some(Kind::Soft)),
        block("c", Some(552), None),
    ];
    assert_eq!(read, expected);
    let tuples: Vec<(String, Option<i32>, Option<Kind>)> = table.rows().into_vec().unwrap();
    assert_eq!(tuples[1], (String::new(), None, None));
    let maps: Vec<BTreeMap<String, Option<String>>> = table.rows().into_vec().unwrap();
    assert_eq!(maps[1]["code"].as_deref(), Some(""), "a text has an empty value");
    assert_eq!(table.row_at(1).unwrap().deserialize::<Block>().unwrap(), expected[1]);
    assert_eq!(table.row_at(1).unwrap().get::<i32>("code"), Ok(None));
    assert_eq!(table.row_at(1).unwrap().get::<String>("code"), Ok(Some(String::new())));
    assert!(table.row_at(1).unwrap().value::<i32>("code").unwrap_err().to_string().ends_with("DBNull)"));
    let one = blocks("7\n\n").into_table().unwrap();
    assert_eq!(one.rows::<Option<u8>>().into_vec(), Ok(vec![Some(7), None]));
    let expected =
        "table `Table`, row 2, column `Column1`: \"\" is not a value of type unsignedByte: there are no digits";
    assert_eq!(one.rows::<u8>().into_vec().unwrap_err().to_string(), expected);
}

#[test]
fn an_empty_cell_between_qualifiers_is_the_empty_text() {
    let text = "a,1,Hard\nb,\"\",Hard\nc,,Hard\n";
    let table = blocks(text).into_table_with(["email", "code", "kind"]).unwrap();
    let read: Vec<_> = table.rows::<Block>().map(|row| row.map(|block| block.code)).collect();
    assert_eq!((&read[0], &read[2]), (&Ok(Some(1)), &Ok(None)));
    let error = read[1].as_ref().unwrap_err();
    assert_eq!((error.row(), error.column()), (1, "code"));
    assert!(table.row_at(1).unwrap().get::<i32>("code").is_err());
    // Each batch has its own limit.
    let mut reader =
        DelimitedReader::new(&Delimiters::new("\n", ",").qualifier("\""), ["email", "code", "kind"]).unwrap();
    reader.push("a,\"\",Hard\n").unwrap();
    assert!(reader.take().rows::<Block>().into_vec().is_err());
    reader.push("a,,Hard\n").unwrap();
    assert_eq!(reader.take().rows::<Block>().into_vec().unwrap()[0].code, None);
    // The empty text of other tables is not `DBNull`.
    let table = Table::new("T").column("code", ColumnType::String).row([""]);
    assert!(table.rows::<Option<i32>>().into_vec().is_err());
}

#[test]
fn a_row_shows_itself_as_a_struct() {
    let table = sent();
    let shown: Vec<String> = table.iter().map(|row| format!("{row:?}")).collect();
    assert_eq!(
        shown[1],
        "Row { Job ID: 007, Address: \"\", When: 2024-02-29, Price: 3, Open: 1, Score: INF, Photo: \"AA EC\", Kind: \"Soft\" }"
    );
    assert!(shown[2].starts_with("Row { Job ID: null, Address: null, "), "{}", shown[2]);
    assert!(shown[3].starts_with("Row { Job ID: \"x\", Address: null, When: \"soon\", "), "{}", shown[3]);
}

#[test]
fn sql_types_have_the_values_of_their_clr_type() {
    let sql = |name: &str, type_name| {
        let clr_type = Some(format!("System.Data.SqlTypes.{name}, System.Data, Version=4.0.0.0"));
        let mut column = Column::of_type(name, type_name);
        column.clr_type = clr_type;
        column
    };
    let table = Table::new("T")
        .with_column(sql("SqlByte", "xs:byte"))
        .with_column(sql("SqlBinary", "xs:hexBinary"))
        .with_column(Column::of_type("Signed", "xs:byte"))
        .row(["255", "AAEC", "-1"]);
    let typed = |place: usize| table.column_values(place).unwrap().typed(0).unwrap().unwrap();
    assert_eq!(typed(0), TypedValue::Unsigned(255));
    assert_eq!(typed(1), TypedValue::Binary(&[0, 1, 2]));
    assert_eq!(typed(2), TypedValue::Signed(-1));
    assert_eq!(table.iter().next().unwrap().text("SqlBinary").as_deref(), Some("AAEC"));
}

#[test]
fn declared_columns_come_first_whatever_a_table_has() {
    let mut table = Table::new("Orders")
        .column("Note", ColumnType::String)
        .column("Id", ColumnType::Int)
        .row(cells!["first", 3])
        .row(cells![None::<&str>, 4]);
    let declared = [Column::new("Id", ColumnType::Long), Column::new("Price", ColumnType::Decimal)];
    table.declare_columns(&declared);
    let columns: Vec<_> = table.columns().iter().map(|column| (column.name.as_str(), column.type_name())).collect();
    // The description has the last word on a type.
    assert_eq!(columns, [("Id", "xs:long"), ("Price", "xs:decimal"), ("Note", "xs:string")]);
    let texts = |row: usize| {
        let row = table.row_at(row).unwrap();
        ["Id", "Price", "Note"].map(|name| row.text(name).map(std::borrow::Cow::into_owned))
    };
    assert_eq!(texts(0), [Some("3".to_owned()), None, Some("first".to_owned())]);
    assert_eq!(texts(1), [Some("4".to_owned()), None, None]);
    let before = table.clone();
    table.declare_columns(&declared);
    assert_eq!(table, before);
}

#[test]
fn a_column_that_no_schema_states_has_the_declared_type() {
    let xml = "<r><d:diffgram xmlns:d=\"urn:schemas-microsoft-com:xml-diffgram-v1\"><NewDataSet>\
               <Orders><Price>1.50</Price></Orders><Orders><Price>free</Price></Orders></NewDataSet></d:diffgram></r>";
    let mut table = DataSet::read(xml.as_bytes()).unwrap().into_tables().remove(0);
    assert_eq!(table.columns()[0].type_name(), "");
    table.declare_columns(&[Column::new("Price", ColumnType::Decimal)]);
    assert_eq!(table.columns()[0].type_name(), "xs:decimal");
    let texts: Vec<_> = table.iter().map(|row| row.text("Price").map(std::borrow::Cow::into_owned)).collect();
    assert_eq!(texts, [Some("1.50".to_owned()), Some("free".to_owned())]);
}
