//! The names of types in documents.

use std::borrow::Cow;

use asmx_types::rules::{Kind, array_name};
use asmx_types::xml_name::encode_local_name;

use super::{ArrayType, NamedType, Type, XmlKind};

/// Gives types their names in documents. An array without a stated name is named after its items; a list has the name of its items.
#[derive(Debug, Clone, Copy)]
pub struct Naming<N> {
    named: N,
    written: fn(&str) -> Cow<'_, str>,
}

impl<N: Fn(usize) -> String> Naming<N> {
    /// Names as in XML. `named` gives the encoded names of named types.
    pub const fn encoded(named: N) -> Self {
        Self { named, written: encode_local_name }
    }

    /// Names as in .NET. `named` gives the decoded names of named types.
    pub const fn decoded(named: N) -> Self {
        Self { named, written: |name| Cow::Borrowed(name) }
    }

    pub fn of(&self, kind: &Type) -> String {
        match kind {
            Type::Named(index) => (self.named)(*index),
            Type::Array(array) => self.of_array(array),
            Type::List(item) => self.of(item),
            Type::Scalar(_) | Type::Any | Type::Xml(_) => kind.kind(|_| Kind::Structure).name().to_owned(),
        }
    }

    pub fn of_array(&self, array: &ArrayType) -> String {
        match &array.name {
            Some(name) => (self.written)(name).into_owned(),
            None if array.alternatives.is_empty() => array_name(&self.of(&array.item)),
            None => "ArrayOfChoice".to_owned(),
        }
    }

    /// The name of the elements of such items.
    pub fn of_items(&self, kind: &Type) -> String {
        if *kind == Type::Xml(XmlKind::Content) { "XmlNode".to_owned() } else { self.of(kind) }
    }
}

/// Names in XML, with these named types.
pub fn encoded(types: &[NamedType]) -> Naming<impl Fn(usize) -> String + '_> {
    Naming::encoded(|index| {
        types.get(index).map(|named| encode_local_name(&named.name).into_owned()).unwrap_or_default()
    })
}

/// Names in .NET, with these named types.
pub fn decoded(types: &[NamedType]) -> Naming<impl Fn(usize) -> String + '_> {
    Naming::decoded(|index| types.get(index).map(|named| named.name.clone()).unwrap_or_default())
}
