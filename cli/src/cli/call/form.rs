//! The form of a result: `--format FORM`.

use std::io::{self, IsTerminal as _};

use asmx_gateway::{FormContent, OptionStyle, RowForm};

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

impl Form {
    /// The name in `--format`.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::Json => "json",
            Self::Jsonl => "jsonl",
            Self::Csv => "csv",
            #[cfg(feature = "arrow")]
            Self::Arrow => "arrow",
            #[cfg(feature = "arrow")]
            Self::Parquet => "parquet",
            #[cfg(feature = "xlsx")]
            Self::Xlsx => "xlsx",
            Self::Raw => "raw",
        }
    }

    /// The ends of file names that choose this form, in lower case.
    pub(super) const fn endings(self) -> &'static [&'static str] {
        match self {
            Self::Json => &["json"],
            Self::Jsonl => &["jsonl", "ndjson"],
            Self::Csv => &["csv"],
            #[cfg(feature = "arrow")]
            Self::Arrow => &["arrow", "feather", "arrows"],
            #[cfg(feature = "arrow")]
            Self::Parquet => &["parquet"],
            #[cfg(feature = "xlsx")]
            Self::Xlsx => &["xlsx"],
            Self::Table | Self::Raw => &[],
        }
    }

    /// Whether people can read it, and files of it may be compressed.
    pub(super) const fn is_text(self) -> bool {
        match self {
            #[cfg(feature = "arrow")]
            Self::Arrow | Self::Parquet => false,
            #[cfg(feature = "xlsx")]
            Self::Xlsx => false,
            _ => true,
        }
    }

    /// Whether files state the type of each column, so that readers of several need equal ones.
    pub(super) const fn has_types(self) -> bool {
        match self {
            #[cfg(feature = "arrow")]
            Self::Arrow | Self::Parquet => true,
            _ => false,
        }
    }

    /// Whether no part of a file can be read.
    pub(super) const fn is_complete_only(self) -> bool {
        match self {
            #[cfg(feature = "arrow")]
            Self::Parquet => true,
            #[cfg(feature = "xlsx")]
            Self::Xlsx => true,
            _ => false,
        }
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

    /// The part of a result that it has.
    pub(super) const fn content(self) -> FormContent {
        match self {
            Self::Raw => FormContent::Body,
            Self::Json => FormContent::Json,
            Self::Table => FormContent::Tables,
            #[cfg(feature = "xlsx")]
            Self::Xlsx => FormContent::Tables,
            Self::Jsonl => FormContent::Rows(RowForm::JsonLines),
            Self::Csv => FormContent::Rows(RowForm::Csv),
            #[cfg(feature = "arrow")]
            Self::Arrow => FormContent::Rows(RowForm::Arrow),
            #[cfg(feature = "arrow")]
            Self::Parquet => FormContent::Rows(RowForm::Parquet),
        }
    }

    /// The form of rows, if it has those of one table.
    pub(super) const fn rows(self) -> Option<RowForm> {
        match self.content() {
            FormContent::Rows(rows) => Some(rows),
            _ => None,
        }
    }

    /// A table for people, JSON for programs.
    pub(in crate::cli) fn default_form() -> Self {
        if io::stdout().is_terminal() { Self::Table } else { Self::Json }
    }
}
