//! Calls that a mock recorded.

use std::fmt;
use std::sync::Arc;

use crate::Transport;
use crate::call::handler::Call;
use crate::call::service_request::read;
use crate::operation::Operation;
use crate::value::Value;
use crate::value::common::CommonValues;
use crate::value::request::DynamicRequest;
use crate::value::soap_header::SoapHeader;
use crate::value::typed_request::TypedRequest;

/// A call that a mock received. `Debug` redacts secrets.
#[non_exhaustive]
#[derive(Clone)]
pub struct RecordedCall {
    /// The operation called.
    pub operation: &'static Operation,
    /// The parameters of the operation, by position and by name.
    pub request: DynamicRequest,
    /// Values of the service's common parameters; empty for a client in process that was built without them.
    pub common: Arc<CommonValues>,
    /// Parameters that the descriptor does not declare, in order.
    pub undeclared: Vec<(String, Value<'static>)>,
    /// SOAP headers, in the order of the envelope.
    pub soap_headers: Vec<SoapHeader>,
    /// The transport of the call; in process, the one that it would have used.
    pub transport: Transport,
}

impl RecordedCall {
    pub(super) fn of(call: &Call) -> Self {
        Self {
            operation: call.operation(),
            request: call.request.to_dynamic(),
            common: Arc::clone(&call.common),
            undeclared: call.undeclared.clone(),
            soap_headers: call.soap_headers.clone(),
            transport: call.transport,
        }
    }

    /// The typed request; `None` if the call was of another operation.
    pub fn typed<R: TypedRequest>(&self) -> Option<R> {
        if R::default().operation().name != self.operation.name {
            return None;
        }
        read(&self.request).ok()
    }

    /// The value of the parameter with that exact name; `None` if the parameter is unknown or was not set.
    pub fn parameter(&self, name: &str) -> Option<&Value<'static>> {
        let (index, _) = self.operation.parameter(name)?;
        self.request.values().get(index).filter(|value| !value.is_null())
    }
}

impl fmt::Debug for RecordedCall {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:?} over {}", self.request, self.transport)?;
        for (name, _) in &self.undeclared {
            write!(formatter, ", undeclared {name}")?;
        }
        for header in &self.soap_headers {
            write!(formatter, ", {header:?}")?;
        }
        Ok(())
    }
}
