//! Cuts results to a budget of bytes.

use serde_json::{Map, Value as Json};

use crate::rows::texts::size;

/// A part of a result that was cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cut {
    /// Items of an array, members of an object, or characters of a text.
    pub(super) retained: usize,
    pub(super) total: usize,
}

/// The most items of an array that are cut themselves. Of more the first ones stay whole.
const SHARED: usize = 32;
/// The least room of a value: `"…"`.
const LEAST: usize = 5;

/// Cuts a value until it has at most `room` bytes in JSON; returns the largest part that was cut.
pub(super) fn cut(value: &mut Json, room: usize) -> Option<Cut> {
    let mut largest = None;
    let mut remaining = room;
    // Numbers and brackets cannot be cut, so they may take more than their part of the room.
    for _ in 0..ROUNDS {
        let size = size(value);
        if size <= room {
            return largest;
        }
        shrink(value, remaining, &mut largest);
        remaining = remaining.saturating_sub(self::size(value).saturating_sub(room).max(1));
    }
    if size(value) > room {
        *value = Json::Null;
    }
    largest
}

/// More rounds would not help.
const ROUNDS: usize = 8;

fn shrink(value: &mut Json, room: usize, largest: &mut Option<Cut>) {
    let cut = match value {
        Json::Array(items) => shrink_items(items, room, largest),
        Json::Object(members) => shrink_members(members, room, largest),
        Json::String(text) => shrink_text(text, room),
        _ => None,
    };
    if let Some(cut) = cut
        && largest.is_none_or(|known| known.total < cut.total)
    {
        *largest = Some(cut);
    }
}

/// Keeps the first items that fit. If they are few bytes, because a large one is among the first, these are cut themselves.
fn shrink_items(items: &mut Vec<Json>, room: usize, largest: &mut Option<Cut>) -> Option<Cut> {
    let total = items.len();
    let room = room.saturating_sub(2);
    let (mut used, mut retained) = (0, 0);
    for item in items.iter() {
        let with = used + size(item) + 1;
        if with > room {
            break;
        }
        (used, retained) = (with, retained + 1);
    }
    if retained == total {
        return None;
    }
    if used < room / 2 {
        retained = (retained + 1).max(SHARED).min(total).min(room / (LEAST + 1)).max(1);
        let room = room.saturating_sub(retained);
        items.truncate(retained);
        share(items.iter_mut().map(|item| (size(item), item)).collect(), room, largest);
    } else {
        items.truncate(retained);
    }
    Some(Cut { retained, total }).filter(|cut| cut.retained < cut.total)
}

/// Keeps the first members whose names fit, and cuts the largest values.
fn shrink_members(members: &mut Map<String, Json>, room: usize, largest: &mut Option<Cut>) -> Option<Cut> {
    let total = members.len();
    let room = room.saturating_sub(2);
    let (mut used, mut names, mut is_full) = (0, 0, false);
    let mut sizes = Vec::new();
    members.retain(|name, value| {
        let (name, value) = (name_size(name), size(value));
        let with = used + name + value.min(LEAST);
        // A name that is longer than all room is left out; the others behind it may fit.
        is_full |= name <= room && with > room;
        let fits = !is_full && with <= room;
        if fits {
            (used, names) = (with, names + name);
            sizes.push(value);
        }
        fits
    });
    share(sizes.into_iter().zip(members.values_mut()).collect(), room.saturating_sub(names), largest);
    Some(Cut { retained: members.len(), total }).filter(|cut| cut.retained < cut.total)
}

/// The bytes of a name with its colon and comma.
fn name_size(name: &str) -> usize {
    text_size(name) + 4
}

/// Gives each value its part of the room. Small values leave the rest of theirs to the others.
fn share(mut values: Vec<(usize, &mut Json)>, mut room: usize, largest: &mut Option<Cut>) {
    values.sort_by_key(|(size, _)| *size);
    let mut remaining = values.len();
    for (size, value) in values {
        let part = room / remaining.max(1);
        remaining -= 1;
        if size <= part {
            room -= size;
        } else {
            shrink(value, part, largest);
            room = room.saturating_sub(part);
        }
    }
}

fn shrink_text(text: &mut String, room: usize) -> Option<Cut> {
    let total = text.chars().count();
    let mut remaining = room.saturating_sub(LEAST);
    let mut retained = 0;
    let end = text.char_indices().find(|(_, character)| {
        let size = escaped(*character);
        let fits = size <= remaining;
        remaining = remaining.saturating_sub(size);
        retained += usize::from(fits);
        !fits
    });
    text.truncate(end?.0);
    text.push('…');
    Some(Cut { retained, total })
}

fn text_size(text: &str) -> usize {
    text.chars().map(escaped).sum()
}

/// The bytes of a character in a string of JSON.
const fn escaped(character: char) -> usize {
    match character {
        '"' | '\\' | '\n' | '\r' | '\t' | '\u{8}' | '\u{c}' => 2,
        '\0'..='\u{1f}' => 6,
        character => character.len_utf8(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const ROOM: usize = 50_000;

    #[test]
    fn every_value_fits_after_it_was_cut() {
        let text = |length: usize| "x".repeat(length);
        let wide: Map<String, Json> = (0..5_000).map(|column| (format!("Column{column}"), json!("12345"))).collect();
        let rows = |count: usize| vec![json!({ "Id": "1", "Name": text(20) }); count];
        let values = [
            json!({ "A": text(1_000_000), "B": text(1_000_000), "C": 1 }),
            json!({ "R": { "tables": [{ "name": "T", "columns": [{ "name": text(300_000) }], "rows": rows(3) }] } }),
            json!({ "R": { "tables": [{ "rows": rows(9_000) }, { "rows": rows(9_000) }, { "rows": [] }] } }),
            json!({ "R": { "tables": [{ "rows": [wide] }] } }),
            json!({ text(300_000): 1, "B": text(60_000) }),
            json!({ "A": "\u{1}".repeat(100_000) }),
            json!({ "A": vec![1.25; 100_000], "B": vec![json!([[[]]]); 100_000] }),
            json!((0..100).fold(json!(text(100_000)), |inner, _| json!([inner, text(9_000)]))),
        ];
        for mut value in values {
            let largest = cut(&mut value, ROOM);
            assert!(size(&value) <= ROOM && largest.is_some_and(|cut| cut.retained < cut.total), "{largest:?}");
            assert!(size(&value) > ROOM / 3, "{}", size(&value));
        }
    }

    #[test]
    fn rows_are_cut_inside_of_tables() {
        let rows = vec![json!({ "Name": "x".repeat(90) }); 1_000];
        let mut value =
            json!({ "tables": [{ "rows": rows.clone() }, { "rows": rows }, { "rows": [{ "Name": "last" }] }] });
        assert_eq!(cut(&mut value, ROOM).map(|cut| cut.total), Some(1_000));
        let counts = [0, 1, 2].map(|table| value["tables"][table]["rows"].as_array().map(Vec::len));
        assert!(counts[0] > Some(200) && counts[1] > Some(200) && counts[2] == Some(1), "{counts:?}");
    }

    #[test]
    fn what_fits_stays() {
        let mut value = json!({ "A": "ä".repeat(100), "B": [1, null, "x"] });
        let before = value.clone();
        assert_eq!((cut(&mut value, ROOM), value), (None, before));
    }
}
