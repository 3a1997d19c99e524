//! What keeps an operation from being imported: encoding, attachments, signatures, extensions that are required.

use super::contract::{Contract, POLICIES, is_policy};
use super::element::Element;
use super::vocabulary::{DIME, HTTP, MIME, SOAP, SOAP12, WSDL, is_addressing};
use crate::diagnostic::{Code, quoted};

/// Assertions of WS-SecurityPolicy that ask for signatures, encryption or tokens in the messages.
const SECURITY: &[&str] = &[
    "AsymmetricBinding",
    "SymmetricBinding",
    "SignedParts",
    "SignedElements",
    "EncryptedParts",
    "EncryptedElements",
    "SupportingTokens",
    "SignedSupportingTokens",
    "EndorsingSupportingTokens",
    "SignedEndorsingSupportingTokens",
    "SignedEncryptedSupportingTokens",
];

/// Why an operation is refused.
#[derive(Debug, Clone)]
pub(super) struct Refusal {
    pub(super) code: Code,
    /// What it has that cannot be imported.
    pub(super) what: String,
    /// What to do.
    pub(super) help: &'static str,
}

/// Why an operation of a SOAP binding cannot be imported. `places` are the elements that say something of it: the port and the binding,
/// which say it of all, or the operation with its input and output.
pub(super) fn refusal<'a>(contract: &Contract<'a>, places: &[Element<'a>]) -> Option<Refusal> {
    places.iter().find_map(|place| of_messages(*place)).or_else(|| {
        places
            .iter()
            .find_map(|place| place.children().find_map(|child| required(child).or_else(|| asserted(contract, child))))
    })
}

/// Encoding and attachments.
fn of_messages(place: Element<'_>) -> Option<Refusal> {
    place.children().find_map(|child| match child.namespace() {
        SOAP | SOAP12 if matches!(child.local(), "body" | "header") && child.word("use") == Some("encoded") => {
            Some(Refusal {
                code: Code::EncodedOperation,
                what: "its messages have the SOAP encoding".to_owned(),
                help: "ask the service for a document/literal or rpc/literal binding, or call it over GET or POST",
            })
        }
        MIME => Some(Refusal {
            code: Code::Attachments,
            what: "its messages have attachments (MIME multipart)".to_owned(),
            help: "ask the service for a binding without attachments",
        }),
        DIME => Some(Refusal {
            code: Code::Attachments,
            what: "its messages have attachments (DIME)".to_owned(),
            help: "ask the service for a binding without attachments",
        }),
        _ => None,
    })
}

/// Extensions of WSDL that a reader must understand.
fn required(child: Element<'_>) -> Option<Refusal> {
    let is_known = matches!(child.namespace(), WSDL | SOAP | SOAP12 | HTTP | MIME | DIME)
        || POLICIES.contains(&child.namespace())
        || is_addressing(child.namespace());
    let is_required =
        child.node.attribute((WSDL, "required")).is_some_and(|value| matches!(value.trim(), "true" | "1"));
    (!is_known && is_required).then(|| Refusal {
        code: Code::RequiredExtension,
        what: format!("it requires the extension {}", quoted(child.local())),
        help: "ask the service for a binding without the extension",
    })
}

/// What a policy asserts, or one that is referred to.
fn asserted<'a>(contract: &Contract<'a>, child: Element<'a>) -> Option<Refusal> {
    demand(policy(contract, child)?)
}

/// What every alternative of a policy demands.
fn demand(policy: Element<'_>) -> Option<Refusal> {
    of_every_alternative(policy, demand_of_one)
}

/// The assertions of the first alternative of a policy that every other alternative has, too.
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
    let document = alternative.document;
    alternative.node.descendants().filter(roxmltree::Node::is_element).find_map(|node| {
        let assertion = Element { node, document };
        if is_optional(assertion) {
            return None;
        }
        if assertion.local() == "OptimizedMimeSerialization" {
            return Some(Refusal {
                code: Code::Attachments,
                what: "its policy asks for MTOM".to_owned(),
                help: "ask the service for a binding without MTOM",
            });
        }
        let is_security = assertion.namespace().contains("securitypolicy") && SECURITY.contains(&assertion.local());
        is_security.then(|| Refusal {
            code: Code::Signed,
            what: format!("its policy asks for WS-Security ({})", assertion.local()),
            help: "ask the service for a binding that goes by HTTPS alone",
        })
    })
}

fn is_optional(assertion: Element<'_>) -> bool {
    POLICIES.iter().any(|policy| assertion.node.attribute((*policy, "Optional")).is_some_and(|value| value == "true"))
}

/// An assertion of a policy that the importer does not know.
pub(super) fn unknown<'a>(contract: &Contract<'a>, place: Element<'a>) -> Option<Element<'a>> {
    let policies = place.children().filter_map(|child| policy(contract, child));
    policies.into_iter().find_map(|policy| {
        of_every_alternative(policy, |alternative| {
            alternative.children().find(|one| {
                let is_known = POLICIES.contains(&one.namespace())
                    || is_addressing(one.namespace())
                    || matches!(one.local(), "TransportBinding" | "UsingAddressing");
                !is_known && !is_optional(*one)
            })
        })
    })
}

/// The policy that an element is or refers to.
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

/// What asks for WS-Addressing headers, which are not sent.
pub(super) fn addressing<'a>(contract: &Contract<'a>, place: Element<'a>) -> Option<Element<'a>> {
    place.children().find_map(|child| {
        if is_addressing(child.namespace()) {
            return Some(child);
        }
        let policy = policy(contract, child)?;
        let nodes = policy.node.descendants().filter(roxmltree::Node::is_element);
        let found = nodes.map(|node| Element { node, document: policy.document });
        found.into_iter().find(|one| is_addressing(one.namespace()))
    })
}
