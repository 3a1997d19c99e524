//! Sends are confirmed by a person, where the client can ask one.

use std::collections::VecDeque;
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher as _;
use std::pin::pin;
use std::sync::{Mutex, PoisonError};

use asmx_types::Effect;
use futures_util::future::{Either, select};
use rmcp::model::{
    CallToolRequestParams, ElicitRequest, ElicitRequestParams, ElicitationAction, ElicitationSchema, InputRequest,
    InputRequests, InputRequiredResult, ProtocolVersion,
};
use rmcp::service::{RequestContext, RoleServer};
use serde_json::{Map, Value as Json};

use super::http::{Exchange, can_ask};
use super::question;
use crate::offer::gateway::{ArgumentViews, Exposed};

/// The name of the question, and of its only field.
const CONFIRM: &str = "confirm";
/// The most questions that wait for an answer. Older ones are asked again.
const WAITING: usize = 1000;

pub(super) enum Answered {
    Yes,
    No,
    /// The client asks, and calls again with the answer.
    Ask(Box<InputRequiredResult>),
    /// The call is too large for a question.
    Unreadable,
    /// The client can ask, and this transport carries no question.
    Unaskable,
    /// The client withdrew the call.
    Cancelled,
}

/// The way to ask a person about a call.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Asking {
    /// The operation sends nothing, or the client cannot ask.
    Nobody,
    /// A question within the session.
    InSession,
    /// A question as the result; the client calls again with the answer.
    ByResult,
    /// The client can ask within a session, which there is not.
    Impossible,
}

impl Asking {
    /// The declaration of a session counts also where a single call declares less. `exchange` is that of a request over HTTP.
    pub(super) fn of(exposed: &Exposed, context: &RequestContext<RoleServer>, exchange: Option<&Exchange>) -> Self {
        let of_call = context.client_capabilities();
        let of_session = context.peer.peer_info().map(|client| client.capabilities.clone());
        let is_declared = [of_call, of_session].into_iter().flatten().any(|capabilities| can_ask(&capabilities));
        let version = context.protocol_version();
        let is_stateless = version.is_some_and(|version| version.as_str() >= ProtocolVersion::V_2026_07_28.as_str());
        if exposed.effect != Effect::Send {
            return Self::Nobody;
        }
        match (is_declared, is_stateless, exchange) {
            (true, true, _) => Self::ByResult,
            (true, false, None) => Self::InSession,
            (true, false, Some(_)) => Self::Impossible,
            (false, false, Some(exchange)) if exchange.is_of_asking_client => Self::Impossible,
            (false, ..) => Self::Nobody,
        }
    }
}

/// The questions that wait for an answer in a later request.
#[derive(Default)]
pub(super) struct Questions {
    /// The key of the hashes: no client can make one itself.
    key: RandomState,
    waiting: Mutex<Waiting>,
}

#[derive(Default)]
struct Waiting {
    asked: u64,
    /// The state of each question, as the client has it.
    states: VecDeque<String>,
}

impl Questions {
    /// The state of a new question about a call.
    fn ask(&self, operation: &str, arguments: &Map<String, Json>) -> String {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.asked += 1;
        let state = self.state(waiting.asked, operation, arguments);
        waiting.states.push_back(state.clone());
        if waiting.states.len() > WAITING {
            waiting.states.pop_front();
        }
        state
    }

    /// Whether the state is that of a question about this call. Each question has one answer.
    fn is_about(&self, state: &str, operation: &str, arguments: &Map<String, Json>) -> bool {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(index) = waiting.states.iter().position(|known| known == state) else { return false };
        waiting.states.remove(index);
        let number = state.split('-').next().and_then(|number| number.parse().ok());
        number.is_some_and(|number| self.state(number, operation, arguments) == state)
    }

    fn state(&self, number: u64, operation: &str, arguments: &Map<String, Json>) -> String {
        format!("{number}-{:016x}", self.key.hash_one((number, operation, arguments)))
    }
}

/// Asks about an operation that sends messages, with arguments that fit it. Only a clear yes counts. A client that cannot ask has the permission
/// of whoever allowed sends.
pub(super) async fn confirm(
    questions: &Questions,
    request: &CallToolRequestParams,
    exposed: &Exposed,
    views: &ArgumentViews,
    (asking, context): (Asking, &RequestContext<RoleServer>),
) -> Answered {
    match asking {
        Asking::Nobody => return Answered::Yes,
        Asking::Impossible => return Answered::Unaskable,
        Asking::InSession | Asking::ByResult => {}
    }
    let arguments = &views.arguments;
    let Ok(lines) = question::lines(&views.all, &views.visible) else { return Answered::Unreadable };
    let Some(question) = elicitation(exposed.operation.name, &lines) else { return Answered::No };
    let name = exposed.operation.name;
    if asking == Asking::InSession {
        let (answer, cancelled) = (pin!(context.peer.create_elicitation(question)), pin!(context.ct.cancelled()));
        let answer = match select(cancelled, answer).await {
            Either::Left(_) => return Answered::Cancelled,
            Either::Right((answer, _)) => answer,
        };
        return match answer {
            // The answer may arrive with the cancellation.
            _ if context.ct.is_cancelled() => Answered::Cancelled,
            Ok(answer) if answer.action == ElicitationAction::Accept => agreed(answer.content.as_ref()),
            // Without an answer nothing is sent.
            _ => Answered::No,
        };
    }
    let answer = request.input_responses.as_ref().and_then(|answers| answers.get(CONFIRM));
    let state = request.request_state.as_deref();
    match answer.filter(|_| state.is_some_and(|state| questions.is_about(state, name, arguments))) {
        Some(answer) if answer.get("action").and_then(Json::as_str) == Some("accept") => agreed(answer.get("content")),
        Some(_) => Answered::No,
        // An answer about another call is none.
        None => {
            let request = InputRequest::Elicitation(ElicitRequest::new(question));
            let asked = InputRequests::from([(CONFIRM.to_owned(), request)]);
            Answered::Ask(Box::new(InputRequiredResult::new(Some(asked), Some(questions.ask(name, arguments)))))
        }
    }
}

fn agreed(content: Option<&Json>) -> Answered {
    let answer = content.and_then(|content| content.get(CONFIRM));
    if answer == Some(&Json::Bool(true)) { Answered::Yes } else { Answered::No }
}

fn elicitation(operation: &str, lines: &[String]) -> Option<ElicitRequestParams> {
    let with = if lines.is_empty() { "without parameters?".to_owned() } else { format!("with\n{}", lines.join("\n")) };
    let message = format!("{operation} sends messages. Call it {with}");
    let requested_schema = ElicitationSchema::builder().required_bool(CONFIRM).build().ok()?;
    Some(ElicitRequestParams::FormElicitationParams { meta: None, message, requested_schema })
}
