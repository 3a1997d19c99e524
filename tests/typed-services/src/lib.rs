//! For tests: services with types of every kind, as Rust generated from their WSDL documents; and for each a way to call an operation
//! with typed values when only its name and values are at hand.
#![allow(clippy::panic, clippy::missing_errors_doc, missing_docs, reason = "for tests, which fail by panicking")]

use std::future::Future;
use std::pin::Pin;

use asmx_runtime::__private::TypedRequest;
use asmx_runtime::{Client, Content, DynamicRequest, Error, Prepared, ResultType, Service, SoapHeader, Transport};

include!(concat!(env!("OUT_DIR"), "/services.rs"));

/// A typed call on its way, whose result is what the typed one holds.
pub type Calling = Pin<Box<dyn Future<Output = Result<Content, Error>> + Send>>;

/// How a call is made.
pub struct Settings {
    pub transport: Transport,
    pub headers: Vec<SoapHeader>,
    /// Whether values are sent that the descriptor does not allow.
    pub unchecked: bool,
}

/// A service with its generated types.
pub trait TypedService: Send + Sync {
    /// Its generated descriptor.
    fn descriptor(&self) -> &'static Service;

    /// Calls an operation by its generated method, with a typed request made of `request`.
    fn call(&self, client: Client, request: DynamicRequest, settings: Settings) -> Result<Calling, Error>;
}

/// The service of that name.
#[must_use]
pub fn service(name: &str) -> &'static dyn TypedService {
    ALL.iter().find(|(known, _)| *known == name).map_or_else(|| panic!("no service {name}"), |(_, service)| *service)
}

fn read<R: TypedRequest>(request: &DynamicRequest) -> Result<R, Error> {
    asmx_runtime::__private::read(request)
}

fn call<T: ResultType>(mut prepared: Prepared<T>, settings: Settings) -> Calling {
    prepared = prepared.transport(settings.transport).allow_unknown_values();
    if settings.unchecked {
        prepared = prepared.unchecked();
    }
    for header in settings.headers {
        prepared = prepared.soap_header(header);
    }
    Box::pin(async move { Ok(prepared.with_headers().await?.into_content()) })
}
