//! The types of Rust types in descriptors.

use std::marker::PhantomData;

use crate::operation::{ArrayType, Member, Type};

/// The type of a field in a descriptor, by its Rust type.
pub trait FieldType {
    /// The type in descriptors.
    const TYPE: Type;
    /// The name on the wire, also of items in an array.
    const NAME: &'static str;
    /// Whether the field can be null.
    const NULLABLE: bool = false;
    /// The alternatives of a choice, whose type is then not used.
    const ALTERNATIVES: &'static [Member] = &[];
}

impl<T: FieldType> FieldType for Option<T> {
    const TYPE: Type = T::TYPE;
    const NAME: &'static str = T::NAME;
    const NULLABLE: bool = true;
    const ALTERNATIVES: &'static [Member] = T::ALTERNATIVES;
}

/// The array with items of a type.
struct ItemsOf<T>(PhantomData<T>);

impl<T: FieldType> ItemsOf<T> {
    const ARRAY: ArrayType = {
        let array = ArrayType::new(T::TYPE, T::NAME).alternatives(T::ALTERNATIVES);
        if T::NULLABLE { array.nullable_items() } else { array }
    };
}

impl<T: FieldType + 'static> FieldType for Vec<T> {
    const TYPE: Type = Type::Array(&ItemsOf::<T>::ARRAY);
    const NAME: &'static str = "";
}
