//! Typed requests out of those that only a descriptor describes.

use crate::error::Error;
use crate::value::request::Request;
use crate::value::typed_request::{self, TypedRequest};

/// Reads a typed request out of an erased one.
///
/// # Errors
///
/// A value is not of its parameter's type.
pub fn read<R: TypedRequest>(request: &dyn Request) -> Result<R, Error> {
    typed_request::fill(request.to_dynamic().into_values()).map_err(|(index, invalid)| {
        let name = request.operation().parameters.get(index).map_or("?", |parameter| parameter.name);
        Error::parameter_refused(name, invalid)
    })
}
