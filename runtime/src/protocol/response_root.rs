//! What responses have in common, whatever their result is: the attributes of their root outside an envelope, and why there is none.

use super::soap::soap_version::{XSD, XSI};
use super::value::write_value::Unwritable;
use crate::fault::Fault;

/// What the root says beside its namespace.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum RootAttributes {
    /// Nothing.
    Nothing,
    /// The prefixes for types.
    Types,
    /// The same, and that the result is null.
    Nil,
}

/// The attributes that say it.
pub(super) fn declarations(attributes: RootAttributes) -> String {
    let nil = if attributes == RootAttributes::Nil { " xsi:nil=\"true\"" } else { "" };
    if attributes == RootAttributes::Nothing {
        String::new()
    } else {
        format!(" xmlns:xsd=\"{XSD}\" xmlns:xsi=\"{XSI}\"{nil}")
    }
}

/// The fault of a value that cannot be written.
pub(super) fn unsendable(unwritable: &Unwritable) -> Fault {
    let place = unwritable.place.trim_start_matches('.');
    let place = if place.is_empty() { "it" } else { place };
    Fault::server(format!("the result cannot be sent: {place} {}", unwritable.why))
}
