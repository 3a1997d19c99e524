//! The prefixes of a WSDL document, and the parts that only some transports need.

use std::collections::BTreeSet;

use asmx_types::xml_name::encode_local_name;
use xmltree::XMLNode;

use crate::elements::{Build as _, Element};
use crate::model::Namespace;

pub(super) fn wsdl(name: &str) -> Element {
    Element::of("wsdl", name)
}

pub(super) fn xsd(name: &str) -> Element {
    Element::of("s", name)
}

/// Adds children that only some transports need. With `has_comments`, comments around them let a server leave them out if those transports are off.
pub(super) fn section(parent: &mut Element, has_comments: bool, transports: &str, children: Vec<Element>) {
    let comment = |text: String| (has_comments && !children.is_empty()).then_some(XMLNode::Comment(text));
    let (start, end) = (comment(format!("if {transports}")), comment("end".to_owned()));
    parent.children.extend(start.into_iter().chain(children.into_iter().map(XMLNode::Element)).chain(end));
}

pub(super) fn encode(name: &str) -> String {
    encode_local_name(name).into_owned()
}

/// The encoded names of types in each namespace.
pub(super) type NamesInUse = BTreeSet<(Namespace, String)>;

/// The name, with a digit if another type of the namespace has it. It counts as used from then on.
pub(super) fn free_name(own: &str, namespace: &Namespace, names: &mut NamesInUse) -> String {
    let (mut name, mut digit) = (own.to_owned(), 0_usize);
    while !names.insert((namespace.clone(), name.clone())) {
        digit += 1;
        name = format!("{own}{digit}");
    }
    name
}
