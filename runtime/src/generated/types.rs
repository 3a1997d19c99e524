//! The types of a service where a value may be of any.

use crate::operation::{ArrayType, Scalar, Type};

/// The types that `xsi:type` may name: those of the service, and arrays of what is built in.
#[doc(hidden)]
#[macro_export]
macro_rules! __types {
    ($($own:expr),* $(,)?) => {
        $crate::__types!(@with [$($own),*] String Boolean Byte UnsignedByte Short UnsignedShort Int UnsignedInt Long
            UnsignedLong Integer Float Double Decimal DateTime Date Time Duration Base64Binary HexBinary AnyUri QName
            Guid Char NormalizedString Token Language Name NcName NmToken NmTokens Id IdRef IdRefs Entity Entities Notation
            GYear GYearMonth GMonth GMonthDay GDay NonNegativeInteger PositiveInteger NonPositiveInteger NegativeInteger)
    };
    (@with [$($own:expr),*] $($scalar:ident)*) => {
        &[
            $($own,)*
            $($crate::Type::Array(&$crate::__private::array_of($crate::Scalar::$scalar)),)*
            $crate::Type::Array(&$crate::ArrayType::new($crate::Type::Any, "anyType").nullable_items()),
        ]
    };
}

/// An array of a built-in type, as servers name it.
pub const fn array_of(scalar: Scalar) -> ArrayType {
    let array = ArrayType::new(Type::Scalar(scalar), scalar.name());
    if scalar.is_reference() { array.nullable_items() } else { array }
}
