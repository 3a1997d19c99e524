//! What a service has and generated Rust has no types for yet. Calls by descriptor have: they need no types.

use std::collections::BTreeSet;
use std::fmt;

use crate::diagnostic::quoted;
use crate::model::{
    ArrayType, Enumeration, Member, Messages, NamedType, NamedTypeKind, Namespace, Operation, Place, Presence,
    ResultKind, Service, Structure, Type, XmlKind, kinds,
};

/// An operation, or a type that no operation needs, of which no Rust can be generated yet.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Untyped {
    /// What it is.
    pub item: UntypedItem,
    /// Why, in words that go on after its name: `has the parameter …, which …`.
    pub reason: String,
}

/// What no Rust can be generated of yet.
#[non_exhaustive]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UntypedItem {
    /// The operation of that index.
    Operation(usize),
    /// The type of that index.
    Type(usize),
}

/// A service of which no Rust can be generated yet. `Display` says of each operation why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotTyped {
    lines: Vec<String>,
}

impl NotTyped {
    /// An error, if there is anything that is not typed.
    pub(super) fn check(service: &Service) -> Result<(), Self> {
        let untyped = untyped(service);
        if untyped.is_empty() {
            return Ok(());
        }
        let line = |one: &Untyped| match one.item {
            UntypedItem::Operation(index) => {
                let name = service.operations.get(index).map_or("", |operation| &operation.name);
                format!("the operation {} {}", quoted(name), one.reason)
            }
            UntypedItem::Type(index) => {
                let name = service.types.get(index).map_or("", |named| &named.name);
                format!("the type {} {}", quoted(name), one.reason)
            }
        };
        Err(Self { lines: untyped.iter().map(line).collect() })
    }
}

impl fmt::Display for NotTyped {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(
            "generated Rust has no types yet for all of the service; call it by descriptor, which needs none",
        )?;
        self.lines.iter().try_for_each(|line| write!(formatter, "\n  {line}"))
    }
}

impl std::error::Error for NotTyped {}

/// What keeps Rust from being generated: each operation that cannot be typed, and each type that cannot and that none of them needs.
#[must_use]
pub fn untyped(service: &Service) -> Vec<Untyped> {
    let types = Types::new(service);
    let mut found = Vec::new();
    let mut told: BTreeSet<usize> = BTreeSet::new();
    for (index, operation) in service.operations.iter().enumerate() {
        if let Some(reason) = types.operation(operation, &mut told) {
            found.push(Untyped { item: UntypedItem::Operation(index), reason });
        }
    }
    for (index, reason) in types.reasons.iter().enumerate().filter(|(index, _)| !told.contains(index)) {
        if let Some(reason) = reason {
            found.push(Untyped { item: UntypedItem::Type(index), reason: (*reason).to_owned() });
        }
    }
    found
}

/// The types of a service, and what keeps each from being typed by itself.
struct Types<'a> {
    service: &'a Service,
    reasons: Vec<Option<&'static str>>,
}

impl<'a> Types<'a> {
    fn new(service: &'a Service) -> Self {
        let mut types = Self { service, reasons: Vec::new() };
        types.reasons = service.types.iter().map(|named| types.named(named)).collect();
        for (index, reason) in types.reasons.iter_mut().enumerate() {
            if reason.is_none() && holds_itself(service, index) {
                *reason = Some("can contain itself");
            }
        }
        types
    }

    fn named(&self, named: &NamedType) -> Option<&'static str> {
        match &named.kind {
            NamedTypeKind::DataSet(_) => None,
            _ if named.namespace != Namespace::Service => Some("is of another namespace"),
            _ if named.anonymous => Some("has no name on the wire"),
            NamedTypeKind::Enumeration(Enumeration { flags: true, .. }) => Some("is a set of flags"),
            NamedTypeKind::Enumeration(_) => None,
            NamedTypeKind::Structure(Structure { base: Some(_), .. }) => Some("is derived from another"),
            NamedTypeKind::Structure(Structure { is_abstract: true, .. }) => Some("is abstract"),
            NamedTypeKind::Structure(structure) => structure.members.iter().find_map(|member| self.member(member)),
        }
    }

    /// What keeps a parameter or member from being typed, types that are named apart.
    fn member(&self, member: &Member) -> Option<&'static str> {
        let is_value = self.is_value(&member.kind);
        match (&member.place, member.presence) {
            (Place::Attribute, _) => return Some("has attributes"),
            (Place::Text | Place::Mixed, _) => return Some("has a text of its own"),
            (Place::Choice(_), _) => return Some("has a choice of elements"),
            (Place::AnyElements | Place::AnyAttributes, _) => return Some("takes what nobody declared"),
            (Place::Element, _) if member.repeated => return Some("has an element that is repeated"),
            (Place::Element, _) if member.namespace != Namespace::Service => {
                return Some("has an element of another namespace");
            }
            (Place::Element, _) if member.default.is_some() => return Some("has an element with a default"),
            (Place::Element, _) if member.part.is_some() => return Some("has a part with a name of its own"),
            (Place::Element, Presence::Optional) if is_value => {
                return Some("has a value that can be left out, though it is of a value type");
            }
            (Place::Element, Presence::Nullable) if !is_value => {
                return Some("has a string, structure or array that may be null");
            }
            (Place::Element, Presence::OptionalNullable) => {
                return Some("has a value that may be absent and may be null");
            }
            (Place::Element, _) => {}
        }
        of_kind(&member.kind)
    }

    fn is_value(&self, kind: &Type) -> bool {
        kind.kind(kinds(&self.service.types)).is_value()
    }

    /// What keeps an operation from being typed. `told` gets the types that it needs.
    fn operation(&self, operation: &Operation, told: &mut BTreeSet<usize>) -> Option<String> {
        let mut needed = Vec::new();
        let parameters = self.service.common.iter().chain(&operation.parameters);
        let headers = operation.messages.request_headers.iter().chain(&operation.messages.response_headers);
        for member in parameters.clone().chain(&operation.outputs).chain(headers) {
            used_by_member(member, &mut needed);
        }
        if let ResultKind::Typed(kind) = &operation.result.kind {
            used(kind, &mut needed);
        }
        let reached = self.reached(needed);
        told.extend(&reached);
        let of_itself = self.messages(operation).map(str::to_owned);
        let of_parameters =
            || parameters.clone().find_map(|one| Some(format!("{}: `{}`", self.member(one)?, one.name)));
        let of_result = || match &operation.result.kind {
            ResultKind::Typed(kind) => of_kind(kind).map(|reason| format!("{reason}: its result")),
            _ => None,
        };
        let of_types = || {
            let mut untyped = reached.iter().filter_map(|index| Some((*index, (*self.reasons.get(*index)?)?)));
            let (index, reason) = untyped.next()?;
            let name = self.service.types.get(index).map_or("", |named| &named.name);
            Some(format!("needs the type `{name}`, which {reason}"))
        };
        of_itself.or_else(of_parameters).or_else(of_result).or_else(of_types)
    }

    fn messages(&self, operation: &Operation) -> Option<&'static str> {
        let Messages { request_headers, response_headers, one_way, .. } = &operation.messages;
        let elsewhere =
            |index: &usize| self.service.ports.get(*index).is_some_and(|port| port.path != self.service.path);
        if operation.result.kind == ResultKind::Message {
            Some("has outputs that are more than a result")
        } else if !request_headers.is_empty() || !response_headers.is_empty() {
            Some("has SOAP headers")
        } else if *one_way {
            Some("has no response")
        } else if operation.messages != Messages::default() {
            Some("has messages whose names or style are its own")
        } else if operation.ports.iter().any(elsewhere) {
            Some("has an address of its own")
        } else {
            None
        }
    }

    /// The types that some need, themselves included.
    fn reached(&self, mut needed: Vec<usize>) -> BTreeSet<usize> {
        let mut reached = BTreeSet::new();
        while let Some(index) = needed.pop() {
            if reached.insert(index)
                && let Some(NamedTypeKind::Structure(structure)) =
                    self.service.types.get(index).map(|named| &named.kind)
            {
                needed.extend(structure.base);
                for member in &structure.members {
                    used_by_member(member, &mut needed);
                }
            }
        }
        reached
    }
}

/// What keeps a type from being typed, types that are named apart.
fn of_kind(kind: &Type) -> Option<&'static str> {
    match kind {
        Type::Scalar(_) | Type::Named(_) => None,
        Type::List(_) => Some("has a list of values in one text"),
        Type::Any => Some("has a value of any type"),
        Type::Xml(XmlKind::DataSet | XmlKind::DataTable) => None,
        Type::Xml(_) => Some("has XML as a value"),
        Type::Array(array) => match array.as_ref() {
            ArrayType { item: Type::Array(_), .. } => Some("has an array of arrays"),
            array if !array.alternatives.is_empty() => Some("has an array of alternatives"),
            array if array.name.is_some() || array.namespace != Namespace::Service => {
                Some("has an array with a name of its own")
            }
            array if array.item_namespace != Namespace::Service => Some("has an array of another namespace"),
            array => of_kind(&array.item),
        },
    }
}

/// Whether a structure can contain itself other than through an array, for which a Rust type would have no size.
fn holds_itself(service: &Service, index: usize) -> bool {
    let holds = |index: usize| -> Vec<usize> {
        let Some(NamedTypeKind::Structure(structure)) = service.types.get(index).map(|named| &named.kind) else {
            return Vec::new();
        };
        let one = |member: &Member| match member.kind {
            Type::Named(index) if !member.repeated => Some(index),
            _ => None,
        };
        structure.members.iter().filter_map(one).collect()
    };
    let (mut waiting, mut seen) = (holds(index), BTreeSet::new());
    while let Some(held) = waiting.pop() {
        if held == index {
            return true;
        }
        if seen.insert(held) {
            waiting.extend(holds(held));
        }
    }
    false
}

fn used_by_member(member: &Member, needed: &mut Vec<usize>) {
    used(&member.kind, needed);
    if let Place::Choice(alternatives) = &member.place {
        for alternative in alternatives {
            used_by_member(alternative, needed);
        }
    }
}

fn used(kind: &Type, needed: &mut Vec<usize>) {
    match kind {
        Type::Named(index) => needed.push(*index),
        Type::Array(array) => {
            used(&array.item, needed);
            for alternative in &array.alternatives {
                used_by_member(alternative, needed);
            }
        }
        Type::List(item) => used(item, needed),
        Type::Scalar(_) | Type::Any | Type::Xml(_) => {}
    }
}
