//! The fast cutter against the plain reader.

use proptest::prelude::*;

use super::plain;
use crate::results::delimited::cutter::Cutter;
use crate::results::delimited::{DelimitedText, DelimiterError, Delimiters};

/// Texts and marks that often meet, also half.
fn marks() -> impl Strategy<Value = Delimiters> {
    let mark = || prop_oneof!["[ab,;|\n\"'-]{1,3}", "[|\n,\"]", "\r\n|---|<br/>|é|ß,|\u{1F600}", Just(String::new())];
    (mark(), mark(), prop::option::of(mark())).prop_map(|(row, column, qualifier)| Delimiters {
        row: Some(row),
        column: Some(column),
        qualifier,
    })
}

/// A text with many of the marks in it.
fn text(delimiters: &Delimiters) -> impl Strategy<Value = String> + use<> {
    let mut parts: Vec<String> =
        [&delimiters.row, &delimiters.column, &delimiters.qualifier].into_iter().flatten().cloned().collect();
    let halves: Vec<String> = parts
        .iter()
        .flat_map(|mark| mark.char_indices().map(|(at, _)| mark[..at].to_owned()).collect::<Vec<_>>())
        .collect();
    parts.extend(halves);
    parts.extend(["a", "b", ",", "é", "\u{1F600}", "", "some longer text that fills a block or so"].map(str::to_owned));
    prop::collection::vec(prop::sample::select(parts), 0..40).prop_map(|parts| parts.concat())
}

fn marks_and_text() -> impl Strategy<Value = (Delimiters, String)> {
    marks().prop_flat_map(|delimiters| (Just(delimiters.clone()), text(&delimiters)))
}

/// Cuts a text that arrives in pieces, and lets go of rows that were cut.
fn in_pieces(pieces: &[&str], delimiters: &Delimiters) -> Result<Vec<Vec<String>>, DelimiterError> {
    let mut cutter = Cutter::new(delimiters.marks()?);
    let mut waiting = String::new();
    let mut rows = Vec::new();
    for (index, piece) in pieces.iter().chain([&""]).enumerate() {
        waiting.push_str(piece);
        while cutter.next_row(&waiting, index == pieces.len())? {
            rows.push(cutter.cells().map(|cell| cell.text(&waiting).into_owned()).collect());
            cutter.forget_cells(false);
        }
        waiting.drain(..cutter.row_start());
        cutter.taken();
    }
    Ok(rows)
}

fn owned(rows: Vec<Vec<std::borrow::Cow<'_, str>>>) -> Vec<Vec<String>> {
    rows.into_iter().map(|row| row.into_iter().map(std::borrow::Cow::into_owned).collect()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn rows_and_errors_are_the_plain_readers((delimiters, text) in marks_and_text()) {
        let expected = plain::rows(&text, &delimiters).map(owned);
        prop_assert_eq!(DelimitedText::new(&*text).rows_with(&delimiters).map(owned), expected);
    }

    #[test]
    fn a_text_may_arrive_in_pieces((delimiters, text) in marks_and_text(), places in prop::collection::vec(any::<prop::sample::Index>(), 0..6)) {
        let expected = plain::rows(&text, &delimiters).map(owned);
        let mut borders: Vec<usize> = places.iter().map(|place| place.index(text.len() + 1)).filter(|at| text.is_char_boundary(*at)).collect();
        borders.sort_unstable();
        let mut pieces = Vec::new();
        let mut from = 0;
        for border in borders {
            pieces.push(&text[from..border]);
            from = border;
        }
        pieces.push(&text[from..]);
        prop_assert_eq!(in_pieces(&pieces, &delimiters), expected);
    }
}

#[test]
fn a_border_may_be_anywhere() {
    let text = "a,\"b\"\"\r\n\",c\r\n\r\nlonger,\"\",ü\r\"x\r\n,\"last\"";
    let delimiters = Delimiters::new("\r\n", ",").qualifier("\"");
    let expected = owned(plain::rows(text, &delimiters).unwrap());
    assert_eq!(expected[0], ["a", "b\"\r\n", "c"]);
    assert_eq!(expected.len(), 4);
    for one in (0..=text.len()).filter(|at| text.is_char_boundary(*at)) {
        for other in (one..=text.len()).filter(|at| text.is_char_boundary(*at)) {
            assert_eq!(in_pieces(&[&text[..one], &text[one..other], &text[other..]], &delimiters).unwrap(), expected);
        }
    }
    let letters: Vec<String> = text.chars().map(String::from).collect();
    assert_eq!(in_pieces(&letters.iter().map(String::as_str).collect::<Vec<_>>(), &delimiters).unwrap(), expected);
}
