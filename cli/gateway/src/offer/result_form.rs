//! The forms in which a result is sent.

use crate::rows::result_option::FormContent;
use crate::rows::row_writer::RowForm;

/// The form of a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ResultForm {
    Json,
    /// Rows of a table, items of an array.
    Rows(RowForm),
    /// All tables, a sheet each.
    #[cfg(feature = "xlsx")]
    Sheets,
}

impl ResultForm {
    pub(crate) const ALL: &'static [Self] = &[
        Self::Json,
        Self::Rows(RowForm::JsonLines),
        Self::Rows(RowForm::Csv),
        #[cfg(feature = "arrow")]
        Self::Rows(RowForm::Arrow),
        #[cfg(feature = "arrow")]
        Self::Rows(RowForm::ArrowFile),
        #[cfg(feature = "arrow")]
        Self::Rows(RowForm::Parquet),
        #[cfg(feature = "xlsx")]
        Self::Sheets,
    ];

    /// The name in `$format`, as `asmx call --format` has it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Rows(RowForm::JsonLines) => "jsonl",
            Self::Rows(RowForm::Csv) => "csv",
            #[cfg(feature = "arrow")]
            Self::Rows(RowForm::Arrow) => "arrow",
            #[cfg(feature = "arrow")]
            Self::Rows(RowForm::ArrowFile) => "feather",
            #[cfg(feature = "arrow")]
            Self::Rows(RowForm::Parquet) => "parquet",
            #[cfg(feature = "xlsx")]
            Self::Sheets => "xlsx",
        }
    }

    /// The names of all forms.
    pub(crate) fn names() -> Vec<&'static str> {
        Self::ALL.iter().map(|form| form.name()).collect()
    }

    /// The ending of a file of this form; `None` for what programs read at once.
    pub(crate) const fn ending(self) -> Option<&'static str> {
        match self {
            Self::Json | Self::Rows(RowForm::JsonLines) => None,
            #[cfg(feature = "arrow")]
            Self::Rows(RowForm::Arrow) => Some("arrows"),
            form => Some(form.name()),
        }
    }

    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|form| form.name() == name)
    }

    /// The form of rows of one table.
    pub(crate) const fn rows(self) -> Option<RowForm> {
        match self {
            Self::Rows(rows) => Some(rows),
            Self::Json => None,
            #[cfg(feature = "xlsx")]
            Self::Sheets => None,
        }
    }

    pub(crate) const fn content(self) -> FormContent {
        match self {
            Self::Json => FormContent::Json,
            Self::Rows(rows) => FormContent::Rows(rows),
            #[cfg(feature = "xlsx")]
            Self::Sheets => FormContent::Tables,
        }
    }

    pub(crate) const fn media_type(self) -> &'static str {
        match self {
            Self::Json => "application/json",
            Self::Rows(RowForm::JsonLines) => "application/x-ndjson",
            Self::Rows(RowForm::Csv) => "text/csv; charset=utf-8",
            #[cfg(feature = "arrow")]
            Self::Rows(RowForm::Arrow) => "application/vnd.apache.arrow.stream",
            #[cfg(feature = "arrow")]
            Self::Rows(RowForm::ArrowFile) => "application/vnd.apache.arrow.file",
            #[cfg(feature = "arrow")]
            Self::Rows(RowForm::Parquet) => "application/vnd.apache.parquet",
            #[cfg(feature = "xlsx")]
            Self::Sheets => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        }
    }

    /// The media type without its parameters.
    pub(crate) fn media_range(self) -> &'static str {
        self.media_type().split(';').next().unwrap_or_default()
    }
}
