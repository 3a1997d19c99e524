//! Enumerations and structures that the spec names.

use heck::ToShoutySnakeCase as _;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::record::Record;
use super::{descriptor, documentation, lints, text};
use crate::model::{EnumerationValue, NamedType, NamedTypeKind, Parameter, Service};
use crate::names::ident;

/// The items of a named type.
pub(super) fn items(service: &Service, named: &NamedType) -> TokenStream {
    match &named.kind {
        NamedTypeKind::Enumeration(values) => enumeration(named, values),
        NamedTypeKind::Structure(members) => structure(service, named, members),
    }
}

/// Whether the type is an enumeration.
pub(super) fn is_enumeration(named: &NamedType) -> bool {
    matches!(named.kind, NamedTypeKind::Enumeration(_))
}

/// The name of the type's static description (`COLOR`).
pub(super) fn static_name(named: &NamedType) -> Ident {
    ident(&named.rust_name.to_shouty_snake_case())
}

/// The enum, its implementations and its description.
fn enumeration(named: &NamedType, values: &[EnumerationValue]) -> TokenStream {
    let (name, rust_name, static_name) = (&named.name, ident(&named.rust_name), static_name(named));
    let docs = text::doc_attributes(documentation::of_enumeration(named));
    let allow = lints::of_enum(named, values);
    let variants = values.iter().enumerate().map(|(index, value)| variant(value, index == 0));
    let pairs = values.iter().map(|value| {
        let (variant, text) = (ident(&value.variant), &value.name);
        quote!(#variant => #text)
    });
    let texts = values.iter().map(|value| &value.name);
    quote! {
        #docs
        #allow
        #[non_exhaustive]
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub enum #rust_name { #(#variants),* }
        ::asmx_runtime::enumeration!(#rust_name, #static_name, { #(#pairs),* });
        static #static_name: ::asmx_runtime::Enumeration = ::asmx_runtime::Enumeration::new(#name, &[#(#texts),*]);
    }
}

/// A variant; the first is the default, as ASMX reads an absent value.
fn variant(value: &EnumerationValue, is_default: bool) -> TokenStream {
    let docs = text::doc_attributes(documentation::of_enumeration_value(value));
    let variant = ident(&value.variant);
    let default = is_default.then(|| quote!(#[default]));
    quote!(#docs #default #variant)
}

/// The struct, its setters, its implementations and its description.
fn structure(service: &Service, named: &NamedType, members: &[Parameter]) -> TokenStream {
    let (name, rust_name, static_name) = (&named.name, ident(&named.rust_name), static_name(named));
    let docs = text::doc_attributes(documentation::of_structure(named));
    let record = Record::structure(service, &rust_name, members).items(&docs);
    let fields = members.iter().map(|member| ident(&member.field));
    let members = descriptor::parameters(service, members);
    quote! {
        #record
        ::asmx_runtime::structure!(#rust_name, #static_name, [#(#fields),*]);
        static #static_name: ::asmx_runtime::Structure = ::asmx_runtime::Structure::new(#name, #members);
    }
}
