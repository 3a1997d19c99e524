//! Enumerations and their values.

use std::fmt::Display;

use super::Kind;
use super::finding::{Finding, Location};
use super::judge::Rust;
use super::outcome::{Met, Outcome, Read};
use super::types::Pair;
use super::versions::Versions;
use crate::matching::{Matcher, Matching};
use asmx_codegen::diagnostic::quoted;
use asmx_codegen::model::{Enumeration, EnumerationValue};

const REFUSED: &str = "the service refuses a text that it does not know";
const UNKNOWN: &str = "they read the text as an unknown value, without an error";
const KEPT: &str = "a deployed client of ours reads it as an unknown value, others may fail to read a response with it";
const NOT_A_SET: &str = "several values in one text are refused";

impl Versions<'_> {
    pub(super) fn enumeration(&self, pair: &Pair<'_>, old: &Enumeration, new: &Enumeration, out: &mut Vec<Finding>) {
        let (name, travels) = (quoted(&pair.new.name), pair.travels);
        if old.flags != new.flags {
            let kind = if new.flags { Kind::EnumBecameFlags } else { Kind::EnumNoLongerFlags };
            let refused = Outcome::of(Read::Fails(NOT_A_SET), travels.requests);
            let met = if new.flags { Met::by_new(refused) } else { Met::by_old(refused) };
            let finding = Finding::new(kind, pair.location.clone(), &[&name]);
            out.push(finding.rust(Rust::Both).met(met).follows(pair.reached.clone()));
        }
        let alignment = matched(&old.values, &new.values);
        let values = pair.location.both("values");
        let is_other_unknown =
            self.old_rust.unknown_variant(pair.old_index) != self.new_rust.unknown_variant(pair.index);
        for (one, two) in alignment.merged() {
            let (before, after) = (one.and_then(|one| old.values.get(one)), two.and_then(|two| new.values.get(two)));
            let location =
                values.inside(before.map(|value| value.name.as_str()), after.map(|value| value.name.as_str()));
            match (before, after) {
                (None, Some(value)) => {
                    let is_rust = is_other_unknown && old.flags == new.flags;
                    out.push(value_added(pair, location, value).rust(Rust::both_if(is_rust)));
                }
                (Some(value), None) => {
                    let met = Outcome::of(Read::Fails(REFUSED), travels.requests);
                    let finding =
                        Finding::new(Kind::EnumValueRemoved, location, &[&quoted(&value.name), &name]).rust(Rust::Both);
                    out.push(finding.met(Met::by_old(met)).follows(pair.reached.clone()));
                }
                (Some(before), Some(after)) => value(pair, &location, (before, after), out),
                (None, None) => {}
            }
        }
        let first =
            |values: &[EnumerationValue]| values.first().map_or_else(|| "none".to_owned(), |value| quoted(&value.name));
        if alignment.old_number(0) != Some(0) || alignment.new_number(0) != Some(0) {
            let names: [&dyn Display; 3] = [&name, &first(&new.values), &first(&old.values)];
            out.push(Finding::new(Kind::EnumDefaultChanged, pair.location.clone(), &names));
        } else if alignment.is_reordered() {
            out.push(Finding::new(Kind::EnumValuesReordered, pair.location.clone(), &[&name]));
        }
    }
}

fn value_added(pair: &Pair<'_>, location: Location, value: &EnumerationValue) -> Finding {
    let at_old = Outcome::of(Read::Fails(REFUSED), pair.travels.requests);
    Finding::new(Kind::EnumValueAdded, location, &[&quoted(&pair.new.name), &quoted(&value.name)])
        .met(Met::by_new(at_old))
        .follows(pair.reached.clone())
        .follows_if(!pair.travels.responses.is_empty(), KEPT)
}

fn value(
    pair: &Pair<'_>,
    location: &Location,
    (old, new): (&EnumerationValue, &EnumerationValue),
    out: &mut Vec<Finding>,
) {
    let name = quoted(&pair.new.name);
    let other_rust = old.variant != new.variant;
    if old.name != new.name {
        let kind = if other_rust { Kind::EnumValueRenamed } else { Kind::EnumValueTextChanged };
        let mut met = Outcome::of(Read::Fails(REFUSED), pair.travels.requests);
        met.add(Read::Silent(UNKNOWN), pair.travels.responses);
        let finding = Finding::new(kind, location.clone(), &[&quoted(&old.name), &name, &quoted(&new.name)]);
        out.push(finding.rust(Rust::both_if(other_rust)).met(Met::by_both(met)).follows(pair.reached.clone()));
    } else if other_rust {
        let names: [&dyn Display; 4] = [&quoted(&old.name), &name, &quoted(&new.variant), &quoted(&old.variant)];
        out.push(Finding::new(Kind::EnumValueRustNameChanged, location.clone(), &names).rust(Rust::Both));
    }
    if old.doc != new.doc {
        let what = format!("the value {} of {name}", quoted(&new.name));
        out.push(Finding::new(Kind::DocumentationChanged, location.clone(), &[&what]));
    }
}

/// Which value is which: by text, by name in Rust, or by what is there instead.
fn matched(old: &[EnumerationValue], new: &[EnumerationValue]) -> Matching {
    let matcher = Matcher::new(old, new).by(|one| Some(&one.name)).by(|one| Some(&one.variant));
    matcher.by_place(|one, two| one.doc == two.doc).found
}
