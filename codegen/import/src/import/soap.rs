//! An operation of a SOAP binding: its style, parts and headers.

use std::collections::HashSet;

use asmx_codegen::diagnostic::{Code, quoted};
use asmx_codegen::model::{Member, Messages, Presence, Transport};

use super::bindings::{Body, Wire, wire};
use super::element::{Element, WSDL};
use super::operations::{Draft, Offered, Operations, Parts};
use super::origins::{MessageOrigins, Origins};
use super::particles::presence;
use super::policy;
use super::problems::Loss;

const MOST_HEADERS: usize = 256;

impl<'a> Operations<'_, 'a> {
    pub(super) fn soap(&mut self, offered: Offered<'_, 'a>) {
        let Offered { number, port, bound, operation, key, .. } = offered;
        let mut elements = vec![bound];
        elements.extend(bound.all(WSDL, "input").chain(bound.all(WSDL, "output")));
        let refusal = self.refusal_of_port.clone().or_else(|| policy::refusal(self.contract, &elements));
        if let Some(refusal) = refusal {
            return self.refuse(key, port.transport, bound.location_of("name"), refusal);
        }
        for assertion in elements.iter().filter_map(|element| policy::unknown(self.contract, *element)) {
            self.problems.lose(Loss::POLICIES, assertion.location(), assertion.local());
        }
        let mut wire = wire(port, bound);
        let drafts = self.drafts_of(key);
        let same = drafts.iter().find_map(|draft| {
            let found = self.drafts.get(*draft)?;
            // SOAP 1.2 does not need an action, so a missing one is no difference.
            if wire.action.is_none() && port.transport == Transport::Soap12 {
                wire.action.clone_from(&found.wire.action);
            }
            (found.soap == Some(operation.key())).then_some((*draft, found.wire == wire))
        });
        if let Some((draft, is_same)) = same {
            // Different declarations may still give equal messages.
            let name = self.drafts.get(draft).map_or_else(|| key.to_owned(), |draft| draft.name.clone());
            let parts = if is_same { None } else { self.parts(offered, &name, &wire).map(|(parts, _)| parts) };
            let differs = !is_same && self.drafts.get(draft).map(|draft| &draft.parts) != parts.as_ref();
            if differs {
                self.problems.report(
                    (Code::TransportsDiffer, bound.location_of("name")),
                    format!("{} has other messages over {} than over another transport", quoted(key), port.transport),
                    ("the first one is used for both", "import a document with one of the two bindings"),
                );
            }
            if let Some(draft) = self.drafts.get_mut(draft) {
                draft.ports.insert(number);
            }
            return;
        }
        let Some((mut parts, mut origins)) = self.parts(offered, key, &wire) else { return };
        let equal = drafts
            .iter()
            .copied()
            .find(|draft| self.drafts.get(*draft).is_some_and(|draft| draft.name == key && draft.parts == parts));
        if let Some(draft) = equal.and_then(|draft| self.drafts.get_mut(draft)) {
            draft.ports.insert(number);
            return;
        }
        let mut name = key.to_owned();
        let mut notes = Vec::new();
        if !drafts.is_empty() {
            name = self.other_name(key);
            self.problems.report(
                (Code::SameKey, operation.location_of("name")),
                format!("a second operation {} with different messages", quoted(key)),
                (format!("imported as {}", quoted(&name)), "rename it in the spec if you like"),
            );
            notes.push(format!("the document also calls another operation {}", quoted(key)));
            if let Some(named) = self.parts(offered, &name, &wire) {
                (parts, origins) = named;
            }
        }
        if let Some(fault) = operation.first(WSDL, "fault") {
            self.problems.lose(Loss::FAULTS, fault.location(), key);
            notes.push("the details of its faults stay XML".to_owned());
        }
        self.add(Draft { name, wire, notes, ..Draft::new(offered, parts, origins) });
    }

    /// The parts and their elements. `name` is the operation's name in the model.
    fn parts(&mut self, offered: Offered<'_, 'a>, name: &str, wire: &Wire) -> Option<(Parts, MessageOrigins<'a>)> {
        let input = self.message(offered, offered.input, &wire.input)?;
        let output = match offered.output {
            Some(output) => self.message(offered, output, &wire.output)?,
            None => Vec::new(),
        };
        let (request_headers, of_request_headers) = self.headers(offered.input, &wire.input);
        let (response_headers, of_response_headers) =
            offered.output.map(|output| self.headers(output, &wire.output)).unwrap_or_default();
        let messages = Messages {
            request_headers,
            response_headers,
            action: self.action(name, wire),
            one_way: offered.output.is_none(),
            ..Messages::default()
        };
        let (parts, origins) = if wire.is_rpc {
            self.rpc(name, wire, offered.operation, (&input, &output), messages)
        } else {
            self.document(name, (&input, &output), messages)
        };
        let origins =
            MessageOrigins { request_headers: of_request_headers, response_headers: of_response_headers, ..origins };
        Some((parts, origins))
    }

    fn message(&mut self, offered: Offered<'_, 'a>, reference: Element<'a>, body: &Body) -> Option<Vec<Element<'a>>> {
        let message = self.named_message(offered, reference)?;
        let all = message.all(WSDL, "part");
        Some(match &body.parts {
            Some(names) => all.filter(|part| part.word("name").is_some_and(|name| names.contains(name))).collect(),
            None => all.collect(),
        })
    }

    /// The action, unless it follows from namespace and name.
    fn action(&self, name: &str, wire: &Wire) -> Option<String> {
        // Clients send an empty action if the document declares none.
        let Some(action) = &wire.action else { return Some(String::new()) };
        let slash = if self.types.service.ends_with('/') { "" } else { "/" };
        let default_action = format!("{}{slash}{name}", self.types.service);
        let is_default = *action == default_action || super::location::decoded(action) == default_action;
        (!is_default || self.types.service.is_empty()).then(|| action.clone())
    }

    fn headers(&mut self, reference: Element<'a>, body: &Body) -> (Vec<Member>, Origins<'a>) {
        let mut origins = Origins::default();
        let mut headers: Vec<Member> = Vec::new();
        let mut known = HashSet::new();
        if body.headers.len() > MOST_HEADERS {
            self.problems.report(
                (Code::DefinitionTooDeep, reference.location()),
                format!("a message with more than {MOST_HEADERS} headers"),
                ("the rest is left out", "send them as raw XML"),
            );
        }
        for header in body.headers.iter().take(MOST_HEADERS) {
            let (namespace, local) = &header.message;
            let message = self.contract.messages.get(&(namespace.as_str(), local.as_str())).copied();
            let is_meant = |part: &Element<'a>| part.word("name") == Some(header.part.as_str());
            let part = message.and_then(|message| message.all(WSDL, "part").find(is_meant));
            let Some(part) = part else {
                self.problems.report(
                    (Code::UnknownPart, reference.location()),
                    format!("unknown header {} of the message {}", quoted(&header.part), quoted(local)),
                    ("the header is left out", "name a part of one of the document's messages"),
                );
                continue;
            };
            let member = if let Some(member) = self.types.named_element(part, "element") {
                member
            } else {
                let Some((name, kind)) = self.part_name(part).zip(self.part_type(part)) else { continue };
                Member {
                    namespace: self.types.namespace(&header.namespace),
                    ..Member::element(&name, kind, Presence::Optional)
                }
            };
            let presence = presence(true, member.presence.is_nullable());
            if !known.insert((member.namespace.clone(), member.name.clone())) {
                self.problems.report(
                    (Code::HeaderTwice, part.location()),
                    format!("a second header {} of one message", quoted(&member.name)),
                    ("left out; the first one counts", "send the second one as raw XML"),
                );
                continue;
            }
            origins.add(&member.name, self.origin(part, &member));
            headers.push(member.with(|facets| facets.presence = presence));
        }
        (headers, origins)
    }
}
