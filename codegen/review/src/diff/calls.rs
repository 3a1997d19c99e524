//! How an operation is called: its transports, its ports, and the names of its messages.

use super::Kind;
use super::finding::Finding;
use super::operations::{NOT_OFFERED, Pair};
use super::outcome::{Outcome, Outcomes, Read, enumerated, transport_words};
use super::values;
use super::versions::Versions;
use super::words::member_named;
use asmx_codegen::diagnostic::quoted;
use asmx_codegen::model::{
    Messages, Name, Namespace, OnContradiction, Operation, Service, Style, Transport, Transports, kinds,
};

const UNKNOWN: &str = "the call fails because the service does not know the operation";
const NOTHING_READ: &str = "the service reads every parameter as absent, without an error";
const OTHER_RESPONSE: &str = "they refuse the response as that of another operation";
pub(super) const NOT_THERE: &str = "the call fails because no service is at that address";

impl Versions<'_> {
    pub(super) fn transports(&self, pair: &Pair<'_>, out: &mut Vec<Finding>) {
        let (old, new) = (pair.old.transports, pair.new.transports);
        let (mut withdrawn, added) = (old.without(new), new.without(old));
        let by_type = withdrawn.and(Transports::HTTP);
        let finding = |kind, over: Transports, names: &[&str], outcomes: fn(Outcome) -> Outcomes| {
            let finding = pair.location.both("transports").finding(kind, names).values([values::transports(over)]);
            finding.outcomes(outcomes(Outcome::of(Read::Fails(NOT_OFFERED), over)))
        };
        if let Some(why) = self.hindrance(pair).filter(|_| !by_type.is_empty()) {
            withdrawn = withdrawn.without(by_type);
            let names: [&str; 3] = [&pair.name(), &transport_words(by_type), &why];
            out.push(finding(Kind::HttpWithdrawnByType, by_type, &names, Outcomes::by_old));
        }
        if !withdrawn.is_empty() {
            out.push(finding(
                Kind::TransportWithdrawn,
                withdrawn,
                &[&pair.name(), &transport_words(withdrawn)],
                Outcomes::by_old,
            ));
        }
        if !added.is_empty() {
            out.push(finding(Kind::TransportAdded, added, &[&pair.name(), &transport_words(added)], Outcomes::by_new));
        }
    }

    /// Why GET and POST cannot carry the new operation, if they could carry the old one.
    fn hindrance(&self, pair: &Pair<'_>) -> Option<String> {
        let of = |service: &Service, operation: &Operation| {
            let types = service.types.as_slice();
            let all = service.common.iter().chain(&operation.parameters);
            let mut found =
                all.filter_map(|parameter| Some((member_named(parameter), parameter.hindrance(kinds(types))?)));
            found.next()
        };
        let before = of(self.named, pair.named);
        match of(self.new, pair.new) {
            Some((name, hindrance)) if before.is_none() => {
                Some(format!("they cannot carry parameter {name}, because {hindrance}"))
            }
            None if pair.old.outputs.len() <= 1 && pair.new.outputs.len() > 1 => {
                Some("they return one value, but the operation returns several".to_owned())
            }
            _ => None,
        }
    }

    pub(super) fn ports_of(&self, pair: &Pair<'_>, out: &mut Vec<Finding>) {
        let of = |service: &Service, operation: &Operation| -> Vec<String> {
            let named = operation.ports.iter().filter_map(|port| service.ports.get(*port));
            named.map(|port| port.name.clone()).collect()
        };
        // A renamed port is still the same port.
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
        let words = |names: &[String]| {
            let names: Vec<String> = names.iter().map(|name| quoted(name)).collect();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            if names.is_empty() { "all ports".to_owned() } else { enumerated(&names) }
        };
        let names: [&str; 3] = [&pair.name(), &words(&after), &words(&before)];
        let outcomes = pair.offered.iter().map(|transport| self.reached_at((pair.old, pair.new), transport)).collect();
        out.push(pair.location.finding(Kind::OperationPortsChanged, &names).outcomes(outcomes));
    }

    pub(super) fn messages(&self, pair: &Pair<'_>, out: &mut Vec<Finding>) {
        let (old, new) = (pair.old, pair.new);
        let (of_old, of_new) = (&old.messages, &new.messages);
        let with = |messages: Messages| Operation { messages, ..old.clone() };
        // A name that follows from the name of the operation is reported with it.
        let as_new = |operation: &Operation| Operation { name: new.name.clone(), ..operation.clone() };
        let name = pair.name();
        let mut add = |kind, names: &[&str], values: [String; 2], hybrid: Messages| {
            let finding = pair.location.finding(kind, names).values(values);
            out.push(finding.outcomes(self.routed(pair, &with(hybrid))));
        };
        if of_old.style != of_new.style {
            let [was, is] = [of_old, of_new].map(|messages| format!("{:?}", messages.style).to_lowercase());
            let hybrid = Messages { style: of_new.style, ..of_old.clone() };
            add(Kind::StyleChanged, &[&name, &is.clone()], [was, is], hybrid);
        }
        let renamed = as_new(old);
        if action(&renamed) != action(new) {
            let values = [&renamed, new].map(|operation| action(operation).0.unwrap_or_default().to_owned());
            let hybrid = Messages { action: of_new.action.clone(), ..of_old.clone() };
            add(Kind::ActionChanged, &[&name], values, hybrid);
        }
        if request_element(&renamed) != request_element(new) {
            let hybrid = Messages { request: of_new.request.clone(), ..of_old.clone() };
            let values = [&renamed, new].map(|operation| values::name(request_element(operation)));
            add(Kind::RequestElementChanged, &[&name], values, hybrid);
        }
        if response_element(&renamed) != response_element(new) {
            let hybrid = Messages { response: of_new.response.clone(), ..of_old.clone() };
            let values = [&renamed, new].map(response_element).map(|(name, of)| values::name((&name, &of)));
            add(Kind::ResponseElementChanged, &[&name], values, hybrid);
        }
        if http_path(&renamed) != http_path(new) {
            let values = [&renamed, new].map(|operation| http_path(operation).to_owned());
            let hybrid = Messages { location: of_new.location.clone(), ..of_old.clone() };
            add(Kind::LocationChanged, &[&name], values, hybrid);
        }
    }

    /// The outcome for clients if only this changed.
    pub(super) fn routed(&self, pair: &Pair<'_>, hybrid: &Operation) -> Outcomes {
        let (old, new) = (self.old_rust.on_contradiction(pair.named), self.new_rust.on_contradiction(pair.new));
        Outcomes {
            old_clients: routed(pair.old, hybrid, pair.offered, old == OnContradiction::Error),
            new_clients: routed(hybrid, pair.old, pair.offered, new == OnContradiction::Error),
        }
    }

    /// The outcome for clients that call the operation at the address of their version.
    pub(super) fn reached_at(&self, (old, new): (&Operation, &Operation), transport: Transport) -> Outcomes {
        let (before, after) = (addresses(self.old, old, transport), addresses(self.new, new, transport));
        let outcomes = |known: &[&str], offered: &[&str]| {
            let is_lost = known.first().is_some_and(|path| !offered.contains(path));
            Outcome::of(if is_lost { Read::Fails(NOT_THERE) } else { Read::Same }, Transports::only(transport))
        };
        Outcomes { old_clients: outcomes(&before, &after), new_clients: outcomes(&after, &before) }
    }
}

fn addresses<'s>(service: &'s Service, operation: &Operation, transport: Transport) -> Vec<&'s str> {
    let ports = service.ports.iter().enumerate().filter(|(number, port)| {
        port.transport == transport && (operation.ports.is_empty() || operation.ports.contains(number))
    });
    let paths: Vec<&str> = ports.map(|(_, port)| port.path.as_str()).collect();
    if paths.is_empty() { vec![service.path.as_str()] } else { paths }
}

type WireName<'a> = (&'a str, &'a Namespace);

fn named<'a>(name: Option<&'a Name>, default: &'a str) -> WireName<'a> {
    name.map_or((default, &Namespace::Service), |name| (name.name.as_str(), &name.namespace))
}

fn request_element(operation: &Operation) -> WireName<'_> {
    named(operation.messages.request.as_ref(), &operation.name)
}

fn response_element(operation: &Operation) -> (String, Namespace) {
    let default = format!("{}Response", operation.name);
    let (name, namespace) = named(operation.messages.response.as_ref(), &default);
    (name.to_owned(), namespace.clone())
}

/// The stated action, or the name of which the service makes one.
fn action(operation: &Operation) -> (Option<&str>, &str) {
    match &operation.messages.action {
        Some(action) => (Some(action), ""),
        None => (None, &operation.name),
    }
}

fn http_path(operation: &Operation) -> &str {
    operation.messages.location.as_deref().unwrap_or(&operation.name)
}

/// The outcome for clients of the operation `client` at a service with the operation `service`. `is_strict`: the client checks the namespace
/// of a response.
fn routed(client: &Operation, service: &Operation, over: Transports, is_strict: bool) -> Outcome {
    let mut outcome = Outcome::default();
    for transport in over.iter() {
        let only = Transports::only(transport);
        outcome.add(request(client, service, transport), only);
        if transport.is_soap() && outcome.fails.and(only).is_empty() && !service.messages.one_way {
            outcome.add(response(client, service, is_strict), only);
        }
    }
    outcome
}

fn request(client: &Operation, service: &Operation, transport: Transport) -> Read {
    if !transport.is_soap() {
        return if http_path(client) == http_path(service) { Read::Same } else { Read::Fails(UNKNOWN) };
    }
    if client.messages.style != service.messages.style {
        let is_bare = client.messages.style == Style::Bare || service.messages.style == Style::Bare;
        let wrappers_differ = is_bare || request_element(client) != request_element(service);
        return if wrappers_differ && transport == Transport::Soap12 && action(client) != action(service) {
            Read::Fails(UNKNOWN)
        } else {
            Read::Silent(NOTHING_READ)
        };
    }
    let same_element = client.messages.style == Style::Bare || request_element(client) == request_element(service);
    let same_action = action(client) == action(service);
    let by_element = transport == Transport::Soap12 || action(client) == (Some(""), "");
    match (same_action, same_element) {
        (true, true) => Read::Same,
        (true, false) if by_element && action(client) == (Some(""), "") => Read::Fails(UNKNOWN),
        (true, false) if service.parameters.is_empty() => Read::Same,
        (true, false) => Read::Silent(NOTHING_READ),
        (false, true) if by_element && client.messages.style != Style::Bare => Read::Same,
        (false, true) if by_element && !client.parameters.is_empty() => Read::Same,
        (false, _) => Read::Fails(UNKNOWN),
    }
}

fn response(client: &Operation, service: &Operation, is_strict: bool) -> Read {
    if client.messages.style == Style::Bare || service.messages.style == Style::Bare {
        return Read::Same;
    }
    let (expected, actual) = (response_element(client), response_element(service));
    if expected.0 != actual.0 || is_strict && expected.1 != actual.1 { Read::Fails(OTHER_RESPONSE) } else { Read::Same }
}
