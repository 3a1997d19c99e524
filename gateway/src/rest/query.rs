//! Parameters in a query.

use asmx_runtime::json;
use asmx_types::display::shown_line;
use asmx_types::{Operation, Type};
use http::StatusCode;
use serde_json::{Map, Value as Json};

use crate::csv::CsvOptions;
use crate::row_writer::{RowForm, RowWriter};
#[cfg(feature = "arrow")]
use crate::{ArrowOptions, ColumnForm};

type Problem = (StatusCode, String);

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
    pub(super) columns: ArrowOptions,
}

impl Choices {
    pub(super) fn of(query: &str) -> Result<Self, Problem> {
        let mut choices = Self::default();
        #[cfg(feature = "arrow")]
        {
            choices.columns = ArrowOptions::new().ignore_undeclared();
        }
        for (name, value) in pairs(query).filter(|(name, _)| name.starts_with('$')) {
            choices
                .choose(&name, value)
                .map_err(|why| (StatusCode::BAD_REQUEST, format!("`{}`: {why}", shown_line(&name))))?;
        }
        Ok(choices)
    }

    /// The writer of rows in a form.
    pub(super) fn writer(&self, form: RowForm) -> RowWriter {
        let writer = RowWriter::new(form).csv(self.csv);
        #[cfg(feature = "arrow")]
        let writer = writer.arrow(self.columns.clone());
        writer
    }

    fn choose(&mut self, name: &str, value: String) -> Result<(), String> {
        match name {
            "$format" => self.format = Some(value),
            "$table" => self.table = Some(value),
            "$rows" => self.rows = Some(value),
            "$full" => self.is_full = is_on(&value)?,
            "$bom" => self.csv = self.csv.mark(is_on(&value)?),
            "$separator" => self.csv = self.csv.separator(value.parse()?),
            "$guard-formulas" => self.csv = self.csv.guard_formulas(is_on(&value)?),
            #[cfg(feature = "arrow")]
            "$as" => {
                let form: ColumnForm = value.parse()?;
                self.columns = form.set_in(std::mem::take(&mut self.columns));
            }
            _ => return Err(format!("a query has {}", CHOICES.join(", "))),
        }
        Ok(())
    }
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

/// The parameters of an operation. A repeated name is an array.
pub(super) fn arguments(operation: &Operation, query: &str) -> Result<Map<String, Json>, Problem> {
    let mut arguments = Map::new();
    for (name, value) in pairs(query).filter(|(name, _)| !name.starts_with('$')) {
        let parameter = operation.parameters.iter().find(|parameter| parameter.name == name);
        let (kind, content) = parameter.map_or((Type::STRING, None), |one| (one.kind, one.content));
        let value = json::of_text(kind, content, &value);
        let is_array = parameter.is_some_and(|one| one.repeated || matches!(one.kind, Type::Array(_) | Type::List(_)));
        match arguments.get_mut(&name) {
            Some(Json::Array(items)) => items.push(value),
            Some(_) => return Err((StatusCode::BAD_REQUEST, format!("the parameter `{name}` is there twice"))),
            None if is_array => drop(arguments.insert(name, vec![value].into())),
            None => drop(arguments.insert(name, value)),
        }
    }
    Ok(arguments)
}

/// Names and values. Bytes that are no UTF-8 are replaced.
pub(super) fn pairs(query: &str) -> impl Iterator<Item = (String, String)> {
    form_urlencoded::parse(query.as_bytes()).into_owned()
}
