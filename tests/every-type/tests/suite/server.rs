//! Our server by descriptor: what it reads of a recorded request is the case's input, and what it writes of the contract's output is the
//! recorded response.

use crate::cases::{Case, Set, Source};
use crate::normal::{cut_listing, normal};
use asmx_runtime::descriptors::{Scalar, XmlKind};
use asmx_runtime::protocol::{self, ErrorStyle, Received, ResponseContext, ServerSettings};
use asmx_runtime::xml::{Document, ParseOptions};
use asmx_runtime::{DataSet, Member, Message, Operation, Service, Transport, Type, Value, json};
use every_type::mirror;
use every_type::pruned::without_defaults;
use recordings::{Exchange, RawResponse, Seen};
use serde_json::{Map, Value as Json, json};

use super::listed::Comparisons;

/// The recorded request as our server reads it, or the response that refuses it.
fn read(service: &'static Service, case: &Case, exchange: &Exchange) -> Result<Received, RawResponse> {
    let style = if case.bare_fault().is_some() { ErrorStyle::Production } else { ErrorStyle::Development };
    let mut settings = ServerSettings::new(service, service.namespace.unwrap(), style);
    // That one says of every header that it understands it, if it is asked to.
    settings.unknown_headers = (case.key, case.name) == ("HeaderUnderstand", "yes");
    protocol::decode_request(&settings, &exchange.http_request()).map_err(|response| parts(&response))
}

fn parts(response: &http::Response<bytes::Bytes>) -> RawResponse {
    let headers = response.headers().iter();
    let headers = headers.map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned())).collect();
    let (status, body) = (response.status().as_u16(), response.body().to_vec());
    RawResponse { version: String::new(), status, headers, body }
}

fn context(service: &'static Service, operation: &'static Operation, transport: Transport) -> ResponseContext {
    let namespace = service.namespace.unwrap().into();
    ResponseContext { service, operation, transport, namespace, limits: ParseOptions::default() }
}

/// The response of our server, as far as it is compared.
fn written(context: &ResponseContext, source: Source, case: &Case, message: Message) -> String {
    let mut result = message;
    if source == Source::Rust {
        // The method of a generated trait returns a typed result.
        result = match typed_services::service(case.service).returned(context.operation.name, result) {
            Ok(returned) => returned,
            Err(error) => return format!("not typed: {error}").replace('`', "'"),
        };
    }
    let response = match protocol::encode_response(context, &result) {
        Ok(response) => response,
        Err(fault) => return format!("fault: {}", fault.message()),
    };
    // An XML parser reads what genuine servers write raw as line feeds; ours writes it as references.
    seen(&parts(&response), context.transport).replace("\r\n", "\n").replace('\r', "\n")
}

fn seen(response: &RawResponse, transport: Transport) -> String {
    let seen = cut_listing(&Seen::of(response).unwrap().to_string());
    if transport.is_soap() { seen } else { crate::normal::without_blank_text(&seen) }
}

/// The values of a result, as the contract says them.
fn message_of(
    service: &'static Service,
    case: &Case,
    operation: &'static Operation,
    transport: Transport,
) -> Result<Message, String> {
    let output = if transport.is_soap() {
        case.says_over(transport, "output").cloned().unwrap_or_default()
    } else {
        let name = operation.outputs.first().map(|output| output.name);
        let is_null =
            |output: &Member| case.says("http_output") == "" && matches!(output.kind, Type::Scalar(Scalar::Int));
        let is_null = operation.outputs.first().is_some_and(is_null);
        name.map_or(Json::Null, |name| if is_null { json!({}) } else { json!({ name: case.says("http_output") }) })
    };
    let mut message = Message::new(mirror::values(service, operation.outputs, &output)?);
    if transport.is_soap() {
        let headers = case.says_over(transport, "outputHeaders").unwrap_or(&Json::Null);
        message.headers = mirror::headers(service, operation.messages.response_headers, headers)?;
    }
    Ok(message)
}

fn succeeded(case: &Case, transport: Transport) -> bool {
    if transport.is_soap() {
        case.says_over(transport, "status") == Some(&json!(200))
    } else {
        case.says("http_status") == 200
    }
}

/// The request of the case, as a server receives it over that transport.
fn sent(case: &Case, transport: Transport) -> Json {
    if transport.is_soap() { case.says("input").clone() } else { null_as_empty(case.says("input")) }
}

/// Over GET and POST a null is an empty text.
fn null_as_empty(json: &Json) -> Json {
    match json {
        Json::Null => Json::from(""),
        Json::Array(items) => items.iter().map(null_as_empty).collect(),
        Json::Object(members) => {
            members.iter().map(|(name, value)| (name.clone(), null_as_empty(value))).collect::<Map<_, _>>().into()
        }
        other => other.clone(),
    }
}

/// The headers of a case, without those that its document does not declare.
fn sent_headers(case: &Case, transport: Transport) -> Json {
    let mut headers = if transport.is_soap() { case.says("headers").clone() } else { Json::Null };
    for header in headers.as_object_mut().into_iter().flat_map(Map::values_mut) {
        if let Some(must_understand) = header.get_mut("$mustUnderstand") {
            *must_understand = Json::from("1");
        }
    }
    headers.as_object().cloned().unwrap_or_default().into()
}

/// The headers of a received request.
fn received_headers(service: &'static Service, received: &Received) -> Json {
    let mut headers = json::response_headers(service, &received.incoming.soap_headers);
    headers.as_object_mut().map(|headers| headers.remove("$any"));
    headers
}

/// The value that a service keeps of a parameter: of a data set the tables, which it writes anew.
fn held(case: &Case, operation: &Operation, value: Value<'static>) -> Value<'static> {
    let (Type::Xml(XmlKind::DataSet), Value::Xml(xml)) = (operation.parameters[0].kind, &value) else { return value };
    // Its objects serialize themselves, and its document does not tell them from data sets.
    if case.service == "custom" {
        return value;
    }
    let document = Document::parse(format!("<a>{xml}</a>"), &ParseOptions::default()).unwrap();
    let mut content = String::new();
    DataSet::from_element(document.root()).unwrap().write_content(&mut content);
    Value::Xml(content.into())
}

/// A fault's text begins so if the service's method was not called.
const UNREADABLE: &str = "Server was unable to read request.";

/// Serves every case of a set.
fn compared(set: Set, source: Source) -> [Comparisons; 4] {
    let of_source = if source == Source::Rust { Comparisons::typed } else { Comparisons::new };
    let mut comparisons = [(); 4].map(|()| of_source(set));
    let [received, refused, responses, echoes] = &mut comparisons;
    for case in set.cases() {
        let service = case.described(source);
        for transport in case.transports.iter().copied() {
            let exchange = case.exchange(transport);
            let name = exchange.name();
            let input = sent(case, transport);
            let recorded = match case.bare_fault() {
                Some(text) => without_cause(text),
                None => seen(&exchange.response, transport),
            };
            let text_of = |input: &Json, headers: &Json| normal(&json!({ "input": input, "headers": headers }), false);
            let expected = text_of(&input, &sent_headers(case, transport));
            let Some(operation) = case.operation(source).filter(|operation| operation.offered_over(transport)) else {
                received.add(&format!("{name}/received"), &expected, "not offered");
                continue;
            };
            let (succeeded, mut decoded) = (succeeded(case, transport), read(service, case, &exchange));
            // The method of a generated trait gets a typed request.
            if let (Ok(decoded), Source::Rust) = (&mut decoded, source) {
                match typed_services::service(case.service).typed(&decoded.request) {
                    Ok(request) => decoded.request = request,
                    Err(error) => {
                        let why = format!("not typed: {error}").replace('`', "'");
                        received.add(&format!("{name}/received"), &expected, &why);
                        continue;
                    }
                }
            }
            let is_echo = case.key.starts_with("Echo")
                && operation.parameters.len() == 1
                && case.operation(Source::Spec).is_some_and(|operation| operation.outputs.len() == 1);
            let context = context(service, operation, transport);
            match &decoded {
                Err(response) if succeeded => {
                    received.add(&format!("{name}/received"), &expected, &format!("refused with {}", response.status));
                }
                Err(response) => {
                    let ours = match case.bare_fault() {
                        Some(_) => without_cause(&fault_text(response)),
                        None => seen(response, transport),
                    };
                    refused.add(&format!("{name}/refused"), &recorded, &ours);
                }
                Ok(decoded) if succeeded && is_echo => {
                    let held = mirror::values_of(&decoded.request)
                        .into_iter()
                        .map(|value| held(case, operation, value))
                        .collect();
                    let ours = written(&context, source, case, Message::new(held));
                    echoes.add(&format!("{name}/echo"), &recorded, &ours);
                }
                // A typed data set is written anew: its rows are compared where it is sent back.
                Ok(_) if source == Source::Rust && operation.parameters.iter().any(is_data_set) => {
                    received.skip(format!("{name}/received"));
                }
                Ok(decoded) => {
                    let shown = mirror::json_of_request(service, &decoded.request);
                    let shown = without_defaults(operation.parameters, &input, &shown);
                    let ours = text_of(&shown, &received_headers(service, decoded));
                    received.add(&format!("{name}/received"), &expected, &ours);
                    if case.bare_fault().is_some_and(|text| text.starts_with(UNREADABLE)) {
                        refused.add(&format!("{name}/refused"), &recorded, "accepted");
                    }
                }
            }
            if succeeded {
                // Results of some shapes have no parts in generated descriptors.
                let (described, parts) = match (source, case.operation(Source::Spec)) {
                    (Source::Rust, Some(parts)) => (case.described(Source::Spec), parts),
                    _ => (service, operation),
                };
                let ours = message_of(described, case, parts, transport)
                    .map_or_else(|why| why.replace('`', "'"), |message| written(&context, source, case, message));
                responses.add(&format!("{name}/response"), &recorded, &ours);
            }
        }
    }
    comparisons
}

/// The text of a fault without the innermost cause, which each runtime words in its own way.
fn without_cause(text: &str) -> String {
    text.splitn(3, " ---> ").take(2).collect::<Vec<_>>().join(" ---> ")
}

/// The text of the fault in a response.
fn fault_text(response: &RawResponse) -> String {
    let body = std::str::from_utf8(&response.body).unwrap();
    let text = body.split_once("<faultstring>").and_then(|(_, rest)| rest.split_once("</faultstring>"));
    text.map_or_else(|| format!("{} without a fault", response.status), |(text, _)| text.replace("&gt;", ">"))
}

fn is_data_set(parameter: &Member) -> bool {
    matches!(parameter.kind, Type::Xml(XmlKind::DataSet | XmlKind::DataTable) | Type::DataSet(_))
}

#[test]
fn every_case_is_served_as_it_was_recorded() {
    let [received, refused, responses, echoes] = compared(Set::Types, Source::Wsdl);
    Comparisons::assert_all(&[
        (received, 979, &[("as-the-server-reads-it", 12), ("clr-names", 30), ("rpc-encoded", 14)]),
        (refused, 30, &[("messages-filled-in", 31)]),
        (responses, 1625, &[("not-in-the-document", 2), ("null-over-http", 2), ("one-way", 6), ("rpc-encoded", 4)]),
        (echoes, 600, &[("as-it-was-sent", 36), ("flags", 12), ("not-in-the-document", 14), ("rpc-encoded", 2)]),
    ]);
}

#[test]
fn every_case_of_net_is_served_as_it_was_recorded() {
    let [received, refused, responses, echoes] = compared(Set::Net, Source::Wsdl);
    Comparisons::assert_all(&[
        (received, 204, &[("as-the-server-reads-it", 2), ("refused-here", 1)]),
        (refused, 25, &[("accepted-here", 9), ("messages-of-causes", 3)]),
        (responses, 429, &[("digits", 5), ("noted-without-a-schema", 2)]),
        (echoes, 219, &[("as-it-was-sent", 12), ("digits", 5), ("flags", 4), ("not-in-the-document", 7)]),
    ]);
}

#[test]
fn every_case_of_the_rarer_types_is_served_as_it_was_recorded() {
    let [received, refused, responses, echoes] = compared(Set::Mono, Source::Wsdl);
    Comparisons::assert_all(&[
        (received, 196, &[("names-in-the-source", 2)]),
        (refused, 0, &[]),
        (responses, 366, &[("one-way-here", 2)]),
        (echoes, 168, &[("decided-by-the-class", 4), ("names-of-data-sets", 4)]),
    ]);
}

#[test]
fn every_case_is_served_so_with_typed_values_too() {
    let [received, refused, responses, echoes] = compared(Set::Types, Source::Rust);
    Comparisons::assert_all(&[
        (received, 955, &[("as-the-server-reads-it", 12), ("clr-names", 30), ("rpc-encoded", 14)]),
        (refused, 30, &[("messages-filled-in", 31)]),
        (
            responses,
            1623,
            &[
                ("not-in-the-document", 2),
                ("null-over-http", 2),
                ("one-way", 6),
                ("rpc-encoded", 4),
                ("typed-defaults", 2),
            ],
        ),
        (echoes, 600, &[("as-it-was-sent", 36), ("flags", 12), ("not-in-the-document", 14), ("rpc-encoded", 2)]),
    ]);
}

#[test]
fn every_case_of_the_rarer_types_is_served_so_with_typed_values_too() {
    let [received, refused, responses, echoes] = compared(Set::Mono, Source::Rust);
    Comparisons::assert_all(&[
        (received, 194, &[("names-in-the-source", 2), ("typed-data-sets-of-others", 4)]),
        (refused, 0, &[]),
        (responses, 362, &[("one-way-here", 2)]),
        (echoes, 164, &[("decided-by-the-class", 4), ("names-of-data-sets", 4)]),
    ]);
}
