//! The row of a table whose columns a spec declares: of a result, or of a typed DataSet.

use proc_macro2::TokenStream;
use quote::quote;

use super::file::{File, docs};
use super::{documentation, rust_type};
use crate::model::{DataSetTable, DeclaredTable, Mapping, NamedType, Operation};
use crate::names::ident;

pub(super) fn of_result(file: &mut File, operation: &Operation, table: &DeclaredTable) {
    let descriptor = ident(&operation.names.descriptor);
    push(file, documentation::of_row(operation, table), &quote!(#descriptor), table);
}

pub(super) fn of_data_set(file: &mut File, named: &NamedType, table: &DataSetTable) {
    let (data_set, name) = (&named.name, table.name());
    push(file, documentation::of_data_set_row(named, table), &quote!(#data_set, #name), &table.table);
}

/// The struct with a field for every declared column, and one for all others.
fn push(file: &mut File, docs_of_row: Vec<String>, of: &TokenStream, table: &DeclaredTable) {
    let (row, docs_of_row) = (ident(&table.row), docs(docs_of_row));
    let columns = table.columns.iter().map(|column| {
        let docs = docs(documentation::sentences(&column.doc));
        let required = column.required.then(|| quote!(, required));
        let mapping = match column.mapping {
            Mapping::Element => None,
            Mapping::Attribute => Some(quote!(, mapping(Attribute))),
            Mapping::Hidden => Some(quote!(, mapping(Hidden))),
            Mapping::SimpleContent => Some(quote!(, mapping(SimpleContent))),
        };
        let (name, field, kind) = (&column.name, ident(&column.field), rust_type::column(column));
        quote!(#docs #[column(#name #required #mapping)] pub #field: #kind,)
    });
    let undeclared = ident(&table.undeclared);
    file.push_call(
        "row",
        quote! {
            #docs_of_row
            #[row(#of)]
            pub struct #row {
                #(#columns)*
                #[undeclared]
                pub #undeclared: rt::UndeclaredColumns,
            }
        },
    );
}
