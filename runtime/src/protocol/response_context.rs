//! The context of a response, and how parts are named over GET and POST.

use std::sync::Arc;

use asmx_types::rules::array_name;

use crate::Transport;
use crate::operation::{Member, Operation, Place, Service, Type, XmlKind};
use crate::xml::ParseOptions;

/// The facts about a call that client and server need to write or read its response.
#[derive(Debug, Clone)]
pub struct ResponseContext {
    /// The service.
    pub service: &'static Service,
    /// The operation that was called.
    pub operation: &'static Operation,
    /// The transport it was called over.
    pub transport: Transport,
    /// The service's XML namespace.
    pub namespace: Arc<str>,
    /// The limits for reading the XML of the response.
    pub limits: ParseOptions,
}

/// The name of a part's root over GET and POST, not encoded: that of its type.
pub(super) fn root_name(output: &Member) -> String {
    match natural_name(output.kind) {
        // The type has no name.
        name if name.is_empty() => output.name.to_owned(),
        _ if output.repeated => array_name(&natural_item_name(output.kind)),
        name => name,
    }
}

/// The name of an item that is XML, by .NET.
const XML_NODE: &str = "XmlNode";

/// The name of the items of an array, unless a document gives them another one.
pub(super) fn natural_item_name(item: Type) -> String {
    if item == Type::Xml(XmlKind::Content) { XML_NODE.to_owned() } else { natural_name(item) }
}

/// The name of a type, unless a document gives it another one.
pub(super) fn natural_name(kind: Type) -> String {
    match kind {
        Type::Array(array) if array.alternatives.is_empty() => array_name(&natural_item_name(array.item)),
        kind => kind.name(),
    }
}

/// Whether a value of the type brings a root of its own over GET and POST: XML of any content, or a type without a name that holds only XML.
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
