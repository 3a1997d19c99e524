//! The connection to an address: whether there is one, its certificate, the clock.
//!
//! The advice about clocks and about dates of certificates is here: it follows from the clock of this machine, and no server sends it.

use std::time::{Duration, SystemTime};

use asmx_runtime::errors::Setting;
use asmx_runtime::reqwest::Url;
use asmx_runtime::stack::is_this_machine;
use asmx_types::display::shown_line;
use http::header::DATE;
use x509_parser::parse_x509_certificate;

use super::finding::{Finding, UNKNOWN};
use crate::calls::words::Words;
use crate::look::fetch::redacted_address;
use crate::look::requests::{Reply, RequestError};

/// The most time by which two clocks may differ before sign-in with tickets fails.
const CLOCK: Duration = Duration::from_secs(300);

/// A certificate that ends sooner is worth a word.
const DAYS_BEFORE_THE_END: u64 = 21;

/// An address that does not respond.
pub(super) fn unreachable(address: &Url, error: &RequestError) -> Finding {
    let text = format!("{} does not respond: {}", redacted_address(address), error.message());
    Finding::wrong("connection", text, error.advice().unwrap_or_else(|| UNKNOWN.to_owned()))
}

/// `is_unchecked`: every certificate was accepted.
pub(super) fn encryption(
    address: &Url,
    certificate: Option<&[u8]>,
    is_unchecked: bool,
    now: SystemTime,
    words: Words,
) -> Finding {
    if address.scheme() == "https" {
        let advice = format!("trust its authority with {}, and check certificates", words(&Setting::Authorities));
        let unchecked = "is not checked: anyone on the network path can read and change everything";
        let Some((_, certificate)) = certificate.and_then(|bytes| parse_x509_certificate(bytes).ok()) else {
            let text = "the connection is encrypted, and the certificate";
            return if is_unchecked {
                Finding::wrong("TLS", format!("{text} {unchecked}"), advice)
            } else {
                Finding::fine("TLS", format!("{text} is trusted"))
            };
        };
        let (subject, issuer) = (certificate.subject().to_string(), certificate.issuer().to_string());
        let end = u64::try_from(certificate.validity().not_after.timestamp()).unwrap_or_default();
        let now = now.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs();
        let days = end.abs_diff(now) / 86_400;
        let day = if days == 1 { "day" } else { "days" };
        let (subject, issuer) = (shown_line(&subject), shown_line(&issuer));
        let named = format!("the certificate of {subject}, issued by {issuer},");
        if is_unchecked {
            return Finding::wrong("TLS", format!("{named} {unchecked}"), advice);
        }
        if end < now {
            let text = format!("{named} ended {days} {day} ago");
            return Finding::wrong("TLS", text, "ask the operators of the service for a new one");
        }
        let text = format!("{named} is valid for {days} more {day}");
        if days >= DAYS_BEFORE_THE_END {
            return Finding::fine("TLS", text);
        }
        return Finding::wrong("TLS", text, "ask the operators of the service for a new one before it ends");
    }
    if is_this_machine(address) {
        return Finding::fine("TLS", "the connection is not encrypted, and does not leave this machine");
    }
    let text = "the connection is not encrypted: anyone on the network path can read passwords";
    let advice = format!("use `https://` if the server has it; else permit it with {}", words(&Setting::PlainHttp));
    Finding::wrong("TLS", text, advice)
}

pub(super) fn clock(response: &Reply, now: SystemTime) -> Option<Finding> {
    let date = response.headers.get(DATE)?.to_str().ok()?;
    let theirs = httpdate::parse_http_date(date).ok()?;
    let apart = now.duration_since(theirs).unwrap_or_else(|error| error.duration());
    let text = format!("the clocks differ by {} s", apart.as_secs());
    if apart <= CLOCK {
        return Some(Finding::fine("clock", text));
    }
    Some(Finding::wrong("clock", text, "set the clock: tickets and tokens are valid for minutes"))
}
