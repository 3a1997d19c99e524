//! The service as a whole: name, path, namespace, ports, areas and documentation.

use super::Kind;
use super::calls::NOT_THERE;
use super::finding::{Finding, Location};
use super::judge::{Circumstance, Rust};
use super::outcome::{Outcome, Outcomes, Read, offered};
use super::version::Version;
use super::versions::Versions;
use crate::matching::Paired;
use asmx_codegen::diagnostic::quoted;
use asmx_codegen::model::{
    OnContradiction, Operation, Port, Service, ServiceNames, Transport, Transports, Type, XmlKind,
};

const OTHER_SERVICE: &str =
    "no operation is in both versions, so these may be two services: check that the files belong together";
const OTHER_NAMESPACE: &str = "the call fails because the service does not know the other namespace";
const OTHER_MEMBERS: &str = "they read members of the response as absent, without an error";
const OTHER_ROOT: &str = "they refuse the response because its root is in another namespace";

/// The change of the host that both documents state. A spec states none.
pub(super) fn moved(old: &Version, new: &Version) -> Option<Finding> {
    let (old, new) = (old.host()?, new.host()?);
    let location = Location::service("service/path");
    (old != new).then(|| location.finding(Kind::ServiceHostChanged, &[&quoted(new), &quoted(old)]))
}

impl Versions<'_> {
    pub(super) fn service(&self, original: &Service, out: &mut Vec<Finding>) {
        let (old, new) = (self.old, self.new);
        if (&old.name, &original.names) != (&new.name, &new.names) {
            let public_names = |names: &ServiceNames| (names.client.clone(), names.service_trait.clone());
            let is_rust = public_names(&original.names) != public_names(&new.names);
            let names: [&str; 2] = [&quoted(&old.name), &quoted(&new.name)];
            let finding = Location::service("service").finding(Kind::ServiceRenamed, &names);
            let has_operations = !old.operations.is_empty() && !new.operations.is_empty();
            let is_other = has_operations && self.paired_operations().next().is_none();
            let finding = finding.follows_if(is_other, OTHER_SERVICE);
            out.push(finding.rust(Rust::both_if(is_rust)).when(!is_rust, Circumstance::OnlyInSpec));
        }
        if old.path != new.path {
            let outcome = Outcome::of(Read::Fails(NOT_THERE), self.at_own_path());
            let names: [&str; 2] = [&quoted(&new.path), &quoted(&old.path)];
            let finding = Location::service("service/path").finding(Kind::ServicePathChanged, &names);
            out.push(finding.outcomes(Outcomes::by_both(outcome)));
        }
        self.namespace(out);
        if (&old.doc, &old.undocumented) != (&new.doc, &new.undocumented) {
            out.push(Location::service("service").finding(Kind::ServiceDocumentationChanged, &["the service"]));
        }
        self.ports(out);
        self.areas(out);
    }

    /// The transports over which an operation is called at the path of the service.
    fn at_own_path(&self) -> Transports {
        let is_stated = |service: &Service| {
            service.ports.iter().fold(Transports::NONE, |all, port| all.or(Transports::only(port.transport)))
        };
        self.offered_by_any().without(is_stated(self.old).and(is_stated(self.new)))
    }

    fn namespace(&self, out: &mut Vec<Finding>) {
        let location = Location::service("service/namespace");
        out.extend(match (&self.old.namespace, &self.new.namespace) {
            (Some(old), Some(new)) if old != new => {
                let finding = location.finding(Kind::NamespaceChanged, &[&quoted(new), &quoted(old)]);
                Some(finding.outcomes(Outcomes::by_both(self.in_other_namespace())))
            }
            (Some(old), None) => Some(location.finding(Kind::NamespaceRemoved, &[&quoted(old)])),
            (None, Some(new)) => Some(location.finding(Kind::NamespaceAdded, &[&quoted(new)])),
            _ => None,
        });
    }

    /// The outcome for clients of one namespace at a service of the other.
    fn in_other_namespace(&self) -> Outcome {
        let mut outcome = Outcome::default();
        for (number, old, new) in self.paired_operations() {
            let offered = offered(Some(old), Some(new));
            let states_action =
                |operation: &Operation| operation.messages.action.as_ref().is_some_and(|action| !action.is_empty());
            if states_action(old) && old.messages.action == new.messages.action {
                outcome.add(
                    Read::Silent("the service reads every parameter as absent, without an error"),
                    offered.and(Transports::SOAP),
                );
            } else {
                outcome.add(Read::Fails(OTHER_NAMESPACE), offered.and(Transports::SOAP));
            }
            let http = offered.and(Transports::HTTP);
            let named = self.named.operations.get(number);
            if named.is_some_and(|operation| self.old_rust.on_contradiction(operation) == OnContradiction::Note) {
                let has_members = |kind: &Type| !matches!(kind, Type::Scalar(_) | Type::List(_) | Type::Xml(_));
                if old.outputs.first().is_some_and(|result| has_members(&result.kind)) {
                    outcome.add(Read::Silent(OTHER_MEMBERS), http);
                }
            } else if old.outputs.first().is_some_and(|result| result.kind != Type::Xml(XmlKind::Content)) {
                outcome.add(Read::Fails(OTHER_ROOT), http);
            }
        }
        outcome
    }

    fn ports(&self, out: &mut Vec<Finding>) {
        for item in self.ports.walk(&self.old.ports, &self.new.ports) {
            let location = Location::service("ports").item(&item, |port| &port.name);
            let alone = |kind, port: &Port| {
                let finding = location.finding(kind, &[&quoted(&port.name), &quoted(&port.path)]);
                finding.outcomes(self.addressed(port.transport))
            };
            match item {
                Paired::New(_, port) => out.push(alone(Kind::PortAdded, port)),
                Paired::Old(_, port) => out.push(alone(Kind::PortRemoved, port)),
                Paired::Both((_, old), (_, new)) => {
                    let name = quoted(&new.name);
                    if old.name != new.name {
                        out.push(location.finding(Kind::PortRenamed, &[&quoted(&old.name), &name]));
                    }
                    if (old.transport, &old.path) != (new.transport, &new.path) {
                        let finding =
                            location.finding(Kind::PortMoved, &[&name, &quoted(&new.path), &quoted(&old.path)]);
                        let finding =
                            finding.values([&old.path, old.transport.name(), &new.path, new.transport.name()]);
                        out.push(finding.outcomes(self.addressed(new.transport)));
                    }
                }
            }
        }
    }

    /// The outcome for clients if the addresses of a transport changed.
    fn addressed(&self, transport: Transport) -> Outcomes {
        let is_offered = |old, new| !offered(Some(old), Some(new)).and(Transports::only(transport)).is_empty();
        let reached = self.paired_operations().filter(|(_, old, new)| is_offered(old, new));
        reached.map(|(_, old, new)| self.reached_at((old, new), transport)).collect()
    }

    fn areas(&self, out: &mut Vec<Finding>) {
        for item in self.areas.walk(&self.old.areas, &self.new.areas) {
            let location = Location::service("areas").item(&item, |area| &area.name);
            let (old, new) = item.versions();
            let name = new.or(old).map_or_else(String::new, |area| quoted(&area.name));
            match item {
                Paired::New(..) => out.push(location.finding(Kind::AreaAdded, &[&name])),
                Paired::Old(..) => out.push(location.finding(Kind::AreaRemoved, &[&name])),
                Paired::Both((_, before), (_, after)) => {
                    if before.name != after.name {
                        out.push(location.finding(Kind::AreaRenamed, &[&quoted(&before.name), &name]));
                    }
                    if (&before.title, &before.doc) != (&after.title, &after.doc) {
                        let subject = format!("area {name}");
                        out.push(location.finding(Kind::ServiceDocumentationChanged, &[&subject]));
                    }
                }
            }
        }
    }
}
