//! Delimited text of 50 MB into columns, beside the csv crate into the same columns.

use anyhow::{Result, bail};
use asmx_runtime::results::table::{Column, ColumnType, ColumnValues, Table, ValueType};
use asmx_runtime::results::{DelimitedLayout, DelimitedReader, Header};
use asmx_runtime::{DelimitedText, Delimiters};

use crate::table::Comparison;
use crate::timing::{Work, alternating};

/// Bytes of text, about.
const SIZE: usize = 50_000_000;
/// Bytes of text that arrive together.
const CHUNK: usize = 64 * 1024;

/// Measures, and gives the lines of the table.
pub(crate) fn run(runs: usize) -> Result<Vec<Comparison>> {
    let mut comparisons = Vec::new();
    let texts = columns(false);
    let typed = columns(true);
    let short = Delimiters::new("\n", ",").qualifier("\"");
    for (kind, text, columns, goal) in [
        ("texts, fresh memory", text("\n", ",", true), &texts, Some(2.0)),
        ("texts, no qualifiers in the data, fresh memory", text("\n", ",", false), &texts, Some(2.0)),
        ("typed, fresh memory", text("\n", ",", true), &typed, None),
    ] {
        let delimited = DelimitedText::new(&*text).with_delimiters(short.clone());
        let mut values = empty(columns);
        by_csv(&text, &mut values, |_| {})?;
        check_same(&delimited.table_with(columns.clone())?, &values)?;
        let mut ours = || Ok(sum(&delimited.table_with(columns.clone())?));
        let mut peer = || {
            let mut values = empty(columns);
            by_csv(&text, &mut values, |_| {})?;
            Ok(values.iter().map(|values| values.value_count() as u64).sum())
        };
        comparisons.push(compared(runs, kind, text.len(), goal, &mut ours, &mut peer)?);
    }
    for (kind, columns, goal) in
        [("texts, into reused batches", &texts, Some(2.0)), ("typed, into reused batches", &typed, None)]
    {
        let text = text("\n", ",", true);
        let mut batch = Table::new("");
        let mut ours = || in_chunks(&text, &short, columns, &mut batch);
        let mut values = empty(columns);
        let mut peer = || {
            let mut count = 0;
            by_csv(&text, &mut values, |values| {
                count += values.iter().map(|values| values.value_count() as u64).sum::<u64>();
                values.iter_mut().for_each(ColumnValues::clear);
            })?;
            Ok(count)
        };
        comparisons.push(compared(runs, kind, text.len(), goal, &mut ours, &mut peer)?);
    }
    let other = text("~k3x9p;", "~k3x9p|", false);
    let marks = Delimiters::new("~k3x9p;", "~k3x9p|");
    let delimited = DelimitedText::new(&*other).with_delimiters(marks);
    let mut ours = || Ok(sum(&delimited.table_with(texts.clone())?));
    let mut peer = || {
        let mut values = empty(&texts);
        for (row, line) in (0..).zip(other.split("~k3x9p;").filter(|line| !line.is_empty())) {
            for (cell, values) in line.split("~k3x9p|").zip(&mut values) {
                values.push_text(row, cell)?;
            }
        }
        Ok(values.iter().map(|values| values.value_count() as u64).sum())
    };
    let mut comparison =
        compared(runs, "texts, long delimiters, fresh memory", other.len(), None, &mut ours, &mut peer)?;
    "str::split".clone_into(&mut comparison.peer);
    comparisons.push(comparison);
    Ok(comparisons)
}

fn compared(
    runs: usize,
    kind: &str,
    bytes: usize,
    goal: Option<f64>,
    ours: Work<'_>,
    peer: Work<'_>,
) -> Result<Comparison> {
    if ours()? != peer()? {
        bail!("{kind}: not the same columns");
    }
    let seconds = alternating(runs, &mut [ours, peer])?;
    let [ours, peers] = *seconds.as_slice() else { bail!("two medians are due") };
    Ok(Comparison {
        what: format!("delimited text to columns: {kind}"),
        bytes,
        ours,
        peer: "csv".to_owned(),
        peers,
        goal,
    })
}

/// A text that arrives in chunks, its rows into one batch and its successor.
fn in_chunks(text: &str, delimiters: &Delimiters, columns: &[Column], batch: &mut Table) -> Result<u64> {
    let layout = DelimitedLayout::default().header(Header::None).columns(columns.to_vec());
    let mut reader = DelimitedReader::new(delimiters, layout)?;
    let mut count = 0;
    let mut rest = text;
    while !rest.is_empty() {
        let mut length = CHUNK.min(rest.len());
        while !rest.is_char_boundary(length) {
            length -= 1;
        }
        let (chunk, behind) = rest.split_at(length);
        rest = behind;
        reader.push(chunk)?;
        if rest.is_empty() {
            reader.finish()?;
        }
        reader.take_into(batch);
        count += sum(batch);
    }
    Ok(count)
}

fn by_csv(text: &str, values: &mut [ColumnValues], mut chunk_ended: impl FnMut(&mut [ColumnValues])) -> Result<()> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text.as_bytes());
    let mut record = csv::StringRecord::new();
    let (mut row, mut next) = (0, CHUNK as u64);
    while reader.read_record(&mut record)? {
        for (cell, values) in record.iter().zip(values.iter_mut()) {
            // As ours: an empty number is none.
            if !cell.is_empty() || values.value_type() == ValueType::Text {
                values.push_text(row, cell)?;
            }
        }
        row += 1;
        if reader.position().byte() >= next {
            chunk_ended(values);
            if values.iter().all(|values| values.slot_count() == 0) {
                row = 0;
            }
            next += CHUNK as u64;
        }
    }
    chunk_ended(values);
    Ok(())
}

/// Fails unless the table has these values, cell by cell.
fn check_same(table: &Table, values: &[ColumnValues]) -> Result<()> {
    let rows = u32::try_from(table.row_count())?;
    for (column, values) in values.iter().enumerate() {
        let Some(ours) = table.column_values(column) else { bail!("column {column} is missing") };
        let is_same =
            ours.value_count() == values.value_count() && (0..rows).all(|row| ours.text(row) == values.text(row));
        if !is_same {
            bail!("column {column} has other values");
        }
    }
    Ok(())
}

fn sum(table: &Table) -> u64 {
    let values = (0..table.columns().len()).filter_map(|column| table.column_values(column));
    values.map(|values| values.value_count() as u64).sum()
}

fn empty(columns: &[Column]) -> Vec<ColumnValues> {
    columns.iter().map(|column| ColumnValues::new(ValueType::of(column.type_name()))).collect()
}

fn columns(are_typed: bool) -> Vec<Column> {
    use ColumnType::{Boolean, DateTime, Decimal, Int, String};
    let columns = [
        ("Id", Int),
        ("EmailAddress", String),
        ("Name", String),
        ("Opened", DateTime),
        ("Price", Decimal),
        ("Active", Boolean),
        ("URL", String),
        ("Reason", String),
    ];
    columns.map(|(name, kind)| Column::new(name, if are_typed { kind } else { String })).into()
}

/// Rows of 8 cells.
fn text(row: &str, column: &str, has_qualified: bool) -> String {
    let mut text = String::with_capacity(SIZE + 1000);
    for number in 0_u32.. {
        if text.len() >= SIZE {
            break;
        }
        let mixed = number.wrapping_mul(2_654_435_769);
        let name = if has_qualified && number.is_multiple_of(7) {
            format!("\"Smith, {mixed} \"\"x\"\"\"")
        } else {
            format!("Person {}", mixed % 100_000)
        };
        let reason = match number % 4 {
            0 => "Hard",
            1 => "Soft",
            2 => "",
            _ => "Blocked by the receiving server: 550 5.7.1",
        };
        let cells = [
            number.to_string(),
            format!("user{}@example.test", mixed % 1_000_000),
            name,
            format!("2024-0{}-1{}T1{}:2{}:33", mixed % 9 + 1, number % 9, mixed % 10, number % 10),
            format!("{}.{:02}", mixed % 1000, number % 100),
            number.is_multiple_of(3).to_string(),
            format!("https://example.test/a/{}?b=c", mixed % 5000),
            reason.to_owned(),
        ];
        text.push_str(&cells.join(column));
        text.push_str(row);
    }
    text
}
