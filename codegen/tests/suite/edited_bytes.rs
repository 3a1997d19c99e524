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
    let range = |first: &Index, second: &Index, most: usize| {
        let (first, second) = (first.index(length), second.index(length));
        let from = first.min(second);
        from..first.max(second).min(from + most)
    };
    match edit {
        Edit::Flip(at, bits) => bytes[at.index(length)] ^= bits,
        Edit::Delete(first, second) => drop(bytes.drain(range(first, second, 200))),
        Edit::Duplicate(first, second) => {
            let range = range(first, second, 2_000);
            let copy = bytes[range.clone()].to_vec();
            bytes.splice(range.end..range.end, copy);
        }
        Edit::Truncate(at) => bytes.truncate(at.index(length)),
        Edit::Insert(at, text) => {
            let at = at.index(length);
            bytes.splice(at..at, text.bytes());
        }
        Edit::Swap(first, second) => {
            let copy = bytes[piece(bytes, first.index(length))].to_vec();
            bytes.splice(piece(bytes, second.index(length)), copy);
        }
    }
}
