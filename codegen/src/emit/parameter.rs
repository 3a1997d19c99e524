//! Parameters of requests and members of structures: fields with their documentation and what they are on the wire.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use super::file::docs;
use super::{descriptor, documentation, named_type, rust_type};
use crate::model::{ArrayType, Member, NamedTypeKind, Presence, Scalar, Service, Type};
use crate::names::ident;

/// `#[wire("BeginDate")] pub begin_date: Option<String>,`
pub(super) fn field(service: &Service, parameter: &Member) -> TokenStream {
    let stated = renamed_items(service, &parameter.kind).then(|| stated(service, &parameter.kind, false));
    field_of(parameter, &rust_type::of_parameter(service, parameter), stated, unusual(parameter, false))
}

/// The same for a member of a structure, which always has a value if its type is a value type.
pub(super) fn member(service: &Service, owner: usize, member: &Member) -> TokenStream {
    // The descriptor of a structure that holds itself cannot be told by way of its Rust type, which is told by the descriptor.
    let is_circular = structure_in(&member.kind).is_some_and(|inner| reaches(service, inner, owner, &mut Vec::new()));
    let is_stated = is_circular || renamed_items(service, &member.kind);
    let stated = is_stated.then(|| stated(service, &member.kind, true));
    let unusual = unusual(member, rust_type::holds_its_value(service, member));
    field_of(member, &rust_type::of_member(service, member), stated, unusual)
}

fn field_of(
    parameter: &Member,
    kind: &TokenStream,
    stated: Option<TokenStream>,
    unusual: Vec<(Ident, Option<TokenStream>)>,
) -> TokenStream {
    let docs = docs(documentation::of_parameter(parameter));
    let (name, field, stated) = (&parameter.name, ident(&parameter.field), stated.map(|kind| quote!(#[typed(#kind)])));
    let unusual = unusual.into_iter().map(|(word, argument)| {
        let argument = argument.map(|argument| quote!((#argument)));
        quote!(#word #argument)
    });
    quote!(#docs #[wire(#name #(, #unusual)*)] #stated pub #field: #kind,)
}

/// A common parameter: `rt::Member::new("Username", rt::Type::STRING).role(rt::Role::Username)`.
pub(super) fn descriptor(service: &Service, parameter: &Member) -> TokenStream {
    let (name, kind) = (&parameter.name, stated(service, &parameter.kind, false));
    let unusual = unusual(parameter, false).into_iter().map(|(word, argument)| quote!(.#word(#argument)));
    let doc = documentation::of_parameter(parameter).join("\n");
    let doc = (!doc.is_empty()).then(|| quote!(.doc(#doc)));
    quote!(rt::Member::new(#name, #kind) #(#unusual)* #doc)
}

/// The named type that a type is or holds items of.
fn structure_in(kind: &Type) -> Option<usize> {
    match kind {
        Type::Named(index) => Some(*index),
        Type::Array(array) => structure_in(&array.item),
        Type::Scalar(_) | Type::List(_) | Type::Any | Type::Xml(_) => None,
    }
}

/// Whether a value of one named type can hold one of another, itself included.
fn reaches(service: &Service, from: usize, to: usize, seen: &mut Vec<usize>) -> bool {
    if from == to {
        return true;
    }
    if seen.contains(&from) {
        return false;
    }
    seen.push(from);
    let members = match service.types.get(from).map(|named| &named.kind) {
        Some(NamedTypeKind::Structure(structure)) => structure.members.as_slice(),
        Some(NamedTypeKind::Enumeration(_) | NamedTypeKind::DataSet(_)) | None => &[],
    };
    members.iter().filter_map(|member| structure_in(&member.kind)).any(|inner| reaches(service, inner, to, seen))
}

/// What is not the same for most parameters, with its argument: `required`, `role(rt::Role::RowDelimiter)`.
fn unusual(parameter: &Member, holds_its_value: bool) -> Vec<(Ident, Option<TokenStream>)> {
    let word = |name: &str| Ident::new(name, Span::call_site());
    let presence = match parameter.presence {
        Presence::Required if !holds_its_value => Some("required"),
        Presence::Nullable | Presence::OptionalNullable => Some("nullable"),
        Presence::Required | Presence::Optional => None,
    };
    let secret = parameter.secret.then_some("secret");
    let role = parameter.role.map(|role| {
        // The runtime's roles are those of the model.
        let role = word(&format!("{role:?}"));
        (word("role"), Some(quote!(rt::Role::#role)))
    });
    presence.into_iter().chain(secret).map(|name| (word(name), None)).chain(role).collect()
}

/// An array whose type has a name that the runtime does not find by itself, because another one has that: as a result it is the
/// name of the root over GET and POST.
pub(super) fn named_array(service: &Service, array: &ArrayType) -> Option<TokenStream> {
    descriptor::array_name(service, array).map(|name| {
        let nullable = array.nullable_items.then(|| quote!(.nullable_items()));
        let (item, item_name) = (stated(service, &array.item, false), &array.item_name);
        quote!(rt::Type::Array(&rt::ArrayType::new(#item, #item_name) #nullable .named(#name)))
    })
}

/// Whether it is an array whose items are not called after their type, which the Rust type alone does not tell.
fn renamed_items(service: &Service, kind: &Type) -> bool {
    let Type::Array(array) = kind else { return false };
    let usual = match &array.item {
        Type::Scalar(scalar) => scalar.name(),
        Type::Named(index) => service.types.get(*index).map_or("", |named| named.name.as_str()),
        Type::Array(_) | Type::List(_) | Type::Any | Type::Xml(_) => "",
    };
    array.item_name != usual
}

/// A type as a descriptor has it; `beside_types` where the descriptors of named types are in scope.
fn stated(service: &Service, kind: &Type, beside_types: bool) -> TokenStream {
    match kind {
        Type::Scalar(Scalar::String) => quote!(rt::Type::STRING),
        Type::Scalar(scalar) => {
            // The runtime's scalars are those of the model.
            let scalar = Ident::new(&format!("{scalar:?}"), Span::call_site());
            quote!(rt::Type::Scalar(rt::Scalar::#scalar))
        }
        Type::Named(index) => service.types.get(*index).map_or_else(TokenStream::new, |named| {
            if !beside_types {
                let name = ident(&named.rust_name);
                return quote!(<#name as rt::FieldType>::TYPE);
            }
            let descriptor = named_type::static_name(named);
            match named.kind {
                NamedTypeKind::Enumeration(_) => quote!(rt::Type::Enumeration(&#descriptor)),
                NamedTypeKind::Structure(_) => quote!(rt::Type::Structure(&#descriptor)),
                NamedTypeKind::DataSet(_) => quote!(rt::Type::DataSet(&#descriptor)),
            }
        }),
        Type::Array(array) => {
            let (item, name) = (stated(service, &array.item, beside_types), &array.item_name);
            let nullable = array.nullable_items.then(|| quote!(.nullable_items()));
            quote!(rt::Type::Array(&rt::ArrayType::new(#item, #name) #nullable))
        }
        Type::List(item) => {
            let item = stated(service, item, beside_types);
            quote!(rt::Type::List(&rt::ListType::new(#item)))
        }
        Type::Any => quote!(rt::Type::Any),
        Type::Xml(kind) => {
            let kind = Ident::new(&format!("{kind:?}"), Span::call_site());
            quote!(rt::Type::Xml(rt::XmlKind::#kind))
        }
    }
}
