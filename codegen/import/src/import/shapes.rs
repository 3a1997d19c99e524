//! Classifies complex types by their shape: array, DataSet, XML or structure.

use super::element::{DIFFGRAM, Element, SOAP_ENCODING, SOAP12_ENCODING, XSD};
use super::schemas::Schemas;

use asmx_codegen::model::{Type, XmlKind};

pub(super) enum Shape<'a> {
    Xml(XmlKind),
    /// The wildcard that names the namespace of a DataSet, whose schema may be missing.
    TypedDataSet(Element<'a>),
    /// The declaration of the items: an element, or a choice.
    Array(Element<'a>),
    /// The restriction that declares an array in SOAP encoding.
    Encoded(Element<'a>),
    Structure,
}

/// The shape of a complex type. `name` is given if the type may be an array.
pub(super) fn of<'a>(schemas: &Schemas<'a>, element: Element<'a>, name: Option<&str>) -> Shape<'a> {
    let mut children = element.schema_children();
    let (Some(content), None) = (children.next(), children.next()) else {
        return Shape::Structure;
    };
    match content.local() {
        "complexContent" => match encoded(schemas, content) {
            Some(restriction) => Shape::Encoded(restriction),
            None => Shape::Structure,
        },
        "sequence" => sequence(schemas, element, content, name),
        "choice" => match name.filter(|_| is_array(element)) {
            Some(name) if is_array_name(name) && is_repeated(content) && has_elements_only(content) => {
                Shape::Array(content)
            }
            _ => Shape::Structure,
        },
        _ => Shape::Structure,
    }
}

fn sequence<'a>(schemas: &Schemas<'a>, element: Element<'a>, content: Element<'a>, name: Option<&str>) -> Shape<'a> {
    let mut particles = content.schema_children();
    let (first, second, third) = (particles.next(), particles.next(), particles.next());
    match (first, second, third) {
        (Some(any), None, None) if any.local() == "any" => {
            let is_nameless = element.word("name").is_none();
            if element.says("mixed") {
                return if is_nameless { Shape::Xml(XmlKind::Content) } else { Shape::Structure };
            }
            let is_data_set = any.word("namespace").is_some_and(|namespace| schemas.is_data_set(namespace));
            if is_data_set { Shape::TypedDataSet(any) } else { Shape::Structure }
        }
        (Some(one), Some(any), None) if any.local() == "any" => {
            let is_schema = one.local() == "element" && schemas.reference(one, "ref") == Some((XSD, "schema"));
            let is_schema_and_diffgram =
                one.local() == "any" && one.word("namespace") == Some(XSD) && any.word("namespace") == Some(DIFFGRAM);
            if is_schema {
                Shape::Xml(XmlKind::DataSet)
            } else if is_schema_and_diffgram {
                // .NET repeats the schema in a DataTable; Mono repeats both in a DataSet.
                Shape::Xml(if is_repeated(content) { XmlKind::DataSet } else { XmlKind::DataTable })
            } else {
                Shape::Structure
            }
        }
        (Some(item), None, None) if name.is_some_and(is_array_name) && is_array(element) && !is_repeated(content) => {
            match item.local() {
                "element" if is_repeated(item) => Shape::Array(item),
                "choice" if is_repeated(item) && has_elements_only(item) => Shape::Array(item),
                _ => Shape::Structure,
            }
        }
        _ => Shape::Structure,
    }
}

fn is_array_name(name: &str) -> bool {
    name.starts_with("ArrayOf")
}

fn is_array(element: Element<'_>) -> bool {
    !element.says("mixed") && !element.says("abstract")
}

fn is_repeated(particle: Element<'_>) -> bool {
    match particle.word("maxOccurs") {
        Some("unbounded") => true,
        Some(number) => number.parse::<u64>().is_ok_and(|number| number > 1),
        None => false,
    }
}

fn has_elements_only(choice: Element<'_>) -> bool {
    choice.schema_children().all(|child| child.local() == "element" && !is_repeated(child))
}

fn encoded<'a>(schemas: &Schemas<'a>, content: Element<'a>) -> Option<Element<'a>> {
    let restriction = content.first(XSD, "restriction")?;
    let (namespace, local) = schemas.reference(restriction, "base")?;
    (matches!(namespace, SOAP_ENCODING | SOAP12_ENCODING) && local == "Array").then_some(restriction)
}

pub(super) fn weight(kind: &Type) -> usize {
    match kind {
        Type::Array(array) => {
            let alternatives: usize = array.alternatives.iter().map(|member| weight(&member.kind)).sum();
            1 + weight(&array.item) + alternatives
        }
        Type::List(item) => 1 + weight(item),
        _ => 1,
    }
}

pub(super) fn levels(kind: &Type) -> usize {
    let Type::Array(array) = kind else { return 0 };
    let items = array.alternatives.iter().map(|member| &member.kind).chain([&array.item]);
    1 + items.map(levels).max().unwrap_or_default()
}
