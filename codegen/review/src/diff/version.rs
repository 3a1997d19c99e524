//! A version of a service: its model, and the places of its items.

use super::{Affected, Bump, Change, Class, Kind};
use asmx_codegen::Spec;
use asmx_codegen::diagnostic::{Diagnostics, quoted};
use asmx_codegen::locations::Locations;
use asmx_codegen::model::{Service, Transports};
use asmx_import::import::{Documents, Restrictions};
use asmx_import::{Import, Loaded, load_any};

/// A version of a service to compare: the model of a spec or WSDL document, and the positions of its items.
#[derive(Debug, Clone)]
pub struct Version {
    service: Service,
    locations: Locations,
    /// `None` for a spec, which cannot restrict values.
    restrictions: Option<Restrictions>,
    /// Scheme and host of the address that a document states.
    host: Option<String>,
}

impl Version {
    /// Takes the effects of another version, for the operations that it has. A WSDL document states none.
    pub(crate) fn take_effects(&mut self, of: &Self) {
        for operation in &mut self.service.operations {
            let known = of.service.operations.iter().find(|known| known.name == operation.name);
            if let Some(known) = known {
                operation.effect = known.effect;
            }
        }
    }

    /// Reads a spec. `name` is the file name in positions of changes; no file is read.
    ///
    /// # Errors
    ///
    /// All mistakes of the spec.
    pub fn read(name: &str, bytes: &[u8]) -> Result<Self, Diagnostics> {
        Spec::read(name, bytes).map(|spec| Self::from(Loaded::Spec(spec)))
    }

    /// Reads a spec, or a WSDL document with its imported documents. The outermost element decides which of the two it is.
    ///
    /// # Errors
    ///
    /// All mistakes of the spec, or the reasons why the document cannot be imported.
    pub fn load(documents: &dyn Documents, name: &str) -> Result<Self, Diagnostics> {
        load_any(documents, name).map(Self::from)
    }

    /// The model.
    #[must_use]
    pub const fn service(&self) -> &Service {
        &self.service
    }

    pub(crate) fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.locations.sources().iter().map(|source| (source.name.as_str(), source.text.as_str()))
    }

    pub(super) const fn locations(&self) -> &Locations {
        &self.locations
    }

    pub(super) const fn restrictions(&self) -> Option<&Restrictions> {
        self.restrictions.as_ref()
    }

    pub(super) fn host(&self) -> Option<&str> {
        self.host.as_deref()
    }
}

impl From<Loaded> for Version {
    fn from(loaded: Loaded) -> Self {
        match loaded {
            Loaded::Spec(Spec { service, locations, .. }) => {
                Self { service, locations, restrictions: None, host: None }
            }
            Loaded::Document(Import { service, locations, restrictions, report, .. }) => {
                Self { service, locations, restrictions: Some(restrictions), host: report.host }
            }
        }
    }
}

impl From<Service> for Version {
    /// A version without positions.
    fn from(service: Service) -> Self {
        Self { service, locations: Locations::default(), restrictions: None, host: None }
    }
}

/// A new or removed service is one change, not one for each operation.
pub(crate) fn of_whole_service(version: &Version, is_new: bool) -> Change {
    let service = version.service();
    let offered = service.operations.iter().fold(Transports::NONE, |all, operation| all.or(operation.transports));
    let operations = match service.operations.len() {
        1 => "1 operation".to_owned(),
        count => format!("{count} operations"),
    };
    let name = quoted(&service.name);
    let position = version.locations().position("service");
    let change = Change {
        kind: Kind::ServiceAdded,
        operation: None,
        path: "service".to_owned(),
        classes: vec![Class::Add],
        transports: Vec::new(),
        transports_of_new_clients: offered.iter().collect(),
        affects: vec![Affected::RustUsers, Affected::Implementors],
        bump: Bump::Minor,
        values: vec![service.name.clone()],
        message: format!("new service {name} with {operations}"),
        advice: String::new(),
        old: None,
        new: position.clone(),
    };
    if is_new {
        return change;
    }
    Change {
        kind: Kind::ServiceRemoved,
        classes: vec![Class::Wire, Class::Rust],
        transports: offered.iter().collect(),
        transports_of_new_clients: Vec::new(),
        affects: vec![Affected::DeployedClients, Affected::RustUsers, Affected::Implementors],
        bump: Bump::Major,
        message: format!("service {name} with {operations} was removed. Deployed clients fail."),
        advice: "if the spec only moved, compare the two files with `asmx diff git:REF:OLD NEW`".to_owned(),
        old: position,
        new: None,
        ..change
    }
}
