//! Schemas that Microsoft's stacks add to those of the messages: built-in types of ASMX, and typed DataSets of ADO.NET.

use crate::elements::{Build as _, Element};
use crate::emit::text;
use crate::emit::wsdl::element::{encode, xsd};
use crate::model::{Column, DataSetTable, DataSetType, Mapping, NamedType, Scalar};

/// The namespace of the types that .NET names itself.
pub(in crate::emit::wsdl) const MICROSOFT_TYPES: &str = "http://microsoft.com/wsdl/types/";

/// The namespace of ADO.NET's attributes for tables and columns.
pub(in crate::emit::wsdl) const MSDATA: &str = "urn:schemas-microsoft-com:xml-msdata";

const GUID: &str = "System.Guid, mscorlib, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089";

pub(super) const XML_SCHEMA: &str = "http://www.w3.org/2001/XMLSchema";
/// The namespace of `xml:lang`. Readers know its schema, and its prefix needs no declaration.
pub(super) const XML: &str = "http://www.w3.org/XML/1998/namespace";
const DIFFGRAM: &str = "urn:schemas-microsoft-com:xml-diffgram-v1";

pub(super) fn data_set() -> Element {
    let sequence = xsd("sequence").child(xsd("element").with("ref", "s:schema"));
    xsd("complexType").child(sequence.child(xsd("any")))
}

pub(super) fn typed_data_set(namespace: &str) -> Element {
    let any = xsd("any").with("namespace", namespace);
    xsd("complexType").child(xsd("sequence").child(any))
}

pub(super) fn data_table() -> Element {
    let any = |minimum: &str, maximum: &str, namespace: &str| {
        let any = xsd("any").with("minOccurs", minimum).with("maxOccurs", maximum);
        any.with("namespace", namespace).with("processContents", "lax")
    };
    let sequence = xsd("sequence").child(any("0", "unbounded", XML_SCHEMA)).child(any("1", "1", DIFFGRAM));
    xsd("complexType").child(sequence)
}

pub(super) fn xml_document() -> Element {
    let sequence = xsd("sequence").child(xsd("any"));
    xsd("complexType").with("mixed", "true").child(sequence)
}

/// A scalar that .NET derives from one of XML Schema.
pub(super) fn restriction(scalar: Scalar) -> Element {
    let restriction = xsd("restriction").with("base", format!("s:{}", scalar.base().name()));
    xsd("simpleType").with("name", scalar.name()).child(restriction)
}

/// The schema of `guid` and `char`, which have a namespace of their own. Other types of that namespace stand there if they are used.
pub(super) fn microsoft_types() -> Element {
    let pattern = "[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}";
    let guid = xsd("restriction").with("base", "s:string").child(xsd("pattern").with("value", pattern));
    let character = xsd("restriction").with("base", "s:unsignedShort");
    xsd("schema")
        .with("elementFormDefault", "qualified")
        .with("targetNamespace", MICROSOFT_TYPES)
        .child(xsd("simpleType").with("name", "guid").child(guid))
        .child(xsd("simpleType").with("name", "char").child(character))
}

/// The schema of a DataSet, as ADO.NET writes it.
pub(super) fn data_set_schema(named: &NamedType, data_set: &DataSetType, namespace: &str) -> Element {
    let tables = data_set.tables.iter().map(table);
    let choice = xsd("choice").with("minOccurs", "0").with("maxOccurs", "unbounded").children(tables);
    let name = encode(&named.name);
    let element = xsd("element")
        .with("name", &name)
        .with("msdata:IsDataSet", "true")
        .child(xsd("complexType").child(choice))
        .annotated(&text::plain_text(&named.doc));
    xsd("schema")
        .with("id", name)
        .with("targetNamespace", namespace)
        .with("attributeFormDefault", "qualified")
        .with("elementFormDefault", "qualified")
        .child(element)
}

fn table(table: &DataSetTable) -> Element {
    let columns = &table.table.columns;
    let numbered = columns.iter().enumerate();
    let of = |wanted: fn(Mapping) -> bool| numbered.clone().filter(move |(_, column)| wanted(column.mapping));
    let is_element = |mapping: Mapping| mapping == Mapping::Element;
    let is_attribute = |mapping: Mapping| matches!(mapping, Mapping::Attribute | Mapping::Hidden);
    // Elements precede attributes. The index of a column is stated if that is not its order.
    let in_order = of(|mapping| mapping == Mapping::SimpleContent).chain(of(is_element)).chain(of(is_attribute));
    let is_in_order = in_order.map(|(index, _)| index).is_sorted();
    let ordinal = |index: usize| (!is_in_order).then(|| index.to_string());
    let node = |(index, column): (usize, &Column)| self::column(column).with_some("msdata:Ordinal", ordinal(index));
    let attributes: Vec<Element> = of(is_attribute).map(node).collect();
    let definition = xsd("complexType");
    let text = of(|mapping| mapping == Mapping::SimpleContent).next();
    let definition = if let Some((index, column)) = text {
        let extension = xsd("extension").with("base", type_name(column.kind)).children(attributes);
        let content = xsd("simpleContent")
            .with("msdata:ColumnName", &column.name)
            .with_some("msdata:AllowDBNull", column.required.then_some("false"))
            .with_some("msdata:Ordinal", ordinal(index));
        definition.child(content.child(extension).annotated(&text::plain_text(&column.doc)))
    } else {
        let elements: Vec<Element> = of(is_element).map(node).collect();
        let sequence = (!elements.is_empty()).then(|| xsd("sequence").children(elements));
        definition.children(sequence).children(attributes)
    };
    xsd("element").with("name", encode(table.name())).child(definition).annotated(&text::plain_text(&table.doc))
}

/// A column whose values are elements or attributes.
fn column(column: &Column) -> Element {
    let node = match column.mapping {
        Mapping::Element | Mapping::SimpleContent => {
            xsd("element").with_some("minOccurs", (!column.required).then_some("0"))
        }
        Mapping::Attribute => xsd("attribute").with_some("use", column.required.then_some("required")),
        Mapping::Hidden => xsd("attribute")
            .with("use", "prohibited")
            .with_some("msdata:AllowDBNull", column.required.then_some("false")),
    };
    let node = node.with("name", encode(&column.name)).with("type", type_name(column.kind));
    let node = node.with_some("msdata:DataType", (column.kind == Scalar::Guid).then_some(GUID));
    node.annotated(&text::plain_text(&column.doc))
}

/// The XML Schema type of a column. XML Schema has no `guid` and no `char`.
fn type_name(kind: Scalar) -> String {
    match kind {
        Scalar::Guid => "s:string".to_owned(),
        kind => format!("s:{}", kind.name()),
    }
}
