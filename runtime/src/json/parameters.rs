//! Reads the parameters of a call from a JSON object.

use std::fmt;

use asmx_types::near::proposal;
use serde_json::{Map, Value as Json};

use super::index::Index;
use super::names::{hint, is_key_of, known};
use super::read::Reader;
use super::unreadable::Unreadable;
use crate::error::{Sentence, Setting, Words};
use crate::operation::{InvalidValue, Member, Operation, Service};
use crate::value::Value;
use crate::value::request::DynamicRequest;
use crate::xml::name::is_encoding_of;

/// The parameters of a call.
pub struct Parameters {
    /// The operation's own.
    pub request: DynamicRequest,
    /// The service's common parameters in the object, each for [`Builder::common`](crate::Builder::common).
    pub common: Vec<(&'static str, Value<'static>)>,
    /// Undeclared parameters. Only operations with an open parameter list accept them.
    pub undeclared: Vec<(String, Value<'static>)>,
}

impl fmt::Debug for Parameters {
    /// Common and undeclared parameters are shown without values.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let common: Vec<_> = self.common.iter().map(|(name, _)| name).collect();
        let undeclared: Vec<_> = self.undeclared.iter().map(|(name, _)| name).collect();
        let mut output = formatter.debug_struct("Parameters");
        output.field("request", &self.request).field("common", &common).field("undeclared", &undeclared).finish()
    }
}

/// The error of an object that is not the parameters or headers of a call.
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParameterError {
    /// The operation declares no parameter of that name, and its parameter list is not open.
    #[error("{operation} has no parameter `{name}`{}", hint(name, known, "it takes"))]
    Unknown {
        /// The operation.
        operation: &'static str,
        /// The unknown name.
        name: String,
        /// The known names, common parameters first.
        known: Vec<&'static str>,
    },
    /// The operation declares no header of that name.
    #[error("{operation} has no header `{name}`{}", hint(name, known, "it takes"))]
    UnknownHeader {
        /// The operation.
        operation: &'static str,
        /// The unknown name.
        name: String,
        /// The known names.
        known: Vec<&'static str>,
    },
    /// A value is not of its parameter's type.
    #[error("parameter `{parameter}`: {problem}{}", proposal(&problem.text, known.iter().copied()))]
    Invalid {
        /// The parameter or a part of it: `Order.Lines[2].@Count`.
        parameter: String,
        /// The problem.
        problem: InvalidValue,
        /// The names of the members of a structure, if the problem is one that it does not have.
        known: Vec<&'static str>,
    },
    /// A value has content that the description does not declare, which only a call sends that is not checked.
    #[error("parameter `{parameter}`: {problem}")]
    Undeclared {
        /// The parameter or a part of it: `Order.$rest`.
        parameter: String,
        /// The problem, with the setting that permits it.
        problem: Sentence,
    },
}

asmx_types::debug_is_a_sentence!(ParameterError);

impl ParameterError {
    /// The error with settings in the words of a surface.
    #[must_use]
    pub fn in_words(self, words: Words) -> Self {
        match self {
            Self::Undeclared { parameter, problem } => {
                Self::Undeclared { parameter, problem: Sentence::default().text(problem.in_words(words)) }
            }
            other => other,
        }
    }

    pub(super) fn invalid(unreadable: Unreadable) -> Self {
        if let Some(what) = unreadable.undeclared {
            let problem = Sentence::default().text(what).text("; ").setting(Setting::Unchecked).text(" sends it");
            return Self::Undeclared { parameter: unreadable.place, problem };
        }
        Self::Invalid { parameter: unreadable.place, problem: unreadable.problem, known: unreadable.known }
    }
}

/// Reads a JSON object by the names of parameters. A name is that of the element, or of the part of the message that GET and POST use.
///
/// # Errors
///
/// An unknown name, unless the operation's parameter list is open, or a value of another type.
pub fn parameters(
    service: &'static Service,
    operation: &'static Operation,
    object: &Map<String, Json>,
) -> Result<Parameters, ParameterError> {
    read(Reader::checking(service, &Index::default()), operation, object)
}

/// As [`parameters`] for a call that is [not checked](crate::Prepared::unchecked): texts are not checked, and an array is accepted for a
/// scalar, because GET and POST can send it.
///
/// # Errors
///
/// An unknown name, or a value of another shape than its type.
pub fn unchecked_parameters(
    service: &'static Service,
    operation: &'static Operation,
    object: &Map<String, Json>,
) -> Result<Parameters, ParameterError> {
    read(Reader::trusting(service, &Index::default()), operation, object)
}

fn read(
    reader: Reader<'_>,
    operation: &'static Operation,
    object: &Map<String, Json>,
) -> Result<Parameters, ParameterError> {
    let mut values = vec![Value::Null; operation.parameters.len()];
    let (mut common_values, mut undeclared) = (Vec::new(), Vec::new());
    for (name, json) in object {
        if let Some(common) = named(reader.service().common, name).and_then(|index| reader.service().common.get(index))
        {
            let value = reader.named(common, json).map_err(ParameterError::invalid)?;
            if !value.is_null() {
                common_values.push((common.name, value));
            }
            continue;
        }
        let read = read_part(reader, operation.parameters, (name, object), &mut values);
        if read.map_err(ParameterError::invalid)? {
            continue;
        }
        if !operation.open {
            return Err(unknown(reader.service(), operation, name));
        }
        let value = Reader::untyped(json).map_err(|unreadable| ParameterError::invalid(unreadable.under(name)))?;
        undeclared.push((name.clone(), value));
    }
    let request = DynamicRequest::from_values(operation, values);
    Ok(Parameters { request, common: common_values, undeclared })
}

/// Reads the member `name` of an object into the value of the part that it belongs to; `false` if it belongs to none.
pub(super) fn read_part(
    reader: Reader<'_>,
    parts: &[Member],
    (name, object): (&str, &Map<String, Json>),
    values: &mut [Value<'static>],
) -> Result<bool, Unreadable> {
    let by_name = named(parts, name);
    let index = by_name.or_else(|| parts.iter().position(|part| is_key_of(name, part)));
    let found = index.and_then(|index| parts.get(index).zip(values.get_mut(index)));
    let Some((part, value)) = found else { return Ok(false) };
    *value = match object.get(name).filter(|_| by_name.is_some()) {
        Some(json) => reader.named(part, json)?,
        // A choice, or undeclared content.
        None => reader.member(part, object)?,
    };
    Ok(true)
}

/// The position of the member called `name`: by its element, by its part, or by its encoded name.
fn named(members: &[Member], name: &str) -> Option<usize> {
    let by = |is_it: &dyn Fn(&Member) -> bool| members.iter().position(is_it).filter(|_| !name.is_empty());
    by(&|member| member.name == name)
        .or_else(|| by(&|member| member.part_name() == name))
        .or_else(|| by(&|member| is_encoding_of(name, member.name)))
}

fn unknown(service: &Service, operation: &'static Operation, name: &str) -> ParameterError {
    let known = known(service.common.iter().chain(operation.parameters));
    ParameterError::Unknown { operation: operation.name, name: name.to_owned(), known }
}
