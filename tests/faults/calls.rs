//! Calls of a server that misbehaves, and what came of them.

use std::net::SocketAddr;
use std::time::Duration;

use asmx_runtime::{DynamicRequest, Error, Message, Outcome, Prepared, RetryPolicy, Text, Transport};
use email_campaign_client::{EMAIL_CAMPAIGN, EmailCampaign};

use super::faults::RESPONSE_LIMIT;
use super::request::marker;
use super::responses::NAMESPACE;
use super::server::Log;

/// An operation of each effect, each returning a string.
pub const READ: &str = "GetBounceListNormal_IncludePast";
pub const WRITE: &str = "TransactionalGroups_Rename";
pub const SEND: &str = "SendMassEmailRaw";

/// How often a call may be tried.
pub const ATTEMPTS: u32 = 3;

/// How long whole calls may take, where nothing else is said.
pub const CALL_TIMEOUT: Duration = Duration::from_secs(120);

/// A client of the server at that address, which waits so long for an attempt.
pub fn client(address: SocketAddr, attempt_timeout: Duration) -> EmailCampaign {
    let policy = RetryPolicy::default()
        .attempts(ATTEMPTS)
        .base_backoff(Duration::from_millis(1))
        .max_backoff(Duration::from_millis(4));
    EmailCampaign::builder()
        .base_url(format!("http://{address}"))
        .namespace(NAMESPACE)
        .credentials("user", "password")
        .allow_credentials_in_url()
        .response_limit(RESPONSE_LIMIT)
        .attempt_timeout(attempt_timeout)
        .timeout(CALL_TIMEOUT)
        .retry(policy)
        .retry_budget(100_000, 10.0)
        .build()
        .unwrap()
}

/// The call of that number: its marker is its own.
pub fn call(account: &EmailCampaign, operation: &str, transport: Transport, number: usize) -> Prepared<Message> {
    let request = DynamicRequest::new(EMAIL_CAMPAIGN.operation(operation).unwrap());
    account.client().call(request).transport(transport).parameter("Marker", marker(number))
}

/// Checks the promises that hold whatever the server does: only a read is executed twice, a call that is reported as not sent was not
/// executed, and a result belongs to this call, which was executed.
pub fn check(log: &Log, operation: &str, number: usize, result: &Result<Message, Error>) -> Result<(), String> {
    let executed = log.executed(operation, &marker(number));
    let wrong =
        |what: &str| Err(format!("{operation}, {}: {what}, executed {executed} times: {result:?}", marker(number)));
    if operation != READ && executed > 1 {
        return wrong("done more than once");
    }
    match result {
        Ok(message) => match message.clone().single::<Text>() {
            Ok(text) if text.as_str() != marker(number) => wrong("the response of another call"),
            Ok(_) if executed == 0 => wrong("a response out of nothing"),
            Ok(_) => Ok(()),
            Err(_) => wrong("another kind of result"),
        },
        Err(error) if error.outcome() == Outcome::NotSent && executed > 0 => wrong("it was sent"),
        Err(error) if error.body().is_some_and(|body| body.len() > RESPONSE_LIMIT) => {
            wrong("the response is beyond the limit")
        }
        Err(error) if error.elapsed() > CALL_TIMEOUT => wrong("it took too long"),
        Err(_) => Ok(()),
    }
}
