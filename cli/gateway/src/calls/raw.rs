//! Responses as they came.

use asmx_runtime::xml::{XmlError, XmlErrorKind};
use asmx_runtime::{Deviation, Error, Operation, Transport};
use bytes::Bytes;

use crate::calls::call::Call;
use crate::calls::error::CallError;
use crate::calls::target::Target;

/// The response to a call as it came.
#[non_exhaustive]
#[derive(Debug)]
pub struct RawAnswer {
    /// The body. It may hold secrets and control characters.
    pub body: Bytes,
    /// The contradictions of the response to its description. They may hold texts of the service.
    pub deviations: Vec<Deviation>,
    /// The error of a response that is no result of the operation, such as a fault or a page for signing in.
    pub error: Option<CallError>,
}

impl Target {
    /// Makes a call and returns the body of the response as it came. The response is read too: a fault is an error, as in every other form.
    ///
    /// # Errors
    ///
    /// As [`call`](Self::call), if no body came.
    pub async fn raw(&self, call: Call<'_>) -> Result<RawAnswer, CallError> {
        let route = self.route(call.operation)?;
        let prepared = self.prepared(&route, call, Self::client)?.0;
        let error = match prepared.message_with_response().await {
            Ok((message, response)) => {
                // Only calls in process have no response.
                let body = response.map(http::Response::into_body).unwrap_or_default();
                return Ok(RawAnswer { body, deviations: message.deviations, error: None });
            }
            Err(error) => error.in_words(self.words()),
        };
        let Some(body) = error.body().filter(|body| !body.is_empty()).cloned() else { return Err(error.into()) };
        Ok(if is_own_text(route.operation, route.transport, &error) {
            RawAnswer { body, deviations: Vec::new(), error: None }
        } else if is_unreadable_result(&error) {
            RawAnswer { body, deviations: vec![Deviation::without_path(error.message())], error: None }
        } else {
            RawAnswer { body, deviations: Vec::new(), error: Some(error.into()) }
        })
    }
}

fn is_success(error: &Error) -> bool {
    error.fault().is_none() && error.status().is_some_and(|status| status.is_success())
}

/// Whether an operation without declared result wrote a text of its own as the response. Markup is a page of somebody else.
fn is_own_text(operation: &Operation, transport: Transport, error: &Error) -> bool {
    let body = error.body().map(|body| &**body).unwrap_or_default();
    let text = body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body).trim_ascii_start();
    operation.outputs.is_empty() && !transport.is_soap() && is_success(error) && text.first() != Some(&b'<')
}

/// Whether the response came from the service, and only its result cannot be read: another type, a forbidden character, more than the limits.
fn is_unreadable_result(error: &Error) -> bool {
    let source = std::error::Error::source(error).and_then(|source| source.downcast_ref::<XmlError>());
    let is_refused_xml = source.is_some_and(|source| {
        matches!(source.kind(), XmlErrorKind::ForbiddenCharacter | XmlErrorKind::TooDeep | XmlErrorKind::TooLarge)
    });
    is_success(error) && (is_refused_xml || error.is_carried_out())
}
