//! Finds messages that one version reads differently than the other.
//!
//! The old and the new service read requests of an old client, and an old client reads responses of both services. Messages are bytes, without a
//! socket.

mod compare;
mod meaning;
mod requests;
mod responses;
mod samples;

use std::collections::BTreeMap;
use std::sync::Arc;

use asmx_codegen::emit::Signatures;
use asmx_codegen::model::{self, OnContradiction};
use asmx_runtime::{Operation, Service, Transport};

/// The namespace setting for a spec without a namespace.
const TOLD: &str = "http://library.example/";

/// One version of a service.
pub struct Version {
    model: model::Service,
    service: &'static Service,
    namespace: Arc<str>,
    /// The strictness of generated clients, by operation.
    strictness: BTreeMap<String, OnContradiction>,
}

impl Version {
    /// Leaks the descriptors.
    #[must_use]
    pub fn of(model: &model::Service) -> Self {
        let service = asmx_document::service(model);
        let signatures = Signatures::new(model);
        let strictness = model.operations.iter().map(|one| (one.name.clone(), signatures.on_contradiction(one)));
        Self {
            model: model.clone(),
            service,
            namespace: service.namespace.unwrap_or(TOLD).into(),
            strictness: strictness.collect(),
        }
    }

    /// Whether an operation and everything that it needs are equal in both models.
    fn says_the_same(&self, other: &Self, operation: &str) -> bool {
        let (one, two) = (&self.model, &other.model);
        let named = |model: &model::Service| model.operations.iter().position(|known| known.name == operation);
        let Some((one_at, two_at)) = named(one).zip(named(two)) else { return false };
        if (&self.namespace, &one.path, &one.ports) != (&other.namespace, &two.path, &two.ports) {
            return false;
        }
        if one.types == two.types {
            return one.common == two.common && one.operations.get(one_at) == two.operations.get(two_at);
        }
        let part = |model: &model::Service| asmx_codegen::only(model.clone(), [operation]).ok();
        part(one) == part(two)
    }
}

/// Old and new names of renamed items.
#[derive(Clone, Copy)]
pub struct Names<'a>(pub &'a [(String, String)]);

impl<'a> Names<'a> {
    /// The name in the other version; `forward`: from old to new.
    fn other<'n>(&self, name: &'n str, forward: bool) -> &'n str
    where
        'a: 'n,
    {
        let pairs = self.0.iter().map(|(old, new)| if forward { (old, new) } else { (new, old) });
        pairs.into_iter().find(|(from, _)| from.as_str() == name).map_or(name, |(_, to)| to)
    }
}

/// The first difference for each transport.
pub type Differences = BTreeMap<Transport, String>;

/// Compares the service of a client's own version with the service of the other version. `forward`: the client is the old one.
#[must_use]
pub fn differences(client: &Version, service: &Version, names: Names<'_>, forward: bool) -> Differences {
    let mut differences = Differences::new();
    for operation in client.service.operations.iter().copied() {
        // Equal operations have equal messages.
        if !std::ptr::eq(client, service) && client.says_the_same(service, operation.name) {
            continue;
        }
        for transport in Transport::ALL.into_iter().filter(|transport| operation.offered_over(*transport)) {
            let versions = Call { client, service, operation, transport, names, forward };
            let found = requests::difference(&versions).or_else(|| responses::difference(&versions));
            if let Some(found) = found {
                differences.entry(transport).or_insert_with(|| format!("{}: {found}", operation.name));
            }
        }
    }
    differences
}

/// An operation of a client over a transport, at a service of either version.
struct Call<'a> {
    client: &'a Version,
    service: &'a Version,
    operation: &'static Operation,
    transport: Transport,
    names: Names<'a>,
    forward: bool,
}

impl Call<'_> {
    /// The name that the service has for a name of the client.
    fn there<'n>(&'n self, name: &'n str) -> &'n str {
        self.names.other(name, self.forward)
    }

    fn operation_there(&self) -> Option<&'static Operation> {
        let name = self.there(self.operation.name);
        self.service.service.operations.iter().copied().find(|operation| operation.name == name)
    }
}
