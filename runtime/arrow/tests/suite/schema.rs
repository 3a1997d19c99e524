//! One schema for all tables with the same columns.

use std::collections::HashMap;
use std::convert::Infallible;

use arrow_array::cast::AsArray as _;
use arrow_array::types::{Decimal128Type, Int32Type};
use arrow_array::{Array as _, RecordBatchReader as _};
use arrow_schema::{ArrowError, DataType, SchemaRef, TimeUnit};
use asmx_arrow::{Batches, ColumnAs, Converter, Error, Note, Options, record_batch};
use asmx_dataset::DataSet;
use asmx_dataset::table::{Column, ColumnType, DateTimeMode, Table};
use asmx_xml::{Document, ParseOptions};
use proptest::prelude::*;

fn prices(texts: &[&'static str]) -> Table {
    Table::new("T").column("Price", ColumnType::Decimal).with_rows(texts.iter().map(|text| [*text]))
}

fn timestamp(zone: Option<&str>) -> DataType {
    DataType::Timestamp(TimeUnit::Microsecond, zone.map(Into::into))
}

/// Every type of a column, and the only type of Arrow that it has.
fn types() -> Vec<(&'static str, DataType)> {
    vec![
        ("xs:string", DataType::Utf8),
        ("xs:boolean", DataType::Boolean),
        ("xs:byte", DataType::Int8),
        ("xs:unsignedByte", DataType::Int16),
        ("xs:short", DataType::Int16),
        ("xs:unsignedShort", DataType::Int32),
        ("xs:int", DataType::Int32),
        ("xs:unsignedInt", DataType::Int64),
        ("xs:long", DataType::Int64),
        ("xs:unsignedLong", DataType::Decimal128(20, 0)),
        ("xs:integer", DataType::Utf8),
        ("xs:nonNegativeInteger", DataType::Utf8),
        ("xs:float", DataType::Float32),
        ("xs:double", DataType::Float64),
        ("xs:decimal", DataType::Decimal128(38, 9)),
        ("xs:dateTime", timestamp(None)),
        ("xs:date", DataType::Date32),
        ("xs:time", DataType::Utf8),
        ("xs:duration", DataType::Utf8),
        ("xs:anyURI", DataType::Utf8),
        ("xs:anyType", DataType::Utf8),
        ("xs:base64Binary", DataType::Binary),
        ("xs:hexBinary", DataType::Binary),
        ("guid", DataType::Utf8),
        ("char", DataType::Utf8),
        ("TimeSpan", DataType::Utf8),
        ("timeOnly", DataType::Utf8),
        ("dateOnly", DataType::Date32),
        ("dateTimeOffset", timestamp(Some("UTC"))),
        ("Enumeration", DataType::Utf8),
        ("", DataType::Utf8),
    ]
}

fn columns() -> Vec<Column> {
    types().iter().map(|(type_name, _)| Column::of_type(format!("C {type_name}"), *type_name)).collect()
}

fn schema(columns: &[Column], options: Options) -> SchemaRef {
    Converter::for_columns(columns, options).fix().unwrap()
}

fn data_types(schema: &SchemaRef) -> Vec<DataType> {
    schema.fields().iter().map(|field| field.data_type().clone()).collect()
}

#[test]
fn the_type_of_a_column_follows_from_its_xml_type() {
    let schema = schema(&columns(), Options::new());
    for ((type_name, expected), field) in types().iter().zip(schema.fields()) {
        assert_eq!((field.data_type(), field.is_nullable()), (expected, true), "{type_name}");
        assert_eq!(field.metadata(), &HashMap::from([("asmx:type".to_owned(), (*type_name).to_owned())]));
    }
}

#[test]
fn a_clr_type_or_a_mode_decides_where_the_xml_type_does_not() {
    let sql = |name: &str, type_name| {
        let mut column = Column::of_type(name, type_name);
        column.clr_type = Some(format!("System.Data.SqlTypes.{name}, System.Data, Version=4.0.0.0"));
        column
    };
    let mode = |mode: DateTimeMode| Column::new(mode.name(), ColumnType::DateTime).date_time_mode(mode);
    let table = Table::new("T")
        .with_column(sql("SqlByte", "xs:byte"))
        .with_column(sql("SqlBinary", "xs:hexBinary"))
        .with_column(mode(DateTimeMode::Utc))
        .with_column(mode(DateTimeMode::Local))
        .with_column(mode(DateTimeMode::Unspecified))
        .with_column(mode(DateTimeMode::UnspecifiedLocal));
    let time = "2026-01-31T12:00:00Z";
    let batch = record_batch(table.row(["255", "AAEC", time, time, time, time])).unwrap();
    let expected =
        [DataType::Int16, DataType::Binary, timestamp(Some("UTC")), timestamp(None), timestamp(None), timestamp(None)];
    assert_eq!(data_types(&batch.schema()), expected);
    assert_eq!(batch.column(0).as_primitive::<arrow_array::types::Int16Type>().values(), &[255]);
    assert_eq!(batch.column(1).as_binary::<i32>().value(0), &[0, 1, 2]);
}

/// Values of many nights: of every type, in every form, with nulls, or none at all.
fn night() -> impl Strategy<Value = Vec<Vec<Option<&'static str>>>> {
    let texts = |type_name: &str| -> &'static [&'static str] {
        match type_name {
            "xs:boolean" => &["true", "0"],
            "xs:date" | "dateOnly" => &["2026-01-31", "0001-01-01Z", "9999-12-31"],
            "xs:dateTime" => &["2026-01-31T12:00:00", "2026-01-31T12:00:00.1234567+02:00", "0001-01-01T00:00:00Z"],
            "dateTimeOffset" => &["2026-01-31T12:00:00.1234567+02:00", "0001-01-01T00:00:00Z"],
            "xs:decimal" => &["0", "12.6", "12.55", "0.000000001", "-99999999999999999999999999999"],
            "xs:base64Binary" => &["", "AAEC"],
            "xs:hexBinary" => &["", "00ff"],
            "xs:float" | "xs:double" => &["0.1", "INF", "NaN", "1E5"],
            _ => &["7", "007"],
        }
    };
    let row: Vec<_> =
        types().into_iter().map(|(type_name, _)| prop::option::of(prop::sample::select(texts(type_name)))).collect();
    prop::collection::vec(row, 0..5)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_night_has_one_schema(rows in night()) {
        let mut table = columns().into_iter().fold(Table::new("T"), Table::with_column);
        for row in rows {
            table.push(row);
        }
        let batch = record_batch(table).unwrap();
        prop_assert_eq!(batch.schema(), schema(&columns(), Options::new()));
    }
}

#[test]
fn what_a_response_adds_to_a_type_does_not_change_the_schema() {
    let own = Column::new("Price", ColumnType::Decimal);
    let mut other = own.clone().required().caption("The price").default("1").read_only();
    other.facets.push(("fractionDigits".to_owned(), "2".to_owned()));
    assert_eq!(schema(&[own], Options::new()), schema(&[other], Options::new()));
}

#[test]
fn options_choose_the_form_of_columns() {
    let columns = [
        Column::new("Price", ColumnType::Decimal),
        Column::new("Rate", ColumnType::Decimal),
        Column::new("Sent", ColumnType::DateTime),
        Column::new("Id", ColumnType::Int),
        Column::new("Name", ColumnType::String),
    ];
    let types = |options| data_types(&schema(&columns, options));
    let decimal = |scale| DataType::Decimal128(38, scale);
    let own = Options::new();
    let expected = |one, two, sent| vec![decimal(one), decimal(two), timestamp(sent), DataType::Int32, DataType::Utf8];
    assert_eq!(types(own.clone().column("Price", ColumnAs::Scale(2))), expected(2, 9, None));
    assert_eq!(types(own.clone().all_columns(ColumnAs::Scale(4))), expected(4, 4, None));
    // One column comes before all, the last choice before the others, a choice before the description.
    let [price, rate, others @ ..] = columns.clone();
    let declared = [price, rate].map(|mut column| {
        column.scale = Some(3);
        column
    });
    let declared: Vec<Column> = declared.into_iter().chain(others).collect();
    let types_of_declared = |options| data_types(&schema(&declared, options));
    assert_eq!(types_of_declared(own.clone()), expected(3, 3, None));
    assert_eq!(types_of_declared(own.clone().column("Price", ColumnAs::Scale(6))), expected(6, 3, None));
    assert_eq!(types_of_declared(own.clone().all_columns(ColumnAs::Scale(4))), expected(4, 4, None));
    let several = own.clone().all_columns(ColumnAs::Scale(4)).all_columns(ColumnAs::Utc);
    assert_eq!(types(several.clone()), expected(4, 4, Some("UTC")));
    let several = several.column("Price", ColumnAs::Scale(0)).column("Sent", ColumnAs::Wall);
    assert_eq!(types(several.clone()), expected(0, 4, None));
    let all_text = several.all_columns(ColumnAs::Text).column("Id", ColumnAs::Text);
    assert_eq!(types(all_text), [decimal(0), DataType::Utf8, timestamp(None), DataType::Utf8, DataType::Utf8]);
    // Texts may hold anything.
    let name = |form| types(Options::new().column("Name", form)).remove(4);
    let forms = [ColumnAs::Scale(2), ColumnAs::Wall, ColumnAs::Utc].map(name);
    assert_eq!(forms, [decimal(2), timestamp(None), timestamp(Some("UTC"))]);
    for (column, form) in [("Id", ColumnAs::Scale(0)), ("Price", ColumnAs::Utc), ("Sent", ColumnAs::Scale(3))] {
        let error = Converter::for_columns(&columns, Options::new().column(column, form)).fix().unwrap_err();
        assert!(matches!(&error, Error::Choice { form: found, .. } if *found == form), "{error}");
    }
    let others = Options::new().column("Other", ColumnAs::Text).column("Price", ColumnAs::Scale(1));
    assert!(matches!(Converter::for_columns(&columns, others.clone()).fix(), Err(Error::UnknownColumn { .. })));
    assert_eq!(types(others.only_for(&columns)), expected(1, 9, None));
}

#[test]
fn forms_are_read_as_they_are_written() {
    for form in [ColumnAs::Text, ColumnAs::Wall, ColumnAs::Utc, ColumnAs::Scale(0), ColumnAs::Scale(38)] {
        assert_eq!(form.to_string().parse(), Ok(form));
    }
    for text in ["", "39", "-1", "2.5", "Text", "UTC", "256"] {
        text.parse::<ColumnAs>().unwrap_err();
    }
}

#[test]
fn columns_that_no_schema_declares_are_left_out_loudly() {
    let mut text = String::from("<r xmlns='http://example.test/ws/'>");
    let rows = Table::new("T").with_column(Column::new("Id", ColumnType::Int).required()).row(["1"]).row(["2"]);
    DataSet::new("D").table(rows).write_content(&mut text);
    text.push_str("</r>");
    let text = text.replace("<Id>2</Id>", "<Id>2</Id><More>007</More>");
    let document = Document::parse(text, &ParseOptions::keeping_forbidden_references()).unwrap();
    let table = DataSet::from_element(document.root()).unwrap().into_tables().remove(0);
    let error = record_batch(table.clone()).unwrap_err();
    assert_eq!(error.to_string(), "table `T` has a column `More`, which no schema declares");
    let mut converter = Converter::new(Options::new().ignore_undeclared());
    let batch = converter.convert(table).unwrap();
    assert_eq!((batch.num_columns(), batch.column(0).as_primitive::<Int32Type>().values().to_vec()), (1, vec![1, 2]));
    assert_eq!(converter.notes(), [Note::ColumnLeftOut { column: "More".to_owned() }]);
}

#[test]
fn a_table_without_a_schema_has_columns_of_texts() {
    let text = "<r><x:diffgram xmlns:x='urn:schemas-microsoft-com:xml-diffgram-v1'><D>\
                <T x:id='T1'><A>007</A></T></D></x:diffgram></r>";
    let document = Document::parse(text.to_owned(), &ParseOptions::keeping_forbidden_references()).unwrap();
    let table = DataSet::from_element(document.root()).unwrap().into_tables().remove(0);
    let batch = record_batch(table).unwrap();
    assert_eq!(batch.column(0).as_string::<i32>().value(0), "007");
    assert!(batch.schema().field(0).metadata().is_empty());
}

#[test]
fn later_tables_are_converted_to_the_first_schema() {
    let mut converter = Converter::new(Options::new().column("Price", ColumnAs::Scale(2)));
    assert!(converter.schema().is_none());
    let first = converter.convert(prices(&["1.50", "2.25"])).unwrap();
    let second = converter.convert(prices(&["3", "4.5"])).unwrap();
    assert_eq!(first.schema(), second.schema());
    assert_eq!(converter.schema(), Some(&first.schema()));
    assert_eq!(second.column(0).as_primitive::<Decimal128Type>().values(), &[300, 450]);
    let error = converter.convert(prices(&["1", "1.125"])).unwrap_err();
    let expected = "table `T`, row 2, column `Price`: \"1.125\" has more digits than Decimal128(38, 2) holds";
    assert_eq!(error.to_string(), expected);
    let third = converter.convert(prices(&["0.01"])).unwrap();
    assert_eq!(third.column(0).as_primitive::<Decimal128Type>().values(), &[1]);
}

#[test]
fn a_column_of_another_type_is_read_by_its_texts() {
    let columns = [Column::new("Id", ColumnType::Int), Column::new("Note", ColumnType::String)];
    let mut converter = Converter::for_columns(&columns, Options::new());
    let table =
        |id| Table::new("T").column("Id", ColumnType::String).column("Note", ColumnType::Double).row([id, "1E5"]);
    let batch = converter.convert(table("007")).unwrap();
    assert_eq!(batch.column(0).as_primitive::<Int32Type>().values(), &[7]);
    assert_eq!(batch.column(1).as_string::<i32>().value(0), "1E5");
    let error = converter.convert(table("many")).unwrap_err();
    assert_eq!(error.to_string(), "table `T`, row 1, column `Id`: \"many\" is not a value of type Int32");
}

#[test]
fn columns_are_found_by_name() {
    let mut converter = Converter::new(Options::new());
    let two = Table::new("T").column("A", ColumnType::Int).column("B", ColumnType::String).row(["1", "x"]);
    converter.convert(two).unwrap();
    let turned = Table::new("T").column("B", ColumnType::String).column("A", ColumnType::Int).row(["y", "2"]);
    let batch = converter.convert(turned).unwrap();
    assert_eq!(batch.column(0).as_primitive::<Int32Type>().values(), &[2]);
    assert_eq!(batch.column(1).as_string::<i32>().value(0), "y");
    let without = converter.convert(Table::new("T").column("A", ColumnType::Int).row(["3"])).unwrap();
    assert_eq!((without.column(1).null_count(), without.schema()), (1, batch.schema()));
    let more = || Table::new("T").column("A", ColumnType::Int).column("C", ColumnType::Int).row(["4", "5"]);
    let error = converter.convert(more()).unwrap_err();
    assert!(matches!(&error, Error::UndeclaredColumn { table, column } if table == "T" && column == "C"), "{error:?}");

    let columns = [Column::new("A", ColumnType::Int)];
    let mut converter = Converter::for_columns(&columns, Options::new().ignore_undeclared());
    let batch = converter.convert(more()).unwrap();
    assert_eq!((batch.num_columns(), batch.num_rows()), (1, 1));
    assert_eq!(converter.notes(), [Note::ColumnLeftOut { column: "C".to_owned() }]);
    let mut converter = Converter::for_columns(&columns, Options::new());
    assert!(matches!(converter.convert(more()), Err(Error::UndeclaredColumn { .. })));
}

#[test]
fn options_and_columns_are_checked() {
    let convert = |options, table| Converter::new(options).convert(table).unwrap_err();
    let prize = Options::new().column("Prize", ColumnAs::Text);
    assert!(matches!(convert(prize, prices(&[])), Error::UnknownColumn { .. }));
    let options = Options::new().all_columns(ColumnAs::Scale(39));
    assert!(matches!(convert(options, prices(&[])), Error::Scale { scale: 39 }));
    let mut column = Column::new("Price", ColumnType::Decimal);
    column.scale = Some(39);
    assert!(matches!(convert(Options::new(), Table::new("T").with_column(column)), Error::Scale { scale: 39 }));
    let twice = Table::new("T").column("A", ColumnType::Int).column("A", ColumnType::Int);
    assert!(matches!(convert(Options::new(), twice), Error::RepeatedColumn { .. }));
}

#[test]
fn batches_are_a_reader() {
    let tables = [prices(&["1.50"]), prices(&[]), prices(&["2.5", "3"])];
    let mut batches = Batches::new(tables.map(Ok::<_, Infallible>), Options::new()).unwrap();
    let schema = batches.schema();
    assert_eq!(schema.field(0).data_type(), &DataType::Decimal128(38, 9));
    let rows: Vec<_> = batches.by_ref().map(|batch| batch.unwrap().num_rows()).collect();
    assert_eq!(rows, [1, 0, 2]);
    assert!(batches.next().is_none());
}

#[test]
fn batches_end_with_the_first_error() {
    let tables = || [Ok(prices(&["1.5"])), Err("the connection was closed"), Ok(prices(&["2.5"]))];
    let mut batches = Batches::new(tables(), Options::new()).unwrap();
    assert_eq!(batches.next().unwrap().unwrap().num_rows(), 1);
    let error = batches.next().unwrap().unwrap_err();
    assert!(matches!(&error, ArrowError::ExternalError(_)), "{error:?}");
    assert_eq!(Error::from(error).to_string(), "the connection was closed");
    assert!(batches.next().is_none());
    assert!(matches!(Batches::new(tables().into_iter().skip(1), Options::new()), Err(Error::Tables(_))));
    let nothing = std::iter::empty::<Result<Table, Infallible>>();
    assert!(matches!(Batches::new(nothing.clone(), Options::new()), Err(Error::NoTables)));
    let converter = Converter::for_columns(prices(&[]).columns(), Options::new());
    let mut batches = Batches::with_converter(nothing, converter).unwrap();
    assert!((batches.schema().fields().len(), batches.next().is_none()) == (1, true));
}
