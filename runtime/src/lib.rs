//! What every generated ASMX client and service shares: protocol, results, faults, client and server.
#![forbid(unsafe_code)]

pub mod batches;
#[cfg(feature = "blocking")]
mod blocking;
mod body_stream;
mod by_role;
mod call_progress;
mod client;
mod common;
mod content;
mod credentials;
pub mod date_ranges;
mod delimited_request;
mod error;
mod fault;
mod field;
mod fields;
mod generated;
mod handler;
mod incoming;
#[cfg(feature = "json")]
pub mod json;
pub mod mime;
pub mod mock;
mod observation;
pub mod operation;
mod prepared;
pub mod protocol;
mod records;
mod redaction;
mod request;
mod request_check;
pub mod results;
mod retry_policy;
#[cfg(feature = "server")]
pub mod server;
mod value;
pub mod xml;

/// What generated code calls, of the contract that it was generated for. Nothing here is for people.
#[doc(hidden)]
pub mod __private {
    pub use crate::generated::*;
}

pub use asmx_dataset::{cells, delimited_data};
pub use asmx_types::{Transport, TransportChoice, UnknownTransport};
pub use asmx_xml::xsd;
pub use body_stream::BodyStream;
pub use by_role::MissingRole;
pub use client::{Builder, Client};
#[cfg(feature = "client")]
pub use client::{HttpService, NothingSent};
pub use common::CommonValues;
pub use content::{Content, ResultTerms, ResultType, Typed, UnexpectedContent};
pub use credentials::{Credentials, CredentialsProvider, ProviderError, ProvidingCredentials};
pub use error::{Error, ErrorKind, Outcome};
pub use fault::{Exception, Fault, FaultCode};
pub use field::{Field, IntoText, IntoValue};
pub use fields::{Fields, FieldsError, TakesFields, TakesJoinedFields};
pub use generated::Answer;
pub use handler::{Answering, Call, Handler, RawOutput};
pub use incoming::{Incoming, Opener};
pub use mime::TakesMessage;
pub use observation::{AttemptReport, CallReport, CapturedExchange, CapturedMessage, Ending, Observer};
pub use operation::{
    Area, ArrayType, DeclaredColumn, Effect, Enumeration, InvalidValue, Operation, Parameter, Presence, ResultShape,
    Role, Scalar, Service, Structure, Type,
};
pub use prepared::Prepared;
pub use protocol::ServerLimits;
pub use records::{RecordRequests, RecordsError, TakesRecords};
pub use request::{DynamicRequest, Request, SetParameterError, TypedRequest};
pub use results::{DataSet, DeclaredRows, DelimitedText, Delimiters, Integers, Text, UndeclaredColumns, XmlDocument};
pub use retry_policy::RetryPolicy;
/// A text that is zeroised when dropped and never shown; passwords are such.
pub use secrecy::SecretString;
pub use value::Value;

/// The HTTP client that [`Builder::http`] configures.
#[cfg(feature = "client")]
pub use reqwest;
