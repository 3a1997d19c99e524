//! What members belong to (a request, a response, a structure), and the kinds of their changes.

use super::Kind;

/// Whose members they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Owner {
    /// All operations.
    Common,
    Request,
    RequestHeaders,
    ResponseHeaders,
    Outputs,
    /// The one value that an operation returns.
    Result,
    Structure,
    Alternatives,
}

impl Owner {
    pub(super) const fn noun(self) -> &'static str {
        match self {
            Self::Common => "common parameter",
            Self::Request => "parameter",
            Self::RequestHeaders => "header of requests",
            Self::ResponseHeaders => "header of responses",
            Self::Outputs => "output",
            Self::Result => "result",
            Self::Structure => "member",
            Self::Alternatives => "alternative",
        }
    }

    /// The part of the path.
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

    /// Whether they are in responses.
    pub(super) const fn is_returned(self) -> bool {
        matches!(self, Self::Outputs | Self::Result | Self::ResponseHeaders)
    }

    pub(super) const fn added(self, is_required: bool) -> Kind {
        match (self, is_required) {
            (Self::Common, _) => Kind::CommonParameterAdded,
            (Self::Request, true) => Kind::RequiredParameterAdded,
            (Self::Request, false) => Kind::OptionalParameterAdded,
            (Self::RequestHeaders, _) => Kind::RequestHeaderAdded,
            (Self::ResponseHeaders, _) => Kind::ResponseHeaderAdded,
            (Self::Outputs | Self::Result, _) => Kind::OutputAdded,
            (Self::Structure, true) => Kind::RequiredMemberAdded,
            (Self::Structure, false) => Kind::OptionalMemberAdded,
            (Self::Alternatives, _) => Kind::AlternativeAdded,
        }
    }

    pub(super) const fn removed(self, is_required: bool) -> Kind {
        match (self, is_required) {
            (Self::Common, _) => Kind::CommonParameterRemoved,
            (Self::Request, true) => Kind::RequiredParameterRemoved,
            (Self::Request, false) => Kind::OptionalParameterRemoved,
            (Self::RequestHeaders, _) => Kind::RequestHeaderRemoved,
            (Self::ResponseHeaders, _) => Kind::ResponseHeaderRemoved,
            (Self::Outputs | Self::Result, _) => Kind::OutputRemoved,
            (Self::Structure, _) => Kind::MemberRemoved,
            (Self::Alternatives, _) => Kind::AlternativeRemoved,
        }
    }

    pub(super) const fn renamed(self, keeps_rust: bool, in_case_only: bool) -> Kind {
        match self {
            Self::Common | Self::Request if in_case_only => Kind::ParameterCaseChanged,
            Self::Common | Self::Request if keeps_rust => Kind::ParameterRenamedOnTheWire,
            Self::Common | Self::Request => Kind::ParameterRenamed,
            Self::RequestHeaders => Kind::RequestHeaderRenamed,
            Self::ResponseHeaders => Kind::ResponseHeaderRenamed,
            Self::Outputs => Kind::OutputRenamed,
            Self::Result => Kind::ResultElementRenamed,
            Self::Structure | Self::Alternatives if keeps_rust => Kind::MemberRenamedOnTheWire,
            Self::Structure | Self::Alternatives => Kind::MemberRenamed,
        }
    }

    pub(super) const fn rust_name_changed(self) -> Kind {
        match self {
            Self::Structure | Self::Alternatives => Kind::MemberRustNameChanged,
            Self::Outputs | Self::Result => Kind::OutputRenamed,
            Self::Common | Self::Request | Self::RequestHeaders | Self::ResponseHeaders => {
                Kind::ParameterRustNameChanged
            }
        }
    }
}
