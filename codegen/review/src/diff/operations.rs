//! Operations: new ones, removed ones, and changes of the others except parameters and results.

use super::Kind;
use super::common::Common;
use super::finding::{Finding, Location};
use super::judge::{Circumstance, Rust};
use super::outcome::{Outcome, Outcomes, Read, offered};
use super::values;
use super::versions::Versions;
use crate::matching::Paired;
use asmx_codegen::diagnostic::quoted;
use asmx_codegen::model::{
    Effect, Limit, OnContradiction, Operation, OperationNames, ProcessContents, Service, Transports, Wildcard,
};

const GONE: &str = "the call fails";
pub(super) const NOT_OFFERED: &str = "the call fails because the operation is not offered";

pub(super) struct Pair<'p> {
    pub(super) old: &'p Operation,
    pub(super) new: &'p Operation,
    /// The old operation, with the type numbers of its own version.
    pub(super) named: &'p Operation,
    pub(super) old_index: usize,
    pub(super) new_index: usize,
    pub(super) location: Location,
    pub(super) offered: Transports,
}

impl Pair<'_> {
    pub(super) fn name(&self) -> String {
        quoted(&self.new.name)
    }
}

impl Versions<'_> {
    pub(super) fn operations(&self, common: &Common, out: &mut Vec<Finding>) {
        for item in self.operations.walk(&self.old.operations, &self.new.operations) {
            match item {
                Paired::Both((old_index, old), (new_index, new)) => {
                    let Some(named) = self.named.operations.get(old_index) else { continue };
                    let (location, offered) =
                        (Location::operation(Some(old), Some(new)), offered(Some(old), Some(new)));
                    self.operation(&Pair { old, new, named, old_index, new_index, location, offered }, common, out);
                }
                Paired::Old(_, old) => out.push(operation_removed(old)),
                Paired::New(_, new) => out.push(operation_added(new)),
            }
        }
    }

    fn operation(&self, pair: &Pair<'_>, common: &Common, out: &mut Vec<Finding>) {
        self.operation_name(pair, out);
        self.area_of(pair, out);
        effect(pair, out);
        self.on_contradiction(pair, out);
        rows(pair, out);
        self.transports(pair, out);
        self.ports_of(pair, out);
        self.messages(pair, out);
        self.notes(pair, out);
        let first = out.len();
        self.parameters(pair, common, out);
        self.headers(pair, out);
        self.result(pair, out);
        // The namespace of the parts follows from the style.
        if pair.old.messages.style != pair.new.messages.style {
            let found = out.split_off(first);
            out.extend(found.into_iter().filter(|finding| finding.kind != Kind::NameNamespaceChanged));
        }
    }

    fn operation_name(&self, pair: &Pair<'_>, out: &mut Vec<Finding>) {
        let (old, new) = (pair.old, pair.new);
        let original = self.old_names(pair);
        let words = |names: &OperationNames| match (original.map(|names| &names.method), &names.output) {
            (Some(method), Some(output)) if *method == new.names.method => quoted(output),
            _ => quoted(&names.method),
        };
        let is_other_rust = original.is_some_and(|names| {
            let output = names.output.as_ref().zip(new.names.output.as_ref());
            (&names.request, &names.method, &names.descriptor)
                != (&new.names.request, &new.names.method, &new.names.descriptor)
                || output.is_some_and(|(old, new)| old != new)
        });
        let is_rust = Rust::both_if(is_other_rust);
        if old.name != new.name {
            let kind = if is_other_rust { Kind::OperationRenamed } else { Kind::OperationRenamedOnTheWire };
            let hybrid = Operation { name: new.name.clone(), ..old.clone() };
            let finding = pair.location.finding(kind, &[&quoted(&old.name), &quoted(&new.name)]);
            out.push(finding.outcomes(self.routed(pair, &hybrid)).rust(is_rust));
        } else if is_other_rust {
            let was = original.map_or_else(String::new, words);
            let names: [&str; 3] = [&pair.name(), &words(&new.names), &was];
            out.push(pair.location.finding(Kind::OperationRustNameChanged, &names).rust(is_rust));
        }
    }

    /// The actual Rust names of the old version.
    fn old_names(&self, pair: &Pair<'_>) -> Option<&OperationNames> {
        self.old.operations.get(pair.old_index).map(|operation| &operation.names)
    }

    fn area_of(&self, pair: &Pair<'_>, out: &mut Vec<Finding>) {
        if self.areas.new_number(pair.old.area) == Some(pair.new.area) {
            return;
        }
        let name = |service: &Service, area: usize| {
            service.areas.get(area).map_or_else(String::new, |area| quoted(&area.name))
        };
        let names: [&str; 3] = [&pair.name(), &name(self.new, pair.new.area), &name(self.old, pair.old.area)];
        out.push(pair.location.finding(Kind::OperationMoved, &names));
    }

    fn notes(&self, pair: &Pair<'_>, out: &mut Vec<Finding>) {
        let (old, new, name) = (pair.old, pair.new, pair.name());
        if old.open != new.open {
            let kind = if new.open { Kind::OperationOpened } else { Kind::OperationClosed };
            out.push(pair.location.both("open").finding(kind, &[&name]));
        }
        if old.open_namespaces != new.open_namespaces {
            let words = |operation: &Operation| {
                let namespaces = operation.open_namespaces.clone();
                values::wildcard(&Wildcard { namespaces, process: ProcessContents::Lax })
            };
            let names: [&str; 3] = [&words(new), &format!("requests of {name}"), &words(old)];
            out.push(pair.location.both("open").finding(Kind::WildcardChanged, &names));
        }
        let deprecated = pair.location.both("deprecated");
        out.extend(match (&old.deprecated, &new.deprecated) {
            (None, Some(why)) => Some(deprecated.finding(Kind::OperationDeprecated, &[&name, &quoted(why)])),
            (Some(_), None) => Some(pair.location.finding(Kind::OperationNoLongerDeprecated, &[&name])),
            (Some(one), Some(two)) if one != two => {
                Some(deprecated.finding(Kind::DeprecationReasonChanged, &[&name, &quoted(two)]))
            }
            _ => None,
        });
        let original = |service: &Service, operation: &Operation| {
            operation.variant_of.and_then(|number| service.operations.get(number)).map(|base| base.name.clone())
        };
        let was = old.variant_of.and_then(|number| {
            let renamed = self.operations.new_number(number).and_then(|new| self.new.operations.get(new));
            renamed.or_else(|| self.old.operations.get(number)).map(|base| base.name.clone())
        });
        let is = original(self.new, new);
        if was != is {
            let words =
                |name: Option<String>| name.map_or_else(|| "no other operation".to_owned(), |name| quoted(&name));
            let location = pair.location.both("variant-of");
            out.push(location.finding(Kind::VariantChanged, &[&name, &words(is), &words(was)]));
        }
        limits(pair, out);
        let words = (&old.doc, &old.undocumented) != (&new.doc, &new.undocumented);
        // The words of a changed number are reported with the number.
        let is_other = least(&old.limits) != least(&new.limits);
        if words || limit_words(old, is_other) != limit_words(new, is_other) {
            let subject = format!("operation {name}");
            out.push(pair.location.finding(Kind::DocumentationChanged, &[&subject]));
        }
    }
}

fn effect(pair: &Pair<'_>, out: &mut Vec<Finding>) {
    let (old, new) = (pair.old.effect, pair.new.effect);
    let words = |effect: Effect| match effect {
        Effect::Read => "`read`",
        Effect::Write => "`write`",
        Effect::Send => "`send`",
    };
    let kind = match (old, new) {
        _ if old == new => return,
        (_, Effect::Read) => Kind::EffectBecameRead,
        (Effect::Read, _) => Kind::EffectNoLongerRead,
        _ => Kind::EffectWriteOrSendChanged,
    };
    out.push(pair.location.both("effect").finding(kind, &[&pair.name(), words(new), words(old)]));
}

impl Versions<'_> {
    /// Reports another stated strictness, and who treats responses otherwise: generated clients have a default of their own, programs that read
    /// a spec while they run note contradictions.
    fn on_contradiction(&self, pair: &Pair<'_>, out: &mut Vec<Finding>) {
        let declared = [pair.old.on_contradiction, pair.new.on_contradiction];
        let [old, new] = declared
            .map(|strictness| strictness.map_or("not stated".to_owned(), |strictness| quoted(strictness.name())));
        if old == new {
            return;
        }
        let finding =
            pair.location.both("on-contradiction").finding(Kind::OnContradictionChanged, &[&pair.name(), &new, &old]);
        let generated = [self.old_rust.on_contradiction(pair.named), self.new_rust.on_contradiction(pair.new)];
        let by_spec = declared.map(Option::unwrap_or_default);
        let is_changed = |[old, new]: [OnContradiction; 2]| old != new;
        let (readers, strictness) = match (is_changed(generated), is_changed(by_spec)) {
            (true, true) => ("clients", generated[1]),
            (true, false) => ("generated clients", generated[1]),
            (false, true) => ("`asmx call` and the gateway", by_spec[1]),
            (false, false) => {
                let finding = finding.when(true, Circumstance::OnlyInSpec);
                out.push(finding.follows("this is the default, so no client behaves differently"));
                return;
            }
        };
        out.push(match strictness {
            OnContradiction::Error => {
                finding.follows(format!("{readers} now refuse a response that contradicts the description"))
            }
            OnContradiction::Note => finding.when(true, Circumstance::Notes).follows(format!(
                "{readers} now read a response that contradicts the description, and note where it does"
            )),
        });
    }
}

fn rows(pair: &Pair<'_>, out: &mut Vec<Finding>) {
    let (old, new) = (&pair.old.rows, &pair.new.rows);
    let words = |path: &Option<String>| path.as_ref().map_or("not stated".to_owned(), |path| quoted(path));
    if old != new {
        let names: [&str; 3] = [&pair.name(), &words(new), &words(old)];
        out.push(pair.location.both("rows").finding(Kind::RowsChanged, &names));
    }
}

fn least(limits: &[Limit]) -> Option<u64> {
    limits.iter().filter_map(|limit| limit.records).min()
}

/// The smallest number of records counts.
fn limits(pair: &Pair<'_>, out: &mut Vec<Finding>) {
    let (old, new) = (least(&pair.old.limits), least(&pair.new.limits));
    let kind = match (old, new) {
        (old, new) if old == new => return,
        (None, Some(_)) => Kind::LimitAdded,
        (Some(_), None) => Kind::LimitRemoved,
        (old, new) if new > old => Kind::LimitRaised,
        _ => Kind::LimitLowered,
    };
    let numbers = [new, old].into_iter().flatten().map(|number| number.to_string());
    let names: Vec<String> = std::iter::once(pair.name()).chain(numbers).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    out.push(pair.location.finding(kind, &names));
}

/// The limits except the number that counts; `without_least` leaves out its words too.
fn limit_words(operation: &Operation, without_least: bool) -> Vec<(Option<u64>, &[String])> {
    let least = least(&operation.limits);
    let is_least = |limit: &&Limit| least.is_some() && limit.records == least;
    let limits = operation.limits.iter().filter(|limit| !(without_least && is_least(limit)));
    limits.map(|limit| (limit.records.filter(|records| Some(*records) != least), limit.doc.as_slice())).collect()
}

fn operation_added(new: &Operation) -> Finding {
    let at_old = Outcome::of(Read::Fails(NOT_OFFERED), new.transports);
    Location::operation(None, Some(new))
        .finding(Kind::OperationAdded, &[&quoted(&new.name)])
        .outcomes(Outcomes::by_new(at_old))
}

fn operation_removed(old: &Operation) -> Finding {
    let (location, name) = (Location::operation(Some(old), None), quoted(&old.name));
    let finding = match &old.deprecated {
        Some(why) => location.finding(Kind::OperationRemovedAfterDeprecation, &[&name, &quoted(why)]),
        None => location.finding(Kind::OperationRemoved, &[&name]),
    };
    let outcome = Outcome::of(Read::Fails(GONE), old.transports);
    finding.outcomes(Outcomes::by_old(outcome)).rust(Rust::Both)
}
