//! Typed requests out of those that only a descriptor describes.

use super::handler::Call;
use crate::error::Error;
use crate::value::Value;
use crate::value::headers::WithHeaders;
use crate::value::request::Request;
use crate::value::typed_request::{self, TypedRequest};

/// Reads a typed request with the SOAP headers that came with it.
///
/// # Errors
///
/// As [`read`].
pub fn read_with_headers<R: TypedRequest>(call: &Call) -> Result<WithHeaders<R>, Error> {
    let mut request = WithHeaders::new(read(call.request.as_ref())?);
    request.headers = call.soap_headers.clone().into();
    Ok(request)
}

/// Reads a typed request out of an erased one.
///
/// # Errors
///
/// A value is not of its parameter's type.
pub fn read<R: TypedRequest>(request: &dyn Request) -> Result<R, Error> {
    let values = request.values().into_iter().map(Value::into_owned).collect();
    typed_request::fill(values).map_err(|(index, invalid)| {
        let (name, secret) = request
            .operation()
            .parameters
            .get(index)
            .map_or(("?", true), |parameter| (parameter.name, parameter.secret));
        Error::parameter_refused(name, invalid.hidden_if(secret))
    })
}
