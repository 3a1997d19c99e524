//! Wrapped arrays.

use super::unreadable::Unreadable;
use super::{Nil, ValueReader};
use crate::operation::ArrayType;
use crate::protocol::value::values_left::ValuesLeft;
use crate::value::{Chosen, Value};
use crate::xml::{PullReader, Pulled};

impl ValueReader<'_> {
    /// Items by name; anything else is passed over.
    pub(super) fn array_into(
        &self,
        array: &'static ArrayType,
        element: &mut PullReader<'_>,
        place: &mut Value<'static>,
    ) -> Result<(), Unreadable> {
        let mut items = match (self.nil, self.left) {
            // A request may be made of items and little else: there is never room for more of them than it has, and for one that is too many.
            (Nil::NotNull, Some(left)) => {
                Vec::with_capacity(element.elements_ahead(ValuesLeft::count(left)).saturating_add(1))
            }
            _ => Vec::new(),
        };
        let any_items = self.any_items && self.nesting == 1;
        let namespace = array.item_namespace.uri(self.namespace);
        let depth = element.depth();
        loop {
            if array.alternatives.is_empty() {
                while self.plain_value(array.item, array.item_name, namespace, None, element, || pushed(&mut items))? {}
            }
            let Some(inside) = element.content(depth) else { break };
            match inside {
                Pulled::Start if !array.alternatives.is_empty() => {
                    match self.alternative(array.alternatives, element) {
                        Some((alternative, member)) => {
                            let value = self.parameter(member, element)?;
                            items.push(Value::Choice(Box::new(Chosen { alternative, value })));
                        }
                        None => self.unknown(element),
                    }
                }
                Pulled::Start if any_items || Self::is_named(element, array.item_name, namespace) => {
                    // One more than there may be would double the room.
                    if self.left.is_some_and(|left| left.count() == 0) {
                        return Err(Unreadable::too_many(element));
                    }
                    if let Some(item) = pushed(&mut items) {
                        self.value_into(array.item, array.nullable_items, None, element, item)?;
                    }
                }
                Pulled::Start => self.unknown(element),
                Pulled::Text(text) => self.stray(&text, element),
                Pulled::Other => {}
            }
        }
        // A few places too many cost less than a move.
        if items.capacity() - items.len() > items.len() {
            items.shrink_to_fit();
        }
        *place = Value::Array(items);
        Ok(())
    }
}

/// The place of one more value.
pub(super) fn pushed<'v>(values: &'v mut Vec<Value<'static>>) -> Option<&'v mut Value<'static>> {
    values.push(Value::Null);
    values.last_mut()
}
