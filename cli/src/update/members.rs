//! Pairs members and parts of messages. Names and documentation come from the spec, everything else from the document.

use std::collections::{HashMap, HashSet};

use asmx_codegen::model::naming::Naming;
use asmx_codegen::model::{ArrayType, Member, NamedType, Namespace, Place, Scalar, Type};
use asmx_import::import::rust_names;
use asmx_review::matching;
use asmx_types::rules::array_name;
use asmx_types::xml_name::encode_local_name;

/// A member, and its index in the spec if it was there.
pub(super) type Indexed = (Member, Option<usize>);

/// Facts about both versions' types that tell renamed types from changed ones.
pub(super) struct Overlay {
    /// Encoded wire names of the document's types.
    names: Vec<String>,
    /// Names that several arrays of the spec would share; documents number them.
    shared: HashSet<String>,
    /// Arrays of the spec with a wire name or alternatives, by wire name.
    known: HashMap<(String, Namespace), ArrayType>,
}

impl Overlay {
    /// `types` belong to the new model; `arrays` are those of the spec, with types of the new model.
    pub(super) fn new<'a>(types: &[NamedType], arrays: impl Iterator<Item = &'a ArrayType>) -> Self {
        let names = types.iter().map(|named| encode_local_name(&named.name).into_owned()).collect();
        let mut overlay = Self { names, shared: HashSet::new(), known: HashMap::new() };
        let mut first: HashMap<String, &ArrayType> = HashMap::new();
        for array in arrays {
            let name = overlay.naming().of_array(array);
            if array.name.is_none() && *first.entry(name.clone()).or_insert(array) != array {
                overlay.shared.insert(name.clone());
            }
            if !array.alternatives.is_empty() {
                overlay.known.entry((name, array.namespace.clone())).or_insert_with(|| array.clone());
            }
        }
        overlay
    }

    fn naming(&self) -> Naming<impl Fn(usize) -> String + '_> {
        Naming::encoded(|index| self.names.get(index).cloned().unwrap_or_default())
    }

    /// The new members, with the names and documentation of their old versions.
    pub(super) fn members(&self, old: &[Member], new: Vec<Member>) -> Vec<Indexed> {
        let partners = matching::members(old, &new).old_of;
        let merged = new
            .into_iter()
            .zip(partners)
            .map(|(new, from)| (self.member(from.and_then(|number| old.get(number)), new), from));
        arranged(merged.collect())
    }

    /// Like [`members`](Self::members), without the indices.
    pub(super) fn only_members(&self, old: &[Member], new: Vec<Member>) -> Vec<Member> {
        without_indices(self.members(old, new))
    }

    fn member(&self, old: Option<&Member>, mut new: Member) -> Member {
        let Some(old) = old else {
            rust_names::forget(&mut new);
            new.kind = self.new_kind(new.kind);
            return new;
        };
        let place = match (&old.place, new.place) {
            (Place::Choice(old), Place::Choice(new)) => Place::Choice(self.only_members(old, new)),
            (_, Place::Choice(mut alternatives)) => {
                rust_names::forget(alternatives.as_mut_slice());
                Place::Choice(alternatives)
            }
            (_, place) => place,
        };
        let is_string = new.kind == Type::Scalar(Scalar::String);
        describe(&mut new.doc, &old.doc);
        new.facets.annotate_as(&old.facets);
        new.facets.content = new.facets.content.filter(|_| is_string);
        // Only a `<param>` states an end date.
        let is_date = new.kind.holds_a_date() && place == Place::Element;
        new.facets.end = new.facets.end.filter(|_| is_date);
        new.facets.resolution = new.facets.resolution.filter(|_| is_date);
        new.facets.scale = new.facets.scale.filter(|_| new.kind.holds_decimals());
        Member {
            place,
            field: old.field.clone(),
            kind: self.kind(&old.kind, new.kind),
            undocumented: old.undocumented.clone(),
            ..new
        }
    }

    /// The new type, with what the spec says about the old one.
    pub(super) fn kind(&self, old: &Type, new: Type) -> Type {
        match (old, new) {
            (Type::Array(old), Type::Array(mut new)) => {
                new.item = self.kind(&old.item, new.item);
                new.alternatives = self.only_members(&old.alternatives, std::mem::take(&mut new.alternatives));
                let default = array_name(&self.naming().of(&new.item));
                let is_number = |name: &str| {
                    without_digits(name) == without_digits(&default)
                        && (self.shared.contains(&default) || name == default)
                };
                if old.name.is_none() && new.name.as_deref().is_some_and(|name| is_number(&encode_local_name(name))) {
                    new.name = None;
                }
                Type::Array(new)
            }
            (Type::List(old), Type::List(new)) => Type::List(Box::new(self.kind(old, *new))),
            (_, new) => self.new_kind(new),
        }
    }

    /// A type that replaces another one. A spec names the alternatives of an array once.
    fn new_kind(&self, new: Type) -> Type {
        let Type::Array(new) = new else { return new };
        Type::Array(Box::new(self.new_array(*new)))
    }

    pub(super) fn new_array(&self, mut new: ArrayType) -> ArrayType {
        new.item = self.new_kind(new.item);
        let known = self.known.get(&(self.naming().of_array(&new), new.namespace.clone()));
        let known = known.map(|known| known.alternatives.as_slice()).unwrap_or_default();
        new.alternatives = self.only_members(known, std::mem::take(&mut new.alternatives));
        new
    }
}

/// The documentation of the spec replaces that of the document.
pub(super) fn describe(doc: &mut Vec<String>, old: &[String]) {
    if !old.is_empty() {
        *doc = old.to_vec();
    }
}

pub(super) fn without_indices(members: Vec<Indexed>) -> Vec<Member> {
    members.into_iter().map(|(member, _)| member).collect()
}

fn without_digits(name: &str) -> &str {
    name.trim_end_matches(|letter: char| letter.is_ascii_digit())
}

/// Document order; attributes have none and stay after the members that they follow in the spec.
fn arranged(merged: Vec<Indexed>) -> Vec<Indexed> {
    let is_free = |(member, _): &Indexed| matches!(member.place, Place::Attribute | Place::AnyAttributes);
    let fixed: Vec<Option<usize>> = merged.iter().filter(|one| !is_free(one)).map(|(_, from)| *from).collect();
    let precedes = |from: usize| fixed.iter().rposition(|other| other.is_some_and(|other| other < from));
    let mut position = 0;
    let keyed = merged.into_iter().map(|one| match (is_free(&one), one.1) {
        (true, Some(from)) => ((precedes(from).map_or(0, |fixed| fixed + 1), from), one),
        (true, None) => ((usize::MAX, usize::MAX), one),
        (false, _) => {
            position += 1;
            ((position - 1, usize::MAX), one)
        }
    });
    let mut keyed: Vec<((usize, usize), Indexed)> = keyed.collect();
    keyed.sort_by_key(|(key, _)| *key);
    keyed.into_iter().map(|(_, one)| one).collect()
}
