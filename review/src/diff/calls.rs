//! How an operation is called: its transports, its ports, and what its messages are called.

use super::both::Both;
use super::draft::Draft;
use super::operations::{NOT_OFFERED, Pair};
use super::outcome::{Outcome, Read, Set, enumerated};
use super::routing::{action, location, request_element, response_element};
use super::words::member_named;
use super::{Class, Kind, Step};
use crate::diagnostic::quoted;
use crate::model::{Messages, Operation, Service, Transport, kinds};

const NOT_THERE: &str = "the call fails, because nothing is at that address";

impl Both<'_> {
    pub(super) fn transports(&self, pair: &Pair<'_>, out: &mut Vec<Draft>) {
        let (old, new) = (Set::of(pair.old.transports), Set::of(pair.new.transports));
        let (mut withdrawn, added) = (old.without(new), new.without(old));
        let by_type = withdrawn.and(Set::HTTP);
        if let Some(why) = self.hindrance(pair).filter(|_| !by_type.is_empty()) {
            withdrawn = withdrawn.without(by_type);
            let what = format!("the operation {} is not offered over {} any more: {why}", pair.name(), by_type.words());
            out.push(
                Draft::new(Kind::HttpWithdrawnByType, pair.spot.both("transports"), what)
                    .met((Outcome::of(Read::Fails(NOT_OFFERED), by_type), Outcome::default()))
                    .follows("nobody edited `transports`")
                    .follows("a call over them compiles and is refused before it is sent"),
            );
        }
        if !withdrawn.is_empty() {
            let what = format!("the operation {} is not offered over {} any more", pair.name(), withdrawn.words());
            out.push(
                Draft::new(Kind::TransportWithdrawn, pair.spot.both("transports"), what)
                    .met((Outcome::of(Read::Fails(NOT_OFFERED), withdrawn), Outcome::default()))
                    .follows("a call over it compiles and is refused before it is sent"),
            );
        }
        if !added.is_empty() {
            let what = format!("the operation {} is offered over {} too", pair.name(), added.words());
            out.push(
                Draft::new(Kind::TransportAdded, pair.spot.both("transports"), what)
                    .class(Class::Add)
                    .met((Outcome::default(), Outcome::of(Read::Fails(NOT_OFFERED), added))),
            );
        }
    }

    /// What keeps the new operation from GET and POST that did not keep the old one from them.
    fn hindrance(&self, pair: &Pair<'_>) -> Option<String> {
        let of = |service: &Service, operation: &Operation| {
            let types = service.types.as_slice();
            let all = service.common.iter().chain(&operation.parameters);
            let mut found = all.filter_map(|one| Some((member_named(one), one.hindrance(kinds(types))?)));
            found.next()
        };
        // The old operation with its own numbers of types.
        let before = of(self.named, pair.named);
        match of(self.new, pair.new) {
            Some((name, hindrance)) if before.is_none() => {
                Some(format!("they cannot carry the parameter {name}, because {hindrance}"))
            }
            None if pair.old.outputs.len() <= 1 && pair.new.outputs.len() > 1 => {
                Some("they return one value, and it returns several".to_owned())
            }
            _ => None,
        }
    }

    pub(super) fn ports_of(&self, pair: &Pair<'_>, out: &mut Vec<Draft>) {
        let of = |service: &Service, operation: &Operation| -> Vec<String> {
            let named = operation.ports.iter().filter_map(|port| service.ports.get(*port));
            named.map(|port| port.name.clone()).collect()
        };
        // Ports that are only called otherwise are the same ones.
        let new_name = |port: &usize| {
            let new = self.ports.new_number(*port).and_then(|new| self.new.ports.get(new));
            new.or_else(|| self.old.ports.get(*port)).map(|port| port.name.clone())
        };
        let (mut before, mut after): (Vec<String>, Vec<String>) =
            (pair.old.ports.iter().filter_map(new_name).collect(), of(self.new, pair.new));
        before.sort_unstable();
        after.sort_unstable();
        if before == after {
            return;
        }
        let shown = |names: &[String]| {
            let names: Vec<String> = names.iter().map(|name| quoted(name)).collect();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            if names.is_empty() { "all ports".to_owned() } else { enumerated(&names) }
        };
        let what =
            format!("the operation {} is called at {}, and was at {}", pair.name(), shown(&after), shown(&before));
        let mut met = (Outcome::default(), Outcome::default());
        for transport in pair.offered.list() {
            let (old, new) = self.reached_at((pair.old, pair.new), transport);
            met.0.merge(&old);
            met.1.merge(&new);
        }
        out.push(Draft::new(Kind::OperationPortsChanged, pair.spot.clone(), what).class(Class::Behaviour).met(met));
    }

    pub(super) fn messages(&self, pair: &Pair<'_>, out: &mut Vec<Draft>) {
        let (old, new) = (pair.old, pair.new);
        let (of_old, of_new) = (&old.messages, &new.messages);
        let with = |messages: Messages| Operation { messages, ..old.clone() };
        // What follows from another name is told with the name.
        let as_new = |operation: &Operation| Operation { name: new.name.clone(), ..operation.clone() };
        let mut add = |kind, what: String, hybrid: Messages| {
            let draft = Draft::new(kind, pair.spot.clone(), format!("{what} of the operation {} changed", pair.name()));
            out.push(draft.class(Class::Behaviour).step(Step::Major).met(self.routed(pair, &with(hybrid))));
        };
        if of_old.style != of_new.style {
            let what = format!("the style of the messages (now {:?})", of_new.style).to_lowercase();
            add(Kind::StyleChanged, what, Messages { style: of_new.style, ..of_old.clone() });
        }
        let renamed = as_new(old);
        if action(&renamed) != action(new) {
            add(
                Kind::ActionChanged,
                "the action".to_owned(),
                Messages { action: of_new.action.clone(), ..of_old.clone() },
            );
        }
        if request_element(&renamed) != request_element(new) {
            let hybrid = Messages { request: of_new.request.clone(), ..of_old.clone() };
            add(Kind::RequestElementChanged, "the element of requests".to_owned(), hybrid);
        }
        if response_element(&renamed) != response_element(new) {
            let hybrid = Messages { response: of_new.response.clone(), ..of_old.clone() };
            add(Kind::ResponseElementChanged, "the element of responses".to_owned(), hybrid);
        }
        if location(&renamed) != location(new) {
            let hybrid = Messages { location: of_new.location.clone(), ..of_old.clone() };
            add(Kind::LocationChanged, "the path over GET and POST".to_owned(), hybrid);
        }
    }

    /// What clients meet who call the operation where their version has it.
    pub(super) fn reached_at(&self, (old, new): (&Operation, &Operation), transport: Transport) -> (Outcome, Outcome) {
        let (before, after) = (addresses(self.old, old, transport), addresses(self.new, new, transport));
        let met = |known: &[&str], offered: &[&str]| {
            let is_lost = known.first().is_some_and(|path| !offered.contains(path));
            Outcome::of(if is_lost { Read::Fails(NOT_THERE) } else { Read::Same }, Set::only(transport))
        };
        (met(&before, &after), met(&after, &before))
    }
}

/// Where a service offers an operation: clients call it at the first of them.
fn addresses<'s>(service: &'s Service, operation: &Operation, transport: Transport) -> Vec<&'s str> {
    let ports = service.ports.iter().enumerate().filter(|(number, port)| {
        port.transport == transport && (operation.ports.is_empty() || operation.ports.contains(number))
    });
    let paths: Vec<&str> = ports.map(|(_, port)| port.path.as_str()).collect();
    if paths.is_empty() { vec![service.path.as_str()] } else { paths }
}
