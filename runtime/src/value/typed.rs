//! Checks values against their types, and makes the values of absent parameters.

use std::borrow::Cow;
use std::mem;

use super::{TypedValue, Value};
use crate::operation::{ArrayType, InvalidValue, ListType, Member, Place, Presence, Scalar, Structure, Type};
use crate::{xml, xsd};

impl Value<'_> {
    /// Checks the value against a type and returns it in canonical form (`+5` as `5`). Null is accepted, because only the parameter knows
    /// whether it is allowed.
    ///
    /// # Errors
    ///
    /// The value has another shape, or a text in it is not of its type.
    pub fn canonical(self, kind: Type) -> Result<Self, InvalidValue> {
        // One function for each arm, because a stack frame has room for all arms of its function, at every depth.
        match (kind, self) {
            (_, null @ (Self::Null | Self::Nil)) => Ok(null),
            (Type::Structure(structure), Self::Structure(members)) => Self::canonical_structure(structure, members),
            (Type::Structure(base), Self::OfType(typed)) => typed.canonical_of(base),
            (Type::Any, Self::OfType(typed)) => typed.canonical(),
            (Type::Array(array), Self::Array(items)) => Self::canonical_array(array, items),
            (kind, value) => value.canonical_leaf(kind),
        }
    }

    fn canonical_leaf(self, kind: Type) -> Result<Self, InvalidValue> {
        match (kind, self) {
            // A namespace in braces, or a prefix that every envelope declares.
            (Type::Scalar(Scalar::QName), Self::Text(text)) if text.starts_with('{') => {
                let is_name =
                    text.rsplit_once('}').is_some_and(|(_, local)| xml::is_name(local) && !local.contains(':'));
                if is_name { Ok(Self::Text(text)) } else { Err(InvalidValue::new(&text, Scalar::QName.name())) }
            }
            (Type::Scalar(scalar), Self::Text(text)) => canonical_text(scalar, text).map(Self::Text),
            (Type::Enumeration(enumeration), Self::Text(text)) => {
                if enumeration.lists(&text) {
                    Ok(Self::Text(text))
                } else {
                    Err(InvalidValue::of_enumeration(&text, enumeration))
                }
            }
            (Type::List(list), Self::Text(text)) => canonical_list(list, &text),
            (Type::List(list), Self::Array(items)) => {
                let is_one = |text: &&str| !text.is_empty() && !text.contains(char::is_whitespace);
                let texts: Option<Vec<_>> = items.iter().map(|item| item.as_text().filter(is_one)).collect();
                canonical_list(list, &texts.ok_or_else(|| InvalidValue::shape("list"))?.join(" "))
            }
            (Type::Any | Type::Xml(_) | Type::DataSet(_), xml @ Self::Xml(_)) => Ok(xml),
            // A value of a type that no schema declares.
            (Type::Any, Self::Extended(extended)) => Ok(Self::Extended(extended)),
            (kind, _) => Err(InvalidValue::shape(&kind.name())),
        }
    }

    fn canonical_structure(structure: &Structure, mut members: Vec<Self>) -> Result<Self, InvalidValue> {
        if members.len() > structure.members().len() {
            return Err(InvalidValue::shape(structure.name));
        }
        members.resize_with(structure.members().len(), Self::default);
        // In place, because iterators take stack at every depth.
        for (value, member) in members.iter_mut().zip(structure.members()) {
            *value = mem::take(value).canonical_member(member)?;
        }
        Ok(Self::Structure(members))
    }

    fn canonical_array(array: &ArrayType, mut items: Vec<Self>) -> Result<Self, InvalidValue> {
        for item in &mut items {
            *item = mem::take(item).canonical_item(array)?;
        }
        Ok(Self::Array(items))
    }

    /// Checks the value of a member or parameter, which may be repeated, a choice or undeclared content.
    ///
    /// # Errors
    ///
    /// As for [`canonical`](Self::canonical), without the text of a secret.
    pub fn canonical_member(self, member: &Member) -> Result<Self, InvalidValue> {
        let canonical = match self {
            null @ (Self::Null | Self::Nil) => Ok(null),
            Self::Array(items) if member.repeated || member.place == Place::AnyElements => {
                Self::canonical_occurrences(items, member)
            }
            _ if member.repeated => Err(InvalidValue::shape("array")),
            other => other.canonical_occurrence(member),
        };
        canonical.map_err(|invalid| invalid.hidden_if(member.secret))
    }

    fn canonical_occurrences(mut items: Vec<Self>, member: &Member) -> Result<Self, InvalidValue> {
        for item in &mut items {
            *item = mem::take(item).canonical_occurrence(member)?;
        }
        Ok(Self::Array(items))
    }

    fn canonical_occurrence(self, member: &Member) -> Result<Self, InvalidValue> {
        match (member.place, self) {
            (Place::Element | Place::Attribute | Place::Text, value) => value.canonical(member.kind),
            (Place::Choice(alternatives), value) => value.canonical_choice(alternatives),
            (Place::AnyElements | Place::Mixed, xml @ (Self::Xml(_) | Self::Null)) => Ok(xml),
            (Place::AnyAttributes, attributes @ Self::Attributes(_)) => Ok(attributes),
            (Place::AnyElements, _) => Err(InvalidValue::shape("array of elements")),
            (Place::Mixed, _) => Err(InvalidValue::shape("piece of XML")),
            (Place::AnyAttributes, _) => Err(InvalidValue::shape("set of attributes")),
        }
    }

    fn canonical_choice(self, alternatives: &[Member]) -> Result<Self, InvalidValue> {
        let invalid = || InvalidValue::shape("choice");
        let Self::Choice(mut chosen) = self else { return Err(invalid()) };
        let member = alternatives.get(chosen.alternative).ok_or_else(invalid)?;
        chosen.value = mem::take(&mut chosen.value).canonical_member(member)?;
        Ok(Self::Choice(chosen))
    }

    fn canonical_item(self, array: &ArrayType) -> Result<Self, InvalidValue> {
        if self.is_null() {
            return if array.nullable_items { Ok(self) } else { Err(InvalidValue::new("null", &array.item.name())) };
        }
        if array.alternatives.is_empty() {
            self.canonical(array.item)
        } else {
            self.canonical_choice(array.alternatives)
        }
    }
}

impl<'a> TypedValue<'a> {
    fn canonical(mut self: Box<Self>) -> Result<Value<'a>, InvalidValue> {
        self.value = mem::take(&mut self.value).canonical(self.kind)?;
        Ok(Value::OfType(self))
    }

    /// Checks the value in a place of the declared structure `base`.
    fn canonical_of(self: Box<Self>, base: &'static Structure) -> Result<Value<'a>, InvalidValue> {
        match self.kind {
            Type::Structure(derived)
                if std::ptr::eq(derived, base) || base.derived().iter().any(|other| std::ptr::eq(*other, derived)) =>
            {
                self.canonical()
            }
            other => Err(InvalidValue::new(&other.name(), &format!("type derived from {}", base.name))),
        }
    }
}

/// The items of a list in canonical form, separated by one blank.
fn canonical_list<'a>(list: &ListType, text: &str) -> Result<Value<'a>, InvalidValue> {
    let items = text.split_ascii_whitespace().map(|item| {
        let item = Value::Text(Cow::Borrowed(item)).canonical(list.item)?;
        Ok(item.as_text().unwrap_or_default().to_owned())
    });
    Ok(Value::Text(Cow::Owned(items.collect::<Result<Vec<_>, _>>()?.join(" "))))
}

impl Value<'static> {
    /// The value of an absent element of a type: the default of a value type, or null (docs/RULES.md, rule 17).
    pub fn default_of(kind: Type) -> Self {
        match kind {
            Type::Scalar(scalar) => scalar.default_text().map_or(Self::Null, |text| Self::Text(Cow::Borrowed(text))),
            // An absent set of values is empty.
            Type::Enumeration(enumeration) if enumeration.flags => Self::Text(Cow::Borrowed("")),
            Type::Enumeration(enumeration) => {
                enumeration.values.first().map_or(Self::Null, |first| Self::Text(Cow::Borrowed(first)))
            }
            Type::Structure(_) | Type::Array(_) | Type::List(_) | Type::Any | Type::Xml(_) | Type::DataSet(_) => {
                Self::Null
            }
        }
    }

    /// The value of an absent parameter or member: its own default, that of a value type, or null (docs/RULES.md, rule 17).
    pub fn absent(parameter: &Member) -> Self {
        let holds_one = !parameter.repeated && parameter.place.has_value();
        match (parameter.default, parameter.presence) {
            _ if !holds_one => Self::Null,
            (Some(default), _) => Self::Text(Cow::Borrowed(default)),
            (None, Presence::Required) => Self::default_of(parameter.kind),
            (None, Presence::Optional | Presence::Nullable | Presence::OptionalNullable) => Self::Null,
        }
    }

    /// A structure without values: value types have their defaults, other members are null.
    pub fn default_structure(structure: &Structure) -> Self {
        Self::Structure(structure.members().iter().map(Self::absent).collect())
    }
}

/// The canonical form of a scalar's text.
pub(crate) fn canonical_text(scalar: Scalar, text: Cow<'_, str>) -> Result<Cow<'_, str>, InvalidValue> {
    match xsd::canonical(scalar, Cow::Borrowed(&text)) {
        Ok(Cow::Borrowed(_)) => Ok(text),
        Ok(Cow::Owned(canonical)) => Ok(Cow::Owned(canonical)),
        Err(_) => Err(InvalidValue::new(&text, scalar.name())),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use crate::operation::{Scalar, Type};
    use crate::value::Value;

    #[test]
    fn bytes_in_another_form_are_refused_with_the_expected_form() {
        let canonical = |scalar, text: &'static str| {
            let canonical = Value::from(text).canonical(Type::Scalar(scalar)).map_err(|invalid| invalid.to_string());
            canonical.map(|value| value.as_text().unwrap().to_owned())
        };
        let base64 = " is not a valid base64Binary; give the Base64 of the bytes, such as `dG9rZW4=`";
        let hex = " is not a valid hexBinary; give the hexadecimal digits of the bytes, such as `746F6B656E`";
        for text in ["a token!", "token", "dG9rZW4=="] {
            assert_eq!(canonical(Scalar::Base64Binary, text), Err(format!("`{text}`{base64}")));
        }
        for text in ["the token", "dG9rZW4=", "746", "0x74"] {
            assert_eq!(canonical(Scalar::HexBinary, text), Err(format!("`{text}`{hex}")));
        }
        assert_eq!(canonical(Scalar::Base64Binary, "dG9rZW4="), Ok("dG9rZW4=".to_owned()));
        assert_eq!(canonical(Scalar::HexBinary, "746F6B656E"), Ok("746F6B656E".to_owned()));
    }
}
