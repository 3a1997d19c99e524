//! Tables for terminals.

use std::fmt::Write as _;

use asmx_types::display::shown_line;
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

use asmx_gateway::rows::Grid;

const GAP: usize = 2;

/// The least width of a column that is made narrower.
const LEAST: usize = 6;

/// The width to which cells are padded at most; wider ones push the rest of their line to the right.
const MOST_PADDED: usize = 200;

/// The most characters of a table for each byte of its cells and names, and the number that is always permitted.
const FOR_EACH_BYTE: usize = 64;
const ALWAYS: usize = 1 << 20;

/// A table with so many blanks that it would be out of proportion to the result.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TooWide {
    characters: usize,
    bytes: usize,
}

impl std::fmt::Display for TooWide {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { characters, bytes } = self;
        write!(
            formatter,
            "a table of {bytes} bytes would have {characters} characters, nearly all of them blanks: print lines of JSON with `--format \
             jsonl`, which leave empty cells out"
        )
    }
}

/// A table that fits into `width` columns; `None` is any width. Columns without room are left out and counted below the table.
pub(super) fn table(rows: &Grid, width: Option<usize>) -> Result<String, TooWide> {
    let mut widths: Vec<usize> = rows.columns.iter().map(|name| shown_line(name).width().max(1)).collect();
    let mut bytes: usize = rows.columns.iter().map(String::len).sum();
    for row in &rows.rows {
        for (column, cell) in row {
            if let Some(widest) = widths.get_mut(*column) {
                *widest = shown_line(cell).width().max(*widest);
            }
            bytes += cell.len();
        }
    }
    let left_out = if let Some(width) = width {
        fit(&mut widths, width)
    } else {
        for width in &mut widths {
            *width = (*width).min(MOST_PADDED);
        }
        0
    };
    let line_width: usize = widths.iter().map(|width| width + GAP).sum();
    let characters = line_width.saturating_mul(rows.rows.len() + 2);
    if characters > bytes.saturating_mul(FOR_EACH_BYTE).saturating_add(ALWAYS) {
        return Err(TooWide { characters, bytes });
    }
    let is_cut = width.is_some();
    let mut text = String::new();
    let names = rows.columns.iter().map(String::as_str).enumerate();
    line(&mut text, names, &widths, &rows.numbers, is_cut);
    let rule: Vec<String> = widths.iter().map(|width| "─".repeat(*width)).collect();
    line(&mut text, rule.iter().map(String::as_str).enumerate(), &widths, &[], is_cut);
    for row in &rows.rows {
        line(&mut text, row.iter().map(|(column, cell)| (*column, cell.as_str())), &widths, &rows.numbers, is_cut);
    }
    if left_out > 0 {
        // Writing to a String cannot fail.
        let columns = if left_out == 1 { "column" } else { "columns" };
        let _ = writeln!(text, "({left_out} more {columns}: see all with --format csv or json)");
    }
    Ok(text)
}

/// Makes the widest columns narrower until all fit, and removes the last ones that do not. Returns their number.
fn fit(widths: &mut Vec<usize>, width: usize) -> usize {
    let all = widths.len();
    let mut used = 0;
    let fitting = widths.iter().take_while(|column| {
        used += (**column).min(LEAST) + GAP;
        used <= width + GAP
    });
    let fitting = fitting.count().max(1);
    widths.truncate(fitting);
    let room = (width + GAP).saturating_sub(widths.len() * GAP).max(1);
    // The largest bound that lets all fit: small columns keep their width.
    let fits = |bound: usize| widths.iter().map(|width| (*width).min(bound)).sum::<usize>() <= room;
    let bound = (1..=room).rev().find(|bound| fits(*bound)).unwrap_or(1);
    for width in widths.iter_mut() {
        *width = (*width).min(bound);
    }
    all - widths.len()
}

fn line<'a>(
    text: &mut String,
    cells: impl Iterator<Item = (usize, &'a str)>,
    widths: &[usize],
    numbers: &[bool],
    is_cut: bool,
) {
    let start = text.len();
    let mut cells = cells.peekable();
    for (index, width) in widths.iter().enumerate() {
        let cell = cells.next_if(|(column, _)| *column == index).map_or("", |(_, cell)| cell);
        let cell = shown_line(cell);
        let cell = if is_cut { cut(&cell, *width) } else { cell.into_owned() };
        let blanks = width.saturating_sub(cell.width());
        let (before, after) = if numbers.get(index) == Some(&true) { (blanks, 0) } else { (0, blanks) };
        push_blanks(text, if index == 0 { before } else { before + GAP });
        text.push_str(&cell);
        push_blanks(text, after);
    }
    let end = text.trim_end_matches(' ').len().max(start);
    text.truncate(end);
    text.push('\n');
}

/// Format widths end at 65,535.
fn push_blanks(text: &mut String, count: usize) {
    text.extend(std::iter::repeat_n(' ', count));
}

/// The text, or its beginning and `…`, in at most that many columns.
fn cut(cell: &str, width: usize) -> String {
    if cell.width() <= width {
        return cell.to_owned();
    }
    let (mut prefix, mut used) = (String::new(), 0);
    for letter in cell.chars() {
        used += letter.width().unwrap_or_default();
        if used >= width {
            break;
        }
        prefix.push(letter);
    }
    prefix.push('…');
    prefix
}
