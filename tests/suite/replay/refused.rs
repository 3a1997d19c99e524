//! Every recorded error, read by our client: it must be what another reader finds in the bytes.

use asmx_runtime::{ErrorKind, FaultCode, Outcome, Transport};
use email_campaign_client::EMAIL_CAMPAIGN;

use super::decoded::{decode, operation_of};
use super::recorded::{self, Exchange};

/// A fault by another reader: code, text, actor, and the number of elements in the detail.
type FaultFacts = (String, String, Option<String>, Option<usize>);

fn fault_facts(body: &[u8]) -> FaultFacts {
    let config = xmltree::ParserConfig::new().whitespace_to_characters(true).trim_whitespace(false);
    let envelope = xmltree::Element::parse_with_config(body, config).unwrap();
    let fault = envelope.get_child("Body").and_then(|body| body.get_child("Fault")).unwrap();
    let text = |element: &xmltree::Element| element.get_text().unwrap_or_default().into_owned();
    let local = |code: String| code.rsplit(':').next().unwrap().to_owned();
    let elements =
        |element: &xmltree::Element| element.children.iter().filter(|child| child.as_element().is_some()).count();
    if let Some(code) = fault.get_child("faultcode") {
        let reason = text(fault.get_child("faultstring").unwrap());
        return (
            local(text(code)),
            reason,
            fault.get_child("faultactor").map(text),
            fault.get_child("detail").map(elements),
        );
    }
    let code = fault.get_child("Code").and_then(|code| code.get_child("Value")).unwrap();
    let reason = fault.get_child("Reason").and_then(|reason| reason.get_child("Text")).unwrap();
    let detail = fault.get_child("Detail").or_else(|| fault.get_child("detail"));
    (local(text(code)), text(reason), fault.get_child("Node").map(text), detail.map(elements))
}

/// The messages that the magic users cause, without the exceptions' names.
fn deliberate_message(exchange: &Exchange, operation: &str) -> Option<String> {
    match exchange.case.as_str() {
        "exception_fault_void" => Some(format!("Deliberate failure in {operation}: <&>\"' é 😀")),
        "exception_fault_inner_string" => Some(format!("Outer failure in {operation} ---> Inner failure <&>")),
        "exception_fault_soap_string" => Some(format!("Client error in {operation} <&>")),
        _ => None,
    }
}

#[test]
fn every_error_is_what_the_bytes_say() {
    let mut kinds = std::collections::BTreeMap::new();
    for exchange in recorded::all().iter().filter(|exchange| exchange.response.status != 200) {
        let label = exchange.name();
        let operation = operation_of(exchange).unwrap_or(EMAIL_CAMPAIGN.operations[0]);
        let error = decode(exchange, operation).expect_err(&label);
        assert_eq!(error.status().unwrap().as_u16(), exchange.response.status, "{label}");
        assert_eq!(error.outcome(), Outcome::Refused, "{label}");
        assert_eq!(error.body().unwrap()[..], exchange.response.body[..], "{label}");
        *kinds.entry(format!("{:?}", error.kind())).or_insert(0) += 1;
        let content_type = exchange.response.header("content-type").unwrap();
        if exchange.response.body.is_empty() || content_type == "text/html" {
            assert_eq!((error.kind(), error.fault()), (ErrorKind::Status, None), "{label}");
            continue;
        }
        assert_eq!(error.kind(), ErrorKind::Fault, "{label}: {error}");
        let fault = error.fault().unwrap();
        assert!(
            !fault.message().contains("\n  at ") && !fault.message().contains("Exception: "),
            "{label}: {}",
            fault.message()
        );
        if content_type.starts_with("text/plain") {
            assert_eq!((fault.code(), fault.actor(), fault.detail()), (None, None, None), "{label}");
        } else {
            let (code, text, actor, detail) = fault_facts(&exchange.response.body);
            assert_eq!(fault.code(), Some(&FaultCode::from_local_name(&code)), "{label}");
            assert_eq!(fault.text(), Some(text.as_str()), "{label}");
            assert_eq!(fault.actor().map(str::to_owned), actor, "{label}");
            let elements = fault.detail().map(|detail| {
                let wrapped = xmltree::Element::parse(format!("<d>{detail}</d>").as_bytes()).unwrap();
                wrapped.children.iter().filter(|child| child.as_element().is_some()).count()
            });
            assert_eq!(elements.unwrap_or(0), detail.unwrap_or(0), "{label}");
        }
        if let Some(message) = deliberate_message(exchange, operation.name) {
            assert_eq!(fault.message(), message, "{label}");
            if message.starts_with("Client") && exchange.transport.is_soap() {
                assert_eq!(fault.code(), Some(&FaultCode::Client), "{label}");
                assert_eq!(fault.actor(), Some("http://example.test/actor"), "{label}");
                assert!(fault.detail().unwrap().contains("<message>detail text &amp; more</message>"), "{label}");
            }
        }
    }
    let expected = [("Fault".to_owned(), 83), ("Status".to_owned(), 31)];
    assert_eq!(kinds.into_iter().collect::<Vec<_>>(), expected);
}

#[test]
fn errors_are_the_same_over_every_transport_and_in_both_styles() {
    for case in ["exception_fault_inner_string", "exception_fault_soap_string", "exception_fault_void"] {
        let alike: Vec<_> = recorded::all().into_iter().filter(|exchange| exchange.case == case).collect();
        assert_eq!(alike.len(), 2 * Transport::ALL.len());
        let errors: Vec<_> =
            alike.iter().map(|exchange| decode(exchange, operation_of(exchange).unwrap()).unwrap_err()).collect();
        for (error, exchange) in errors.iter().zip(&alike) {
            let comparable = |error: &asmx_runtime::Error| (error.kind(), error.outcome(), error.fault().cloned());
            assert_eq!(comparable(error), comparable(&errors[0]), "{}", exchange.name());
        }
    }
}
