//! Descriptors of services, operations and their messages, from [`asmx_types`].

pub use asmx_types::{
    Area, ArrayType, Content, DataSetType, DeclaredColumn, DeclaredTable, Effect, EndDate, Enumeration, Facets,
    InvalidValue, ListType, Mapping, Member, Messages, Name, Namespace, OnContradiction, Operation, Place, Port,
    Presence, Role, Scalar, Service, Structure, StructureParts, Style, Type, XmlKind, plain_text,
};
