//! Reads the parameters of a call from a JSON object.

use std::collections::HashMap;
use std::fmt;

use serde_json::{Map, Value as Json};

use super::index::Index;
use super::names::{CHOICE, is_key_of, key};
use super::parameter_error::{Errors, ParameterError};
use super::read::Reader;
use super::read_structure::repeated_choices;
use super::request_rules::{BesideCredentials, MemberOf};
use super::unreadable::Mistakes;
use crate::operation::{InvalidValue, Member, Operation, Service, Style};
use crate::value::Value;
use crate::value::request::DynamicRequest;
use crate::xml::name::{encode_local_name, is_encoding_of};

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

/// Reads a JSON object by the names of parameters. A name is that of the element, or of the part of the message that GET and POST use.
///
/// # Errors
///
/// An unknown name, unless the operation's parameter list is open, or a value of another type. Several mistakes are one error, which names 20 of
/// them at most, the required parameters that are missing among them.
pub fn parameters(
    service: &'static Service,
    operation: &'static Operation,
    object: &Map<String, Json>,
) -> Result<Parameters, ParameterError> {
    // If nothing else is wrong, the check of the call reports what is missing.
    stated_parameters(service, operation, object).or_else(|_| {
        let index = Index::default();
        read(Reader::checking(service, &index).with_rules(&BesideCredentials), operation, object, false)
    })
}

/// As [`parameters`] for a request whose other parameters are set later: none is missing yet.
pub(super) fn stated_parameters(
    service: &'static Service,
    operation: &'static Operation,
    object: &Map<String, Json>,
) -> Result<Parameters, ParameterError> {
    read(Reader::checking(service, &Index::default()), operation, object, false)
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
    read(Reader::trusting(service, &Index::default()), operation, object, false)
}

/// Reads the parameters. Missing ones have the name of their part, if a message or `has_part_names` demands it.
pub(super) fn read(
    reader: Reader<'_>,
    operation: &'static Operation,
    object: &Map<String, Json>,
    has_part_names: bool,
) -> Result<Parameters, ParameterError> {
    let (mut read, mut errors) = (Read::new(operation), Errors::default());
    for (name, json) in object {
        read.parameter(reader, (name, json, object), &mut errors);
        if errors.are_enough() {
            break;
        }
    }
    let has_part_names = has_part_names || operation.messages.style == Style::Bare;
    read.missing(reader, has_part_names, &mut errors);
    errors.into_result()?;
    let request = DynamicRequest::from_values(operation, read.values);
    Ok(Parameters { request, common: read.common, undeclared: read.undeclared })
}

/// The parameters that were read so far.
struct Read {
    operation: &'static Operation,
    values: Vec<Value<'static>>,
    common: Vec<(&'static str, Value<'static>)>,
    undeclared: Vec<(String, Value<'static>)>,
    /// The members that are there, by their addresses: whether they are not null.
    present: HashMap<usize, bool>,
}

impl Read {
    fn new(operation: &'static Operation) -> Self {
        Self {
            operation,
            values: vec![Value::Null; operation.parameters.len()],
            common: Vec::new(),
            undeclared: Vec::new(),
            present: HashMap::new(),
        }
    }

    fn parameter(
        &mut self,
        reader: Reader<'_>,
        (name, json, object): (&str, &Json, &Map<String, Json>),
        errors: &mut Errors,
    ) {
        let (common, own) = (reader.service().common, self.operation.parameters);
        let found = named(common, name).and_then(|index| common.get(index)).map(|member| (MemberOf::Common, member));
        let found = found.or_else(|| Some((MemberOf::Operation, own.get(position(own, name)?)?)));
        let is_permitted = found.is_none_or(|(of, member)| reader.may_give(of, member));
        match found {
            Some((_, member)) if !is_permitted && member.holds_secret() => {
                return errors.push(ParameterError::Withheld { parameter: name.to_owned() });
            }
            Some((_, member)) if is_permitted => {
                let earlier = self.present.insert(std::ptr::from_ref(member).addr(), !json.is_null());
                if earlier.is_some() && member.place.has_value() {
                    let problem = InvalidValue::new(name, "parameter: it is there twice, by two names");
                    return errors.push(ParameterError::Invalid { parameter: name.to_owned(), problem });
                }
            }
            _ => {}
        }
        match found.filter(|_| is_permitted) {
            Some((MemberOf::Common, member)) => {
                let read = errors.collect(reader.content(member, json).map_err(|inner| inner.under(name)));
                self.common.extend(read.filter(|value| !value.is_null()).map(|value| (member.name, value)));
            }
            Some(_) => {
                if name == CHOICE {
                    errors.collect(reader.strays(own, self.operation.name, json).or(()));
                }
                errors.collect(read_part(reader, own, (name, object), &mut self.values));
            }
            None if self.operation.open && is_permitted => {
                let read = errors.collect(Reader::untyped(json).map_err(|inner| inner.under(name)));
                self.undeclared.extend(read.map(|value| (name.to_owned(), value)));
            }
            None => {
                let known = [(MemberOf::Common, common), (MemberOf::Operation, own)];
                let known = known.into_iter().flat_map(|(of, members)| reader.known(of, members.iter())).collect();
                errors.push(ParameterError::Unknown { operation: self.operation.name, name: name.to_owned(), known });
            }
        }
    }

    /// Reports the parameters without a value that the writer must give.
    fn missing(&self, reader: Reader<'_>, has_part_names: bool, errors: &mut Errors) {
        let all = [(MemberOf::Common, reader.service().common), (MemberOf::Operation, self.operation.parameters)];
        for (of, member) in all.into_iter().flat_map(|(of, members)| members.iter().map(move |member| (of, member))) {
            let is_present = self.present.get(&std::ptr::from_ref(member).addr());
            if is_present != Some(&true) && member.place.has_value() && reader.must_give(of, member) {
                let name = if has_part_names { encode_local_name(member.part_name()) } else { key(member) };
                errors.push_missing(name.into_owned());
            }
        }
    }
}

/// Reads the member `name` of an object into the value of the part that it belongs to; `false` if it belongs to none.
pub(super) fn read_part(
    reader: Reader<'_>,
    parts: &[Member],
    (name, object): (&str, &Map<String, Json>),
    values: &mut [Value<'static>],
) -> Result<bool, Mistakes> {
    if name == CHOICE
        && let Some(json) = object.get(name)
    {
        for (position, part, _) in repeated_choices(parts) {
            let read = reader.named(part, json)?;
            values.get_mut(position).into_iter().for_each(|value| value.clone_from(&read));
        }
        return Ok(repeated_choices(parts).next().is_some());
    }
    let by_name = named(parts, name);
    let found = position(parts, name).and_then(|index| parts.get(index).zip(values.get_mut(index)));
    let Some((part, value)) = found else { return Ok(false) };
    *value = match object.get(name).filter(|_| by_name.is_some()) {
        Some(json) => reader.content(part, json).map_err(|inner| inner.under(name))?,
        // A choice, or undeclared content.
        None => reader.member(part, object)?,
    };
    Ok(true)
}

/// The position of the part that the member `name` of an object belongs to.
#[must_use]
pub fn position(parts: &[Member], name: &str) -> Option<usize> {
    named(parts, name).or_else(|| parts.iter().position(|part| is_key_of(name, part)))
}

/// The position of the member called `name`: by its element, by its part, or by one of them encoded.
fn named(members: &[Member], name: &str) -> Option<usize> {
    let by = |is_it: &dyn Fn(&Member) -> bool| members.iter().position(is_it).filter(|_| !name.is_empty());
    by(&|member| member.name == name)
        .or_else(|| by(&|member| member.part_name() == name))
        .or_else(|| by(&|member| is_encoding_of(name, member.name) || is_encoding_of(name, member.part_name())))
}
