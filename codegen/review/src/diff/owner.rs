//! The owners of members (a request, a response, a structure), and the kinds of change of their members.

use std::fmt::Display;

use super::Kind;
use super::directions::Directions;
use super::finding::{Finding, Location};
use super::words::{member_named, owner_words};
use asmx_codegen::emit::{Fields, Signatures};
use asmx_codegen::model::Member;
use asmx_codegen::places::member_label;

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

/// The kinds of change of an owner's members.
pub(super) struct Facets {
    pub(super) noun: &'static str,
    /// Its part of a path.
    pub(super) folder: &'static str,
    /// Of an optional member, and of a required one.
    pub(super) added: [Kind; 2],
    pub(super) removed: [Kind; 2],
    pub(super) renamed: Kind,
    /// Renamed, with the Rust name unchanged.
    pub(super) renamed_on_the_wire: Kind,
    /// Renamed in case only, if that is a kind of its own.
    pub(super) case: Option<Kind>,
    pub(super) rust_name: Kind,
    /// Another type. Parameters have finer kinds.
    pub(super) kind: Kind,
    /// Became nullable, is no longer nullable, became required, became optional.
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
                noun: "request header",
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
                noun: "response header",
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
}

pub(super) struct Pair<'p> {
    pub(super) lists: &'p Lists<'p>,
    pub(super) old: &'p Member,
    pub(super) new: &'p Member,
    /// The old member, with the type numbers of its own version.
    pub(super) named: Option<&'p Member>,
    pub(super) location: Location,
}

pub(super) struct Lists<'l> {
    pub(super) owner: Owner,
    pub(super) location: Location,
    pub(super) directions: Directions,
    pub(super) old: &'l [Member],
    pub(super) new: &'l [Member],
    /// `None` if Rust code does not contain them.
    pub(super) rust: Option<InRust<'l>>,
}

#[derive(Clone, Copy)]
pub(super) struct InRust<'l> {
    /// The old members, with the type numbers of their own version.
    pub(super) named: &'l [Member],
    /// The owners of the fields in both versions; `None` if only the types are in Rust.
    pub(super) fields: Option<(Fields, Fields)>,
}

impl Pair<'_> {
    pub(super) fn finding(&self, kind: Kind, names: &[&dyn Display]) -> Finding {
        Finding::new(kind, self.location.clone(), names)
    }

    /// ``parameter `A` of `B` ``, with the old name.
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

    /// Whether the request loses methods that depend on the member's role.
    pub(super) fn loses_traits(&self) -> bool {
        let own = self.lists.old.iter();
        let with_role = |one: &Member| if std::ptr::eq(one, self.old) { self.new.role } else { one.role };
        let members: Vec<Member> = own.map(|one| one.clone().with(|facets| facets.role = with_role(one))).collect();
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
        inside.inside(old.map(member_label), new.map(member_label))
    }
}
