//! Parameters in a query.

use std::borrow::Cow;
use std::collections::HashSet;

use asmx_runtime::json;
use asmx_types::display::shown_line;
use asmx_types::{Operation, Type};
use http::StatusCode;
use percent_encoding::percent_decode_str;
use serde_json::{Map, Value as Json};

use super::accept::Form;
use crate::offer::body::Problem;
#[cfg(feature = "arrow")]
use crate::rows::column_form::ColumnForms;
use crate::rows::csv::CsvOptions;
#[cfg(feature = "arrow")]
use crate::rows::result_option::column_misfits;
use crate::rows::result_option::{OptionStyle, ResultOption, option_misfits};
use crate::rows::row_writer::{RowForm, RowWriter};
use crate::rows::tables::TableShape;

/// The spelling of options in queries.
pub(super) const QUERY: OptionStyle = OptionStyle::new("$", "$format=");

/// Which part of a result a caller wants, and how it is written. No parameter of .NET begins with `$`.
#[derive(Debug, Default)]
pub(super) struct Choices {
    /// `$table=NAME`: one of several tables.
    pub(super) table: Option<String>,
    /// `$rows=PATH`: members or elements that are rows.
    pub(super) rows: Option<String>,
    /// `$format=csv`: the form, for callers that cannot set a header.
    pub(super) format: Option<String>,
    /// `$full=true`: the result with the SOAP headers of the response.
    pub(super) is_full: bool,
    /// `$bom=true`, `$separator=;` and `$guard-formulas=true`.
    pub(super) csv: CsvOptions,
    /// `$as=COLUMN=FORM`. Columns that nothing declares are left out, and counted as deviations.
    #[cfg(feature = "arrow")]
    columns: ColumnForms,
}

impl Choices {
    /// The choices of a query. The problem names all that are wrong.
    pub(super) fn of(query: &str) -> Result<Self, Problem> {
        let (mut choices, mut known, mut wrong) = (Self::default(), HashSet::new(), Vec::new());
        for (name, value) in pairs(query)?.into_iter().filter(|(name, _)| name.starts_with('$')) {
            let chosen = if name != "$as" && !known.insert(name.clone()) {
                Err("it is given twice".to_owned())
            } else {
                choices.choose(&name, value)
            };
            wrong.extend(chosen.err().map(|why| format!("`{}`: {why}", shown_line(&name))));
        }
        refused_if_any(&wrong).map(|()| choices)
    }

    /// Refuses choices that do not fit the form of the result, and names all of them.
    pub(super) fn check_form(&self, form: Form) -> Result<(), Problem> {
        let misfits = option_misfits(&self.options(), (form.name(), form.content()), QUERY);
        refused_if_any(&misfits.iter().map(ToString::to_string).collect::<Vec<_>>())
    }

    /// Refuses forms of columns that no table of the result has, and names all of them.
    #[cfg_attr(not(feature = "arrow"), allow(clippy::unused_self, reason = "only Arrow has forms of columns"))]
    pub(super) fn check_columns(&self, operation: &Operation, tables: &[TableShape]) -> Result<(), Problem> {
        #[cfg(feature = "arrow")]
        let misfits = column_misfits(&self.columns, operation.name, (tables, self.table.as_deref()), QUERY);
        #[cfg(not(feature = "arrow"))]
        let (misfits, _) = (Vec::<String>::new(), (operation, tables));
        refused_if_any(&misfits.iter().map(ToString::to_string).collect::<Vec<_>>())
    }

    /// The writer of rows in a form.
    pub(super) fn writer(&self, form: RowForm) -> RowWriter {
        let writer = RowWriter::new(form).csv(self.csv);
        #[cfg(feature = "arrow")]
        let writer = writer.arrow(self.columns.options());
        writer
    }

    fn options(&self) -> Vec<ResultOption> {
        let of_part = [
            (ResultOption::Table, self.table.is_some()),
            (ResultOption::Rows, self.rows.is_some()),
            (ResultOption::Full, self.is_full),
            #[cfg(feature = "arrow")]
            (ResultOption::ColumnForm, !self.columns.is_empty()),
        ];
        let of_part = of_part.into_iter().filter(|(_, is_chosen)| *is_chosen).map(|(option, _)| option);
        of_part.chain(ResultOption::of_csv(self.csv)).collect()
    }

    fn choose(&mut self, name: &str, value: String) -> Result<(), String> {
        match name {
            "$format" => self.format = Some(value),
            // Some programs send every parameter of a document, and the default of those that nobody chose.
            "$table" => self.table = Some(value).filter(|name| !name.is_empty()),
            "$rows" => self.rows = Some(value),
            "$full" => self.is_full = is_on(&value)?,
            "$bom" => self.csv = self.csv.mark(is_on(&value)?),
            "$separator" => self.csv = self.csv.separator(value.parse()?),
            "$guard-formulas" => self.csv = self.csv.guard_formulas(is_on(&value)?),
            #[cfg(feature = "arrow")]
            "$as" => self.columns.push(value.parse()?),
            _ => return Err(format!("a query has {}", CHOICES.join(", "))),
        }
        Ok(())
    }
}

fn refused_if_any(wrong: &[String]) -> Result<(), Problem> {
    if wrong.is_empty() { Ok(()) } else { Err((StatusCode::BAD_REQUEST, wrong.join("; "))) }
}

const CHOICES: &[&str] = &[
    "`$format`",
    "`$table`",
    "`$rows`",
    "`$full`",
    "`$bom`",
    "`$separator`",
    "`$guard-formulas`",
    #[cfg(feature = "arrow")]
    "`$as`",
];

fn is_on(value: &str) -> Result<bool, String> {
    match value {
        "1" | "" => Ok(true),
        "0" => Ok(false),
        text if text.eq_ignore_ascii_case("true") => Ok(true),
        text if text.eq_ignore_ascii_case("false") => Ok(false),
        _ => Err("it is `true` or `false`".to_owned()),
    }
}

/// Refuses the query of a POST if it has a parameter of the operation, which would be sent without it.
pub(super) fn check_choices_only(query: &str) -> Result<(), Problem> {
    let parameters = pairs(query)?.into_iter().filter(|(name, _)| !name.starts_with('$'));
    let wrong = parameters.map(|(name, _)| {
        format!("the parameter `{}` is in the query: a POST has its parameters in the body as JSON", shown_line(&name))
    });
    refused_if_any(&wrong.collect::<Vec<_>>())
}

/// The parameters of an operation. A repeated name is an array.
pub(super) fn arguments(operation: &Operation, query: &str) -> Result<Map<String, Json>, Problem> {
    let mut arguments = Map::new();
    for (name, value) in pairs(query)?.into_iter().filter(|(name, _)| !name.starts_with('$')) {
        let parameter = json::position(operation.parameters, &name).and_then(|index| operation.parameters.get(index));
        let (kind, content) = parameter.map_or((Type::STRING, None), |parameter| (parameter.kind, parameter.content));
        let value = json::of_text(kind, content, &value);
        let is_array = parameter
            .is_some_and(|parameter| parameter.repeated || matches!(parameter.kind, Type::Array(_) | Type::List(_)));
        match arguments.get_mut(&name) {
            Some(Json::Array(items)) => items.push(value),
            Some(_) => return Err((StatusCode::BAD_REQUEST, format!("the parameter `{name}` is there twice"))),
            None if is_array => drop(arguments.insert(name, vec![value].into())),
            None => drop(arguments.insert(name, value)),
        }
    }
    Ok(arguments)
}

/// Names and values. A text that cannot be decoded is refused, because a changed value would be sent.
pub(super) fn pairs(query: &str) -> Result<Vec<(String, String)>, Problem> {
    let pairs = query.split('&').filter(|pair| !pair.is_empty()).map(|pair| {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let wrong = |why: &str| (StatusCode::BAD_REQUEST, format!("the query: `{}`: {why}", shown_line(name)));
        Ok((decoded(name).map_err(wrong)?, decoded(value).map_err(wrong)?))
    });
    pairs.collect()
}

/// A text of a query, or why it is none.
fn decoded(text: &str) -> Result<String, &'static str> {
    let is_digit = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_hexdigit);
    let is_escape = |escape: &str| is_digit(escape.as_bytes().first()) && is_digit(escape.as_bytes().get(1));
    if !text.split('%').skip(1).all(is_escape) {
        return Err("`%` begins two hexadecimal digits, and `%25` is a percent sign");
    }
    let spaced = text.replace('+', " ");
    let decoded = percent_decode_str(&spaced).decode_utf8();
    decoded.map(Cow::into_owned).map_err(|_| "a text is UTF-8, such as `%C3%BC` for `ü`")
}
