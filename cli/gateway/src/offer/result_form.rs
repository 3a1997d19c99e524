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

    /// The name in `$format`, as `asmx call --format` has it; the ending of a file, with `None` for what programs read at once; the media type.
    const fn facts(self) -> (&'static str, Option<&'static str>, &'static str) {
        match self {
            Self::Json => ("json", None, "application/json"),
            Self::Rows(RowForm::JsonLines) => ("jsonl", None, "application/x-ndjson"),
            Self::Rows(RowForm::Csv) => ("csv", Some("csv"), "text/csv; charset=utf-8"),
            #[cfg(feature = "arrow")]
            Self::Rows(RowForm::Arrow) => ("arrow", Some("arrows"), "application/vnd.apache.arrow.stream"),
            #[cfg(feature = "arrow")]
            Self::Rows(RowForm::ArrowFile) => ("feather", Some("feather"), "application/vnd.apache.arrow.file"),
            #[cfg(feature = "arrow")]
            Self::Rows(RowForm::Parquet) => ("parquet", Some("parquet"), "application/vnd.apache.parquet"),
            #[cfg(feature = "xlsx")]
            Self::Sheets => ("xlsx", Some("xlsx"), "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        }
    }

    pub(crate) const fn name(self) -> &'static str {
        self.facts().0
    }

    /// The names of all forms.
    pub(crate) fn names() -> Vec<&'static str> {
        Self::ALL.iter().map(|form| form.name()).collect()
    }

    pub(crate) const fn ending(self) -> Option<&'static str> {
        self.facts().1
    }

    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|form| form.name() == name)
    }

    /// The form of rows of one table.
    pub(crate) const fn rows(self) -> Option<RowForm> {
        if let Self::Rows(rows) = self { Some(rows) } else { None }
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
        self.facts().2
    }

    /// The media type without its parameters.
    pub(crate) fn media_range(self) -> &'static str {
        self.media_type().split(';').next().unwrap_or_default()
    }
}
