//! Reads structures and choices from JSON: their members by name.

use std::collections::BTreeSet;

use serde_json::{Map, Value as Json};

use super::names::{CHOICE, REST, TYPE, is_key_of, key, shown_name};
use super::read::{Reader, Texts};
use super::request_rules::MemberOf;
use super::rest;
use super::unreadable::{MOST, Mistakes, Reading, Unreadable};
use crate::operation::{InvalidValue, Member, Place, Structure, Type};
use crate::value::{Chosen, Rest, TypedValue, Value};

impl Reader<'_> {
    /// Reads the members that are there. For requests that are not checked the value ends with the last of them.
    pub(super) fn structure(self, structure: &'static Structure, object: &Map<String, Json>) -> Reading {
        let members = structure.members();
        let (there, mut mistakes) = self.members_there(structure, object);
        let last = there.last().map_or(0, |(position, ..)| position + 1);
        let count = if matches!(self.texts, Texts::Any | Texts::Kinds) { last } else { members.len() };
        if !self.index.permits(there.len(), count) {
            let why = format!("{} with fewer absent members before the last one", shown_name(structure));
            return Err(Unreadable::of(InvalidValue::new("{…}", &why)).into());
        }
        let mut values = Vec::with_capacity(count);
        for (position, member, json) in there {
            if mistakes.are_enough() {
                return Err(mistakes);
            }
            values.resize_with(position, Value::default);
            let value = match member.place {
                Place::Choice(alternatives) if !member.repeated => {
                    self.chosen(alternatives, object).map(Option::unwrap_or_default)
                }
                _ => self.named(member, json),
            };
            values.push(mistakes.collect(value).unwrap_or_default());
        }
        values.resize_with(count, Value::default);
        let value = Value::Structure(values);
        match object.get(REST) {
            Some(json) => {
                let value = self.with_rest(structure, value, json).map_err(|inner| inner.under(REST));
                let value = mistakes.collect(value);
                mistakes.or(value.unwrap_or_default())
            }
            None => mistakes.or(value),
        }
    }

    /// The members of an object with their positions, in their order, and the mistakes of their names.
    fn members_there<'j>(
        self,
        structure: &'static Structure,
        object: &'j Map<String, Json>,
    ) -> (Vec<(usize, &'static Member, &'j Json)>, Mistakes) {
        let (members, mut mistakes) = (structure.members(), Mistakes::default());
        let mut there: Vec<(usize, &'static Member, &str, &Json)> = Vec::with_capacity(object.len());
        for (name, json) in object.iter().filter(|(name, _)| *name != TYPE && *name != REST) {
            if mistakes.are_enough() {
                break;
            }
            let found = self.index.position(members, name);
            match found.and_then(|position| Some((position, members.get(position)?))) {
                Some(_) if name == CHOICE => {
                    there.extend(
                        repeated_choices(members).map(|(position, member, _)| (position, member, &**name, json)),
                    );
                    mistakes.0.extend(self.strays(members, shown_name(structure), json).0);
                }
                Some((position, member)) if self.may_give(MemberOf::Structure, member) => {
                    there.push((position, member, name, json));
                }
                Some((_, member)) => mistakes.push(self.refused(member, name, shown_name(structure), members)),
                None => {
                    let known = self.known(MemberOf::Structure, members.iter());
                    mistakes.push(Unreadable::unknown_member(name, shown_name(structure), known));
                }
            }
        }
        there.sort_by_key(|(position, ..)| *position);
        // Alternatives are at the position of their choice.
        let is_choice = |member: &Member| matches!(member.place, Place::Choice(_));
        let twice = there.iter().zip(there.iter().skip(1)).filter(|(one, two)| one.0 == two.0 && !is_choice(one.1));
        for ((_, _, one, _), (_, _, two, _)) in twice.take(MOST) {
            let problem = InvalidValue::new(&format!("{one}, {two}"), "member: it is there twice");
            mistakes.push(Unreadable::of(problem));
        }
        there.dedup_by_key(|(position, ..)| *position);
        for position in self.rules.map(|rules| self.index.required(rules, members)).iter().flat_map(|all| all.iter()) {
            let found = there.binary_search_by_key(position, |(position, ..)| *position);
            let is_given = found.ok().and_then(|found| there.get(found)).is_some_and(|(.., json)| !json.is_null());
            if let Some(member) = members.get(*position).filter(|_| !is_given && !mistakes.are_enough()) {
                mistakes.push(Unreadable::missing(&key(member)));
            }
        }
        (there.into_iter().map(|(position, member, _, json)| (position, member, json)).collect(), mistakes)
    }

    pub(super) fn member(self, member: &Member, object: &Map<String, Json>) -> Reading {
        match member.place {
            Place::Choice(alternatives) if !member.repeated => {
                Ok(self.chosen(alternatives, object)?.unwrap_or_default())
            }
            _ => {
                let found = object.get(key(member).as_ref());
                let found =
                    found.or_else(|| object.iter().find(|(name, _)| is_key_of(name, member)).map(|(_, json)| json));
                found.map_or(Ok(Value::Null), |json| self.named(member, json))
            }
        }
    }

    pub(super) fn derived(self, declared: &'static Structure, name: &Json, members: &Map<String, Json>) -> Reading {
        let found = name.as_str().and_then(|name| self.index.of_family(self.service, declared, name));
        let is_known = name.as_str().is_some_and(|name| self.index.type_named(self.service, name).is_some());
        if found.is_none()
            && !is_known
            && let Some(type_name) = rest::type_name(name)
        {
            if !self.is_open {
                let what = format!("no schema declares the type `{type_name}`");
                return Err(Unreadable::undeclared(what).under(TYPE).into());
            }
            let value = self.structure(declared, members)?;
            return Ok(rest::extended(value, Rest { type_name: Some(type_name.into()), ..Rest::default() }));
        }
        let Some(structure) = found else {
            let expected = format!("name of {} or of a type derived from it", shown_name(declared));
            return Err(Unreadable::new(name, &expected).under(TYPE).into());
        };
        let value = self.structure(structure, members)?;
        Ok(if std::ptr::eq(structure, declared) {
            value
        } else {
            Value::OfType(Box::new(TypedValue { kind: Type::Structure(structure), value }))
        })
    }

    pub(super) fn alternative(self, alternatives: &'static [Member], json: &Json) -> Reading {
        if let Some(object) = json.as_object().filter(|object| object.len() == 1)
            && let Some(chosen) = self.chosen(alternatives, object)?
        {
            return Ok(chosen);
        }
        let names: Vec<_> = alternatives.iter().map(key).collect();
        Err(Unreadable::new(json, &format!("object with one of {}", names.join(", "))).into())
    }

    fn chosen(
        self,
        alternatives: &'static [Member],
        object: &Map<String, Json>,
    ) -> Result<Option<Value<'static>>, Mistakes> {
        let chosen = object.iter().filter_map(|(name, json)| {
            let position = self.index.position(alternatives, name)?;
            alternatives.get(position).filter(|member| member.presence.is_nullable() || !json.is_null())?;
            Some(position)
        });
        let chosen: BTreeSet<usize> = chosen.collect();
        if chosen.len() > 1 {
            let names: Vec<_> = chosen.iter().filter_map(|index| alternatives.get(*index)).map(key).collect();
            let problem = InvalidValue::new(&names.join(", "), "choice: one of them may be there");
            return Err(Unreadable::of(problem).into());
        }
        let Some((alternative, member)) = chosen.first().and_then(|first| Some((*first, alternatives.get(*first)?)))
        else {
            return Ok(None);
        };
        if !self.may_give(MemberOf::Structure, member) {
            return Err(self.refused(member, &key(member), "its choice", alternatives).into());
        }
        let value = self.member(member, object)?;
        Ok(Some(Value::Choice(Box::new(Chosen { alternative, value }))))
    }

    /// Reads the items of `$choice` that are among the alternatives. A structure may have several repeated choices.
    pub(super) fn choices(self, alternatives: &'static [Member], json: &Json) -> Reading {
        let items = json.as_array().ok_or_else(|| Unreadable::new(json, "array of objects with one member"))?;
        let (mut values, mut mistakes) = (Vec::new(), Mistakes::default());
        for (index, item) in items.iter().enumerate() {
            let mut names = item.as_object().into_iter().flatten();
            if names.any(|(name, _)| self.index.position(alternatives, name).is_some()) {
                let read = self.alternative(alternatives, item).map_err(|inner| inner.under(&format!("[{index}]")));
                values.extend(mistakes.collect(read));
            }
            if mistakes.are_enough() {
                break;
            }
        }
        mistakes.or(Value::Array(values))
    }

    /// The items of `$choice` that belong to no choice of the members.
    pub(super) fn strays(self, members: &'static [Member], owner: &'static str, json: &Json) -> Mistakes {
        let mut mistakes = Mistakes::default();
        let is_known = |name: &String| {
            repeated_choices(members).any(|(.., alternatives)| self.index.position(alternatives, name).is_some())
        };
        for (index, item) in json.as_array().into_iter().flatten().enumerate() {
            let stray = match item.as_object().and_then(|object| Some((object, object.keys().next()?))) {
                Some((object, _)) if object.keys().any(is_known) => continue,
                Some((_, name)) => {
                    let all = repeated_choices(members).flat_map(|(.., alternatives)| alternatives);
                    Unreadable::unknown_member(name, owner, self.known(MemberOf::Structure, all))
                }
                None => Unreadable::new(item, "object with one member"),
            };
            mistakes.push(stray.under(&format!("{CHOICE}[{index}]")));
            if mistakes.are_enough() {
                break;
            }
        }
        mistakes
    }

    /// The mistake of a member that the writer may not give: a secret, or a name that is unknown to it.
    fn refused(self, member: &Member, name: &str, structure: &'static str, members: &[Member]) -> Unreadable {
        if member.holds_secret() {
            return Unreadable::withheld(member);
        }
        Unreadable::unknown_member(name, structure, self.known(MemberOf::Structure, members.iter()))
    }
}

/// The repeated choices of members, which have their items in one array: their positions and alternatives.
pub(super) fn repeated_choices(members: &[Member]) -> impl Iterator<Item = (usize, &Member, &'static [Member])> {
    members.iter().enumerate().filter_map(|(position, member)| match member.place {
        Place::Choice(alternatives) if member.repeated => Some((position, member, alternatives)),
        _ => None,
    })
}
