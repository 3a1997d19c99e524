//! The form of a result: `--format FORM`.

use std::io::{self, IsTerminal as _};

use asmx_gateway::{FormContent, OptionStyle, RowForm};
use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};

/// The spelling of options in messages.
pub(super) const COMMAND_LINE: OptionStyle = OptionStyle::new("--", "--format ");

/// The form of a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(in crate::cli) enum Form {
    /// Aligned columns that fit the terminal
    Table,
    /// One JSON value
    Json,
    /// A JSON value a line: rows of a table, items of an array
    Jsonl,
    /// Comma-separated values with a line of names; null is empty, an empty text is `""`, in a table of one column both are `""`
    Csv,
    /// The rows of a table as Arrow IPC: a stream, or in `.arrow` and `.feather` a file
    #[cfg(feature = "arrow")]
    Arrow,
    /// The rows of a table as a Parquet file
    #[cfg(feature = "arrow")]
    Parquet,
    /// All tables as a spreadsheet of Excel, one sheet a table
    #[cfg(feature = "xlsx")]
    Xlsx,
    /// The body of the response as it came
    Raw,
}

/// The facts of a form: each getter of [`Form`] is one of them.
struct Facts {
    name: &'static str,
    endings: &'static [&'static str],
    content: FormContent,
    is_text: bool,
    has_types: bool,
    is_complete_only: bool,
}

impl Form {
    const fn facts(self) -> Facts {
        const fn text(name: &'static str, endings: &'static [&'static str], content: FormContent) -> Facts {
            Facts { name, endings, content, is_text: true, has_types: false, is_complete_only: false }
        }
        match self {
            Self::Table => text("table", &[], FormContent::Tables),
            Self::Json => text("json", &["json"], FormContent::Json),
            Self::Jsonl => text("jsonl", &["jsonl", "ndjson"], FormContent::Rows(RowForm::JsonLines)),
            Self::Csv => text("csv", &["csv"], FormContent::Rows(RowForm::Csv)),
            #[cfg(feature = "arrow")]
            Self::Arrow => {
                let facts = text("arrow", &["arrow", "feather", "arrows"], FormContent::Rows(RowForm::Arrow));
                Facts { is_text: false, has_types: true, ..facts }
            }
            #[cfg(feature = "arrow")]
            Self::Parquet => {
                let facts = text("parquet", &["parquet"], FormContent::Rows(RowForm::Parquet));
                Facts { is_text: false, has_types: true, is_complete_only: true, ..facts }
            }
            #[cfg(feature = "xlsx")]
            Self::Xlsx => {
                let facts = text("xlsx", &["xlsx"], FormContent::Tables);
                Facts { is_text: false, is_complete_only: true, ..facts }
            }
            Self::Raw => text("raw", &[], FormContent::Body),
        }
    }

    /// The name in `--format`.
    pub(super) const fn name(self) -> &'static str {
        self.facts().name
    }

    /// The ends of file names that choose this form, in lower case.
    pub(super) const fn endings(self) -> &'static [&'static str] {
        self.facts().endings
    }

    /// Whether people can read it, and files of it may be compressed.
    pub(super) const fn is_text(self) -> bool {
        self.facts().is_text
    }

    /// Whether files state the type of each column, so that readers of several need equal ones.
    pub(super) const fn has_types(self) -> bool {
        self.facts().has_types
    }

    /// Whether no part of a file can be read.
    pub(super) const fn is_complete_only(self) -> bool {
        self.facts().is_complete_only
    }

    /// The part of a result that it has.
    pub(super) const fn content(self) -> FormContent {
        self.facts().content
    }

    /// Why a result cannot come in this form. Asked before the call.
    pub(super) fn hindrance(self, is_terminal: bool) -> Option<String> {
        let form = self.name();
        (is_terminal && !self.is_text()).then(|| {
            format!(
                "`--format {form}` is for programs, not for a terminal: write a file with `-o FILE`, or redirect the output"
            )
        })
    }

    /// The form of rows, if it has those of one table.
    pub(super) const fn rows(self) -> Option<RowForm> {
        match self.content() {
            FormContent::Rows(rows) => Some(rows),
            _ => None,
        }
    }

    /// Whether rows have the columns of their table and no others.
    pub(super) const fn has_fixed_columns(self) -> bool {
        !matches!(self, Self::Table | Self::Json | Self::Jsonl | Self::Raw)
    }

    /// Reads the name of a form that fits.
    pub(in crate::cli) fn parser(fits: fn(Self) -> bool) -> impl TypedValueParser<Value = Self> {
        let forms = Self::value_variants().iter().filter(|form| fits(**form));
        PossibleValuesParser::new(forms.filter_map(ValueEnum::to_possible_value))
            .try_map(|name| Self::from_str(&name, false))
    }

    /// A table for people, JSON for programs.
    pub(in crate::cli) fn default_form() -> Self {
        if io::stdout().is_terminal() { Self::Table } else { Self::Json }
    }
}
