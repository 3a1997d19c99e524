//! Dry runs: the request of a call, which is not sent.

use serde_json::{Map, Value as Json, json};

use crate::calls::call::Call;
use crate::calls::error::CallError;
use crate::calls::target::Target;

/// The request that a call would send. Its secrets are `[redacted]`, and so is the length of a body that has them; control characters are as they were given.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DryRun {
    /// Method, path and query: `POST /shop.asmx`.
    pub request_line: String,
    /// Scheme, host and port.
    pub base_url: String,
    /// Names and values, in order.
    pub headers: Vec<(String, String)>,
    /// The body, or its first 16 KiB.
    pub body: String,
    /// The bytes of the whole body.
    pub body_bytes: u64,
    /// Whether the body has secrets, whose lengths follow from its own.
    pub has_secrets: bool,
    /// Whether `body` is only the beginning.
    pub is_cut: bool,
}

impl DryRun {
    /// Request line, headers and body as JSON.
    #[must_use]
    pub fn to_json(&self) -> Json {
        let headers: Map<String, Json> =
            self.headers.iter().map(|(name, value)| (name.clone(), value.as_str().into())).collect();
        json!({ "request": self.request_line, "headers": headers, "body": self.body })
    }
}

impl Target {
    /// Makes the request of a call and sends nothing.
    ///
    /// # Errors
    ///
    /// The operation is unknown, or the parameters do not fit it.
    pub async fn dry_run(&self, call: Call<'_>) -> Result<DryRun, CallError> {
        let route = self.route(call.operation)?;
        let (prepared, client) = self.prepared(&route, call, Self::unsent)?;
        let unsent = prepared.await;
        let exchange = client.exchanges().pop().and_then(|exchange| exchange.request_line.zip(exchange.request));
        let Some((request_line, request)) = exchange else {
            return Err(unsent.err().map_or_else(
                || CallError::NotOffered(format!("{} makes no request", route.operation.name)),
                |error| error.in_words(self.words()).into(),
            ));
        };
        Ok(DryRun {
            request_line,
            base_url: self.base_url().to_owned(),
            headers: request.headers,
            body: request.body,
            body_bytes: request.body_bytes,
            has_secrets: request.has_secrets,
            is_cut: request.is_cut,
        })
    }
}
