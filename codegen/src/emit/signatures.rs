//! The Rust types that generated code shows, as text, for whoever compares two services.

use super::service_types::{Owner, ServiceTypes};
use super::{named_type, operation, result, rust_type};
use crate::model::{Member, NamedTypeKind, Operation, Place, Service};

/// The Rust types of a service's items.
pub(crate) struct Signatures<'m>(ServiceTypes<'m>);

/// A list of members that generated code shows as fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fields {
    /// Those of the request of the operation of that index.
    Request(usize),
    /// Those of its outputs.
    Output(usize),
    /// Those of the structure of that index.
    Type(usize),
}

impl<'m> Signatures<'m> {
    pub(crate) fn new(service: &'m Service) -> Self {
        Self(ServiceTypes::new(service))
    }

    /// The type of the field of a member, with what a choice offers.
    pub(crate) fn field(&self, fields: Fields, member: &Member) -> String {
        let types = &self.0;
        let (owner, kind) = match fields {
            Fields::Request(index) => {
                (Owner::Request(index), rust_type::of_parameter(types, Owner::Request(index), member))
            }
            Fields::Output(index) => (Owner::Output(index), rust_type::of_member(types, Owner::Output(index), member)),
            Fields::Type(index) => (Owner::Type(index), rust_type::of_member(types, Owner::Type(index), member)),
        };
        let mut text = kind.to_string();
        if let Place::Choice(alternatives) = &member.place {
            let name = types.choice_name(owner, &member.field);
            for alternative in alternatives {
                let kind = rust_type::of_alternative(types, alternative);
                text.push_str(&format!(" {name}::{}({kind})", alternative.field));
            }
        }
        text
    }

    /// What awaiting a call of the operation gives.
    pub(crate) fn result(&self, operation: &Operation) -> String {
        result::rust_type(&self.0, operation).to_string()
    }

    /// The traits of the runtime by which more can be made of a request with these parameters.
    pub(crate) fn traits(parameters: &[Member]) -> Vec<String> {
        operation::takes(parameters).iter().map(ToString::to_string).collect()
    }

    /// What stands where the type of that index is declared: the type itself, or an enumeration of those that are derived from it.
    pub(crate) fn declared(&self, index: usize) -> String {
        let own = self.0.types.get(index).map_or("", |named| &named.rust_name);
        self.0.any_name(index).unwrap_or(own).to_owned()
    }

    /// The fields of a structure with their types, those of the structure that it is derived from first.
    pub(crate) fn fields(&self, index: usize) -> Vec<(String, String)> {
        let members = self.0.members(index);
        members.into_iter().map(|flat| (flat.field, self.field(Fields::Type(flat.owner), flat.member))).collect()
    }

    /// The variant that keeps what an enumeration does not list.
    pub(crate) fn unknown_variant(&self, index: usize) -> Option<String> {
        match &self.0.types.get(index)?.kind {
            NamedTypeKind::Enumeration(kind) if !kind.flags => {
                Some(named_type::unknown(&kind.values.iter().map(|value| &value.variant).collect::<Vec<_>>()))
            }
            _ => None,
        }
    }

    /// Whether its client reads a response part by part. Otherwise a response whose names are others is an error.
    pub(crate) fn is_message(&self, operation: &Operation) -> bool {
        result::is_message(&self.0, operation)
    }

    /// The type of a column's field.
    pub(crate) fn column(column: &crate::model::Column) -> String {
        rust_type::column(column).to_string()
    }
}
