//! A box that hides its content from the compiler's checks of auto traits.

use std::fmt;
use std::ops::{Deref, DerefMut};

use super::{FieldType, IntoValue, SingleValue};
use crate::operation::{Member, Type};

/// A box for a value in a circle or a long line of types that contain each other.
///
/// Generated structures use it like a [`Box`], also around a `Vec`: `*` gives the value, `from` makes the box. The compiler knows that the box
/// is `Send` and `Sync` without looking inside. With a `Box` it would follow the circle and stop with `overflow evaluating the requirement`
/// (E0275).
pub struct Boxed<T>(Box<dyn Pointee<T> + Send + Sync>);

/// A value of type `T`, hidden behind a trait object.
trait Pointee<T> {
    fn get(&self) -> &T;

    fn get_mut(&mut self) -> &mut T;

    fn to_boxed(&self) -> Boxed<T>;

    fn into_inner(self: Box<Self>) -> T;
}

impl<T: Clone + Send + Sync + 'static> Pointee<T> for T {
    fn get(&self) -> &T {
        self
    }

    fn get_mut(&mut self) -> &mut T {
        self
    }

    fn to_boxed(&self) -> Boxed<T> {
        Boxed::from(self.clone())
    }

    fn into_inner(self: Box<Self>) -> T {
        *self
    }
}

impl<T> Boxed<T> {
    /// The value without the box.
    pub fn into_inner(self) -> T {
        self.0.into_inner()
    }
}

impl<T: Clone + Send + Sync + 'static> From<T> for Boxed<T> {
    fn from(value: T) -> Self {
        Self(Box::new(value))
    }
}

impl<T: Default + Clone + Send + Sync + 'static> Default for Boxed<T> {
    fn default() -> Self {
        Self::from(T::default())
    }
}

impl<T> Deref for Boxed<T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.0.get()
    }
}

impl<T> DerefMut for Boxed<T> {
    fn deref_mut(&mut self) -> &mut T {
        self.0.get_mut()
    }
}

impl<T> Clone for Boxed<T> {
    fn clone(&self) -> Self {
        self.0.to_boxed()
    }
}

impl<T: fmt::Debug> fmt::Debug for Boxed<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(formatter)
    }
}

impl<T: PartialEq> PartialEq for Boxed<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T> IntoIterator for Boxed<Vec<T>> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.into_inner().into_iter()
    }
}

impl<'a, T> IntoIterator for &'a Boxed<Vec<T>> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T: FieldType> FieldType for Boxed<T> {
    const TYPE: Type = T::TYPE;
    const NAME: &'static str = T::NAME;
    const NULLABLE: bool = T::NULLABLE;
    const ALTERNATIVES: &'static [Member] = T::ALTERNATIVES;
}

impl<I, T> IntoValue<Boxed<Vec<T>>> for I
where
    I: IntoIterator,
    I::Item: IntoValue<T>,
    T: Clone + Send + Sync + 'static,
{
    fn into_value(self) -> Boxed<Vec<T>> {
        Boxed::from(IntoValue::<Vec<T>>::into_value(self))
    }
}

impl<I, T> IntoValue<Option<Boxed<Vec<T>>>> for I
where
    I: IntoIterator,
    I::Item: IntoValue<T>,
    T: Clone + Send + Sync + 'static,
{
    fn into_value(self) -> Option<Boxed<Vec<T>>> {
        Some(self.into_value())
    }
}

impl<T: SingleValue + Clone + 'static> IntoValue<Option<Boxed<T>>> for T {
    fn into_value(self) -> Option<Boxed<T>> {
        Some(Boxed::from(self))
    }
}

impl<T: SingleValue + Clone + 'static> IntoValue<Option<Boxed<T>>> for Option<T> {
    fn into_value(self) -> Option<Boxed<T>> {
        self.map(Boxed::from)
    }
}
