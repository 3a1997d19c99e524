//! Random edits of a text, for tests in which nothing may panic.

use std::ops::Range;

use proptest::prelude::*;
use proptest::sample::{Index, select};

/// One edit.
#[derive(Debug, Clone)]
enum Edit {
    Flip(Index, u8),
    Delete(Index, Index),
    Duplicate(Index, Index),
    Truncate(Index),
    Insert(Index, &'static str),
    /// Replaces the word or value at one place by that of another place, so a known name stands in a wrong place.
    Swap(Index, Index),
}

fn edit(fragments: &'static [&'static str]) -> impl Strategy<Value = Edit> {
    let index = any::<Index>;
    prop_oneof![
        1 => (index(), 1..=255_u8).prop_map(|(at, bits)| Edit::Flip(at, bits)),
        1 => (index(), index()).prop_map(|(from, to)| Edit::Delete(from, to)),
        1 => (index(), index()).prop_map(|(from, to)| Edit::Duplicate(from, to)),
        1 => index().prop_map(Edit::Truncate),
        1 => (index(), select(fragments)).prop_map(|(at, text)| Edit::Insert(at, text)),
        2 => (index(), index()).prop_map(|(from, to)| Edit::Swap(from, to)),
    ]
}

/// One of the seeds, with up to five edits. `fragments` are texts to insert; `piece` finds the word or value around a place.
pub fn edited(
    seeds: Vec<Vec<u8>>,
    fragments: &'static [&'static str],
    piece: fn(&[u8], usize) -> Range<usize>,
) -> impl Strategy<Value = Vec<u8>> {
    (select(seeds), prop::collection::vec(edit(fragments), 1..6)).prop_map(move |(mut bytes, edits)| {
        for edit in &edits {
            apply(&mut bytes, edit, piece);
        }
        bytes
    })
}

fn apply(bytes: &mut Vec<u8>, edit: &Edit, piece: fn(&[u8], usize) -> Range<usize>) {
    if bytes.is_empty() {
        return;
    }
    let length = bytes.len();
    let range = |one: &Index, other: &Index, most: usize| {
        let (one, other) = (one.index(length), other.index(length));
        let from = one.min(other);
        from..one.max(other).min(from + most)
    };
    match edit {
        Edit::Flip(at, bits) => bytes[at.index(length)] ^= bits,
        Edit::Delete(one, other) => drop(bytes.drain(range(one, other, 200))),
        Edit::Duplicate(one, other) => {
            let range = range(one, other, 2_000);
            let copy = bytes[range.clone()].to_vec();
            bytes.splice(range.end..range.end, copy);
        }
        Edit::Truncate(at) => bytes.truncate(at.index(length)),
        Edit::Insert(at, text) => {
            let at = at.index(length);
            bytes.splice(at..at, text.bytes());
        }
        Edit::Swap(one, other) => {
            let copy = bytes[piece(bytes, one.index(length))].to_vec();
            bytes.splice(piece(bytes, other.index(length)), copy);
        }
    }
}
