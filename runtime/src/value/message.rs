//! A response: its parts and its SOAP headers.

use std::any::Any;
use std::fmt;

use super::Value;
use super::deviation::Deviation;
use super::field::{Field, Step, View};
use super::output::{Output, SingleOutput};
use super::rest::Content;
use super::secrets::push_secrets;
use super::soap_header::SoapHeader;
use crate::operation::{InvalidValue, Member, Operation};
use crate::results::table::Table;
use crate::results::{DataSet, DelimitedLayout, DelimitedText, Integers, IntoTable, IntoTableError, Text, XmlDocument};

/// The response of any operation: its parts and its SOAP headers. Make it from values ([`new`](Self::new)) or from a result
/// (`Message::from`).
///
/// ```
/// use asmx_runtime::{Message, Text, Value};
///
/// let message = Message::from(Text::new("done"));
/// assert_eq!(message, Message::new(vec![Value::from("done")]));
/// assert_eq!(message.single::<Text>()?, "done");
/// # Ok::<(), asmx_runtime::errors::UnexpectedResult>(())
/// ```
#[non_exhaustive]
pub struct Message {
    output: Box<dyn Output>,
    /// SOAP headers, in the order of the envelope. Empty over GET and POST.
    pub headers: Vec<SoapHeader>,
    /// Contradictions to the service's description: at most 100, and a last one that says `and more`.
    pub deviations: Vec<Deviation>,
    /// The JSON that an operation without outputs wrote itself, over GET or POST.
    pub(crate) own: Option<Box<str>>,
    pub(crate) is_unrecognised: bool,
    /// The content that the description lacks beside the parts.
    pub(crate) rest: Content,
}

impl Message {
    /// A response with these parts ([`Operation::outputs`](crate::Operation::outputs)) and no headers.
    #[must_use]
    pub fn new(values: Vec<Value<'static>>) -> Self {
        Self::of_output(Box::new(Value::Structure(values)))
    }

    /// A response with an output that has a member for each part.
    pub(crate) fn of_output(output: Box<dyn Output>) -> Self {
        Self {
            output,
            headers: Vec::new(),
            deviations: Vec::new(),
            own: None,
            is_unrecognised: false,
            rest: Content::default(),
        }
    }

    /// The response of `operation` with null for each part.
    #[must_use]
    pub fn null(operation: &Operation) -> Self {
        Self::new(operation.outputs.iter().map(|_| Value::Null).collect())
    }

    /// Whether the response has not what the description promises: a part that must be present is absent, or an element that nothing describes
    /// stands in the place of all parts. A part that may be absent is null.
    #[must_use]
    pub const fn is_unrecognised(&self) -> bool {
        self.is_unrecognised
    }

    /// The JSON that the operation wrote as its response, in the place of a result: over GET and POST an operation without outputs may do so.
    #[must_use]
    pub fn own_json(&self) -> Option<&str> {
        self.own.as_deref()
    }

    pub(crate) fn parts(&self) -> impl Iterator<Item = &dyn Field> {
        (&*self.output as &dyn Field).members()
    }

    pub(crate) fn parts_mut(&mut self) -> &mut dyn Field {
        &mut *self.output
    }

    /// The part at that position, to be read.
    pub(crate) fn part_mut(&mut self, index: usize) -> Option<&mut dyn Field> {
        self.output.enter(Step::Member(index))
    }

    /// The only part; `None` if there are several parts or none.
    pub(crate) fn single_part(&self) -> Option<&dyn Field> {
        let mut parts = self.parts();
        parts.next().filter(|_| parts.next().is_none())
    }

    /// Its parts as values, in order.
    #[must_use]
    pub fn values(&self) -> Vec<Value<'_>> {
        self.parts().map(|part| part.to_value()).collect()
    }

    /// Its parts as values, in order.
    #[must_use]
    pub fn into_values(mut self) -> Vec<Value<'static>> {
        match (&mut *self.output as &mut dyn Any).downcast_mut::<Value<'static>>() {
            Some(Value::Structure(values)) => std::mem::take(values),
            _ => self.values().into_iter().map(Value::into_owned).collect(),
        }
    }

    /// Whether all parts are null.
    #[must_use]
    pub fn is_null(&self) -> bool {
        self.parts().all(|part| part.view().is_null())
    }

    /// The only part, described by `part`, as a value of that type; `None` if it is null. `what` names the type in errors.
    pub(crate) fn into_single<T: Field + Default + Clone + 'static>(
        mut self,
        part: &Member,
        what: &'static str,
    ) -> Result<Option<T>, UnexpectedResult> {
        if let Some(SingleOutput(value)) = (&mut *self.output as &mut dyn Any).downcast_mut() {
            return Ok(value.take());
        }
        let found = self.parts().count();
        let mut output = SingleOutput::<T>(None);
        match (found, self.output.enter(Step::Member(0))) {
            (1, Some(part_found)) => move_part(part_found, &mut output.0, part)?,
            _ => return Err(UnexpectedResult::parts(found, what)),
        }
        Ok(output.0)
    }

    /// Fills a structure of outputs, described by `members`.
    pub(crate) fn read_into(mut self, members: &[Member], target: &mut dyn Field) -> Result<(), UnexpectedResult> {
        let found = self.parts().count();
        if found != members.len() {
            return Err(UnexpectedResult::parts(found, "as many as the operation declares"));
        }
        for (index, member) in members.iter().enumerate() {
            if let (Some(part), Some(field)) =
                (self.output.enter(Step::Member(index)), target.enter(Step::Member(index)))
            {
                move_part(part, field, member)?;
            }
        }
        Ok(())
    }

    /// The output, if it is of that type.
    pub(crate) fn output_mut<T: Output>(&mut self) -> Option<&mut T> {
        (&mut *self.output as &mut dyn Any).downcast_mut()
    }

    /// The secret texts of the outputs of `operation` and of declared headers.
    pub(crate) fn secrets(&self, operation: &Operation) -> Vec<String> {
        let mut secrets = Vec::new();
        for (output, value) in operation.outputs.iter().zip(self.parts()) {
            push_secrets(&mut secrets, output, value);
        }
        for (member, value) in self.headers.iter().filter_map(SoapHeader::declared) {
            push_secrets(&mut secrets, member, value);
        }
        secrets
    }
}

/// Moves a part into a field: a DataSet or a document as one, others by their values.
fn move_part(part: &mut dyn Field, field: &mut dyn Field, member: &Member) -> Result<(), UnexpectedResult> {
    let is_whole = matches!(part.view(), View::DataSet(_) | View::Document(_));
    if is_whole
        && let (Some(from), Some(to)) = (part.document_mut(), field.document_mut())
        && from.move_to(to)
    {
        return Ok(());
    }
    let value = part.to_value().into_owned();
    field.set_member(member, value).map_err(|invalid| UnexpectedResult::invalid(member.name, &invalid))
}

impl Default for Message {
    fn default() -> Self {
        Self::new(Vec::new())
    }
}

impl Clone for Message {
    fn clone(&self) -> Self {
        Self {
            output: self.output.duplicate(),
            headers: self.headers.clone(),
            deviations: self.deviations.clone(),
            own: self.own.clone(),
            is_unrecognised: self.is_unrecognised,
            rest: self.rest.clone(),
        }
    }
}

impl PartialEq for Message {
    fn eq(&self, other: &Self) -> bool {
        self.parts().count() == other.parts().count()
            && (&*self.output as &dyn Field).equals(&*other.output)
            && self.headers == other.headers
            && self.deviations == other.deviations
            && self.own == other.own
            && self.rest == other.rest
    }
}

/// Values are written unless they were read into generated types, whose own `Debug` hides secrets.
impl fmt::Debug for Message {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let output = &*self.output as &dyn Any;
        let mut fields = formatter.debug_struct("Message");
        macro_rules! shown_as {
            ($($part:ty)*) => {
                $(if let Some(SingleOutput(Some(part))) = output.downcast_ref::<SingleOutput<$part>>() {
                    fields.field("output", part);
                })*
            };
        }
        shown_as! { Text DelimitedText DataSet XmlDocument Integers }
        if let Some(values) = output.downcast_ref::<Value<'static>>() {
            fields.field("output", values);
        }
        fields.field("headers", &self.headers).field("deviations", &self.deviations).finish_non_exhaustive()
    }
}

/// A string counts as delimited text, but has no delimiters here: only the method of its operation knows them.
impl IntoTable for Message {
    fn into_table_with(self, layout: impl Into<DelimitedLayout>) -> Result<Table, IntoTableError> {
        let no_rows = |_| IntoTableError::NoRows;
        match self.single_part().map(Field::view) {
            Some(View::DataSet(_) | View::Null | View::Nil) => {
                self.single::<DataSet>().map_err(no_rows)?.into_table_with(layout)
            }
            Some(View::Text(_)) => self.single::<DelimitedText>().map_err(no_rows)?.into_table_with(layout),
            Some(View::Document(_)) => self.single::<XmlDocument>().map_err(no_rows)?.into_table_with(layout),
            _ => Err(IntoTableError::NoRows),
        }
    }
}

/// The error of a response that is not of the expected type.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct UnexpectedResult(String);

impl UnexpectedResult {
    pub(super) fn parts(found: usize, expected: &str) -> Self {
        Self(match found {
            0 => format!("the result is nothing, not {expected}"),
            1 => format!("the result is a message of 1 part, not {expected}"),
            found => format!("the result is a message of {found} parts, not {expected}"),
        })
    }

    pub(super) fn invalid(part: &str, invalid: &InvalidValue) -> Self {
        if part.is_empty() {
            return Self(format!("the result cannot be read: {invalid}"));
        }
        Self(format!("the result cannot be read: `{part}`: {invalid}"))
    }
}
