//! Writes members: single and repeated elements, choices, arrays.

use super::tags::{Tag, is_written_plainly};
use super::{Unwritable, ValueWriter, text_of};
use crate::operation::{ArrayType, Member, Place, Presence, Type};
use crate::value::field::{Field, View};

impl<'a> ValueWriter<'a> {
    #[inline(never)]
    pub(super) fn member(&mut self, tag: &Tag<'_>, member: &Member, field: &dyn Field) -> Result<(), Unwritable> {
        let result = match member.place {
            Place::Element if member.repeated => self.repeated(tag, member, field),
            Place::Element => self.one(tag, member, field),
            Place::Choice(_) if !member.repeated && field.view().is_null() => Ok(()),
            Place::Choice(alternatives) if !member.repeated => self.chosen(alternatives, field),
            // Attributes are in the start tag.
            Place::Attribute | Place::AnyAttributes => Ok(()),
            place => self.without_element(place, member, field),
        };
        result.map_err(|unwritable| unwritable.within(member))
    }

    fn without_element(&mut self, place: Place, member: &Member, field: &dyn Field) -> Result<(), Unwritable> {
        match (place, field.view().with_text()) {
            (_, View::Null | View::Nil) => Ok(()),
            (Place::Text, view) => self.content_of(member.kind, field, &view),
            (Place::Mixed, View::Xml(xml)) => self.fragment(&xml),
            (Place::Mixed, View::Text(text)) => self.text(&text),
            (Place::Choice(alternatives), View::Items(_)) => {
                field.members().try_for_each(|item| self.chosen(alternatives, item))
            }
            (Place::Choice(_), _) => Err(Unwritable::new("is not one of the alternatives")),
            (Place::AnyElements, View::Items(_)) => field.members().try_for_each(|element| match element.view() {
                View::Xml(xml) => self.element_fragment(&xml),
                _ => Err(Unwritable::new("contains something other than elements")),
            }),
            _ => Err(Unwritable::new("is not XML")),
        }
    }

    fn one(&mut self, tag: &Tag<'_>, member: &Member, field: &dyn Field) -> Result<(), Unwritable> {
        let namespace = self.namespace_of(member);
        let view = field.view();
        let mut digits = itoa::Buffer::new();
        if let Some(text) = text_of(&view, &mut digits) {
            return match member.kind {
                _ if self.is_default(member, text) => Ok(()),
                kind if is_written_plainly(kind) => self.text_element(tag, namespace, text),
                kind => self.element(tag.name(), namespace, kind, field, &view),
            };
        }
        match (&view, member.presence) {
            (View::Null | View::Nil, Presence::Optional) | (View::Null, Presence::OptionalNullable) => Ok(()),
            (View::Null, _) | (View::Nil, Presence::Required) if self.unchecked => Ok(()),
            (View::Null | View::Nil, Presence::Nullable) | (View::Nil, Presence::OptionalNullable) => {
                self.nil(tag.name(), namespace);
                Ok(())
            }
            (View::Null | View::Nil, Presence::Required) => {
                // A response leaves out missing values.
                if self.is_server() && !member.kind.kind().is_value() || !member.must_be_given() {
                    return Ok(());
                }
                Err(Unwritable::new("is required and was not given"))
            }
            _ => self.element(tag.name(), namespace, member.kind, field, &view),
        }
    }

    /// Whether genuine servers leave the value out because it is the default.
    pub(super) fn is_default(&self, member: &Member, text: &str) -> bool {
        self.is_server() && member.presence.is_optional() && member.default == Some(text)
    }

    fn repeated(&mut self, tag: &Tag<'_>, member: &Member, field: &dyn Field) -> Result<(), Unwritable> {
        match field.view() {
            View::Items(_) => {}
            // As for an empty array, there are no elements.
            View::Null | View::Nil => return Ok(()),
            _ => return Err(Unwritable::of_another_type(member.kind)),
        }
        let items = Items {
            tag,
            namespace: self.namespace_of(member),
            kind: member.kind,
            alternatives: &[],
            nullable: member.presence.is_nullable() || self.unchecked,
            never_null: "is null, which is not allowed",
        };
        self.items(&items, field)
    }

    fn chosen(&mut self, alternatives: &'static [Member], field: &dyn Field) -> Result<(), Unwritable> {
        let View::Chosen(alternative) = field.view() else {
            return Err(Unwritable::new("is not one of the alternatives"));
        };
        let Some((member, field)) = alternatives.get(alternative).zip(field.inner(0)) else {
            return Err(Unwritable::new("is not one of the alternatives"));
        };
        let cached = self.tags.of_members(alternatives);
        let tag_of_member;
        let tag = if let Some(tag) = cached.as_deref().and_then(|tags| tags.get(alternative)) {
            tag
        } else {
            tag_of_member = Tag::of(member.name);
            &tag_of_member
        };
        // A chosen alternative has an element, even if it is null.
        if field.view().is_null() {
            self.nil(tag.name(), self.namespace_of(member));
            return Ok(());
        }
        self.member(tag, member, field)
    }

    /// Writes the items of an array with another name than the array declares. `name` is not encoded.
    pub(crate) fn items_called(
        &mut self,
        name: &str,
        namespace: &'a str,
        kind: Type,
        nullable: bool,
        field: &dyn Field,
    ) -> Result<(), Unwritable> {
        let tag = Tag::of(name);
        let never_null = "is null, which is not allowed";
        self.items(&Items { tag: &tag, namespace, kind, alternatives: &[], nullable, never_null }, field)
    }

    fn items(&mut self, items: &Items<'a, '_>, field: &dyn Field) -> Result<(), Unwritable> {
        for (index, item) in field.members().enumerate() {
            self.an_item(items, item).map_err(|unwritable| unwritable.under(&format!("[{index}]")))?;
        }
        Ok(())
    }

    fn an_item(&mut self, items: &Items<'a, '_>, item: &dyn Field) -> Result<(), Unwritable> {
        let view = item.view();
        let mut digits = itoa::Buffer::new();
        match (text_of(&view, &mut digits), &view) {
            (Some(text), _) if is_written_plainly(items.kind) => self.text_element(items.tag, items.namespace, text),
            (_, View::Chosen(_)) if !items.alternatives.is_empty() => self.chosen(items.alternatives, item),
            (_, View::Null | View::Nil) if items.nullable => {
                self.nil(items.tag.name(), items.namespace);
                Ok(())
            }
            (_, View::Null | View::Nil) => Err(Unwritable::new(items.never_null)),
            _ => self.element(items.tag.name(), items.namespace, items.kind, item, &view),
        }
    }

    pub(super) fn array(
        &mut self,
        array: &'static ArrayType,
        count: usize,
        field: &dyn Field,
    ) -> Result<(), Unwritable> {
        let items = Items {
            tag: &Tag::of_items(array, count),
            namespace: array.item_namespace.uri(self.service),
            kind: array.item,
            alternatives: array.alternatives,
            nullable: array.nullable_items || self.unchecked,
            never_null: "is null, which is not allowed for items of this array",
        };
        self.nested(|writer| writer.items(&items, field))
    }
}

struct Items<'a, 't> {
    tag: &'t Tag<'t>,
    namespace: &'a str,
    kind: Type,
    /// The alternatives of items that are choices; otherwise empty.
    alternatives: &'static [Member],
    nullable: bool,
    /// The reason for refusing a null item.
    never_null: &'static str,
}
