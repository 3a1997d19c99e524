//! Typed requests for the methods of services, read from erased requests.

use super::handler::Call;
use crate::error::Error;
use crate::operation::Operation;
use crate::value::headers::WithHeaders;
use crate::value::request::Request;
use crate::value::result::ResultType;
use crate::value::soap_header::SoapHeader;
use crate::value::typed_request::{self, TypedRequest};

/// The argument of a service method: a request, or a request with its headers.
pub trait ServiceRequest: Sized {
    /// The result of the method.
    type Response: ResultType;

    /// The operation of the method.
    fn operation() -> &'static Operation;

    /// Reads the argument from an erased request and its SOAP headers.
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

/// A request with its headers; the result has headers too.
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

/// Reads the argument of a method from a call.
///
/// # Errors
///
/// A value is not of its type.
pub fn read_call<R: ServiceRequest>(call: &Call) -> Result<R, Error> {
    R::read(call.request.as_ref(), &call.soap_headers)
}

/// Reads a typed request from an erased one.
///
/// # Errors
///
/// A value is not of its parameter's type.
pub fn read<R: TypedRequest>(request: &dyn Request) -> Result<R, Error> {
    typed_request::fill(request.to_dynamic().into_values()).map_err(|(index, invalid)| {
        let name = request.operation().parameters.get(index).map_or("?", |parameter| parameter.name);
        Error::parameter_refused(name, invalid.to_string())
    })
}
