//! Tables for people, which are Markdown at the same time.

/// Prints a table whose columns are as wide as they need.
pub(crate) fn print(header: &[&str], rows: &[Vec<String>]) {
    let width = |column: usize, name: &str| {
        let cells = rows.iter().filter_map(|row| row.get(column)).map(String::len);
        cells.chain([name.len()]).max().unwrap_or_default()
    };
    let widths: Vec<usize> = header.iter().enumerate().map(|(column, name)| width(column, name)).collect();
    let line = |cells: &mut dyn Iterator<Item = String>| {
        let cells: Vec<String> = cells.zip(&widths).map(|(cell, width)| format!("{cell:>width$}")).collect();
        println!("| {} |", cells.join(" | "));
    };
    line(&mut header.iter().map(|name| (*name).to_owned()));
    line(&mut widths.iter().map(|width| format!("{}:", "-".repeat(width.saturating_sub(1)))));
    for row in rows {
        line(&mut row.iter().cloned());
    }
}
