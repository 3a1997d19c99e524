//! Fields whose names and values are sent in two parameters, which this type keeps in step.

use std::collections::HashSet;

use crate::delimited_data::{DelimitedData, DelimitedDataProblem};
use crate::operation::Role;
use crate::value::by_role;
use crate::value::by_role::MissingRole;
use crate::value::field::IntoText;
use crate::value::typed_request::TypedRequest;

/// Fields of one record, each a name with its value, in order. A value that is `None` is null in an array, and empty
/// in a text.
/// [`TakesFields::fields`] puts them into a request.
///
/// ```
/// use asmx_runtime::records::Fields;
///
/// let fields = Fields::new().with("City", "Oslo, Norway").with("Age", None::<&str>);
/// assert!(fields.iter().eq([("City", Some("Oslo, Norway")), ("Age", None)]));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fields(Vec<(String, Option<String>)>);

/// The error of fields that cannot be sent. It names fields, never values.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FieldsError {
    /// There are no fields, and names and values are sent as texts: no text means "no field".
    #[error("there are no fields")]
    Empty,
    /// A field has no name.
    #[error("a field has no name")]
    NoName,
    /// Two fields have the same name, ignoring case.
    #[error("the field `{name}` is given twice")]
    Duplicate {
        /// Its name.
        name: String,
    },
    /// The delimiter is empty, or a name or value contains it.
    #[error("{}", of_delimiter(name.as_deref()))]
    Delimiter {
        /// The field; `None` if the delimiter is empty.
        name: Option<String>,
    },
    /// The operation does not take fields, although hand-written code implements the trait for its request.
    #[error("{0}")]
    Role(#[from] MissingRole),
}

asmx_types::debug_is_a_sentence!(FieldsError);

fn of_delimiter(field: Option<&str>) -> String {
    match field {
        Some(name) => format!("the field `{name}` holds the delimiter in its name or value"),
        None => "the delimiter is empty".to_owned(),
    }
}

impl Fields {
    /// An empty list of fields.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a field.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, value: impl IntoText) -> Self {
        self.0.push((name.into(), value.into_text()));
        self
    }

    /// Names and values in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, Option<&str>)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_deref()))
    }

    /// Checks that every field has a unique name.
    fn check(&self) -> Result<(), FieldsError> {
        let mut names = HashSet::new();
        for (name, _) in self.iter() {
            if name.trim().is_empty() {
                return Err(FieldsError::NoName);
            }
            if !names.insert(name.trim().to_lowercase()) {
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

/// A request that takes names and values of fields: as arrays, or as texts with a parameter for the delimiter. Generated code implements it
/// for operations whose parameters have the roles `field-names` and `field-values`.
pub trait TakesFields: TypedRequest {
    /// Sets names and values. Arrays keep null; an empty list becomes two empty arrays, which only SOAP can carry. Texts are joined by a
    /// delimiter that occurs in none of them, so that no text qualifier is needed; the delimiter is set too.
    ///
    /// # Errors
    ///
    /// A field has no name or a duplicate name; or there are no fields, and they are sent as texts.
    fn fields(mut self, fields: &Fields) -> Result<Self, FieldsError> {
        if by_role::is_array(self.operation(), Role::FieldValues) {
            fields.check()?;
            let names: Vec<_> = fields.iter().map(|(name, _)| name.to_owned()).collect();
            let values: Vec<_> = fields.iter().map(|(_, value)| value.map(str::to_owned)).collect();
            by_role::set(&mut self, Role::FieldNames, names)?;
            by_role::set(&mut self, Role::FieldValues, values)?;
        } else {
            let row = fields.row()?;
            by_role::set(&mut self, Role::FieldNames, row.joined_names())?;
            by_role::set(&mut self, Role::SentColumnDelimiter, row.column_delimiter().to_owned())?;
            by_role::set_if_there(&mut self, Role::SentTextQualifier, String::new())?;
            by_role::set(&mut self, Role::FieldValues, row.into_text())?;
        }
        Ok(self)
    }
}

/// A request that takes names and values of fields as texts, without a parameter for the delimiter: the service must know it. Generated code
/// implements it as [`TakesFields`].
pub trait TakesJoinedFields: TypedRequest {
    /// Sets names and values, separated by `delimiter`.
    ///
    /// # Errors
    ///
    /// There are no fields, a field has no name or a duplicate name, or a name or value contains the delimiter.
    fn fields_joined(mut self, fields: &Fields, delimiter: &str) -> Result<Self, FieldsError> {
        let (names, values) = fields.joined(delimiter)?;
        by_role::set(&mut self, Role::FieldNames, names)?;
        by_role::set(&mut self, Role::FieldValues, values)?;
        Ok(self)
    }
}

impl Fields {
    /// Names and values with a delimiter that occurs in none of them.
    fn row(&self) -> Result<DelimitedData, FieldsError> {
        self.check_some()?;
        let names = self.iter().map(|(name, _)| name);
        DelimitedData::from_row(names, self.values()).map_err(|error| match error.problem() {
            DelimitedDataProblem::NoName => FieldsError::NoName,
            DelimitedDataProblem::DuplicateName => {
                FieldsError::Duplicate { name: error.column().unwrap_or_default().to_owned() }
            }
            _ => FieldsError::Empty,
        })
    }

    /// Names and values with a stated delimiter between them.
    fn joined(&self, delimiter: &str) -> Result<(String, String), FieldsError> {
        self.check_some()?;
        if delimiter.is_empty() {
            return Err(FieldsError::Delimiter { name: None });
        }
        let (names, values): (Vec<_>, Vec<_>) =
            self.iter().map(|(name, value)| (name, value.unwrap_or_default())).unzip();
        let is_torn = |text: &str| overlaps(text, delimiter);
        if let Some((name, _)) = names.iter().zip(&values).find(|(name, value)| is_torn(name) || is_torn(value)) {
            return Err(FieldsError::Delimiter { name: Some((*name).to_owned()) });
        }
        Ok((names.join(delimiter), values.join(delimiter)))
    }
}

/// Whether `text` followed by `delimiter` would be cut before the end of the text.
fn overlaps(text: &str, delimiter: &str) -> bool {
    let joined = format!("{text}{delimiter}");
    joined.find(delimiter) != Some(text.len())
}
