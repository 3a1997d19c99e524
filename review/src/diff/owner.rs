//! What members belong to (a request, a response, a structure), and the kinds of their changes: a row for each owner, a column for each facet.

use std::fmt::Display;

use super::Kind;
use super::directions::Directions;
use super::finding::{Finding, Location};
use super::places::member_label;
use super::words::{member_named, owner_words};
use asmx_codegen::emit::{Fields, Signatures};
use asmx_codegen::model::Member;

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

/// A member as both versions have it.
pub(super) struct Pair<'p> {
    pub(super) lists: &'p Lists<'p>,
    pub(super) old: &'p Member,
    pub(super) new: &'p Member,
    /// The old one with its own numbers of types.
    pub(super) named: Option<&'p Member>,
    pub(super) location: Location,
}

/// Two lists of members that are compared.
pub(super) struct Lists<'l> {
    pub(super) owner: Owner,
    /// Where their owner stands.
    pub(super) location: Location,
    pub(super) directions: Directions,
    pub(super) old: &'l [Member],
    pub(super) new: &'l [Member],
    /// What they are in Rust; `None` if they are nothing there.
    pub(super) rust: Option<InRust<'l>>,
}

/// Members as fields.
#[derive(Clone, Copy)]
pub(super) struct InRust<'l> {
    /// The old ones with their own numbers of types.
    pub(super) named: &'l [Member],
    /// Whose fields they are in either version; `None` if they are no fields, and only their types are something in Rust.
    pub(super) fields: Option<(Fields, Fields)>,
}

impl Pair<'_> {
    pub(super) fn finding(&self, kind: Kind, names: &[&dyn Display]) -> Finding {
        Finding::new(kind, self.location.clone(), names)
    }

    /// `parameter A of B`, by its old name.
    pub(super) fn subject(&self) -> String {
        self.named(self.old)
    }

    pub(super) fn subject_now(&self) -> String {
        self.named(self.new)
    }

    pub(super) fn named(&self, member: &Member) -> String {
        let (noun, name) = (self.lists.facets().noun, member_named(member));
        if self.lists.owner == Owner::Common {
            format!("{noun} {name}")
        } else {
            format!("{noun} {name} of {}", owner_words(&self.lists.location))
        }
    }

    /// Whether methods of a request are gone that go by the member's role.
    pub(super) fn loses_traits(&self) -> bool {
        let own = self.lists.old.iter();
        let with_role = |one: &Member| if std::ptr::eq(one, self.old) { self.new.role } else { one.role };
        let members: Vec<Member> = own.map(|one| Member { role: with_role(one), ..one.clone() }).collect();
        let after = Signatures::traits(&members);
        self.lists.owner == Owner::Request
            && Signatures::traits(self.lists.old).iter().any(|name| !after.contains(name))
    }
}

impl Lists<'_> {
    pub(super) fn are_fields(&self) -> bool {
        self.rust.is_some_and(|rust| rust.fields.is_some())
    }

    pub(super) const fn facets(&self) -> Facets {
        self.owner.facets()
    }

    pub(super) fn named(&self, old: usize) -> Option<&Member> {
        self.rust.and_then(|rust| rust.named.get(old))
    }

    pub(super) fn location_of(&self, old: Option<&Member>, new: Option<&Member>) -> Location {
        let folder = self.facets().folder;
        let inside = if folder.is_empty() { self.location.clone() } else { self.location.both(folder) };
        inside.inside(old.map(member_label).as_deref(), new.map(member_label).as_deref())
    }
}
