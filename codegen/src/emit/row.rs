//! The row of a table whose columns a spec declares.

use quote::quote;

use super::file::{File, docs};
use super::{documentation, rust_type};
use crate::model::{DeclaredTable, Operation};
use crate::names::ident;

/// The struct with a field for every declared column, and one for all others.
pub(super) fn push(file: &mut File, operation: &Operation, table: &DeclaredTable) {
    let (row, descriptor) = (ident(&table.row), ident(&operation.names.descriptor));
    let docs_of_row = docs(documentation::of_row(operation, table));
    let columns = table.columns.iter().map(|column| {
        let docs = docs(documentation::of_column(column));
        let required = column.required.then(|| quote!(, required));
        let (name, field, kind) = (&column.name, ident(&column.field), rust_type::column(column));
        quote!(#docs #[column(#name #required)] pub #field: #kind,)
    });
    let undeclared = ident(&table.undeclared);
    file.push_call(
        "row",
        quote! {
            #docs_of_row
            #[row(#descriptor)]
            pub struct #row {
                #(#columns)*
                #[undeclared]
                pub #undeclared: rt::UndeclaredColumns,
            }
        },
    );
}
