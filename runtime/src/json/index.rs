//! Members and types by the names that objects of JSON give them: an object costs what it has, however many members its type has.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use super::names::{is_key_of, key, type_key};
use super::request_rules::{MemberOf, RequestRules};
use crate::operation::{Member, Namespace, Place, Service, Structure, Type};
use crate::value::Value;
use crate::xml::name::encode_local_name;

/// The names that were looked for while one object is read.
#[derive(Default)]
pub(super) struct Index {
    /// By the address of the members.
    members: RefCell<HashMap<usize, Rc<HashMap<String, usize>>>>,
    /// By the address of the declared structure.
    families: RefCell<HashMap<usize, Rc<HashMap<String, &'static Structure>>>>,
    /// The positions of the members that a request must have, by the address of the members.
    required: RefCell<HashMap<usize, Rc<[usize]>>>,
    types: OnceCell<HashMap<String, Type>>,
    present: Cell<usize>,
    absent: Cell<usize>,
}

/// Fewer members are compared one by one.
const FEW: usize = 8;
/// The bytes of absent members that any object may have.
const BESIDE: usize = 16 * 1024 * 1024;
/// The bytes of absent members for each one that is there.
const PER_PRESENT: usize = 160;

impl Index {
    /// The position of the member that the key belongs to.
    pub(super) fn position(&self, members: &'static [Member], name: &str) -> Option<usize> {
        if members.len() <= FEW {
            return members.iter().position(|member| is_key_of(name, member));
        }
        let mut known = self.members.borrow_mut();
        let by_name = known.entry(members.as_ptr().addr()).or_insert_with(|| Rc::new(by_name(members)));
        by_name.get(name).copied()
    }

    /// The positions of the members of a structure that a request must have.
    pub(super) fn required(&self, rules: &dyn RequestRules, members: &'static [Member]) -> Rc<[usize]> {
        let mut known = self.required.borrow_mut();
        let required = known.entry(members.as_ptr().addr()).or_insert_with(|| {
            let is_required =
                |member: &Member| member.place.has_value() && rules.must_give(MemberOf::Structure, member);
            members.iter().enumerate().filter(|(_, one)| is_required(one)).map(|(position, _)| position).collect()
        });
        Rc::clone(required)
    }

    /// Counts the members of an object and of its value. Absent members before the last one take memory, too.
    pub(super) fn permits(&self, present: usize, values: usize) -> bool {
        self.present.set(self.present.get().saturating_add(present + 1));
        self.absent.set(self.absent.get().saturating_add(values.saturating_sub(present)));
        let absent = self.absent.get().saturating_mul(size_of::<Value<'_>>());
        absent <= self.present.get().saturating_mul(PER_PRESENT).saturating_add(BESIDE)
    }

    /// The structure of that name: the declared one, or one derived from it.
    pub(super) fn of_family(
        &self,
        service: &Service,
        declared: &'static Structure,
        name: &str,
    ) -> Option<&'static Structure> {
        let mut known = self.families.borrow_mut();
        let family = known.entry(std::ptr::from_ref(declared).addr()).or_insert_with(|| {
            let all = std::iter::once(declared).chain(declared.derived().iter().copied());
            Rc::new(by_type_name(service, all.map(|structure| (Type::Structure(structure), structure))))
        });
        family.get(name).copied()
    }

    /// The type of that name.
    pub(super) fn type_named(&self, service: &Service, name: &str) -> Option<Type> {
        let types = self.types.get_or_init(|| by_type_name(service, service.named_types().map(|kind| (kind, kind))));
        types.get(name).copied()
    }
}

fn by_name(members: &'static [Member]) -> HashMap<String, usize> {
    let mut positions = HashMap::with_capacity(members.len());
    for (position, member) in members.iter().enumerate() {
        for_names(member, &mut |name| {
            positions.entry(name).or_insert(position);
        });
    }
    positions
}

/// Calls `each` with all keys that belong to the member.
fn for_names(member: &Member, each: &mut dyn FnMut(String)) {
    match member.place {
        Place::Element => {
            each(member.name.to_owned());
            each(encode_local_name(member.name).into_owned());
        }
        Place::Attribute => {
            each(format!("@{}", member.name));
            each(key(member).into_owned());
        }
        Place::Choice(alternatives) if !member.repeated => {
            for alternative in alternatives {
                for_names(alternative, each);
            }
        }
        _ => each(key(member).into_owned()),
    }
}

/// Values by the names of their types. The service's namespace may be left out. The first of a name counts.
fn by_type_name<T: Copy>(service: &Service, types: impl Iterator<Item = (Type, T)>) -> HashMap<String, T> {
    let mut by_name = HashMap::new();
    for (kind, value) in types {
        by_name.entry(type_key(kind, service)).or_insert(value);
        if kind.namespace() == Namespace::Service {
            by_name.entry(kind.name()).or_insert(value);
        }
    }
    by_name
}
