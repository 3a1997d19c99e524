//! Reads the parameters of a call from a JSON object.

use std::collections::HashSet;
use std::fmt;

use asmx_types::near::proposal;
use serde_json::{Map, Value as Json};

use super::index::Index;
use super::names::{hint, is_key_of, known};
use super::read::Reader;
use super::unreadable::Unreadable;
use crate::error::{Sentence, Setting, Words, missing_sentence};
use crate::operation::{InvalidValue, Member, Operation, Service};
use crate::value::Value;
use crate::value::request::DynamicRequest;
use crate::value::request_check::push_missing_beside_credentials;
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
    /// Required parameters or members are missing, beside parameters that do not fit. Those that credentials of a client may fill in are not
    /// among them.
    #[error("{}", missing_sentence(parameters))]
    Missing {
        /// The parameters, or parts of them: `Order.Lines[2].Count`.
        parameters: Vec<String>,
    },
    /// Several errors, in the order of the object; parameters that it lacks come last.
    #[error("{}", joined(.0))]
    Several(Vec<Self>),
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
            Self::Several(all) => Self::Several(all.into_iter().map(|error| error.in_words(words)).collect()),
            other => other,
        }
    }

    /// Each error: the parts of [`Several`](Self::Several), or this one.
    #[must_use]
    pub fn each(&self) -> &[Self] {
        match self {
            Self::Several(all) => all,
            one => std::slice::from_ref(one),
        }
    }

    /// Adds required parameters that are missing.
    #[must_use]
    pub fn and_missing(self, parameters: Vec<String>) -> Self {
        if parameters.is_empty() {
            return self;
        }
        let mut all = match self {
            Self::Several(all) => all,
            one => vec![one],
        };
        match all.last_mut() {
            Some(Self::Missing { parameters: known }) => known.extend(parameters),
            _ => all.push(Self::Missing { parameters }),
        }
        Self::Several(all)
    }

    pub(super) fn invalid(unreadable: Unreadable) -> Self {
        if let Some(what) = unreadable.undeclared {
            let problem = Sentence::default().text(what).text("; ").setting(Setting::Unchecked).text(" sends it");
            return Self::Undeclared { parameter: unreadable.place, problem };
        }
        Self::Invalid { parameter: unreadable.place, problem: unreadable.problem, known: unreadable.known }
    }
}

fn joined(errors: &[ParameterError]) -> String {
    errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

/// The most parameters that an error names.
const MOST_ERRORS: usize = 20;

/// Reads a JSON object by the names of parameters. A name is that of the element, or of the part of the message that GET and POST use.
///
/// # Errors
///
/// An unknown name, unless the operation's parameter list is open, or a value of another type. Several such parameters are one error, which names
/// 20 of them at most, and the required parameters that are missing.
pub fn parameters(
    service: &'static Service,
    operation: &'static Operation,
    object: &Map<String, Json>,
) -> Result<Parameters, ParameterError> {
    let (read, result) = read(Reader::checking(service, &Index::default()), operation, object);
    match result {
        Ok(()) => Ok(read.parameters(operation)),
        Err(error) => Err(error.and_missing(read.missing(operation))),
    }
}

/// As [`parameters`] for a request whose other parameters are set later: none is missing yet.
pub(super) fn stated_parameters(
    service: &'static Service,
    operation: &'static Operation,
    object: &Map<String, Json>,
) -> Result<Parameters, ParameterError> {
    let (read, result) = read(Reader::checking(service, &Index::default()), operation, object);
    result.map(|()| read.parameters(operation))
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
    let (read, result) = read(Reader::trusting(service, &Index::default()), operation, object);
    result.map(|()| read.parameters(operation))
}

/// The parameters that fit, and the error of those that do not.
fn read(
    reader: Reader<'_>,
    operation: &'static Operation,
    object: &Map<String, Json>,
) -> (Read, Result<(), ParameterError>) {
    let mut read = Read {
        values: vec![Value::Null; operation.parameters.len()],
        common: Vec::new(),
        undeclared: Vec::new(),
        invalid: HashSet::new(),
    };
    let mut errors = Vec::new();
    for name in object.keys() {
        if let Err(error) = read.parameter(reader, operation, (name, object)) {
            errors.push(error);
        }
        if errors.len() == MOST_ERRORS {
            break;
        }
    }
    let result = match errors.len() {
        0 => Ok(()),
        1 => Err(errors.swap_remove(0)),
        _ => Err(ParameterError::Several(errors)),
    };
    (read, result)
}

/// The parameters that were read so far.
struct Read {
    values: Vec<Value<'static>>,
    common: Vec<(&'static str, Value<'static>)>,
    undeclared: Vec<(String, Value<'static>)>,
    /// The positions of the operation's parameters whose values do not fit.
    invalid: HashSet<usize>,
}

impl Read {
    fn parameter(
        &mut self,
        reader: Reader<'_>,
        operation: &'static Operation,
        (name, object): (&str, &Map<String, Json>),
    ) -> Result<(), ParameterError> {
        let Some(json) = object.get(name) else { return Ok(()) };
        if let Some(common) = named(reader.service().common, name).and_then(|index| reader.service().common.get(index))
        {
            let value = reader.named(common, json).map_err(ParameterError::invalid)?;
            if !value.is_null() {
                self.common.push((common.name, value));
            }
            return Ok(());
        }
        match read_part(reader, operation.parameters, (name, object), &mut self.values) {
            Ok(true) => return Ok(()),
            Ok(false) => {}
            Err(unreadable) => {
                self.invalid.extend(position(operation.parameters, name));
                return Err(ParameterError::invalid(unreadable));
            }
        }
        if !operation.open {
            return Err(unknown(reader.service(), operation, name));
        }
        let value = Reader::untyped(json).map_err(|unreadable| ParameterError::invalid(unreadable.under(name)))?;
        self.undeclared.push((name.to_owned(), value));
        Ok(())
    }

    fn parameters(self, operation: &'static Operation) -> Parameters {
        let request = DynamicRequest::from_values(operation, self.values);
        Parameters { request, common: self.common, undeclared: self.undeclared }
    }

    /// The required parameters without a value, and members of those that have one.
    fn missing(&self, operation: &'static Operation) -> Vec<String> {
        let mut missing = Vec::new();
        for (index, (parameter, value)) in operation.parameters.iter().zip(&self.values).enumerate() {
            if !self.invalid.contains(&index) {
                push_missing_beside_credentials(parameter, value, &mut missing);
            }
        }
        missing
    }
}

/// Reads the member `name` of an object into the value of the part that it belongs to; `false` if it belongs to none.
pub(super) fn read_part(
    reader: Reader<'_>,
    parts: &[Member],
    (name, object): (&str, &Map<String, Json>),
    values: &mut [Value<'static>],
) -> Result<bool, Unreadable> {
    let by_name = named(parts, name);
    let found = position(parts, name).and_then(|index| parts.get(index).zip(values.get_mut(index)));
    let Some((part, value)) = found else { return Ok(false) };
    *value = match object.get(name).filter(|_| by_name.is_some()) {
        Some(json) => reader.named(part, json)?,
        // A choice, or undeclared content.
        None => reader.member(part, object)?,
    };
    Ok(true)
}

/// The position of the part that the member `name` of an object belongs to.
fn position(parts: &[Member], name: &str) -> Option<usize> {
    named(parts, name).or_else(|| parts.iter().position(|part| is_key_of(name, part)))
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
