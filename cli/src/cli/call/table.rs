//! Tables for terminals.

use std::fmt::Write as _;

use asmx_types::display::shown_line;
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

use asmx_gateway::rows::Grid;

const GAP: usize = 2;

/// The least width of a column that is made narrower.
const LEAST: usize = 6;

/// A table that fits into `width` columns; `None` is any width. Columns without room are left out and counted below the table.
pub(super) fn table(rows: &Grid, width: Option<usize>) -> String {
    let cells = |row: &Vec<Option<String>>| -> Vec<String> {
        row.iter().map(|cell| shown_line(cell.as_deref().unwrap_or_default()).into_owned()).collect()
    };
    let header: Vec<String> = rows.columns.iter().map(|name| shown_line(name).into_owned()).collect();
    let body: Vec<Vec<String>> = rows.rows.iter().map(cells).collect();
    let mut widths: Vec<usize> = header.iter().map(|name| name.width().max(1)).collect();
    for row in &body {
        for (widest, cell) in widths.iter_mut().zip(row) {
            *widest = cell.width().max(*widest);
        }
    }
    let left_out = width.map_or(0, |width| fit(&mut widths, width));
    let mut text = String::new();
    line(&mut text, &header, &widths, &rows.numbers);
    let rule: Vec<String> = widths.iter().map(|width| "─".repeat(*width)).collect();
    line(&mut text, &rule, &widths, &[]);
    for row in &body {
        line(&mut text, row, &widths, &rows.numbers);
    }
    if left_out > 0 {
        // Writing to a String cannot fail.
        let columns = if left_out == 1 { "column" } else { "columns" };
        let _ = writeln!(text, "({left_out} more {columns}: see all with --output csv or json)");
    }
    text
}

/// Makes the widest columns narrower until all fit, and removes the last ones that do not. Returns their number.
fn fit(widths: &mut Vec<usize>, width: usize) -> usize {
    let all = widths.len();
    while widths.len() > 1 && widths.iter().map(|width| (*width).min(LEAST) + GAP).sum::<usize>() > width + GAP {
        widths.pop();
    }
    let room = (width + GAP).saturating_sub(widths.len() * GAP).max(1);
    // The largest bound that lets all fit: small columns keep their width.
    let bound = (1..=room).rev().find(|bound| widths.iter().map(|width| (*width).min(*bound)).sum::<usize>() <= room);
    for width in widths.iter_mut() {
        *width = (*width).min(bound.unwrap_or(1));
    }
    all - widths.len()
}

fn line(text: &mut String, cells: &[String], widths: &[usize], numbers: &[bool]) {
    let start = text.len();
    for (index, width) in widths.iter().enumerate() {
        let cell = cells.get(index).map(|cell| cut(cell, *width)).unwrap_or_default();
        let blanks = width.saturating_sub(cell.width());
        let (before, after) = if numbers.get(index) == Some(&true) { (blanks, 0) } else { (0, blanks) };
        let gap = if index == 0 { 0 } else { GAP };
        // Writing to a String cannot fail.
        let _ = write!(text, "{:gap$}{:before$}{cell}{:after$}", "", "", "");
    }
    let end = text.trim_end_matches(' ').len().max(start);
    text.truncate(end);
    text.push('\n');
}

/// The text, or its beginning and `…`, in at most that many columns.
fn cut(cell: &str, width: usize) -> String {
    if cell.width() <= width {
        return cell.to_owned();
    }
    let (mut kept, mut used) = (String::new(), 0);
    for letter in cell.chars() {
        used += letter.width().unwrap_or_default();
        if used >= width {
            break;
        }
        kept.push(letter);
    }
    kept.push('…');
    kept
}
