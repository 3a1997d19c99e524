//! Typed DataSets: their tables.

use super::columns::declared_table;
use super::draft::{Draft, Rust};
use super::types::Pair;
use super::{Class, Kind, Step};
use crate::diagnostic::quoted;
use crate::model::matching::Matcher;
use crate::model::{DataSetTable, DataSetType, NamedType};
use crate::names;

/// What changed of the tables and their columns.
pub(super) fn data_set(pair: &Pair<'_>, old: &DataSetType, new: &DataSetType, out: &mut Vec<Draft>) {
    let alignment = Matcher::new(&old.tables, &new.tables)
        .by(|table| Some(table.name()))
        .by(|table| Some(&table.method))
        .by_place(|one, two| one.table.columns == two.table.columns)
        .found;
    let tables = pair.spot.both("tables");
    for (one, two) in alignment.merged() {
        let (before, after) = (one.and_then(|one| old.tables.get(one)), two.and_then(|two| new.tables.get(two)));
        let spot = tables.inside(before.map(DataSetTable::name), after.map(DataSetTable::name));
        let name = after.or(before).map_or_else(String::new, |table| quoted(table.name()));
        match (before, after) {
            (None, Some(_)) => {
                let what = format!("the DataSet {} has the table {name} more", pair.name());
                let draft = Draft::new(Kind::TableAdded, spot, what).class(Class::Add).for_implementors();
                out.push(draft);
            }
            (Some(_), None) => {
                let what = format!("the DataSet {} has the table {name} no more", pair.name());
                out.push(Draft::new(Kind::TableRemoved, spot, what).rust(Rust::Both));
            }
            (Some(before), Some(after)) if before != after => {
                let other_rust = before.method != after.method;
                if before.name() != after.name() {
                    let what = format!("the table {} of {} is called {name} now", quoted(before.name()), pair.name());
                    let draft = Draft::new(Kind::TableRenamed, spot.clone(), what).silent().step(Step::Major);
                    let draft = draft.follows("data of the old name is read as if the table was not there");
                    out.push(draft.rust(Rust::both_if(other_rust)));
                } else if other_rust {
                    let what = format!(
                        "the table {name} of {} is called {} in Rust, and was {}",
                        pair.name(),
                        quoted(&after.method),
                        quoted(&before.method)
                    );
                    let draft = Draft::new(Kind::TableRustNameChanged, spot.clone(), what).rust(Rust::Both);
                    out.push(draft);
                }
                if before.doc != after.doc {
                    let what = format!("the words about the table {name} of {} changed", pair.name());
                    let draft = Draft::new(Kind::DocumentationChanged, spot.clone(), what).class(Class::Docs);
                    out.push(draft);
                }
                let mut table = before.table.clone();
                table.name.clone_from(&after.table.name);
                // A row that is called after its table follows its name.
                let usual =
                    |data_set: &NamedType, table: &DataSetTable| names::of_rows(&data_set.rust_name, &table.method);
                if before.table.row == usual(pair.old, before) && after.table.row == usual(pair.new, after) {
                    table.row.clone_from(&after.table.row);
                }
                declared_table(&spot.both("columns"), (&table, &after.table), false, out);
            }
            _ => {}
        }
    }
    if alignment.is_reordered() {
        let what = format!("the tables of the DataSet {} come in another order", pair.name());
        out.push(Draft::new(Kind::TablesReordered, tables, what).class(Class::Docs));
    }
}
