//! Choices: members of which one is there.

use super::both::Both;
use super::draft::Draft;
use super::member::Pair;
use super::members::{InRust, Lists, aligned};
use super::outcome::Outcome;
use super::owner::Owner;
use super::road::Road;
use super::usage::Travels;
use crate::model::{Member, Place};

impl Both<'_> {
    /// Alternatives are variants of an enumeration: code does not compile where a variant is gone or another one.
    pub(super) fn alternatives(&self, pair: &Pair<'_>, out: &mut Vec<Draft>) {
        let (Place::Choice(old), Place::Choice(new)) = (&pair.old.place, &pair.new.place) else { return };
        let named = match pair.named.map(|named| &named.place) {
            Some(Place::Choice(alternatives)) => alternatives.as_slice(),
            _ => &[],
        };
        let lists = Lists {
            owner: Owner::Alternatives,
            spot: pair.spot.clone(),
            road: Road { may_lack: true, ..pair.lists.road },
            old,
            new,
            rust: Some(InRust { named, fields: None }),
        };
        // What is met with an alternative that came or went is met with the choice.
        let apart = Lists { road: Road::inside(Travels::default()), spot: lists.spot.clone(), ..lists };
        let first = out.len();
        let (before, after) = self.variants_of(pair);
        // Code names all variants, where it asks which one there is.
        let is_other = |old: Option<usize>, new: Option<usize>| {
            let is_lost = old.and_then(|old| before.get(old)).is_some_and(|variant| !after.contains(variant));
            is_lost || new.and_then(|new| after.get(new)).is_some_and(|variant| !before.contains(variant))
        };
        for (old, new) in aligned(lists.old, lists.new).merged() {
            let (one, two) = (old.and_then(|old| lists.old.get(old)), new.and_then(|new| lists.new.get(new)));
            let (spot, begin) = (lists.spot_of(one, two), out.len());
            match (one, two) {
                (None, Some(two)) => {
                    let with = lists.old.iter().chain([two]).cloned().collect();
                    out.push(self.added(&apart, two, spot).met(self.other_choice(pair, with)));
                }
                (Some(one), None) => {
                    let named = old.and_then(|old| named.get(old));
                    let without = lists.old.iter().filter(|other| *other != one).cloned().collect();
                    out.push(self.removed(&apart, one, named, spot).met(self.other_choice(pair, without)));
                }
                (Some(one), Some(two)) if one != two => {
                    let named = old.and_then(|old| named.get(old));
                    self.member(&Pair { lists: &lists, old: one, new: two, named, spot }, out);
                }
                _ => {}
            }
            if is_other(old, new) {
                out.iter_mut().skip(begin).take(1).for_each(Draft::does_not_compile);
            }
        }
        // A variant that is the only one of its type can be made of a value of it, and not any more when there is another.
        let is_any_other = (0..before.len()).any(|number| is_other(Some(number), None));
        if is_any_other && out.iter().skip(first).all(Draft::compiles) {
            out.iter_mut().skip(first).take(1).for_each(Draft::does_not_compile);
        }
    }

    /// What clients meet of a choice with other alternatives.
    fn other_choice(&self, pair: &Pair<'_>, alternatives: Vec<Member>) -> (Outcome, Outcome) {
        let choice = Member { place: Place::Choice(alternatives), ..pair.old.clone() };
        self.met(pair.lists.road, Some(pair.old), Some(&choice))
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
