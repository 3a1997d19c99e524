//! Descriptors of services.

use std::collections::HashSet;

use super::messages::Port;
use super::{Member, Operation, Place, Role, Scalar, Structure, Type};

/// A service: one `.asmx` address and its operations.
#[non_exhaustive]
#[derive(Debug)]
pub struct Service {
    /// The service's name.
    pub name: &'static str,
    /// Path below the base URL, beginning with `/`. It may end with a query.
    pub path: &'static str,
    /// What the service is for.
    pub doc: &'static str,
    /// Its XML namespace, if the spec states one; else it is a setting of client and server.
    pub namespace: Option<&'static str>,
    /// Parameters that every operation takes before its own.
    pub common: &'static [Member],
    /// Areas, in the order of the spec.
    pub areas: &'static [Area],
    /// Operations, in the order of the spec.
    pub operations: &'static [&'static Operation],
    /// Its WSDL document, as the template that `asmx-codegen` writes: a server fills in where it is. Empty if there is none.
    pub wsdl: &'static str,
    /// Where its operations are called, if not all at [`path`](Self::path), one port for each transport.
    pub ports: &'static [Port],
    /// The types that it declares: what `xsi:type` may name where a value may be of any type.
    pub types: &'static [Type],
}

impl Service {
    /// A service without a stated namespace.
    pub const fn new(
        name: &'static str,
        path: &'static str,
        doc: &'static str,
        common: &'static [Member],
        areas: &'static [Area],
        operations: &'static [&'static Operation],
    ) -> Self {
        Self { name, path, doc, namespace: None, common, areas, operations, wsdl: "", ports: &[], types: &[] }
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
        self.wsdl = template;
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

    /// The type of that name among [those that have one](Self::named_types). `own` is the namespace of the service, `namespace` that of the
    /// name; both are URIs.
    #[must_use]
    pub fn type_named(&self, own: &str, namespace: &str, name: &str) -> Option<Type> {
        self.named_types().find(|kind| kind.namespace().uri(own) == namespace && kind.name() == name)
    }

    /// The types that `xsi:type` may name: the built-in scalars, those that the service declares, those derived from these, and
    /// [arrays of what is built in](Type::BUILT_IN_ARRAYS).
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

    /// Makes a descriptor that was built at run time live as long as the program, as calls demand. The memory is not given
    /// back: do it once per service, not once per call.
    pub fn leak(self) -> &'static Self {
        Box::leak(Box::new(self))
    }

    /// The operation of that name, compared exactly.
    pub fn operation(&self, name: &str) -> Option<&'static Operation> {
        self.operations.iter().copied().find(|operation| operation.name == name)
    }

    /// The structures that a request can hold one of: those of parameters and of headers, of their members, and those derived from these.
    /// Each once. Those that only lists hold are not among them.
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

    /// The credentials that some request takes, wherever it does: in parameters, in headers, in members of structures.
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

/// Adds the structures that a member holds one of.
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

/// A part of a service that its documentation treats together.
#[non_exhaustive]
#[derive(Debug)]
pub struct Area {
    /// Short name.
    pub name: &'static str,
    /// Title for people.
    pub title: &'static str,
    /// What the area covers.
    pub doc: &'static str,
}

impl Area {
    /// An area.
    pub const fn new(name: &'static str, title: &'static str, doc: &'static str) -> Self {
        Self { name, title, doc }
    }
}
