//! Macros and functions that only generated code calls. A macro defines the Rust items of an operation or a type. The functions are the
//! parts of these items that would otherwise be compiled once for each.
//!
//! The documentation of a macro has an example of a call; `runtime/tests/snapshots/expansions` has what the example expands to.
//!
//! The printer of generated code breaks long lines, and then writes a comma before the closing bracket. So a macro accepts that comma wherever
//! it reads something in brackets.

mod choice;
mod data_set;
mod derived;
mod enumeration;
mod flags;
#[cfg(not(feature = "serde"))]
mod no_serde_impls;
mod operation;
mod output;
mod record;
mod result;
mod row;
#[cfg(feature = "serde")]
mod serde_impls;
mod service;
mod structure;

use std::fmt;
use std::future::Future;
use std::pin::Pin;

use crate::call::handler::{Call, Handler, RawOutput};
use crate::error::Error;
use crate::fault::Fault;
use crate::results;
use crate::value::request;
use crate::value::request::Request;

pub use crate::Transport;
pub use crate::call::handler::HandlerFuture;
pub use crate::call::service_request::{ServiceRequest, read, read_call};
pub use crate::client::prepared::Prepared;
pub use crate::fields::{TakesFields, TakesJoinedFields};
pub use crate::operation::{
    Area, ArrayType, Content, DataSetType, DeclaredColumn, DeclaredTable, EndDate, Enumeration, InvalidValue, ListType,
    Mapping, Member, Messages, Name, Namespace, OnContradiction, Operation, Port, Presence, Role, Scalar, Service,
    Structure, StructureParts, Style, Type, XmlKind,
};
pub use crate::records::TakesRecords;
pub use crate::results::{ColumnField, DataTable, DeclaredRow, JsonText, UndeclaredColumns, XmlText};
pub use crate::value::field::{
    AnyValue, Attributes, Boxed, DocumentMut, Field, FieldType, Input, IntoText, IntoValue, Nillable, SingleValue,
    Step, View, XmlFragment,
};
pub use crate::value::headers::WithHeaders;
pub use crate::value::message::UnexpectedResult;
pub use crate::value::output::ExpectedResult;
pub use crate::value::output::Output;
pub use crate::value::result::{ResultType, SinglePart, Typed};
pub use crate::value::typed_request::TypedRequest;
pub use crate::{
    __abstract_structure as abstract_structure, __choice as choice, __client as client, __data_set as data_set,
    __derived as derived, __enumeration as enumeration, __flags as flags, __operation as operation, __output as output,
    __row as row, __service as service, __structure as structure, __types_of as types_of, xsd,
};
pub use crate::{DataSet, DelimitedText, Integers, Text, XmlDocument};
pub use choice::{debug_choice, single_inner};
pub use data_set::{empty_data_set, rows_of, with_rows};
pub use derived::Getter;
pub use enumeration::{first_value, read_enumeration, unknown_value};
pub use flags::FlagSet;
pub use output::{debug_output, output_message, read_output};
pub use result::{DeclaredResult, result_part, returning};
#[cfg(feature = "serde")]
pub use serde_impls::*;
pub use structure::{debug_structure, take_nothing, take_structure};

/// Generated code names the version of the runtime that it needs. If the compiler does not find this constant, set `asmx-codegen` and
/// `asmx-runtime` to the same version.
pub const CONTRACT_3: () = ();

/// The return type of the methods of a service trait: a boxed future of the result or a fault.
///
/// ```
/// use asmx_runtime::{ServiceFuture, Fault, Text};
///
/// struct Greeter;
///
/// impl Greeter {
///     fn greet(&self, name: Option<String>) -> ServiceFuture<'_, Text> {
///         Box::pin(async move {
///             let name = name.ok_or_else(|| Fault::client("who is it?"))?;
///             Ok(Text::new(format!("Good day, {name}")))
///         })
///     }
/// }
/// ```
pub type ServiceFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, Fault>> + Send + 'a>>;

/// Passes a call to its method of a service trait.
pub trait Dispatch: Send + Sync {
    /// Starts the method of the call's operation.
    ///
    /// # Errors
    ///
    /// The operation is unknown, or the request is not of its type.
    fn dispatch<'a>(&'a self, call: &Call) -> Result<HandlerFuture<'a>, Error>;
}

impl<D: Dispatch> Handler for D {
    fn handle<'a>(&'a self, call: &'a Call) -> HandlerFuture<'a> {
        let operation = call.operation();
        match self.dispatch(call) {
            Ok(future) => Box::pin(async move { future.await.map_err(|error| error.with_operation(operation)) }),
            Err(error) => Box::pin(async move { Err(error.with_operation(operation)) }),
        }
    }
}

/// A parameter with its documentation, in one call: descriptors have many of them.
pub const fn parameter(name: &'static str, kind: Type, doc: &'static str) -> Member {
    Member::new(name, kind).doc(doc)
}

/// A member of a structure, in the namespace of the structure.
pub const fn member(namespace: Namespace, name: &'static str, kind: Type, doc: &'static str) -> Member {
    parameter(name, kind, doc).namespace(namespace)
}

/// The built-in type of a column's field.
pub const fn scalar_of<T: FieldType>() -> Scalar {
    match T::TYPE {
        Type::Scalar(scalar) => scalar,
        Type::Enumeration(_)
        | Type::Structure(_)
        | Type::Array(_)
        | Type::List(_)
        | Type::Any
        | Type::Xml(_)
        | Type::DataSet(_) => Scalar::String,
    }
}

/// The result of a service method that is not implemented.
pub fn not_implemented<'a, T: Send + 'static>() -> ServiceFuture<'a, T> {
    Box::pin(async { Err(Fault::not_implemented()) })
}

/// The error of a call of an unknown operation.
pub fn unknown_operation(name: &str) -> Error {
    Error::from_fault(Fault::client(format!("{name} is not an operation of this service")))
}

/// Turns the future of a service method into that of a handler.
pub fn handler_future<T: ResultType>(future: ServiceFuture<'_, T>) -> HandlerFuture<'_> {
    Box::pin(async move {
        let result = future.await.map(ResultType::into_message).map_err(Error::from_fault);
        result.map(RawOutput::Message)
    })
}

/// Hands the fields of a request or row to `visitor`. One slice compiles faster than a call for each field.
pub fn visit<'a>(visitor: &mut dyn FnMut(&'a dyn Field), fields: &[&'a dyn Field]) {
    for field in fields {
        visitor(*field);
    }
}

/// Hands the fields of a request to `visitor` for changes.
pub fn visit_mut(visitor: &mut dyn FnMut(&mut dyn Field), fields: &mut [&mut dyn Field]) {
    for field in fields {
        visitor(*field);
    }
}

/// `Debug` of every request: secrets redacted, long values cut.
///
/// # Errors
///
/// Those of the formatter.
pub fn debug(request: &dyn Request, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
    request::debug(request, formatter)
}

/// `PartialEq` of every request: operations and values are equal.
pub fn equal(one: &dyn Request, two: &dyn Request) -> bool {
    one.equals(two)
}

/// `Debug` of every row: the names of the columns with their values, long values cut.
///
/// # Errors
///
/// Those of the formatter.
pub fn debug_row(row: &dyn DeclaredRow, name: &str, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
    results::debug_row(row, name, formatter)
}

/// `PartialEq` of every row: the values of declared and undeclared columns are equal.
pub fn equal_rows(one: &dyn DeclaredRow, other: &dyn DeclaredRow) -> bool {
    results::equal_rows(one, other)
}
