//! Content of a response that is outside of its declared parts, and so in no rows.

use serde_json::Value as Json;

#[cfg(feature = "server")]
use super::row_writer::RowForm;
use super::tables::TableShape;

/// Undeclared content beside the parts of a result.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Outside {
    /// The names of its elements.
    pub names: Vec<String>,
    /// Whether one of them stands in a part, or has the name of one: a second result. It may hold rows.
    pub may_have_rows: bool,
}

impl Outside {
    /// That of a result in JSON.
    #[must_use]
    pub fn of(shapes: &[TableShape], output: &Json) -> Self {
        Self::of_rest(output.get("$rest"), |name| shapes.iter().any(|shape| shape.begins_at(name)))
    }

    /// With content that has rows.
    pub(crate) fn with_rows(mut self, names: impl Iterator<Item = String>) -> Self {
        let known = self.names.len();
        self.names.extend(names);
        self.may_have_rows |= self.names.len() > known;
        self
    }

    /// The names of what rows in this form miss: lines of JSON only a second result, because lines are rows.
    #[cfg(feature = "server")]
    pub(crate) fn missing_in(self, form: RowForm) -> Vec<String> {
        if form == RowForm::JsonLines && !self.may_have_rows { Vec::new() } else { self.names }
    }

    /// That in the value of `$rest`.
    pub(crate) fn of_rest(rest: Option<&Json>, is_part: impl Fn(&str) -> bool) -> Self {
        let names: Vec<String> =
            rest.and_then(Json::as_object).into_iter().flat_map(|rest| rest.keys().cloned()).collect();
        Self { may_have_rows: names.iter().any(|name| is_part(name)), names }
    }
}
