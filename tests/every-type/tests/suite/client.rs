//! Our client by descriptor: what it sends is what was recorded, and what it reads of the recorded response is what the contract states.

use std::sync::{Arc, Mutex};

use crate::cases::{Case, Set, Source};
use crate::normal::normal;
use crate::nulls;
use crate::requests;
use asmx_runtime::descriptors::Style;
use asmx_runtime::{
    Builder, Client, DynamicRequest, Error, Message, Operation, Prepared, Request as _, ServerLimits, Service,
    SoapHeader, Transport, json,
};
use bytes::Bytes;
use http_body_util::Full;
use recordings::Exchange;
use serde_json::{Map, Value as Json, json};
use typed_services::Settings;

use super::listed::Comparisons;
use every_type::one_form;

/// A client whose server returns what was recorded, and the request that it gets.
fn client(service: &'static Service, exchange: &Exchange) -> (Client, Arc<Mutex<Option<http::Request<Bytes>>>>) {
    let received = Arc::new(Mutex::new(None));
    let (response, recorder) = (exchange.http_response().map(Full::new), Arc::clone(&received));
    let http = tower::service_fn(move |request: http::Request<Bytes>| {
        *recorder.lock().unwrap() = Some(request);
        std::future::ready(Ok::<_, std::io::Error>(response.clone()))
    });
    let builder = Builder::<Client>::new(service).base_url("http://127.0.0.1:8941").without_credentials();
    let client = builder.allow_credentials_in_url().server_limits(ServerLimits::none()).build_on(http).unwrap();
    (client, received)
}

fn object(json: &Json) -> Map<String, Json> {
    json.as_object().cloned().unwrap_or_default()
}

struct Called {
    request: http::Request<Bytes>,
    response: Result<Message, Error>,
    /// Whether the request held the values of the case: a typed one may hold them in another form, and always holds what is of a value
    /// type.
    is_as_given: bool,
}

/// Calls the operation as a case says.
async fn call(
    service: &'static Service,
    operation: &'static Operation,
    source: Source,
    case: &Case,
    exchange: &Exchange,
) -> Result<Called, String> {
    let transport = exchange.transport;
    let input_key = if transport.is_soap() || case.says("http_input").is_null() { "input" } else { "http_input" };
    let parameters = json::unchecked_parameters(service, operation, &object(case.says(input_key)))
        .map_err(|error| error.to_string())?;
    assert!(parameters.common.is_empty() && parameters.undeclared.is_empty());
    let (client, received) = client(service, exchange);
    let mut headers = Vec::new();
    if transport.is_soap() {
        if let Some(raw) = case.says("rawHeaders").as_str() {
            for header in json::raw_headers(raw, transport).map_err(|error| error.to_string())? {
                headers.push(header);
            }
        }
        headers.extend(
            json::headers(service, operation, &object(case.says("headers"))).map_err(|error| error.to_string())?,
        );
    }
    if source == Source::Rust {
        return typed_call(case, &client, &received, &parameters.request, transport, &headers).await;
    }
    let prepared = client.call(parameters.request).transport(transport).unchecked();
    let response = headers.into_iter().fold(prepared, Prepared::soap_header).await;
    Ok(Called { request: sent(&received, &response)?, response, is_as_given: true })
}

type ReceivedRequest = Mutex<Option<http::Request<Bytes>>>;

/// The request that a client's server got.
fn sent(received: &ReceivedRequest, response: &Result<Message, Error>) -> Result<http::Request<Bytes>, String> {
    match (received.lock().unwrap().take(), response) {
        (Some(request), _) => Ok(request),
        (None, Err(error)) => Err(format!("not sent: {error}")),
        (None, Ok(_)) => panic!("a response without a request"),
    }
}

/// Makes the call with a typed request and a typed result. The bytes are those of a call by descriptor with the same values.
async fn typed_call(
    case: &Case,
    client: &Client,
    received: &ReceivedRequest,
    request: &DynamicRequest,
    transport: Transport,
    headers: &[SoapHeader],
) -> Result<Called, String> {
    let service = typed_services::service(case.service);
    let message = |error| format!("no typed request: {error}");
    let (request, has_bytes) = nulls::bytes_as_texts(request);
    let typed = service.typed(&request).map_err(message)?;
    // As callers do it; some cases send what a client refuses, and over GET and POST leave out what a client sends.
    let modes: &[bool] = if transport.is_soap() || has_bytes { &[false, true] } else { &[true] };
    for unchecked in modes.iter().copied() {
        let settings = Settings { transport, headers: headers.to_vec(), unchecked };
        let response = service.call(client.clone(), request.clone(), settings).map_err(message)?.await;
        let Ok(request_sent) = sent(received, &response) else { continue };
        let mut prepared = client.call(typed.clone()).transport(transport).allow_unknown_values();
        if unchecked {
            prepared = prepared.unchecked();
        }
        let by_descriptor = headers.iter().cloned().fold(prepared, Prepared::soap_header).await;
        let by_descriptor = sent(received, &by_descriptor)?;
        let shown = |request: &http::Request<Bytes>| {
            format!("{} {} {:?} {:?}", request.method(), request.uri(), request.headers(), request.body())
        };
        assert_eq!(shown(&request_sent), shown(&by_descriptor), "{}/{} over {transport}", case.key, case.name);
        let parameters = request.operation().parameters.iter();
        let is_as_given =
            parameters.zip(typed.values().iter().zip(request.values())).all(|(parameter, (typed, untyped))| {
                let mut typed = typed.clone();
                nulls::state(parameter, &mut typed);
                typed == *untyped
            });
        return Ok(Called { request: request_sent, response, is_as_given });
    }
    Err("not sent".to_owned())
}

/// The response that the contract expects, as text.
fn expected(case: &Case, transport: Transport) -> String {
    if !transport.is_soap() {
        return match case.says("http_error").as_str() {
            Some(error) => {
                let text = recordings::without_frames(error).trim_end().replace("&lt;", "<").replace("&gt;", ">");
                format!("error {}", text.replace("&#39;", "'").replace("&amp;", "&"))
            }
            None => normal(case.says("http_output"), true),
        };
    }
    // Missing entries are empty.
    let recorded = |name: &str| case.says_over(transport, name).cloned().unwrap_or_else(|| json!({}));
    let headers = recorded("outputHeaders");
    if recorded("status") == 200 {
        return normal(&json!({"output": recorded("output"), "headers": headers}), false);
    }
    let fault = recorded("fault");
    let text = |name: &str| fault[name].as_str().unwrap_or_default();
    let code = text("faultcode").trim_start_matches("soap:");
    format!("fault {code} [{}] {} {}", text("faultactor"), text("faultstring"), normal(&headers, false))
}

/// The response that our client reports, as text.
fn ours(
    service: &'static Service,
    operation: &'static Operation,
    transport: Transport,
    response: Result<Message, Error>,
) -> String {
    match response {
        Ok(content) => {
            let form = json::Results::new(service).as_they_came();
            let output = form.result(operation, &content);
            if !transport.is_soap() {
                return normal(&one_form::of_value(service, operation, output), true);
            }
            let output = match operation.outputs {
                // A bare message without parts is empty.
                [] if operation.messages.style == Style::Bare => Json::Null,
                outputs => one_form::of_parts(service, outputs, output),
            };
            let headers = form.response_headers(&content.headers);
            let headers = one_form::of_parts(service, operation.messages.response_headers, headers);
            normal(&json!({"output": output, "headers": headers}), false)
        }
        Err(error) => match error.fault() {
            Some(fault) if transport.is_soap() => {
                let headers = json::response_headers(service, fault.headers().as_slice());
                let first = fault.text().unwrap_or_default().split(" ---> ").next().unwrap_or_default();
                let first = first.lines().next().unwrap_or_default();
                let code = fault.code().map(|code| format!("{code:?}")).unwrap_or_default();
                format!("fault {code} [{}] {first} {}", fault.actor().unwrap_or_default(), normal(&headers, false))
            }
            Some(fault) => format!("error {}", recordings::without_frames(fault.text().unwrap_or_default()).trim_end()),
            None => format!("failed: {error}").replace('`', "'"),
        },
    }
}

/// Calls every case of a set by the descriptors of a source: requests, responses and what was noted in them.
async fn compared(set: Set, source: Source) -> ([Comparisons; 3], usize) {
    let mut converted = 0;
    let of_source = if source == Source::Rust { Comparisons::typed } else { Comparisons::new };
    let [mut requests, mut responses, mut noted] = [(); 3].map(|()| of_source(set));
    for case in set.cases() {
        let service = case.described(source);
        for transport in case.transports.iter().copied() {
            let exchange = case.exchange(transport);
            let (name, expected) = (exchange.name(), expected(case, transport));
            let recorded = requests::canonical(&exchange.http_request()).unwrap();
            let called = match case.operation(source) {
                Some(operation) if operation.offered_over(transport) => {
                    call(service, operation, source, case, &exchange).await.map(|called| (operation, called))
                }
                _ => Err("not offered".to_owned()),
            };
            match called {
                Ok((operation, Called { request, response, is_as_given })) => {
                    let deviations = response.as_ref().map(|message| format!("{:?}", message.deviations));
                    match deviations {
                        Ok(deviations) => noted.add(&format!("{name}/noted"), "[]", &deviations.replace('`', "'")),
                        Err(_) => noted.skip(format!("{name}/noted")),
                    }
                    if is_as_given {
                        requests.add(&format!("{name}/request"), &recorded, &requests::canonical(&request).unwrap());
                    } else {
                        requests.skip(format!("{name}/request"));
                        converted += 1;
                    }
                    // Typed results are described by the descriptors of the spec that the types come from.
                    let (service, operation, response) = match (source, case.operation(Source::Spec)) {
                        (Source::Rust, Some(operation)) => {
                            let service = case.described(Source::Spec);
                            let stated = |content| nulls::stated(operation, content, transport);
                            (service, operation, response.map(stated))
                        }
                        _ => (service, operation, response),
                    };
                    let name = format!("{name}/result");
                    match case.bare_fault() {
                        Some(_) => responses.skip(name),
                        None => responses.add(&name, &expected, &ours(service, operation, transport, response)),
                    }
                }
                Err(why) => {
                    noted.skip(format!("{name}/noted"));
                    let why = why.replace('`', "'");
                    requests.add(&format!("{name}/request"), &recorded, &why);
                    responses.add(&format!("{name}/result"), &expected, &why);
                }
            }
        }
    }
    ([requests, responses, noted], converted)
}

#[tokio::test]
async fn every_case_is_called_as_it_was_recorded() {
    let ([requests, responses, noted], converted) = compared(Set::Types, Source::Wsdl).await;
    assert_eq!(converted, 0);
    Comparisons::assert_all(&[
        (
            requests,
            1742,
            &[("action-encoded", 2), ("as-the-server-reads-it", 2), ("clr-names", 2), ("rpc-encoded", 12)],
        ),
        (responses, 1748, &[("rpc-encoded", 12)]),
        (noted, 1633, &[("not-in-the-document", 6)]),
    ]);
}

#[tokio::test]
async fn every_case_of_net_is_called_as_it_was_recorded() {
    let ([requests, responses, noted], converted) = compared(Set::Net, Source::Wsdl).await;
    assert_eq!(converted, 0);
    Comparisons::assert_all(&[
        (requests, 478, &[("as-the-server-reads-it", 1), ("letters-as-items", 2)]),
        (responses, 435, &[("noted-without-a-schema", 1)]),
        (noted, 434, &[("not-in-the-document", 2)]),
    ]);
}

#[tokio::test]
async fn every_case_of_the_rarer_types_is_called_as_it_was_recorded() {
    let ([requests, responses, noted], converted) = compared(Set::Mono, Source::Wsdl).await;
    assert_eq!(converted, 0);
    Comparisons::assert_all(&[
        (requests, 374, &[]),
        (responses, 374, &[]),
        (noted, 366, &[("required-attributes", 2)]),
    ]);
}

#[tokio::test]
async fn every_case_is_called_so_with_typed_values_too() {
    let ([requests, responses, noted], converted) = compared(Set::Types, Source::Rust).await;
    assert_eq!(converted, 272, "requests that hold other values than the case gives, or these in another form");
    Comparisons::assert_all(&[
        (requests, 1472, &[("action-encoded", 2), ("as-the-server-reads-it", 2), ("rpc-encoded", 12)]),
        (responses, 1744, &[("rpc-encoded", 12), ("typed-defaults", 2), ("typed-texts", 2)]),
        (noted, 1633, &[("not-in-the-document", 4)]),
    ]);
}

#[tokio::test]
async fn every_case_of_the_rarer_types_is_called_so_with_typed_values_too() {
    let ([requests, responses, noted], converted) = compared(Set::Mono, Source::Rust).await;
    assert_eq!(converted, 36, "requests that hold other values than the case gives, or these in another form");
    Comparisons::assert_all(&[
        (requests, 334, &[("typed-data-sets-of-others", 4)]),
        (responses, 370, &[("typed-data-sets-of-others", 4)]),
        (noted, 362, &[("required-attributes", 2)]),
    ]);
}
