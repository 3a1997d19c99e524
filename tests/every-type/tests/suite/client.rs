//! Our client by descriptor: what it sends is what was recorded, and what it reads of the recorded response is what the contract states.

use std::sync::{Arc, Mutex};

use crate::cases::{self, Case, Set, Source};
use crate::normal::normal;
use crate::nulls;
use crate::requests;
use asmx_runtime::{Builder, Client, Content, Error, Operation, Prepared, ServerLimits, Service, Transport, json};
use bytes::Bytes;
use http_body_util::Full;
use recordings::Exchange;
use serde_json::{Map, Value as Json, json};
use typed_services::Settings;

use super::listed::Comparisons;

/// A client whose server returns what was recorded, and the request that it gets.
fn client(service: &'static Service, exchange: &Exchange) -> (Client, Arc<Mutex<Option<http::Request<Bytes>>>>) {
    let got = Arc::new(Mutex::new(None));
    let (response, seen) = (exchange.http_response().map(Full::new), Arc::clone(&got));
    let http = tower::service_fn(move |request: http::Request<Bytes>| {
        *seen.lock().unwrap() = Some(request);
        std::future::ready(Ok::<_, std::io::Error>(response.clone()))
    });
    let builder = Builder::<Client>::new(service).base_url("http://127.0.0.1:8941").without_credentials();
    let client = builder.allow_credentials_in_url().server_limits(ServerLimits::none()).build_on(http).unwrap();
    (client, got)
}

fn object(json: &Json) -> Map<String, Json> {
    json.as_object().cloned().unwrap_or_default()
}

/// Calls the operation as a case says, and gives the request that was sent and what came back.
async fn call(
    service: &'static Service,
    operation: &'static Operation,
    source: Source,
    case: &Case,
    exchange: &Exchange,
) -> Result<(http::Request<Bytes>, Result<Content, Error>), String> {
    let transport = exchange.transport;
    let given = if transport.is_soap() || case.says("http_input").is_null() { "input" } else { "http_input" };
    let parameters =
        json::unchecked_parameters(service, operation, &object(case.says(given))).map_err(|error| error.to_string())?;
    assert!(parameters.common.is_empty() && parameters.undeclared.is_empty());
    let (client, got) = client(service, exchange);
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
    let response = if source == Source::Rust {
        let typed = typed_services::service(case.service);
        let settings = |unchecked| Settings { transport, headers: headers.clone(), unchecked };
        let call = |unchecked| typed.call(client.clone(), parameters.request.clone(), settings(unchecked));
        let told = |error| format!("no typed request: {error}");
        // As callers do it; some cases send what a client refuses.
        let response = call(false).map_err(told)?.await;
        let is_sent = got.lock().unwrap().is_some();
        if is_sent { response } else { call(true).map_err(told)?.await }
    } else {
        let prepared = client.call(parameters.request).transport(transport).unchecked();
        headers.into_iter().fold(prepared, Prepared::soap_header).await
    };
    let request = got.lock().unwrap().take();
    match (request, response) {
        (Some(request), response) => Ok((request, response)),
        (None, Err(error)) => Err(format!("not sent: {error}")),
        (None, Ok(_)) => panic!("a response without a request"),
    }
}

/// What the contract states of the response, as text.
fn expected(case: &Case, transport: Transport) -> String {
    if !transport.is_soap() {
        return match case.says("http_error").as_str() {
            Some(error) => format!(
                "error {}",
                recordings::without_frames(error)
                    .trim_end()
                    .replace("&lt;", "<")
                    .replace("&gt;", ">")
                    .replace("&#39;", "'")
                    .replace("&amp;", "&")
            ),
            None => normal(case.says("http_output"), true),
        };
    }
    // What it says nothing of is empty.
    let said = |name: &str| case.says_over(transport, name).cloned().unwrap_or_else(|| json!({}));
    let headers = said("outputHeaders");
    if said("status") == 200 {
        return normal(&json!({"output": said("output"), "headers": headers}), false);
    }
    let fault = said("fault");
    let text = |name: &str| fault[name].as_str().unwrap_or_default();
    let code = text("faultcode").trim_start_matches("soap:");
    format!("fault {code} [{}] {} {}", text("faultactor"), text("faultstring"), normal(&headers, false))
}

/// What our client says of it.
fn ours(
    service: &'static Service,
    operation: &'static Operation,
    transport: Transport,
    response: Result<Content, Error>,
) -> String {
    match response {
        Ok(content) if !transport.is_soap() => normal(&json::bare_result(service, operation, &content), true),
        Ok(content) => {
            let Content::Message(message) = &content else { panic!("no message: {content:?}") };
            let headers = json::response_headers(service, &message.headers);
            normal(&json!({"output": json::result(service, operation, &content), "headers": headers}), false)
        }
        Err(error) => match error.fault() {
            Some(fault) if transport.is_soap() => {
                let headers = json::response_headers(service, fault.headers());
                let first = fault.text().unwrap_or_default().split(" ---> ").next().unwrap_or_default();
                let first = first.lines().next().unwrap_or_default();
                let code = fault.code().map(|code| format!("{code:?}")).unwrap_or_default();
                format!("fault {code} [{}] {first} {}", fault.actor().unwrap_or_default(), normal(&headers, false))
            }
            Some(fault) => format!("error {}", recordings::without_frames(fault.text().unwrap_or_default()).trim_end()),
            None => format!("failed: {error}"),
        },
    }
}

/// Calls every case of a set by the descriptors of a source: requests, responses and what was noted in them.
async fn compared(set: Set, source: Source) -> [Comparisons; 3] {
    let [mut requests, mut responses, mut noted] = [(); 3].map(|()| Comparisons::new(set));
    for case in set.cases() {
        let service = cases::service(case.service, source);
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
                Ok((operation, (request, response))) => {
                    if let Ok(Content::Message(message)) = &response {
                        noted.add(
                            &format!("{name}/noted"),
                            "[]",
                            &format!("{:?}", message.deviations).replace('`', "'"),
                        );
                    }
                    requests.add(&format!("{name}/request"), &recorded, &requests::canonical(&request).unwrap());
                    // What typed results hold is told by the descriptors of the spec that the types come from.
                    let (service, operation, response) = match (source, case.operation(Source::Spec)) {
                        (Source::Rust, Some(operation)) => {
                            let service = cases::service(case.service, Source::Spec);
                            (service, operation, response.map(|content| nulls::stated(operation, content)))
                        }
                        _ => (service, operation, response),
                    };
                    responses.add(&format!("{name}/result"), &expected, &ours(service, operation, transport, response));
                }
                Err(why) => {
                    requests.add(&format!("{name}/request"), &recorded, &why);
                    responses.add(&format!("{name}/result"), &expected, &why);
                }
            }
        }
    }
    [requests, responses, noted]
}

async fn check_types(source: Source) {
    let [requests, responses, noted] = compared(Set::Types, source).await;
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

async fn check_rarer_types(source: Source) {
    let [requests, responses, noted] = compared(Set::Mono, source).await;
    Comparisons::assert_all(&[
        (requests, 374, &[]),
        (responses, 374, &[]),
        (noted, 366, &[("required-attributes", 2)]),
    ]);
}

#[tokio::test]
async fn every_case_is_called_as_it_was_recorded() {
    check_types(Source::Wsdl).await;
}

#[tokio::test]
async fn every_case_is_called_so_by_a_spec_too() {
    check_types(Source::Spec).await;
}

#[tokio::test]
async fn every_case_is_called_so_with_typed_values_too() {
    check_types(Source::Rust).await;
}

#[tokio::test]
async fn every_case_of_the_rarer_types_is_called_so_with_typed_values_too() {
    check_rarer_types(Source::Rust).await;
}

#[tokio::test]
async fn every_case_of_the_rarer_types_is_called_as_it_was_recorded() {
    check_rarer_types(Source::Wsdl).await;
}

#[tokio::test]
async fn every_case_of_the_rarer_types_is_called_so_by_a_spec_too() {
    check_rarer_types(Source::Spec).await;
}
