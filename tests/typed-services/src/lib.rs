//! For tests: services with types of every kind, as Rust generated from their WSDL documents; and for each a way to call an operation
//! with typed values when only its name and values are at hand.
#![allow(
    clippy::panic,
    clippy::missing_errors_doc,
    clippy::missing_panics_doc,
    missing_docs,
    reason = "for tests, which fail by panicking"
)]

pub mod by_serde;

use std::future::Future;
use std::pin::Pin;

use asmx_runtime::__private::{ExpectedResult, TypedRequest};
use asmx_runtime::errors::UnexpectedResult;
use asmx_runtime::values::ResultType;
use asmx_runtime::{
    Client, DynamicRequest, Error, Message, Prepared, Request, Service, SoapHeader, Transport, WithHeaders,
};

include!(concat!(env!("OUT_DIR"), "/services.rs"));

/// A typed call on its way, whose result is what the typed one holds.
pub type Calling = Pin<Box<dyn Future<Output = Result<Message, Error>> + Send>>;

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

    /// The values that a typed request made of `request` holds.
    fn typed(&self, request: &DynamicRequest) -> Result<DynamicRequest, Error>;

    /// The response of a method that returns `content` as its typed result.
    fn returned(&self, operation: &str, content: Message) -> Result<Message, UnexpectedResult>;

    /// The values of the typed request that JSON is by `Deserialize`.
    fn request_by_serde(&self, operation: &str, json: serde_json::Value) -> Result<DynamicRequest, String>;

    /// The typed result `content` as JSON by `Serialize`, and that JSON by `Deserialize`; `None` if its type does not have the traits.
    fn result_by_serde(&self, operation: &str, content: Message) -> Option<Result<by_serde::Written, String>>;

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

fn typed<R: TypedRequest>(request: &DynamicRequest) -> Result<DynamicRequest, Error> {
    let typed: R = read(request)?;
    Ok((&typed as &dyn Request).to_dynamic())
}

fn returned<R: TypedRequest>(content: Message) -> Result<Message, UnexpectedResult> {
    let request = R::default();
    let expected = ExpectedResult::of(&request);
    <WithHeaders<R::Result>>::from_message(content, &expected).map(ResultType::into_message)
}

fn call<T: ResultType>(mut prepared: Prepared<T>, settings: Settings) -> Calling {
    prepared = prepared.transport(settings.transport).allow_unknown_values();
    if settings.unchecked {
        prepared = prepared.unchecked();
    }
    for header in settings.headers {
        prepared = prepared.soap_header(header);
    }
    Box::pin(async move {
        let mut received = prepared.with_headers().await?;
        let deviations = std::mem::take(&mut received.deviations);
        let mut message = received.into_message();
        message.deviations = deviations;
        Ok(message)
    })
}
