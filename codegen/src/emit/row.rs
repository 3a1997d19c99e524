//! The row of a table whose columns a spec declares.

use super::file::{File, literal};
use super::{documentation, rust_type};
use crate::model::{DeclaredTable, Operation};
use crate::names::ident;

/// The struct with a field for every declared column.
pub(super) fn push(file: &mut File, operation: &Operation, table: &DeclaredTable) {
    let (row, descriptor) = (ident(&table.row), ident(&operation.names.descriptor));
    file.line(0, "rt::row! {");
    file.docs(1, documentation::of_row(operation, table));
    file.line(1, format!("pub struct {row} of {descriptor} {{"));
    for column in &table.columns {
        file.docs(2, documentation::of_column(column));
        let required = if column.required { ", required" } else { "" };
        let (field, kind) = (ident(&column.field), rust_type::column(column));
        file.line(2, format!("pub {field}: {kind} = {}{required};", literal(&column.name)));
    }
    file.line(1, format!("}} else {}", ident(&table.undeclared)));
    file.line(0, "}");
}
