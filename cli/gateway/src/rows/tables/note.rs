//! Notes for readers of rows.

use std::collections::{HashMap, HashSet};
use std::fmt;

use asmx_runtime::results::table::{Column, HiddenFacts};
use asmx_types::display::shown_line;

use super::shape::VALUES;
use crate::rows::of_type::OtherTexts;
use crate::rows::row_writer::{NOT_DESCRIBED, RowWriter, left_out_note};
use crate::rows::texts::{is_named, names};

/// The most undeclared columns of a table that are noted.
const MOST: usize = 100;

const ONE_CELL: &str = "the text is one row with one cell: neither delimiter of the request stands in it. If it has several, state those of the \
                        service in the request";

/// A note for readers of rows.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum RowsNote {
    /// The result has values beside the table.
    Values,
    /// Only the response shows that there are several tables: the first was taken.
    OtherTables {
        /// The name of the first.
        first: String,
        /// The names of the others.
        rest: Vec<String>,
    },
    /// No description states the columns.
    OfResponse(String),
    /// The result has as many rows as the service returns at most.
    AtRecordLimit(u64),
    /// Only the schema of the response has this column.
    NotDescribed(String),
    /// Such a column is left out.
    NotDescribedLeftOut(String),
    /// The description names other tables than the response has.
    OtherTablesDescribed {
        /// The names of the described tables.
        described: Vec<String>,
        /// The names of the tables of the response.
        tables: Vec<String>,
    },
    /// The schema of the response lacks columns that the description declares.
    LacksColumns {
        /// The table.
        table: String,
        /// The columns.
        columns: Vec<String>,
    },
    /// The schema of the response gives a column another type than the description, which counts.
    TypesDiffer {
        /// The column.
        column: String,
        /// The type in the response, such as `xs:string`.
        response: String,
        /// The type in the description, such as `xs:int`.
        described: String,
    },
    /// Undeclared columns, which forms with fixed columns leave out.
    Undeclared {
        /// The table.
        table: String,
        /// The columns, at most 100.
        columns: Vec<String>,
    },
    /// Several columns have one name, such as an element and an attribute.
    Repeated {
        /// The table.
        table: String,
        /// The names, at most 100.
        columns: Vec<String>,
    },
    /// The elements around rows of XML have attributes: their paths.
    AroundRows(Vec<String>),
    /// Rows of a delimited text have fewer cells than columns are declared.
    ShortRows {
        /// The number of these rows.
        rows: u64,
        /// The first of them, counted from 1.
        first: u64,
        /// The number of its cells.
        cells: usize,
        /// The number of declared columns.
        columns: usize,
    },
    /// A delimited text has one row of one cell: its request asked for delimiters that it does not have.
    OneCell,
    /// A DataSet has facts that rows do not show: deleted rows, former values, errors.
    Hidden(HiddenFacts),
    /// Rows have content that none of the columns of the service takes.
    Leftover {
        /// The table.
        table: String,
        /// The column that has it.
        column: String,
    },
    /// Rows have no value in a column that the description requires.
    LacksRequired {
        /// The table.
        table: String,
        /// The column.
        column: String,
        /// The number of these rows.
        rows: u64,
    },
    /// A column has texts that are not of its type.
    NotOfType {
        /// The table.
        table: String,
        /// The column.
        column: String,
        /// The type, such as `xs:int`.
        type_name: String,
        /// Whether all of these texts are empty.
        are_empty: bool,
    },
}

impl RowsNote {
    /// Whether a note of the writer says what this one does: that texts of a column are empty.
    #[must_use]
    #[cfg_attr(not(feature = "arrow"), expect(clippy::unused_self, reason = "only Arrow has such notes"))]
    pub fn is_repeated_by(&self, writer: &RowWriter) -> bool {
        #[cfg(feature = "arrow")]
        if let Self::NotOfType { column, are_empty: true, .. } = self {
            return writer.has_empty_as_null(column);
        }
        #[cfg(not(feature = "arrow"))]
        let _ = writer;
        false
    }

    /// That of a response with tables of which the description names none, although it names tables.
    pub(crate) fn of_tables<'a>(described: &[&str], tables: impl Iterator<Item = &'a str> + Clone) -> Option<Self> {
        let has_any = tables.clone().next().is_some();
        let is_described = |full: &str| described.iter().any(|name| is_named(full, name));
        (has_any && !described.is_empty() && !tables.clone().any(is_described)).then(|| Self::OtherTablesDescribed {
            described: described.iter().map(|name| (*name).to_owned()).collect(),
            tables: tables.map(str::to_owned).collect(),
        })
    }

    /// That of a table whose schema in the response lacks declared columns. Rows without a schema lack those that are null.
    pub(crate) fn of_columns(table: &str, declared: &[Column], came: &[Column]) -> Option<Self> {
        if !came.iter().any(|column| column.is_declared() && !column.type_name().is_empty()) {
            return None;
        }
        let known: HashSet<&str> = came.iter().map(|column| column.name.as_str()).collect();
        let names = declared.iter().map(|column| &column.name).filter(|name| !known.contains(name.as_str()));
        let columns: Vec<String> = names.cloned().collect();
        (!columns.is_empty()).then(|| Self::LacksColumns { table: table.to_owned(), columns })
    }

    /// Those of columns whose type in the schema of the response is another than the declared one.
    pub(crate) fn of_types(declared: &[Column], came: &[Column]) -> Vec<Self> {
        let known: HashMap<&str, &Column> = declared.iter().map(|column| (column.name.as_str(), column)).collect();
        let of_column = |column: &Column| {
            let wanted = known.get(column.name.as_str())?;
            let differs = wanted.type_name() != column.type_name() && wanted.value_type() != column.value_type();
            differs.then(|| Self::TypesDiffer {
                column: column.name.clone(),
                response: column.type_name().to_owned(),
                described: wanted.type_name().to_owned(),
            })
        };
        let has_type = |column: &&Column| column.is_declared() && !column.type_name().is_empty();
        came.iter().filter(has_type).filter_map(of_column).collect()
    }

    /// That of a table with several columns of one name.
    pub(crate) fn of_repeated(table: &str, columns: &[Column]) -> Option<Self> {
        let mut known = HashSet::new();
        let repeated = columns.iter().map(|column| column.name.as_str()).filter(|name| !known.insert(*name));
        let columns: Vec<String> = repeated.take(MOST).map(str::to_owned).collect();
        (!columns.is_empty()).then(|| Self::Repeated { table: table.to_owned(), columns })
    }

    /// Adds an undeclared column to the note of its table.
    pub(crate) fn push_undeclared(notes: &mut Vec<Self>, table: &str, column: &str) {
        let of_table = notes.iter_mut().find_map(|note| match note {
            Self::Undeclared { table: known, columns } if known == table => Some(columns),
            _ => None,
        });
        match of_table {
            Some(columns) if columns.len() >= MOST => {}
            Some(columns) => columns.push(column.to_owned()),
            None => notes.push(Self::Undeclared { table: table.to_owned(), columns: vec![column.to_owned()] }),
        }
    }

    /// That of a column with texts that are not of its type.
    pub(crate) fn of_texts(table: &str, column: &Column, texts: OtherTexts) -> Self {
        Self::NotOfType {
            table: table.to_owned(),
            column: column.name.clone(),
            type_name: column.type_name().to_owned(),
            are_empty: texts == OtherTexts::Empty,
        }
    }

    /// Adds that of a column with texts that are not of its type, or of more of them.
    pub(crate) fn push_texts(notes: &mut Vec<Self>, table: &str, column: &Column, texts: OtherTexts) {
        for note in notes.iter_mut() {
            if let Self::NotOfType { table: known, column: name, are_empty, .. } = note
                && known == table
                && *name == column.name
            {
                *are_empty &= texts == OtherTexts::Empty;
                return;
            }
        }
        notes.push(Self::of_texts(table, column, texts));
    }
}

impl RowsNote {
    /// Writes a note about rows and their cells.
    fn of_rows(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Undeclared { table, columns } => write!(
                out,
                "nothing declares these columns of `{}`, and CSV and other forms with fixed columns leave them out: {}",
                shown_line(table),
                names(columns.iter().map(String::as_str))
            ),
            Self::Repeated { table, columns } => write!(
                out,
                "`{}` has several columns of one name, of which readers of JSON and tables see one: {}. The result as it came has all",
                shown_line(table),
                names(columns.iter().map(String::as_str))
            ),
            Self::AroundRows(paths) => write!(
                out,
                "elements around the rows have attributes, which rows lack and JSON has: {}",
                names(paths.iter().map(String::as_str))
            ),
            Self::ShortRows { rows, first, cells, columns } => {
                let have = if *rows == 1 { "has" } else { "have" };
                write!(
                    out,
                    "{} of the text {have} fewer cells than the {columns} declared columns, and the others are empty: the first is row \
                     {first}, with {cells}",
                    counted(*rows)
                )
            }
            Self::Hidden(facts) => {
                write!(out, "the DataSet has more than its rows show, which only its diffgram has: {}", listed(facts))
            }
            Self::OneCell => out.write_str(ONE_CELL),
            Self::Leftover { table, column } => write!(
                out,
                "rows of `{}` have content that no column takes, such as a second value of a column: it is in `{column}`",
                shown_line(table)
            ),
            Self::LacksRequired { table, column, rows } => {
                write!(out, "rows of `{}` lack the required column `{}`: {rows}", shown_line(table), shown_line(column))
            }
            Self::NotOfType { table, column, type_name, .. } => write!(
                out,
                "the column `{}` of `{}` has texts that are not of its type `{}`",
                shown_line(column),
                shown_line(table),
                shown_line(type_name.strip_prefix("xs:").unwrap_or(type_name))
            ),
            Self::AtRecordLimit(records) => {
                write!(out, "the result has {}, the most that the service returns: it may be cut", counted(*records))
            }
            _ => Ok(()),
        }
    }
}

impl fmt::Display for RowsNote {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Values => write!(out, "the result has values beside these rows: the table `{VALUES}` has them"),
            Self::OtherTables { first, rest } => write!(
                out,
                "these are the rows of the table `{}`; the response has others: {}",
                shown_line(first),
                names(rest.iter().map(String::as_str))
            ),
            Self::OfResponse(name) => {
                write!(out, "no description states the columns of `{}`: they come from this response", shown_line(name))
            }
            Self::NotDescribed(column) => {
                write!(
                    out,
                    "the description lacks the column `{}`: the schema of this response has it",
                    shown_line(column)
                )
            }
            Self::NotDescribedLeftOut(column) => out.write_str(&left_out_note(column, NOT_DESCRIBED)),
            Self::OtherTablesDescribed { described, tables } => write!(
                out,
                "the response lacks the described table {}: it has {}",
                names(described.iter().map(String::as_str)),
                names(tables.iter().map(String::as_str))
            ),
            Self::LacksColumns { table, columns } => write!(
                out,
                "the schema of `{}` in this response lacks columns of the description: {}",
                shown_line(table),
                names(columns.iter().map(String::as_str))
            ),
            Self::TypesDiffer { column, response, described } => write!(
                out,
                "column `{}`: the schema of this response says `{}`, the description `{}`",
                shown_line(column),
                shown_line(response),
                shown_line(described)
            ),
            Self::Undeclared { .. }
            | Self::Repeated { .. }
            | Self::AroundRows(_)
            | Self::ShortRows { .. }
            | Self::Hidden(_)
            | Self::OneCell
            | Self::Leftover { .. }
            | Self::LacksRequired { .. }
            | Self::NotOfType { .. }
            | Self::AtRecordLimit(_) => self.of_rows(out),
        }
    }
}

fn counted(rows: u64) -> String {
    if rows == 1 { "1 row".to_owned() } else { format!("{rows} rows") }
}

fn listed(facts: &HiddenFacts) -> String {
    let facts = [
        (facts.deleted, "rows that were deleted"),
        (facts.changed, "former values of rows"),
        (facts.errors, "errors of rows"),
        (facts.unplaced, "parts that belong to no row"),
    ];
    let facts = facts.iter().filter(|(count, _)| *count > 0).map(|(count, fact)| format!("{fact} ({count})"));
    facts.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_counted_in_words_that_fit_their_number() {
        for (records, begin) in
            [(0, "the result has 0 rows, "), (1, "the result has 1 row, "), (2, "the result has 2 rows, ")]
        {
            assert!(RowsNote::AtRecordLimit(records).to_string().starts_with(begin), "{records}");
        }
    }
}
