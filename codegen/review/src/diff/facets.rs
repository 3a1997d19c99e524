//! The owner of a changed member, and the changed facet.

/// The owner of members.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Owner {
    /// All operations: common parameters.
    Common,
    Request,
    RequestHeaders,
    ResponseHeaders,
    Outputs,
    /// The single value that an operation returns.
    Result,
    Structure,
    Alternatives,
}

/// A changed facet of a member.
#[derive(Debug, Clone, Copy)]
pub(super) enum Facet {
    Added {
        required: bool,
    },
    Removed {
        required: bool,
    },
    /// `in_rust`: the Rust name changed too.
    Renamed {
        in_case_only: bool,
        in_rust: bool,
    },
    RustName,
    /// Parameters have finer kinds: `member_types::parameter_kind`.
    Type,
    Presence(PresenceChange),
}

#[derive(Debug, Clone, Copy)]
pub(super) enum PresenceChange {
    BecameNullable,
    NoLongerNullable,
    BecameRequired,
    BecameOptional,
}

impl Owner {
    pub(super) const fn noun(self) -> &'static str {
        match self {
            Self::Common => "common parameter",
            Self::Request => "parameter",
            Self::RequestHeaders => "request header",
            Self::ResponseHeaders => "response header",
            Self::Outputs => "output",
            Self::Result => "result",
            Self::Structure => "member",
            Self::Alternatives => "alternative",
        }
    }

    /// Its part of a path.
    pub(super) const fn folder(self) -> &'static str {
        match self {
            Self::Common => "",
            Self::Request => "parameters",
            Self::RequestHeaders => "request-headers",
            Self::ResponseHeaders => "response-headers",
            Self::Outputs => "outputs",
            Self::Result => "result",
            Self::Structure => "members",
            Self::Alternatives => "alternatives",
        }
    }
}
