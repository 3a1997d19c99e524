//! Delimited text as tables, whole and in batches.

use proptest::prelude::*;

use super::rows as plain_rows;
use crate::table::{Column, ColumnType, Table};
use crate::{DelimitedLayout, DelimitedReader, DelimitedText, DelimiterError, Delimiters, Header};

fn text(text: &str) -> DelimitedText {
    DelimitedText::new(text).with_delimiters(Delimiters::new("\n", ",").qualifier("\""))
}

fn names(table: &Table) -> Vec<&str> {
    table.columns().iter().map(|column| column.name.as_str()).collect()
}

fn rows(table: &Table) -> Vec<Vec<Option<String>>> {
    table.iter().map(|row| row.cells().map(|(_, cell)| cell.text().map(str::to_owned)).collect()).collect()
}

fn some(cells: &[&str]) -> Vec<Option<String>> {
    cells.iter().map(|cell| Some((*cell).to_owned())).collect()
}

#[test]
fn without_a_header_all_rows_are_data() {
    let table = text("a,\"b,\"\"c\"\"\"\nd,\n").table().unwrap();
    assert_eq!(names(&table), ["Column1", "Column2"]);
    assert_eq!(rows(&table), [some(&["a", "b,\"c\""]), some(&["d", ""])]);
    assert_eq!((table.name(), table.is_ambiguous()), ("Table", false));
    let null = DelimitedText::null().with_delimiters(Delimiters::new("\n", ",")).table().unwrap();
    assert_eq!((null.row_count(), null.columns().len()), (0, 0));
}

#[test]
fn columns_have_names_from_a_header_or_the_caller() {
    let table = text("E-mail,Hits,,Hits\nann,3,x,4,5\n").table_with(Header::First).unwrap();
    assert_eq!(names(&table), ["E-mail", "Hits", "Column3", "Hits_2", "Column5"]);
    assert_eq!(rows(&table), [some(&["ann", "3", "x", "4", "5"])]);
    let table = text("ann,3,4\n").table_with(["Email", "Column3"]).unwrap();
    assert_eq!(names(&table), ["Email", "Column3", "Column3_2"]);
    let layout = DelimitedLayout::from(["Email"]).name("Opens");
    assert_eq!(text("").table_with(layout).unwrap().name(), "Opens");
}

#[test]
fn declared_columns_have_types() {
    let columns = [Column::new("Hits", ColumnType::Int), Column::new("Note", ColumnType::String)];
    let table = text("3,\n,\"\"\n007\n").table_with(columns.clone()).unwrap();
    assert_eq!(names(&table), ["Hits", "Note"]);
    assert_eq!(rows(&table), [some(&["3", ""]), vec![None, Some(String::new())], vec![Some("007".into()), None]]);
    assert_eq!(table.row_at(2).unwrap().get::<i32>("Hits").unwrap(), Some(7));
    assert_eq!(table.row_at(1).unwrap().get::<i32>("Hits").unwrap(), None);
    let layout = DelimitedLayout::default().header(Header::First).columns(columns);
    let table = text("Email,Hits\nann,5\n").table_with(layout).unwrap();
    assert_eq!(names(&table), ["Email", "Hits"]);
    assert_eq!(table.columns()[1].type_name, "xs:int");
}

#[test]
fn ragged_rows_are_kept_and_reported() {
    let table = text("a,b\nc\nd,e,f\n").table().unwrap();
    assert_eq!(names(&table), ["Column1", "Column2", "Column3"]);
    let expected =
        [vec![Some("a".into()), Some("b".into()), None], vec![Some("c".into()), None, None], some(&["d", "e", "f"])];
    assert_eq!(rows(&table), expected);
    let ragged = table.ragged_row().unwrap();
    assert_eq!((ragged.row, ragged.cells, ragged.expected), (1, 1, 2));
    assert!(table.is_ambiguous());
    let headed = text("a,b\nc,d\ne\n").table_with(Header::First).unwrap();
    assert_eq!(headed.ragged_row().map(|ragged| (ragged.row, ragged.cells, ragged.expected)), Some((1, 1, 2)));
}

#[test]
fn rows_that_lack_cells_of_declared_columns_are_counted() {
    let short = |rows: &str| {
        let table = text(rows).table_with(["A", "B", "C"]).unwrap();
        (table.short_rows().map(|short| (short.rows, short.first, short.cells, short.expected)), table.widest_row())
    };
    assert_eq!(short("a,b,c\nd\ne,f\ng,h,i\n"), (Some((2, 1, 1, 3)), 3));
    assert_eq!(short(&"a\n".repeat(200)), (Some((200, 0, 1, 3)), 1));
    assert_eq!(short("a,b,c\nd,e,f,g\n"), (None, 4));
    assert_eq!(text("a,b\nc\n").table().unwrap().short_rows(), None);
}

#[test]
fn a_table_at_the_record_limit_reports_it() {
    let all = text("a\nb\nc\n");
    assert!(!all.table().unwrap().is_at_record_limit());
    for (limit, reached) in [(2, true), (3, true), (4, false)] {
        let table = all.clone().with_record_limit(Some(limit)).table().unwrap();
        assert_eq!(table.is_at_record_limit(), reached, "{limit}");
    }
    // A header is not a record.
    assert!(!all.clone().with_record_limit(Some(3)).table_with(Header::First).unwrap().is_at_record_limit());
}

fn in_batches(pieces: &[&str], layout: &DelimitedLayout) -> Result<Vec<Table>, DelimiterError> {
    let delimiters = Delimiters::new("\r\n", ",").qualifier("\"");
    let mut reader = DelimitedReader::new(&delimiters, layout.clone())?.record_limit(Some(3));
    let mut batches = Vec::new();
    for piece in pieces {
        reader.push(piece)?;
        batches.push(reader.take());
    }
    reader.finish()?;
    batches.push(reader.take());
    Ok(batches)
}

#[test]
fn batches_hold_the_rows_of_the_whole_text() {
    let source = "Email,Hits\r\n\"a\"\"\r\n\",1\r\nb,\r\n,ü\r\nlast,\"2\",more";
    let layout = DelimitedLayout::default().header(Header::First).columns([Column::new("Hits", ColumnType::Int)]);
    let text = DelimitedText::new(source).with_delimiters(Delimiters::new("\r\n", ",").qualifier("\""));
    let expected = text.table_with(layout.clone()).unwrap();
    assert_eq!(rows(&expected)[0], [Some("a\"\r\n".to_owned()), Some("1".into()), None]);
    let borders: Vec<usize> = (0..=source.len()).filter(|at| source.is_char_boundary(*at)).collect();
    for (index, one) in borders.iter().enumerate() {
        for other in &borders[index..] {
            let batches = in_batches(&[&source[..*one], &source[*one..*other], &source[*other..]], &layout).unwrap();
            let mut together: Vec<Vec<Option<String>>> = batches.iter().flat_map(rows).collect();
            for row in &mut together {
                row.resize(3, None);
            }
            assert_eq!(together, rows(&expected), "{one} {other}");
            let last = batches.last().unwrap();
            assert_eq!(names(last), ["Email", "Hits", "Column3"]);
            assert!(last.is_at_record_limit() && last.ragged_row() == expected.ragged_row());
        }
    }
}

#[test]
fn batches_reuse_memory_and_keep_nothing_of_the_last() {
    let columns = [Column::new("Hits", ColumnType::Int), Column::new("Note", ColumnType::String)];
    let mut reader = DelimitedReader::new(&Delimiters::new("\n", ","), columns).unwrap();
    let mut batch = Table::new("other").column("x", ColumnType::String).row(["y"]);
    reader.push("1,a\nx,b\n").unwrap();
    reader.take_into(&mut batch);
    assert_eq!((batch.name(), names(&batch)), ("Table", vec!["Hits", "Note"]));
    assert_eq!(rows(&batch), [some(&["1", "a"]), some(&["x", "b"])]);
    for number in 0..4 {
        reader.push(&format!("{number},\n,c,d\n")).unwrap();
        reader.take_into(&mut batch);
        let first = vec![Some(number.to_string()), Some(String::new()), None];
        assert_eq!(rows(&batch), [first, vec![None, Some("c".into()), Some("d".into())]]);
        assert_eq!(batch.first_row(), 2 + 2 * number);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases::of(200)))]

    /// Many rows of few widths, so that some rows are put into the columns together, and some alone.
    #[test]
    fn tables_hold_the_cells_of_the_plain_reader(
        row_texts in prop::collection::vec(
            prop_oneof![
                20 => Just("a,bc".to_owned()),
                10 => "[0-9]{1,3},[a-z]{30,34}",
                5 => Just("\"x\"\"y\",\"\"".to_owned()),
                3 => "[a-z\u{fc}]{0,3}(,[a-z\u{1F600}]{0,40}){0,4}",
            ],
            0..300,
        ),
        pieces in 1..5_usize,
        (row, column) in prop::sample::select(vec![("\n", ","), ("\r\n", ","), ("~row;", "~column;")]),
    ) {
        let source = row_texts.join(row).replace(',', column);
        let delimiters = Delimiters::new(row, column).qualifier("\"");
        let expected = plain_rows(&source, &delimiters).unwrap();
        let width = expected.iter().map(Vec::len).max().unwrap_or_default();
        let cell = |row: &Vec<std::borrow::Cow<'_, str>>, at: usize| row.get(at).map(|cell| cell.clone().into_owned());
        let expected: Vec<Vec<Option<String>>> =
            expected.iter().map(|row| (0..width).map(|at| cell(row, at)).collect()).collect();
        let table = DelimitedText::new(&*source).with_delimiters(delimiters.clone()).table().unwrap();
        prop_assert_eq!(rows(&table), expected.clone());
        let mut reader = DelimitedReader::new(&delimiters, Header::None).unwrap();
        let mut together = Vec::new();
        let mut from = 0;
        for piece in 1..=pieces {
            let mut to = source.len() * piece / pieces;
            while !source.is_char_boundary(to) {
                to += 1;
            }
            reader.push(&source[from.min(to)..to]).unwrap();
            from = from.max(to);
            if piece == pieces {
                reader.finish().unwrap();
            }
            together.extend(rows(&reader.take()));
        }
        for row in &mut together {
            row.resize(width, None);
        }
        prop_assert_eq!(together, expected);
    }
}

#[test]
fn rows_before_an_error_can_be_taken() {
    let mut reader =
        DelimitedReader::new(&Delimiters::new("\n", ",").qualifier("\""), Header::None).unwrap().longest_row(8);
    let error = reader.push("a\nb\n\"c\"d\ne\n").unwrap_err();
    assert_eq!(error, DelimiterError::AfterQualifier { position: 7, row: 2, cell: 0 });
    assert_eq!(rows(&reader.take()), [some(&["a"]), some(&["b"])]);
    assert_eq!((reader.push("f\n").unwrap_err(), reader.finish().unwrap_err()), (error.clone(), error));
    let mut reader = DelimitedReader::new(&Delimiters::new("\n", ","), Header::None).unwrap().longest_row(4);
    reader.push("a\n1234").unwrap();
    assert_eq!(reader.push("5").unwrap_err(), DelimiterError::RowTooLong { row: 1, limit: 4 });
}

#[test]
fn delimiters_that_no_data_holds() {
    let one = Delimiters::unambiguous();
    assert_ne!(one, Delimiters::unambiguous());
    let data = [["a|b", "~;"], ["\n", "|~"]];
    let text = DelimitedText::from_rows(&one, data).unwrap();
    assert_eq!(rows(&text.table().unwrap()), [some(&data[0]), some(&data[1])]);
    let marks = [&one.row, &one.column].map(|mark| mark.clone().unwrap());
    for mark in &marks {
        // XML, forms and a server's check for markup leave these characters alone.
        assert!(mark.bytes().all(|byte| byte.is_ascii_graphic() && !b"<>&\"'".contains(&byte)), "{mark}");
        // A cell cannot end so that the delimiter is found too early.
        assert_eq!(mark.rfind('~'), Some(0));
    }
}

/// The text is long enough for several reservations, which are wrong because the rows change.
#[test]
fn long_texts_are_read_like_the_plain_reader_reads_them() {
    use std::fmt::Write as _;
    let mut source = String::new();
    for number in 0..40_000_u32 {
        let text = if number < 10_000 { "" } else { "a text that was in no row before" };
        writeln!(source, "{number},{text},\"{}\"", number % 7).unwrap();
    }
    assert!(source.len() > 1 << 20);
    let columns = [Column::new("Number", ColumnType::Int), Column::new("Text", ColumnType::String)];
    let table = text(&source).table_with(columns).unwrap();
    let expected = plain_rows(&source, &Delimiters::new("\n", ",").qualifier("\"")).unwrap();
    assert_eq!(table.row_count(), expected.len());
    for (row, cells) in table.iter().zip(expected) {
        let read: Vec<_> = row.cells().map(|(_, cell)| cell.text().map(str::to_owned)).collect();
        assert_eq!(read, cells.into_iter().map(|cell| Some(cell.into_owned())).collect::<Vec<_>>());
    }
}
