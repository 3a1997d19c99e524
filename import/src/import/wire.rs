//! What a SOAP binding says of an operation: style, action, namespaces, parts and headers.

use std::collections::BTreeSet;

use super::element::Element;
use super::ports::Port;
use super::vocabulary::{SOAP, SOAP12, WSDL};

/// How a binding writes an operation: what must be the same for two transports to share one.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Wire {
    pub(super) is_rpc: bool,
    pub(super) action: Option<String>,
    pub(super) input: Body,
    pub(super) output: Body,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Body {
    /// The namespace of the element around the parts, in the style rpc.
    pub(super) namespace: String,
    /// The parts of the message that are in the body, if not all.
    pub(super) parts: Option<BTreeSet<String>>,
    pub(super) headers: Vec<Header>,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) struct Header {
    /// Namespace and name of the message.
    pub(super) message: (String, String),
    pub(super) part: String,
    /// The namespace of one that is no element.
    pub(super) namespace: String,
}

pub(super) fn wire(port: &Port<'_>, bound: Element<'_>) -> Wire {
    let is_soap = |child: &Element<'_>| matches!(child.namespace(), SOAP | SOAP12);
    let operation = bound.children().find(|child| is_soap(child) && child.local() == "operation");
    let style = operation.and_then(|operation| operation.word("style")).or_else(|| port.kind.word("style"));
    let body = |name: &'static str| {
        let Some(message) = bound.first(WSDL, name) else { return Body::default() };
        let mut body = Body::default();
        let mut headers = BTreeSet::new();
        for child in message.children().filter(is_soap) {
            if child.local() == "body" {
                child.word("namespace").unwrap_or_default().clone_into(&mut body.namespace);
                body.parts =
                    child.attribute("parts").map(|parts| parts.split_whitespace().map(str::to_owned).collect());
            }
            let faults = child.all(SOAP, "headerfault").chain(child.all(SOAP12, "headerfault"));
            let faults = faults.filter(|_| name == "output");
            for header in std::iter::once(child).chain(faults).filter(|one| one.local().starts_with("header")) {
                let written = header.word("message").unwrap_or_default();
                let (namespace, local) = header.resolve(written).unwrap_or(("", written));
                let header = Header {
                    message: (namespace.to_owned(), local.to_owned()),
                    part: header.word("part").unwrap_or_default().to_owned(),
                    namespace: header.word("namespace").unwrap_or_default().to_owned(),
                };
                if headers.insert(header.clone()) {
                    body.headers.push(header);
                }
            }
        }
        body
    };
    Wire {
        is_rpc: style == Some("rpc"),
        action: operation.and_then(|operation| operation.attribute("soapAction")).map(str::to_owned),
        input: body("input"),
        output: body("output"),
    }
}
