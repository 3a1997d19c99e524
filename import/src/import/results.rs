//! Results: a kind of result where a spec has one for it, a message with outputs where not.

use asmx_codegen::model::{
    ArrayType, Member, NamedType, Namespace, Place, Presence, ResultKind, ResultShape, Scalar, Type, XmlKind, kinds,
};

use super::operations::Parts;

/// The result of an operation, and the parts that it states where it is more than a value of its type.
pub(super) fn result(types: &[NamedType], name: &str, parts: &Parts) -> (ResultShape, Vec<Member>) {
    let kind = match parts.outputs.as_slice() {
        [] => Some(ResultKind::None),
        [output] if is_plain_element(output) => kind(types, output),
        _ => None,
    };
    let shape = |kind, element, doc| ResultShape { kind, element, doc, table: None };
    match (kind, parts.outputs.first()) {
        (Some(kind), Some(output)) => {
            let element = (output.name != format!("{name}Result")).then(|| output.name.clone());
            (shape(kind, element, output.doc.clone()), Vec::new())
        }
        (Some(kind), None) => (shape(kind, None, Vec::new()), Vec::new()),
        (None, _) => (shape(ResultKind::Message, None, Vec::new()), parts.outputs.clone()),
    }
}

/// The kind of a result that is there as results of its type usually are.
fn kind(types: &[NamedType], output: &Member) -> Option<ResultKind> {
    let is_value = output.kind.kind(kinds(types)).is_value();
    if output.presence != if is_value { Presence::Required } else { Presence::Optional } {
        return None;
    }
    Some(match &output.kind {
        Type::Scalar(Scalar::String) => ResultKind::String,
        Type::Xml(XmlKind::DataSet) => ResultKind::DataSet,
        Type::Xml(XmlKind::Content) => ResultKind::Xml,
        Type::Array(array) if **array == ArrayType::of(Type::Scalar(Scalar::Int), "int", false) => ResultKind::Integers,
        kind => ResultKind::Typed(kind.clone()),
    })
}

/// Whether nothing unusual is to be said of the element.
fn is_plain_element(member: &Member) -> bool {
    member.place == Place::Element
        && member.namespace == Namespace::Service
        && !member.repeated
        && member.default.is_none()
        && member.part.is_none()
        && !member.secret
        && member.undocumented.is_empty()
}
