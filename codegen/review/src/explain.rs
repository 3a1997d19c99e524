//! Explains codes of mistakes, changes and lints: each has a page with an example that is wrong and one that is right.
//!
//! The texts are in `explanations/`, one file for each code. The tests read every example and check that it shows what its page says.

use std::fmt;

use asmx_codegen::diagnostic::{Code, similar};

use crate::codes;
use crate::diff::Kind;
use crate::lint::Lint;
use crate::words::Words;

/// The explanation of a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Explanation {
    /// The code: `ASMX0101`, `operation-removed`.
    pub code: &'static str,
    /// The family of the code.
    pub family: Family,
    /// The meaning, in one sentence.
    pub summary: &'static str,
    /// The page with its examples, in Markdown.
    pub text: &'static str,
}

/// Codes that share a page of the guide.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Family {
    /// The bytes of a file.
    File,
    /// The elements and attributes of a spec.
    Shape,
    /// Names on the wire.
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
    /// Probable mistakes.
    Lints,
    /// Changes of the service as a whole.
    ServiceChanges,
    /// Changes of operations.
    OperationChanges,
    /// Changes of parameters and headers of requests.
    ParameterChanges,
    /// Changes of parameters, members, outputs and headers.
    ValueChanges,
    /// Changes of types.
    TypeChanges,
    /// Changes of results, outputs and headers of responses.
    ResultChanges,
    /// Changes of columns and tables.
    ColumnChanges,
}

impl Family {
    /// All families, in the order of the guide.
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

    /// The title of its page in the guide.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::File => "Mistakes in the file",
            Self::Shape => "Elements and attributes",
            Self::Names => "Names on the wire",
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

    /// The introduction to its codes, in Markdown.
    #[must_use]
    pub fn introduction(self, words: &Words) -> String {
        let text = match self {
            Self::File => "The file cannot be read as XML. These mistakes are reported for WSDL documents too.",
            Self::Shape | Self::Names | Self::Types | Self::Parameters | Self::Operations | Self::RustNames => {
                "Mistakes in a spec stop the build. `asmx check` reports all of them at once. Each example shows a part of a spec."
            }
            Self::Documents | Self::Schemas | Self::DocumentOperations => {
                return format!(
                    "Parts of a document that cannot be imported unchanged. If the rest is imported, this is a warning; with {}, it is a mistake. Each example shows a part of a WSDL document; `s:` is XML Schema.",
                    words.strict
                );
            }
            Self::ServiceChanges
            | Self::OperationChanges
            | Self::ParameterChanges
            | Self::ValueChanges
            | Self::TypeChanges
            | Self::ResultChanges
            | Self::ColumnChanges => {
                "Changes that `asmx diff` reports between two versions. Each example shows the edited part of a spec: before, after and, if a better way exists, instead. *Deployed clients* were built for the old version; *users* compile against the new version."
            }
            Self::Lints => {
                "Probable mistakes in a valid spec, found by `asmx lint`. To allow one, put a comment with a reason before the element: `<!-- lint: allow secret-not-marked: the code is public -->`."
            }
        };
        text.to_owned()
    }

    /// Relies on the order in which kinds are declared.
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

/// The explanations of all codes, family by family.
pub fn all() -> impl Iterator<Item = Explanation> {
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

/// The explanation of a code, in upper or lower case.
#[must_use]
pub fn explain(code: &str) -> Option<Explanation> {
    all().find(|explanation| explanation.code.eq_ignore_ascii_case(code))
}

/// The known codes that resemble a misspelt one, the nearest first: at most three.
#[must_use]
pub fn nearest_codes(code: &str) -> Vec<&'static str> {
    let code = if code.chars().any(char::is_numeric) { code.to_uppercase() } else { code.to_lowercase() };
    similar(&code, all().map(|explanation| explanation.code))
}

impl fmt::Display for Explanation {
    /// For a terminal: lines of at most 100 characters, examples indented.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let heading = format!("{}: {}", self.code, self.summary);
        write!(formatter, "{}\n{}", wrapped(&heading), without_markup(self.text))
    }
}

const WIDTH: usize = 100;

/// Breaks a paragraph into lines. Each ends with a line feed.
fn wrapped(paragraph: &str) -> String {
    let (mut lines, mut length) = (String::new(), 0);
    for word in paragraph.split_whitespace() {
        let letters = word.chars().count();
        if length > 0 && length + 1 + letters > WIDTH {
            lines.push('\n');
            length = 0;
        } else if length > 0 {
            lines.push(' ');
            length += 1;
        }
        lines.push_str(word);
        length += letters;
    }
    lines.push('\n');
    lines
}

/// Markdown without fences: examples are indented, and the name of a file is above its content.
fn without_markup(markdown: &str) -> String {
    let (mut text, mut is_example) = (String::new(), false);
    for line in markdown.lines() {
        if let Some(info) = line.strip_prefix("```") {
            let file = info.strip_prefix("xml ").filter(|name| !is_example && name.contains('.'));
            if let Some(file) = file {
                text.push_str("    (");
                text.push_str(file);
                text.push_str(")\n");
            }
            is_example = !is_example;
        } else if line.is_empty() {
            text.push('\n');
        } else if is_example {
            text.push_str("    ");
            text.push_str(line);
            text.push('\n');
        } else {
            text.push_str(&wrapped(line));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_are_wrapped_and_examples_are_kept() {
        let long = "word ".repeat(30);
        let text = without_markup(&format!(
            "{long}\n\nWrong:\n\n```xml\n<a b=\"{long}\"/>\n\n```\n\n```xml types.xsd\n<b/>\n```\n"
        ));
        let first = "word ".repeat(20);
        let second = "word ".repeat(10);
        assert_eq!(
            text,
            format!(
                "\n{}\n{}\n\nWrong:\n\n    <a b=\"{long}\"/>\n\n\n    (types.xsd)\n    <b/>\n",
                first.trim(),
                second.trim()
            )
            .trim_start()
        );
    }
}
