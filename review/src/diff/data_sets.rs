//! Typed DataSets: their tables.

use std::fmt::Display;

use super::Kind;
use super::columns::declared_table;
use super::finding::Finding;
use super::judge::Rust;
use super::types::Pair;
use super::versions::Versions;
use crate::diagnostic::quoted;
use crate::model::matching::Matcher;
use crate::model::{DataSetTable, DataSetType, NamedType};
use crate::names;

impl Versions<'_> {
    /// What changed of the tables and their columns.
    pub(super) fn data_set(&self, pair: &Pair<'_>, old: &DataSetType, new: &DataSetType, out: &mut Vec<Finding>) {
        let alignment = Matcher::new(&old.tables, &new.tables)
            .by(|table| Some(table.name()))
            .by(|table| Some(&table.method))
            .by_place(|one, two| one.table.columns == two.table.columns)
            .found;
        let tables = pair.location.both("tables");
        for (one, two) in alignment.merged() {
            let (before, after) = (one.and_then(|one| old.tables.get(one)), two.and_then(|two| new.tables.get(two)));
            let location = tables.inside(before.map(DataSetTable::name), after.map(DataSetTable::name));
            let name = after.or(before).map_or_else(String::new, |table| quoted(table.name()));
            match (before, after) {
                (None, Some(_)) => out.push(Finding::new(Kind::TableAdded, location, &[&pair.name(), &name])),
                (Some(_), None) => {
                    out.push(Finding::new(Kind::TableRemoved, location, &[&pair.name(), &name]).rust(Rust::Both))
                }
                (Some(before), Some(after)) if before != after => {
                    let other_rust = Rust::both_if(before.method != after.method);
                    if before.name() != after.name() {
                        let names: [&dyn Display; 3] = [&quoted(before.name()), &pair.name(), &name];
                        out.push(Finding::new(Kind::TableRenamed, location.clone(), &names).rust(other_rust));
                    } else if other_rust == Rust::Both {
                        let names: [&dyn Display; 4] =
                            [&name, &pair.name(), &quoted(&after.method), &quoted(&before.method)];
                        out.push(Finding::new(Kind::TableRustNameChanged, location.clone(), &names).rust(Rust::Both));
                    }
                    if before.doc != after.doc {
                        let what = format!("the table {name} of {}", pair.name());
                        out.push(Finding::new(Kind::DocumentationChanged, location.clone(), &[&what]));
                    }
                    let mut table = before.table.clone();
                    table.name.clone_from(&after.table.name);
                    // A row that is called after its table follows its name.
                    let usual =
                        |data_set: &NamedType, table: &DataSetTable| names::of_rows(&data_set.rust_name, &table.method);
                    if before.table.row == usual(pair.old, before) && after.table.row == usual(pair.new, after) {
                        table.row.clone_from(&after.table.row);
                    }
                    declared_table(&location.both("columns"), (&table, &after.table), false, out);
                }
                _ => {}
            }
        }
        if alignment.is_reordered() {
            out.push(Finding::new(Kind::TablesReordered, tables, &[&pair.name()]));
        }
    }
}
