//! What a call is: descriptors of services, operations and parameters, those of [`asmx_types`].

pub use asmx_types::{
    Area, ArrayType, DeclaredColumn, Effect, Enumeration, InvalidValue, Operation, Parameter, Presence, ResultShape,
    Role, Scalar, Service, Structure, Type, plain_text,
};
