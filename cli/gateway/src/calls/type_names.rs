//! Names of types for people.

use asmx_runtime::json::key;
use asmx_types::{Type, XmlKind};

/// The name of a type: of arrays and lists, that of their items, such as `array of string`.
#[must_use]
pub fn type_name(kind: Type) -> String {
    match kind {
        Type::Array(array) if array.alternatives.is_empty() => format!("array of {}", type_name(array.item)),
        Type::Array(array) => {
            let names: Vec<String> = array.alternatives.iter().map(|one| key(one).into_owned()).collect();
            format!("array of one of {}", names.join(", "))
        }
        Type::List(list) => format!("list of {}", type_name(list.item)),
        Type::Any => "any type".to_owned(),
        Type::Xml(XmlKind::Content) => "XML".to_owned(),
        Type::Xml(XmlKind::DataSet) => "DataSet".to_owned(),
        Type::Xml(XmlKind::DataTable) => "DataTable".to_owned(),
        Type::Structure(structure) if structure.name.is_empty() => "structure".to_owned(),
        Type::Enumeration(enumeration) if enumeration.flags => format!("set of {}", enumeration.name),
        kind => kind.name(),
    }
}
