//! The short words of a spec for the outputs of an operation: `result="dataset"`.

use crate::model::{ArrayType, Member, Presence, Role, Scalar, Type, XmlKind};
use crate::read::format::RESULT_KINDS;

/// The outputs that a short word stands for; `None` for an unknown word. `name` is the name of the result element.
#[must_use]
pub fn outputs_of(word: &str, name: &str) -> Option<Vec<Member>> {
    let (kind, role) = match word {
        "none" => return Some(Vec::new()),
        "string" => (Type::Scalar(Scalar::String), None),
        "delimited" => (Type::Scalar(Scalar::String), Some(Role::Records)),
        "dataset" => (Type::Xml(XmlKind::DataSet), None),
        "xml" => (Type::Xml(XmlKind::Content), None),
        "integers" => (Type::Array(Box::new(ArrayType::integers())), None),
        _ => return None,
    };
    Some(vec![Member { role, ..Member::element(name, kind, Presence::Optional) }])
}

/// The short word for outputs, if there is one.
#[must_use]
pub fn word_for(outputs: &[Member]) -> Option<&'static str> {
    let name = outputs.first().map_or("", |output| &output.name);
    RESULT_KINDS.iter().copied().find(|word| outputs_of(word, name).as_deref() == Some(outputs))
}
