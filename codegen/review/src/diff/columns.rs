//! Declared columns of results, and tables and columns of typed DataSets.

use super::Kind;
use super::finding::{Finding, Location};
use super::judge::{Circumstance, Rust};
use super::values;
use super::words::{column_owner, digits_words};
use crate::matching::{Matcher, Matching, Paired};
use asmx_codegen::diagnostic::quoted;
use asmx_codegen::emit::Signatures;
use asmx_codegen::model::{Column, DataSetTable, DataSetType, DeclaredTable, NamedType};
use asmx_codegen::names;

pub(super) fn data_set(
    location: &Location,
    data_set: (&NamedType, &NamedType),
    (old, new): (&DataSetType, &DataSetType),
    out: &mut Vec<Finding>,
) {
    let of = quoted(&data_set.1.name);
    let alignment = Matcher::new(&old.tables, &new.tables)
        .by(|table| Some(table.name()))
        .by(|table| Some(&table.method))
        .by_position(|old, new| old.table.columns == new.table.columns)
        .found;
    let tables = location.both("tables");
    for item in alignment.walk(&old.tables, &new.tables) {
        let location = tables.item(&item, DataSetTable::name);
        match item {
            Paired::New(_, table) => {
                out.push(location.finding(Kind::TableAdded, &[&of, &quoted(table.name())]));
            }
            Paired::Old(_, table) => {
                out.push(location.finding(Kind::TableRemoved, &[&of, &quoted(table.name())]).rust(Rust::Both));
            }
            Paired::Both((_, before), (_, after)) if before != after => {
                let name = quoted(after.name());
                let other_rust = Rust::both_if(before.method != after.method);
                if before.name() != after.name() {
                    let names: [&str; 3] = [&quoted(before.name()), &of, &name];
                    out.push(location.finding(Kind::TableRenamed, &names).rust(other_rust));
                } else if other_rust == Rust::Both {
                    let names: [&str; 4] = [&name, &of, &quoted(&after.method), &quoted(&before.method)];
                    out.push(location.finding(Kind::TableRustNameChanged, &names).rust(Rust::Both));
                }
                if before.doc != after.doc {
                    let subject = format!("table {name} of {of}");
                    out.push(location.finding(Kind::DocumentationChanged, &[&subject]));
                }
                let mut table = before.table.clone();
                table.name.clone_from(&after.table.name);
                // A row type that is named after its table follows the table's name.
                let default_row =
                    |named: &NamedType, table: &DataSetTable| names::of_rows(&named.rust_name, &table.method);
                if before.table.row == default_row(data_set.0, before)
                    && after.table.row == default_row(data_set.1, after)
                {
                    table.row.clone_from(&after.table.row);
                }
                declared_table(&location.both("columns"), (&table, &after.table), false, out);
            }
            Paired::Both(..) => {}
        }
    }
    if alignment.is_reordered() {
        out.push(tables.finding(Kind::TablesReordered, &[&of]));
    }
}

/// A table whose columns both versions declare. In a delimited result a column has no name, only a position.
pub(super) fn declared_table(
    location: &Location,
    (old, new): (&DeclaredTable, &DeclaredTable),
    is_delimited: bool,
    out: &mut Vec<Finding>,
) {
    let of = column_owner(location);
    let mut row_renamed = |values: [&str; 3], subject: String| {
        let finding = location.finding(Kind::RowRenamed, &[&subject]).only_values(values);
        out.push(finding.rust(Rust::Both));
    };
    if old.row != new.row {
        let values = ["row", &old.row, &new.row];
        let (old, new) = (quoted(&old.row), quoted(&new.row));
        row_renamed(values, format!("the Rust name of rows of {of} is now {new} (was {old})"));
    }
    if old.undeclared != new.undeclared {
        let values = ["undeclared", &old.undeclared, &new.undeclared];
        let (old, new) = (quoted(&old.undeclared), quoted(&new.undeclared));
        row_renamed(values, format!("the field for undeclared columns in rows of {of} is now {new} (was {old})"));
    }
    if old.name != new.name {
        let words = |table: &DeclaredTable| table.name.as_deref().map_or_else(|| "the first table".to_owned(), quoted);
        out.push(location.finding(Kind::ResultTableChanged, &[&of, &words(new), &words(old)]));
    }
    let alignment = matched(&old.columns, &new.columns);
    let last_old = alignment.old_of.iter().rposition(Option::is_some);
    let last_new = alignment.new_of.iter().rposition(Option::is_some);
    for item in alignment.walk(&old.columns, &new.columns) {
        let location = location.item(&item, |column| &column.name);
        match item {
            Paired::Both((_, before), (_, after)) => column(&location, (before, after), is_delimited, out),
            Paired::New(number, column) => {
                let is_inserted = last_old.is_some_and(|last| number < last);
                let kind = if is_inserted { Kind::ColumnInserted } else { Kind::ColumnAppended };
                let finding = location.finding(kind, &[&quoted(&column.name), &of]);
                out.push(finding.when(is_delimited, Circumstance::ByPosition));
            }
            Paired::Old(number, column) => {
                let is_before = last_new.is_some_and(|last| number < last);
                let finding = location.finding(Kind::ColumnRemoved, &[&quoted(&column.name), &of]).rust(Rust::Both);
                out.push(finding.when(is_before && is_delimited, Circumstance::ByPosition));
            }
        }
    }
    if alignment.is_reordered() {
        let finding = location.finding(Kind::ColumnsReordered, &[&of]);
        out.push(finding.when(is_delimited, Circumstance::ByPosition));
    }
}

fn column(location: &Location, (old, new): (&Column, &Column), is_delimited: bool, out: &mut Vec<Finding>) {
    let (of, name) = (column_owner(location), quoted(&old.name));
    let finding = |kind, values: [&str; 2]| {
        let [is, was] = values;
        location.finding(kind, &[&name, &of, is, was])
    };
    let other_field = Rust::both_if(old.field != new.field);
    if old.name != new.name {
        let kind = if other_field == Rust::Both { Kind::ColumnRenamed } else { Kind::ColumnRenamedOnTheWire };
        let finding = finding(kind, [&quoted(&new.name), ""]).rust(other_field);
        out.push(finding.when(is_delimited, Circumstance::ByPosition));
    } else if other_field == Rust::Both {
        let names: [&str; 2] = [&quoted(&new.field), &quoted(&old.field)];
        out.push(finding(Kind::ColumnRustNameChanged, names).rust(Rust::Both));
    }
    let mut differs = Rust::both_if(Signatures::column(old) != Signatures::column(new));
    if old.kind != new.kind {
        let names: [&str; 2] = [&quoted(new.kind.name()), &quoted(old.kind.name())];
        out.push(finding(Kind::ColumnTypeChanged, names).rust(std::mem::take(&mut differs)));
    }
    if old.required != new.required {
        let kind = if new.required { Kind::ColumnBecameRequired } else { Kind::ColumnNoLongerRequired };
        out.push(finding(kind, ["", ""]).rust(differs));
    }
    if old.scale != new.scale {
        let finding = finding(Kind::ColumnScaleChanged, [&digits_words(new.scale), &digits_words(old.scale)]);
        out.push(finding.values([old.scale, new.scale].map(values::scale)));
    }
    if old.mapping != new.mapping {
        let finding = finding(Kind::ColumnMappingChanged, ["", ""]);
        out.push(finding.values([old.mapping.name(), new.mapping.name()]));
    }
    if old.doc != new.doc {
        let subject = format!("column {name} of {of}");
        out.push(location.finding(Kind::DocumentationChanged, &[&subject]));
    }
}

/// Pairs columns by name, by field, or by their other properties.
fn matched(old: &[Column], new: &[Column]) -> Matching {
    let properties = |column: &Column| (column.kind, column.required, column.scale, column.mapping, column.doc.clone());
    Matcher::new(old, new)
        .by(|column| Some(&column.name))
        .by(|column| Some(&column.field))
        // A documented column that differs only in its name is the same column, wherever it is.
        .by(|column| (!column.doc.is_empty()).then(|| properties(column)))
        .by_position(|old, new| properties(old) == properties(new))
        .found
}
