//! What a call is: descriptors of services, operations and parameters. Knows nothing of HTTP or XML.
//!
//! A generator emits descriptors as `static` items; everything else in this crate works off them. They can also be built at
//! run time for a service that nobody generated code for: [`Service::leak`] and [`Operation::leak`] make them `'static`.

use super::messages::{Messages, Name, Port};
use super::rules::{DATA_SET_ROOT, STRING_ROOT, array_name};
use super::{DataSetType, DeclaredColumn, Member, Namespace, Place, Role, Scalar, Structure, Transport, Type};
use std::borrow::Cow;
use std::collections::HashSet;

/// A service: one `.asmx` address and its operations.
#[non_exhaustive]
#[derive(Debug)]
pub struct Service {
    /// The service's name.
    pub name: &'static str,
    /// Path below the base URL, beginning with `/`.
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

/// One operation.
#[non_exhaustive]
#[derive(Debug)]
pub struct Operation {
    /// Name on the wire.
    pub name: &'static str,
    /// Short name of its area.
    pub area: &'static str,
    /// What it is for.
    pub doc: &'static str,
    /// Its own parameters, after the service's common ones, in wire order.
    pub parameters: &'static [Member],
    /// What it returns.
    pub result: ResultShape,
    /// Name of the result element over SOAP, where it is not `{name}Result`.
    pub result_element: Option<&'static str>,
    /// The table of its result that the declared columns are of; `None` if there is only one, or it is the first.
    pub table: Option<&'static str>,
    /// The columns that the spec declares for the table of its result, in order. The service may send further ones.
    pub columns: &'static [DeclaredColumn],
    /// What calling it does.
    pub effect: Effect,
    /// Most records the service returns, if documented.
    pub record_limit: Option<u64>,
    /// Other documented limits, in words and in Markdown as [`doc`](Self::doc); empty if there are none.
    pub limit: &'static str,
    /// Whether the service's documentation leaves further parameters open.
    pub open: bool,
    /// Name of the operation this one is a variant of.
    pub variant_of: Option<&'static str>,
    /// Why not to use it any more.
    pub deprecated: Option<&'static str>,
    /// The transports the service offers it on; GET and POST only where they can carry every parameter.
    pub transports: &'static [Transport],
    /// The parts of its response, the result first, if its result is [`ResultShape::Message`].
    pub outputs: &'static [Member],
    /// How its messages look, where that does not follow from its name.
    pub messages: &'static Messages,
    /// Names of the ports that offer it; empty if it is all of its transports.
    pub ports: &'static [&'static str],
}

impl Operation {
    /// An operation without limits, offered wherever its parameters can be carried.
    pub const fn new(
        name: &'static str,
        area: &'static str,
        doc: &'static str,
        parameters: &'static [Member],
        result: ResultShape,
        effect: Effect,
    ) -> Self {
        Self {
            name,
            area,
            doc,
            parameters,
            result,
            result_element: None,
            table: None,
            columns: &[],
            effect,
            record_limit: None,
            limit: "",
            open: false,
            variant_of: None,
            deprecated: None,
            transports: &Transport::ALL,
            outputs: &[],
            messages: &Messages::PLAIN,
            ports: &[],
        }
    }

    /// States the parts of its response, the result first.
    #[must_use]
    pub const fn outputs(mut self, outputs: &'static [Member]) -> Self {
        self.result = ResultShape::Message;
        self.outputs = outputs;
        self
    }

    /// States how its messages look.
    #[must_use]
    pub const fn messages(mut self, messages: &'static Messages) -> Self {
        self.messages = messages;
        self
    }

    /// Names the ports that offer it.
    #[must_use]
    pub const fn ports(mut self, ports: &'static [&'static str]) -> Self {
        self.ports = ports;
        self
    }

    /// States the name of the result element over SOAP.
    #[must_use]
    pub const fn result_element(mut self, name: &'static str) -> Self {
        self.result_element = Some(name);
        self
    }

    /// Names the table of its result that the declared columns are of.
    #[must_use]
    pub const fn table(mut self, name: &'static str) -> Self {
        self.table = Some(name);
        self
    }

    /// Declares columns of the table of its result.
    #[must_use]
    pub const fn columns(mut self, columns: &'static [DeclaredColumn]) -> Self {
        self.columns = columns;
        self
    }

    /// States the most records the service returns.
    #[must_use]
    pub const fn record_limit(mut self, records: u64) -> Self {
        self.record_limit = Some(records);
        self
    }

    /// States further limits in words.
    #[must_use]
    pub const fn limit(mut self, words: &'static str) -> Self {
        self.limit = words;
        self
    }

    /// Marks the parameter list as open: undeclared parameters are sent as they are.
    #[must_use]
    pub const fn open(mut self) -> Self {
        self.open = true;
        self
    }

    /// Names the operation this one is a variant of.
    #[must_use]
    pub const fn variant_of(mut self, name: &'static str) -> Self {
        self.variant_of = Some(name);
        self
    }

    /// States why not to use it any more.
    #[must_use]
    pub const fn deprecated(mut self, why: &'static str) -> Self {
        self.deprecated = Some(why);
        self
    }

    /// States the transports it is offered on, where they are not all that can carry its parameters.
    #[must_use]
    pub const fn transports(mut self, transports: &'static [Transport]) -> Self {
        self.transports = transports;
        self
    }

    /// Makes a descriptor that was built at run time live as long as the program; see [`Service::leak`].
    pub fn leak(self) -> &'static Self {
        Box::leak(Box::new(self))
    }

    /// Whether the operation is offered over `transport`: it is among the stated ones and, for GET and POST, every parameter
    /// can be written as text (docs/RULES.md, rule 1). Where a document describes every part of its messages, it states which transports
    /// carry them, too.
    pub fn offered_over(&self, transport: Transport) -> bool {
        self.transports.contains(&transport)
            && (transport.is_soap()
                || self.result == ResultShape::Message
                || self.parameters.iter().all(Member::carried_by_http))
    }

    /// What its requests hold beside the service's common parameters: its own ones, and headers.
    fn parameters_and_headers(&self) -> impl Iterator<Item = &'static Member> + use<> {
        self.parameters.iter().chain(self.messages.request_headers)
    }

    /// Index and descriptor of the parameter of that exact name.
    pub fn parameter(&self, name: &str) -> Option<(usize, &'static Member)> {
        self.parameters.iter().enumerate().find(|(_, parameter)| parameter.name == name)
    }

    /// The element around its parameters over SOAP.
    #[must_use]
    pub const fn request_name(&self) -> Name {
        match self.messages.request {
            Some(name) => name,
            None => Name { name: self.name, namespace: Namespace::Service },
        }
    }

    /// Name and namespace of the element around its outputs over SOAP.
    #[must_use]
    pub fn response_name(&self) -> (Cow<'static, str>, Namespace) {
        match self.messages.response {
            Some(Name { name, namespace }) => (Cow::Borrowed(name), namespace),
            None => (Cow::Owned(format!("{}Response", self.name)), Namespace::Service),
        }
    }

    /// The last part of its path over GET and POST.
    #[must_use]
    pub const fn location(&self) -> &'static str {
        match self.messages.location {
            Some(location) => location,
            None => self.name,
        }
    }

    /// Name of the result element over SOAP.
    pub fn result_element_name(&self) -> String {
        self.result_element.map_or_else(|| format!("{}Result", self.name), str::to_owned)
    }
}

/// What an operation returns.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ResultShape {
    /// Nothing.
    None,
    /// One string.
    String,
    /// One string: text delimited by the request's delimiters.
    Delimited,
    /// A schema and a diffgram.
    DataSet,
    /// The same, whose tables are declared.
    TypedDataSet(&'static DataSetType),
    /// An XML document.
    Xml,
    /// An array of `int`.
    Integers,
    /// The parts that [`Operation::outputs`] states, with SOAP headers. A value of any other type is the only part.
    Message,
}

impl ResultShape {
    /// Whether it is a DataSet, whatever is declared of its tables.
    #[must_use]
    pub const fn is_data_set(self) -> bool {
        matches!(self, Self::DataSet | Self::TypedDataSet(_))
    }

    /// The root element of the result over GET and POST, unencoded: the name of its type. `None` where there is no result, of an
    /// XML document, which has a root of its own, and of a message, whose first part tells it.
    pub fn root(self) -> Option<String> {
        match self {
            Self::None | Self::Xml | Self::Message => None,
            Self::String | Self::Delimited => Some(STRING_ROOT.to_owned()),
            Self::DataSet => Some(DATA_SET_ROOT.to_owned()),
            Self::TypedDataSet(data_set) => Some(data_set.name.to_owned()),
            Self::Integers => Some(array_name(Scalar::Int.name())),
        }
    }
}

/// What calling an operation does: decides what may ever be repeated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Effect {
    /// Changes nothing.
    Read,
    /// May change data. So is every operation that was imported and of which nobody said otherwise.
    Write,
    /// Sends messages: never to be done twice.
    Send,
}
