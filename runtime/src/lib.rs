//! The runtime of the clients and servers that `asmx-codegen` generates: ASP.NET `.asmx` web services without .NET.
//!
//! A spec or a WSDL document describes a service, and generated code has a method for every operation. This crate does the rest: it encodes
//! requests and decodes results over SOAP 1.1, SOAP 1.2, HTTP GET and HTTP POST, calls over HTTP or in process, and serves. It knows no
//! particular service, and can also call one without generated code:
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
//! | call | [`Builder`], [`Client`], [`Prepared`]; [`RetryPolicy`], [`Credentials`] and who provides them ([`credentials`]), [`ServerLimits`] |
//! | send and read SOAP headers | [`SoapHeader`], [`WithHeaders`] |
//! | understand a failure | [`Error`], its [`Outcome`] and [`ErrorKind`]; [`Fault`]; [`errors`] |
//! | read a result | [`Text`], [`DelimitedText`], [`DataSet`], [`XmlDocument`], [`Integers`], [`Typed`]; rows and tables in [`results`], in pieces in [`batches`], values in [`values`] and [`xsd`] |
//! | send many records | [`records`], [`delimited_data`] |
//! | call the methods of its traits | [`prelude`] |
//! | report by date | [`date_ranges`] |
//! | test | [`mock`] |
//! | watch | [`observation`]; spans and events of `tracing` under the target `asmx_runtime` |
//! | stand between a client and its service | [`Handler`], [`Call`], [`RawOutput`]; [`stack`] |
//! | serve | `server`, [`Opener`], [`Incoming`] |
//! | know what a service offers | [`Service`], [`Operation`], [`Member`], [`Type`]; [`descriptors`] |
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
//! | `compression` | no | responses in gzip and deflate |
//! | `json` | no | requests from JSON objects, results as JSON values |
//! | `serde` | no | `Serialize` and `Deserialize` of generated structures, enumerations, choices, outputs and rows, in the form of `json`; `Deserialize` of requests |
//! | `jiff`, `chrono` | no | `xsd` dates and times to and from those of these crates |
//! | `server` | no | serves implementations of a generated trait, as a tower service for axum |
//!
//! Without a TLS feature, `client` calls `http://` only, or through a stack of your own (`Builder::build_on`). Without `client`, a
//! [`Client`] calls a service in this process ([`Client::in_process`]), a mock, or any [`Handler`] ([`Builder::build_with`]).
#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]
#![cfg_attr(
    not(all(feature = "client", feature = "server", feature = "serde")),
    allow(dead_code, unused_imports, reason = "the rooms that features leave out use it")
)]

mod call;
mod client;
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
mod page;
pub mod prelude;
pub mod protocol;
pub mod records;
mod redaction;
pub mod results;
#[cfg(feature = "server")]
pub mod server;
mod servers;
mod value;
pub mod xml;

/// The interface for generated code. Do not use it in other code.
#[doc(hidden)]
pub mod __private {
    pub use crate::generated::*;
    #[cfg(feature = "server")]
    pub use crate::server::pages::samples;
    pub use asmx_types::debug_is_a_sentence;
}

pub use asmx_dataset::{DataSet, DelimitedText, Delimiters, Integers, Text, XmlDocument, delimited_data};
pub use asmx_types::{Transport, TransportChoice};
pub use asmx_xml::xsd;
#[cfg(feature = "cookies")]
pub use call::cookies::Cookies;
pub use call::handler::{Call, Handler, RawOutput};
pub use call::opener::Opener;
pub use call::retry_policy::RetryPolicy;
pub use client::batches;
pub use client::observation;
pub use client::prepared::Prepared;
pub use client::{Builder, Client};
pub use error::{Error, ErrorKind, Outcome};
pub use fault::{Fault, FaultCode};
pub use generated::ServiceFuture;
pub use operation::{Effect, Member, Operation, Service, Type};
pub use protocol::incoming::Incoming;
pub use protocol::server_limits::ServerLimits;
pub use results::{JsonText, XmlText};
/// A text that is zeroised when dropped and never shown, for passwords.
pub use secrecy::SecretString;
pub use value::Value;
pub use value::credentials::Credentials;
pub use value::deviation::Deviation;
pub use value::headers::WithHeaders;
pub use value::message::Message;
pub use value::request::{DynamicRequest, Request};
pub use value::result::Typed;
pub use value::soap_header::SoapHeader;

/// Parts of descriptors.
pub mod descriptors {
    pub use crate::operation::{
        Area, ArrayType, Content, DataSetType, DeclaredColumn, DeclaredTable, EndDate, Enumeration, Facets, ListType,
        Mapping, Messages, Name, Namespace, OnContradiction, Place, Port, Presence, Role, Scalar, Structure,
        StructureParts, Style, XmlKind, plain_text,
    };
}

/// Values of messages beside texts and numbers, and the types that results are read as.
pub mod values {
    pub use crate::value::field::{AnyValue, Attributes, Boxed, Nillable, XmlFragment};
    pub use crate::value::headers::Headers;
    pub use crate::value::result::{ResultType, SinglePart};
    pub use crate::value::soap_header::HeaderContent;
    pub use crate::value::{Chosen, Extended, Rest, TypedValue};
}

/// Providers of credentials, and common parameters.
pub mod credentials {
    pub use crate::value::common::{CommonValue, CommonValues};
    pub use crate::value::credentials::{CredentialsProvider, ProviderError, ProvidingCredentials};
}

/// Errors beside [`Error`] and [`Fault`].
pub mod errors {
    pub use crate::error::{Sentence, Setting, Words};
    pub use crate::fault::Exception;
    pub use crate::operation::InvalidValue;
    pub use crate::value::by_role::MissingRole;
    pub use crate::value::message::UnexpectedResult;
    pub use crate::value::request::SetParameterError;
    pub use asmx_types::UnknownTransport;
}

/// The HTTP stack between a client and its service.
pub mod stack {
    pub use crate::call::body_stream::BodyStream;
    pub use crate::call::handler::HandlerFuture;
    pub use crate::error::excerpt;
    #[cfg(feature = "pfx")]
    pub use crate::http_client::pem_of_pfx;
    #[cfg(feature = "client")]
    pub use crate::http_client::{CertificateMissing, ClientCertificateReport};
    #[cfg(feature = "rustls-tls")]
    pub use crate::http_client::{ClientCertificates, PemError, Tls};
    #[cfg(feature = "client")]
    pub use crate::http_client::{
        Exchange, HttpClientError, HttpClients, HttpService, NothingSent, RepeatedOverHttp1, Sending, SignInEnd,
        SignInFailed, SignInProblem, SignInReport, ask_for_encodings, basic_authorization, bearer_authorization,
        credentials_may_go, direct_to_this_machine, failure_on_the_way, http_client, is_same_server, is_this_machine,
        reason_of, unpacked, with_report,
    };
    pub use crate::redaction::{Secrets, with_sessions_redacted, without_sessions};
    pub use crate::servers::{
        Advice, Asked, Came, FailedRequest, Trial, advice, asks_password, is_sign_in_page, offered_schemes,
        redirect_target, rows,
    };
}

/// The HTTP client that [`Builder::http`] configures.
#[cfg(feature = "client")]
pub use reqwest;
