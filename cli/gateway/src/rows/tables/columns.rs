//! The columns of tables.

use std::collections::HashSet;

use asmx_runtime::json;
use asmx_runtime::results::table::DATE_TIME_OFFSET;
use asmx_types::{DeclaredColumn, Member, Place, Scalar, Structure, Type};

use super::shape::{ColumnShape, JSON};
use super::undeclared::{TYPE, rest_column};

/// A family with more columns has one for all members.
const MOST_OF_FAMILY: usize = 256;

/// The type of a cell with a value of this type.
pub(super) fn type_name(kind: Type) -> String {
    match kind {
        Type::Scalar(scalar) => scalar_name(scalar),
        // Flags and lists are the text as sent.
        Type::Enumeration(_) | Type::List(_) => "xs:string".to_owned(),
        _ => JSON.to_owned(),
    }
}

fn scalar_name(scalar: Scalar) -> String {
    match scalar {
        Scalar::Guid | Scalar::Char => "xs:string".to_owned(),
        // Its base is a local time in tables, and these values are instants.
        Scalar::DateTimeOffset => DATE_TIME_OFFSET.to_owned(),
        scalar => format!("xs:{}", scalar.base().name()),
    }
}

pub(super) fn declared(columns: &[DeclaredColumn]) -> Vec<ColumnShape> {
    let of = |column: &DeclaredColumn| {
        let shape = ColumnShape::of_key(column.name, scalar_name(column.kind)).with_scale(column.scale);
        ColumnShape { is_required: column.required, ..shape }
    };
    columns.iter().map(of).collect()
}

#[derive(Clone, Copy)]
pub(super) struct Columns {
    pub(super) with_secrets: bool,
}

impl Columns {
    /// The columns of items of this type.
    pub(super) fn of_items(self, structure: &'static Structure) -> Vec<ColumnShape> {
        let (mut columns, mut known) = (Vec::new(), HashSet::new());
        if !structure.is_of_family() {
            self.push(&mut columns, &mut known, structure.members());
            return columns;
        }
        columns.push(ColumnShape::of_key(TYPE, "xs:string"));
        self.push(&mut columns, &mut known, structure.members());
        for derived in structure.derived() {
            self.push(&mut columns, &mut known, derived.members());
            if columns.len() > MOST_OF_FAMILY {
                columns.truncate(1);
                columns.push(ColumnShape::new("$members", JSON, Vec::new()));
                break;
            }
        }
        columns.push(rest_column());
        columns
    }

    /// Adds a column for each member that has none.
    fn push(self, columns: &mut Vec<ColumnShape>, known: &mut HashSet<String>, members: &[Member]) {
        for member in members {
            self.push_member(columns, known, member);
        }
    }

    fn push_member(self, columns: &mut Vec<ColumnShape>, known: &mut HashSet<String>, member: &Member) {
        if !self.with_secrets && member.holds_secret() {
            return;
        }
        if let (Place::Choice(alternatives), false) = (member.place, member.repeated) {
            self.push(columns, known, alternatives);
            return;
        }
        let column = column(member);
        if known.insert(column.name.clone()) {
            columns.push(column);
        } else if let Some(known) = columns.iter_mut().find(|known| known.name == column.name) {
            // Two types of a family have members of one name and different types, or scales.
            if known.type_name != column.type_name {
                let is_json = JSON == known.type_name || JSON == column.type_name;
                if is_json { JSON } else { "xs:string" }.clone_into(&mut known.type_name);
            }
            let greater = known.scale.zip(column.scale).map(|(left, right)| left.max(right));
            known.scale = greater.filter(|_| known.type_name == column.type_name);
        }
    }
}

/// The column of a member in a row.
pub(super) fn column(member: &Member) -> ColumnShape {
    let key = json::key(member).into_owned();
    let column = match member.place {
        Place::Text => ColumnShape::new("$value", type_name(member.kind), vec![key]),
        Place::Element | Place::Attribute if !member.repeated && member.content.is_none() => {
            ColumnShape::of_key(key, type_name(member.kind))
        }
        _ => ColumnShape::of_key(key, JSON),
    };
    column.with_scale(member.scale)
}
