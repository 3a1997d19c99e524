//! Options of a result, and the forms that each is for: one answer for the command and for queries.

use std::fmt;

#[cfg(feature = "arrow")]
use asmx_types::display::shown_line;

#[cfg(feature = "arrow")]
use crate::rows::column_form::ColumnForms;
use crate::rows::csv::CsvOptions;
use crate::rows::row_writer::RowForm;
#[cfg(feature = "arrow")]
use crate::rows::tables::TableShape;

/// An option of a result: which part of it is written, and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ResultOption {
    /// The one of several tables.
    Table,
    /// The members or elements that are rows.
    Rows,
    /// The parts of the response as they came, with its headers.
    Full,
    /// The form of a column in Arrow and Parquet.
    #[cfg(feature = "arrow")]
    ColumnForm,
    /// A byte order mark before CSV.
    Mark,
    /// The character between the cells of CSV.
    Separator,
    /// A guard before texts of CSV that begin as formulas do.
    GuardFormulas,
}

/// The part of a result that a form has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FormContent {
    /// The body of the response as it came.
    Body,
    /// The whole result as one value of JSON.
    Json,
    /// All tables, or a chosen one.
    Tables,
    /// Rows of one table.
    Rows(RowForm),
}

/// The spelling of options in messages: what precedes the name of an option, and of a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OptionStyle {
    option: &'static str,
    form: &'static str,
}

/// Options that fit neither the form nor the columns of a result, or that exclude one another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OptionMisfit {
    options: Vec<ResultOption>,
    kind: MisfitKind,
    style: OptionStyle,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum MisfitKind {
    /// They are for other forms than the one of this name.
    Form(String, Purpose),
    /// Only one of them can be meant.
    Exclusive,
    /// The column has several forms.
    #[cfg(feature = "arrow")]
    Repeated(String),
    /// The result of the operation lacks the column.
    #[cfg(feature = "arrow")]
    NoColumn { operation: String, column: String },
}

/// The forms that an option is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Purpose {
    Rows,
    Json,
    #[cfg(feature = "arrow")]
    Arrow,
    Csv,
}

impl ResultOption {
    /// The name, as both styles have it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::Rows => "rows",
            Self::Full => "full",
            #[cfg(feature = "arrow")]
            Self::ColumnForm => "as",
            Self::Mark => "bom",
            Self::Separator => "separator",
            Self::GuardFormulas => "guard-formulas",
        }
    }

    /// The options of CSV that are set.
    pub fn of_csv(csv: CsvOptions) -> impl Iterator<Item = Self> {
        let all = [
            (Self::Mark, csv.has_mark()),
            (Self::Separator, csv.has_separator()),
            (Self::GuardFormulas, csv.guards_formulas()),
        ];
        all.into_iter().filter(|(_, is_set)| *is_set).map(|(option, _)| option)
    }

    const fn purpose(self) -> Purpose {
        match self {
            Self::Table | Self::Rows => Purpose::Rows,
            Self::Full => Purpose::Json,
            #[cfg(feature = "arrow")]
            Self::ColumnForm => Purpose::Arrow,
            Self::Mark | Self::Separator | Self::GuardFormulas => Purpose::Csv,
        }
    }
}

impl Purpose {
    const fn has(self, content: FormContent) -> bool {
        match self {
            Self::Rows => matches!(content, FormContent::Tables | FormContent::Rows(_)),
            Self::Json => matches!(content, FormContent::Json | FormContent::Body),
            #[cfg(feature = "arrow")]
            Self::Arrow => {
                matches!(content, FormContent::Rows(RowForm::Arrow | RowForm::ArrowFile | RowForm::Parquet))
            }
            Self::Csv => matches!(content, FormContent::Rows(RowForm::Csv)),
        }
    }

    /// In words, and the name of a form.
    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Rows => ("forms of rows", "csv"),
            Self::Json => ("JSON", "json"),
            #[cfg(feature = "arrow")]
            Self::Arrow => ("Arrow and Parquet", "parquet"),
            Self::Csv => ("CSV", "csv"),
        }
    }
}

impl OptionStyle {
    /// `$` and `$format=` are those of a query.
    #[must_use]
    pub const fn new(option: &'static str, form: &'static str) -> Self {
        Self { option, form }
    }

    pub(crate) fn option(self, name: &str) -> String {
        format!("`{}{name}`", self.option)
    }

    pub(crate) fn form(self, name: &str) -> String {
        format!("`{}{name}`", self.form)
    }

    /// The option with a column and its form. Behind a blank it is quoted, because the column may have blanks.
    #[cfg(feature = "arrow")]
    pub(crate) fn column_form(self, column: &str, form: &str) -> String {
        let (option, value) = (ResultOption::ColumnForm.name(), format!("{}={form}", shown_line(column)));
        let value = if self.form.ends_with(' ') { format!(" '{value}'") } else { format!("={value}") };
        format!("`{}{option}{value}`", self.option)
    }
}

/// The options that do not fit a form of this name and content, or one another: all of them, those of one reason together.
#[must_use]
pub fn option_misfits(
    options: &[ResultOption],
    (form, content): (&str, FormContent),
    style: OptionStyle,
) -> Vec<OptionMisfit> {
    let mut misfits: Vec<OptionMisfit> = Vec::new();
    for option in options.iter().copied().filter(|option| !option.purpose().has(content)) {
        let kind = MisfitKind::Form(form.to_owned(), option.purpose());
        match misfits.iter_mut().find(|misfit| misfit.kind == kind) {
            Some(known) if known.options.contains(&option) => {}
            Some(known) => known.options.push(option),
            None => misfits.push(OptionMisfit { options: vec![option], kind, style }),
        }
    }
    let exclusive = [ResultOption::Table, ResultOption::Rows];
    if exclusive.iter().all(|option| options.contains(option)) {
        misfits.push(OptionMisfit { options: exclusive.to_vec(), kind: MisfitKind::Exclusive, style });
    }
    misfits
}

/// The columns with several forms, and those that no table of the operation's result has: all of them. `table` is the one that is chosen.
#[cfg(feature = "arrow")]
#[must_use]
pub fn column_misfits(
    forms: &ColumnForms,
    operation: &str,
    (tables, table): (&[TableShape], Option<&str>),
    style: OptionStyle,
) -> Vec<OptionMisfit> {
    let repeated = forms.repeated().into_iter().map(|column| MisfitKind::Repeated(column.to_owned()));
    let chosen = tables.iter().filter(|shape| table.is_none_or(|table| shape.is_called(table)));
    let unknown = forms.unknown(chosen).into_iter();
    let unknown =
        unknown.map(|column| MisfitKind::NoColumn { operation: operation.to_owned(), column: column.to_owned() });
    let misfit = |kind| OptionMisfit { options: vec![ResultOption::ColumnForm], kind, style };
    repeated.chain(unknown).map(misfit).collect()
}

impl fmt::Display for OptionMisfit {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = self.options.iter().map(|option| self.style.option(option.name())).collect();
        let names = match names.split_last() {
            Some((last, first)) if !first.is_empty() => format!("{} and {last}", first.join(", ")),
            _ => names.concat(),
        };
        let (are, them) = if self.options.len() > 1 { ("are", "them") } else { ("is", names.as_str()) };
        match &self.kind {
            MisfitKind::Form(form, purpose) => {
                let (words, fitting) = purpose.words();
                let fitting = self.style.form(fitting);
                write!(
                    out,
                    "{names} {are} for {words}, and the result is written as `{form}`: add {fitting}, or leave {them} out"
                )
            }
            MisfitKind::Exclusive => write!(out, "{names} exclude each other: leave one of them out"),
            #[cfg(feature = "arrow")]
            MisfitKind::Repeated(column) => {
                write!(out, "{names} is given twice for the column `{}`", shown_line(column))
            }
            #[cfg(feature = "arrow")]
            MisfitKind::NoColumn { operation, column } => {
                write!(out, "{names}: the result of {operation} has no column `{}`", shown_line(column))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COMMAND_LINE: OptionStyle = OptionStyle::new("--", "--format ");
    const QUERY: OptionStyle = OptionStyle::new("$", "$format=");

    fn misfits(options: &[ResultOption], content: FormContent, style: OptionStyle) -> Vec<String> {
        option_misfits(options, ("FORM", content), style).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn all_options_that_do_not_fit_are_named() {
        use ResultOption::{Full, GuardFormulas, Mark, Rows, Separator, Table};
        let all = [Table, Full, Mark, Separator, GuardFormulas];
        assert_eq!(
            misfits(&all, FormContent::Json, COMMAND_LINE),
            [
                "`--table` is for forms of rows, and the result is written as `FORM`: add `--format csv`, or leave `--table` out",
                "`--bom`, `--separator` and `--guard-formulas` are for CSV, and the result is written as `FORM`: add `--format csv`, or leave \
                 them out"
            ]
        );
        assert_eq!(
            misfits(&[Table, Rows, Full], FormContent::Rows(RowForm::Csv), QUERY),
            [
                "`$full` is for JSON, and the result is written as `FORM`: add `$format=json`, or leave `$full` out",
                "`$table` and `$rows` exclude each other: leave one of them out"
            ]
        );
    }

    #[test]
    fn each_option_has_its_forms() {
        use FormContent::{Body, Json, Tables};
        let (csv, lines) = (FormContent::Rows(RowForm::Csv), FormContent::Rows(RowForm::JsonLines));
        for (option, fitting, unfit) in [
            (ResultOption::Table, &[Tables, csv, lines][..], &[Json, Body][..]),
            (ResultOption::Rows, &[Tables, csv, lines], &[Json, Body]),
            (ResultOption::Full, &[Json, Body], &[Tables, csv, lines]),
            (ResultOption::Mark, &[csv], &[Json, Body, Tables, lines]),
            (ResultOption::Separator, &[csv], &[Json, Body, Tables, lines]),
            (ResultOption::GuardFormulas, &[csv], &[Json, Body, Tables, lines]),
            #[cfg(feature = "arrow")]
            (ResultOption::ColumnForm, &[FormContent::Rows(RowForm::Parquet)], &[Json, Body, Tables, csv, lines]),
        ] {
            for content in fitting {
                assert!(option_misfits(&[option], ("", *content), QUERY).is_empty(), "{option:?} {content:?}");
            }
            for content in unfit {
                assert_eq!(option_misfits(&[option], ("", *content), QUERY).len(), 1, "{option:?} {content:?}");
            }
        }
    }
}
