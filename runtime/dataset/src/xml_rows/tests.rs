use super::XmlRowsError;
use crate::XmlDocument;
use crate::table::{Cell, Column, ColumnType, Mapping, Table};

fn document(text: &str) -> XmlDocument {
    XmlDocument::parse(text).unwrap()
}

fn table(text: &str) -> Table {
    document(text).table().unwrap()
}

fn names(table: &Table) -> Vec<&str> {
    table.columns().iter().map(|column| column.name.as_str()).collect()
}

/// The cells of a row: null, or a letter for its kind and the text.
fn row(table: &Table, index: usize) -> Vec<String> {
    let row = table.row_at(index).unwrap();
    let text = |cell: &Cell<'_>| match cell {
        Cell::DbNull => "null".to_owned(),
        Cell::Text(text) => format!("t {text}"),
        Cell::Xml(text) => format!("x {text}"),
        Cell::Typed { text, namespace, type_name } => format!("{{{namespace}}}{type_name} {text}"),
    };
    row.cells().map(|(_, cell)| text(&cell)).collect()
}

#[test]
fn children_and_attributes_of_rows_are_columns() {
    let table = table(
        "<Opens xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'>\n <!-- c --><Open ID='1'>\n<EmailAddress>a&amp;b</EmailAddress>\
         <First_x0020_Name><![CDATA[<Ann>]]></First_x0020_Name></Open>\
         <Open><Note/><EmailAddress xsi:nil='true'/></Open><?p d?></Opens>",
    );
    assert_eq!(table.name(), "Open");
    assert_eq!(names(&table), ["ID", "EmailAddress", "First Name", "Note"]);
    assert_eq!(table.columns()[0].mapping, Mapping::Attribute);
    assert_eq!(row(&table, 0), ["t 1", "t a&b", "t <Ann>", "null"]);
    assert_eq!(row(&table, 1), ["null", "null", "null", "t "]);
    assert_eq!(table.row_count(), 2);
}

#[test]
fn nested_and_repeated_cells_are_kept_as_xml() {
    let table = table(
        "<r xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xmlns:s='http://www.w3.org/2001/XMLSchema'><row>\
         <a><b>1</b> 2</a><c unit='kg'>5</c><p>1</p><q>x</q><p>2</p><n xsi:type='s:int'>7</n></row><row>mixed <q>y</q></row></r>",
    );
    assert_eq!(names(&table), ["a", "c", "p", "q", "n", "row_Text"]);
    let typed = "{http://www.w3.org/2001/XMLSchema}int 7";
    let expected = ["x <b>1</b> 2", "x <c unit='kg'>5</c>", "x <p>1</p><p>2</p>", "t x", typed, "null"];
    assert_eq!(row(&table, 0), expected);
    assert_eq!(row(&table, 1), ["null", "null", "null", "t y", "null", "x mixed <q>y</q>"]);
}

#[test]
fn equal_names_become_different_columns() {
    let table =
        table("<r xmlns='urn:r' xmlns:x='urn:x'><row a='1' x:a='2'><a>3</a><x:a>4</x:a><x:b>5</x:b><b>6</b></row></r>");
    assert_eq!(names(&table), ["a", "@a", "a_2", "{urn:x}a", "b", "b_2"]);
    assert_eq!(row(&table, 0), ["t 1", "t 2", "t 3", "t 4", "t 5", "t 6"]);
    assert_eq!(table.columns()[4].namespace.as_deref(), Some("urn:x"));
}

#[test]
fn rows_of_text_have_one_column() {
    let table = table("<Groups><Group>first</Group><Group/><Group><![CDATA[ ]]></Group></Groups>");
    assert_eq!(names(&table), ["Group_Text"]);
    assert_eq!([0, 1, 2].map(|index| row(&table, index)), [["t first"], ["null"], ["t  "]]);
}

#[test]
fn declared_columns_have_types_and_come_first() {
    let columns = [Column::new("Hits", ColumnType::Int), Column::new("Gone", ColumnType::String)];
    let table = document("<r><o><E>a</E><Hits>3</Hits></o></r>").table_with(columns).unwrap();
    assert_eq!(names(&table), ["Hits", "Gone", "E"]);
    assert_eq!(table.row_at(0).unwrap().get::<i32>("Hits").unwrap(), Some(3));
    assert_eq!(row(&table, 0), ["t 3", "null", "t a"]);
}

#[test]
fn other_shapes_are_refused() {
    let refused = |text: &str| document(text).table().unwrap_err();
    assert_eq!(refused("<r>text</r>"), XmlRowsError::Text { row: 0 });
    assert_eq!(refused("<r><a/> b <a/></r>"), XmlRowsError::Text { row: 1 });
    let several = refused("<r xmlns='urn:r'><a/><b xmlns=''/></r>");
    assert_eq!(several, XmlRowsError::SeveralNames { first: "{urn:r}a".into(), other: "b".into() });
    assert!(several.to_string().contains("table_of"));
    let several = document("<r><a><x>1</x></a><b><x>2</x></b><a><x>3</x></a></r>");
    let table = several.table_of("a").unwrap();
    assert_eq!((table.name(), table.row_count(), row(&table, 1)), ("a", 2, vec!["t 3".to_owned()]));
    assert_eq!(several.table_of("c").unwrap().row_count(), 0);
}

#[test]
fn a_document_without_rows_is_an_empty_table() {
    let empty = table("<Opens> </Opens>");
    assert_eq!((empty.name(), empty.row_count(), empty.columns().len()), ("Opens", 0, 0));
    assert_eq!(XmlDocument::null().table().unwrap().row_count(), 0);
}
