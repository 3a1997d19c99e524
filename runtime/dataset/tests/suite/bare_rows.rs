//! Rows that come without a diffgram.

use asmx_dataset::data_set::{DataSet, DataSetError};
use asmx_dataset::table::{RowState, Table};
use asmx_xml::{Document, ParseOptions};

const SCHEMA: &str = "<xs:schema id='NewDataSet' xmlns:xs='http://www.w3.org/2001/XMLSchema' \
    xmlns:msdata='urn:schemas-microsoft-com:xml-msdata'><xs:element name='NewDataSet' msdata:IsDataSet='true'><xs:complexType>\
    <xs:choice><xs:element name='Table'><xs:complexType><xs:sequence><xs:element name='Id' type='xs:int' minOccurs='0'/>\
    <xs:element name='Name' type='xs:string' minOccurs='0'/></xs:sequence></xs:complexType></xs:element>\
    <xs:element name='Other'><xs:complexType><xs:simpleContent><xs:extension base='xs:string'/></xs:simpleContent></xs:complexType>\
    </xs:element></xs:choice></xs:complexType></xs:element></xs:schema>";

fn read(content: &str) -> Result<DataSet, DataSetError> {
    let text = format!("<Result>{content}</Result>");
    let document = Document::parse(text, &ParseOptions::keeping_forbidden_references()).unwrap();
    DataSet::from_element(document.root())
}

fn rows(table: &Table) -> Vec<Vec<Option<String>>> {
    let cells = |row: asmx_dataset::Row<'_>| row.cells().map(|(_, cell)| cell.text().map(str::to_owned)).collect();
    table.iter().map(cells).collect()
}

const TWO: &str = "<Table><Id>1</Id><Name>a</Name></Table> <Table><Id>2</Id></Table>";

fn two() -> Vec<Vec<Option<String>>> {
    vec![vec![Some("1".to_owned()), Some("a".to_owned())], vec![Some("2".to_owned()), None]]
}

#[test]
fn rows_without_a_schema_are_texts() {
    for content in [format!("<NewDataSet>{TWO}</NewDataSet>"), format!("\n{TWO}\n"), format!("<Any>{TWO}</Any>")] {
        let data_set = read(&content).unwrap();
        let table = data_set.only_table().unwrap();
        assert_eq!((table.name(), rows(table)), ("Table", two()), "{content}");
        assert!(table.columns().iter().all(|column| !column.is_declared()));
        assert!(table.iter().all(|row| row.state() == RowState::Unchanged));
    }
    let one = read("<Table><Id>1</Id><Name>a</Name></Table>").unwrap();
    assert_eq!(rows(one.only_table().unwrap()), two()[..1]);
    let attributes = read("<R><Row Id='1' Name='a'/><Row Id='2'/></R>").unwrap();
    assert_eq!(rows(attributes.only_table().unwrap()), two());
    let lone = read("<Row Id='1' Name='a'/>").unwrap();
    assert_eq!(rows(lone.only_table().unwrap()), two()[..1]);
}

#[test]
fn rows_with_a_schema_have_its_types() {
    for content in [format!("{SCHEMA}<NewDataSet>{TWO}</NewDataSet>"), format!("{SCHEMA}{TWO}")] {
        let data_set = read(&content).unwrap();
        let table = data_set.table_named("Table").unwrap();
        assert_eq!(rows(table), two(), "{content}");
        assert_eq!(table.columns()[0].type_name(), "xs:int");
        assert_eq!(data_set.tables().len(), 2);
    }
    let texts = read(&format!("{SCHEMA}<NewDataSet><Other>of its own</Other></NewDataSet>")).unwrap();
    assert_eq!(rows(texts.table_named("Other").unwrap()), [[Some("of its own".to_owned())]]);
    let empty = read(&format!("{SCHEMA}<NewDataSet/>")).unwrap();
    assert!(empty.tables().iter().all(|table| table.row_count() == 0));
}

#[test]
fn content_that_is_not_rows_is_refused() {
    for content in [
        "text",
        "<NewDataSet>text</NewDataSet>",
        "<A><B>text</B></A>x",
        "<A><Row><B/></Row>x</A>",
        "<A><Row><B/></Row><![CDATA[x]]></A>",
        "<Row><B c='1'>x</B></Row>",
        "<A><Row><B>1</B><B>2</B></Row></A>",
    ] {
        let error = read(content).unwrap_err();
        assert!(matches!(&error, DataSetError::NoRows { .. }), "{content}: {error}");
    }
    assert_eq!(read("").unwrap().tables().len(), 0);
}
