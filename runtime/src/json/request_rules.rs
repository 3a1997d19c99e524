//! The share of a writer in a request: what it may give, and what it must.

use crate::operation::Member;

/// The part of a request that a member belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum MemberOf {
    /// The common parameters of the service.
    Common,
    /// The parameters of the operation.
    Operation,
    /// The SOAP headers.
    Headers,
    /// A structure, or the alternatives of a choice.
    Structure,
}

/// The rules for the writer of a request, if others give a part of it. See [`RequestReader`](super::RequestReader).
pub trait RequestRules {
    /// Whether the writer may give the member. Another one is unknown to it, or a secret of others.
    fn may_give(&self, of: MemberOf, member: &Member) -> bool;

    /// Whether a request of the writer is incomplete without the member.
    fn must_give(&self, of: MemberOf, member: &Member) -> bool;
}

/// The rules for a request whose credentials a client may fill in.
pub(super) struct BesideCredentials;

impl RequestRules for BesideCredentials {
    fn may_give(&self, _: MemberOf, _: &Member) -> bool {
        true
    }

    fn must_give(&self, of: MemberOf, member: &Member) -> bool {
        let is_credential = member.role.is_some_and(crate::operation::Role::is_credential);
        matches!(of, MemberOf::Operation | MemberOf::Structure) && member.must_be_given() && !is_credential
    }
}
