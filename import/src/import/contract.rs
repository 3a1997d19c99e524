//! The definitions of the WSDL documents by name: messages, port types, bindings and services.

use std::collections::HashMap;

use asmx_codegen::diagnostic::{Code, quoted};

use super::documents::Roots;
use super::element::{ByName, Element, WSDL, XSD};

#[derive(Default)]
pub(super) struct Contract<'a> {
    pub(super) messages: ByName<'a>,
    pub(super) port_types: ByName<'a>,
    pub(super) bindings: ByName<'a>,
    pub(super) port_types_in_order: Vec<Element<'a>>,
    pub(super) bindings_in_order: Vec<Element<'a>>,
    pub(super) services: Vec<Element<'a>>,
    /// Policies by their identifiers, each with the number of its document.
    pub(super) policies: HashMap<(usize, &'a str), Element<'a>>,
}

impl<'a> Contract<'a> {
    pub(super) fn new(roots: &Roots<'_, 'a>) -> Self {
        let mut contract = Self::default();
        for root in roots.definitions() {
            let namespace = root.word("targetNamespace").unwrap_or_default();
            for child in root.children() {
                if is_policy(child) {
                    contract.policies.extend(identifier(child).map(|id| ((child.document, id), child)));
                }
                if child.namespace() == WSDL {
                    contract.take(child, namespace, roots);
                }
            }
        }
        contract
    }

    fn take(&mut self, child: Element<'a>, namespace: &'a str, roots: &Roots<'_, 'a>) {
        let map = match child.local() {
            "message" => &mut self.messages,
            "portType" => {
                self.port_types_in_order.push(child);
                &mut self.port_types
            }
            "binding" => {
                self.bindings_in_order.push(child);
                &mut self.bindings
            }
            "service" => return self.services.push(child),
            "import" => return check_import(child, roots),
            _ => return,
        };
        let Some(name) = child.word("name") else {
            roots.problems.tell(
                (Code::MissingName, child.place()),
                format!("{} has no name", quoted(&format!("<{}>", child.local()))),
                ("left out", "give it a `name`"),
            );
            return;
        };
        if let std::collections::btree_map::Entry::Vacant(e) = map.entry((namespace, name)) {
            e.insert(child);
        } else {
            roots.problems.tell(
                (Code::DefinedTwice, child.place_of("name")),
                format!("{} is defined a second time", quoted(name)),
                ("left out: the first definition counts", "remove one of the two"),
            );
        }
    }
}

/// Why a name refers to nothing: code, message and what to do. `what` is what it should be one of, of which `all` are.
pub(super) fn missing(
    at: Element<'_>,
    written: &str,
    (code, what): (Code, &str),
    all: &ByName<'_>,
) -> (Code, String, String) {
    let (prefix, local) = written.split_once(':').unwrap_or(("", written));
    if !prefix.is_empty() && at.node.lookup_namespace_uri(Some(prefix)).is_none() {
        let message = format!("the prefix {} is not declared", quoted(prefix));
        return (Code::UndeclaredPrefix, message, format!("declare it: `xmlns:{prefix}=\"…\"`"));
    }
    let prefixes = all.keys().filter(|(_, name)| *name == local).filter_map(|(uri, _)| at.node.lookup_prefix(uri));
    let help = match prefixes.filter(|prefix| !prefix.is_empty()).min() {
        Some(prefix) => format!("write {}", quoted(&format!("{prefix}:{local}"))),
        None => format!("name a {what} of the document, or save the document that it imports it from"),
    };
    (code, format!("there is no {what} {}", quoted(written)), help)
}

fn check_import<'a>(import: Element<'a>, roots: &Roots<'_, 'a>) {
    let Some(root) = roots.target(import) else { return };
    if root.is(WSDL, "definitions") || root.is(XSD, "schema") {
        roots.check_namespace(import, root, "document", "what it says is taken under its own namespace");
    } else {
        let help = "save the document that the service returns for this location";
        roots.tell_of_wrong_document(import, "location", "neither WSDL nor a schema", help);
    }
}

pub(super) const POLICIES: &[&str] =
    &["http://schemas.xmlsoap.org/ws/2004/09/policy", "http://www.w3.org/ns/ws-policy"];

/// Where identifiers of policies are from.
const UTILITY: &str = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";

pub(super) fn is_policy(element: Element<'_>) -> bool {
    element.local() == "Policy" && POLICIES.contains(&element.namespace())
}

pub(super) fn identifier(policy: Element<'_>) -> Option<&str> {
    policy.node.attribute((UTILITY, "Id")).or_else(|| policy.node.attribute("Id"))
}
