//! Values that are one of several: choices between elements, and enumerations.

use super::directions::Directions;
use super::facets::Owner;
use super::finding::{Finding, Location, blame};
use super::judge::Rust;
use super::outcome::{Outcome, Outcomes, Read};
use super::owner::{InRust, Lists, Pair};
use super::types::Pair as TypePair;
use super::usage::Travels;
use super::versions::Versions;
use super::{Kind, renames};
use crate::matching::{Matcher, Matching, Paired};
use asmx_codegen::diagnostic::quoted;
use asmx_codegen::model::{Enumeration, EnumerationValue, Member, Place};

impl Versions<'_> {
    /// Alternatives are variants of an enum in Rust: code breaks if a variant is lost or changes.
    pub(super) fn alternatives(&self, pair: &Pair<'_>, out: &mut Vec<Finding>) {
        let (Place::Choice(old), Place::Choice(new)) = (&pair.old.place, &pair.new.place) else { return };
        let named = match pair.named.map(|named| &named.place) {
            Some(Place::Choice(alternatives)) => alternatives.as_slice(),
            _ => &[],
        };
        let lists = Lists {
            owner: Owner::Alternatives,
            location: pair.location.clone(),
            directions: pair.lists.directions,
            old,
            new,
            rust: Some(InRust { named, fields: None }),
        };
        // The outcome of a new or removed alternative depends on the choice as a whole.
        let lists_of_one =
            Lists { directions: Directions::members(Travels::default()), location: pair.location.clone(), ..lists };
        let first = out.len();
        let (before, after) = self.variants_of(pair);
        let is_lost = |number: usize| before.get(number).is_some_and(|variant| !after.contains(variant));
        for item in renames::members(lists.old, lists.new).walk(lists.old, lists.new) {
            let (location, begin) = (lists.location_of(item.versions()), out.len());
            // The enum is matched without a wildcard.
            let breaks = match item {
                Paired::New(_, added) => {
                    let hybrid = with(pair.old, pair.old_alternatives().iter().chain([added]).cloned().collect());
                    let outcomes = self.outcomes(pair.lists.directions, Some(pair.old), Some(&hybrid));
                    out.push(self.added(&lists_of_one, added, &location).outcomes(outcomes));
                    !after.is_empty()
                }
                Paired::Old(number, removed) => {
                    let rest = pair.old_alternatives().iter().filter(|other| *other != removed).cloned().collect();
                    let outcomes = self.outcomes(pair.lists.directions, Some(pair.old), Some(&with(pair.old, rest)));
                    out.push(self.removed(&lists_of_one, removed, named.get(number), &location).outcomes(outcomes));
                    is_lost(number)
                }
                Paired::Both((number, old), (_, new)) => {
                    if old != new {
                        self.member(&Pair { lists: &lists, old, new, named: named.get(number), location }, out);
                    }
                    is_lost(number)
                }
            };
            if breaks {
                blame(out.get_mut(begin..).unwrap_or_default());
            }
        }
        // A variant with a unique type has a `From`, which is lost when another variant has that type.
        let is_any_lost = (0..before.len()).any(is_lost);
        if is_any_lost && out.iter().skip(first).all(Finding::compiles) {
            blame(out.get_mut(first..).unwrap_or_default());
        }
    }

    fn variants_of(&self, pair: &Pair<'_>) -> (Vec<String>, Vec<String>) {
        let fields = pair.lists.rust.and_then(|rust| rust.fields);
        match (fields, pair.named) {
            (Some((old, new)), Some(named)) => {
                (self.old_rust.variants(old, named), self.new_rust.variants(new, pair.new))
            }
            _ => (Vec::new(), Vec::new()),
        }
    }
}

impl Pair<'_> {
    fn old_alternatives(&self) -> &[Member] {
        match &self.old.place {
            Place::Choice(alternatives) => alternatives,
            _ => &[],
        }
    }
}

fn with(choice: &Member, alternatives: Vec<Member>) -> Member {
    Member { place: Place::Choice(alternatives), ..choice.clone() }
}

const REFUSED: &str = "the service refuses the unknown text";
const UNKNOWN: &str = "they read the text as an unknown value, without an error";
const KEPT: &str = "deployed generated clients read it as an unknown value; other clients may fail to read a response that contains it";
const NOT_A_SET: &str = "the service refuses several values in one text";

impl Versions<'_> {
    pub(super) fn enumeration(
        &self,
        pair: &TypePair<'_>,
        old: &Enumeration,
        new: &Enumeration,
        out: &mut Vec<Finding>,
    ) {
        let (name, travels) = (quoted(&pair.new.name), pair.travels);
        if old.flags != new.flags {
            let kind = if new.flags { Kind::EnumBecameFlags } else { Kind::EnumNoLongerFlags };
            let refused = Outcome::of(Read::Fails(NOT_A_SET), travels.requests);
            let outcomes = if new.flags { Outcomes::by_new(refused) } else { Outcomes::by_old(refused) };
            let finding = pair.location.finding(kind, &[&name]);
            out.push(finding.rust(Rust::Both).outcomes(outcomes).follows(pair.reached.clone()));
        }
        let alignment = matched(&old.values, &new.values);
        let values = pair.location.both("values");
        let is_other_unknown =
            self.old_rust.unknown_variant(pair.old_index) != self.new_rust.unknown_variant(pair.index);
        for item in alignment.walk(&old.values, &new.values) {
            let location = values.item(&item, |value| &value.name);
            match item {
                Paired::New(_, value) => {
                    let is_rust = is_other_unknown && old.flags == new.flags;
                    out.push(value_added(pair, &location, value).rust(Rust::both_if(is_rust)));
                }
                Paired::Old(_, value) => {
                    let outcome = Outcome::of(Read::Fails(REFUSED), travels.requests);
                    let finding =
                        location.finding(Kind::EnumValueRemoved, &[&quoted(&value.name), &name]).rust(Rust::Both);
                    out.push(finding.outcomes(Outcomes::by_old(outcome)).follows(pair.reached.clone()));
                }
                Paired::Both((_, before), (_, after)) => value(pair, &location, (before, after), out),
            }
        }
        let first =
            |values: &[EnumerationValue]| values.first().map_or_else(|| "none".to_owned(), |value| quoted(&value.name));
        if alignment.old_number(0) != Some(0) || alignment.new_number(0) != Some(0) {
            let names: [&str; 3] = [&name, &first(&new.values), &first(&old.values)];
            out.push(pair.location.finding(Kind::EnumDefaultChanged, &names));
        } else if alignment.is_reordered() {
            out.push(pair.location.finding(Kind::EnumValuesReordered, &[&name]));
        }
    }
}

fn value_added(pair: &TypePair<'_>, location: &Location, value: &EnumerationValue) -> Finding {
    let at_old = Outcome::of(Read::Fails(REFUSED), pair.travels.requests);
    location
        .finding(Kind::EnumValueAdded, &[&quoted(&value.name), &quoted(&pair.new.name)])
        .outcomes(Outcomes::by_new(at_old))
        .follows(pair.reached.clone())
        .follows_if(!pair.travels.responses.is_empty(), KEPT)
}

fn value(
    pair: &TypePair<'_>,
    location: &Location,
    (old, new): (&EnumerationValue, &EnumerationValue),
    out: &mut Vec<Finding>,
) {
    let name = quoted(&pair.new.name);
    let other_rust = old.variant != new.variant;
    if old.name != new.name {
        let kind = if other_rust { Kind::EnumValueRenamed } else { Kind::EnumValueTextChanged };
        let mut outcome = Outcome::of(Read::Fails(REFUSED), pair.travels.requests);
        outcome.add(Read::Silent(UNKNOWN), pair.travels.responses);
        let finding = location.finding(kind, &[&quoted(&old.name), &name, &quoted(&new.name)]);
        out.push(
            finding.rust(Rust::both_if(other_rust)).outcomes(Outcomes::by_both(outcome)).follows(pair.reached.clone()),
        );
    } else if other_rust {
        let names: [&str; 4] = [&quoted(&old.name), &name, &quoted(&new.variant), &quoted(&old.variant)];
        out.push(location.finding(Kind::EnumValueRustNameChanged, &names).rust(Rust::Both));
    }
    if old.doc != new.doc {
        let subject = format!("value {} of {name}", quoted(&new.name));
        out.push(location.finding(Kind::DocumentationChanged, &[&subject]));
    }
}

/// Pairs values by text, by Rust name, or by place.
fn matched(old: &[EnumerationValue], new: &[EnumerationValue]) -> Matching {
    let matcher = Matcher::new(old, new).by(|value| Some(&value.name)).by(|value| Some(&value.variant));
    matcher.by_position(|old, new| old.doc == new.doc).found
}
