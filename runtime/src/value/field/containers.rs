//! Fields around others: what may be absent, what is boxed, and arrays.

use super::{Field, Given, Step, View};
use crate::operation::InvalidValue;

impl<T: Field + Default> Field for Option<T> {
    fn view(&self) -> View<'_> {
        self.as_ref().map_or(View::Null, Field::view)
    }

    fn inside(&self, index: usize) -> Option<&dyn Field> {
        self.as_ref()?.inside(index)
    }

    fn take(&mut self, given: Given<'_>) -> Result<(), InvalidValue> {
        if matches!(given, Given::Absent | Given::Nil) {
            *self = None;
            return Ok(());
        }
        if let Some(field) = self {
            return field.take(given);
        }
        // Made where it stays: it may be large.
        let taken = self.insert(T::default()).take(given);
        if taken.is_err() {
            *self = None;
        }
        taken
    }

    fn enter(&mut self, step: Step) -> Option<&mut dyn Field> {
        self.get_or_insert_default().enter(step)
    }

    fn room(&mut self, more: usize) {
        if let Some(field) = self {
            field.room(more);
        }
    }
}

impl<T: Field> Field for Box<T> {
    fn view(&self) -> View<'_> {
        (**self).view()
    }

    fn inside(&self, index: usize) -> Option<&dyn Field> {
        (**self).inside(index)
    }

    fn take(&mut self, given: Given<'_>) -> Result<(), InvalidValue> {
        (**self).take(given)
    }

    fn enter(&mut self, step: Step) -> Option<&mut dyn Field> {
        (**self).enter(step)
    }

    fn room(&mut self, more: usize) {
        (**self).room(more);
    }
}

/// An array, what is repeated, or a list of values in one text.
impl<T: Field + Default> Field for Vec<T> {
    fn view(&self) -> View<'_> {
        View::Items(self.len())
    }

    fn inside(&self, index: usize) -> Option<&dyn Field> {
        self.get(index).map(|item| item as &dyn Field)
    }

    fn take(&mut self, given: Given<'_>) -> Result<(), InvalidValue> {
        match given {
            Given::Absent | Given::Nil | Given::Items => {
                self.clear();
                Ok(())
            }
            Given::Text(text) => {
                let mut items = Self::new();
                for text in text.split_ascii_whitespace() {
                    let mut item = T::default();
                    item.take(Given::Text(text.into()))?;
                    items.push(item);
                }
                *self = items;
                Ok(())
            }
            Given::Members(_) | Given::Xml(_) | Given::Attribute(..) => Err(InvalidValue::shape("array")),
        }
    }

    fn enter(&mut self, step: Step) -> Option<&mut dyn Field> {
        if step != Step::Item {
            return None;
        }
        self.push(T::default());
        self.last_mut().map(|item| item as &mut dyn Field)
    }

    fn room(&mut self, more: usize) {
        self.reserve_exact(more);
        self.shrink_to(self.len() + more);
    }
}
