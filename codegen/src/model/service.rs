//! A whole service: areas, types, operations and ports.

use super::{ArrayType, Member, NamedType, Operation, Structure, Transport, Type, kinds};
use crate::names;

/// A service: one `.asmx` address with its operations.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Service {
    /// The service's name, as in the spec (`EmailCampaign`).
    pub name: String,
    /// Rust names of the service's own items.
    pub names: ServiceNames,
    /// Path below the base URL (`/api.asmx`); begins with `/`.
    pub path: String,
    /// The XML namespace, if the spec states one; else it is a setting of the client.
    pub namespace: Option<String>,
    /// The purpose of the service, one paragraph an item.
    pub doc: Vec<String>,
    /// Facts that the service's documentation leaves open.
    pub undocumented: Vec<String>,
    /// Parameters that every operation takes first.
    pub common: Vec<Member>,
    /// Areas in the order of the spec.
    pub areas: Vec<Area>,
    /// Enumerations, structures and typed DataSets in the order of the spec.
    pub types: Vec<NamedType>,
    /// Arrays that are declared, although no member, part or item has one. A value of any type may be such an array.
    pub standalone_arrays: Vec<ArrayType>,
    /// Operations in the order of the spec.
    pub operations: Vec<Operation>,
    /// The ports, unless all operations are at [`path`](Self::path), one port for each transport.
    pub ports: Vec<Port>,
}

impl Service {
    #[must_use]
    pub fn structure(&self, number: usize) -> Option<&Structure> {
        self.types.get(number)?.structure()
    }

    /// A structure and its bases, itself first.
    #[must_use]
    pub fn lineage(&self, number: usize) -> Vec<(usize, &Structure)> {
        let mut lineage: Vec<(usize, &Structure)> = Vec::new();
        let mut next = Some(number);
        while let Some((number, structure)) = next.and_then(|number| Some((number, self.structure(number)?)))
            && lineage.len() < self.types.len()
        {
            lineage.push((number, structure));
            next = structure.base;
        }
        lineage
    }

    /// The numbers of the types derived from each type, directly or indirectly.
    #[must_use]
    pub fn derived(&self) -> Vec<Vec<usize>> {
        let mut derived = vec![Vec::new(); self.types.len()];
        for number in 0..self.types.len() {
            for (base, _) in self.lineage(number).into_iter().skip(1) {
                if let Some(known) = derived.get_mut(base) {
                    known.push(number);
                }
            }
        }
        derived
    }

    /// Whether an operation has a parameter that is an array over GET and POST. The WSDL document then declares an array of strings.
    pub(crate) fn has_array_parts(&self) -> bool {
        let mut over_http = self.operations.iter().filter(|operation| operation.transports.over_http()).peekable();
        let common = if over_http.peek().is_none() { [].iter() } else { self.common.iter() };
        over_http.flat_map(|operation| &operation.parameters).chain(common).any(Member::is_array_part)
    }

    /// Whether .NET holds the type by value. Such a value is never absent: it has the type's default.
    pub(crate) fn is_value(&self, kind: &Type) -> bool {
        kind.kind(kinds(&self.types)).is_value()
    }
}

/// An address of operations.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Port {
    /// Name in the WSDL document.
    pub name: String,
    pub transport: Transport,
    /// Path below the base URL; begins with `/`.
    pub path: String,
}

/// Rust names of the service's own items.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct ServiceNames {
    /// The client struct (`EmailCampaign`).
    pub client: String,
    /// The trait for implementors (`EmailCampaignService`; `HolidayServiceMethods` for a client `HolidayService`).
    pub service_trait: String,
    /// The private type that calls the trait's method for an erased call (`EmailCampaignDispatch`).
    pub dispatch: String,
}

impl ServiceNames {
    /// Those of a service of that name; `None` if no character of it can be in an identifier.
    #[must_use]
    pub fn of(service: &str) -> Option<Self> {
        let client = names::type_name(service)?;
        let is_service = client.to_ascii_lowercase().ends_with("service");
        let with = |suffix: &str| names::type_name(&format!("{service}_{suffix}"));
        let (service_trait, dispatch) = with(if is_service { "Methods" } else { "Service" }).zip(with("Dispatch"))?;
        Some(Self { client, service_trait, dispatch })
    }
}

/// A part of the service that its documentation treats together.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Area {
    /// Short name (`delivery`).
    pub name: String,
    /// Title for people (`Delivery reports`).
    pub title: String,
    /// The subject of the area.
    pub doc: Vec<String>,
}
