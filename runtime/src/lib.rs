//! What every generated ASMX client and service shares: protocol, results, faults, client and server.
#![forbid(unsafe_code)]

mod account;
mod call;
mod error;
mod extra;
mod fault;
mod generated;
#[cfg(feature = "client")]
mod http_client;
pub mod mock;
pub mod operation;
pub mod protocol;
mod redaction;
pub mod results;
#[cfg(feature = "server")]
pub mod server;
mod value;
pub mod xml;

/// What generated code calls, of the contract that it was generated for. Nothing here is for people.
#[doc(hidden)]
pub mod __private {
    pub use crate::generated::*;
}

pub use account::batches;
pub use account::observation::{AttemptReport, CallReport, CapturedExchange, CapturedMessage, Ending, Observer};
pub use account::prepared::Prepared;
pub use account::{Builder, Client};
#[cfg(feature = "client")]
pub use account::{HttpService, NothingSent};
pub use asmx_dataset::{cells, delimited_data};
pub use asmx_types::{Transport, TransportChoice, UnknownTransport};
pub use asmx_xml::xsd;
pub use call::body_stream::BodyStream;
pub use call::handler::{Answering, Call, Handler, RawOutput};
pub use call::incoming::{Incoming, Opener};
pub use call::retry_policy::RetryPolicy;
pub use error::{Error, ErrorKind, Outcome};
pub use extra::fields::{Fields, FieldsError, TakesFields, TakesJoinedFields};
#[cfg(feature = "json")]
pub use extra::json;
pub use extra::mime::TakesMessage;
pub use extra::records::{RecordRequests, RecordsError, TakesRecords};
pub use extra::{date_ranges, mime};
pub use fault::{Exception, Fault, FaultCode};
pub use generated::Answer;
pub use operation::{
    Area, ArrayType, DeclaredColumn, Effect, Enumeration, InvalidValue, Operation, Parameter, Presence, ResultShape,
    Role, Scalar, Service, Structure, Type,
};
pub use protocol::ServerLimits;
pub use results::{DataSet, DeclaredRows, DelimitedText, Delimiters, Integers, Text, UndeclaredColumns, XmlDocument};
/// A text that is zeroised when dropped and never shown; passwords are such.
pub use secrecy::SecretString;
pub use value::Value;
pub use value::by_role::MissingRole;
pub use value::common::{CommonValue, CommonValues};
pub use value::content::{Content, ResultTerms, ResultType, Typed, UnexpectedContent};
pub use value::credentials::{Credentials, CredentialsProvider, ProviderError, ProvidingCredentials};
pub use value::field::{Field, IntoText, IntoValue};
pub use value::request::{DynamicRequest, Request, SetParameterError, TypedRequest};

/// The HTTP client that [`Builder::http`] configures.
#[cfg(feature = "client")]
pub use reqwest;
