//! The resolved model of a service: what the emitters work from.
//!
//! A model cannot hold an invalid reference: [`load`](crate::load) builds it from a spec that has no mistakes, and every
//! index in it is in range. It knows nothing of XML, and nothing of Rust but the names chosen for each item, because collisions
//! between them are mistakes of the spec and are reported with its lines.

pub mod matching;
mod member;
mod operation;
mod types;
mod walk;

pub use asmx_types::{Effect, Mapping, Presence, Role, Scalar, Style, Transport, XmlKind};
pub use member::{Member, Place};
pub use operation::{Limit, Messages, Operation, OperationNames, ResultKind, ResultShape, Transports};
pub use types::kinds;
pub use types::{
    ArrayType, Column, DataSetTable, DataSetType, DeclaredTable, Enumeration, EnumerationValue, NamedType,
    NamedTypeKind, Structure, Type,
};
pub use walk::{PartMut, Walk};

/// A service: one `.asmx` address with its operations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Service {
    /// The service's name, as in the spec (`EmailCampaign`).
    pub name: String,
    /// Rust names of the service-level items.
    pub names: ServiceNames,
    /// Path below the base URL (`/api.asmx`); begins with `/`.
    pub path: String,
    /// The XML namespace, if the spec states one; else it is a setting of the client.
    pub namespace: Option<String>,
    /// What the service is for, one paragraph an item.
    pub doc: Vec<String>,
    /// What the service's own documentation leaves open.
    pub undocumented: Vec<String>,
    /// Parameters that every operation takes first.
    pub common: Vec<Member>,
    /// Areas in the order of the spec.
    pub areas: Vec<Area>,
    /// Enumerations, structures and typed DataSets in the order of the spec.
    pub types: Vec<NamedType>,
    /// Operations in the order of the spec.
    pub operations: Vec<Operation>,
    /// Where operations are called, if not all at [`path`](Self::path), one port for each transport.
    pub ports: Vec<Port>,
}

impl Service {
    /// The structure of that number.
    #[must_use]
    pub fn structure(&self, number: usize) -> Option<&Structure> {
        self.types.get(number)?.structure()
    }
}

/// Where operations are called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Port {
    /// Name in the WSDL document.
    pub name: String,
    /// The transport that it speaks.
    pub transport: Transport,
    /// Path below the base URL; begins with `/`.
    pub path: String,
}

/// The namespace of a name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Namespace {
    /// That of the service, which may be a setting.
    #[default]
    Service,
    /// None.
    None,
    /// Another one.
    Of(String),
}

/// A name with its namespace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// The local name, decoded.
    pub name: String,
    /// The namespace.
    pub namespace: Namespace,
}

/// Rust names of the service-level items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServiceNames {
    /// The client struct (`EmailCampaign`).
    pub client: String,
    /// The trait for implementors (`EmailCampaignService`).
    pub service_trait: String,
    /// The private type that calls a method of the trait for an erased call (`EmailCampaignDispatch`).
    pub dispatch: String,
}

/// A part of the service that its documentation treats together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Area {
    /// Short name (`delivery`).
    pub name: String,
    /// Title for people (`Delivery reports`).
    pub title: String,
    /// What the area covers.
    pub doc: Vec<String>,
}
