//! Values beside the types that descriptors state.

use std::borrow::Cow;

use super::Value;
use crate::operation::{ArrayType, InvalidValue, Member, Presence, Scalar, Structure, Type};
use crate::xsd;

impl Value<'_> {
    /// Checks the value against a type and gives it in canonical form (`+5` as `5`). `Null` is left alone: whether it is
    /// allowed is the parameter's matter.
    ///
    /// # Errors
    ///
    /// The value has another shape, or a text in it is none of its type.
    pub fn canonical(self, kind: Type) -> Result<Self, InvalidValue> {
        match (kind, self) {
            (_, Self::Null) => Ok(Self::Null),
            (Type::Scalar(scalar), Self::Text(text)) => canonical_text(scalar, text).map(Self::Text),
            (Type::Enumeration(enumeration), Self::Text(text)) => {
                if enumeration.values.contains(&text.as_ref()) {
                    Ok(Self::Text(text))
                } else {
                    Err(InvalidValue::new(&text, enumeration.name))
                }
            }
            (Type::Structure(structure), Self::Structure(members)) => {
                if members.len() != structure.members().len() {
                    return Err(InvalidValue::shape(structure.name));
                }
                let members = members.into_iter().zip(structure.members());
                members
                    .map(|(value, member)| {
                        value.canonical(member.kind).map_err(|invalid| invalid.hidden_if(member.secret))
                    })
                    .collect::<Result<_, _>>()
                    .map(Self::Structure)
            }
            (Type::Array(array), Self::Array(items)) => {
                items.into_iter().map(|item| item.canonical_item(array)).collect::<Result<_, _>>().map(Self::Array)
            }
            (kind, _) => Err(InvalidValue::shape(&kind.name())),
        }
    }

    fn canonical_item(self, array: &ArrayType) -> Result<Self, InvalidValue> {
        if self.is_null() && !array.nullable_items {
            return Err(InvalidValue { text: "null".to_owned(), expected: array.item.name() });
        }
        self.canonical(array.item)
    }
}

impl Value<'static> {
    /// What an absent value of a type is read as: the default of a value type, null for everything else
    /// (docs/RULES.md, rule 17).
    pub fn blank(kind: Type) -> Self {
        match kind {
            Type::Scalar(scalar) => scalar.blank().map_or(Self::Null, |text| Self::Text(Cow::Borrowed(text))),
            Type::Enumeration(enumeration) => {
                enumeration.values.first().map_or(Self::Null, |first| Self::Text(Cow::Borrowed(first)))
            }
            Type::Structure(_) | Type::Array(_) => Self::Null,
        }
    }

    /// What a parameter is read as where nothing was sent: the default of a value type, null for everything else
    /// (docs/RULES.md, rule 17).
    pub fn absent(parameter: &Member) -> Self {
        match parameter.presence {
            Presence::Required => Self::blank(parameter.kind),
            Presence::Optional | Presence::Nullable => Self::Null,
        }
    }

    /// The value of a structure of which nothing was given: value types have their defaults, the rest is null.
    pub fn blank_structure(structure: &Structure) -> Self {
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
