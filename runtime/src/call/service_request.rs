//! What the methods of services take.

use super::handler::Call;
use super::read_request::read;
use crate::error::Error;
use crate::operation::Operation;
use crate::value::headers::WithHeaders;
use crate::value::request::Request;
use crate::value::result::ResultType;
use crate::value::soap_header::SoapHeader;
use crate::value::typed_request::TypedRequest;

/// What a method of a service takes, and what it returns for it: a request and the result of its operation.
pub trait ServiceRequest: Sized {
    /// What the method returns.
    type Response: ResultType;

    /// The operation of the method.
    fn operation() -> &'static Operation;

    /// Reads it out of a request that only a descriptor describes, and the SOAP headers that came with it.
    ///
    /// # Errors
    ///
    /// A value is not of its type.
    fn read(request: &dyn Request, headers: &[SoapHeader]) -> Result<Self, Error>;
}

impl<R: TypedRequest> ServiceRequest for R {
    type Response = R::Result;

    fn operation() -> &'static Operation {
        R::default().operation()
    }

    fn read(request: &dyn Request, _: &[SoapHeader]) -> Result<Self, Error> {
        read(request)
    }
}

/// With its headers, and a result with headers.
impl<R: TypedRequest> ServiceRequest for WithHeaders<R> {
    type Response = WithHeaders<R::Result>;

    fn operation() -> &'static Operation {
        R::default().operation()
    }

    fn read(request: &dyn Request, headers: &[SoapHeader]) -> Result<Self, Error> {
        let mut with_headers = Self::new(read(request)?);
        with_headers.headers = headers.to_vec().into();
        Ok(with_headers)
    }
}

/// Reads what a method takes out of a call.
///
/// # Errors
///
/// A value is not of its type.
pub fn read_call<R: ServiceRequest>(call: &Call) -> Result<R, Error> {
    R::read(call.request.as_ref(), &call.soap_headers)
}
