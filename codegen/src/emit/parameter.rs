//! Parameters of requests and members of structures: fields with their documentation and their form on the wire.

use asmx_types::FacetValue;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use super::file::{docs, variant};
use super::service_types::{FlatMember, Owner, ServiceTypes};
use super::{documentation, rust_type, type_descriptor};
use crate::model::{Member, Namespace, Place, Presence, Service, Type};
use crate::names::ident;

/// A field of a request: `#[wire("BeginDate")] pub begin_date: Option<String>,`
pub(super) fn field(service: &ServiceTypes<'_>, owner: Owner, parameter: &Member) -> TokenStream {
    let wire = Wire { presence_of_values: true, ..Wire::new(service, owner) };
    wire.field(parameter, &parameter.field, &rust_type::of_parameter(service, owner, parameter))
}

/// A field of the outputs of the operation with that index; it looks like a field of a structure.
pub(super) fn output(service: &ServiceTypes<'_>, operation: usize, output: &Member) -> TokenStream {
    let owner = Owner::Output(operation);
    Wire::new(service, owner).field(output, &output.field, &rust_type::of_member(service, owner, output))
}

/// A field of the structure with that index; it always has a value if its type is a value type.
pub(super) fn member(service: &ServiceTypes<'_>, structure: usize, flat: &FlatMember<'_>) -> TokenStream {
    let FlatMember { owner, member, field } = flat;
    let owner = Owner::Type(*owner);
    let namespace = service.types.get(structure).map_or(&Namespace::Service, |named| &named.namespace);
    let wire = Wire { structure: Some(structure), namespace, ..Wire::new(service, owner) };
    wire.field(member, field, &rust_type::of_member(service, owner, member))
}

/// A common parameter: `rt::Member::new("Username", rt::Type::STRING).role(rt::Role::Username)`.
pub(super) fn descriptor(service: &ServiceTypes<'_>, parameter: &Member) -> TokenStream {
    let (name, kind) = (&parameter.name, type_descriptor::of(service, &parameter.kind));
    let words = words(service, parameter, &Namespace::Service, false);
    let words = words.into_iter().map(|(word, argument)| quote!(.#word(#argument)));
    let doc = documentation::member_doc(parameter);
    let doc = (!doc.is_empty()).then(|| quote!(.doc(#doc)));
    quote!(rt::Member::new(#name, #kind) #(#words)* #doc)
}

/// The facts for the attributes of a field: `#[wire("BeginDate", required)] #[typed(rt::Type::STRING)]`.
pub(super) struct Wire<'a> {
    pub(super) service: &'a ServiceTypes<'a>,
    pub(super) owner: Owner,
    /// The structure whose descriptor has the field.
    pub(super) structure: Option<usize>,
    /// The namespace of a field that states none.
    pub(super) namespace: &'a Namespace,
    /// Whether values, too, are marked as required.
    pub(super) presence_of_values: bool,
    /// Whether the type is stated although it follows from the Rust type.
    pub(super) is_stated: bool,
}

impl<'a> Wire<'a> {
    pub(super) fn new(service: &'a ServiceTypes<'a>, owner: Owner) -> Self {
        Self {
            service,
            owner,
            structure: None,
            namespace: &Namespace::Service,
            presence_of_values: false,
            is_stated: false,
        }
    }

    fn field(&self, member: &Member, field: &str, kind: &TokenStream) -> TokenStream {
        let (docs, wire, field) = (docs(documentation::of_member(member)), self.of(member), ident(field));
        quote!(#docs #wire pub #field: #kind,)
    }

    pub(super) fn of(&self, member: &Member) -> TokenStream {
        let mut words = words(self.service, member, self.namespace, self.presence_of_values);
        if let Place::Choice(_) = member.place {
            let alternatives = type_descriptor::choice_static(self.service.choice_name(self.owner, &member.field));
            words.push((ident("choice"), Some(quote!(&#alternatives))));
        }
        let words = words.into_iter().map(|(word, argument)| {
            let argument = argument.map(|argument| quote!((#argument)));
            quote!(#word #argument)
        });
        let name = &member.name;
        let typed = self.explicit_type(member).map(|kind| quote!(#[typed(#kind)]));
        quote!(#[wire(#name #(, #words)*)] #typed)
    }

    /// The type in the descriptor, unless it follows from the Rust type.
    fn explicit_type(&self, member: &Member) -> Option<TokenStream> {
        let (service, kind) = (self.service, &member.kind);
        // In a circular structure the Rust type gives no descriptor, because it is itself described by this one.
        let is_circular = || self.structure.is_some_and(|structure| service.describes_type(kind, structure));
        match member.place {
            // These have no type of their own.
            Place::Choice(_) | Place::AnyAttributes if !member.repeated => None,
            Place::Choice(_) => Some(type_descriptor::of(service, &Type::Any)),
            _ if self.is_stated || member.repeated || is_circular() => Some(type_descriptor::of(service, kind)),
            _ => type_descriptor::explicit(service, kind),
        }
    }
}

/// Properties that most members do not have: `required`, `role(rt::Role::RowDelimiter)`.
fn words(
    service: &Service,
    member: &Member,
    default_namespace: &Namespace,
    presence_of_values: bool,
) -> Vec<(Ident, Option<TokenStream>)> {
    let is_value = service.is_value(&member.kind);
    let presence = match member.presence {
        Presence::Required if !is_value || presence_of_values => Some("required"),
        Presence::Optional if is_value => Some("optional"),
        Presence::Nullable => Some("nullable"),
        Presence::OptionalNullable => Some("optional_nullable"),
        Presence::Required | Presence::Optional => None,
    };
    let position = match member.place {
        Place::Element | Place::Choice(_) => None,
        Place::Attribute => Some("attribute"),
        Place::Text => Some("text"),
        Place::Mixed => Some("mixed"),
        Place::AnyElements => Some("any_elements"),
        Place::AnyAttributes => Some("any_attributes"),
    };
    let namespace = match member.place {
        Place::Element if member.namespace != *default_namespace => Some(&member.namespace),
        Place::Attribute if member.namespace != Namespace::None => Some(&member.namespace),
        _ => None,
    };
    let bare = [position, presence].into_iter().flatten().map(|name| (ident(name), None));
    let namespace = namespace.map(|namespace| (ident("namespace"), Some(type_descriptor::namespace(namespace))));
    let facets = member.facets.stated().map(|facet| (ident(facet.word), argument(facet.value)));
    // Words without an argument come first.
    let (set, valued): (Vec<_>, Vec<_>) = facets.partition(|(_, argument)| argument.is_none());
    bare.chain(set).chain(namespace).chain(valued).collect()
}

/// The argument of a facet's setter: `rt::Role::RowDelimiter`.
fn argument(value: FacetValue<'_>) -> Option<TokenStream> {
    match value {
        FacetValue::Set => None,
        FacetValue::Text(text) | FacetValue::Name(text) => Some(quote!(#text)),
        FacetValue::Digits(digits) => {
            let digits = Literal::u8_unsuffixed(digits);
            Some(quote!(#digits))
        }
        FacetValue::End(end) => {
            let end = variant(&end);
            Some(quote!(rt::EndDate::#end))
        }
        FacetValue::Resolution(step) => {
            let milliseconds = Literal::u32_unsuffixed(step.milliseconds());
            Some(quote!(#milliseconds))
        }
        FacetValue::Content(content) => {
            let content = variant(&content);
            Some(quote!(rt::Content::#content))
        }
        FacetValue::Role(role) => {
            let role = variant(&role);
            Some(quote!(rt::Role::#role))
        }
    }
}
