//! The type that a Rust type is in descriptors.

use std::marker::PhantomData;

use crate::operation::{ArrayType, Member, Type};

/// The type of a field in a descriptor, by its Rust type.
pub trait FieldType {
    /// The type in descriptors.
    const TYPE: Type;
    /// Its name on the wire, which is also that of an array's items.
    const NAME: &'static str;
    /// Whether the field can be null.
    const NULLABLE: bool = false;
    /// The alternatives that it is one of, if it is a choice; its type is not used then.
    const ALTERNATIVES: &'static [Member] = &[];
}

impl<T: FieldType> FieldType for Option<T> {
    const TYPE: Type = T::TYPE;
    const NAME: &'static str = T::NAME;
    const NULLABLE: bool = true;
    const ALTERNATIVES: &'static [Member] = T::ALTERNATIVES;
}

impl<T: FieldType> FieldType for Box<T> {
    const TYPE: Type = T::TYPE;
    const NAME: &'static str = T::NAME;
    const NULLABLE: bool = T::NULLABLE;
    const ALTERNATIVES: &'static [Member] = T::ALTERNATIVES;
}

/// Items of a type, as an array has them.
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
