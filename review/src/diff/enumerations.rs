//! Enumerations and their values.

use super::both::Both;
use super::draft::{Draft, Rust, Spot};
use super::outcome::{Outcome, Read};
use super::types::Pair;
use super::{Class, Kind, Step};
use crate::diagnostic::quoted;
use crate::model::matching::{Matcher, Matching};
use crate::model::{Enumeration, EnumerationValue};

const REFUSED: &str = "the service refuses a text that it does not know";
const UNKNOWN: &str = "they read the text as an unknown value, without an error";
const NOT_A_SET: &str = "several values in one text are refused";

impl Both<'_> {
    pub(super) fn enumeration(&self, pair: &Pair<'_>, old: &Enumeration, new: &Enumeration, out: &mut Vec<Draft>) {
        let mut drafts = Vec::new();
        let name = quoted(&pair.new.name);
        let travels = pair.travels;
        if old.flags != new.flags {
            let (kind, words) = if new.flags {
                (Kind::EnumBecameFlags, "is a set of its values")
            } else {
                (Kind::EnumNoLongerFlags, "is one of its values, and was a set of them")
            };
            let refused = Outcome::of(Read::Fails(NOT_A_SET), travels.requests);
            let met = if new.flags { (Outcome::default(), refused) } else { (refused, Outcome::default()) };
            let draft = Draft::new(kind, pair.spot.clone(), format!("a value of {name} {words}"));
            drafts.push(draft.rust(Rust::Both).met(met).follows(pair.reached.clone()));
        }
        let alignment = matched(&old.values, &new.values);
        let values = pair.spot.both("values");
        let is_other_unknown =
            self.old_rust.unknown_variant(pair.old_index) != self.new_rust.unknown_variant(pair.index);
        for (one, two) in alignment.merged() {
            let (before, after) = (one.and_then(|one| old.values.get(one)), two.and_then(|two| new.values.get(two)));
            let spot = values.inside(before.map(|value| value.name.as_str()), after.map(|value| value.name.as_str()));
            match (before, after) {
                (None, Some(value)) => {
                    let is_rust = is_other_unknown && old.flags == new.flags;
                    drafts.push(value_added(pair, spot, value).rust(Rust::both_if(is_rust)));
                }
                (Some(value), None) => {
                    let met = Outcome::of(Read::Fails(REFUSED), travels.requests);
                    let what = format!("the value {} of {name} is gone", quoted(&value.name));
                    let draft = Draft::new(Kind::EnumValueRemoved, spot, what).rust(Rust::Both);
                    drafts.push(draft.met((met, Outcome::default())).follows(pair.reached.clone()));
                }
                (Some(before), Some(after)) => value(pair, &spot, (before, after), &mut drafts),
                (None, None) => {}
            }
        }
        let first = |values: &[EnumerationValue]| values.first().map(|value| value.name.clone());
        let is_other_first = alignment.old_number(0) != Some(0) || alignment.new_number(0) != Some(0);
        if is_other_first {
            let what = format!(
                "the first value of {name} is {}, and was {}",
                first(&new.values).map_or_else(|| "none".to_owned(), |name| quoted(&name)),
                first(&old.values).map_or_else(|| "none".to_owned(), |name| quoted(&name))
            );
            drafts.push(
                Draft::new(Kind::EnumDefaultChanged, pair.spot.clone(), what)
                    .silent()
                    .step(Step::Major)
                    .for_implementors()
                    .follows("an absent value is read as the first one, so that it means another now")
                    .follows("neither the compiler nor the wire tells anybody"),
            );
        } else if alignment.is_reordered() {
            let what = format!("the values of {name} come in another order, and the first one is the same");
            drafts.push(Draft::new(Kind::EnumValuesReordered, pair.spot.clone(), what).class(Class::Docs));
        }
        out.extend(drafts);
    }
}

fn value_added(pair: &Pair<'_>, spot: Spot, value: &EnumerationValue) -> Draft {
    let what = format!("{} has the value {} more", quoted(&pair.new.name), quoted(&value.name));
    let at_old = Outcome::of(Read::Fails(REFUSED), pair.travels.requests);
    let draft = Draft::new(Kind::EnumValueAdded, spot, what)
        .class(Class::Add)
        .met((Outcome::default(), at_old))
        .for_implementors()
        .follows(pair.reached.clone());
    if pair.travels.responses.is_empty() {
        return draft;
    }
    draft.follows("a deployed client of ours reads it as an unknown value, others may fail to read a response with it")
}

fn value(pair: &Pair<'_>, spot: &Spot, (old, new): (&EnumerationValue, &EnumerationValue), out: &mut Vec<Draft>) {
    let name = quoted(&pair.new.name);
    let other_rust = old.variant != new.variant;
    if old.name != new.name {
        let kind = if other_rust { Kind::EnumValueRenamed } else { Kind::EnumValueTextChanged };
        let what = format!("the value {} of {name} is written {} now", quoted(&old.name), quoted(&new.name));
        let met = || {
            let mut met = Outcome::of(Read::Fails(REFUSED), pair.travels.requests);
            met.add(Read::Silent(UNKNOWN), pair.travels.responses);
            met
        };
        let draft = Draft::new(kind, spot.clone(), what).rust(Rust::both_if(other_rust)).met((met(), met()));
        let draft = if other_rust {
            draft
        } else {
            draft
                .silent()
                .step(Step::Major)
                .for_implementors()
                .follows("its name in Rust is the same, so that no compiler tells anybody")
        };
        out.push(draft.follows(pair.reached.clone()));
    } else if other_rust {
        let what = format!(
            "the value {} of {name} is called {} in Rust, and was {}",
            quoted(&old.name),
            quoted(&new.variant),
            quoted(&old.variant)
        );
        out.push(Draft::new(Kind::EnumValueRustNameChanged, spot.clone(), what).rust(Rust::Both));
    }
    if old.doc != new.doc {
        let what = format!("the words about the value {} of {name} changed", quoted(&new.name));
        out.push(Draft::new(Kind::DocumentationChanged, spot.clone(), what).class(Class::Docs));
    }
}

/// Which value is which: by text, by name in Rust, or by what is there instead.
fn matched(old: &[EnumerationValue], new: &[EnumerationValue]) -> Matching {
    let matcher = Matcher::new(old, new).by(|one| Some(&one.name)).by(|one| Some(&one.variant));
    matcher.by_place(|one, two| one.doc == two.doc).found
}
