//! Descriptors of services, and the ports where their operations are called.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::{Member, Operation, Place, Port, Role, Scalar, Structure, Transport, Type};

/// A text that is written when it is first asked for.
pub type LazyText = LazyLock<String, Box<dyn FnOnce() -> String + Send>>;

/// The template of a WSDL document.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Wsdl {
    /// A text; the empty one is no template.
    Text(&'static str),
    /// A text that a program seldom needs, and that may be long: most programs that read a document never publish one.
    Lazy(&'static LazyText),
}

impl Wsdl {
    /// The text; empty if there is no template.
    #[must_use]
    pub fn text(&self) -> &'static str {
        match *self {
            Self::Text(text) => text,
            Self::Lazy(text) => text,
        }
    }

    /// Whether there is no template. A lazy one is not written for this answer.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        matches!(self, Self::Text(text) if text.is_empty())
    }
}

/// A service: one `.asmx` address and its operations.
#[non_exhaustive]
#[derive(Debug)]
pub struct Service {
    /// The service's name.
    pub name: &'static str,
    /// Path below the base URL, beginning with `/`. It may end with a query.
    pub path: &'static str,
    /// Its documentation in Markdown ([`plain_text`](super::plain_text)); empty if the spec has none.
    pub doc: &'static str,
    /// Its XML namespace; `None` if clients and servers set it.
    pub namespace: Option<&'static str>,
    /// Parameters that every operation takes before its own.
    pub common: &'static [Member],
    /// Areas, in the order of the spec.
    pub areas: &'static [Area],
    /// Operations, in the order of the spec.
    pub operations: &'static [&'static Operation],
    /// The template of its WSDL document, as `asmx-codegen` writes it; a server fills in its address.
    pub wsdl: Wsdl,
    /// Its ports, one for each transport and path; empty if all operations are called at [`path`](Self::path).
    pub ports: &'static [Port],
    /// The types that it declares: `xsi:type` may name them where a value may be of any type.
    pub types: &'static [Type],
}

impl Service {
    /// A service without a namespace, ports and types of its own.
    pub const fn new(
        name: &'static str,
        path: &'static str,
        doc: &'static str,
        common: &'static [Member],
        areas: &'static [Area],
        operations: &'static [&'static Operation],
    ) -> Self {
        Self {
            name,
            path,
            doc,
            namespace: None,
            common,
            areas,
            operations,
            wsdl: Wsdl::Text(""),
            ports: &[],
            types: &[],
        }
    }

    /// States the service's XML namespace.
    #[must_use]
    pub const fn namespace(mut self, namespace: &'static str) -> Self {
        self.namespace = Some(namespace);
        self
    }

    /// Adds the template of its WSDL document.
    #[must_use]
    pub const fn wsdl(mut self, template: &'static str) -> Self {
        self.wsdl = Wsdl::Text(template);
        self
    }

    /// Adds the template of its WSDL document, to be written when it is first asked for.
    #[must_use]
    pub const fn lazy_wsdl(mut self, template: &'static LazyText) -> Self {
        self.wsdl = Wsdl::Lazy(template);
        self
    }

    /// States its ports.
    #[must_use]
    pub const fn ports(mut self, ports: &'static [Port]) -> Self {
        self.ports = ports;
        self
    }

    /// States the types that it declares.
    #[must_use]
    pub const fn types(mut self, types: &'static [Type]) -> Self {
        self.types = types;
        self
    }

    /// The [named type](Self::named_types) of that name and namespace. `own` is the namespace of the service; both
    /// are URIs.
    #[must_use]
    pub fn type_named(&self, own: &str, namespace: &str, name: &str) -> Option<Type> {
        self.named_types().find(|kind| kind.namespace().uri(own) == namespace && kind.name() == name)
    }

    /// The types that `xsi:type` may name: built-in scalars, declared types with the types derived from them, and
    /// [arrays of built-in types](Type::BUILT_IN_ARRAYS).
    pub fn named_types(&self) -> impl Iterator<Item = Type> {
        let derived = |kind: &Type| match kind {
            Type::Structure(structure) => structure.derived(),
            _ => &[],
        };
        let declared = self.types.iter();
        let declared = declared.flat_map(move |kind| {
            std::iter::once(*kind).chain(derived(kind).iter().map(|structure| Type::Structure(structure)))
        });
        Scalar::ALL
            .iter()
            .map(|scalar| Type::Scalar(*scalar))
            .chain(declared)
            .chain(Type::BUILT_IN_ARRAYS.iter().copied())
    }

    /// Gives a descriptor that was built at run time the lifetime `'static`, which calls need. The memory is never
    /// freed: leak once for each service, not for each call.
    pub fn leak(self) -> &'static Self {
        Box::leak(Box::new(self))
    }

    /// The operation of that name, compared exactly.
    pub fn operation(&self, name: &str) -> Option<&'static Operation> {
        self.operations.iter().copied().find(|operation| operation.name == name)
    }

    /// The structures of which a request can hold a single value: in parameters, headers, members of other
    /// structures, and derived ones. Each occurs once. Structures that occur in lists only are left out.
    #[must_use]
    pub fn structures_sent(&self) -> Vec<&'static Structure> {
        let own = self.operations.iter().flat_map(|operation| operation.parameters_and_headers());
        let mut waiting: Vec<&'static Structure> = Vec::new();
        self.common.iter().chain(own).for_each(|member| push_structures(member, &mut waiting));
        let (mut structures, mut known) = (Vec::new(), HashSet::new());
        while let Some(structure) = waiting.pop() {
            if known.insert(std::ptr::from_ref(structure)) {
                structures.push(structure);
                waiting.extend(structure.derived());
                structure.members().iter().for_each(|member| push_structures(member, &mut waiting));
            }
        }
        structures
    }

    /// The roles of credentials that some request takes: in parameters, in headers, in members of structures.
    #[must_use]
    pub fn credentials(&self) -> Vec<Role> {
        let own = self.operations.iter().flat_map(|operation| operation.parameters_and_headers());
        let mut members: Vec<&Member> = self.common.iter().chain(own).collect();
        let structures = self.structures_sent();
        members.extend(structures.iter().flat_map(|structure| structure.members()));
        let is_taken = |role: &Role| members.iter().any(|member| member.role == Some(*role) && !member.repeated);
        Role::CREDENTIALS.iter().copied().filter(is_taken).collect()
    }

    /// Whether some request takes a user name, a password, a key or a token.
    #[must_use]
    pub fn takes_credentials(&self) -> bool {
        !self.credentials().is_empty()
    }
}

fn push_structures(member: &Member, structures: &mut Vec<&'static Structure>) {
    match (member.place, member.kind) {
        _ if member.repeated => {}
        (Place::Choice(alternatives), _) => {
            for alternative in alternatives {
                push_structures(alternative, structures);
            }
        }
        (_, Type::Structure(structure)) => structures.push(structure),
        _ => {}
    }
}

/// A part of a service whose operations belong together in its documentation.
#[non_exhaustive]
#[derive(Debug)]
pub struct Area {
    /// Short name.
    pub name: &'static str,
    /// Title for people.
    pub title: &'static str,
    /// Its documentation.
    pub doc: &'static str,
}

impl Area {
    /// An area.
    pub const fn new(name: &'static str, title: &'static str, doc: &'static str) -> Self {
        Self { name, title, doc }
    }
}

impl Service {
    /// The ports that offer the operation over the transport, in the order of the service. None if the service
    /// declares no ports for the transport: then the operation is at the service's own [path](Self::path).
    pub fn ports_of<'a>(
        &self,
        operation: &'a Operation,
        transport: Transport,
    ) -> impl Iterator<Item = &'static Port> + use<'a> {
        let offers = move |port: &&Port| {
            port.transport == transport && (operation.ports.is_empty() || operation.ports.contains(&port.name))
        };
        self.ports.iter().filter(offers)
    }

    /// The path below the base URL where the operation is called over the transport: that of the first port that
    /// offers it.
    #[must_use]
    pub fn path_of(&self, operation: &Operation, transport: Transport) -> &'static str {
        self.ports_of(operation, transport).next().map_or(self.path, |port| port.path)
    }

    /// Whether the operation is offered at that path over the transport. Queries are ignored.
    #[must_use]
    pub fn is_at(&self, path: &str, operation: &Operation, transport: Transport) -> bool {
        let mut ports = self.ports_of(operation, transport).peekable();
        let is_it = |other: &str| without_query(other) == without_query(path);
        if ports.peek().is_none() { is_it(self.path) } else { ports.any(|port| is_it(port.path)) }
    }

    /// Every path below the base URL where operations are called, each once, the service's own first.
    #[must_use]
    pub fn paths(&self) -> Vec<&'static str> {
        let mut paths = vec![self.path];
        for port in self.ports {
            if !paths.contains(&port.path) {
                paths.push(port.path);
            }
        }
        paths
    }
}

/// A path without its query, which imported paths may have.
#[must_use]
pub fn without_query(path: &str) -> &str {
    path.split('?').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Effect;

    static PORTS: &[Port] = &[
        Port { name: "MainSoap", transport: Transport::Soap11, path: "/main.asmx" },
        Port { name: "OtherSoap", transport: Transport::Soap11, path: "/other.asmx" },
        Port { name: "OtherGet", transport: Transport::HttpGet, path: "/other.asmx" },
    ];
    static ANYWHERE: Operation = Operation::new("Anywhere", "", "", &[], Effect::Read);
    static OTHER: Operation = Operation::new("Other", "", "", &[], Effect::Read).ports(&["OtherSoap"]);
    static SERVICE: Service = Service::new("S", "/main.asmx", "", &[], &[], &[&ANYWHERE, &OTHER]).ports(PORTS);
    static ALONE: Service = Service::new("S", "/s.asmx", "", &[], &[], &[&ANYWHERE]);

    #[test]
    fn operations_are_at_the_paths_of_their_ports() {
        let paths = |operation| Transport::ALL.map(|transport| SERVICE.path_of(operation, transport));
        assert_eq!(paths(&ANYWHERE), ["/main.asmx", "/main.asmx", "/other.asmx", "/main.asmx"]);
        assert_eq!(paths(&OTHER), ["/other.asmx", "/main.asmx", "/main.asmx", "/main.asmx"]);
        assert_eq!(ALONE.path_of(&ANYWHERE, Transport::HttpGet), "/s.asmx");
        assert_eq!((SERVICE.paths(), ALONE.paths()), (vec!["/main.asmx", "/other.asmx"], vec!["/s.asmx"]));
    }

    #[test]
    fn an_operation_may_be_at_several_paths() {
        let is_at = |path, operation| SERVICE.is_at(path, operation, Transport::Soap11);
        assert!(is_at("/main.asmx", &ANYWHERE) && is_at("/other.asmx", &ANYWHERE));
        assert!(!is_at("/main.asmx", &OTHER) && is_at("/other.asmx", &OTHER));
        assert!(is_at("/other.asmx?a=b", &OTHER) && !is_at("/main.asmx?a=b", &OTHER));
        // The service has no port for this transport.
        assert!(SERVICE.is_at("/main.asmx", &OTHER, Transport::Soap12));
        assert!(!SERVICE.is_at("/other.asmx", &OTHER, Transport::Soap12));
    }
}
