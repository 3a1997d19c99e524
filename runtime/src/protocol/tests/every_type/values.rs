//! Arbitrary values of a type.

use proptest::prelude::*;

use super::super::round_trips::scalar_text;
use super::types::scalars;
use crate::operation::*;
use crate::value::{Chosen, TypedValue, Value};

/// A text that comes back unchanged.
fn text_of(kind: Type) -> BoxedStrategy<String> {
    match kind {
        Type::Scalar(Scalar::QName) => "\\{(urn:[a-z&]{1,3})?\\}[a-zé]{1,8}".boxed(),
        // Blanks around these are ignored.
        Type::Scalar(scalar) if scalar != Scalar::String => {
            scalar_text(scalar).prop_map(|text| text.trim_matches([' ', '\t', '\r', '\n']).to_owned()).boxed()
        }
        Type::Scalar(scalar) => scalar_text(scalar),
        Type::Enumeration(all) if all.flags => {
            prop::sample::subsequence(all.values.to_vec(), 0..=all.values.len()).prop_map(|all| all.join(" ")).boxed()
        }
        Type::Enumeration(all) => prop::sample::select(all.values.to_vec()).prop_map(str::to_owned).boxed(),
        Type::List(list) => prop::collection::vec(text_of(list.item), 0..4).prop_map(|all| all.join(" ")).boxed(),
        _ => Just(String::new()).boxed(),
    }
}

/// Elements that declare the prefixes they use.
fn element() -> impl Strategy<Value = Value<'static>> {
    let all = [
        "<x xmlns=\"\">a &amp; b<y/></x>",
        "<w xmlns=\"urn:w\" a=\"1\"/>",
        "<p:y xmlns:p=\"urn:p\" p:a=\"&lt;\"><p:z>t</p:z></p:y>",
    ];
    prop::sample::select(all.to_vec()).prop_map(|xml| Value::Xml(xml.into()))
}

fn inner_xml() -> impl Strategy<Value = Value<'static>> {
    prop::collection::vec(prop_oneof![element(), Just(Value::Xml("text &amp; ".into()))], 0..3).prop_map(|all| {
        let all: Vec<_> = all.iter().map(|xml| if let Value::Xml(xml) = xml { xml.as_ref() } else { "" }).collect();
        Value::Xml(all.concat().into())
    })
}

/// Values of a type. `types` are those that a value of any type may have.
pub(super) fn values(kind: Type, types: &[Type], depth: usize) -> BoxedStrategy<Value<'static>> {
    match kind {
        Type::Scalar(_) | Type::Enumeration(_) | Type::List(_) => text_of(kind).prop_map(Value::from).boxed(),
        Type::Xml(_) | Type::DataSet(_) => inner_xml().boxed(),
        Type::Any => {
            let scalar = scalars().prop_flat_map(|scalar| {
                let kind = Type::Scalar(scalar);
                values(kind, &[], 0).prop_map(move |value| Value::OfType(Box::new(TypedValue { kind, value })))
            });
            let named: Vec<_> = if depth > 3 {
                Vec::new()
            } else {
                types
                    .iter()
                    .map(|kind| {
                        let kind = *kind;
                        let value = values(kind, &[], depth + 2);
                        value
                            .prop_map(move |value| match value {
                                Value::OfType(_) => value,
                                value => Value::OfType(Box::new(TypedValue { kind, value })),
                            })
                            .boxed()
                    })
                    .collect()
            };
            let named = prop::strategy::Union::new([scalar.boxed()].into_iter().chain(named));
            prop_oneof![1 => inner_xml(), 3 => named].boxed()
        }
        Type::Structure(structure) => {
            let own = members(structure, types, depth);
            match structure.derived().first() {
                Some(derived) => {
                    let kind = Type::Structure(derived);
                    let derived = members(derived, types, depth)
                        .prop_map(move |value| Value::OfType(Box::new(TypedValue { kind, value })));
                    prop_oneof![own, derived].boxed()
                }
                None => own,
            }
        }
        Type::Array(array) if !array.alternatives.is_empty() => {
            prop::collection::vec(chosen(array.alternatives, types, depth + 1), 0..4).prop_map(Value::Array).boxed()
        }
        Type::Array(array) => {
            let item = values(array.item, types, depth + 1);
            let item = if array.nullable_items { prop_oneof![1 => Just(Value::Nil), 3 => item].boxed() } else { item };
            prop::collection::vec(item, 0..4).prop_map(Value::Array).boxed()
        }
    }
}

fn chosen(alternatives: &'static [Member], types: &[Type], depth: usize) -> BoxedStrategy<Value<'static>> {
    let each = alternatives.iter().enumerate().map(|(alternative, member)| {
        prop_oneof![1 => Just(Value::Nil), 5 => values(member.kind, types, depth)]
            .prop_map(move |value| Value::Choice(Box::new(Chosen { alternative, value })))
            .boxed()
    });
    prop::strategy::Union::new(each).boxed()
}

fn members(structure: &'static Structure, types: &[Type], depth: usize) -> BoxedStrategy<Value<'static>> {
    let each = structure.members().iter().map(|member| in_place(member, types, depth + 1));
    each.collect::<Vec<_>>().prop_map(Value::Structure).boxed()
}

/// Values of a member that come back unchanged.
fn in_place(member: &'static Member, types: &[Type], depth: usize) -> BoxedStrategy<Value<'static>> {
    let none = || Just(Value::Null).boxed();
    match member.place {
        // Ends a structure that contains itself.
        Place::Element if member.presence == Presence::Optional && depth > 6 => none(),
        Place::Element if member.repeated => {
            let item = values(member.kind, types, depth);
            let nil = Just(Value::Nil);
            let item = if member.presence.is_nullable() { prop_oneof![1 => nil, 3 => item].boxed() } else { item };
            let items = prop::collection::vec(item, 1..4).prop_map(Value::Array);
            prop_oneof![1 => none(), 3 => items].boxed()
        }
        Place::Element | Place::Attribute => {
            let value = values(member.kind, types, depth);
            match member.presence {
                Presence::Required => value,
                Presence::Optional => prop_oneof![1 => none(), 2 => value].boxed(),
                Presence::Nullable => prop_oneof![1 => Just(Value::Nil), 2 => value].boxed(),
                Presence::OptionalNullable => prop_oneof![1 => none(), 1 => Just(Value::Nil), 2 => value].boxed(),
            }
        }
        Place::Text => text_of(member.kind).prop_map(Value::from).boxed(),
        Place::Mixed => inner_xml().boxed(),
        Place::Choice(alternatives) if member.repeated => {
            let many = prop::collection::vec(chosen(alternatives, types, depth), 1..4).prop_map(Value::Array);
            prop_oneof![1 => none(), 3 => many].boxed()
        }
        Place::Choice(alternatives) => prop_oneof![1 => none(), 3 => chosen(alternatives, types, depth)].boxed(),
        Place::AnyElements => {
            prop_oneof![1 => none(), 2 => prop::collection::vec(element(), 1..3).prop_map(Value::Array)].boxed()
        }
        Place::AnyAttributes => {
            let pairs = prop::sample::subsequence(vec!["plain", "{urn:one}a", "{urn:other}b"], 1..3);
            let pairs = (pairs, prop::collection::vec("[ -~é\n\t]{0,6}", 3)).prop_map(|(names, texts)| {
                Value::Attributes(names.into_iter().map(Into::into).zip(texts.into_iter().map(Into::into)).collect())
            });
            prop_oneof![1 => none(), 2 => pairs].boxed()
        }
    }
}
