//! Fields around others: options, boxes and arrays.

use super::{Boxed, DocumentMut, Field, Input, Step, View};
use crate::operation::InvalidValue;
use crate::value::Rest;

impl<T: Field + Default> Field for Option<T> {
    fn view(&self) -> View<'_> {
        self.as_ref().map_or(View::Null, Field::view)
    }

    fn inner(&self, index: usize) -> Option<&dyn Field> {
        self.as_ref()?.inner(index)
    }

    fn take(&mut self, input: Input<'_>) -> Result<(), InvalidValue> {
        let (was_none, is_null) = (self.is_none(), matches!(input, Input::Absent | Input::Nil));
        // Made in its place, because it may be large.
        let result = if is_null { Ok(()) } else { begun(self).take(input) };
        // One place drops the value, because the code for dropping is compiled for every place.
        if is_null || (was_none && result.is_err()) {
            *self = None;
        }
        result
    }

    fn enter(&mut self, step: Step) -> Option<&mut dyn Field> {
        begun(self).enter(step)
    }

    fn rest(&self) -> Option<&Rest> {
        self.as_ref()?.rest()
    }

    fn add_rest(&mut self, rest: Rest) {
        begun(self).add_rest(rest);
    }

    fn document_mut(&mut self) -> Option<DocumentMut<'_>> {
        begun(self).document_mut()
    }

    fn room(&mut self, more: usize) {
        if let Some(field) = self {
            field.room(more);
        }
    }
}

/// The value, created if absent.
#[inline(never)]
fn begun<T: Default>(field: &mut Option<T>) -> &mut T {
    field.get_or_insert_default()
}

impl<T: Field> Field for Boxed<T> {
    fn view(&self) -> View<'_> {
        (**self).view()
    }

    fn inner(&self, index: usize) -> Option<&dyn Field> {
        (**self).inner(index)
    }

    fn take(&mut self, input: Input<'_>) -> Result<(), InvalidValue> {
        (**self).take(input)
    }

    fn enter(&mut self, step: Step) -> Option<&mut dyn Field> {
        (**self).enter(step)
    }

    fn rest(&self) -> Option<&Rest> {
        (**self).rest()
    }

    fn add_rest(&mut self, rest: Rest) {
        (**self).add_rest(rest);
    }

    fn room(&mut self, more: usize) {
        (**self).room(more);
    }
}

/// An array, a repeated element, or a list of values in one text.
impl<T: Field + Default> Field for Vec<T> {
    fn view(&self) -> View<'_> {
        View::Items(self.len())
    }

    fn inner(&self, index: usize) -> Option<&dyn Field> {
        self.get(index).map(|item| item as &dyn Field)
    }

    fn take(&mut self, input: Input<'_>) -> Result<(), InvalidValue> {
        match input {
            Input::Absent | Input::Nil => {
                self.clear();
                Ok(())
            }
            Input::Text(text) => {
                let before = std::mem::take(self);
                let result = take_list(self, &text);
                if result.is_err() {
                    *self = before;
                }
                result
            }
            Input::Xml(_) | Input::Attribute(..) => Err(InvalidValue::shape("array")),
        }
    }

    fn enter(&mut self, step: Step) -> Option<&mut dyn Field> {
        match step {
            Step::Items => {
                self.clear();
                Some(self)
            }
            Step::Item => {
                self.push(T::default());
                self.last_mut().map(|item| item as &mut dyn Field)
            }
            _ => None,
        }
    }

    fn room(&mut self, more: usize) {
        self.reserve_exact(more);
        self.shrink_to(self.len() + more);
    }
}

/// Appends the items of a list.
fn take_list(items: &mut dyn Field, text: &str) -> Result<(), InvalidValue> {
    for text in text.split_ascii_whitespace() {
        if let Some(item) = items.enter(Step::Item) {
            item.take(Input::Text(text.into()))?;
        }
    }
    Ok(())
}
