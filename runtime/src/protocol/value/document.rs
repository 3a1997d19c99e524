//! Values that are documents: over GET and POST nothing stands around them.

use crate::operation::{Place, Type, XmlKind};

/// Whether a value of the type is a document by itself, whose root is its own: XML of any content, and a type without a name that has
/// nothing else.
pub(crate) fn is_document(kind: Type) -> bool {
    match kind {
        Type::Xml(XmlKind::Content) => true,
        Type::Structure(structure) => {
            structure.name.is_empty()
                && matches!(structure.members(), [member] if matches!(member.place, Place::Mixed | Place::AnyElements))
        }
        _ => false,
    }
}
