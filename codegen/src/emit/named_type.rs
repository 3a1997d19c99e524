//! Enumerations, structures and typed DataSets of the spec, and the rows of tables.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use super::file::{File, docs, variant};
use super::service_types::{Owner, ServiceTypes};
use super::type_descriptor::static_name;
use super::{choice, documentation, parameter, rust_type, type_descriptor};
use crate::model::{
    DataSetTable, DeclaredTable, Enumeration, EnumerationValue, Mapping, NamedType, NamedTypeKind, Namespace,
    Operation, Service, Structure,
};
use crate::names::{self, ident};
use crate::scope::Scope;

pub(super) fn push(file: &mut File, service: &ServiceTypes<'_>, index: usize) {
    let Some(named) = service.types.get(index) else { return };
    match &named.kind {
        NamedTypeKind::Enumeration(kind) if kind.flags => flags(file, named, kind),
        NamedTypeKind::Enumeration(kind) => enumeration(file, named, &kind.values),
        NamedTypeKind::Structure(kind) => {
            structure(file, service, (index, named), kind);
            any(file, service, (index, named));
            choice::push_all(file, service, Owner::Type(index), &kind.members);
        }
        NamedTypeKind::DataSet(kind) => data_set(file, service, named, &kind.tables),
    }
}

/// Empty for a name that only the spec has.
fn wire_name(named: &NamedType) -> &str {
    if named.anonymous { "" } else { &named.name }
}

/// `namespace(rt::Namespace::Of("urn:zoo"))`, if it is not the service's.
fn namespace(named: &NamedType) -> Option<TokenStream> {
    let namespace = type_descriptor::namespace(&named.namespace);
    (named.namespace != Namespace::Service).then(|| quote!(, namespace(#namespace)))
}

fn enumeration(file: &mut File, named: &NamedType, values: &[EnumerationValue]) {
    let docs_of_type = docs(documentation::of_enumeration(named));
    let (descriptor, name, enumeration) = (static_name(named), wire_name(named), ident(&named.rust_name));
    let variants = values.iter().map(|value| {
        let docs = docs(documentation::sentences(&value.doc));
        let (text, variant) = (&value.name, ident(&value.variant));
        quote!(#docs #[value(#text)] #variant,)
    });
    let (unknown, namespace) =
        (ident(&unknown(&values.iter().map(|value| &value.variant).collect::<Vec<_>>())), namespace(named));
    file.push_call(
        "enumeration",
        quote! {
            #docs_of_type
            #[enumeration(#descriptor = #name #namespace)]
            pub enum #enumeration {
                #(#variants)*
                #[unknown]
                #unknown(String),
            }
        },
    );
}

/// The variant that keeps unknown values: a name that no value has.
pub(super) fn unknown(variants: &[&String]) -> String {
    names::first_free(names::UNKNOWN, "", |name| variants.iter().any(|variant| *variant == name))
}

fn flags(file: &mut File, named: &NamedType, kind: &Enumeration) {
    let docs_of_type = docs(documentation::of_enumeration(named));
    let (descriptor, name, flags) = (static_name(named), wire_name(named), ident(&named.rust_name));
    let mut scope = Scope::default();
    let constants = kind.values.iter().enumerate().map(|(position, value)| {
        let base = names::constant_name(&value.variant).unwrap_or_else(|| "VALUE".to_owned());
        let constant = scope.give(&base, "_", |_| true);
        let docs = docs(documentation::sentences(&value.doc));
        let (text, constant, position) = (&value.name, ident(&constant), Literal::usize_unsuffixed(position));
        quote!(#docs #[value(#text)] pub const #constant: Self = Self::flag(#position);)
    });
    let namespace = namespace(named);
    file.push_call(
        "flags",
        quote! {
            #docs_of_type
            #[flags(#descriptor = #name #namespace)]
            pub struct #flags;
            impl #flags {
                #(#constants)*
            }
        },
    );
}

/// An abstract structure has a descriptor only.
fn structure(file: &mut File, service: &ServiceTypes<'_>, (index, named): (usize, &NamedType), kind: &Structure) {
    let members = service.members(index);
    let docs = docs(documentation::of_structure(named, &kind.members));
    let (descriptor, name, structure) = (static_name(named), wire_name(named), ident(&named.rust_name));
    let namespace = type_descriptor::namespace(&named.namespace);
    let namespace = (named.namespace != Namespace::Service).then(|| quote!(in #namespace));
    let static_of = |index: &usize| service.types.get(*index).map(static_name);
    let base = kind.base.as_ref().and_then(static_of).map(|base| quote!(base(&#base)));
    let derived: Vec<Ident> = service.derived(index).iter().filter_map(static_of).collect();
    let derived = (!derived.is_empty()).then(|| quote!(derived(&[#(&#derived),*])));
    let parts: Vec<TokenStream> = base.into_iter().chain(derived).collect();
    let parts = (!parts.is_empty()).then(|| quote!(#[parts(#(#parts),*)]));
    let fields = members.iter().map(|member| parameter::member(service, index, member));
    let call = if kind.is_abstract { "abstract_structure" } else { "structure" };
    file.push_call(
        call,
        quote!(#docs #[structure(#descriptor = #name #namespace)] #parts pub struct #structure { #(#fields)* }),
    );
}

/// The enumeration of a structure and its derived structures, if there is one.
fn any(file: &mut File, service: &ServiceTypes<'_>, (index, named): (usize, &NamedType)) {
    let (Some(any), Some((_, kind))) = (service.any_name(index), service.structure(index)) else { return };
    let relatives: Vec<&NamedType> =
        service.derived(index).iter().filter_map(|derived| service.types.get(*derived)).collect();
    let docs_of_type = docs(documentation::of_any(named, kind.is_abstract));
    let (descriptor, name, any) = (static_name(named), wire_name(named), ident(any));
    let base = (!kind.is_abstract).then(|| {
        let base = ident(&named.rust_name);
        quote!(#[base] #base(#base),)
    });
    let variants = relatives.iter().map(|derived| {
        let (descriptor, name) = (static_name(derived), ident(&derived.rust_name));
        let is_abstract = matches!(&derived.kind, NamedTypeKind::Structure(Structure { is_abstract: true, .. }));
        (!is_abstract).then(|| quote!(#[of(#descriptor)] #name(#name),))
    });
    let rust: Vec<&String> = relatives.iter().map(|derived| &derived.rust_name).chain([&named.rust_name]).collect();
    let unknown = ident(&unknown(&rust));
    let getters = service.members(index).into_iter().map(|flat| {
        let docs = docs(documentation::of_member(flat.member));
        let (wire, field) = (&flat.member.name, ident(&flat.field));
        let result = rust_type::getter_type(service, Owner::Type(flat.owner), flat.member);
        quote!(#docs #[wire(#wire)] pub fn #field(&self) -> #result { #field })
    });
    file.push_call(
        "derived",
        quote! {
            #docs_of_type
            #[derived(#descriptor = #name)]
            pub enum #any {
                #base
                #(#variants)*
                #[unknown]
                #unknown(rt::XmlFragment),
            }
            impl #any {
                #(#getters)*
            }
        },
    );
}

fn data_set(file: &mut File, service: &Service, named: &NamedType, tables: &[DataSetTable]) {
    let docs_of_type = docs(documentation::of_data_set(named));
    let (descriptor, name, data_set) = (static_name(named), &named.name, ident(&named.rust_name));
    let namespace = named.namespace.uri(service.namespace.as_deref().unwrap_or_default());
    let methods = tables.iter().map(|table| {
        let docs = docs(documentation::sentences(&table.doc));
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
        row_of_data_set(file, named, table);
    }
}

pub(super) fn row_of_result(file: &mut File, operation: &Operation, table: &DeclaredTable) {
    let descriptor = ident(&operation.names.descriptor);
    row(file, documentation::of_row(operation, table), &quote!(#descriptor), table);
}

fn row_of_data_set(file: &mut File, named: &NamedType, table: &DataSetTable) {
    let (data_set, name) = (&named.name, table.name());
    row(file, documentation::of_data_set_row(named, table), &quote!(#data_set, #name), &table.table);
}

fn row(file: &mut File, docs_of_row: Vec<String>, of: &TokenStream, table: &DeclaredTable) {
    let (row, docs_of_row) = (ident(&table.row), docs(docs_of_row));
    let columns = table.columns.iter().map(|column| {
        let docs = docs(documentation::of_column(column));
        let required = column.required.then(|| quote!(, required));
        let mapping = (column.mapping != Mapping::Element).then(|| {
            let mapping = variant(&column.mapping);
            quote!(, mapping(rt::Mapping::#mapping))
        });
        let scale = column.scale.map(|digits| {
            let digits = Literal::u8_unsuffixed(digits);
            quote!(, scale(#digits))
        });
        let (name, field, kind) = (&column.name, ident(&column.field), rust_type::column(column));
        quote!(#docs #[column(#name #required #mapping #scale)] pub #field: #kind,)
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
