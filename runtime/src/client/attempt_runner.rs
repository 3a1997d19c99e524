//! One attempt of a call: credentials as they are now, the handler's output, decoding.

use std::sync::Arc;

use bytes::Bytes;
use http::StatusCode;
use tracing::Instrument;

use super::decoding;
use super::observation::{Observed, Observers};
use crate::call::filling::unsuitable;
use crate::call::handler::{Call, Handler, RawOutput};
use crate::error::{Error, ErrorKind};
use crate::value::credential_places::{CredentialPlaces, Filling};
use crate::value::credentials::{Credentials, CredentialsProvider};
use crate::value::deviation::Deviation;

#[derive(Clone)]
pub(crate) struct AttemptRunner {
    pub(crate) handler: Arc<dyn Handler>,
    pub(crate) credentials: Option<Arc<dyn CredentialsProvider>>,
    pub(crate) places: Arc<CredentialPlaces>,
    pub(crate) observers: Arc<Observers>,
    pub(crate) refuses_deviations: bool,
}

impl AttemptRunner {
    /// Calls the handler once. `decoded` asks for the result instead of the response.
    ///
    /// The rare parts are boxed on their own, which keeps the futures of all other calls small.
    pub(crate) async fn attempt(&self, call: &Call, decoded: bool) -> Result<RawOutput, Error> {
        let Some(observed) = self.observers.attempt(call) else {
            return self.attempt_with_credentials(call, decoded).await;
        };
        Box::pin(self.observed(observed, call, decoded)).await
    }

    async fn observed(&self, observed: Observed<'_>, call: &Call, decoded: bool) -> Result<RawOutput, Error> {
        let result = self.attempt_with_credentials(call, decoded).instrument(observed.span()).await;
        let result = result.map_err(|error| error.without_secrets(&call.redaction()));
        // Secrets of the response are hidden in kept exchanges too.
        if let Ok(RawOutput::Message(message)) = &result {
            let secrets = call.progress.secrets();
            message.secrets(call.operation()).into_iter().for_each(|secret| secrets.hide(secret));
        }
        observed.finish(&result);
        result
    }

    async fn attempt_with_credentials(&self, call: &Call, decoded: bool) -> Result<RawOutput, Error> {
        match &self.credentials {
            None => self.call_handler(call, decoded).await,
            Some(provider) => Box::pin(self.provided(provider.as_ref(), call, decoded)).await,
        }
    }

    async fn provided(
        &self,
        provider: &dyn CredentialsProvider,
        call: &Call,
        decoded: bool,
    ) -> Result<RawOutput, Error> {
        let credentials = provider.credentials().await.map_err(|error| {
            let error = Error::new(ErrorKind::Credentials, "the provider of credentials failed").with_source(error);
            error.with_operation(call.operation()).with_transport(call.transport)
        })?;
        let secrets = credentials.secrets(self.places.hide_username());
        secrets.for_each(|secret| call.progress.secrets().hide(secret));
        credentials.username().into_iter().for_each(|name| call.progress.secrets().hide_user(name));
        let attempt = self.filled(call, &credentials);
        let attempt = attempt.map_err(|error| error.with_operation(call.operation()).with_transport(call.transport))?;
        self.call_handler(&attempt, decoded).await
    }

    fn filled(&self, call: &Call, credentials: &Credentials) -> Result<Call, Error> {
        let filling = || Filling::new(&self.places, credentials);
        let common = call.common.with_credentials(credentials, filling()).map_err(unsuitable)?;
        let mut attempt = call.attempt_with(common);
        attempt.fill_parameters(&self.places, filling())?;
        attempt.fill_headers(&self.places, filling())?;
        if call.refuses_missing()
            && let Some((first, missing)) = attempt.missing()
        {
            return Err(Error::parameters_missing(&first, &missing));
        }
        Ok(attempt)
    }

    async fn call_handler(&self, call: &Call, decoded: bool) -> Result<RawOutput, Error> {
        let output = self.handler.handle(call).await?;
        if matches!(output, RawOutput::Streaming { .. }) && (decoded || !call.stream) {
            // Only a user's own handler returns a stream that was not asked for.
            return read(call, Box::pin(output.gathered()).await?, decoded);
        }
        if decoded && self.refuses_deviations {
            return Box::pin(compared(call, output)).await;
        }
        if decoded && decoding::is_large(&output) {
            return decoding::decode(output, call.blank_output).await.map(RawOutput::Message);
        }
        read(call, output, decoded)
    }
}

async fn compared(call: &Call, output: RawOutput) -> Result<RawOutput, Error> {
    let came = response_of(&output);
    let message = decoding::message_of(output, call.blank_output).await?;
    if message.deviations.is_empty() {
        return Ok(RawOutput::Message(message));
    }
    let error = deviating(&message.deviations).with_operation(call.operation()).with_transport(call.transport);
    Err(match came {
        Some((status, body)) => error.with_response(status, body),
        None => error,
    })
}

fn response_of(output: &RawOutput) -> Option<(StatusCode, Bytes)> {
    match output {
        RawOutput::Response { response, .. } => Some((response.status(), response.body().clone())),
        RawOutput::Streaming { .. } | RawOutput::Message(_) => None,
    }
}

fn deviating(deviations: &[Deviation]) -> Error {
    const LISTED: usize = 5;
    let listed = deviations.iter().take(LISTED).map(Deviation::as_str).collect::<Vec<_>>().join("; ");
    let more = deviations.len().checked_sub(LISTED).filter(|more| *more > 0);
    let more = more.map(|more| format!("; and {more} more")).unwrap_or_default();
    Error::new(
        ErrorKind::UnexpectedResponse,
        format!("the response contradicts the service's description: {listed}{more}"),
    )
}

/// The result if it was asked for, else the response as it arrived.
fn read(call: &Call, output: RawOutput, decoded: bool) -> Result<RawOutput, Error> {
    if decoded { output.into_message_of(call.blank_output).map(RawOutput::Message) } else { Ok(output) }
}
