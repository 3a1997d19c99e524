//! Puts the credentials of a client into the requests of its calls.

use std::sync::Arc;

use super::handler::Call;
use crate::error::Error;
use crate::value::Value;
use crate::value::credential_places::{CredentialPlaces, Filling, Unsuitable};
use crate::value::request::FilledRequest;
use crate::value::secrets::ZeroisedValue;
use crate::value::soap_header::{HeaderContent, SoapHeader};

impl Call {
    pub(crate) fn fill_parameters(&mut self, places: &CredentialPlaces, mut filling: Filling<'_>) -> Result<(), Error> {
        let parameters = self.operation().parameters;
        if !parameters.iter().any(|parameter| places.are_in(parameter)) {
            return Ok(());
        }
        let mut filled = Vec::new();
        for (position, (parameter, field)) in parameters.iter().zip(self.request.fields()).enumerate() {
            if places.are_in(parameter) {
                let mut value = ZeroisedValue(field.to_value().into_owned());
                let put = filling.fill(parameter, &mut value.0).map_err(unsuitable)?;
                filled.extend(put.some.then(|| (position, std::mem::take(&mut value.0))));
            }
        }
        if !filled.is_empty() {
            self.request = Arc::new(FilledRequest::new(Arc::clone(&self.request), filled));
        }
        Ok(())
    }

    /// Puts credentials into the headers that the operation declares. A missing header is added if it takes a secret. GET and POST carry no
    /// headers.
    pub(crate) fn fill_headers(&mut self, places: &CredentialPlaces, mut filling: Filling<'_>) -> Result<(), Error> {
        if !self.transport.is_soap() {
            return Ok(());
        }
        for declared in self.operation().messages.request_headers.iter().filter(|header| places.are_in(header)) {
            if let Some(header) = self.soap_headers.iter_mut().find(|header| header.is(declared)) {
                // A null header means that no credentials are wanted.
                if let HeaderContent::Declared(_, value) = &mut header.content
                    && !value.is_null()
                {
                    filling.fill(declared, value).map_err(unsuitable)?;
                }
                continue;
            }
            let mut value = ZeroisedValue(Value::Null);
            if filling.fill(declared, &mut value.0).map_err(unsuitable)?.secret {
                self.soap_headers.push(SoapHeader::new(declared, std::mem::take(&mut value.0)));
            }
        }
        Ok(())
    }
}

#[allow(clippy::needless_pass_by_value, reason = "`map_err` passes it by value")]
pub(crate) fn unsuitable(unsuitable: Unsuitable) -> Error {
    let why = format!("takes a credential, but that of the client is not of its type ({})", unsuitable.invalid);
    Error::parameter_refused(unsuitable.path, why)
}
