//! A service as a whole.

use super::{Member, NamedType, Operation, Structure, Transport};

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

/// Rust names of the service-level items.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
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
