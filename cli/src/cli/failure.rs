//! Failures of a call: the exit code, and the text for people.

use std::error::Error as _;
use std::fmt::Write as _;
use std::io::{self, Write as _};

use asmx_gateway::{CallError, Error, ErrorKind, FaultCode, FetchError, Outcome, Secrets};
use asmx_types::display::{shortened, shown_line, shown_lines};
use asmx_types::{Effect, Operation};

use super::reading;

/// The most characters of the parts of a fault.
const LONGEST: usize = 2_000;

#[derive(Debug, PartialEq, Eq)]
pub(in crate::cli) struct Failure {
    pub(in crate::cli) code: u8,
    pub(in crate::cli) text: String,
}

const UNWRITTEN: u8 = 1;
pub(in crate::cli) const USAGE: u8 = 2;
pub(in crate::cli) const REFUSED: u8 = 3;
pub(in crate::cli) const NOT_SENT: u8 = 4;
const UNKNOWN: u8 = 5;
pub(in crate::cli) const NOT_UNDERSTOOD: u8 = 6;

impl Failure {
    /// The call was not made: an argument, the document or a setting is wrong.
    pub(in crate::cli) fn usage(text: impl std::fmt::Display) -> Self {
        Self { code: USAGE, text: format!("error: {text}") }
    }

    /// The call was not made: each of these arguments is wrong.
    pub(in crate::cli) fn mistakes(all: Vec<String>) -> Option<Self> {
        let texts = all.into_iter().map(|mistake| Self::usage(mistake).text);
        let text = texts.collect::<Vec<_>>().join("\n");
        Some(Self { code: USAGE, text }).filter(|failure| !failure.text.is_empty())
    }

    /// A failure that was met behind these mistakes.
    pub(in crate::cli) fn after_mistakes(self, all: Vec<String>) -> Self {
        match Self::mistakes(all) {
            None => self,
            Some(mistakes) => Self { code: mistakes.code, text: format!("{}\n{}", mistakes.text, self.text) },
        }
    }

    /// No call can be made with these settings.
    pub(in crate::cli) fn settings(error: &Error) -> Self {
        Self::usage(error)
    }

    /// The call was not made, for another reason.
    pub(in crate::cli) fn not_sent(text: impl std::fmt::Display) -> Self {
        Self { code: NOT_SENT, text: format!("error: {text}") }
    }

    /// The operating system refuses what a call needs.
    pub(in crate::cli) fn of_machine(error: &std::io::Error) -> Self {
        Self::not_sent(format!("this machine refuses what a call needs: {error}"))
    }

    /// A document cannot be fetched. An address that nothing was sent to is wrong usage.
    pub(in crate::cli) fn of_fetch(error: FetchError) -> Self {
        match error {
            FetchError::Address(_) => Self::usage(error),
            FetchError::OtherServer { address, server } => Self::usage(format!(
                "{address} is at another server than {server}, which the profile is for: nothing was sent. Leave `--profile` out, or write an \
                 address of that server"
            )),
            error => Self::not_sent(error),
        }
    }

    /// The call was made, and its result has not the form that was asked for. A read changed nothing, so that its text is only the reason.
    pub(in crate::cli) fn unfit(why: &str, operation: &Operation) -> Self {
        let is_read = operation.effect == Effect::Read;
        let carried_out = if is_read { String::new() } else { format!(". {} was carried out", operation.name) };
        Self { code: NOT_UNDERSTOOD, text: format!("error: {why}{carried_out}") }
    }

    /// The responses of calls that only read do not say what was asked.
    pub(in crate::cli) fn not_understood(text: impl std::fmt::Display) -> Self {
        Self { code: NOT_UNDERSTOOD, text: format!("error: {text}") }
    }

    /// The call was made, and its response is not the one that the document promises.
    pub(in crate::cli) fn unrecognised(operation: &Operation) -> Self {
        Self::unfit("the response has not what the document says. `--format raw` shows it as it came", operation)
    }

    /// The call was made, and its rows cannot be written.
    pub(in crate::cli) fn unwritten(why: &dyn std::fmt::Display) -> Self {
        Self { code: UNWRITTEN, text: format!("error: standard output: {why}") }
    }

    /// A file cannot be written.
    pub(in crate::cli) fn unwritten_file(text: impl std::fmt::Display) -> Self {
        Self { code: UNWRITTEN, text: format!("error: {text}") }
    }

    /// A file that cannot be made while the call is under way.
    pub(in crate::cli) fn after_the_call(self) -> Self {
        Self { code: UNWRITTEN, ..self }
    }

    /// Takes the secrets of a call out of each line, which may name what only its response has.
    pub(in crate::cli) fn without_secrets(self, secrets: &Secrets) -> Self {
        let lines: Vec<String> = self.text.split('\n').map(|line| secrets.redacted(line)).collect();
        Self { text: lines.join("\n"), ..self }
    }

    /// Says how many rows were printed before.
    pub(in crate::cli) fn after_rows(mut self, rows: u64) -> Self {
        if rows > 0 {
            let rows = if rows == 1 { "1 row was".to_owned() } else { format!("{rows} rows were") };
            let _ = write!(self.text, "\n  the result is incomplete: {rows} read before");
        }
        self
    }

    /// A person stopped the call while it was under way.
    pub(in crate::cli) fn interrupted(operation: &Operation) -> Self {
        Self { code: UNKNOWN, text: format!("{}error: {} was interrupted", unknown(operation), operation.name) }
    }

    /// Adds a line to the report of a service's refusal.
    pub(in crate::cli) fn noting_if_refused(self, note: Option<&str>) -> Self {
        match note.filter(|_| self.code == REFUSED) {
            Some(note) => self.noting(note),
            None => self,
        }
    }

    /// Adds a line.
    pub(in crate::cli) fn noting(mut self, note: &str) -> Self {
        self.text.push_str("\n  ");
        self.text.push_str(note);
        self
    }

    pub(in crate::cli) fn of(error: &CallError, operation: &Operation) -> Self {
        let Some(failure) = error.failure() else {
            return Self::usage(shown_line(&error.to_string()));
        };
        if failure.is_carried_out() {
            return Self::unfit(&format!("{failure}. `--format raw` shows it as it came"), operation);
        }
        let mut text = String::new();
        let code = match (failure.kind(), failure.outcome()) {
            (ErrorKind::Configuration | ErrorKind::InvalidRequest | ErrorKind::NotPermitted, _) => USAGE,
            (_, Outcome::NotSent) => NOT_SENT,
            (_, Outcome::Refused) => REFUSED,
            (ErrorKind::UnexpectedResponse | ErrorKind::ResponseTooLarge, Outcome::Unknown) => NOT_UNDERSTOOD,
            (_, Outcome::Unknown) => UNKNOWN,
        };
        if failure.outcome() == Outcome::Unknown {
            text = unknown(operation);
        }
        // Writing to a String cannot fail.
        if let Some(fault) = failure.fault().filter(|_| code == REFUSED) {
            let message = fault.summary();
            let _ = write!(text, "error: the service refused {}: {}", operation.name, shown_lines(message.trim_end()));
            let code = fault.code().map(FaultCode::name);
            let subcode = ("subcode", fault.subcode());
            let parts = [("code", code), subcode, ("actor", fault.actor()), ("detail", fault.detail())];
            for (name, part) in parts.into_iter().filter_map(|(name, part)| Some((name, part?.trim()))) {
                if !part.is_empty() {
                    let _ = write!(text, "\n  {name}: {}", shown_line(&shortened(part, LONGEST)));
                }
            }
            if let Some(advice) = failure.advice() {
                let _ = write!(text, "\n  {advice}");
            }
        } else {
            let _ = write!(text, "error: {failure}");
            let mut source = failure.source();
            while let Some(cause) = source {
                let _ = write!(text, "\n  because: {}", shown_line(&cause.to_string()));
                source = cause.source();
            }
            if let Some(excerpt) = failure.excerpt() {
                let _ = write!(text, "\n  the response says: {}", shown_line(excerpt));
            }
        }
        Self { code, text }
    }
}

/// Standard output or standard error cannot be written.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        let text = format!("error: standard output: {error}");
        // A reader that has seen enough hears nothing.
        let text = if error.kind() == io::ErrorKind::BrokenPipe { String::new() } else { text };
        Self { code: reading::UNWRITTEN, text }
    }
}

/// The exit code of a command. A failure is reported.
pub(in crate::cli) fn ended(run: Result<u8, Failure>) -> io::Result<u8> {
    match run {
        Err(Failure { code, text }) if text.is_empty() => Ok(code),
        Err(Failure { code, text }) if reading::output_has_errors() => writeln!(io::stdout(), "{text}").map(|()| code),
        Err(Failure { code, text }) => writeln!(io::stderr(), "{text}").map(|()| code),
        Ok(code) => Ok(code),
    }
}

/// The first line where it is unknown what became of the operation; empty for a read, which changes nothing.
fn unknown(operation: &Operation) -> String {
    if operation.effect == Effect::Read {
        return String::new();
    }
    format!("outcome unknown: {} may have been carried out. Find out before you call it again.\n", operation.name)
}
