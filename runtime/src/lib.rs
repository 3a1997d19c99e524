//! What every generated ASMX client and service shares: protocol, results, faults, client and server.

mod client;
mod common;
mod content;
mod delimited_request;
mod error;
mod fault;
mod field;
pub mod generated;
mod handler;
mod incoming;
#[cfg(feature = "json")]
pub mod json;
pub mod mock;
mod named_type;
pub mod operation;
mod prepared;
pub mod protocol;
mod redaction;
mod request;
pub mod results;
#[cfg(feature = "server")]
pub mod server;
mod transport;
mod value;
pub mod xml;
pub mod xsd;

pub use client::{Builder, Client};
pub use common::CommonValues;
pub use content::{Content, ResultTerms, ResultType, Typed, UnexpectedContent};
pub use error::{Error, ErrorKind, Outcome};
pub use fault::{Exception, Fault, FaultCode};
pub use field::{Field, IntoText, IntoTextArray};
pub use generated::Answer;
pub use handler::{Answering, Call, Handler, RawOutput};
pub use incoming::{Incoming, Opener};
pub use operation::{
    Area, ArrayType, Effect, Enumeration, InvalidValue, Operation, Parameter, Presence, ResultShape, Role, Scalar,
    Service, Structure, Type,
};
pub use prepared::Prepared;
pub use request::{DynamicRequest, FillRequest, Request, SetParameterError, TypedRequest};
pub use results::{DataSet, DelimitedText, Delimiters, Integers, Text, XmlDocument};
pub use transport::{Transport, UnknownTransport};
pub use value::Value;
