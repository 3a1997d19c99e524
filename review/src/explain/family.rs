//! What codes are about.

use crate::codes;
use crate::diff::Kind;
use crate::lint::Lint;
use asmx_codegen::diagnostic::Code;

/// The explanation of a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Explanation {
    /// The code, as messages show it: `ASMX0101`, `operation-removed`.
    pub code: &'static str,
    /// The family of codes that it belongs to.
    pub family: Family,
    /// What it means, in one sentence.
    pub summary: &'static str,
    /// The rest, with examples, as Markdown.
    pub text: &'static str,
}

/// A group of codes whose pages belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Family {
    /// The bytes of a file.
    File,
    /// The elements and attributes of a spec.
    Shape,
    /// Names of the wire.
    Names,
    /// Types.
    Types,
    /// Groups, parameters and their roles.
    Parameters,
    /// Operations and results.
    Operations,
    /// Rust names.
    RustNames,
    /// WSDL documents and addresses.
    Documents,
    /// Schemas in WSDL documents.
    Schemas,
    /// Operations of WSDL documents.
    DocumentOperations,
    /// What reads like a mistake.
    Lints,
    /// Changes of a service as a whole.
    ServiceChanges,
    /// Changes of operations.
    OperationChanges,
    /// Changes of parameters and headers of requests.
    ParameterChanges,
    /// Changes of parameters, members, outputs and headers alike.
    ValueChanges,
    /// Changes of types.
    TypeChanges,
    /// Changes of results, outputs and headers of responses.
    ResultChanges,
    /// Changes of columns and tables.
    ColumnChanges,
}

impl Family {
    /// Every family, in the order in which they are read.
    pub const ALL: &[Self] = &[
        Self::File,
        Self::Shape,
        Self::Names,
        Self::Types,
        Self::Parameters,
        Self::Operations,
        Self::RustNames,
        Self::Documents,
        Self::Schemas,
        Self::DocumentOperations,
        Self::Lints,
        Self::ServiceChanges,
        Self::OperationChanges,
        Self::ParameterChanges,
        Self::ValueChanges,
        Self::TypeChanges,
        Self::ResultChanges,
        Self::ColumnChanges,
    ];

    /// The title of its page.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::File => "Mistakes in the file",
            Self::Shape => "Elements and attributes",
            Self::Names => "Names of the wire",
            Self::Types => "Types",
            Self::Parameters => "Groups, parameters and roles",
            Self::Operations => "Operations and results",
            Self::RustNames => "Rust names",
            Self::Documents => "WSDL documents",
            Self::Schemas => "Schemas in WSDL documents",
            Self::DocumentOperations => "Operations of WSDL documents",
            Self::Lints => "Lints",
            Self::ServiceChanges => "Changes of the service",
            Self::OperationChanges => "Changes of operations",
            Self::ParameterChanges => "Changes of parameters",
            Self::ValueChanges => "Changes of values",
            Self::TypeChanges => "Changes of types",
            Self::ResultChanges => "Changes of results",
            Self::ColumnChanges => "Changes of columns and tables",
        }
    }

    /// What is common to all its codes, as Markdown.
    #[must_use]
    pub const fn introduction(self) -> &'static str {
        match self {
            Self::File => "A spec that cannot be read as XML at all. These mistakes are told of WSDL documents, too.",
            Self::Shape | Self::Names | Self::Types | Self::Parameters | Self::Operations | Self::RustNames => {
                "Mistakes of a spec: the build stops, and `asmx check` tells all of them at once. Examples show a part of a spec."
            }
            Self::Documents | Self::Schemas | Self::DocumentOperations => {
                "What an import cannot take over as it is. It is a warning where the rest is imported, and with `--strict` a mistake. Examples show a part of a WSDL document; `s:` is XML Schema."
            }
            Self::ServiceChanges
            | Self::OperationChanges
            | Self::ParameterChanges
            | Self::ValueChanges
            | Self::TypeChanges
            | Self::ResultChanges
            | Self::ColumnChanges => {
                "What `asmx diff` tells of two versions. Examples show the part of a spec that is edited: before, after, and where there is a better way, instead. *Old clients* are those that were built for the version before; *users* compile against the version after."
            }
            Self::Lints => {
                "What reads like a mistake in a spec that has none: `asmx lint` finds it. A comment before the element allows it, with a reason: `<!-- lint: allow secret-not-marked: the code is public -->`."
            }
        }
    }

    /// Kinds are declared by what they are about.
    fn of_change(kind: Kind) -> Self {
        match kind {
            _ if kind < Kind::OperationAdded => Self::ServiceChanges,
            _ if kind < Kind::OptionalParameterAdded => Self::OperationChanges,
            _ if kind < Kind::ArrayItemRenamed => Self::ParameterChanges,
            _ if kind < Kind::TypeAdded => Self::ValueChanges,
            _ if kind < Kind::ResultKindChanged => Self::TypeChanges,
            _ if kind < Kind::ColumnsDeclared => Self::ResultChanges,
            _ => Self::ColumnChanges,
        }
    }

    fn of(code: Code) -> Self {
        match code.as_str().get(4..6) {
            Some("00") => Self::File,
            Some("01") => Self::Shape,
            Some("02") => Self::Names,
            Some("03") => Self::Types,
            Some("04") => Self::Parameters,
            Some("06") => Self::RustNames,
            Some("07") => Self::Documents,
            Some("08") => Self::Schemas,
            Some("09") => Self::DocumentOperations,
            _ => Self::Operations,
        }
    }
}

/// All explanations.
pub(super) fn all() -> impl Iterator<Item = Explanation> {
    let mistakes = Code::ALL.iter().map(|code| Explanation {
        code: code.as_str(),
        family: Family::of(*code),
        summary: code.summary(),
        text: codes::explanation(*code),
    });
    let lints = Lint::ALL.iter().map(|lint| Explanation {
        code: lint.as_str(),
        family: Family::Lints,
        summary: lint.summary(),
        text: lint.explanation(),
    });
    let changes = Kind::ALL.iter().map(|kind| Explanation {
        code: kind.as_str(),
        family: Family::of_change(*kind),
        summary: kind.summary(),
        text: kind.explanation(),
    });
    mistakes.chain(lints).chain(changes)
}
