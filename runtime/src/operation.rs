//! What a call is: descriptors of services, operations and parameters, those of [`asmx_types`].

pub use crate::invalid_value::InvalidValue;
pub use asmx_types::{
    Area, ArrayType, DeclaredColumn, Effect, Enumeration, Operation, Parameter, Presence, ResultShape, Role, Scalar,
    Service, Structure, Type,
};
