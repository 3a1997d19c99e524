//! The operations and transports that carry values of each type.

use std::collections::BTreeSet;

use asmx_codegen::model::{ArrayType, Member, NamedType, Operation, Transports, Type, Walk as _};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Travels {
    pub(super) requests: Transports,
    pub(super) responses: Transports,
}

impl Travels {
    const fn or(self, other: Self) -> Self {
        Self { requests: self.requests.or(other.requests), responses: self.responses.or(other.responses) }
    }

    pub(super) const fn and(self, other: Self) -> Self {
        Self { requests: self.requests.and(other.requests), responses: self.responses.and(other.responses) }
    }

    const fn requests(requests: Transports) -> Self {
        Self { requests, responses: Transports::NONE }
    }

    const fn responses(responses: Transports) -> Self {
        Self { responses, requests: Transports::NONE }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Need {
    /// Its values, or values of derived types in their place.
    Value,
    /// Its members, as part of a derived type.
    Base,
}

#[derive(Debug, Clone, Default)]
struct OfType {
    as_value: Travels,
    as_base: Travels,
    /// Arrays whose items have the name of the type.
    items: Travels,
    derived: Vec<usize>,
    /// Structures with a member of this type.
    holders: Vec<usize>,
    /// Operations whose messages contain it directly.
    operations: Vec<usize>,
}

/// The types of a version, by the numbers that both versions share.
pub(super) struct Usage<'a> {
    types: &'a [Option<&'a NamedType>],
    all: Vec<OfType>,
}

impl<'a> Usage<'a> {
    /// `offered` returns the transports over which both versions offer an operation.
    pub(super) fn new(
        types: &'a [Option<&'a NamedType>],
        common: &[Member],
        operations: &[Operation],
        offered: impl Fn(usize) -> Transports,
    ) -> Self {
        let mut usage = Self { types, all: vec![OfType::default(); types.len()] };
        for (index, named) in types.iter().enumerate() {
            let Some(structure) = named.and_then(NamedType::structure) else { continue };
            if let Some(base) = structure.base.and_then(|base| usage.all.get_mut(base)) {
                base.derived.push(index);
            }
            let mut member_types = BTreeSet::new();
            structure.members.each_named(&mut |number| {
                member_types.insert(number);
            });
            for number in member_types {
                if let Some(usage_of_type) = usage.all.get_mut(number) {
                    usage_of_type.holders.push(index);
                }
            }
        }
        for (index, operation) in operations.iter().enumerate() {
            usage.of_operation(common, index, operation, offered(index));
        }
        usage
    }

    fn of_operation(&mut self, common: &[Member], index: usize, operation: &Operation, offered: Transports) {
        let soap = offered.and(Transports::SOAP);
        let messages = &operation.messages;
        let mut waiting = Vec::new();
        let mut members = |members: &mut dyn Iterator<Item = &Member>, travels| {
            members.for_each(|member| member.each_named(&mut |number| waiting.push((number, Need::Value, travels))));
        };
        members(&mut common.iter().chain(&operation.parameters), Travels::requests(offered));
        members(&mut messages.request_headers.iter(), Travels::requests(soap));
        members(&mut operation.outputs.iter().take(1), Travels::responses(offered));
        members(&mut operation.outputs.iter().skip(1).chain(&messages.response_headers), Travels::responses(soap));
        for (number, ..) in &waiting {
            if let Some(known) = self.all.get_mut(*number).filter(|known| known.operations.last() != Some(&index)) {
                known.operations.push(index);
            }
        }
        let mut items = |travels, member: &Member| {
            member.each_array(&mut |array| self.note_items(array, travels));
        };
        common.iter().chain(&operation.parameters).for_each(|parameter| items(Travels::requests(soap), parameter));
        messages.request_headers.iter().for_each(|header| items(Travels::requests(soap), header));
        operation
            .outputs
            .iter()
            .chain(&messages.response_headers)
            .for_each(|part| items(Travels::responses(soap), part));
        self.spread(waiting);
    }

    fn note_items(&mut self, array: &ArrayType, travels: Travels) {
        if let Type::Named(number) = array.item
            && let Some(named) = self.types.get(number).copied().flatten()
            && named.name == array.item_name
            && let Some(known) = self.all.get_mut(number)
        {
            known.items = known.items.or(travels);
        }
    }

    fn spread(&mut self, mut waiting: Vec<(usize, Need, Travels)>) {
        while let Some((number, need, travels)) = waiting.pop() {
            let Some(known) = self.all.get_mut(number) else { continue };
            let slot = if need == Need::Value { &mut known.as_value } else { &mut known.as_base };
            let more = slot.or(travels);
            if more == *slot {
                continue;
            }
            *slot = more;
            if need == Need::Value {
                waiting.extend(known.derived.iter().map(|derived| (*derived, Need::Value, travels)));
            }
            let Some(structure) = self.types.get(number).copied().flatten().and_then(NamedType::structure) else {
                continue;
            };
            waiting.extend(structure.base.map(|base| (base, Need::Base, travels)));
            let soap = Travels { requests: travels.requests.and(Transports::SOAP), ..travels };
            structure.members.each_named(&mut |number| waiting.push((number, Need::Value, soap)));
            structure.members.each_array(&mut |array| self.note_items(array, soap));
        }
    }

    /// The transports of its members.
    pub(super) fn of(&self, number: usize) -> Travels {
        self.all.get(number).map_or_else(Travels::default, |known| known.as_value.or(known.as_base))
    }

    /// The transports of its own values, without those of derived types.
    pub(super) fn of_values(&self, number: usize) -> Travels {
        self.all.get(number).map_or_else(Travels::default, |known| known.as_value)
    }

    /// The transports of arrays whose items have the name of the type.
    pub(super) fn of_items(&self, number: usize) -> Travels {
        self.all.get(number).map_or_else(Travels::default, |known| known.items)
    }

    /// Whether a message or a structure has a member of the type.
    pub(super) fn is_named(&self, number: usize) -> bool {
        self.all.get(number).is_some_and(|known| !(known.operations.is_empty() && known.holders.is_empty()))
    }

    /// Numbers of the operations that use the type, directly or through other types.
    pub(super) fn operations(&self, number: usize) -> BTreeSet<usize> {
        let mut operations = BTreeSet::new();
        let mut visited = BTreeSet::new();
        let mut waiting = vec![(number, true), (number, false)];
        while let Some((number, is_value)) = waiting.pop() {
            let Some(known) = self.all.get(number).filter(|_| visited.insert((number, is_value))) else { continue };
            if is_value {
                operations.extend(&known.operations);
                waiting.extend(known.holders.iter().flat_map(|holder| [(*holder, true), (*holder, false)]));
                let base = self.types.get(number).copied().flatten().and_then(|named| named.structure()?.base);
                waiting.extend(base.map(|base| (base, true)));
            } else {
                waiting.extend(known.derived.iter().flat_map(|derived| [(*derived, true), (*derived, false)]));
            }
        }
        operations
    }
}
