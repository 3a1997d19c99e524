//! Reads the parameters of a SOAP request.

use std::borrow::Cow;

use crate::operation::{Member, Operation, Place, Style};
use crate::protocol::server_settings::ServerSettings;
use crate::protocol::value::read_value::{Unreadable, ValueReader};
use crate::protocol::value::value_budget::ValueBudget;
use crate::protocol::value::value_element::{Joined, ValueElement};
use crate::value::{Chosen, Value};
use crate::xml;
use crate::xml::{PullReader, Pulled};

pub(super) struct Values {
    pub(super) common: Vec<Value<'static>>,
    pub(super) own: Vec<Value<'static>>,
    pub(super) undeclared: Vec<(String, Value<'static>)>,
}

pub(super) struct ParameterReader<'a> {
    pub(super) settings: &'a ServerSettings,
    pub(super) operation: &'static Operation,
    pub(super) budget: &'a ValueBudget,
    pub(super) values: ValueReader<'a>,
}

type Found = Option<Result<Value<'static>, Unreadable>>;

impl ParameterReader<'_> {
    /// Reads every parameter. `each` visits the elements. Of two elements of one parameter the first counts, unless it is repeated.
    pub(super) fn read(&self, each: impl FnOnce(&mut dyn FnMut(&mut PullReader<'_>))) -> Result<Values, Unreadable> {
        let common = self.settings.service.common;
        let parameters = || common.iter().chain(self.operation.parameters);
        let mut found: Vec<Found> = parameters().map(|_| None).collect();
        let mut undeclared = Ok(Vec::new());
        each(&mut |element| {
            let declared = parameters().position(|parameter| self.is(parameter, element));
            let declared = declared.or_else(|| parameters().position(|one| one.place == Place::AnyElements));
            let declared = declared.and_then(|index| parameters().nth(index).zip(found.get_mut(index)));
            match (declared, &mut undeclared) {
                (Some((parameter, slot)), _) => self.parameter(parameter, slot, element),
                (None, Ok(values)) if self.may_be_undeclared(element) => {
                    if values.len() < self.settings.max_form_keys {
                        let name = xml::name::decode_local_name(element.name()).into_owned();
                        match as_it_came(self.budget, element) {
                            Ok(value) => values.push((name, value)),
                            Err(unreadable) => undeclared = Err(unreadable),
                        }
                    } else {
                        undeclared = Err(Unreadable::too_many(element));
                    }
                }
                (None, _) => {}
            }
        });
        let mut found = found.into_iter();
        let mut read = |parameters: &[Member]| {
            let pairs = parameters.iter().zip(found.by_ref());
            pairs
                .map(|(parameter, value)| value.unwrap_or_else(|| Ok(self.values.absent(parameter))))
                .collect::<Result<Vec<_>, _>>()
        };
        // The common parameters come first in `found`.
        let common = read(common)?;
        let own = read(self.operation.parameters)?;
        Ok(Values { common, own, undeclared: undeclared? })
    }

    fn is(&self, parameter: &Member, element: &PullReader<'_>) -> bool {
        match parameter.place {
            Place::Element => self.is_called(parameter, element),
            Place::Choice(alternatives) => alternatives.iter().any(|member| self.is_called(member, element)),
            _ => false,
        }
    }

    fn is_called(&self, member: &Member, element: &PullReader<'_>) -> bool {
        let namespace = match self.operation.messages.style {
            Style::Rpc => "",
            Style::Wrapped | Style::Bare => member.namespace.uri(&self.settings.namespace),
        };
        ValueReader::is_named(element, member.name, namespace)
    }

    /// Whether the element has the namespace of a parameter, declared or not.
    fn may_be_undeclared(&self, element: &PullReader<'_>) -> bool {
        let namespace = self.operation.request_name().namespace.uri(&self.settings.namespace);
        match self.operation.messages.style {
            Style::Wrapped => element.namespace().unwrap_or_default() == namespace,
            Style::Rpc => element.namespace().is_none(),
            Style::Bare => false,
        }
    }

    fn parameter(&self, parameter: &'static Member, slot: &mut Found, element: &mut PullReader<'_>) {
        let is_repeated = parameter.repeated || parameter.place == Place::AnyElements;
        if matches!(slot, Some(Err(_))) || slot.is_some() && !is_repeated {
            return;
        }
        let read = match parameter.place {
            Place::Choice(alternatives) => {
                let mut numbered = alternatives.iter().enumerate();
                let Some((alternative, member)) = numbered.find(|(_, member)| self.is_called(member, element)) else {
                    return;
                };
                let value = self.values.parameter(member, element);
                value.map(|value| Value::Choice(Box::new(Chosen { alternative, value })))
            }
            Place::AnyElements if !self.budget.take(1) => Err(Unreadable::too_many(element)),
            Place::AnyElements => self.values.element_xml(element).map(|xml| Value::Xml(Cow::Owned(xml))),
            _ => self.values.parameter(parameter, element),
        };
        match (slot, read) {
            (Some(Ok(Value::Array(items))), Ok(value)) if is_repeated => items.push(value),
            (slot, Ok(value)) if is_repeated => *slot = Some(Ok(Value::Array(vec![value]))),
            (slot, read) => *slot = Some(read),
        }
    }
}

/// The value of an undeclared element: its text, the texts of its items if it holds only `string` elements, or else its content as XML.
fn as_it_came(budget: &ValueBudget, element: &mut PullReader<'_>) -> Result<Value<'static>, Unreadable> {
    if !budget.take(2) {
        return Err(Unreadable::too_many(element));
    }
    let text_or_null =
        |is_nil: bool, text: Cow<'_, str>| if is_nil { Value::Null } else { Value::from(text.into_owned()) };
    let (is_nil, begin, depth) = (element.is_nil(), element.position(), element.depth());
    let namespace = element.namespace().map(str::to_owned);
    // `None` once the element holds anything but text.
    let mut text = Some(Joined::default());
    let mut has_text = false;
    // `None` once it holds an element other than a `string`.
    let mut items = Some(Vec::with_capacity(element.elements_ahead(budget.count())));
    while let Some(event) = element.content(depth) {
        if let Pulled::Text(part) = event {
            has_text = has_text || !part.trim().is_empty();
            if let Some(text) = &mut text {
                text.push(part, || element.text_ahead());
            }
            continue;
        }
        text = None;
        match (event, &mut items) {
            (Pulled::Start, Some(known)) if !has_text => {
                let is_item = element.name() == "string" && element.namespace() == namespace.as_deref();
                let is_null = ValueElement::is_nil(element);
                match if is_item { element.take_text() } else { None } {
                    Some(item) if budget.take(1) => known.push(text_or_null(is_null, item)),
                    Some(_) => return Err(Unreadable::too_many(element)),
                    None => items = None,
                }
            }
            (Pulled::Start, _) => items = None,
            _ => {}
        }
    }
    if let Some(text) = text {
        return Ok(text_or_null(is_nil, text.finish()));
    }
    match items {
        Some(items) if !has_text => Ok(Value::Array(items)),
        _ => Ok(Value::Text(Cow::Owned(element.written_since(begin).to_owned()))),
    }
}
