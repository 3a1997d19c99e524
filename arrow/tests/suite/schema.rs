//! One schema for all tables of a stream.

use std::collections::HashMap;
use std::convert::Infallible;

use arrow_array::cast::AsArray as _;
use arrow_array::types::{Decimal128Type, TimestampMicrosecondType};
use arrow_array::{Array as _, RecordBatchReader as _};
use arrow_schema::{ArrowError, DataType, TimeUnit};
use asmx_arrow::{Batches, Converter, Error, Options, TimeZone, record_batch};
use asmx_dataset::DataSet;
use asmx_dataset::table::{Column, ColumnType, DateTimeMode, SchemaAttribute, Table};
use asmx_dataset::xsd::Zone;
use asmx_xml::{Document, ParseOptions};

fn prices(texts: &[&'static str]) -> Table {
    Table::new("T").column("Price", ColumnType::Decimal).with_rows(texts.iter().map(|text| [*text]))
}

#[test]
fn fields_carry_the_declaration_of_columns() {
    let mut column = Column::new("Name", ColumnType::Guid).required().caption("The name").default("x").read_only();
    column.facets = [("maxLength", "50"), ("enumeration", "a"), ("enumeration", "b")]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .to_vec();
    column.others.push(SchemaAttribute { namespace: None, name: "form".to_owned(), value: "unqualified".to_owned() });
    let number = Column::new("Number", ColumnType::Int).auto_increment(1, 1);
    let time = Column::new("Time", ColumnType::DateTime).date_time_mode(DateTimeMode::Utc);
    let schema = Converter::for_columns(&[column, number, time], Options::new()).fix().unwrap();
    let metadata = |field: usize| schema.field(field).metadata().clone();
    let expected = |pairs: &[(&str, &str)]| -> HashMap<String, String> {
        pairs.iter().map(|(key, value)| (format!("asmx:{key}"), (*value).to_owned())).collect()
    };
    let guid = "System.Guid, mscorlib, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089";
    assert_eq!(
        metadata(0),
        expected(&[
            ("type", "xs:string"),
            ("clrType", guid),
            ("caption", "The name"),
            ("default", "x"),
            ("readOnly", "true"),
            ("facet:maxLength", "50"),
            ("facet:enumeration", "a"),
            ("facet:enumeration:2", "b"),
        ])
    );
    assert_eq!(metadata(1), expected(&[("type", "xs:int"), ("autoIncrement", "true")]));
    assert_eq!(metadata(2), expected(&[("type", "xs:dateTime"), ("dateTimeMode", "Utc")]));
    let nullable: Vec<_> = schema.fields().iter().map(|field| field.is_nullable()).collect();
    assert_eq!(nullable, [false, true, true]);
}

#[test]
fn undeclared_columns_are_texts() {
    let mut text = String::from("<r xmlns='http://example.test/ws/'>");
    let rows = Table::new("T").with_column(Column::new("Id", ColumnType::Int).required()).row(["1"]).row(["2"]);
    DataSet::new("D").table(rows).write_content(&mut text);
    text.push_str("</r>");
    let text = text.replace("<Id>2</Id>", "<Id>2</Id><More>007</More>");
    let document = Document::parse(text, &ParseOptions::keeping_forbidden_references()).unwrap();
    let mut tables = DataSet::from_element(document.root()).unwrap().into_tables();
    let batch = record_batch(tables.remove(0)).unwrap();
    let field = batch.schema().field(1).clone();
    assert_eq!((field.name().as_str(), field.data_type(), field.is_nullable()), ("More", &DataType::Utf8, true));
    assert_eq!(field.metadata(), &HashMap::from([("asmx:declared".to_owned(), "false".to_owned())]));
    assert_eq!(batch.column(1).as_string::<i32>().iter().collect::<Vec<_>>(), [None, Some("007")]);
}

#[test]
fn open_details_of_columns_get_defaults() {
    let columns = [
        Column::new("Price", ColumnType::Decimal),
        Column::new("Sent", ColumnType::DateTime),
        Column::new("Local", ColumnType::DateTime).date_time_mode(DateTimeMode::Unspecified),
    ];
    let types = |options| -> Vec<_> {
        let schema = Converter::for_columns(&columns, options).fix().unwrap();
        schema.fields().iter().map(|field| field.data_type().clone()).collect()
    };
    let timestamp = |zone: Option<&str>| DataType::Timestamp(TimeUnit::Microsecond, zone.map(Into::into));
    let open = types(Options::new());
    assert_eq!(open, [DataType::Decimal128(38, 4), timestamp(Some("UTC")), timestamp(None)]);
    let set = types(Options::new().decimal_scale_of("Price", 2).time_zone(TimeZone::In(Zone::Offset(-300))));
    assert_eq!(set, [DataType::Decimal128(38, 2), timestamp(Some("-05:00")), timestamp(Some("-05:00"))]);
}

#[test]
fn later_tables_are_converted_to_the_first_schema() {
    let mut converter = Converter::new(Options::new());
    assert!(converter.schema().is_none());
    let first = converter.convert(prices(&["1.50", "2.25"])).unwrap();
    let second = converter.convert(prices(&["3", "4.5"])).unwrap();
    assert_eq!(first.schema(), second.schema());
    assert_eq!(converter.schema(), Some(&first.schema()));
    assert_eq!(second.column(0).as_primitive::<Decimal128Type>().values(), &[300, 450]);
    let error = converter.convert(prices(&["1", "1.125"])).unwrap_err();
    let expected = "table `T`, row 1, column `Price`: \"1.125\" cannot be kept exactly as Decimal128(38, 2)";
    assert_eq!(error.to_string(), expected);
    let third = converter.convert(prices(&["0.01"])).unwrap();
    assert_eq!(third.column(0).as_primitive::<Decimal128Type>().values(), &[1]);
}

#[test]
fn later_zones_are_shown_in_the_first_one() {
    let times = |text| Table::new("T").column("Sent", ColumnType::DateTime).row([text]);
    let mut converter = Converter::new(Options::new());
    let winter = converter.convert(times("2026-01-31T13:00:00+01:00")).unwrap();
    let summer = converter.convert(times("2026-07-31T14:00:00+02:00")).unwrap();
    assert_eq!(winter.schema(), summer.schema());
    let instant =
        |batch: &arrow_array::RecordBatch| batch.column(0).as_primitive::<TimestampMicrosecondType>().value(0);
    assert_eq!((instant(&winter), instant(&summer)), (1_769_860_800_000_000, 1_785_499_200_000_000));
    let error = converter.convert(times("2026-07-31T14:00:00")).unwrap_err();
    assert!(error.to_string().contains("has no time zone"), "{error}");
}

#[test]
fn a_table_with_an_error_does_not_fix_the_schema() {
    let mut converter = Converter::new(Options::new());
    converter.convert(prices(&["1.5", "x"])).unwrap_err();
    assert!(converter.schema().is_none());
    assert_eq!(converter.convert(prices(&["1.125"])).unwrap().column(0).data_type(), &DataType::Decimal128(38, 3));
}

#[test]
fn columns_are_found_by_name() {
    let mut converter = Converter::new(Options::new());
    let two = Table::new("T").column("A", ColumnType::Int).column("B", ColumnType::String).row(["1", "x"]);
    converter.convert(two).unwrap();
    let turned = Table::new("T").column("B", ColumnType::String).column("A", ColumnType::Int).row(["y", "2"]);
    let batch = converter.convert(turned).unwrap();
    assert_eq!(batch.column(0).as_primitive::<arrow_array::types::Int32Type>().values(), &[2]);
    assert_eq!(batch.column(1).as_string::<i32>().value(0), "y");
    let without = converter.convert(Table::new("T").column("A", ColumnType::Int).row(["3"])).unwrap();
    assert_eq!((without.column(1).null_count(), without.schema()), (1, batch.schema()));
    let more = || Table::new("T").column("A", ColumnType::Int).column("C", ColumnType::Int).row(["4", "5"]);
    let error = converter.convert(more()).unwrap_err();
    assert!(matches!(&error, Error::NewColumn { table, column } if table == "T" && column == "C"), "{error:?}");
    let other = Table::new("T").column("A", ColumnType::String).row(["4"]);
    let error = converter.convert(other).unwrap_err();
    assert_eq!(
        error.to_string(),
        "table `T`, column `A`: the values are of type `xs:string`, but the schema has Int32"
    );

    let columns = [Column::new("A", ColumnType::Int)];
    let mut converter = Converter::for_columns(&columns, Options::new().ignore_new_columns());
    let batch = converter.convert(more()).unwrap();
    assert_eq!((batch.num_columns(), batch.num_rows()), (1, 1));
    let mut converter = Converter::for_columns(&columns, Options::new());
    assert!(matches!(converter.convert(more()), Err(Error::NewColumn { .. })));
}

#[test]
fn a_missing_required_column_is_an_error() {
    let mut converter = Converter::for_columns(&[Column::new("A", ColumnType::Int).required()], Options::new());
    assert_eq!(converter.convert(Table::new("T")).unwrap().num_rows(), 0);
    let rows = Table::new("T").row(Vec::<&str>::new());
    assert!(matches!(converter.convert(rows), Err(Error::Missing { row: 0, .. })));
}

#[test]
fn options_and_columns_are_checked() {
    let convert = |options, table| Converter::new(options).convert(table).unwrap_err();
    assert!(matches!(convert(Options::new().text_column("Prize"), prices(&[])), Error::UnknownColumn { .. }));
    assert!(matches!(convert(Options::new().decimal_scale(39), prices(&[])), Error::Scale { scale: 39 }));
    let zone = TimeZone::In(Zone::Offset(i16::MIN));
    assert!(matches!(convert(Options::new().time_zone(zone), prices(&[])), Error::ZoneOffset { .. }));
    let twice = Table::new("T").column("A", ColumnType::Int).column("A", ColumnType::Int);
    assert!(matches!(convert(Options::new(), twice), Error::RepeatedColumn { .. }));
}

#[test]
fn batches_are_a_reader() {
    let tables = [prices(&["1.50"]), prices(&[]), prices(&["2.5", "3"])];
    let mut batches = Batches::new(tables.map(Ok::<_, Infallible>), Options::new()).unwrap();
    let schema = batches.schema();
    assert_eq!(schema.field(0).data_type(), &DataType::Decimal128(38, 2));
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
