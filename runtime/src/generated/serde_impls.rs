//! `serde::Serialize` and `Deserialize` of generated types. The work is done once, over descriptors; a type has two thin calls.

use serde_core::de::Error as _;
use serde_core::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value as Json;

use crate::json::typed;
use crate::operation::{Member, Service};
use crate::results::{DeclaredRow, DeclaredRows};
use crate::value::field::Field;
use crate::value::typed_request::{self, TypedRequest};

pub use crate::json::typed::TypeDescriptor;
pub use serde_core;

/// Names the service of the types in a module, and in modules that import all items of it: JSON names types by namespaces, and a value of
/// any type may have each type of the service.
///
/// ```text
/// rt::types_of! {
///     LIBRARY
/// }
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! __types_of {
    ($service:ident) => {
        #[allow(dead_code, reason = "a service need not have types")]
        static __SERVICE: &$crate::Service = &$service;
    };
}

/// Implements the traits for a `value` (structure, enumeration, choice), the `outputs` of an operation, a `row` or a `request`.
///
/// Requests do not implement `Serialize`: they may hold passwords, and the feature `json` does not write them either.
///
/// ```text
/// rt::serde! {
///     value Cat
/// }
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! __serde {
    (value $value:ident) => {
        $crate::__serde! {
            $value(value, serializer, deserializer) {
                $crate::__private::serialize(__SERVICE, $crate::__declared!($value), value, serializer)
            } {
                $crate::__private::deserialize(__SERVICE, $crate::__declared!($value), deserializer)
            }
        }
    };
    (outputs $outputs:ident) => {
        $crate::__serde! {
            $outputs(value, serializer, deserializer) {
                let members = <Self as $crate::__private::DeclaredResult>::OUTPUTS.unwrap_or_default();
                $crate::__private::serialize_outputs(__SERVICE, members, value, serializer)
            } {
                let members = <Self as $crate::__private::DeclaredResult>::OUTPUTS.unwrap_or_default();
                $crate::__private::deserialize_outputs(__SERVICE, members, deserializer)
            }
        }
    };
    (row $row:ident) => {
        $crate::__serde! {
            $row(value, serializer, deserializer) {
                $crate::__private::serialize_row(value, serializer)
            } {
                $crate::__private::deserialize_row(deserializer)
            }
        }
    };
    (request $request:ident) => {
        impl<'de> $crate::__private::serde_core::Deserialize<'de> for $request {
            fn deserialize<D: $crate::__private::serde_core::Deserializer<'de>>(
                deserializer: D,
            ) -> ::std::result::Result<Self, D::Error> {
                $crate::__private::deserialize_request(__SERVICE, deserializer)
            }
        }
    };
    ($type:ident($value:ident, $serializer:ident, $deserializer:ident) { $($write:tt)* } { $($read:tt)* }) => {
        impl $crate::__private::serde_core::Serialize for $type {
            fn serialize<S: $crate::__private::serde_core::Serializer>(
                &self,
                $serializer: S,
            ) -> ::std::result::Result<S::Ok, S::Error> {
                let $value = self;
                $($write)*
            }
        }
        impl<'de> $crate::__private::serde_core::Deserialize<'de> for $type {
            fn deserialize<D: $crate::__private::serde_core::Deserializer<'de>>(
                $deserializer: D,
            ) -> ::std::result::Result<Self, D::Error> {
                $($read)*
            }
        }
    };
}

/// The type of a value in descriptors.
#[doc(hidden)]
#[macro_export]
macro_rules! __declared {
    ($value:ident) => {
        $crate::__private::TypeDescriptor {
            kind: <$value as $crate::__private::FieldType>::TYPE,
            alternatives: <$value as $crate::__private::FieldType>::ALTERNATIVES,
        }
    };
}

/// Writes a structure, an enumeration or a choice.
///
/// # Errors
///
/// Those of the serializer.
pub fn serialize<S: Serializer>(
    service: &Service,
    declared: TypeDescriptor,
    value: &dyn Field,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    typed::value(service, declared, value).serialize(serializer)
}

/// Reads a structure, an enumeration or a choice.
///
/// # Errors
///
/// Those of the deserializer, and a value of another type.
pub fn deserialize<'de, T: Field + Default, D: Deserializer<'de>>(
    service: &'static Service,
    declared: TypeDescriptor,
    deserializer: D,
) -> Result<T, D::Error> {
    let json = Json::deserialize(deserializer)?;
    let mut value = T::default();
    typed::read_value(service, declared, &json, &mut value).map_err(D::Error::custom)?;
    Ok(value)
}

/// Writes the outputs of an operation.
///
/// # Errors
///
/// Those of the serializer.
pub fn serialize_outputs<S: Serializer>(
    service: &Service,
    members: &[Member],
    outputs: &dyn Field,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    typed::outputs(service, members, outputs).serialize(serializer)
}

/// Reads the outputs of an operation.
///
/// # Errors
///
/// Those of the deserializer, an unknown output, and a value of another type.
pub fn deserialize_outputs<'de, T: Field + Default, D: Deserializer<'de>>(
    service: &'static Service,
    members: &[Member],
    deserializer: D,
) -> Result<T, D::Error> {
    let json = Json::deserialize(deserializer)?;
    let mut outputs = T::default();
    typed::read_outputs(service, members, &json, &mut outputs).map_err(D::Error::custom)?;
    Ok(outputs)
}

/// Writes a row.
///
/// # Errors
///
/// Those of the serializer.
pub fn serialize_row<S: Serializer>(row: &dyn DeclaredRow, serializer: S) -> Result<S::Ok, S::Error> {
    typed::row(row).serialize(serializer)
}

/// Reads a row.
///
/// # Errors
///
/// Those of the deserializer, and a cell that is not of the declared type.
pub fn deserialize_row<'de, R: DeclaredRow + Default, D: Deserializer<'de>>(deserializer: D) -> Result<R, D::Error> {
    let json = Json::deserialize(deserializer)?;
    let table = typed::table(&R::default().table(), &json).map_err(D::Error::custom)?;
    let rows: Vec<R> = table.declared_rows().map_err(D::Error::custom)?;
    rows.into_iter().next().ok_or_else(|| D::Error::custom("the table has no row"))
}

/// Reads a request.
///
/// # Errors
///
/// Those of the deserializer, an unknown parameter, and a value of another type.
pub fn deserialize_request<'de, R: TypedRequest, D: Deserializer<'de>>(
    service: &'static Service,
    deserializer: D,
) -> Result<R, D::Error> {
    let operation = R::default().operation();
    let json = Json::deserialize(deserializer)?;
    let values = typed::request(service, operation, &json).map_err(D::Error::custom)?;
    typed_request::fill(values).map_err(|(_, invalid)| D::Error::custom(invalid))
}
