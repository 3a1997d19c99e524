//! Which members and types of two models are the same one: an old version of a service and a new one, or a spec and a document.

use std::collections::{HashMap, VecDeque};
use std::mem::{Discriminant, discriminant};

use super::{Member, NamedType, NamedTypeKind, Namespace, Operation, Place, Service, Type};

/// What tells the parts of one message or structure apart.
#[derive(PartialEq, Eq, Hash)]
enum Key<'a> {
    Named { is_attribute: bool, namespace: Option<&'a Namespace>, name: &'a str },
    Unnamed(Discriminant<Place>),
}

fn exactly(member: &Member) -> Key<'_> {
    match member.place {
        Place::Element | Place::Attribute => Key::Named {
            is_attribute: member.place == Place::Attribute,
            namespace: Some(&member.namespace),
            name: &member.name,
        },
        _ => Key::Unnamed(discriminant(&member.place)),
    }
}

/// An element that became an attribute, or is of another namespace, is still the same to people.
fn by_name(member: &Member) -> Key<'_> {
    match exactly(member) {
        Key::Named { name, .. } => Key::Named { is_attribute: false, namespace: None, name },
        unnamed @ Key::Unnamed(_) => unnamed,
    }
}

/// For each new member the number of the old one that it is.
pub fn matched(old: &[Member], new: &[Member]) -> Vec<Option<usize>> {
    let mut found = vec![None; new.len()];
    let mut is_taken = vec![false; old.len()];
    for key in [exactly as fn(&Member) -> Key<'_>, by_name] {
        let mut places: HashMap<Key<'_>, VecDeque<usize>> = HashMap::new();
        for (number, member) in old.iter().enumerate().filter(|(number, _)| is_taken.get(*number) == Some(&false)) {
            places.entry(key(member)).or_default().push_back(number);
        }
        for (slot, member) in found.iter_mut().zip(new).filter(|(slot, _)| slot.is_none()) {
            *slot = places.get_mut(&key(member)).and_then(VecDeque::pop_front);
            if let Some(taken) = slot.and_then(|number| is_taken.get_mut(number)) {
                *taken = true;
            }
        }
    }
    found
}

/// Which type of the spec each of the document is.
#[derive(Debug)]
pub struct Matches<'a> {
    old: &'a Service,
    new: &'a Service,
    /// For each type of the document the number of the one in the spec that it is.
    pub found: Vec<Option<usize>>,
    is_taken: Vec<bool>,
    /// Pairs whose members have not been looked at.
    waiting: Vec<(usize, usize)>,
}

impl<'a> Matches<'a> {
    pub fn new(old: &'a Service, new: &'a Service) -> Self {
        let mut matches = Self {
            old,
            new,
            found: vec![None; new.types.len()],
            is_taken: vec![false; old.types.len()],
            waiting: Vec::new(),
        };
        let name = |named: &'a NamedType| (!named.anonymous).then_some((&named.namespace, named.name.as_str()));
        let known: HashMap<_, usize> =
            old.types.iter().enumerate().filter_map(|(number, named)| Some((name(named)?, number))).collect();
        for (number, named) in new.types.iter().enumerate() {
            if let Some(old) = name(named).and_then(|name| known.get(&name)) {
                matches.take(*old, number);
            }
        }
        // What has no name is what stands in the same place.
        let operations: HashMap<&str, &Operation> =
            old.operations.iter().map(|operation| (operation.name.as_str(), operation)).collect();
        for operation in &new.operations {
            if let Some(old) = operations.get(operation.name.as_str()) {
                matches.of_operation(old, operation);
            }
        }
        while let Some((one, two)) = matches.waiting.pop() {
            let members = |types: &'a [NamedType], number: usize| match types.get(number).map(|named| &named.kind) {
                Some(NamedTypeKind::Structure(structure)) => structure.members.as_slice(),
                _ => &[],
            };
            matches.of_members(members(&old.types, one), members(&new.types, two));
        }
        matches
    }

    fn take(&mut self, old: usize, new: usize) {
        if let (Some(slot @ None), Some(taken @ false)) = (self.found.get_mut(new), self.is_taken.get_mut(old)) {
            (*slot, *taken) = (Some(old), true);
            self.waiting.push((old, new));
        }
    }

    fn of_operation(&mut self, old: &Operation, new: &Operation) {
        let all = |service: &Service, operation: &Operation| -> Vec<Member> {
            service.common.iter().chain(&operation.parameters).cloned().collect()
        };
        self.of_members(&all(self.old, old), &all(self.new, new));
        self.of_members(&old.messages.request_headers, &new.messages.request_headers);
        self.of_members(&old.messages.response_headers, &new.messages.response_headers);
        self.of_members(&old.outputs, &new.outputs);
        let result = |operation: &Operation| {
            operation.result.kind.typed().or_else(|| operation.outputs.first().map(|output| output.kind.clone()))
        };
        if let (Some(old), Some(new)) = (result(old), result(new)) {
            self.of_type(&old, &new);
        }
    }

    fn of_members(&mut self, old: &[Member], new: &[Member]) {
        for (new, found) in new.iter().zip(matched(old, new)) {
            let Some(old) = found.and_then(|number| old.get(number)) else { continue };
            self.of_type(&old.kind, &new.kind);
            if let (Place::Choice(old), Place::Choice(new)) = (&old.place, &new.place) {
                self.of_members(old, new);
            }
        }
    }

    fn of_type(&mut self, old: &Type, new: &Type) {
        match (old, new) {
            (Type::Named(old), Type::Named(new)) => {
                let is_anonymous =
                    |types: &[NamedType], number: usize| types.get(number).is_some_and(|one| one.anonymous);
                if is_anonymous(&self.old.types, *old) && is_anonymous(&self.new.types, *new) {
                    self.take(*old, *new);
                }
            }
            (Type::Array(old), Type::Array(new)) => {
                self.of_type(&old.item, &new.item);
                self.of_members(&old.alternatives, &new.alternatives);
            }
            (Type::List(old), Type::List(new)) => self.of_type(old, new),
            _ => {}
        }
    }
}
