//! The kinds of change of members, by owner and facet.

use super::Kind;

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
    BecameNullable,
    NoLongerNullable,
    BecameRequired,
    BecameOptional,
}

impl Owner {
    /// The kind of a change: a row for each facet of an owner.
    #[allow(clippy::enum_glob_use, reason = "a table of kinds")]
    pub(super) const fn kind(self, facet: Facet) -> Kind {
        use Facet::*;
        use Owner::*;
        match (self, facet) {
            (Common, Added { .. }) => Kind::CommonParameterAdded,
            (Common, Removed { .. }) => Kind::CommonParameterRemoved,
            (Request, Added { required: false }) => Kind::OptionalParameterAdded,
            (Request, Added { required: true }) => Kind::RequiredParameterAdded,
            (Request, Removed { required: false }) => Kind::OptionalParameterRemoved,
            (Request, Removed { required: true }) => Kind::RequiredParameterRemoved,
            (Common | Request, Renamed { in_case_only: true, .. }) => Kind::ParameterCaseChanged,
            (Common | Request, Renamed { in_rust: true, .. }) => Kind::ParameterRenamed,
            (Common | Request, Renamed { .. }) => Kind::ParameterRenamedOnTheWire,
            (Common | Request | RequestHeaders | ResponseHeaders, RustName) => Kind::ParameterRustNameChanged,
            (Common | Request, Type) => Kind::ParameterTypeChanged,
            (Common | Request, BecameNullable) => Kind::ParameterBecameNullable,
            (Common | Request, NoLongerNullable) => Kind::ParameterNoLongerNullable,
            (Common | Request, BecameRequired) => Kind::ParameterBecameRequired,
            (Common | Request, BecameOptional) => Kind::ParameterBecameOptional,

            (RequestHeaders, Added { .. }) => Kind::RequestHeaderAdded,
            (RequestHeaders, Removed { .. }) => Kind::RequestHeaderRemoved,
            (RequestHeaders, Renamed { .. }) => Kind::RequestHeaderRenamed,
            (RequestHeaders, Type) => Kind::RequestHeaderTypeChanged,
            (RequestHeaders, _) => Kind::RequestHeaderPresenceChanged,
            (ResponseHeaders, Added { .. }) => Kind::ResponseHeaderAdded,
            (ResponseHeaders, Removed { .. }) => Kind::ResponseHeaderRemoved,
            (ResponseHeaders, Renamed { .. }) => Kind::ResponseHeaderRenamed,
            (ResponseHeaders, Type) => Kind::ResponseHeaderTypeChanged,
            (ResponseHeaders, _) => Kind::ResponseHeaderPresenceChanged,

            (Outputs | Result, Added { .. }) => Kind::OutputAdded,
            (Outputs | Result, Removed { .. }) => Kind::OutputRemoved,
            (Result, Renamed { .. }) => Kind::ResultElementRenamed,
            (Outputs, Renamed { .. }) | (Outputs | Result, RustName) => Kind::OutputRenamed,
            (Result, Type) => Kind::ResultTypeChanged,
            (Result, BecameNullable) => Kind::ResultBecameNullable,
            (Result, NoLongerNullable) => Kind::ResultNoLongerNullable,
            (Outputs, Type) => Kind::OutputTypeChanged,
            (Outputs | Result, _) => Kind::OutputPresenceChanged,

            (Structure, Added { required: false }) => Kind::OptionalMemberAdded,
            (Structure, Added { required: true }) => Kind::RequiredMemberAdded,
            (Structure, Removed { .. }) => Kind::MemberRemoved,
            (Alternatives, Added { .. }) => Kind::AlternativeAdded,
            (Alternatives, Removed { .. }) => Kind::AlternativeRemoved,
            (Structure | Alternatives, Renamed { in_rust: true, .. }) => Kind::MemberRenamed,
            (Structure | Alternatives, Renamed { .. }) => Kind::MemberRenamedOnTheWire,
            (Structure | Alternatives, RustName) => Kind::MemberRustNameChanged,
            (Structure | Alternatives, Type) => Kind::MemberTypeChanged,
            (Structure | Alternatives, _) => Kind::MemberPresenceChanged,
        }
    }

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
