//! The service's WSDL document: the template in the descriptor, completed with the address and namespace of the running server.

use std::collections::HashSet;

use crate::Transport;
use crate::protocol::{ServerSettings, action_prefix};
use crate::xml;

// The placeholders that `asmx-codegen` writes into the template; a namespace that the spec states has none. Placeholders stand in attributes
// and comments on their own lines only. The text of a spec cannot look like them, because its markup is escaped.
const NAMESPACE: &str = "\"urn:asmx-codegen:namespace\"";
const ADDRESS: &str = "\"urn:asmx-codegen:address\"";
const ACTION: &str = "\"urn:asmx-codegen:action:";
const SECTION: &str = "<!-- if ";
const SECTION_END: &str = "<!-- end -->";

/// The complete document for the service at `address`, with the server's namespace and without the ports of transports that are switched
/// off.
pub(super) fn complete(settings: &ServerSettings, address: &str) -> String {
    let template = settings.service.wsdl.text();
    let renaming = Renaming::of(settings);
    let namespace = format!("\"{}\"", attribute(&settings.namespace));
    let location = format!("\"{}\"", attribute(address));
    let action = format!("\"{}", attribute(&action_prefix(&settings.namespace)));
    let mut document = String::with_capacity(template.len());
    let mut is_left_out = false;
    for line in template.split_inclusive('\n') {
        let content = line.trim();
        if let Some(transports) = content.strip_prefix(SECTION) {
            is_left_out = !is_needed(settings, transports);
        } else if content == SECTION_END {
            is_left_out = false;
        } else if !is_left_out {
            let line = line.replace(NAMESPACE, &namespace).replace(ADDRESS, &location).replace(ACTION, &action);
            match &renaming {
                Some(renaming) => renaming.push_line(&line, &mut document),
                None => document.push_str(&line),
            }
        }
    }
    document
}

/// A server's namespace in place of the one that the spec states. Values and actions that the spec states stay as they are.
struct Renaming<'s> {
    stated: &'s str,
    namespace: String,
    stated_prefix: String,
    prefix: String,
    stated_actions: HashSet<String>,
}

impl<'s> Renaming<'s> {
    fn of(settings: &'s ServerSettings) -> Option<Self> {
        let stated = settings.service.namespace.filter(|stated| **stated != *settings.namespace)?;
        let stated_actions = settings.service.operations.iter().filter_map(|operation| operation.messages.action);
        Some(Self {
            stated,
            namespace: attribute(&settings.namespace),
            stated_prefix: action_prefix(stated),
            prefix: attribute(&action_prefix(&settings.namespace)),
            stated_actions: stated_actions.map(attribute).collect(),
        })
    }

    fn push_line(&self, line: &str, document: &mut String) {
        let mut before = "";
        for (index, piece) in line.split('"').enumerate() {
            if index > 0 {
                document.push('"');
            }
            let name = before.strip_suffix('=').and_then(|before| before.rsplit(' ').next()).unwrap_or_default();
            let is_namespace = matches!(name, "namespace" | "targetNamespace" | "xmlns") || name.starts_with("xmlns:");
            let action = piece.strip_prefix(&self.stated_prefix).filter(|_| name == "soapAction");
            match action.filter(|_| !self.stated_actions.contains(piece)) {
                Some(operation) => document.extend([self.prefix.as_str(), operation]),
                None if is_namespace && piece == self.stated => document.push_str(&self.namespace),
                None => document.push_str(piece),
            }
            before = piece;
        }
    }
}

/// Whether one of the transports, given by their short names, is switched on.
fn is_needed(settings: &ServerSettings, transports: &str) -> bool {
    let mut names = transports.split_whitespace().filter_map(|name| name.parse::<Transport>().ok());
    names.any(|transport| settings.protocols.offers(transport))
}

fn attribute(text: &str) -> String {
    let mut escaped = String::new();
    xml::escape_attribute(&mut escaped, text);
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operation::{Effect, Messages, Operation, Service};
    use crate::protocol::{ErrorStyle, Transports};

    const TEMPLATE: &str = "<a xmlns:tns=\"urn:asmx-codegen:namespace\">\n  <!-- if soap11 soap12 -->\n  <b \
                            soapAction=\"urn:asmx-codegen:action:Op\" />\n  <!-- end -->\n  <!-- if get -->\n  <c \
                            location=\"urn:asmx-codegen:address\" />\n  <!-- end -->\n  <d>urn:asmx-codegen:address</d>\n</a>\n";
    static SERVICE: Service = Service::new("S", "/s.asmx", "", &[], &[], &[]).wsdl(TEMPLATE);

    #[test]
    fn fills_in_what_it_knows_and_escapes_it() {
        let settings = ServerSettings::new(&SERVICE, "http://a.test/?x&y", ErrorStyle::Production);
        assert_eq!(
            complete(&settings, "http://h/s.asmx?\"<"),
            "<a xmlns:tns=\"http://a.test/?x&amp;y\">\n  <b soapAction=\"http://a.test/?x&amp;y/Op\" />\n  <c \
             location=\"http://h/s.asmx?&quot;&lt;\" />\n  <d>urn:asmx-codegen:address</d>\n</a>\n"
        );
    }

    #[test]
    fn a_namespace_that_the_spec_states_is_replaced_by_another_one() {
        const STATED: &str = "<a xmlns:tns=\"http://a.test/x\" targetNamespace=\"http://a.test/x\" xmlns:o=\"http://a.test/x/o\">\n  \
                              <b soapAction=\"http://a.test/x/Op\" location=\"urn:asmx-codegen:address\" />\n</a>\n";
        static STATING: Service =
            Service::new("S", "/s.asmx", "", &[], &[], &[]).wsdl(STATED).namespace("http://a.test/x");
        let own = ServerSettings::new(&STATING, "http://a.test/x", ErrorStyle::Production);
        assert_eq!(complete(&own, "http://h/"), STATED.replace("urn:asmx-codegen:address", "http://h/"));
        let other = ServerSettings::new(&STATING, "urn:b/", ErrorStyle::Production);
        assert_eq!(
            complete(&other, "http://h/"),
            "<a xmlns:tns=\"urn:b/\" targetNamespace=\"urn:b/\" xmlns:o=\"http://a.test/x/o\">\n  <b soapAction=\"urn:b/Op\" \
             location=\"http://h/\" />\n</a>\n"
        );
    }

    /// A client of the document sends what routing expects.
    #[test]
    fn values_and_actions_that_the_spec_states_stay() {
        const STATED: &str = "<a targetNamespace=\"urn:s/\">\n  <b soapAction=\"urn:s/Op\" /><b soapAction=\"urn:s/Other\" />\n  \
                              <s:enumeration value=\"urn:s/\" /><s:element default=\"urn:s/\" />\n  <d>=\"urn:s/\"</d>\n</a>\n";
        static OP: Operation = Operation::new("Op", "", "", &[], Effect::Read);
        static RENAMED: Operation =
            Operation::new("Renamed", "", "", &[], Effect::Read).messages(&Messages::PLAIN.action("urn:s/Other"));
        static STATING: Service =
            Service::new("S", "/s.asmx", "", &[], &[], &[&OP, &RENAMED]).wsdl(STATED).namespace("urn:s/");
        let other = ServerSettings::new(&STATING, "urn:t/", ErrorStyle::Production);
        let expected = STATED.replacen("urn:s/", "urn:t/", 2);
        assert_eq!(complete(&other, "http://h/"), expected);
    }

    #[test]
    fn leaves_out_what_is_switched_off() {
        let mut settings = ServerSettings::new(&SERVICE, "urn:a/", ErrorStyle::Production);
        settings.protocols = Transports::ALL.with(Transport::HttpGet, false).with(Transport::Soap11, false);
        let document = complete(&settings, "");
        assert!(document.contains("<b soapAction=\"urn:a/Op\"") && !document.contains("<c"), "{document}");
        settings.protocols = settings.protocols.with(Transport::Soap12, false);
        assert!(!complete(&settings, "").contains("<b"));
    }
}
