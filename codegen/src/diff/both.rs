//! Two versions with what is known of them together: which types and operations are the same, what Rust they become, over what values travel.

use std::collections::{HashMap, HashSet};

use super::alignment::Alignment;
use super::draft::{Draft, Spot};
use super::outcome::{Outcome, Read, Set};
use super::places::{Places, operation_path, type_paths};
use super::reading::{Carrier, Reader, Reading, Types};
use super::types::structure;
use super::usage::{Travels, Usage, arrays_of, each_array};
use super::{Change, Options, renames};
use crate::emit::Signatures;
use crate::model::{ArrayType, Member, NamedType, Operation, ResultKind, Service};
use crate::update::numbers;
use crate::update::types::renumbered;

/// Models of both versions in which types have common numbers, and what their Rust is called.
pub(super) struct Models {
    /// The old model with the common numbers; its list of types is in its own order.
    old: Service,
    /// The old model with its own numbers, whose types and operations are called in Rust as the new ones: what then differs in Rust is not
    /// only a name.
    named: Service,
    types: Alignment,
    operations: Alignment,
}

impl Models {
    pub(super) fn new(old: &Service, new: &Service) -> Self {
        let types = renames::types(old, new);
        let number = |number: usize| types.new_of.get(number).copied().flatten().unwrap_or(new.types.len() + number);
        let joint = renumbered(old, &number);
        let operations = renames::operations(&joint, new);
        let mut named = old.clone();
        named.names.clone_from(&new.names);
        for (named, found) in named.types.iter_mut().zip(&types.new_of) {
            if let Some(new) = found.and_then(|found| new.types.get(found)) {
                named.rust_name.clone_from(&new.rust_name);
            }
        }
        for (named, found) in named.operations.iter_mut().zip(&operations.new_of) {
            if let Some(new) = found.and_then(|found| new.operations.get(found)) {
                let output = named.names.output.as_ref().and(new.names.output.as_ref()).or(named.names.output.as_ref());
                let output = output.cloned();
                named.names.clone_from(&new.names);
                named.names.output = output;
            }
        }
        Self { old: joint, named, types, operations }
    }
}

/// Two versions.
pub(super) struct Both<'a> {
    pub(super) old: &'a Service,
    pub(super) new: &'a Service,
    /// The old version for what its Rust is.
    pub(super) named: &'a Service,
    pub(super) types: &'a Alignment,
    pub(super) operations: &'a Alignment,
    pub(super) areas: Alignment,
    pub(super) ports: Alignment,
    pub(super) old_types: Types<'a>,
    pub(super) new_types: Types<'a>,
    pub(super) old_rust: Signatures<'a>,
    pub(super) new_rust: Signatures<'a>,
    /// Where types stand, by their own numbers.
    pub(super) old_type_paths: Vec<String>,
    pub(super) new_type_paths: Vec<String>,
    pub(super) options: Options,
    places: (&'a Places, &'a Places),
}

impl<'a> Both<'a> {
    pub(super) fn new(
        models: &'a Models,
        new: &'a Service,
        places: (&'a Places, &'a Places),
        options: Options,
    ) -> Self {
        let Models { old, named, types, operations } = models;
        let total = new.types.len() + old.types.len();
        let mut old_types: Types<'a> = vec![None; total];
        for (number, named) in old.types.iter().enumerate() {
            let joint = types.new_of.get(number).copied().flatten().unwrap_or(new.types.len() + number);
            if let Some(slot) = old_types.get_mut(joint) {
                *slot = Some(named);
            }
        }
        let mut new_types: Types<'a> = new.types.iter().map(Some).collect();
        new_types.resize(total, None);
        Self {
            areas: renames::areas(old, new, operations),
            ports: renames::ports(old, new),
            old_type_paths: type_paths(old),
            new_type_paths: type_paths(new),
            old_rust: Signatures::new(named),
            new_rust: Signatures::new(new),
            old,
            new,
            named,
            types,
            operations,
            old_types,
            new_types,
            options,
            places,
        }
    }

    /// Whether something that no spec names is called otherwise in Rust, though it is the same: another one has its name now.
    pub(super) fn has_other_names(&self) -> bool {
        let news: HashMap<&ArrayType, &str> = self.new_rust.items().collect();
        let is_renamed = |(array, name): (&ArrayType, &str)| {
            let mut array = array.clone();
            numbers::of_array(&mut array, &|number| self.common_number(number));
            news.get(&array).is_some_and(|new| *new != name)
        };
        // What is in headers only is in no type of a field.
        let mut in_fields: HashSet<ArrayType> = HashSet::new();
        let mut note = |array: &ArrayType| drop(in_fields.insert(array.clone()));
        for operation in &self.named.operations {
            operation.parameters.iter().chain(&operation.outputs).for_each(|member| each_array(member, &mut note));
            if let ResultKind::Typed(kind) = &operation.result.kind {
                arrays_of(kind, &mut note);
            }
        }
        for structure in self.named.types.iter().filter_map(structure) {
            structure.members.iter().for_each(|member| each_array(member, &mut note));
        }
        let (usage, _) = self.usages();
        let mut pairs = self.types.new_of.iter().enumerate().filter_map(|(old, new)| Some((old, (*new)?)));
        self.old_rust.items().filter(|(array, _)| in_fields.contains(*array)).any(is_renamed)
            || pairs.any(|(_, new)| self.is_declared_otherwise(new, &usage))
    }

    /// Whether the Rust type that stands where a type is declared is another one; `usage` is that of the old version.
    pub(super) fn is_declared_otherwise(&self, number: usize, usage: &Usage<'_>) -> bool {
        let old = self.types.old_of.get(number).copied().flatten().filter(|_| usage.is_named(number));
        old.is_some_and(|old| self.old_rust.declared(old) != self.new_rust.declared(number))
    }

    /// The number that a type of the old version has in common.
    pub(super) fn common_number(&self, old: usize) -> usize {
        self.types.new_of.get(old).copied().flatten().unwrap_or(self.new.types.len() + old)
    }

    /// Over what the types travel, of the old version and of the new one, where both versions offer it.
    pub(super) fn usages(&self) -> (Usage<'_>, Usage<'_>) {
        let of_new = |number: usize| {
            let old =
                self.operations.old_of.get(number).copied().flatten().and_then(|old| self.old.operations.get(old));
            self.offered(old, self.new.operations.get(number))
        };
        let of_old = |number: usize| {
            let new =
                self.operations.new_of.get(number).copied().flatten().and_then(|new| self.new.operations.get(new));
            self.offered(self.old.operations.get(number), new)
        };
        (
            Usage::new(&self.old_types, &self.old.common, &self.old.operations, of_old),
            Usage::new(&self.new_types, &self.new.common, &self.new.operations, of_new),
        )
    }

    /// Over which transports both versions offer an operation.
    pub(super) fn offered(&self, old: Option<&Operation>, new: Option<&Operation>) -> Set {
        match (old, new) {
            (Some(old), Some(new)) => Set::of(old.transports).and(Set::of(new.transports)),
            _ => Set::NONE,
        }
    }

    /// Over which transports some operation is offered by both.
    pub(super) fn offered_by_any(&self) -> Set {
        let pairs = self.operations.new_of.iter().enumerate();
        pairs.fold(Set::NONE, |all, (old, new)| {
            let new = new.and_then(|new| self.new.operations.get(new));
            all.or(self.offered(self.old.operations.get(old), new))
        })
    }

    pub(super) fn old_type(&self, number: usize) -> Option<&'a NamedType> {
        self.old_types.get(number).copied().flatten()
    }

    pub(super) fn new_type(&self, number: usize) -> Option<&'a NamedType> {
        self.new_types.get(number).copied().flatten()
    }

    /// Where an operation of the old version stands, and where the new one does.
    pub(super) fn operation_spot(&self, old: Option<&Operation>, new: Option<&Operation>) -> Spot {
        let path = |operation: &Operation| operation_path(&operation.name);
        Spot { operation: new.or(old).map(|operation| operation.name.clone()), old: old.map(path), new: new.map(path) }
    }

    /// The change, with its places.
    pub(super) fn finish(&self, draft: Draft) -> Change {
        draft.finish(|spot| {
            let (old, new) = self.places;
            (spot.old.as_deref().and_then(|path| old.find(path)), spot.new.as_deref().and_then(|path| new.find(path)))
        })
    }

    /// One version writes and the other reads; `is_old_client` tells whether the client is one of the old version.
    pub(super) fn reading(&self, by: Reader, is_old_client: bool, carrier: Carrier, is_strict: bool) -> Reading<'_> {
        let writes_old = is_old_client == (by == Reader::Service);
        let (writer, reader) =
            if writes_old { (&self.old_types, &self.new_types) } else { (&self.new_types, &self.old_types) };
        Reading { writer, reader, carrier, by, is_strict }
    }

    /// What clients of either version meet with a member, which travels as `road` says. `old` and `new` are as the versions have it.
    pub(super) fn met(&self, road: &Road, old: Option<&Member>, new: Option<&Member>) -> (Outcome, Outcome) {
        (self.met_by(true, road, old, new), self.met_by(false, road, new, old))
    }

    /// The same for one client: `own` is the member as its version has it, `others` as the service's.
    fn met_by(&self, is_old: bool, road: &Road, own: Option<&Member>, others: Option<&Member>) -> Outcome {
        let mut outcome = Outcome::default();
        for (over, carrier) in [(Set::SOAP, Carrier::Xml), (Set::HTTP, road.of_requests)] {
            let over = road.travels.requests.and(over);
            let reading = self.reading(Reader::Service, is_old, carrier, false);
            outcome.add(sent(&reading, road, own, others), over);
        }
        for (over, carrier) in [(Set::SOAP, Carrier::Xml), (Set::HTTP, road.of_responses)] {
            let over = road.travels.responses.and(over);
            let is_strict = if is_old { road.is_strict.0 } else { road.is_strict.1 };
            let reading = self.reading(Reader::Client, is_old, carrier, is_strict);
            let read = match (others, own) {
                (Some(written), Some(read)) => reading.member(written, read),
                // What was there before is missed; what is new and may be absent is not.
                (None, Some(read)) if is_old || read.presence == crate::model::Presence::Required => reading.lost(read),
                _ => Read::Same,
            };
            outcome.add(read, over);
        }
        outcome
    }
}

/// How a service reads a member of a request.
fn sent(reading: &Reading<'_>, road: &Road, written: Option<&Member>, read: Option<&Member>) -> Read {
    match (written, read) {
        (Some(written), Some(read)) => reading.member(written, read),
        (None, Some(read)) => {
            let is_due = reading.carrier == Carrier::Form
                || road.is_due
                || !road.may_lack && read.presence == crate::model::Presence::Required;
            if is_due { reading.lost(read) } else { Read::Same }
        }
        (_, None) => Read::Same,
    }
}

/// How a member travels.
#[derive(Debug, Clone, Copy)]
pub(super) struct Road {
    pub(super) travels: Travels,
    /// What carries it over GET and POST in requests.
    pub(super) of_requests: Carrier,
    /// What carries it over GET and POST in responses.
    pub(super) of_responses: Carrier,
    /// Whether the clients of either version refuse a response that lacks it.
    pub(super) is_strict: (bool, bool),
    /// Whether every request has it, whatever its presence says.
    pub(super) is_due: bool,
    /// Whether a request may lack it, whatever its presence says.
    pub(super) may_lack: bool,
}

impl Road {
    /// A member of a structure.
    pub(super) const fn inside(travels: Travels) -> Self {
        Self {
            travels,
            of_requests: Carrier::Xml,
            of_responses: Carrier::Xml,
            is_strict: (false, false),
            is_due: false,
            may_lack: false,
        }
    }

    /// A parameter of an operation that is offered so.
    pub(super) const fn parameter(offered: Set) -> Self {
        let travels = Travels { requests: offered, responses: Set::NONE };
        Self { of_requests: Carrier::Form, ..Self::inside(travels) }
    }

    /// An output of an operation that is offered so.
    pub(super) const fn output(offered: Set, is_strict: (bool, bool)) -> Self {
        let travels = Travels { requests: Set::NONE, responses: offered };
        Self { of_responses: Carrier::Root, is_strict, ..Self::inside(travels) }
    }
}
