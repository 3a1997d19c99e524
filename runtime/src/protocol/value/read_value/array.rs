//! Reads arrays whose items are in one element.

use super::ValueReader;
use super::problems::Unreadable;
use super::scalar::OfText;
use crate::operation::ArrayType;
use crate::value::field::{Field, Step};
use crate::xml::{PullReader, Pulled};

impl ValueReader<'_> {
    /// Reads the items of an array by their name. Other elements are skipped.
    pub(super) fn array_into(
        &self,
        array: &'static ArrayType,
        element: &mut PullReader<'_>,
        slot: &mut dyn Field,
    ) -> Result<(), Unreadable> {
        let slot = self.enter(slot, Step::Items, element)?;
        // A request may consist mostly of items, so the room never exceeds their number plus one that is too many.
        let is_bound = self.deviations.is_none();
        if is_bound {
            slot.room(element.elements_ahead(self.budget.count()).saturating_add(1));
        }
        let any_items = self.any_items && self.nesting == 1;
        let namespace = array.item_namespace.uri(self.namespace);
        let depth = element.depth();
        loop {
            if array.alternatives.is_empty() {
                while self.plain_value(array.item, array.item_name, namespace, OfText::NOTHING, element, || {
                    slot.enter(Step::Item)
                })? {}
            }
            let Some(event) = element.content(depth) else { break };
            match event {
                Pulled::Start => {
                    let chosen = self.alternative(array.alternatives, element);
                    let is_item = chosen.is_some()
                        || array.alternatives.is_empty()
                            && (any_items || Self::is_named(element, array.item_name, namespace));
                    if !is_item {
                        self.unknown(namespace, element)?;
                        continue;
                    }
                    // One item too many would double the room.
                    if self.budget.count() == 0 {
                        return Err(Unreadable::too_many(element));
                    }
                    let item = self.enter(slot, Step::Item, element)?;
                    self.item(item, element)?;
                    match chosen {
                        Some(_) if !self.takes_object() => return Err(Unreadable::too_many(element)),
                        Some((alternative, member)) => {
                            let value = self.enter(item, Step::Alternative(alternative), element)?;
                            self.member_into(member, element, value)?;
                        }
                        None => self.value_into(array.item, array.nullable_items, OfText::NOTHING, element, item)?,
                    }
                }
                Pulled::Text(text) => self.stray(&text, element, false)?,
                Pulled::Other => {}
            }
        }
        if is_bound {
            slot.room(0);
        }
        Ok(())
    }
}
