//! Structs with named values: requests and structures, with their constructor and setters.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::{documentation, lints, rust_type, text};
use crate::model::{Parameter, Presence, Scalar, Service, Type};
use crate::names::ident;

/// The most arguments `new` has; past them everything is set by name and checked before it is sent.
const MOST_ARGUMENTS: usize = 4;

/// A struct to be emitted.
pub(super) struct Record<'a> {
    service: &'a Service,
    name: &'a Ident,
    members: &'a [Parameter],
    is_structure: bool,
    deprecated: Option<&'a str>,
}

/// How a value comes into its field, by its type.
enum Setting {
    /// Anything that is text.
    Text,
    /// Any sequence of texts.
    Texts,
    /// Any sequence of the items.
    Items(TokenStream),
    /// A value, or an optional one where `None` takes it away.
    Optional(TokenStream),
    /// A value, for a field that may lack one.
    Value(TokenStream),
    /// A value, for a field that always has one.
    Plain(TokenStream),
}

impl<'a> Record<'a> {
    /// The request of an operation.
    pub(super) fn request(
        service: &'a Service,
        name: &'a Ident,
        members: &'a [Parameter],
        deprecated: Option<&'a str>,
    ) -> Self {
        Self { service, name, members, is_structure: false, deprecated }
    }

    /// A structure, which is a value of parameters and results. It always has a default: what an absent one is read as.
    pub(super) fn structure(service: &'a Service, name: &'a Ident, members: &'a [Parameter]) -> Self {
        Self { service, name, members, is_structure: true, deprecated: None }
    }

    /// The struct and its `impl`.
    pub(super) fn items(&self, docs: &TokenStream) -> TokenStream {
        let name = self.name;
        let must_use = if self.is_structure {
            quote!(#[must_use])
        } else {
            quote!(#[must_use = "a request does nothing until it is sent"])
        };
        let derives = if self.has_default() { quote!(Clone, Default) } else { quote!(Clone) };
        let fields = self.members.iter().map(|member| self.field(member));
        let setters = self.members.iter().filter(|member| !self.is_argument(member)).map(|member| self.setter(member));
        let (of_struct, of_impl) =
            (lints::of_struct(self.service, self.name, self.members), lints::of_setters(self.members));
        let constructor = self.constructor();
        quote! {
            #docs
            #must_use
            #of_struct
            #[non_exhaustive]
            #[derive(#derives)]
            pub struct #name { #(#fields),* }
            #of_impl
            impl #name {
                #constructor
                #(#setters)*
            }
        }
    }

    /// Whether `new` takes nothing, because more is required than it can have arguments.
    fn requires_too_much(&self) -> bool {
        self.members.iter().filter(|member| member.presence == Presence::Required).count() > MOST_ARGUMENTS
    }

    /// Whether required values may be missing until they are checked before sending. Those of a structure have their defaults,
    /// as in .NET: a structure is read more often than written.
    fn is_unchecked(&self) -> bool {
        !self.is_structure && self.requires_too_much()
    }

    /// Whether it derives `Default`: a request does where nothing is required. A structure always does, because an absent
    /// structure is read as one whose values all have their defaults.
    fn has_default(&self) -> bool {
        self.is_structure || self.requires_nothing()
    }

    fn requires_nothing(&self) -> bool {
        self.members.iter().all(|member| member.presence != Presence::Required)
    }

    fn is_argument(&self, member: &Parameter) -> bool {
        member.presence == Presence::Required && !self.requires_too_much()
    }

    /// `pub begin_date: ::std::option::Option<::std::string::String>`
    fn field(&self, member: &Parameter) -> TokenStream {
        let docs = text::doc_attributes(documentation::of_member(self.service, member));
        let name = ident(&member.field);
        let kind = rust_type::field(self.service, member, self.is_unchecked());
        quote!(#docs pub #name: #kind)
    }

    /// `pub fn new(job_id: i32) -> Self { … }`
    fn constructor(&self) -> TokenStream {
        let required: Vec<&Parameter> = self.members.iter().filter(|member| self.is_argument(member)).collect();
        let docs =
            text::doc_attribute(&documentation::of_constructor(&required, self.requires_too_much(), self.is_structure));
        let deprecated = lints::deprecated(self.deprecated);
        let without_default = (required.is_empty() && !self.has_default()).then(lints::new_without_default);
        let many_booleans = lints::of_arguments(&required);
        let body = self.body(&required);
        let arguments = required.iter().map(|member| {
            let (name, kind) = (ident(&member.field), self.setting(member).argument());
            quote!(#name: #kind)
        });
        quote! {
            #docs
            #deprecated
            #without_default
            #many_booleans
            pub fn new(#(#arguments),*) -> Self { #body }
        }
    }

    /// The value of `new`: what was given, and nothing else.
    fn body(&self, required: &[&Parameter]) -> TokenStream {
        let nothing = self.nothing();
        if required.is_empty() {
            return nothing;
        }
        let values = required.iter().map(|member| {
            let name = ident(&member.field);
            match self.setting(member) {
                Setting::Plain(_) => quote!(#name),
                setting => {
                    let value = setting.value(&name);
                    quote!(#name: #value)
                }
            }
        });
        let rest = (required.len() < self.members.len()).then(|| quote!(..#nothing));
        quote!(Self { #(#values,)* #rest })
    }

    /// The value of which nothing was given.
    fn nothing(&self) -> TokenStream {
        let default_is_a_setter = self.members.iter().any(|member| member.field == "default");
        match (self.has_default(), default_is_a_setter) {
            (true, false) => quote!(Self::default()),
            (true, true) => quote!(<Self as ::std::default::Default>::default()),
            (false, _) => quote!(::asmx_runtime::FillRequest::blank()),
        }
    }

    /// `pub fn begin_date(mut self, value: impl ::asmx_runtime::IntoText) -> Self { … }`
    fn setter(&self, member: &Parameter) -> TokenStream {
        let docs = text::doc_attribute(&documentation::of_setter(member));
        let (name, setting) = (ident(&member.field), self.setting(member));
        let kind = setting.argument();
        let set = match &setting {
            Setting::Text => quote!(value.set_text(&mut self.#name)),
            Setting::Texts => quote!(value.set_text_array(&mut self.#name)),
            setting => {
                let value = setting.value(&ident("value"));
                quote!(self.#name = #value)
            }
        };
        quote! {
            #docs
            pub fn #name(mut self, value: #kind) -> Self {
                #set;
                self
            }
        }
    }

    fn setting(&self, member: &Parameter) -> Setting {
        let required = member.presence == Presence::Required;
        match &member.kind {
            Type::Scalar(Scalar::String) => Setting::Text,
            Type::Array(array) if array.item == Type::Scalar(Scalar::String) && array.nullable_items => Setting::Texts,
            Type::Array(array) => Setting::Items(rust_type::item(self.service, array)),
            kind if rust_type::holds_its_value(self.service, member, self.is_unchecked()) => {
                Setting::Plain(rust_type::plain(self.service, kind))
            }
            kind if required => Setting::Value(rust_type::plain(self.service, kind)),
            kind => Setting::Optional(rust_type::plain(self.service, kind)),
        }
    }
}

impl Setting {
    /// The type of the argument.
    fn argument(&self) -> TokenStream {
        match self {
            Self::Text => quote!(impl ::asmx_runtime::IntoText),
            Self::Texts => quote!(impl ::asmx_runtime::IntoTextArray),
            Self::Items(item) => quote!(impl ::std::iter::IntoIterator<Item = #item>),
            Self::Optional(kind) => quote!(impl ::std::convert::Into<::std::option::Option<#kind>>),
            Self::Value(kind) | Self::Plain(kind) => kind.clone(),
        }
    }

    /// The field's value, made from the argument.
    fn value(&self, argument: &Ident) -> TokenStream {
        match self {
            Self::Text => quote!(#argument.into_text()),
            Self::Texts => quote!(#argument.into_text_array()),
            Self::Items(_) => quote!(::std::option::Option::Some(#argument.into_iter().collect())),
            Self::Optional(_) => quote!(#argument.into()),
            Self::Value(_) => quote!(::std::option::Option::Some(#argument)),
            Self::Plain(_) => quote!(#argument),
        }
    }
}
