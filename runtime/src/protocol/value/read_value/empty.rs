//! Empty texts.

use crate::operation::{Member, Scalar, Type};

/// The default that an empty element has: not that of a string, of which the empty one is another.
pub(super) const fn of_empty(member: &Member) -> Option<&'static str> {
    match member.kind {
        Type::Scalar(Scalar::String) => None,
        Type::Scalar(_) | Type::Enumeration(_) => member.default,
        _ => None,
    }
}
