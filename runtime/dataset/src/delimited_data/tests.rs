use std::collections::BTreeMap;

use proptest::prelude::*;
use serde::Serialize;

use super::*;
use crate::DelimitedText;

fn read(data: &DelimitedData) -> Vec<Vec<String>> {
    let text = DelimitedText::new(data.text()).with_delimiters(data.delimiters());
    let rows = text.cells().unwrap();
    rows.into_iter().map(|row| row.into_iter().map(std::borrow::Cow::into_owned).collect()).collect()
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct Member {
    #[serde(rename = "EmailAddress")]
    address: String,
    age: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    city: Option<&'static str>,
    kind: Kind,
    balance: f64,
    active: bool,
}

#[derive(Serialize)]
enum Kind {
    Normal,
    #[serde(rename = "very special")]
    Special,
}

fn member(address: &str) -> Member {
    Member { address: address.to_owned(), age: None, city: None, kind: Kind::Normal, balance: -0.5, active: true }
}

#[test]
fn structures_become_rows() {
    let members = [Member { age: Some(7), city: Some("Oslo"), kind: Kind::Special, ..member("a@x") }, member("b@x")];
    let data = DelimitedData::from_records(&members).unwrap();
    assert_eq!(data.joined_names(), "EmailAddress|Age|City|Kind|Balance|Active");
    assert_eq!(data.text(), "a@x|7|Oslo|very special|-0.5|true\nb@x|||Normal|-0.5|true");
    assert_eq!((data.row_count(), data.column_delimiter(), data.row_delimiter()), (2, "|", "\n"));
}

#[test]
fn maps_become_rows() {
    let row = |city: &str| BTreeMap::from([("City", city.to_owned()), ("Email", "a@x".to_owned())]);
    let data = DelimitedData::from_records([row("Oslo"), row("Bergen")]).unwrap();
    assert_eq!((data.joined_names().as_str(), data.text()), ("City|Email", "Oslo|a@x\nBergen|a@x"));

    let other = BTreeMap::from([("Town", String::new()), ("Email", String::new())]);
    let error = DelimitedData::from_records([row("Oslo"), other]).unwrap_err();
    assert_eq!((error.row(), error.column()), (Some(1), Some("Email")));
    assert_eq!(error.problem(), &DelimitedDataProblem::OtherName { expected: Some("City".to_owned()) });
    let fewer = BTreeMap::from([("City", String::new())]);
    let error = DelimitedData::from_records([row("Oslo"), fewer]).unwrap_err();
    assert_eq!(error.to_string(), "row 2: it has fewer than the 2 columns of the first row");
}

#[test]
fn delimiters_in_the_data_are_replaced() {
    let rows = [["a|b", "c"], ["d", "e\r\nf"], ["\t;~", "|"]];
    let data = DelimitedData::from_rows(["x", "y"], rows).unwrap();
    assert_eq!((data.column_delimiter(), data.row_delimiter()), ("^", "`"));
    assert_eq!(data.text(), "a|b^c`d^e\r\nf`\t;~^|");
    assert_eq!(data.joined_names(), "x^y");
    assert_eq!(read(&data), rows);
}

#[test]
fn a_carriage_return_is_not_left_before_a_line_feed() {
    let rows = [["a\r", "b\r"], ["c", "d"]];
    let data = DelimitedData::from_rows(["x", "y"], rows).unwrap();
    assert_eq!(data.row_delimiter(), "~");
    assert_eq!(read(&data), rows);
}

#[test]
fn data_that_holds_every_character_gets_delimiters_of_several() {
    let rows = [["a", "b"], ["|\t;~^", "\r`~"], ["~", "c"]];
    let data = DelimitedData::from_rows(["x", "y"], rows).unwrap();
    assert!(data.column_delimiter().len() > 1 && data.row_delimiter().len() > 1);
    assert_ne!(data.column_delimiter(), data.row_delimiter());
    assert_eq!(read(&data), rows);
    let again = DelimitedData::from_rows(["x", "y"], rows).unwrap();
    assert_ne!(data.column_delimiter(), again.column_delimiter());
}

#[test]
fn errors_name_the_place_and_not_the_value() {
    #[derive(Serialize)]
    struct Nested {
        address: &'static str,
        tags: Vec<&'static str>,
    }
    let error = DelimitedData::from_records([Nested { address: "secret", tags: vec!["secret"] }]).unwrap_err();
    assert_eq!(error.to_string(), "row 1, column `tags`: it is a sequence, not text, a number or a boolean");
    let problem = |error: DelimitedDataError| error.problem().clone();
    assert_eq!(problem(DelimitedData::from_records(["text"]).unwrap_err()), DelimitedDataProblem::NotARecord);
    assert_eq!(problem(DelimitedData::from_records(Vec::<Member>::new()).unwrap_err()), DelimitedDataProblem::Nothing);
    let error = DelimitedData::from_records([Member { balance: f64::NAN, ..member("a") }]).unwrap_err();
    assert_eq!(error.column(), Some("Balance"));
    for (names, rows, expected) in [
        (vec!["City", "city "], vec![vec!["a", "b"]], DelimitedDataProblem::DuplicateName),
        (vec!["City", " "], vec![vec!["a", "b"]], DelimitedDataProblem::NoName),
        (vec!["City"], vec![vec!["a"], vec![" "]], DelimitedDataProblem::BlankRow),
        (vec!["City"], vec![vec!["a", "b"]], DelimitedDataProblem::OtherName { expected: None }),
        (vec!["City", "Age"], vec![vec!["a"]], DelimitedDataProblem::TooFewColumns { expected: 2 }),
        (vec![], vec![vec![]], DelimitedDataProblem::Nothing),
    ] {
        assert_eq!(problem(DelimitedData::from_rows(names, rows).unwrap_err()), expected);
    }
}

#[test]
fn one_row_may_be_one_empty_value() {
    let data = DelimitedData::from_row(["City"], [""]).unwrap();
    assert_eq!((data.joined_names().as_str(), data.text(), data.row_count()), ("City", "", 1));
    assert_eq!(DelimitedData::from_row(["a|b", "c"], ["", ""]).unwrap().joined_names(), "a|b\tc");
}

#[test]
fn portions_keep_to_their_limits() {
    let members: Vec<_> = (0..10).map(|index| member(&format!("{index}@x"))).collect();
    let sizes = |limit| -> Vec<(u64, usize)> {
        let chunks = DelimitedData::chunks(&members, limit).map(Result::unwrap);
        chunks.map(|chunk| (chunk.first_row(), chunk.row_count())).collect()
    };
    assert_eq!(sizes(ChunkLimit::default()), [(0, 10)]);
    assert_eq!(sizes(ChunkLimit::rows(4)), [(0, 4), (4, 4), (8, 2)]);
    assert_eq!(sizes(ChunkLimit::rows(5)), [(0, 5), (5, 5)]);
    assert_eq!(sizes(ChunkLimit::rows(0)).len(), 10);
    // A row has 22 bytes, so two rows with a delimiter between them have 45.
    assert_eq!(sizes(ChunkLimit::bytes(45)), [(0, 2), (2, 2), (4, 2), (6, 2), (8, 2)]);
    assert_eq!(sizes(ChunkLimit::bytes(44)).len(), 10);
    assert_eq!(sizes(ChunkLimit::rows(3).and_bytes(45)).len(), 5);
    let mut chunks = DelimitedData::chunks(&members, ChunkLimit::bytes(21));
    let error = chunks.next().unwrap().unwrap_err();
    assert_eq!(error.problem(), &DelimitedDataProblem::TooLarge { bytes: 22, limit: 21 });
    assert!(chunks.next().is_none());
    assert!(DelimitedData::chunks(Vec::<Member>::new(), ChunkLimit::default()).next().is_none());
}

#[test]
fn a_bad_record_ends_the_portions_and_is_named() {
    let good = || BTreeMap::from([("a", 1)]);
    let records = [good(), good(), good(), BTreeMap::new(), good()];
    let mut chunks = DelimitedData::chunks(records, ChunkLimit::rows(2));
    assert_eq!(chunks.next().unwrap().unwrap().row_count(), 2);
    let error = chunks.next().unwrap().unwrap_err();
    assert_eq!((error.row(), error.problem()), (Some(3), &DelimitedDataProblem::TooFewColumns { expected: 1 }));
    assert!(chunks.next().is_none());
}

proptest! {
    #[test]
    fn any_rows_are_read_back(
        names in proptest::sample::subsequence(vec!["a|", "b\t", "c;", "d~", "e\r", "f\n"], 2..=6),
        cells in proptest::collection::vec("[ab|\t;~^\n`\r\"0é]{0,4}", 6..60),
    ) {
        let rows: Vec<Vec<String>> = cells.chunks_exact(names.len()).map(<[String]>::to_vec).collect();
        let data = DelimitedData::from_rows(names.clone(), &rows).unwrap();
        prop_assert_eq!(read(&data), rows);
        let header = DelimitedText::new(data.joined_names()).with_delimiters(data.delimiters());
        prop_assert_eq!(header.cells().unwrap(), [names]);
    }

    #[test]
    fn portions_together_are_all_rows(
        cells in proptest::collection::vec("[ab|\n\r\t~]{0,5}", 0..80), rows in 1_usize..9, bytes in 40_usize..90,
    ) {
        let records: Vec<_> =
            cells.chunks_exact(2).map(|pair| BTreeMap::from([("a", &pair[0]), ("b", &pair[1])])).collect();
        let mut read_back = Vec::new();
        for chunk in DelimitedData::chunks(&records, ChunkLimit::rows(rows).and_bytes(bytes)) {
            let chunk = chunk.unwrap();
            prop_assert!(chunk.row_count() <= rows && chunk.text().len() <= bytes);
            prop_assert_eq!(usize::try_from(chunk.first_row()).unwrap(), read_back.len());
            read_back.extend(read(&chunk));
        }
        let expected: Vec<_> = records.iter().map(|row| vec![row["a"].clone(), row["b"].clone()]).collect();
        prop_assert_eq!(read_back, expected);
    }
}
