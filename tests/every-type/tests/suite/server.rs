//! Our server by descriptor: what it reads of a recorded request is the case's input, and what it writes of the contract's output is the
//! recorded response.

use asmx_runtime::protocol::{self, ErrorStyle, Received, ResponseContext, ServerSettings};
use asmx_runtime::xml::ParseOptions;
use asmx_runtime::{Content, Message, Operation, Service, Transport};
use every_type::cases::{self, Case};
use every_type::mirror;
use every_type::normal::{cut_listing, normal};
use every_type::pruned::without_defaults;
use recordings::{Exchange, RawResponse, Seen};
use serde_json::{Value as Json, json};

use super::listed::Comparisons;

fn read(service: &'static Service, exchange: &Exchange) -> Result<Received, String> {
    let settings = ServerSettings::new(service, service.namespace.unwrap(), ErrorStyle::Development);
    protocol::decode_request(&settings, &exchange.http_request()).map_err(|response| {
        let body = String::from_utf8_lossy(response.body()).into_owned();
        format!("refused with {}: {}", response.status(), recordings::without_frames(&body))
    })
}

fn context(service: &'static Service, operation: &'static Operation, transport: Transport) -> ResponseContext {
    let namespace = service.namespace.unwrap().into();
    ResponseContext { service, operation, transport, namespace, limits: ParseOptions::default() }
}

/// What our server returns, as far as it counts.
fn written(context: &ResponseContext, message: Message) -> String {
    let response = match protocol::encode_response(context, &Content::Message(Box::new(message))) {
        Ok(response) => response,
        Err(fault) => return format!("fault: {}", fault.message()),
    };
    let headers = response.headers().iter();
    let headers = headers.map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned())).collect();
    let response = RawResponse {
        version: String::new(),
        status: response.status().as_u16(),
        headers,
        body: response.body().to_vec(),
    };
    seen(&response, context.transport)
}

fn seen(response: &RawResponse, transport: Transport) -> String {
    let seen = cut_listing(&Seen::of(response).unwrap().to_string());
    if transport.is_soap() { seen } else { every_type::normal::without_blank_text(&seen) }
}

/// The values of a result, as the contract says them.
fn message_of(
    service: &'static Service,
    case: &Case,
    operation: &'static Operation,
    transport: Transport,
) -> Result<Message, String> {
    let output = if transport.is_soap() {
        case.says_over(transport, "output").clone()
    } else {
        let name = operation.outputs.first().map(|output| output.name);
        name.map_or(Json::Null, |name| json!({ name: case.says("http_output") }))
    };
    let mut message = Message::new(mirror::values(service, operation.outputs, &output)?);
    if transport.is_soap() {
        let headers = case.says_over(transport, "outputHeaders");
        message.headers = mirror::headers(service, operation.messages.response_headers, headers)?;
    }
    Ok(message)
}

fn succeeded(case: &Case, transport: Transport) -> bool {
    if transport.is_soap() { case.says_over(transport, "status") == 200 } else { case.says("http_status") == 200 }
}

#[test]
fn every_case_is_served_as_it_was_recorded() {
    let (mut received, mut responses, mut echoes) = (Comparisons::new(), Comparisons::new(), Comparisons::new());
    for case in cases::all() {
        let service = cases::document(case.service).service();
        for transport in case.transports.iter().copied() {
            let exchange = case.exchange(transport);
            let name = exchange.name();
            let given = if transport.is_soap() || case.says("http_input").is_null() { "input" } else { "http_input" };
            let input = normal(case.says(given), false);
            let Some(operation) = case.operation() else {
                received.add(format!("{name}/received"), &input, "not imported");
                continue;
            };
            let got = read(service, &exchange);
            let shown = match &got {
                Ok(got) => {
                    let shown = mirror::json_of_request(service, &got.request);
                    normal(&without_defaults(operation.parameters, case.says(given), &shown), false)
                }
                Err(why) => why.clone(),
            };
            received.add(format!("{name}/received"), &input, &shown);
            if !succeeded(case, transport) {
                continue;
            }
            let recorded = seen(&exchange.response, transport);
            let context = context(service, operation, transport);
            let ours = message_of(service, case, operation, transport).map(|message| written(&context, message));
            responses.add(format!("{name}/response"), &recorded, &ours.unwrap_or_else(|why| why));
            if let (Ok(got), true, [_], [_]) =
                (got, case.key.starts_with("Echo"), operation.parameters, operation.outputs)
            {
                let values = mirror::values_of(&got.request);
                echoes.add(format!("{name}/echo"), &recorded, &written(&context, Message::new(values)));
            }
        }
    }
    Comparisons::assert_all(&[(received, 1760, &[]), (responses, 1600, &[]), (echoes, 1000, &[])]);
}
