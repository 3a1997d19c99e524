//! Sends are confirmed by a person, where the client can ask one.

use asmx_types::Effect;
use asmx_types::display::shown_line;
use rmcp::model::{
    CallToolRequestParams, ElicitRequest, ElicitRequestParams, ElicitationAction, ElicitationSchema, InputRequest,
    InputRequests, InputRequiredResult, ProtocolVersion,
};
use rmcp::service::{RequestContext, RoleServer};
use serde_json::{Map, Value as Json};

use crate::gateway::Exposed;

/// The name of the question, and of its only field.
const CONFIRM: &str = "confirm";
/// The most characters of the arguments that a person sees.
const SHOWN: usize = 600;

pub(super) enum Answered {
    Yes,
    No,
    /// The client asks, and calls again with the answer.
    Ask(Box<InputRequiredResult>),
}

/// Asks about an operation that sends messages. A client that cannot ask has the permission of whoever allowed sends.
pub(super) async fn confirm(
    request: &CallToolRequestParams,
    exposed: &Exposed,
    arguments: &Map<String, Json>,
    context: &RequestContext<RoleServer>,
) -> Answered {
    let capability = context.client_capabilities().and_then(|capabilities| capabilities.elicitation);
    // A client that names no form of questions has the first one.
    let can_ask = capability.is_some_and(|capability| capability.form.is_some() || capability.url.is_none());
    if exposed.effect != Effect::Send || !can_ask {
        return Answered::Yes;
    }
    let Some(question) = question(exposed, arguments) else { return Answered::No };
    let is_stateless = context.protocol_version().is_some_and(|version| version == ProtocolVersion::V_2026_07_28);
    if is_stateless {
        let answer = request.input_responses.as_ref().and_then(|answers| answers.get(CONFIRM));
        return match answer {
            Some(answer) if answer.get("action").and_then(Json::as_str) == Some("accept") => {
                agreed(answer.get("content"))
            }
            Some(_) => Answered::No,
            None => {
                let asked = InputRequests::from([(
                    CONFIRM.to_owned(),
                    InputRequest::Elicitation(ElicitRequest::new(question)),
                )]);
                Answered::Ask(Box::new(InputRequiredResult::from_input_requests(asked)))
            }
        };
    }
    match context.peer.create_elicitation(question).await {
        Ok(answer) if answer.action == ElicitationAction::Accept => agreed(answer.content.as_ref()),
        // Without an answer nothing is sent.
        _ => Answered::No,
    }
}

fn agreed(content: Option<&Json>) -> Answered {
    let is_agreed = content.and_then(|content| content.get(CONFIRM)).and_then(Json::as_bool).unwrap_or(true);
    if is_agreed { Answered::Yes } else { Answered::No }
}

fn question(exposed: &Exposed, arguments: &Map<String, Json>) -> Option<ElicitRequestParams> {
    let text = Json::Object(arguments.clone()).to_string();
    let shown: String = shown_line(&text).chars().take(SHOWN).collect();
    let more = if text.chars().count() > SHOWN { "…" } else { "" };
    let message = format!("{} sends messages. Call it with {shown}{more}", exposed.operation.name);
    let requested_schema = ElicitationSchema::builder().required_bool(CONFIRM).build().ok()?;
    Some(ElicitRequestParams::FormElicitationParams { meta: None, message, requested_schema })
}
