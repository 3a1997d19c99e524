//! Reasons to refuse an operation: encoding, attachments, signatures, required extensions.

use asmx_codegen::diagnostic::{Code, quoted};

use super::contract::{Contract, POLICIES, is_policy};
use super::element::{DIME, Element, HTTP, MIME, SOAP, SOAP12, WSDL, is_addressing};

/// Assertions of WS-SecurityPolicy that demand signatures, encryption or tokens.
const SECURITY: &str = "\
    AsymmetricBinding SymmetricBinding SignedParts SignedElements EncryptedParts EncryptedElements SupportingTokens \
    SignedSupportingTokens EndorsingSupportingTokens SignedEndorsingSupportingTokens SignedEncryptedSupportingTokens";

#[derive(Debug, Clone)]
pub(super) struct Refusal {
    pub(super) code: Code,
    pub(super) reason: String,
    pub(super) help: &'static str,
}

impl Refusal {
    pub(super) fn of(code: Code, reason: impl Into<String>, help: &'static str) -> Self {
        Self { code, reason: reason.into(), help }
    }
}

/// Why an operation of a SOAP binding cannot be imported. `elements` are those that may say so: port and binding, or the operation with its
/// input and output.
pub(super) fn refusal<'a>(contract: &Contract<'a>, elements: &[Element<'a>]) -> Option<Refusal> {
    let children = || elements.iter().flat_map(|element| element.children());
    let demand = |child| of_every_alternative(policy(contract, child)?, demand_of_one);
    children().find_map(of_messages).or_else(|| children().find_map(|child| required(child).or_else(|| demand(child))))
}

fn of_messages(child: Element<'_>) -> Option<Refusal> {
    let help = "ask the service for a binding without attachments";
    match child.namespace() {
        SOAP | SOAP12 if matches!(child.local(), "body" | "header") && child.word("use") == Some("encoded") => {
            let help = "ask the service for a document/literal or rpc/literal binding, or call it over GET or POST";
            Some(Refusal::of(Code::EncodedOperation, "its messages use SOAP encoding", help))
        }
        MIME => Some(Refusal::of(Code::Attachments, "its messages have attachments (MIME multipart)", help)),
        DIME => Some(Refusal::of(Code::Attachments, "its messages have attachments (DIME)", help)),
        _ => None,
    }
}

/// WSDL extensions marked `required`.
fn required(child: Element<'_>) -> Option<Refusal> {
    let is_known = matches!(child.namespace(), WSDL | SOAP | SOAP12 | HTTP | MIME | DIME)
        || POLICIES.contains(&child.namespace())
        || is_addressing(child.namespace());
    let is_required =
        child.node.attribute((WSDL, "required")).is_some_and(|value| matches!(value.trim(), "true" | "1"));
    let reason = || format!("it requires the extension {}", quoted(child.local()));
    let help = "ask the service for a binding without the extension";
    (!is_known && is_required).then(|| Refusal::of(Code::RequiredExtension, reason(), help))
}

/// The finding of `look` in the first alternative of a policy, if every alternative has one.
fn of_every_alternative<'a, T>(policy: Element<'a>, look: impl Fn(Element<'a>) -> Option<T>) -> Option<T> {
    let choice = policy.children().find(|child| child.local() == "ExactlyOne");
    let alternatives: Vec<Element<'a>> =
        choice.map_or_else(Vec::new, |choice| choice.children().filter(|child| child.local() == "All").collect());
    if alternatives.is_empty() {
        return look(policy);
    }
    let mut demands = alternatives.into_iter().map(look);
    let first = demands.next().flatten()?;
    demands.all(|demand| demand.is_some()).then_some(first)
}

fn demand_of_one(alternative: Element<'_>) -> Option<Refusal> {
    alternative.descendants().filter(|assertion| !is_optional(*assertion)).find_map(|assertion| {
        let local = assertion.local();
        if local == "OptimizedMimeSerialization" {
            let help = "ask the service for a binding without MTOM";
            return Some(Refusal::of(Code::Attachments, "its policy requires MTOM", help));
        }
        let is_security =
            assertion.namespace().contains("securitypolicy") && SECURITY.split(' ').any(|word| word == local);
        let help = "ask the service for a binding that needs only HTTPS";
        let reason = || format!("its policy requires WS-Security ({local})");
        is_security.then(|| Refusal::of(Code::Signed, reason(), help))
    })
}

fn is_optional(assertion: Element<'_>) -> bool {
    POLICIES.iter().any(|policy| assertion.node.attribute((*policy, "Optional")).is_some_and(|value| value == "true"))
}

/// The first policy assertion that the importer does not know.
pub(super) fn unknown<'a>(contract: &Contract<'a>, element: Element<'a>) -> Option<Element<'a>> {
    element.children().filter_map(|child| policy(contract, child)).find_map(|policy| {
        of_every_alternative(policy, |alternative| {
            alternative.children().find(|child| {
                let is_known = POLICIES.contains(&child.namespace())
                    || is_addressing(child.namespace())
                    || matches!(child.local(), "TransportBinding" | "UsingAddressing");
                !is_known && !is_optional(*child)
            })
        })
    })
}

fn policy<'a>(contract: &Contract<'a>, child: Element<'a>) -> Option<Element<'a>> {
    if is_policy(child) {
        return Some(child);
    }
    if child.local() != "PolicyReference" || !POLICIES.contains(&child.namespace()) {
        return None;
    }
    let identifier = child.word("URI")?.trim_start_matches('#');
    contract.policies.get(&(child.document, identifier)).copied()
}

/// The element that demands WS-Addressing headers, which clients do not send.
pub(super) fn addressing<'a>(contract: &Contract<'a>, element: Element<'a>) -> Option<Element<'a>> {
    element.children().find_map(|child| {
        if is_addressing(child.namespace()) {
            return Some(child);
        }
        policy(contract, child)?.descendants().find(|descendant| is_addressing(descendant.namespace()))
    })
}
