//! The fast cutter beside the plain reader.

use proptest::prelude::*;

use super::rows as plain_rows;
use crate::delimited::cutter::Cutter;
use crate::delimited::{DelimitedReader, DelimitedText, DelimiterError, Delimiters};

/// Delimiters that often occur in the texts, whole and in part.
fn marks() -> impl Strategy<Value = Delimiters> {
    let mark = || prop_oneof!["[ab,;|\n\"'-]{1,3}", "[|\n,\"]", "\r\n|---|<br/>|é|ß,|\u{1F600}", Just(String::new())];
    let marks = (mark().prop_map(Some), mark().prop_map(Some), prop::option::of(mark()));
    marks.prop_map(|(row, column, qualifier)| Delimiters { row, column, qualifier })
}

/// A text with many delimiters and parts of delimiters in it.
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

/// Cuts a text that arrives in pieces, and removes cut rows.
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
        cutter.remove_row();
    }
    Ok(rows)
}

/// [`in_pieces`], with at most `most` rows of one width cut together.
fn same_width_in_pieces(
    pieces: &[&str],
    delimiters: &Delimiters,
    most: u32,
) -> Result<Vec<Vec<String>>, DelimiterError> {
    let mut cutter = Cutter::new(delimiters.marks()?);
    let mut waiting = String::new();
    let mut rows: Vec<Vec<String>> = Vec::new();
    for (index, piece) in pieces.iter().chain([&""]).enumerate() {
        waiting.push_str(piece);
        loop {
            let width = rows.last().map_or(0, Vec::len);
            let (before, start) = (cutter.row_count(), cutter.row_start());
            let count = cutter.cut_same_width(waiting.as_bytes(), width, most);
            assert!(count <= most && cutter.row_count() == before + count as usize);
            assert!(count > 0 || cutter.row_start() == start);
            let cells = |column| cutter.column(column, width).take(count as usize);
            let columns: Vec<Vec<String>> =
                (0..width).map(|column| cells(column).map(|cell| cell.text(&waiting).into_owned()).collect()).collect();
            assert!(columns.iter().all(|cells| cells.len() == count as usize));
            rows.extend((0..count as usize).map(|row| columns.iter().map(|cells| cells[row].clone()).collect()));
            if count > 0 {
                let last: Vec<String> = cutter.cells().map(|cell| cell.text(&waiting).into_owned()).collect();
                assert_eq!(rows.last(), Some(&last));
            }
            cutter.forget_cells(false);
            if !cutter.next_row(&waiting, index == pieces.len())? {
                break;
            }
            rows.push(cutter.cells().map(|cell| cell.text(&waiting).into_owned()).collect());
            cutter.forget_cells(false);
        }
        waiting.drain(..cutter.row_start());
        cutter.remove_row();
    }
    Ok(rows)
}

fn owned(rows: Vec<Vec<std::borrow::Cow<'_, str>>>) -> Vec<Vec<String>> {
    rows.into_iter().map(|row| row.into_iter().map(std::borrow::Cow::into_owned).collect()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases::of(1_000)))]

    #[test]
    fn rows_and_errors_equal_those_of_the_plain_reader((delimiters, text) in marks_and_text()) {
        let expected = plain_rows(&text, &delimiters).map(owned);
        prop_assert_eq!(DelimitedText::new(&*text).cells_with(&delimiters).map(owned), expected);
    }

    #[test]
    fn a_text_may_arrive_in_pieces((delimiters, text) in marks_and_text(), places in prop::collection::vec(any::<prop::sample::Index>(), 0..6)) {
        let expected = plain_rows(&text, &delimiters).map(owned);
        let mut borders: Vec<usize> = places.iter().map(|place| place.index(text.len() + 1)).filter(|at| text.is_char_boundary(*at)).collect();
        borders.sort_unstable();
        let mut pieces = Vec::new();
        let mut from = 0;
        for border in borders {
            pieces.push(&text[from..border]);
            from = border;
        }
        pieces.push(&text[from..]);
        prop_assert_eq!(in_pieces(&pieces, &delimiters), expected.clone());
        for most in [1, 2, 64] {
            prop_assert_eq!(same_width_in_pieces(&pieces, &delimiters, most), expected.clone());
        }
    }
}

#[test]
fn a_border_may_be_anywhere() {
    let text = "a,\"b\"\"\r\n\",c\r\n\r\nlonger,\"\",ü\r\"x\r\n,\"last\"";
    let delimiters = Delimiters::new("\r\n", ",").qualifier("\"");
    let expected = owned(plain_rows(text, &delimiters).unwrap());
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

/// Rows of one width that are longer than a block, with delimiters of every kind. Nearly all of them are cut together.
#[test]
fn rows_of_one_width_are_cut_together() {
    for (row, column, qualifier) in
        [("\n", ",", "\""), ("\n", ",", ""), ("\r\n", ",", "\""), ("~k3x9p;", "~k3x9p|", "'"), ("\r\n", ", ", "")]
    {
        let delimiters = Delimiters::new(row, column).qualifier(qualifier);
        let cell = |number: usize| match number % 7 {
            0 => String::new(),
            1 if !qualifier.is_empty() => format!("{qualifier}a{row}{column}{qualifier}{qualifier}{number}{qualifier}"),
            2 => "~,\rhalf a mark".replace(column, ";"),
            3 => "ü\u{1F600}".repeat(number % 30),
            _ => "x".repeat(number % 90),
        };
        for width in [1, 2, 8] {
            let lines =
                (0..40).map(|line| (0..width).map(|at| cell(line * width + at)).collect::<Vec<_>>().join(column) + row);
            let text: String = lines.collect();
            let expected = owned(plain_rows(&text, &delimiters).unwrap());
            assert_eq!(expected.len(), 40);
            let mut cutter = Cutter::new(delimiters.marks().unwrap());
            assert_eq!(cutter.cut_same_width(text.as_bytes(), width, 64), 40, "{row:?} {column:?} {width}");
            for column in 0..width {
                let cells: Vec<_> = cutter.column(column, width).map(|cell| cell.text(&text).into_owned()).collect();
                let expected: Vec<_> = expected.iter().map(|row| row[column].clone()).collect();
                assert_eq!(cells, expected);
            }
            for most in [1, 3, 64] {
                assert_eq!(same_width_in_pieces(&[&text], &delimiters, most).unwrap(), expected);
            }
        }
    }
}

/// A row of 200 KiB in pieces of 1,000 bytes, between short ones.
#[test]
fn a_long_row_is_read_when_complete_and_refused_over_the_limit() {
    let text = format!("a,b\nc,{}\nd,e\n", "x".repeat(200 << 10));
    let delimiters = Delimiters::new("\n", ",");
    let read = |longest: usize| {
        let mut reader = DelimitedReader::new(&delimiters, ["one", "two"]).unwrap().longest_row(longest);
        for piece in text.as_bytes().chunks(1000) {
            reader.push(str::from_utf8(piece).unwrap())?;
        }
        reader.finish().map(|()| reader.take())
    };
    let expected = DelimitedText::new(&*text).with_delimiters(delimiters.clone()).table_with(["one", "two"]).unwrap();
    assert_eq!(read(1 << 20), Ok(expected));
    assert_eq!(read(100 << 10), Err(DelimiterError::RowTooLong { row: 1, limit: 100 << 10 }));
}
