//! Attributes for lints that a service's own names and sizes can trip. Each is emitted only where it is needed, with its reason.

use heck::ToSnakeCase as _;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::{rust_type, text};
use crate::model::{DeclaredTable, EnumerationValue, NamedType, Operation, Parameter, Scalar, Service, Type};

/// Most lines of a function that clippy lets pass, less what surrounds the lines of the dispatch.
const MOST_DISPATCH_LINES: usize = 90;

/// Most `bool` fields or arguments that clippy lets pass.
const MOST_BOOLEANS: usize = 3;

/// Fewest names of which clippy compares the first and last words.
const FEWEST_NAMES: usize = 3;

/// Names that clippy takes for conversions or questions, which take `self` in another way than setters do.
const CONVERSION_PREFIXES: [&str; 5] = ["as_", "from_", "into_", "is_", "to_"];

/// Methods of operator traits that take a value and another one.
const OPERATORS: [&str; 10] = ["add", "bitand", "bitor", "bitxor", "div", "mul", "rem", "shl", "shr", "sub"];

/// `#[deprecated = "why"]`
pub(super) fn deprecated(why: Option<&str>) -> Option<TokenStream> {
    // Rustdoc reads it as Markdown, the compiler shows it as it is.
    let why = text::markdown(why?);
    Some(quote!(#[deprecated = #why]))
}

/// For a constructor without arguments on a type that has no default, because something is required.
pub(super) fn new_without_default() -> TokenStream {
    quote!(#[allow(clippy::new_without_default, reason = "a request that lacks what is required is not a default")])
}

/// For a constructor with its arguments.
pub(super) fn of_arguments(required: &[&Parameter]) -> Option<TokenStream> {
    let booleans = required.iter().filter(|parameter| parameter.kind == Type::Scalar(Scalar::Boolean));
    (booleans.count() > MOST_BOOLEANS)
        .then(|| quote!(#[allow(clippy::fn_params_excessive_bools, reason = "the service requires so many")]))
}

/// For the struct of a request or structure.
pub(super) fn of_struct(service: &Service, name: &Ident, members: &[Parameter]) -> TokenStream {
    let booleans = members.iter().filter(|member| {
        member.kind == Type::Scalar(Scalar::Boolean) && rust_type::holds_its_value(service, member, false)
    });
    let fields: Vec<&str> = members.iter().map(|member| member.field.as_str()).collect();
    of_fields(&name.to_string(), &fields, booleans.count())
}

/// For the struct of a row.
pub(super) fn of_row(table: &DeclaredTable) -> TokenStream {
    let booleans = table.columns.iter().filter(|column| column.kind == Scalar::Boolean && column.required);
    let columns = table.columns.iter().map(|column| column.field.as_str());
    let fields: Vec<&str> = columns.chain([table.undeclared.as_str()]).collect();
    of_fields(&table.row, &fields, booleans.count())
}

/// For a struct of which so many fields are `bool`.
fn of_fields(struct_name: &str, fields: &[&str], booleans: usize) -> TokenStream {
    let booleans = (booleans > MOST_BOOLEANS)
        .then(|| quote!(#[allow(clippy::struct_excessive_bools, reason = "the service has so many")]));
    let struct_name = struct_name.to_snake_case();
    let repeats = fields.len() >= FEWEST_NAMES && fields.iter().any(|field| holds_at_an_end(field, &struct_name));
    let names = (repeats || share_an_affix(fields.iter().copied()))
        .then(|| quote!(#[allow(clippy::struct_field_names, reason = "named by the service")]));
    quote!(#booleans #names)
}

/// For the enum of an enumeration.
pub(super) fn of_enum(named: &NamedType, values: &[EnumerationValue]) -> Option<TokenStream> {
    let variants: Vec<String> = values.iter().map(|value| value.variant.to_snake_case()).collect();
    let name = named.rust_name.to_snake_case();
    let repeats = variants.len() >= FEWEST_NAMES && variants.iter().any(|variant| holds_at_an_end(variant, &name));
    (repeats || share_an_affix(variants.iter().map(String::as_str)))
        .then(|| quote!(#[allow(clippy::enum_variant_names, reason = "named by the service")]))
}

/// For the `impl` that holds a request's setters.
pub(super) fn of_setters(members: &[Parameter]) -> TokenStream {
    let conversions = conversions(members.iter().map(|member| member.field.as_str()));
    let operators = members.iter().any(|member| OPERATORS.contains(&member.field.as_str()));
    let operators = operators
        .then(|| quote!(#[allow(clippy::should_implement_trait, reason = "a setter is named as its parameter")]));
    quote!(#conversions #operators)
}

/// For the client's methods and the trait's.
pub(super) fn of_methods(operations: &[Operation]) -> TokenStream {
    let conversions = conversions(operations.iter().map(|operation| operation.names.method.as_str()));
    let compares =
        operations.iter().any(|operation| matches!(operation.names.method.as_str(), "cmp" | "hash" | "index"));
    let compares = compares
        .then(|| quote!(#[allow(clippy::should_implement_trait, reason = "a method is named as its operation")]));
    quote!(#conversions #compares)
}

/// For the function that holds a line for every operation.
pub(super) fn of_dispatch(operations: &[Operation]) -> Option<TokenStream> {
    (operations.len() * 4 > MOST_DISPATCH_LINES)
        .then(|| quote!(#[allow(clippy::too_many_lines, reason = "one line for every operation")]))
}

fn conversions<'a>(mut names: impl Iterator<Item = &'a str>) -> Option<TokenStream> {
    names
        .any(|name| CONVERSION_PREFIXES.iter().any(|prefix| name.starts_with(prefix)))
        .then(|| quote!(#[allow(clippy::wrong_self_convention, reason = "named by the service")]))
}

/// Whether three or more names all begin or all end with the same word.
fn share_an_affix<'a>(names: impl Iterator<Item = &'a str>) -> bool {
    let names: Vec<Vec<&str>> = names.map(|name| name.split('_').filter(|word| !word.is_empty()).collect()).collect();
    let first = names.iter().map(|words| words.first());
    let last = names.iter().map(|words| words.last());
    names.len() >= FEWEST_NAMES && (all_equal(first) || all_equal(last))
}

/// Whether the words of a name begin or end with the words of another.
fn holds_at_an_end(name: &str, other: &str) -> bool {
    let words =
        |text: &str| -> Vec<String> { text.split('_').filter(|word| !word.is_empty()).map(str::to_owned).collect() };
    let (name, other) = (words(name), words(other));
    !other.is_empty() && (name.starts_with(&other) || name.ends_with(&other))
}

fn all_equal<T: PartialEq>(mut items: impl Iterator<Item = T>) -> bool {
    let first = items.next();
    items.all(|item| Some(item) == first)
}
