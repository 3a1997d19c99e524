//! Fills fields with complete values.

use std::iter;

use super::{Field, Input, Step};
use crate::operation::{InvalidValue, Member, Place, Structure, Type};
use crate::value::Value;

pub(super) fn of_member(
    field: &mut (dyn Field + '_),
    member: &Member,
    value: Value<'static>,
) -> Result<(), InvalidValue> {
    let filled = match value {
        Value::Array(items) if member.repeated || member.place == Place::AnyElements => {
            of_items(field, items, &mut |item, value| of_occurrence(item, member, value))
        }
        value => of_occurrence(field, member, value),
    };
    filled.map_err(|invalid| invalid.hidden_if(member.secret))
}

fn of_occurrence(field: &mut (dyn Field + '_), member: &Member, value: Value<'static>) -> Result<(), InvalidValue> {
    match member.place {
        Place::Choice(alternatives) => of_choice(field, alternatives, value),
        _ => of_type(field, member.kind, value),
    }
}

pub(super) fn of_type(field: &mut (dyn Field + '_), kind: Type, value: Value<'static>) -> Result<(), InvalidValue> {
    match value {
        Value::Null => field.take(Input::Absent),
        Value::Nil => field.take(Input::Nil),
        Value::Text(text) => field.take(Input::Text(text)),
        Value::Xml(xml) => field.take(Input::Xml(xml)),
        Value::Attributes(attributes) => {
            field.take(Input::Absent)?;
            attributes.into_iter().try_for_each(|(name, text)| field.take(Input::Attribute(name, text)))
        }
        // Fields of generated types have no room for undeclared content; fields that have it take it last.
        Value::Extended(extended) => {
            of_type(field, kind, extended.value)?;
            field.add_rest(extended.rest);
            Ok(())
        }
        Value::OfType(typed) => of_type(enter(field, Step::OfType(typed.kind))?, typed.kind, typed.value),
        Value::Structure(values) => {
            let Type::Structure(structure) = kind else { return Err(InvalidValue::shape(&kind.name())) };
            let members = structure.members();
            if values.len() > members.len() {
                return Err(InvalidValue::shape(structure.name));
            }
            let field = field.enter(Step::Members(members.len())).ok_or_else(|| no_structure(structure))?;
            let values = values.into_iter().chain(iter::repeat_with(Value::default));
            let mut members = members.iter().zip(values).enumerate();
            members
                .try_for_each(|(index, (member, value))| of_member(enter(field, Step::Member(index))?, member, value))
        }
        Value::Array(items) => match kind {
            Type::Array(array) => of_items(field, items, &mut |item, value| match array.alternatives {
                [] => of_type(item, array.item, value),
                alternatives => of_choice(item, alternatives, value),
            }),
            // A list read from a field comes item by item.
            Type::List(list) => of_items(field, items, &mut |item, value| of_type(item, list.item, value)),
            _ => Err(InvalidValue::shape(&kind.name())),
        },
        Value::Choice(_) => Err(InvalidValue::shape(&kind.name())),
    }
}

fn of_choice(field: &mut (dyn Field + '_), alternatives: &[Member], value: Value<'static>) -> Result<(), InvalidValue> {
    match value {
        Value::Null => field.take(Input::Absent),
        Value::Nil => field.take(Input::Nil),
        Value::Choice(chosen) => {
            let member =
                alternatives.get(chosen.alternative).ok_or_else(|| InvalidValue::shape("one of the alternatives"))?;
            field.take(Input::Absent)?;
            of_member(enter(field, Step::Alternative(chosen.alternative))?, member, chosen.value)
        }
        _ => Err(InvalidValue::shape("one of the alternatives")),
    }
}

fn of_items(
    field: &mut (dyn Field + '_),
    items: Vec<Value<'static>>,
    fill: &mut dyn FnMut(&mut dyn Field, Value<'static>) -> Result<(), InvalidValue>,
) -> Result<(), InvalidValue> {
    let field = enter(field, Step::Items)?;
    items.into_iter().try_for_each(|value| fill(enter(field, Step::Item)?, value))
}

/// The error of a value that is not a structure. An abstract structure has no values.
#[cold]
pub(crate) fn no_structure(structure: &Structure) -> InvalidValue {
    if structure.is_abstract {
        InvalidValue::shape(&format!("type that is derived from {}, which is abstract", structure.name))
    } else {
        InvalidValue::shape(structure.name)
    }
}

fn enter<'f>(field: &'f mut (dyn Field + '_), step: Step) -> Result<&'f mut dyn Field, InvalidValue> {
    field.enter(step).ok_or_else(|| {
        InvalidValue::shape(match step {
            Step::Items | Step::Item => "array",
            Step::Members(_) | Step::Member(_) => "structure of so many members",
            Step::Alternative(_) => "alternative",
            Step::OfType(_) => "a value of the declared type",
        })
    })
}
