//! What members belong to (a request, a response, a structure), and the kinds of their changes: a row for each owner, a column for each facet.

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

/// The kinds of change of an owner's members.
pub(super) struct Facets {
    pub(super) noun: &'static str,
    /// The part of the path.
    pub(super) folder: &'static str,
    /// Of one that can be left out, and of one that must be there.
    pub(super) added: [Kind; 2],
    pub(super) removed: [Kind; 2],
    pub(super) renamed: Kind,
    /// Renamed, with the same name in Rust.
    pub(super) renamed_on_the_wire: Kind,
    /// Renamed in upper and lower case only, if that is a kind of its own.
    pub(super) case: Option<Kind>,
    pub(super) rust_name: Kind,
    /// Parameters have finer kinds.
    pub(super) kind: Kind,
    /// It may be null now, must not be null any more, must be there, can be left out.
    pub(super) presence: [Kind; 4],
}

impl Owner {
    #[allow(clippy::enum_glob_use, reason = "a table of kinds")]
    pub(super) const fn facets(self) -> Facets {
        use Kind::*;
        let parameter = Facets {
            noun: "parameter",
            folder: "parameters",
            added: [OptionalParameterAdded, RequiredParameterAdded],
            removed: [OptionalParameterRemoved, RequiredParameterRemoved],
            renamed: ParameterRenamed,
            renamed_on_the_wire: ParameterRenamedOnTheWire,
            case: Some(ParameterCaseChanged),
            rust_name: ParameterRustNameChanged,
            kind: ParameterTypeChanged,
            presence: [
                ParameterBecameNullable,
                ParameterNoLongerNullable,
                ParameterBecameRequired,
                ParameterBecameOptional,
            ],
        };
        let output = Facets {
            noun: "output",
            folder: "outputs",
            added: [OutputAdded; 2],
            removed: [OutputRemoved; 2],
            renamed: OutputRenamed,
            renamed_on_the_wire: OutputRenamed,
            case: None,
            rust_name: OutputRenamed,
            kind: OutputTypeChanged,
            presence: [OutputPresenceChanged; 4],
        };
        let member = Facets {
            noun: "member",
            folder: "members",
            added: [OptionalMemberAdded, RequiredMemberAdded],
            removed: [MemberRemoved; 2],
            renamed: MemberRenamed,
            renamed_on_the_wire: MemberRenamedOnTheWire,
            case: None,
            rust_name: MemberRustNameChanged,
            kind: MemberTypeChanged,
            presence: [MemberPresenceChanged; 4],
        };
        match self {
            Self::Common => Facets {
                noun: "common parameter",
                folder: "",
                added: [CommonParameterAdded; 2],
                removed: [CommonParameterRemoved; 2],
                ..parameter
            },
            Self::Request => parameter,
            Self::RequestHeaders => Facets {
                noun: "header of requests",
                folder: "request-headers",
                added: [RequestHeaderAdded; 2],
                removed: [RequestHeaderRemoved; 2],
                renamed: RequestHeaderRenamed,
                renamed_on_the_wire: RequestHeaderRenamed,
                case: None,
                rust_name: ParameterRustNameChanged,
                kind: RequestHeaderTypeChanged,
                presence: [RequestHeaderPresenceChanged; 4],
            },
            Self::ResponseHeaders => Facets {
                noun: "header of responses",
                folder: "response-headers",
                added: [ResponseHeaderAdded; 2],
                removed: [ResponseHeaderRemoved; 2],
                renamed: ResponseHeaderRenamed,
                renamed_on_the_wire: ResponseHeaderRenamed,
                case: None,
                rust_name: ParameterRustNameChanged,
                kind: ResponseHeaderTypeChanged,
                presence: [ResponseHeaderPresenceChanged; 4],
            },
            Self::Outputs => output,
            Self::Result => Facets {
                noun: "result",
                folder: "result",
                renamed: ResultElementRenamed,
                renamed_on_the_wire: ResultElementRenamed,
                kind: ResultTypeChanged,
                presence: [ResultBecameNullable, ResultNoLongerNullable, OutputPresenceChanged, OutputPresenceChanged],
                ..output
            },
            Self::Structure => member,
            Self::Alternatives => Facets {
                noun: "alternative",
                folder: "alternatives",
                added: [AlternativeAdded; 2],
                removed: [AlternativeRemoved; 2],
                ..member
            },
        }
    }

    /// Whether they are in responses.
    pub(super) const fn is_returned(self) -> bool {
        matches!(self, Self::Outputs | Self::Result | Self::ResponseHeaders)
    }
}
