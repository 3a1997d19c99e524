//! Enumerations, structures and typed DataSets that the spec names.

use heck::ToShoutySnakeCase as _;
use proc_macro2::Ident;
use quote::quote;

use super::file::{File, docs};
use super::{documentation, parameter, row};
use crate::model::{DataSetTable, EnumerationValue, Member, NamedType, NamedTypeKind, Namespace, Service};
use crate::names::{self, ident};

/// The name of the type's descriptor (`COLOR`).
pub(super) fn static_name(named: &NamedType) -> Ident {
    ident(&named.rust_name.to_shouty_snake_case())
}

/// A named type.
pub(super) fn push(file: &mut File, service: &Service, index: usize, named: &NamedType) {
    match &named.kind {
        NamedTypeKind::Enumeration(kind) => enumeration(file, named, &kind.values),
        NamedTypeKind::Structure(kind) => structure(file, service, (index, named), &kind.members),
        NamedTypeKind::DataSet(kind) => data_set(file, service, named, &kind.tables),
    }
}

fn enumeration(file: &mut File, named: &NamedType, values: &[EnumerationValue]) {
    let docs_of_type = docs(documentation::of_enumeration(named));
    let (descriptor, name, enumeration) = (static_name(named), &named.name, ident(&named.rust_name));
    let variants = values.iter().map(|value| {
        let docs = docs(documentation::of_enumeration_value(value));
        let (text, variant) = (&value.name, ident(&value.variant));
        quote!(#docs #[value(#text)] #variant,)
    });
    let unknown = ident(&unknown(values));
    file.push_call(
        "enumeration",
        quote! {
            #docs_of_type
            #[enumeration(#descriptor = #name)]
            pub enum #enumeration {
                #(#variants)*
                #[unknown]
                #unknown(String),
            }
        },
    );
}

/// The variant for all other texts: a name that no value has.
fn unknown(values: &[EnumerationValue]) -> String {
    let is_taken = |name: &str| values.iter().any(|value| value.variant == name);
    let free = names::UNKNOWN.into_iter().find(|name| !is_taken(name)).map(str::to_owned);
    free.unwrap_or_else(|| names::free(names::UNKNOWN[0], "", is_taken))
}

fn structure(file: &mut File, service: &Service, (index, named): (usize, &NamedType), members: &[Member]) {
    let docs = docs(documentation::of_structure(named, members));
    let (descriptor, name, structure) = (static_name(named), &named.name, ident(&named.rust_name));
    let fields = members.iter().map(|member| parameter::member(service, index, member));
    file.push_call("structure", quote!(#docs #[structure(#descriptor = #name)] pub struct #structure { #(#fields)* }));
}

fn data_set(file: &mut File, service: &Service, named: &NamedType, tables: &[DataSetTable]) {
    let docs_of_type = docs(documentation::of_data_set(named));
    let (descriptor, name, data_set) = (static_name(named), &named.name, ident(&named.rust_name));
    let namespace = match &named.namespace {
        Namespace::Service => service.namespace.as_deref().unwrap_or_default(),
        Namespace::None => "",
        Namespace::Of(uri) => uri.as_str(),
    };
    let methods = tables.iter().map(|table| {
        let docs = docs(documentation::of_table(table));
        let set = ident(&format!("{}{}", names::SETS_ROWS, table.method));
        let (name, method, row) = (table.name(), ident(&table.method), ident(&table.table.row));
        quote!(#docs #[table(#name, #set)] pub #method: #row,)
    });
    file.push_call(
        "data_set",
        quote! {
            #docs_of_type
            #[data_set(#descriptor = #name, #namespace)]
            pub struct #data_set {
                #(#methods)*
            }
        },
    );
    for table in tables {
        row::of_data_set(file, named, table);
    }
}
