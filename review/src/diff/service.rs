//! The service as a whole: name, path, namespace, ports, areas and documentation.

use super::both::Both;
use super::draft::{Draft, Rust, Spot};
use super::outcome::{Outcome, Read, Set};
use super::road::offered;
use super::{Class, Kind, Step};
use crate::diagnostic::quoted;
use crate::emit::features;
use crate::model::{Operation, Port, ResultKind, Service, ServiceNames, Transport, Type};

const NOT_THERE: &str = "the call fails, because nothing is at that address";
const OTHER_NAMESPACE: &str = "the call fails, because the service knows no operation of the other namespace";
const OTHER_MEMBERS: &str = "they find nothing of the other namespace in the response, without an error";
const OTHER_ROOT: &str = "they refuse the response, whose root is in another namespace";

impl Both<'_> {
    pub(super) fn service(&self, original: &Service, out: &mut Vec<Draft>) {
        let (old, new) = (self.old, self.new);
        let mut drafts = Vec::new();
        if (&old.name, &original.names) != (&new.name, &new.names) {
            let what = format!("the service {} is called {} now", quoted(&old.name), quoted(&new.name));
            let shown = |names: &ServiceNames| (names.client.clone(), names.service_trait.clone());
            let is_rust = shown(&original.names) != shown(&new.names);
            let draft = Draft::new(Kind::ServiceRenamed, Spot::service("service"), what).rust(Rust::both_if(is_rust));
            drafts.push(if is_rust { draft } else { draft.class(Class::Docs) });
        }
        if old.path != new.path {
            let what = format!("the service is at {}, and was at {}", quoted(&new.path), quoted(&old.path));
            let met = || Outcome::of(Read::Fails(NOT_THERE), self.at_own_path());
            let draft = Draft::new(Kind::ServicePathChanged, Spot::service("service/path"), what);
            drafts.push(draft.met((met(), met())).step(Step::Major).for_implementors());
        }
        self.namespace(&mut drafts);
        if (&old.doc, &old.undocumented) != (&new.doc, &new.undocumented) {
            let draft = Draft::new(
                Kind::ServiceDocumentationChanged,
                Spot::service("service"),
                "the words about the service changed",
            );
            drafts.push(draft.class(Class::Docs));
        }
        self.ports(&mut drafts);
        self.areas(&mut drafts);
        out.extend(drafts);
    }

    /// Over which transports some operation is called at the service's own path.
    fn at_own_path(&self) -> Set {
        let is_stated =
            |service: &Service| service.ports.iter().fold(Set::NONE, |all, port| all.or(Set::only(port.transport)));
        self.offered_by_any().without(is_stated(self.old).and(is_stated(self.new)))
    }

    fn namespace(&self, out: &mut Vec<Draft>) {
        let spot = Spot::service("service/namespace");
        match (&self.old.namespace, &self.new.namespace) {
            (Some(old), Some(new)) if old != new => {
                let what = format!("the namespace of the service is {}, and was {}", quoted(new), quoted(old));
                let met = || self.in_other_namespace();
                out.push(
                    // A service that goes by the old action still answers, with nothing read: which service does is not in the spec.
                    Draft::new(Kind::NamespaceChanged, spot, what)
                        .silent()
                        .met((met(), met()))
                        .step(Step::Major)
                        .follows("nothing changes in Rust, so that no compiler tells anybody")
                        .follows("a service that still takes the old SOAP action reads every parameter as null or 0, without an error"),
                );
            }
            (Some(old), None) => out.push(
                Draft::new(
                    Kind::NamespaceRemoved,
                    spot,
                    format!("the namespace of the service, {}, is not stated any more", quoted(old)),
                )
                .class(Class::Behaviour)
                .step(Step::Major)
                .follows("code that does not set it compiles, and no client is built"),
            ),
            (None, Some(new)) => out.push(
                Draft::new(
                    Kind::NamespaceAdded,
                    spot,
                    format!("the namespace of the service is stated: {}", quoted(new)),
                )
                .class(Class::Behaviour)
                .follows("it need not be set any more"),
            ),
            _ => {}
        }
    }

    /// What clients of one namespace meet at a service of another.
    fn in_other_namespace(&self) -> Outcome {
        let mut outcome = Outcome::default();
        for (number, new) in self.operations.new_of.iter().enumerate() {
            let (Some(old), Some(new)) =
                (self.old.operations.get(number), new.and_then(|new| self.new.operations.get(new)))
            else {
                continue;
            };
            let offered = offered(Some(old), Some(new));
            let states_action =
                |operation: &Operation| operation.messages.action.as_ref().is_some_and(|one| !one.is_empty());
            if states_action(old) && old.messages.action == new.messages.action {
                outcome.add(Read::Silent("the service reads no parameter, without an error"), offered.and(Set::SOAP));
            } else {
                outcome.add(Read::Fails(OTHER_NAMESPACE), offered.and(Set::SOAP));
            }
            let http = offered.and(Set::HTTP);
            if self.named.operations.get(number).is_some_and(|one| self.old_rust.is_message(one)) {
                let has_members = |kind: &Type| !matches!(kind, Type::Scalar(_) | Type::List(_) | Type::Xml(_));
                let kind = old.result.kind.typed().or_else(|| Some(old.outputs.first()?.kind.clone()));
                if kind.is_some_and(|kind| has_members(&kind)) {
                    outcome.add(Read::Silent(OTHER_MEMBERS), http);
                }
            } else if !matches!(old.result.kind, ResultKind::None | ResultKind::Xml) {
                outcome.add(Read::Fails(OTHER_ROOT), http);
            }
        }
        outcome
    }

    fn ports(&self, out: &mut Vec<Draft>) {
        let label = |port: &Port| port.name.clone();
        for (old, new) in self.ports.merged() {
            let (one, two) = (old.and_then(|old| self.old.ports.get(old)), new.and_then(|new| self.new.ports.get(new)));
            let spot = Spot::service("ports").inside(one.map(label).as_deref(), two.map(label).as_deref());
            let name = two.or(one).map_or_else(String::new, |port| quoted(&port.name));
            match (one, two) {
                (None, Some(port)) => {
                    let what = format!("there is another port, {name}, at {}", quoted(&port.path));
                    out.push(
                        Draft::new(Kind::PortAdded, spot, what).class(Class::Add).met(self.addressed(port.transport)),
                    );
                }
                (Some(port), None) => {
                    let what = format!("the port {name} at {} is gone", quoted(&port.path));
                    let draft = Draft::new(Kind::PortRemoved, spot, what).class(Class::Behaviour).step(Step::Major);
                    out.push(draft.met(self.addressed(port.transport)));
                }
                (Some(old), Some(new)) => {
                    if old.name != new.name {
                        let what = format!("the port {} is called {name} now", quoted(&old.name));
                        out.push(Draft::new(Kind::PortRenamed, spot.clone(), what).class(Class::Docs));
                    }
                    if (old.transport, &old.path) != (new.transport, &new.path) {
                        let what =
                            format!("the port {name} is at {}, and was at {}", quoted(&new.path), quoted(&old.path));
                        let draft = Draft::new(Kind::PortMoved, spot, what).class(Class::Behaviour).step(Step::Major);
                        out.push(draft.met(self.addressed(new.transport)));
                    }
                }
                (None, None) => {}
            }
        }
    }

    /// What clients meet where the addresses of a transport are others.
    fn addressed(&self, transport: Transport) -> (Outcome, Outcome) {
        let mut met = (Outcome::default(), Outcome::default());
        for (old, new) in self.operations.new_of.iter().enumerate() {
            let new = new.and_then(|new| self.new.operations.get(new));
            let (Some(old), Some(new)) = (self.old.operations.get(old), new) else { continue };
            if !offered(Some(old), Some(new)).and(Set::only(transport)).is_empty() {
                let (old_clients, new_clients) = self.reached_at((old, new), transport);
                met.0.merge(&old_clients);
                met.1.merge(&new_clients);
            }
        }
        met
    }

    fn areas(&self, out: &mut Vec<Draft>) {
        let (of_old, of_new) = (features(self.old), features(self.new));
        for (old, new) in self.areas.merged() {
            let (one, two) = (old.and_then(|old| self.old.areas.get(old)), new.and_then(|new| self.new.areas.get(new)));
            let spot =
                Spot::service("areas").inside(one.map(|area| area.name.as_str()), two.map(|area| area.name.as_str()));
            let name = two.or(one).map_or_else(String::new, |area| quoted(&area.name));
            let feature = |draft: Draft| {
                if self.options.areas_are_features {
                    draft.rust(Rust::Both).follows("a manifest that names its feature is not accepted")
                } else {
                    draft.class(Class::Behaviour).step(Step::Patch).follows("only descriptors and documentation say so")
                }
            };
            match (one, two) {
                (None, Some(_)) => {
                    let draft = Draft::new(Kind::AreaAdded, spot, format!("there is another area, {name}"));
                    let step = if self.options.areas_are_features { Step::Minor } else { Step::Patch };
                    out.push(draft.class(Class::Add).step(step));
                }
                (Some(_), None) => {
                    out.push(feature(Draft::new(Kind::AreaRemoved, spot, format!("the area {name} is gone"))));
                }
                (Some(before), Some(after)) => {
                    if before.name != after.name {
                        let what = format!("the area {} is called {name} now", quoted(&before.name));
                        let same_feature = old.and_then(|old| of_old.get(old)) == new.and_then(|new| of_new.get(new));
                        let draft = Draft::new(Kind::AreaRenamed, spot.clone(), what);
                        out.push(if same_feature {
                            draft.class(Class::Behaviour).step(Step::Patch)
                        } else {
                            feature(draft)
                        });
                    }
                    if (&before.title, &before.doc) != (&after.title, &after.doc) {
                        let what = format!("the words about the area {name} changed");
                        let draft = Draft::new(Kind::ServiceDocumentationChanged, spot, what);
                        out.push(draft.class(Class::Docs));
                    }
                }
                (None, None) => {}
            }
        }
    }
}
