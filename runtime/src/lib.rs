//! What every client and server that `asmx-codegen` generates stands on: ASP.NET `.asmx` web services without .NET.
//!
//! A service is described once, by a spec or a WSDL, and generated code makes of it a struct with a method for every operation. This
//! crate does the rest: it encodes requests and decodes results over SOAP 1.1, SOAP 1.2, HTTP GET and HTTP POST, calls over HTTP or in
//! process, and serves. It names no service, and calls one without generated code just as well:
//!
//! ```no_run
//! use asmx_runtime::{Builder, Client, DynamicRequest, Message, Service};
//!
//! # async fn example(service: &'static Service) -> Result<(), Box<dyn std::error::Error>> {
//! # #[cfg(feature = "client")] {
//! let client: Client = Builder::new(service).base_url("https://api.example.com").credentials("user", "password").build()?;
//! let mut request = DynamicRequest::new(service.operation("Groups_GetCount").ok_or("no such operation")?);
//! request.set("GroupName", "friends")?;
//! let message: Message = client.call(request).await?;
//! println!("{message:?}");
//! # }
//! # Ok(())
//! # }
//! ```
//!
//! # Where things are
//!
//! | to | look at |
//! |---|---|
//! | call | [`Builder`], [`Client`], [`Prepared`]; [`RetryPolicy`], [`Credentials`], [`ServerLimits`] |
//! | send and read SOAP headers | [`SoapHeader`], [`WithHeaders`], [`Headers`] |
//! | understand a failure | [`Error`], its [`Outcome`] and [`ErrorKind`]; [`Fault`] |
//! | read a result | [`Text`], [`DelimitedText`], [`DataSet`], [`XmlDocument`], [`Integers`], [`Typed`]; rows and tables in [`results`], in pieces in [`batches`], values in [`xsd`] |
//! | send many records | [`Fields`], [`TakesRecords`], [`delimited_data`] |
//! | call the methods of its traits | [`prelude`] |
//! | report by date | [`date_ranges`] |
//! | test | [`mock`] |
//! | watch | [`Observer`], [`CallReport`]; spans and events of `tracing` under the target `asmx_runtime` |
//! | stand between a client and its service | [`Handler`], [`Call`], [`RawOutput`] |
//! | serve | `server`, [`Opener`], [`Incoming`] |
//! | know what a service offers | [`Service`], [`Operation`], [`Member`], [`Type`] |
//! | encode and decode without calling | [`protocol`], [`xml`] |
//!
//! # Features
//!
//! | feature | default | what it adds |
//! |---|---|---|
//! | `client` | yes | calls over HTTP: `Builder::build` and what it sets |
//! | `rustls-tls` | yes | `https://` by rustls and *ring*, with the certificates that the operating system trusts; with `native-tls` too, this is used |
//! | `native-tls` | no | `https://` by the TLS of the operating system; on Linux that is OpenSSL, whose headers the build needs |
//! | `blocking` | no | calls without async: `.wait()` in the place of `.await` |
//! | `gzip` | no | compressed responses |
//! | `json` | no | requests from JSON objects, results as JSON values |
//! | `jiff`, `chrono` | no | `xsd` dates and times to and from those of these crates |
//! | `server` | no | serves implementations of a generated trait, as a tower service for axum |
//!
//! Without a TLS feature, `client` calls `http://` only, or through a stack of your own (`Builder::build_on`). Without `client`, a
//! [`Client`] calls a service in this process ([`Client::in_process`]), a mock, or any [`Handler`] ([`Builder::build_with`]).
#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]
#![cfg_attr(
    not(all(feature = "client", feature = "server", feature = "json")),
    allow(dead_code, unused_imports, reason = "the rooms that features leave out use it")
)]

mod account;
mod call;
pub mod date_ranges;
mod error;
mod fault;
mod fields;
mod generated;
#[cfg(feature = "client")]
mod http_client;
#[cfg(feature = "json")]
pub mod json;
pub mod mock;
mod operation;
pub mod prelude;
pub mod protocol;
mod records;
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
    #[cfg(feature = "server")]
    pub use crate::server::pages::samples;
    pub use asmx_types::debug_is_a_sentence;
}

pub use account::batches;
pub use account::observation::{CallReport, CapturedExchange, CapturedMessage, Ending, Observer};
pub use account::prepared::Prepared;
pub use account::{Builder, Client};
pub use asmx_dataset::{DataSet, DelimitedText, Delimiters, Integers, Text, XmlDocument, cells, delimited_data};
pub use asmx_types::{Transport, TransportChoice, UnknownTransport};
pub use asmx_xml::xsd;
pub use call::body_stream::BodyStream;
pub use call::handler::{Call, Handler, HandlerFuture, RawOutput};
pub use call::opener::Opener;
pub use call::retry_policy::RetryPolicy;
pub use error::{Error, ErrorKind, Outcome};
pub use fault::{Exception, Fault, FaultCode};
pub use fields::{Fields, FieldsError, TakesFields, TakesJoinedFields};
pub use generated::ServiceFuture;
#[cfg(feature = "client")]
pub use http_client::{HttpService, NothingSent};
pub use operation::{
    Area, ArrayType, DataSetType, DeclaredColumn, DeclaredTable, Effect, Enumeration, InvalidValue, ListType, Mapping,
    Member, Messages, Name, Namespace, Operation, Place, Port, Presence, Role, Scalar, Service, Structure,
    StructureParts, Style, Type, XmlKind, plain_text,
};
pub use protocol::incoming::Incoming;
pub use protocol::server_limits::ServerLimits;
pub use records::{RecordRequests, RecordsError, TakesRecords};
/// A text that is zeroised when dropped and never shown; passwords are such.
pub use secrecy::SecretString;
pub use value::by_role::MissingRole;
pub use value::common::{CommonValue, CommonValues};
pub use value::credentials::{Credentials, CredentialsProvider, ProviderError, ProvidingCredentials};
pub use value::field::{AnyValue, Attributes, Boxed, Nillable, XmlFragment};
pub use value::headers::{Headers, WithHeaders};
pub use value::message::{Message, UnexpectedResult};
pub use value::request::{DynamicRequest, Request, SetParameterError};
pub use value::result::{ResultType, SinglePart, Typed};
pub use value::soap_header::{HeaderContent, SoapHeader};
pub use value::{Chosen, TypedValue, Value};

/// The HTTP client that [`Builder::http`] configures.
#[cfg(feature = "client")]
pub use reqwest;
