//! Calls without a result: the status in HTTP, and the problem in JSON.

use std::borrow::Cow;
use std::time::Duration;

use asmx_codegen::NoSuchOperation;
use asmx_runtime::{Error, ErrorKind, Fault, Outcome};
use asmx_types::Effect;
use asmx_types::display::{shortened, shown_line, shown_lines};
use serde_json::{Value as Json, json};

use crate::calls::error::{CallError, sentence};
use crate::calls::memory::Exhausted;
use crate::calls::words::methods;
use crate::offer::misfit::{Misfit, misfits_of};
use crate::offer::status::{Failure, status};
use crate::rows::tables::{TableShape, remove_schema_facts};
use crate::rows::texts::size;

/// The status of a call whose caller did not wait for its end.
pub(crate) const ABANDONED: u16 = 499;

/// A call that has no result.
pub(crate) enum Refusal {
    NoOperation(NoSuchOperation),
    /// An operation that is not offered because of its effect, and the setting that offers it.
    Forbidden(&'static str, Effect, Cow<'static, str>),
    /// The request does not fit the operation.
    Unfit(Vec<Misfit>),
    /// A person did not confirm the call, or could not be asked about it: the sentence.
    #[cfg_attr(not(feature = "mcp"), expect(dead_code, reason = "only tools ask a person"))]
    Unconfirmed(String),
    /// The caller withdrew the call while it was under way.
    #[cfg_attr(not(feature = "mcp"), expect(dead_code, reason = "callers of REST go away without a word"))]
    Withdrawn,
    /// Too many calls are under way.
    Busy(Duration),
    /// The call got no memory, and was not sent.
    Memory(Exhausted),
    /// The call got no memory for its response. As in all that follow, the effect is that which decides about retries.
    ResponseMemory(Exhausted, Effect),
    /// The operation was carried out, and the response has not what the description promises, for this contradiction.
    Unrecognised(String, Effect),
    /// The operation was carried out, and its result has not the form that the caller accepts, for this reason. A call that is no read cannot be
    /// repeated for its result, which is here. Only the log has `reason`. `is_empty` is set for a result that has neither a row nor a column.
    NotAcceptable {
        why: String,
        result: Option<Json>,
        reason: Option<String>,
        is_empty: bool,
    },
    Call(CallError, Effect),
}

/// The most bytes of a result in a problem.
pub(crate) const LARGEST_RESULT: usize = 1024 * 1024;
/// The most characters of a part of a fault.
const LONGEST_PART: usize = 4_000;

impl Refusal {
    /// The result of the operation, which was carried out, has not the form that the caller accepts.
    pub(crate) fn not_acceptable(why: impl std::fmt::Display, operation: &str, result: Option<Json>) -> Self {
        let why = format!("{why}. {operation} was carried out");
        Self::NotAcceptable { why, result, reason: None, is_empty: false }
    }

    /// With a reason for the log.
    pub(crate) fn because(mut self, why: String) -> Self {
        if let Self::NotAcceptable { reason, .. } = &mut self {
            *reason = Some(why);
        }
        self
    }

    /// As [`not_acceptable`](Self::not_acceptable), of a result that is whole. The effect decides about retries.
    pub(crate) fn without_form(
        why: impl std::fmt::Display,
        (operation, effect): (&str, Effect),
        shapes: &[TableShape],
        mut result: Json,
    ) -> Self {
        remove_schema_facts(shapes, &mut result);
        let is_needed = effect != Effect::Read && size(&result) <= LARGEST_RESULT;
        Self::not_acceptable(why, operation, is_needed.then_some(result))
    }

    /// The refusal of a result that has neither a row nor a column.
    pub(crate) fn of_no_columns(mut self) -> Self {
        if let Self::NotAcceptable { is_empty, .. } = &mut self {
            *is_empty = true;
        }
        self
    }

    /// The status in HTTP.
    pub(crate) fn status(&self) -> u16 {
        let (effect, failure) = match self {
            Self::NoOperation(_) | Self::Call(CallError::NoOperation(_), _) => return 404,
            Self::Forbidden(..) | Self::Unconfirmed(_) => return 403,
            Self::Withdrawn => return ABANDONED,
            Self::NotAcceptable { .. } => return 406,
            Self::Memory(Exhausted::TooLarge(_)) => return 413,
            Self::Unfit(_) => (Effect::Read, Failure::Request),
            Self::Busy(_) | Self::Memory(Exhausted::Busy) => (Effect::Read, Failure::NotSent),
            Self::ResponseMemory(_, effect) | Self::Unrecognised(_, effect) => (*effect, Failure::NotUnderstood),
            Self::Call(CallError::NotOffered(_), effect) => (*effect, Failure::Settings),
            Self::Call(CallError::Parameters(_), effect) => (*effect, Failure::Request),
            Self::Call(CallError::Failed(error), effect) => (*effect, Failure::of(error)),
        };
        status(effect, failure, self.outcome())
    }

    /// The outcome of the operation; `None` if it was carried out.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        match self {
            Self::Unrecognised(..) | Self::NotAcceptable { .. } => None,
            Self::Call(error, _) if error.is_carried_out() => None,
            Self::Call(error, _) => Some(error.outcome()),
            Self::ResponseMemory(..) | Self::Withdrawn => Some(Outcome::Unknown),
            _ => Some(Outcome::NotSent),
        }
    }

    /// The time after which a caller may try again.
    pub(crate) fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::Busy(wait) => Some(*wait),
            Self::Memory(Exhausted::Busy) => Some(Duration::from_secs(1)),
            Self::Call(error, _) if matches!(self.status(), 429 | 503) => error.failure().and_then(Error::retry_after),
            _ => None,
        }
    }

    fn title(&self) -> &'static str {
        match (self.status(), self.outcome()) {
            _ if matches!(self, Self::Unconfirmed(_)) => "The call was not confirmed",
            (ABANDONED, _) => "The call was withdrawn",
            (400, _) => "The request does not fit the operation",
            (403, _) => "The operation is not offered",
            (404, _) => "There is no such operation",
            (406, _) => "Not Acceptable",
            (413, _) => "The request is too large",
            (422, _) => "The service refused the operation",
            (424, Some(Outcome::Refused)) => "The service responded with an error",
            (429, _) => "The service gets too many requests",
            (500, _) => "The gateway cannot call the service",
            (502, _) | (424, None) => "The response of the service is no result",
            (503, Some(Outcome::NotSent)) => "The request was not sent",
            (503, _) => "The service is not available",
            _ => "It is unknown whether the operation was carried out",
        }
    }

    /// The reason in one text, for callers: it names no host behind the gateway. It may hold a text of the service, which is bounded.
    pub(crate) fn detail(&self) -> String {
        match self {
            Self::NoOperation(error) => shown_line(&error.to_string()).into_owned(),
            Self::Forbidden(name, effect, setting) => {
                format!("{name} may {}, which this gateway does not offer without {setting}", effect.name())
            }
            Self::Unfit(misfits) => misfits.iter().map(Misfit::sentence).collect::<Vec<_>>().join("; "),
            Self::Unconfirmed(why) | Self::NotAcceptable { why, .. } => why.clone(),
            Self::Withdrawn => {
                "the call was withdrawn, and it is unknown whether the operation was carried out".to_owned()
            }
            Self::Busy(_) => "more calls are under way, or begin in a second, than the gateway permits".to_owned(),
            Self::Memory(why) => format!("the request was not sent: {why}"),
            Self::ResponseMemory(why, _) => format!("the response of the service was not read: {why}"),
            Self::Unrecognised(deviation, _) => {
                format!("the response has not what the document says: {}", shown_line(deviation))
            }
            Self::Call(error, _) => {
                let advice = error.failure().and_then(Error::advice);
                let kind = error.failure().map(Error::kind);
                match (error.fault(), error.failure().and_then(|error| unreached(error.kind()))) {
                    (Some(fault), _) => {
                        let message = shown_lines(fault.summary().trim_end()).into_owned();
                        match advice {
                            Some(advice) => format!("{message} ({advice})"),
                            None => message,
                        }
                    }
                    // How to connect is a matter of the operator; what a request has is one of its caller.
                    (None, Some(words)) => match advice.filter(|_| error.outcome() == Outcome::Unknown) {
                        Some(advice) => format!("{words}: {advice}"),
                        None => words.to_owned(),
                    },
                    // The message of these has its cause already.
                    (None, None) if matches!(kind, Some(ErrorKind::UnexpectedResponse | ErrorKind::InvalidRequest)) => {
                        shown_line(&error.to_string()).into_owned()
                    }
                    (None, None) => sentence(error),
                }
            }
        }
    }

    /// The reason for the operator, with addresses and errors of the operating system, where callers get less.
    pub(crate) fn reason(&self) -> Option<String> {
        if let Self::NotAcceptable { reason, .. } = self {
            return reason.clone();
        }
        let Self::Call(error, _) = self else { return None };
        unreached(error.failure()?.kind()).map(|_| sentence(error))
    }

    /// Problem details of RFC 9457, with the members `operation`, `outcome`, `service-status`, `fault`, `errors`, `result` and `columns`.
    pub(crate) fn to_json(&self, operation: &str) -> Json {
        let (call, misfits) = (if let Self::Call(error, _) = self { Some(error) } else { None }, self.misfits());
        let errors = misfits.iter().map(|misfit| json!({ "place": misfit.path, "problem": misfit.problem }));
        let status = call.and_then(CallError::failure).and_then(Error::status);
        let (result, is_empty) = match self {
            Self::NotAcceptable { result, is_empty, .. } => (result.as_ref(), *is_empty),
            _ => (None, false),
        };
        let mut problem = json!({
            "title": self.title(),
            "status": self.status(),
            "detail": self.detail(),
            "operation": shown_line(operation),
            "outcome": outcome_name(self.outcome()),
            "service-status": status.map(|status| status.as_u16()),
            "fault": call.and_then(CallError::fault).map(fault_to_json),
            "errors": (!misfits.is_empty()).then(|| errors.collect::<Json>()),
            "columns": is_empty.then(|| json!([])),
        });
        if let Some(problem) = problem.as_object_mut() {
            problem.retain(|_, member| !member.is_null());
            // A result may be null.
            problem.extend(result.map(|result| ("result".to_owned(), result.clone())));
        }
        problem
    }

    /// The places of the request that do not fit.
    fn misfits(&self) -> Cow<'_, [Misfit]> {
        match self {
            Self::Unfit(misfits) => Cow::Borrowed(misfits),
            Self::Call(CallError::Parameters(error), _) => misfits_of(methods, [("", error)]).into(),
            Self::Call(CallError::Failed(error), _) if error.kind() == ErrorKind::InvalidRequest => {
                error.parameter().map(|parameter| Misfit::new(parameter, &error.to_string())).into_iter().collect()
            }
            _ => Cow::default(),
        }
    }
}

fn fault_to_json(fault: &Fault) -> Json {
    let code = fault.code().map(|code| shown_line(code.name()));
    let mut parts = json!({ "code": code, "message": shown_lines(fault.message().trim_end()) });
    for (name, part) in [("subcode", fault.subcode()), ("actor", fault.actor()), ("detail", fault.detail())] {
        if let (Some(part), Some(parts)) = (part, parts.as_object_mut()) {
            parts.insert(name.to_owned(), shown_lines(&shortened(part, LONGEST_PART)).into());
        }
    }
    parts
}

/// The failure of a connection in words for callers. Its own text has hosts, ports and errors of the operating system.
const fn unreached(kind: ErrorKind) -> Option<&'static str> {
    match kind {
        ErrorKind::Connect => Some("no connection to the service could be made"),
        ErrorKind::HeldBack => Some("the gateway held the request back"),
        ErrorKind::Timeout => Some("the service did not respond in time"),
        ErrorKind::Interrupted => Some("the connection to the service broke off"),
        _ => None,
    }
}

/// The name of what became of an operation, where `None` is one that was carried out.
pub(crate) const fn outcome_name(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        None => "done",
        Some(Outcome::NotSent) => "not sent",
        Some(Outcome::Refused) => "refused",
        Some(Outcome::Unknown) => "unknown",
    }
}
