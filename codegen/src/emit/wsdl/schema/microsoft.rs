//! Schemas that Microsoft's stacks add to those of the messages: built-in types of ASMX, and typed DataSets of ADO.NET.

use crate::emit::text;
use crate::emit::wsdl::element::{Node, encode};
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

pub(super) fn data_set() -> Node {
    let sequence = Node::schema("sequence").child(Node::schema("element").with("ref", "s:schema"));
    Node::schema("complexType").child(sequence.child(Node::schema("any")))
}

pub(super) fn typed_data_set(namespace: &str) -> Node {
    let any = Node::schema("any").with("namespace", namespace);
    Node::schema("complexType").child(Node::schema("sequence").child(any))
}

pub(super) fn data_table() -> Node {
    let any = |minimum: &str, maximum: &str, namespace: &str| {
        let any = Node::schema("any").with("minOccurs", minimum).with("maxOccurs", maximum);
        any.with("namespace", namespace).with("processContents", "lax")
    };
    let sequence = Node::schema("sequence").child(any("0", "unbounded", XML_SCHEMA)).child(any("1", "1", DIFFGRAM));
    Node::schema("complexType").child(sequence)
}

pub(super) fn xml_document() -> Node {
    let sequence = Node::schema("sequence").child(Node::schema("any"));
    Node::schema("complexType").with("mixed", "true").child(sequence)
}

/// A scalar that .NET derives from one of XML Schema.
pub(super) fn restriction(scalar: Scalar) -> Node {
    let restriction = Node::schema("restriction").with("base", format!("s:{}", scalar.base().name()));
    Node::schema("simpleType").with("name", scalar.name()).child(restriction)
}

/// The schema of `guid` and `char`, which have a namespace of their own. Other types of that namespace stand there if they are used.
pub(super) fn microsoft_types() -> Node {
    let pattern = "[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}";
    let guid =
        Node::schema("restriction").with("base", "s:string").child(Node::schema("pattern").with("value", pattern));
    let character = Node::schema("restriction").with("base", "s:unsignedShort");
    Node::schema("schema")
        .with("elementFormDefault", "qualified")
        .with("targetNamespace", MICROSOFT_TYPES)
        .child(Node::schema("simpleType").with("name", "guid").child(guid))
        .child(Node::schema("simpleType").with("name", "char").child(character))
}

/// The schema of a DataSet, as ADO.NET writes it.
pub(super) fn data_set_schema(named: &NamedType, data_set: &DataSetType, namespace: &str) -> Node {
    let tables = data_set.tables.iter().map(table);
    let choice = Node::schema("choice").with("minOccurs", "0").with("maxOccurs", "unbounded").children(tables);
    let name = encode(&named.name);
    let element = Node::schema("element")
        .with("name", &name)
        .with("msdata:IsDataSet", "true")
        .child(Node::schema("complexType").child(choice))
        .annotated(&text::plain(&named.doc));
    Node::schema("schema")
        .with("id", name)
        .with("targetNamespace", namespace)
        .with("attributeFormDefault", "qualified")
        .with("elementFormDefault", "qualified")
        .child(element)
}

fn table(table: &DataSetTable) -> Node {
    let columns = &table.table.columns;
    let places = columns.iter().enumerate();
    let of = |wanted: fn(Mapping) -> bool| places.clone().filter(move |(_, column)| wanted(column.mapping));
    let is_element = |mapping: Mapping| mapping == Mapping::Element;
    let is_attribute = |mapping: Mapping| matches!(mapping, Mapping::Attribute | Mapping::Hidden);
    // Elements precede attributes. The position of a column is stated if that is not its order.
    let in_order = of(|mapping| mapping == Mapping::SimpleContent).chain(of(is_element)).chain(of(is_attribute));
    let is_in_order = in_order.map(|(place, _)| place).is_sorted();
    let ordinal = |place: usize| (!is_in_order).then(|| place.to_string());
    let node = |(place, column): (usize, &Column)| self::column(column).with_some("msdata:Ordinal", ordinal(place));
    let attributes: Vec<Node> = of(is_attribute).map(node).collect();
    let definition = Node::schema("complexType");
    let text = of(|mapping| mapping == Mapping::SimpleContent).next();
    let definition = if let Some((place, column)) = text {
        let extension = Node::schema("extension").with("base", type_name(column.kind)).children(attributes);
        let content = Node::schema("simpleContent")
            .with("msdata:ColumnName", &column.name)
            .with_some("msdata:AllowDBNull", column.required.then_some("false"))
            .with_some("msdata:Ordinal", ordinal(place));
        definition.child(content.child(extension).annotated(&text::plain(&column.doc)))
    } else {
        let elements: Vec<Node> = of(is_element).map(node).collect();
        let sequence = (!elements.is_empty()).then(|| Node::schema("sequence").children(elements));
        definition.children(sequence).children(attributes)
    };
    Node::schema("element").with("name", encode(table.name())).child(definition).annotated(&text::plain(&table.doc))
}

/// A column whose values are elements or attributes.
fn column(column: &Column) -> Node {
    let node = match column.mapping {
        Mapping::Element | Mapping::SimpleContent => {
            Node::schema("element").with_some("minOccurs", (!column.required).then_some("0"))
        }
        Mapping::Attribute => Node::schema("attribute").with_some("use", column.required.then_some("required")),
        Mapping::Hidden => Node::schema("attribute")
            .with("use", "prohibited")
            .with_some("msdata:AllowDBNull", column.required.then_some("false")),
    };
    let node = node.with("name", encode(&column.name)).with("type", type_name(column.kind));
    let node = node.with_some("msdata:DataType", (column.kind == Scalar::Guid).then_some(GUID));
    node.annotated(&text::plain(&column.doc))
}

/// The XML Schema type of a column. XML Schema has no `guid` and no `char`.
fn type_name(kind: Scalar) -> String {
    match kind {
        Scalar::Guid => "s:string".to_owned(),
        kind => format!("s:{}", kind.name()),
    }
}
