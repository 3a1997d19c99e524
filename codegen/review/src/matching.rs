//! Pairs the items of two models.
//!
//! [`types()`] and [`members()`] pair items that are certainly the same: they have the same name on the wire or, without a name, the same place.
//! Operations are the same if their names are. An update of a spec uses only these pairs. A comparison also guesses renamed items, with further
//! keys of a [`Matcher`].

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::mem::{Discriminant, discriminant};

use asmx_codegen::model::{Member, NamedType, Namespace, Operation, Place, Service, Type};

/// Pairs of items of an old and a new list.
#[derive(Debug, Clone)]
pub struct Matching {
    /// The old number of each new item.
    pub old_of: Vec<Option<usize>>,
    /// The new number of each old item.
    pub new_of: Vec<Option<usize>>,
}

/// An item of the old list, of the new list or of both, with its numbers.
#[derive(Debug, PartialEq, Eq)]
pub enum Paired<'a, T> {
    Old(usize, &'a T),
    New(usize, &'a T),
    Both((usize, &'a T), (usize, &'a T)),
}

impl<'a, T> Paired<'a, T> {
    pub const fn versions(&self) -> (Option<&'a T>, Option<&'a T>) {
        match *self {
            Self::Old(_, old) => (Some(old), None),
            Self::New(_, new) => (None, Some(new)),
            Self::Both((_, old), (_, new)) => (Some(old), Some(new)),
        }
    }
}

impl Matching {
    pub fn new(old: usize, new: usize) -> Self {
        Self { old_of: vec![None; new], new_of: vec![None; old] }
    }

    pub fn new_number(&self, old: usize) -> Option<usize> {
        self.new_of.get(old).copied().flatten()
    }

    pub fn old_number(&self, new: usize) -> Option<usize> {
        self.old_of.get(new).copied().flatten()
    }

    /// Pairs two items unless one of them has a partner. Returns whether it did.
    pub fn pair(&mut self, old: usize, new: usize) -> bool {
        match (self.new_of.get_mut(old), self.old_of.get_mut(new)) {
            (Some(new_slot @ None), Some(old_slot @ None)) => {
                (*new_slot, *old_slot) = (Some(new), Some(old));
                true
            }
            _ => false,
        }
    }

    /// Numbers of old items without a partner.
    pub fn removed(&self) -> Vec<usize> {
        unmatched(&self.new_of)
    }

    /// Numbers of new items without a partner.
    pub fn added(&self) -> Vec<usize> {
        unmatched(&self.old_of)
    }

    /// Whether every item has a partner.
    pub fn is_complete(&self) -> bool {
        self.old_of.iter().chain(&self.new_of).all(Option::is_some)
    }

    /// The pairs, in the order of the old list.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        self.new_of.iter().enumerate().filter_map(|(old, new)| Some((old, (*new)?)))
    }

    /// All items of the lists in the order of the new one. Removed items keep their old place.
    pub fn walk<'a, T>(&self, old: &'a [T], new: &'a [T]) -> Vec<Paired<'a, T>> {
        let mut trailing: HashMap<Option<usize>, Vec<usize>> = HashMap::new();
        let mut last = None;
        for (old, new) in self.new_of.iter().enumerate() {
            match new {
                Some(new) => last = Some(*new),
                None => trailing.entry(last).or_default().push(old),
            }
        }
        let removed = |preceding: Option<usize>| {
            let numbers = trailing.get(&preceding).into_iter().flatten();
            numbers.filter_map(|number| Some(Paired::Old(*number, old.get(*number)?)))
        };
        let of_new = new.iter().enumerate().flat_map(|(number, item)| {
            let partner = self.old_number(number).and_then(|number| Some((number, old.get(number)?)));
            let item = partner.map_or(Paired::New(number, item), |old| Paired::Both(old, (number, item)));
            std::iter::once(item).chain(removed(Some(number)))
        });
        removed(None).chain(of_new).collect()
    }

    /// Whether the pairs have another order in the new list.
    pub fn is_reordered(&self) -> bool {
        !self.old_of.iter().flatten().is_sorted()
    }

    /// Pairs remaining items whose key is unique in both lists.
    pub fn by_key<K: Hash + Eq>(&mut self, old: impl Fn(usize) -> Option<K>, new: impl Fn(usize) -> Option<K>) {
        let keyed = |numbers: Vec<usize>, key: &dyn Fn(usize) -> Option<K>| {
            let mut found: HashMap<K, Option<usize>> = HashMap::new();
            for number in numbers {
                if let Some(key) = key(number) {
                    found.entry(key).and_modify(|known| *known = None).or_insert(Some(number));
                }
            }
            found
        };
        let olds = keyed(self.removed(), &old);
        let pairs = keyed(self.added(), &new).into_iter();
        for (old, new) in pairs.filter_map(|(key, new)| Some((olds.get(&key).copied().flatten()?, new?))) {
            self.pair(old, new);
        }
    }
}

fn unmatched(found: &[Option<usize>]) -> Vec<usize> {
    found.iter().enumerate().filter(|(_, found)| found.is_none()).map(|(number, _)| number).collect()
}

/// Pairs the items of two lists by several keys, the most certain first.
#[derive(Debug)]
#[must_use]
pub struct Matcher<'a, T> {
    old: &'a [T],
    new: &'a [T],
    pub found: Matching,
}

impl<'a, T> Matcher<'a, T> {
    pub fn new(old: &'a [T], new: &'a [T]) -> Self {
        Self { old, new, found: Matching::new(old.len(), new.len()) }
    }

    /// Pairs remaining items whose key is unique in both lists.
    pub fn by<K: Hash + Eq>(mut self, key: impl Fn(&'a T) -> Option<K>) -> Self {
        let Self { old, new, found } = &mut self;
        found.by_key(|number| key(old.get(number)?), |number| key(new.get(number)?));
        self
    }

    /// Adds known pairs.
    pub fn with(mut self, pairs: impl IntoIterator<Item = (usize, usize)>) -> Self {
        for (old, new) in pairs {
            self.found.pair(old, new);
        }
        self
    }

    /// Pairs remaining items that have the same place between two pairs, if `may_be` allows it.
    pub fn by_position(mut self, may_be: impl Fn(&T, &T) -> bool) -> Self {
        // The new number of the preceding pair, and the distance from it.
        let gaps = |lists: &[Option<usize>], number_of: &dyn Fn(usize, Option<usize>) -> Option<usize>| {
            let (mut previous, mut offset) = (None, 0_usize);
            let mut gaps = Vec::new();
            for (number, other) in lists.iter().enumerate() {
                if other.is_some() {
                    (previous, offset) = (number_of(number, *other), 0);
                } else {
                    gaps.push(((previous, offset), number));
                    offset += 1;
                }
            }
            gaps
        };
        let olds: HashMap<_, usize> = gaps(&self.found.new_of, &|_, new| new).into_iter().collect();
        for (gap, new) in gaps(&self.found.old_of, &|new, _| Some(new)) {
            let Some(old) = olds.get(&gap).copied() else { continue };
            if self.old.get(old).zip(self.new.get(new)).is_some_and(|(old_item, new_item)| may_be(old_item, new_item)) {
                self.found.pair(old, new);
            }
        }
        self
    }
}

/// Distinguishes the members of one message or structure.
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

/// An element that became an attribute, or moved to another namespace, is still the same member.
fn by_name(member: &Member) -> Key<'_> {
    match exactly(member) {
        Key::Named { name, .. } => Key::Named { is_attribute: false, namespace: None, name },
        unnamed @ Key::Unnamed(_) => unnamed,
    }
}

/// Pairs the members of a message or structure. Members with equal names are paired in their order.
pub fn members(old: &[Member], new: &[Member]) -> Matching {
    let mut found = Matching::new(old.len(), new.len());
    for key in [exactly as fn(&Member) -> Key<'_>, by_name] {
        let mut numbers: HashMap<Key<'_>, VecDeque<usize>> = HashMap::new();
        for (number, member) in old.iter().enumerate().filter(|(number, _)| found.new_number(*number).is_none()) {
            numbers.entry(key(member)).or_default().push_back(number);
        }
        for (number, member) in new.iter().enumerate() {
            if found.old_number(number).is_none()
                && let Some(old) = numbers.get_mut(&key(member)).and_then(VecDeque::pop_front)
            {
                found.pair(old, number);
            }
        }
    }
    found
}

/// Pairs types by name; types without a name on the wire by the operations and members that have them.
pub fn types(old: &Service, new: &Service) -> Matching {
    let mut types = Types { old, new, found: Matching::new(old.types.len(), new.types.len()), waiting: Vec::new() };
    let known: HashMap<_, usize> =
        old.types.iter().enumerate().filter_map(|(number, named)| Some((wire_name(named)?, number))).collect();
    for (number, named) in new.types.iter().enumerate() {
        if let Some(old) = wire_name(named).and_then(|name| known.get(&name)) {
            types.take(*old, number);
        }
    }
    let operations: HashMap<&str, &Operation> =
        old.operations.iter().map(|operation| (operation.name.as_str(), operation)).collect();
    for operation in &new.operations {
        if let Some(old) = operations.get(operation.name.as_str()) {
            types.of_operation(old, operation);
        }
    }
    while let Some((old_index, new_index)) = types.waiting.pop() {
        let structures = old
            .types
            .get(old_index)
            .and_then(NamedType::structure)
            .zip(new.types.get(new_index).and_then(NamedType::structure));
        if let Some((old_structure, new_structure)) = structures {
            types.of_members(&old_structure.members, &new_structure.members);
        }
    }
    types.found
}

fn wire_name(named: &NamedType) -> Option<(&Namespace, &str)> {
    (!named.anonymous).then_some((&named.namespace, named.name.as_str()))
}

struct Types<'a> {
    old: &'a Service,
    new: &'a Service,
    found: Matching,
    /// Pairs whose members are still to be compared.
    waiting: Vec<(usize, usize)>,
}

impl Types<'_> {
    fn take(&mut self, old: usize, new: usize) {
        if self.found.pair(old, new) {
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
        if let (Some(old), Some(new)) = (old.outputs.first(), new.outputs.first()) {
            self.of_type(&old.kind, &new.kind);
        }
    }

    fn of_members(&mut self, old: &[Member], new: &[Member]) {
        for (old, new) in
            members(old, new).pairs().filter_map(|(old_index, new_index)| old.get(old_index).zip(new.get(new_index)))
        {
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
                    |service: &Service, number: usize| service.types.get(number).is_some_and(|named| named.anonymous);
                if is_anonymous(self.old, *old) && is_anonymous(self.new, *new) {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn matched(old: &str, new: &str, by_position: bool) -> Matching {
        let (old, new): (Vec<char>, Vec<char>) = (old.chars().collect(), new.chars().collect());
        let matcher = Matcher::new(&old, &new).by(|letter| Some(*letter));
        if by_position { matcher.by_position(|_, _| true).found } else { matcher.found }
    }

    #[test]
    fn removed_items_keep_their_place() {
        use Paired::{Both, New, Old};
        let items = matched("abcd", "dbx", false).walk(&['a', 'b', 'c', 'd'], &['d', 'b', 'x']);
        let both = |old, new, letter| Both((old, letter), (new, letter));
        assert_eq!(items, [Old(0, &'a'), both(3, 0, &'d'), both(1, 1, &'b'), Old(2, &'c'), New(2, &'x')]);
    }

    #[test]
    fn items_in_the_same_place_are_paired() {
        assert_eq!(matched("abc", "axc", true).old_of, [Some(0), Some(1), Some(2)]);
        assert_eq!(matched("abc", "acx", true).old_of, [Some(0), Some(2), None]);
    }

    #[test]
    fn an_ambiguous_key_pairs_nothing() {
        assert_eq!(matched("aab", "ab", false).old_of, [None, Some(2)]);
    }

    #[test]
    fn another_order_is_noticed() {
        assert!(matched("abc", "acb", false).is_reordered());
        assert!(!matched("abc", "xac", false).is_reordered());
    }
}
