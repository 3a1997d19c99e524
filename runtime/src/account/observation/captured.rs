//! An exchange as it is kept for support.

use std::fmt;
use std::time::{Duration, SystemTime};

use http::StatusCode;

use crate::Transport;
use crate::xml::{shown_line, shown_lines};

/// One attempt of a call as it went over the wire, without secrets. `Display` writes it for people, much as HTTP has it; control
/// characters of either side are written as escapes (`\u{1b}`).
#[non_exhaustive]
#[derive(Debug, Clone)]
pub struct CapturedExchange {
    /// The operation called.
    pub operation: &'static str,
    /// The transport used.
    pub transport: Transport,
    /// Which attempt of its call it was; the first is 1.
    pub attempt: u32,
    /// When it began.
    pub began: SystemTime,
    /// How long it took.
    pub elapsed: Duration,
    /// Method, path and query of the request; `None` if none was made, or in process.
    pub request_line: Option<String>,
    /// The request.
    pub request: Option<CapturedMessage>,
    /// The status of the response.
    pub status: Option<StatusCode>,
    /// The response, if one came. That of a streamed one has no body: it arrives after the attempt.
    pub response: Option<CapturedMessage>,
    /// `succeeded`, `not_sent`, `refused` or `unknown`.
    pub outcome: &'static str,
    /// The failure, in words.
    pub error: Option<String>,
}

/// A request or a response.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CapturedMessage {
    /// Names and values; those that hold credentials by their nature have `[redacted]` as value.
    pub headers: Vec<(String, String)>,
    /// The body as text, or its first 16 KiB; bytes that are no UTF-8 are U+FFFD. Empty if the call has a secret of fewer than four
    /// characters, which is not sought.
    pub body: String,
    /// How many bytes the whole body had.
    pub body_bytes: u64,
    /// Whether `body` is only the beginning.
    pub is_cut: bool,
}

impl fmt::Display for CapturedExchange {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (operation, transport, attempt) = (self.operation, self.transport, self.attempt);
        writeln!(formatter, "{operation} over {transport}, attempt {attempt}: {}, {:?}", self.outcome, self.elapsed)?;
        if let Some(line) = &self.request_line {
            writeln!(formatter, "> {}", shown_line(line))?;
        }
        if let Some(request) = &self.request {
            request.write(formatter, '>')?;
        }
        if let Some(status) = self.status {
            writeln!(formatter, "< {status}")?;
        }
        if let Some(response) = &self.response {
            response.write(formatter, '<')?;
        }
        if let Some(error) = &self.error {
            writeln!(formatter, "! {error}")?;
        }
        Ok(())
    }
}

impl CapturedMessage {
    fn write(&self, formatter: &mut fmt::Formatter<'_>, mark: char) -> fmt::Result {
        for (name, value) in &self.headers {
            writeln!(formatter, "{mark} {}: {}", shown_line(name), shown_line(value))?;
        }
        if !self.body.is_empty() {
            writeln!(formatter, "{mark}\n{}", shown_lines(&self.body))?;
        }
        if self.is_cut { writeln!(formatter, "… ({} bytes in all)", self.body_bytes) } else { Ok(()) }
    }
}
