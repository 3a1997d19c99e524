//! Declared columns, of results and of typed DataSets.

use super::draft::{Draft, Rust, Spot};
use super::words::column_owner;
use super::{Class, Kind, Step};
use crate::diagnostic::quoted;
use crate::emit::Signatures;
use crate::model::matching::{Matcher, Matching};
use crate::model::{Column, DeclaredTable};

/// A table whose columns both versions declare. In a delimited result a column has no name but its position.
pub(super) fn declared_table(
    spot: &Spot,
    (old, new): (&DeclaredTable, &DeclaredTable),
    is_delimited: bool,
    out: &mut Vec<Draft>,
) {
    let of = column_owner(spot);
    if old.row != new.row {
        let what = format!("the rows of {of} are called {} in Rust, and were {}", quoted(&new.row), quoted(&old.row));
        out.push(Draft::new(Kind::RowRenamed, spot.clone(), what).rust(Rust::Both));
    }
    if old.undeclared != new.undeclared {
        let what = format!(
            "the field of rows of {of} for columns that are not declared is called {}, and was {}",
            quoted(&new.undeclared),
            quoted(&old.undeclared)
        );
        out.push(Draft::new(Kind::RowRenamed, spot.clone(), what).rust(Rust::Both));
    }
    if old.name != new.name {
        let shown = |table: &DeclaredTable| table.name.as_deref().map_or_else(|| "the first table".to_owned(), quoted);
        let what = format!("the rows of {of} are those of {}, and were of {}", shown(new), shown(old));
        out.push(
            Draft::new(Kind::ResultTableChanged, spot.clone(), what)
                .class(Class::Behaviour)
                .step(Step::Major)
                .follows("where a response has both, other rows are read"),
        );
    }
    let alignment = matched(&old.columns, &new.columns);
    let last_old = alignment.old_of.iter().rposition(Option::is_some);
    let last_new = alignment.new_of.iter().rposition(Option::is_some);
    for (one, two) in alignment.merged() {
        let (before, after) = (one.and_then(|one| old.columns.get(one)), two.and_then(|two| new.columns.get(two)));
        let spot = spot.inside(before.map(|one| one.name.as_str()), after.map(|one| one.name.as_str()));
        match (before, after) {
            (Some(before), Some(after)) => column(&spot, (before, after), is_delimited, out),
            (None, Some(column)) => {
                let is_inserted = last_old.is_some_and(|last| two.is_some_and(|two| two < last));
                out.push(column_added(spot, &of, column, is_inserted, is_delimited));
            }
            (Some(column), None) => {
                let is_before = last_new.is_some_and(|last| one.is_some_and(|one| one < last));
                let what = format!("the column {} of {of} is not declared any more", quoted(&column.name));
                let draft = Draft::new(Kind::ColumnRemoved, spot, what).rust(Rust::Both);
                out.push(if is_before && is_delimited { shifted(draft) } else { draft });
            }
            (None, None) => {}
        }
    }
    if alignment.is_reordered() {
        let what = format!("the columns of {of} come in another order");
        let draft = Draft::new(Kind::ColumnsReordered, spot.clone(), what);
        out.push(if is_delimited {
            shifted(draft).step(Step::Major)
        } else {
            draft.class(Class::Docs).follows("they are found by name, so that nothing else changes")
        });
    }
}

fn column(spot: &Spot, (old, new): (&Column, &Column), is_delimited: bool, out: &mut Vec<Draft>) {
    let (of, name) = (column_owner(spot), quoted(&old.name));
    let other_field = old.field != new.field;
    let mut drafts = Vec::new();
    if old.name != new.name {
        let kind = if other_field { Kind::ColumnRenamed } else { Kind::ColumnRenamedOnTheWire };
        let what = format!("the column {name} of {of} is called {} now", quoted(&new.name));
        let draft = Draft::new(kind, spot.clone(), what).rust(Rust::both_if(other_field));
        drafts.push(match (is_delimited, other_field) {
            (true, false) => {
                draft.class(Class::Docs).follows("it is found by its position, so that nothing else changes")
            }
            (false, false) => draft
                .silent()
                .step(Step::Major)
                .follows("data of the old name is read as if the column was not there, and no compiler tells anybody"),
            _ => draft,
        });
    } else if other_field {
        let what = format!(
            "the column {name} of {of} is called {} in Rust, and was {}",
            quoted(&new.field),
            quoted(&old.field)
        );
        drafts.push(Draft::new(Kind::ColumnRustNameChanged, spot.clone(), what).rust(Rust::Both));
    }
    let mut differs = Signatures::column(old) != Signatures::column(new);
    if old.kind != new.kind {
        let what =
            format!("the column {name} of {of} is {}, and was {}", quoted(new.kind.name()), quoted(old.kind.name()));
        let draft = Draft::new(Kind::ColumnTypeChanged, spot.clone(), what).class(Class::Behaviour);
        drafts.push(draft.rust(Rust::both_if(std::mem::take(&mut differs))).step(Step::Major));
    }
    match (old.required, new.required) {
        (false, true) => drafts.push(
            Draft::new(
                Kind::ColumnBecameRequired,
                spot.clone(),
                format!("every row has a value of the column {name} of {of}"),
            )
            .rust(Rust::both_if(differs))
            .class(Class::Behaviour)
            .step(Step::Major)
            .follows("a row without one fails to be read"),
        ),
        (true, false) => drafts.push(
            Draft::new(
                Kind::ColumnNoLongerRequired,
                spot.clone(),
                format!("a row may have no value of the column {name} of {of}"),
            )
            .rust(Rust::both_if(differs))
            .class(Class::Behaviour),
        ),
        _ => {}
    }
    if old.mapping != new.mapping {
        let what = format!("the values of the column {name} of {of} travel in another way");
        drafts.push(Draft::new(Kind::ColumnMappingChanged, spot.clone(), what).class(Class::Behaviour));
    }
    if old.doc != new.doc {
        let what = format!("the words about the column {name} of {of} changed");
        drafts.push(Draft::new(Kind::DocumentationChanged, spot.clone(), what).class(Class::Docs));
    }
    out.extend(drafts);
}

fn column_added(spot: Spot, of: &str, column: &Column, is_inserted: bool, is_delimited: bool) -> Draft {
    let name = quoted(&column.name);
    if is_inserted {
        let draft =
            Draft::new(Kind::ColumnInserted, spot, format!("the column {name} of {of} is declared before others"));
        return if is_delimited {
            shifted(draft).step(Step::Major)
        } else {
            draft.class(Class::Add).for_implementors()
        };
    }
    let what = format!("the column {name} of {of} is declared behind the others");
    Draft::new(Kind::ColumnAppended, spot, what).class(Class::Add).for_implementors()
}

/// The position is the only name that a column of delimited text has.
fn shifted(draft: Draft) -> Draft {
    draft.silent().for_implementors().follows(
        "every column behind it is read from another position, and neither the compiler nor the wire tells anybody",
    )
}

/// Which column is which: by name, by field, or by what else is said of it.
fn matched(old: &[Column], new: &[Column]) -> Matching {
    let others = |one: &Column| (one.kind, one.required, one.mapping, one.doc.clone());
    Matcher::new(old, new)
        .by(|one| Some(&one.name))
        .by(|one| Some(&one.field))
        // What differs in nothing but the name, and is documented, is the same wherever it stands.
        .by(|one| (!one.doc.is_empty()).then(|| others(one)))
        .by_place(|one, two| others(one) == others(two))
        .found
}
