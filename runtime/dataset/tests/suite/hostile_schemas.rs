//! Schemas that are made to take much time or memory end in an error.

use asmx_dataset::data_set::{DataSet, DataSetError};
use asmx_xml::{Document, ParseOptions};

/// Reads a data set with this content of its schema.
fn read(schema: &str) -> Result<DataSet, DataSetError> {
    let document = format!(
        "<r xmlns:xs='http://www.w3.org/2001/XMLSchema' xmlns:m='urn:schemas-microsoft-com:xml-msdata'>\
         <xs:schema>{schema}</xs:schema></r>"
    );
    DataSet::from_element(Document::parse(document, &ParseOptions::default()).unwrap().root())
}

fn numbered(count: usize, element: impl Fn(usize) -> String) -> String {
    (0..count).map(element).collect()
}

fn complex_type(attributes: &str, content: &str) -> String {
    format!("<xs:complexType{attributes}><xs:sequence>{content}</xs:sequence></xs:complexType>")
}

/// The element of a data set with these tables, and these constraints.
fn data_set(tables: &str, constraints: &str) -> String {
    format!("<xs:element name='D' m:IsDataSet='true'>{}{constraints}</xs:element>", complex_type("", tables))
}

fn table(name: &str, columns: &str) -> String {
    format!("<xs:element name='{name}'>{}</xs:element>", complex_type("", columns))
}

#[test]
fn hostile_schemas_end_in_an_error() {
    let circle = "<xs:simpleType name='a'><xs:restriction base='b'/></xs:simpleType><xs:simpleType name='b'><xs:restriction base='a'/></xs:simpleType>
        <xs:complexType name='t'><xs:sequence><xs:element name='u' type='t'/><xs:element name='v' type='a'/></xs:sequence></xs:complexType><xs:element name='D' type='t'/>";
    assert_eq!(read(circle).unwrap().tables().len(), 2);
    let deep = numbered(2000, |n| {
        complex_type(&format!(" name='t{n}'"), &format!("<xs:element name='e{n}' type='t{}'/>", n + 1))
    });
    let wide = numbered(2000, |n| format!("<xs:element name='e{n}' type='w'/>"));
    let columns = numbered(2000, |n| format!("<xs:element name='c{n}'/>"));
    for (schema, expected) in [
        (format!("<xs:element name='D' type='t0'/>{deep}"), DataSetError::TooDeep),
        (data_set(&wide, "") + &complex_type(" name='w'", &columns), DataSetError::TooManyColumns),
    ] {
        assert_eq!(read(&schema).unwrap_err(), expected);
    }
}

/// Few bytes could become any number of texts, because each table, column and relation has its own.
#[test]
fn definitions_that_are_used_again_and_again_are_bounded() {
    let enumeration = "<xs:enumeration value='a'/>".repeat(500);
    let simple_type = |name: &str| {
        format!("<xs:simpleType{name}><xs:restriction base='xs:string'>{enumeration}</xs:restriction></xs:simpleType>")
    };
    let of_type = |count| numbered(count, |n| format!("<xs:element name='c{n}' type='S'/>"));
    let long = "n".repeat(10_000);
    let keys = |count| {
        let fields = "<xs:field xpath='c'/>".repeat(500);
        let references =
            numbered(count, |n| format!("<xs:keyref name='r{n}' refer='k'><xs:selector xpath='.//T'/></xs:keyref>"));
        format!("<xs:unique name='k'><xs:selector xpath='.//T'/>{fields}</xs:unique>{references}")
    };
    let in_column = format!("<xs:element name='c'>{}</xs:element>", simple_type(""));
    let in_attribute = format!(
        "<xs:complexType name='S'><xs:simpleContent><xs:extension base='B'/></xs:simpleContent></xs:complexType>{}",
        simple_type(" name='B'")
    );
    let schemas = |count: usize| {
        [
            ("facets", data_set(&table("T", &of_type(count)), "") + &simple_type(" name='S'")),
            ("facets of a column of a type", data_set(&of_type(count), "") + &complex_type(" name='S'", &in_column)),
            ("facets of a text", data_set(&of_type(count), "") + &in_attribute),
            (
                "attributes",
                data_set(&table("T", &"<xs:element ref='e'/>".repeat(count)), "")
                    + &format!("<xs:element name='e' default='{long}'/>"),
            ),
            ("columns of keys", data_set(&table("T", "<xs:element name='c'/>"), &keys(count))),
            ("names", data_set(&table(&long, &numbered(count, |n| table(&format!("t{n}"), ""))), "")),
        ]
    };
    for (label, schema) in schemas(1000) {
        assert_eq!(read(&schema).unwrap_err(), DataSetError::TooManyRepeats, "{label}");
    }
    for (label, schema) in schemas(20) {
        assert!(read(&schema).is_ok(), "{label}");
    }
    let namespaces = |count| {
        let tables = numbered(count, |n| format!("<xs:element ref='n:t{n}'/>"));
        let declared = numbered(count, |n| table(&format!("t{n}"), ""));
        format!(
            "{}</xs:schema><xs:schema xmlns:n='{long}' targetNamespace='{long}'>{declared}",
            data_set(&tables, "").replace("<xs:element name='D'", &format!("<xs:element xmlns:n='{long}' name='D'"))
        )
    };
    assert_eq!(read(&namespaces(1000)).unwrap_err(), DataSetError::TooManyRepeats);
    assert_eq!(read(&namespaces(20)).unwrap().tables().len(), 20);
}
