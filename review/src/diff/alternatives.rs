//! Choices and their alternatives.

use super::directions::Directions;
use super::finding::{Finding, blame};
use super::owner::{InRust, Lists, Owner, Pair};
use super::renames;
use super::usage::Travels;
use super::versions::Versions;
use asmx_codegen::model::{Member, Place};

impl Versions<'_> {
    /// Alternatives are variants of an enumeration: code does not compile where a variant is gone or another one.
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
        // What one more or less does is seen of the whole choice.
        let lists_of_one =
            Lists { directions: Directions::inside(Travels::default()), location: pair.location.clone(), ..lists };
        let first = out.len();
        let (before, after) = self.variants_of(pair);
        let is_lost = |number: Option<usize>| {
            number.and_then(|number| before.get(number)).is_some_and(|variant| !after.contains(variant))
        };
        for (old, new) in renames::members(lists.old, lists.new).merged() {
            let (one, two) = (old.and_then(|old| lists.old.get(old)), new.and_then(|new| lists.new.get(new)));
            let (location, begin) = (lists.location_of(one, two), out.len());
            match (one, two) {
                (None, Some(two)) => {
                    let hybrid = with(pair.old, pair.old_alternatives().iter().chain([two]).cloned().collect());
                    let met = self.met(pair.lists.directions, Some(pair.old), Some(&hybrid));
                    out.push(self.added(&lists_of_one, two, location).met(met));
                }
                (Some(one), None) => {
                    let rest = pair.old_alternatives().iter().filter(|other| *other != one).cloned().collect();
                    let met = self.met(pair.lists.directions, Some(pair.old), Some(&with(pair.old, rest)));
                    out.push(self.removed(&lists_of_one, one, old.and_then(|old| named.get(old)), location).met(met));
                }
                (Some(one), Some(two)) if one != two => {
                    let named = old.and_then(|old| named.get(old));
                    self.member(&Pair { lists: &lists, old: one, new: two, named, location }, out);
                }
                _ => {}
            }
            // It is matched without a wildcard.
            let is_more = old.is_none() && !after.is_empty();
            if is_more || is_lost(old) {
                blame(out.get_mut(begin..).unwrap_or_default());
            }
        }
        // A variant that is the only one of its type can be made of a value of it, and not any more when there is another.
        let is_any_lost = (0..before.len()).any(|number| is_lost(Some(number)));
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

/// The choice with these alternatives.
fn with(choice: &Member, alternatives: Vec<Member>) -> Member {
    Member { place: Place::Choice(alternatives), ..choice.clone() }
}
