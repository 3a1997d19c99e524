//! The row of a table whose columns a spec declares.

use proc_macro2::TokenStream;
use quote::quote;

use super::{documentation, lints, rust_type, text};
use crate::model::{Column, DeclaredTable, Operation};
use crate::names::ident;

/// The struct with a field for every declared column, and its implementations.
pub(super) fn items(operation: &Operation, table: &DeclaredTable) -> TokenStream {
    let (row, descriptor) = (ident(&table.row), ident(&operation.names.descriptor));
    let docs = text::doc_attributes(documentation::of_row(operation, table));
    let allow = lints::of_row(table);
    let fields = table.columns.iter().map(field);
    let names = table.columns.iter().map(|column| ident(&column.field));
    let undeclared = ident(&table.undeclared);
    let undeclared_doc = text::doc_attribute(documentation::OF_UNDECLARED);
    quote! {
        #docs
        #allow
        #[non_exhaustive]
        #[derive(Clone, Default)]
        pub struct #row {
            #(#fields,)*
            #undeclared_doc
            pub #undeclared: ::asmx_runtime::UndeclaredColumns,
        }
        ::asmx_runtime::row!(#row, #descriptor, [#(#names),*], #undeclared);
    }
}

/// `pub due_date: ::std::option::Option<::asmx_runtime::xsd::DateTime>`
fn field(column: &Column) -> TokenStream {
    let docs = text::doc_attributes(documentation::of_column(column));
    let (name, kind) = (ident(&column.field), rust_type::column(column));
    quote!(#docs pub #name: #kind)
}
