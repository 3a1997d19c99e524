//! Errors of rows in the words of a front end.

#[cfg(feature = "arrow")]
use asmx_types::display::shown_line;

use crate::rows::result_option::{OptionStyle, ResultOption};
use crate::rows::row_writer::RowWriterError;
use crate::rows::texts::RowsError;
#[cfg(feature = "arrow")]
use crate::rows::texts::names;

impl RowsError {
    /// The reason, with the option that helps.
    #[must_use]
    pub fn in_words(&self, style: OptionStyle) -> String {
        let option = |option: ResultOption| style.option(option.name());
        match self {
            Self::SeveralTables(names) => {
                format!("the result has several tables: choose one with {}: {names}", option(ResultOption::Table))
            }
            Self::TablesHaveNames(_) => format!("{self} with {}", option(ResultOption::Table)),
            Self::SeveralElements(..) => format!("{self} with {}", option(ResultOption::Rows)),
            Self::OtherRows(..) => format!("{self} ({})", style.form("json")),
            _ => self.to_string(),
        }
    }
}

impl RowWriterError {
    /// The reason, with the option that helps.
    #[must_use]
    pub fn in_words(&self, style: OptionStyle) -> String {
        match self {
            #[cfg(feature = "arrow")]
            Self::NoColumn { column, known } => {
                let (known, name) = (names(known.iter().map(String::as_str)), shown_line(column));
                format!("{}: the table has no column `{name}`; there are: {known}", style.column_form(column, "…"))
            }
            #[cfg(feature = "arrow")]
            Self::Arrow(asmx_arrow::Error::Cell(cell)) if !cell.remedies().is_empty() => {
                let forms = cell.remedies().into_iter().map(|form| style.column_form(cell.column(), &form.to_string()));
                format!("{self}, and so does {}", forms.collect::<Vec<_>>().join(" or "))
            }
            #[cfg(feature = "arrow")]
            Self::Arrow(error @ asmx_arrow::Error::Choice { column, form, .. }) => {
                format!("{error}: leave out {}", style.column_form(column, &form.to_string()))
            }
            Self::Form(why) => why.in_words(style),
            _ => self.to_string(),
        }
    }
}
