//! The custom fields of a list member: names and values that cannot get out of step.

use std::collections::HashSet;

use asmx_runtime::IntoText;
use asmx_runtime::delimited_data::{DelimitedData, DelimitedDataProblem};

use crate::{AddGroupMember, AddGroupMemberString, ListsEditMemberByAddress};

/// Custom fields of a list member, each a name with its value, in order. A value that is `None` is null in an array, and empty
/// in a text.
///
/// ```
/// use email_campaign_client::{AddGroupMember, Fields, ListsEditMemberByAddress};
///
/// # fn main() -> Result<(), email_campaign_client::FieldsError> {
/// let fields = Fields::new().with("City", "Oslo, Norway").with("Age", None::<&str>);
/// let add = AddGroupMember::new().group_name("News").email_address("ann@example.com").fields(&fields)?;
/// assert_eq!(add.field_values, Some(vec![Some("Oslo, Norway".to_owned()), None]));
///
/// let edit = ListsEditMemberByAddress::new().list_name("News").email_address("ann@example.com").fields(&fields)?;
/// assert_eq!(edit.field_values.as_deref(), Some("Oslo, Norway|"));
/// assert_eq!(edit.delimiter.as_deref(), Some("|"));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fields(Vec<(String, Option<String>)>);

/// Why fields cannot be sent. It names fields, never values.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FieldsError {
    /// There are none, where names and values are texts: no text means no field.
    Empty,
    /// A field has no name.
    NoName,
    /// A field is given twice, upper and lower case taken as the same.
    Duplicate {
        /// Its name.
        name: String,
    },
    /// The delimiter is empty, or a name or value holds it.
    Delimiter {
        /// The field; `None` if the delimiter is empty.
        name: Option<String>,
    },
}

impl std::fmt::Display for FieldsError {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Empty => out.write_str("there are no fields"),
            Self::NoName => out.write_str("a field has no name"),
            Self::Duplicate { name } => write!(out, "the field `{name}` is given twice"),
            Self::Delimiter { name: Some(name) } => {
                write!(out, "the field `{name}` holds the delimiter in its name or value")
            }
            Self::Delimiter { name: None } => out.write_str("the delimiter is empty"),
        }
    }
}

impl std::error::Error for FieldsError {}

impl Fields {
    /// No fields.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same with one field more.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, value: impl IntoText) -> Self {
        self.0.push((name.into(), value.into_text()));
        self
    }

    /// Names and values in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, Option<&str>)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_deref()))
    }

    /// Every field has a name, and no other has the same.
    fn check(&self) -> Result<(), FieldsError> {
        let mut seen = HashSet::new();
        for (name, _) in self.iter() {
            if name.trim().is_empty() {
                return Err(FieldsError::NoName);
            }
            if !seen.insert(name.trim().to_lowercase()) {
                return Err(FieldsError::Duplicate { name: name.to_owned() });
            }
        }
        Ok(())
    }

    fn check_some(&self) -> Result<(), FieldsError> {
        if self.0.is_empty() { Err(FieldsError::Empty) } else { self.check() }
    }

    fn values(&self) -> impl Iterator<Item = &str> {
        self.iter().map(|(_, value)| value.unwrap_or_default())
    }
}

impl<N: Into<String>, V: IntoText> FromIterator<(N, V)> for Fields {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(pairs: I) -> Self {
        Self(pairs.into_iter().map(|(name, value)| (name.into(), value.into_text())).collect())
    }
}

impl<N: Into<String>, V: IntoText> Extend<(N, V)> for Fields {
    fn extend<I: IntoIterator<Item = (N, V)>>(&mut self, pairs: I) {
        self.0.extend(pairs.into_iter().map(|(name, value)| (name.into(), value.into_text())));
    }
}

impl AddGroupMember {
    /// Sets `FieldNames` and `FieldValues`. No fields are two empty arrays, which only SOAP can carry.
    ///
    /// # Errors
    ///
    /// A field has no name, or is given twice.
    pub fn fields(mut self, fields: &Fields) -> Result<Self, FieldsError> {
        fields.check()?;
        let (names, values) =
            fields.iter().map(|(name, value)| (Some(name.to_owned()), value.map(str::to_owned))).unzip();
        (self.field_names, self.field_values) = (Some(names), Some(values));
        Ok(self)
    }
}

impl AddGroupMemberString {
    /// Sets `FieldNames` and `FieldValues`, separated by `delimiter`: the operation has no parameter that says what separates
    /// them, and its documentation does not either, so that the service must know.
    ///
    /// # Errors
    ///
    /// There are no fields, one has no name or is given twice, or a name or value holds the delimiter.
    pub fn fields(mut self, fields: &Fields, delimiter: &str) -> Result<Self, FieldsError> {
        fields.check_some()?;
        if delimiter.is_empty() {
            return Err(FieldsError::Delimiter { name: None });
        }
        let (names, values): (Vec<_>, Vec<_>) =
            fields.iter().map(|(name, value)| (name, value.unwrap_or_default())).unzip();
        let is_torn = |text: &str| overlaps(text, delimiter);
        if let Some((name, _)) = names.iter().zip(&values).find(|(name, value)| is_torn(name) || is_torn(value)) {
            return Err(FieldsError::Delimiter { name: Some((*name).to_owned()) });
        }
        self.field_names = Some(names.join(delimiter));
        self.field_values = Some(values.join(delimiter));
        Ok(self)
    }
}

/// Whether `text` followed by `delimiter` would be cut anywhere but at the end of the text.
fn overlaps(text: &str, delimiter: &str) -> bool {
    let joined = format!("{text}{delimiter}");
    joined.find(delimiter) != Some(text.len())
}

impl ListsEditMemberByAddress {
    /// Sets `FieldNames`, `FieldValues`, and the `Delimiter` that separates them: one that occurs in none of them, so that there
    /// is no text qualifier.
    ///
    /// # Errors
    ///
    /// There are no fields, or one has no name or is given twice.
    pub fn fields(mut self, fields: &Fields) -> Result<Self, FieldsError> {
        fields.check_some()?;
        let names = fields.iter().map(|(name, _)| name);
        let row = DelimitedData::from_row(names, fields.values()).map_err(|error| match error.problem() {
            DelimitedDataProblem::NoName => FieldsError::NoName,
            DelimitedDataProblem::DuplicateName => {
                FieldsError::Duplicate { name: error.column().unwrap_or_default().to_owned() }
            }
            _ => FieldsError::Empty,
        })?;
        self.field_names = Some(row.joined_names());
        self.delimiter = Some(row.column_delimiter().to_owned());
        self.text_qualifier = Some(String::new());
        self.field_values = Some(row.into_text());
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_keep_null() {
        let fields: Fields = [("City", Some("Oslo")), ("Age", None)].into_iter().collect();
        let request = AddGroupMember::new().fields(&fields).unwrap();
        assert_eq!(request, AddGroupMember::new().field_names(["City", "Age"]).field_values([Some("Oslo"), None]));
        let none = AddGroupMember::new().fields(&Fields::new()).unwrap();
        assert_eq!((none.field_names, none.field_values), (Some(vec![]), Some(vec![])));
    }

    #[test]
    fn fields_that_would_get_lost_are_refused() {
        let twice = Fields::new().with("City", "a").with(" city", "b");
        let duplicate = FieldsError::Duplicate { name: " city".to_owned() };
        assert_eq!(AddGroupMember::new().fields(&twice).unwrap_err(), duplicate);
        assert_eq!(ListsEditMemberByAddress::new().fields(&twice).unwrap_err(), duplicate);
        assert_eq!(AddGroupMemberString::new().fields(&twice, ",").unwrap_err(), duplicate);
        let nameless = Fields::new().with("", "a");
        assert_eq!(AddGroupMember::new().fields(&nameless).unwrap_err(), FieldsError::NoName);
        assert_eq!(ListsEditMemberByAddress::new().fields(&Fields::new()).unwrap_err(), FieldsError::Empty);
        assert_eq!(AddGroupMemberString::new().fields(&Fields::new(), ",").unwrap_err(), FieldsError::Empty);
    }

    #[test]
    fn the_delimiter_of_an_edit_occurs_in_no_field() {
        let fields = Fields::new().with("a|b", "x\ty").with("c", "line 1\r\nline 2").with("d", None::<&str>);
        let request = ListsEditMemberByAddress::new().fields(&fields).unwrap();
        assert_eq!(request.field_names.as_deref(), Some("a|b;c;d"));
        assert_eq!(request.field_values.as_deref(), Some("x\ty;line 1\r\nline 2;"));
        assert_eq!((request.delimiter.as_deref(), request.text_qualifier.as_deref()), (Some(";"), Some("")));
        let single = ListsEditMemberByAddress::new().fields(&Fields::new().with("City", "")).unwrap();
        assert_eq!((single.field_names.as_deref(), single.field_values.as_deref()), (Some("City"), Some("")));
    }

    #[test]
    fn a_delimiter_that_is_stated_must_not_occur() {
        let fields = Fields::new().with("City", "Oslo-").with("Age", "7");
        let refused = Err(FieldsError::Delimiter { name: Some("City".to_owned()) });
        let with =
            |delimiter| AddGroupMemberString::new().fields(&fields, delimiter).map(|request| request.field_values);
        assert_eq!(with(","), Ok(Some("Oslo-,7".to_owned())));
        assert_eq!(with("-"), refused);
        // `Oslo-` and `--` would be cut one letter too early.
        assert_eq!(with("--"), refused);
        assert_eq!(with(""), Err(FieldsError::Delimiter { name: None }));
    }
}
