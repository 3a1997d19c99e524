//! The definitions of the WSDL documents, by name.

use std::collections::HashMap;

use asmx_codegen::diagnostic::{Code, quoted};

use super::documents::Roots;
use super::element::{ByName, Element, WSDL, XSD};
use super::problems::Problems;

#[derive(Default)]
pub(super) struct Contract<'a> {
    pub(super) messages: ByName<'a>,
    pub(super) port_types: ByName<'a>,
    pub(super) bindings: ByName<'a>,
    pub(super) port_types_in_order: Vec<Element<'a>>,
    pub(super) bindings_in_order: Vec<Element<'a>>,
    pub(super) services: Vec<Element<'a>>,
    /// Keyed by document number and identifier.
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
            let element = quoted(&format!("<{}>", child.local()));
            return roots.problems.nameless(child.location(), &element, "give it a `name`");
        };
        if let std::collections::btree_map::Entry::Vacant(e) = map.entry((namespace, name)) {
            e.insert(child);
        } else {
            roots.problems.defined_twice(child.location_of("name"), name);
        }
    }
}

/// Looks up the definition that an attribute names. If it is missing, reports why and what `became` of the element.
pub(super) fn definition<'a>(
    all: &ByName<'a>,
    (at, attribute): (Element<'a>, &str),
    (code, what): (Code, &str),
    became: &str,
    problems: &Problems,
) -> Option<Element<'a>> {
    let written = at.word(attribute).unwrap_or_default();
    let found = at.resolve(written).and_then(|name| all.get(&name).copied());
    let (prefix, local) = written.split_once(':').unwrap_or(("", written));
    if found.is_some() {
        return found;
    }
    if !prefix.is_empty() && at.node.lookup_namespace_uri(Some(prefix)).is_none() {
        problems.undeclared_prefix(written, at.location_of(attribute), became);
        return None;
    }
    let prefixes = all.keys().filter(|(_, name)| *name == local).filter_map(|(uri, _)| at.node.lookup_prefix(uri));
    let help = match prefixes.filter(|prefix| !prefix.is_empty()).min() {
        Some(prefix) => format!("write {}", quoted(&format!("{prefix}:{local}"))),
        None => format!("name a {what} of the document, or save the imported document that defines it"),
    };
    problems.report((code, at.location_of(attribute)), format!("unknown {what} {}", quoted(written)), (became, help));
    None
}

fn check_import<'a>(import: Element<'a>, roots: &Roots<'_, 'a>) {
    let Some(root) = roots.target(import) else { return };
    if root.is(WSDL, "definitions") || root.is(XSD, "schema") {
        roots.check_namespace(import, root, "document", "its definitions keep their own namespace");
    } else {
        let help = "save the document that the service returns for this location";
        roots.tell_of_wrong_document(import, "location", "neither WSDL nor a schema", help);
    }
}

pub(super) const POLICIES: &[&str] =
    &["http://schemas.xmlsoap.org/ws/2004/09/policy", "http://www.w3.org/ns/ws-policy"];

const UTILITY: &str = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";

pub(super) fn is_policy(element: Element<'_>) -> bool {
    element.local() == "Policy" && POLICIES.contains(&element.namespace())
}

pub(super) fn identifier(policy: Element<'_>) -> Option<&str> {
    policy.node.attribute((UTILITY, "Id")).or_else(|| policy.node.attribute("Id"))
}
