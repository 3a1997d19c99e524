//! Enumerations, structures and typed DataSets.

use std::collections::BTreeSet;

use super::Kind;
use super::columns::data_set;
use super::directions::Directions;
use super::facets::Owner;
use super::finding::{Finding, Location, blame};
use super::judge::{Circumstance, Rust};
use super::outcome::{Outcome, Outcomes, Read};
use super::owner::{InRust, Lists};
use super::usage::{Travels, Usage};
use super::values;
use super::versions::Versions;
use super::words::operations_words;
use crate::matching::Paired;
use asmx_codegen::diagnostic::quoted;
use asmx_codegen::emit::Fields;
use asmx_codegen::model::{Member, NamedType, NamedTypeKind, Structure, Transports};

const DROPPED: &str = "items of arrays are dropped, and an empty array is read, without an error";
const UNKNOWN_TYPE: &str = "the service refuses values of that type";
const UNKNOWN_TO_CLIENTS: &str = "they read its values as unknown XML, without an error";
const KEPT: &str = "deployed generated clients read its values as unknown; other clients may fail to read them";
const OTHER_KIND: &str = "values cannot be read";
const OTHER_ROOT: &str = "they refuse the root element of the response";

pub(super) struct Pair<'p> {
    pub(super) old: &'p NamedType,
    pub(super) new: &'p NamedType,
    /// The number in the old version, and the number that both versions share.
    pub(super) old_index: usize,
    pub(super) index: usize,
    pub(super) location: Location,
    /// The directions and transports of its values in both versions.
    pub(super) travels: Travels,
    /// ``used in messages of operation `A` ``
    pub(super) reached: String,
}

impl Pair<'_> {
    pub(super) fn name(&self) -> String {
        quoted(&self.new.name)
    }
}

impl Versions<'_> {
    pub(super) fn types(&self, out: &mut Vec<Finding>) {
        if self.old.types == self.new.types && self.types.is_complete() {
            return;
        }
        let (of_old, of_new) = self.usages();
        for item in self.types.walk(&self.old.types, &self.new.types) {
            let (old_path, new_path) =
                (|old| self.old_type_paths.get(old).cloned(), |new| self.new_type_paths.get(new).cloned());
            let location = |old, new| Location { operation: None, old, new };
            match item {
                Paired::Both((old_index, old), (index, new)) => {
                    let location = location(old_path(old_index), new_path(index));
                    let original = self.original_names(old_index);
                    if old == new && original == Some(new.rust_name.as_str()) {
                        continue;
                    }
                    let travels = of_old.of(index).and(of_new.of(index));
                    let reached = self.reached(&of_new, index);
                    let pair = Pair { old, new, old_index, index, location, travels, reached };
                    self.named_type(&pair, (&of_old, &of_new), out);
                }
                Paired::Old(old_index, old) => {
                    let location = location(old_path(old_index), None);
                    out.push(self.type_removed(old, self.common_number(old_index), &location, &of_old));
                }
                Paired::New(index, new) => {
                    let location = location(None, new_path(index));
                    out.push(self.type_added(new, index, &location, (&of_old, &of_new)));
                }
            }
        }
    }

    fn original_names(&self, old: usize) -> Option<&str> {
        self.old.types.get(old).map(|named| named.rust_name.as_str())
    }

    fn reached(&self, usage: &Usage<'_>, index: usize) -> String {
        let numbers = usage.operations(index);
        let names: Vec<&str> = numbers
            .iter()
            .filter_map(|number| self.new.operations.get(*number))
            .map(|operation| operation.name.as_str())
            .collect();
        if names.is_empty() {
            "no operation uses it".to_owned()
        } else {
            format!("used in messages of {}", operations_words(&names))
        }
    }

    fn type_added(
        &self,
        new: &NamedType,
        index: usize,
        location: &Location,
        (of_old, usage): (&Usage<'_>, &Usage<'_>),
    ) -> Finding {
        let name = quoted(&new.name);
        let base = new.structure().and_then(|structure| structure.base);
        let Some((base, parent)) = base.and_then(|base| Some((base, self.new_type(base)?))) else {
            return location.finding(Kind::TypeAdded, &[&name]);
        };
        let travels = usage.of_values(base);
        let at_old = Outcome::of(Read::Fails(UNKNOWN_TYPE), travels.requests);
        location
            .finding(Kind::DerivedTypeAdded, &[&name, &quoted(&parent.name)])
            .outcomes(Outcomes::by_new(at_old))
            .rust(Rust::both_if(self.has_other_declaration(base, of_old)))
            .follows(self.reached(usage, index))
            .follows_if(!travels.responses.is_empty(), KEPT)
    }

    fn type_removed(&self, old: &NamedType, number: usize, location: &Location, usage: &Usage<'_>) -> Finding {
        let name = quoted(&old.name);
        let base = old.structure().and_then(|structure| structure.base);
        match base.and_then(|base| Some((base, self.old_type(base)?))) {
            Some((base, parent)) if self.new_type(base).is_some() => {
                let outcome = Outcome::of(Read::Fails(UNKNOWN_TYPE), usage.of(number).requests);
                let finding = location.finding(Kind::DerivedTypeRemoved, &[&name, &quoted(&parent.name)]);
                finding.rust(Rust::Both).outcomes(Outcomes::by_old(outcome))
            }
            _ => location.finding(Kind::TypeRemoved, &[&name]).rust(Rust::Both),
        }
    }

    fn named_type(&self, pair: &Pair<'_>, usages: (&Usage<'_>, &Usage<'_>), out: &mut Vec<Finding>) {
        self.type_name(pair, usages, out);
        if pair.old.doc != pair.new.doc {
            let subject = format!("type {}", pair.name());
            out.push(pair.location.finding(Kind::DocumentationChanged, &[&subject]));
        }
        match (&pair.old.kind, &pair.new.kind) {
            (NamedTypeKind::Enumeration(old), NamedTypeKind::Enumeration(new)) => self.enumeration(pair, old, new, out),
            (NamedTypeKind::Structure(old), NamedTypeKind::Structure(new)) => {
                self.structure(pair, usages, (old, new), out);
            }
            (NamedTypeKind::DataSet(old), NamedTypeKind::DataSet(new)) => {
                data_set(&pair.location, (pair.old, pair.new), (old, new), out);
            }
            (old, new) => {
                let words = |kind: &NamedTypeKind| match kind {
                    NamedTypeKind::Enumeration(_) => "an enumeration",
                    NamedTypeKind::Structure(_) => "a structure",
                    NamedTypeKind::DataSet(_) => "a DataSet",
                };
                let all = pair.travels.requests.or(pair.travels.responses);
                let outcome = Outcome::of(Read::Fails(OTHER_KIND), all);
                let names: [&str; 3] = [&pair.name(), words(new), words(old)];
                let value = |kind: &NamedTypeKind| match kind {
                    NamedTypeKind::Enumeration(_) => "enum",
                    NamedTypeKind::Structure(_) => "struct",
                    NamedTypeKind::DataSet(_) => "dataset",
                };
                let finding = pair.location.finding(Kind::TypeKindChanged, &names).rust(Rust::Both);
                let finding = finding.values([value(old), value(new)]);
                out.push(finding.outcomes(Outcomes::by_both(outcome)).follows(pair.reached.clone()));
            }
        }
    }

    fn type_name(&self, pair: &Pair<'_>, (of_old, of_new): (&Usage<'_>, &Usage<'_>), out: &mut Vec<Finding>) {
        let (old, new) = (pair.old, pair.new);
        let was = self.original_names(pair.old_index).unwrap_or_default();
        let other_rust = was != new.rust_name;
        // Values of a derived type state its name, and items of arrays are named after it.
        let items = of_old.of_items(pair.index).and(of_new.of_items(pair.index));
        let base = old.structure().and_then(|structure| structure.base);
        let named_in = base.map_or_else(Travels::default, |base| of_old.of_values(base).and(of_new.of_values(base)));
        let is_data_set = matches!(new.kind, NamedTypeKind::DataSet(_));
        let other_name = || {
            let mut outcome = Outcome::of(Read::Fails(UNKNOWN_TYPE), named_in.requests.and(Transports::SOAP));
            outcome.add(Read::Silent(UNKNOWN_TO_CLIENTS), named_in.responses);
            if is_data_set {
                outcome.add(Read::Fails(OTHER_ROOT), pair.travels.responses.and(Transports::HTTP));
            }
            outcome
        };
        if old.name != new.name && !(old.anonymous && new.anonymous) {
            let kind = if other_rust { Kind::TypeRenamed } else { Kind::TypeRenamedOnTheWire };
            let mut outcome = other_name();
            outcome.add(Read::Silent(DROPPED), items.requests.or(items.responses));
            let finding = pair.location.finding(kind, &[&quoted(&old.name), &quoted(&new.name), ""]);
            out.push(
                finding
                    .rust(Rust::both_if(other_rust))
                    .outcomes(Outcomes::by_both(outcome))
                    .follows(pair.reached.clone()),
            );
        } else if other_rust {
            let names: [&str; 3] = [&pair.name(), &quoted(&new.rust_name), &quoted(was)];
            out.push(pair.location.finding(Kind::TypeRustNameChanged, &names).rust(Rust::Both));
        } else if old.name != new.name {
            let names: [&str; 3] = [&quoted(&old.name), &pair.name(), " in the spec"];
            let finding = pair.location.finding(Kind::TypeRenamedOnTheWire, &names);
            out.push(finding.when(true, Circumstance::OnlyInSpec));
        }
        let outcomes = || Outcomes::by_both(other_name());
        if old.namespace != new.namespace {
            let finding = pair
                .location
                .finding(Kind::TypeNamespaceChanged, &[&pair.name()])
                .values([&old.namespace, &new.namespace].map(values::namespace));
            out.push(finding.outcomes(outcomes()).follows(pair.reached.clone()));
        }
        if old.anonymous != new.anonymous {
            let kind = if new.anonymous { Kind::TypeBecameAnonymous } else { Kind::TypeNoLongerAnonymous };
            out.push(pair.location.finding(kind, &[&pair.name()]).outcomes(outcomes()));
        }
    }

    fn structure(
        &self,
        pair: &Pair<'_>,
        usages: (&Usage<'_>, &Usage<'_>),
        (old, new): (&Structure, &Structure),
        out: &mut Vec<Finding>,
    ) {
        let first = out.len();
        if old.is_abstract != new.is_abstract {
            out.push(abstraction(pair, new.is_abstract));
        }
        if old.base != new.base {
            out.push(self.base(pair, usages, (old, new)));
        }
        let named = match self.named.types.get(pair.old_index).map(|named| &named.kind) {
            Some(NamedTypeKind::Structure(structure)) => structure.members.as_slice(),
            _ => &[],
        };
        let before = out.len();
        self.members(
            &Lists {
                owner: Owner::Structure,
                location: pair.location.clone(),
                directions: Directions::members(pair.travels),
                old: &old.members,
                new: &new.members,
                rust: Some(InRust { named, fields: Some((Fields::Type(pair.old_index), Fields::Type(pair.index))) }),
            },
            out,
        );
        for finding in out.iter_mut().skip(before) {
            finding.if_severe_follows(&pair.reached);
        }
        // A structure change breaks code if an exported name is lost, whatever happens to its members: an abstract structure has no fields,
        // and a field gets another name if a base has a member with its name.
        let is_lost = self.is_lost(pair.old_index, pair.index, usages.0);
        let mut found = out.iter_mut().skip(first).filter(|finding| finding.kind != Kind::BaseChanged);
        if !is_lost {
            found.for_each(Finding::does_compile);
        } else if found.all(|finding| finding.compiles()) {
            blame(out.get_mut(first..).unwrap_or_default());
        }
    }

    /// Whether the new structure lacks a Rust name of the old one.
    fn is_lost(&self, old: usize, new: usize, usage: &Usage<'_>) -> bool {
        let after = self.new_rust.structure(new);
        self.has_other_declaration(new, usage) || self.old_rust.structure(old).iter().any(|item| !after.contains(item))
    }

    fn base(
        &self,
        pair: &Pair<'_>,
        (of_old, of_new): (&Usage<'_>, &Usage<'_>),
        (old, new): (&Structure, &Structure),
    ) -> Finding {
        let words =
            |base: Option<&NamedType>| base.map_or_else(|| "no other type".to_owned(), |named| quoted(&named.name));
        let (was, is) = (old.base.and_then(|base| self.old_type(base)), new.base.and_then(|base| self.new_type(base)));
        let names: [&str; 3] = [&pair.name(), &words(is), &words(was)];
        // Members of the old base are removed, and members of the new base are added.
        let ancestors =
            (ancestors(old.base, |index| self.old_type(index)), ancestors(new.base, |index| self.new_type(index)));
        let members = |ancestors: &[(usize, &NamedType)]| -> Vec<Member> {
            let structures = ancestors.iter().filter_map(|(_, named)| named.structure());
            structures.flat_map(|structure| structure.members.iter().cloned()).collect()
        };
        let (before, after) = (members(&ancestors.0), members(&ancestors.1));
        let directions = Directions::members(pair.travels);
        let lacks = |members: &[Member], member: &Member| !members.iter().any(|other| other.name == member.name);
        let removed = before
            .iter()
            .filter(|member| lacks(&after, member))
            .map(|member| self.outcomes(directions, Some(member), None));
        let added = after
            .iter()
            .filter(|member| lacks(&before, member))
            .map(|member| self.outcomes(directions, None, Some(member)));
        let mut outcomes: Outcomes = removed.chain(added).collect();
        // A value of this type in place of its base is of an unknown type to a service of the other version.
        let requests = |usage: &Usage<'_>, base: Option<usize>| {
            base.map_or(Transports::NONE, |base| usage.of_values(base).requests)
        };
        let (was_in, is_in) = (requests(of_old, old.base), requests(of_new, new.base));
        let known: BTreeSet<usize> = ancestors.0.iter().map(|(number, _)| *number).collect();
        let has_shared = ancestors.1.iter().any(|(number, _)| known.contains(number));
        let refused = |sent: Transports, accepted: Transports| {
            let refused = if has_shared { sent.without(accepted) } else { sent };
            Outcome::of(Read::Fails(UNKNOWN_TYPE), refused)
        };
        outcomes.merge(Outcomes { old_clients: refused(was_in, is_in), new_clients: refused(is_in, was_in) });
        // Fields of either base type may hold a value of this type.
        let mut bases = [old.base, new.base].into_iter().flatten();
        let is_other = |base: usize| {
            let before = self.types.old_number(base);
            before.is_some_and(|before| self.is_lost(before, base, of_old))
        };
        let is_rust = bases.any(is_other) || self.is_lost(pair.old_index, pair.index, of_old);
        pair.location
            .finding(Kind::BaseChanged, &names)
            .outcomes(outcomes)
            .rust(Rust::both_if(is_rust))
            .follows(pair.reached.clone())
    }
}

/// The base and its ancestors, with their numbers.
fn ancestors<'t>(base: Option<usize>, of: impl Fn(usize) -> Option<&'t NamedType>) -> Vec<(usize, &'t NamedType)> {
    let mut ancestors: Vec<(usize, &NamedType)> = Vec::new();
    let mut visited = BTreeSet::new();
    let mut next = base;
    while let Some(number) = next.filter(|number| visited.insert(*number)) {
        let Some(named) = of(number) else { break };
        ancestors.push((number, named));
        next = named.structure().and_then(|structure| structure.base);
    }
    ancestors
}

fn abstraction(pair: &Pair<'_>, is_abstract: bool) -> Finding {
    let refused = Outcome::of(Read::Fails(UNKNOWN_TYPE), pair.travels.requests);
    if is_abstract {
        return pair
            .location
            .finding(Kind::BecameAbstract, &[&pair.name()])
            .rust(Rust::Both)
            .outcomes(Outcomes::by_old(refused));
    }
    pair.location
        .finding(Kind::NoLongerAbstract, &[&pair.name()])
        .outcomes(Outcomes::by_new(refused))
        .follows_if(!pair.travels.responses.is_empty(), KEPT)
}
