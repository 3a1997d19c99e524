//! Operations: those that came and went, and what changed of the others, their parameters and results excepted.

use super::both::Both;
use super::common::Common;
use super::draft::{Draft, Rust, Spot};
use super::outcome::{Outcome, Read, Set};
use super::road::offered;
use super::routing;
use super::{Class, Kind, Step};
use crate::diagnostic::quoted;
use crate::model::{Effect, Limit, Operation, OperationNames, Service};

const GONE: &str = "the call fails, because the operation is gone";
/// What happens where an operation is not offered.
pub(super) const NOT_OFFERED: &str = "the call fails, because the operation is not offered there";

/// An operation as both versions have it.
pub(super) struct Pair<'p> {
    pub(super) old: &'p Operation,
    pub(super) new: &'p Operation,
    /// The old one with its own numbers of types.
    pub(super) named: &'p Operation,
    pub(super) old_index: usize,
    pub(super) new_index: usize,
    pub(super) spot: Spot,
    /// Over which transports both offer it.
    pub(super) offered: Set,
}

impl Pair<'_> {
    pub(super) fn name(&self) -> String {
        quoted(&self.new.name)
    }
}

impl Both<'_> {
    /// All operations.
    pub(super) fn operations(&self, common: &Common, out: &mut Vec<Draft>) {
        for (old, new) in self.operations.merged() {
            let one = old.and_then(|old| Some((old, self.old.operations.get(old)?, self.named.operations.get(old)?)));
            let two = new.and_then(|new| Some((new, self.new.operations.get(new)?)));
            match (one, two) {
                (Some((old_index, old, named)), Some((new_index, new))) => {
                    let (spot, offered) = (Spot::operation(Some(old), Some(new)), offered(Some(old), Some(new)));
                    self.operation(&Pair { old, new, named, old_index, new_index, spot, offered }, common, out);
                }
                (Some((_, old, _)), None) => out.push(operation_removed(old)),
                (None, Some((_, new))) => out.push(operation_added(new)),
                (None, None) => {}
            }
        }
    }

    fn operation(&self, pair: &Pair<'_>, common: &Common, out: &mut Vec<Draft>) {
        let mut drafts = Vec::new();
        self.operation_name(pair, &mut drafts);
        self.area_of(pair, &mut drafts);
        effect(pair, &mut drafts);
        self.transports(pair, &mut drafts);
        self.ports_of(pair, &mut drafts);
        self.messages(pair, &mut drafts);
        self.notes(pair, &mut drafts);
        out.extend(drafts);
        let first = out.len();
        self.parameters(pair, common, out);
        self.headers(pair, out);
        self.result(pair, out);
        // The namespace of the parts follows from the style.
        if pair.old.messages.style != pair.new.messages.style {
            let told = out.split_off(first);
            out.extend(told.into_iter().filter(|draft| draft.kind != Kind::NameNamespaceChanged));
        }
    }

    fn operation_name(&self, pair: &Pair<'_>, out: &mut Vec<Draft>) {
        let (old, new) = (pair.old, pair.new);
        let original = self.old_names(pair);
        let shown = |names: &OperationNames| match (original.map(|names| &names.method), &names.output) {
            (Some(method), Some(output)) if *method == new.names.method => quoted(output),
            _ => quoted(&names.method),
        };
        let is_other_rust = original.is_some_and(|names| {
            let output = names.output.as_ref().zip(new.names.output.as_ref());
            (&names.request, &names.method, &names.descriptor)
                != (&new.names.request, &new.names.method, &new.names.descriptor)
                || output.is_some_and(|(old, new)| old != new)
        });
        if old.name != new.name {
            let kind = if is_other_rust { Kind::OperationRenamed } else { Kind::OperationRenamedOnTheWire };
            let what = format!("the operation {} is called {} now", quoted(&old.name), quoted(&new.name));
            let hybrid = Operation { name: new.name.clone(), ..old.clone() };
            let draft = Draft::new(kind, pair.spot.clone(), what)
                .met(self.routed(pair, &hybrid))
                .rust(Rust::both_if(is_other_rust));
            out.push(if is_other_rust {
                draft
            } else {
                draft.follows("its name in Rust is the same, so that no compiler tells anybody")
            });
        } else if is_other_rust {
            let was = original.map_or_else(String::new, shown);
            let what = format!("the operation {} is called {} in Rust, and was {was}", pair.name(), shown(&new.names));
            out.push(Draft::new(Kind::OperationRustNameChanged, pair.spot.clone(), what).rust(Rust::Both));
        }
    }

    /// The Rust names that the old version really had.
    fn old_names(&self, pair: &Pair<'_>) -> Option<&OperationNames> {
        self.old.operations.get(pair.old_index).map(|operation| &operation.names)
    }

    /// What clients meet if only this changed.
    pub(super) fn routed(&self, pair: &Pair<'_>, hybrid: &Operation) -> (Outcome, Outcome) {
        let is_strict = |is_message: bool| !is_message;
        let (old, new) = (self.old_rust.is_message(pair.named), self.new_rust.is_message(pair.new));
        (
            routing::met(pair.old, hybrid, pair.offered, is_strict(old)),
            routing::met(hybrid, pair.old, pair.offered, is_strict(new)),
        )
    }

    fn area_of(&self, pair: &Pair<'_>, out: &mut Vec<Draft>) {
        if self.areas.new_number(pair.old.area) == Some(pair.new.area) {
            return;
        }
        let name = |service: &Service, area: usize| {
            service.areas.get(area).map_or_else(String::new, |area| quoted(&area.name))
        };
        let what = format!(
            "the operation {} is in the area {}, and was in {}",
            pair.name(),
            name(self.new, pair.new.area),
            name(self.old, pair.old.area)
        );
        let draft = Draft::new(Kind::OperationMoved, pair.spot.clone(), what);
        out.push(if self.options.areas_are_features {
            draft.rust(Rust::Both).follows("it is compiled with another feature")
        } else {
            draft.class(Class::Behaviour).step(Step::Patch).follows("only its descriptor says so")
        });
    }

    fn notes(&self, pair: &Pair<'_>, out: &mut Vec<Draft>) {
        let (old, new, name) = (pair.old, pair.new, pair.name());
        match (old.open, new.open) {
            (false, true) => out.push(
                Draft::new(
                    Kind::OperationOpened,
                    pair.spot.both("open"),
                    format!("the operation {name} takes parameters that are not declared"),
                )
                .class(Class::Add),
            ),
            (true, false) => out.push(
                Draft::new(
                    Kind::OperationClosed,
                    pair.spot.both("open"),
                    format!("the operation {name} takes no parameters any more that are not declared"),
                )
                .class(Class::Behaviour)
                .step(Step::Major)
                .follows("a call of a JSON object that has one is refused; what code adds to a call is sent still"),
            ),
            _ => {}
        }
        match (&old.deprecated, &new.deprecated) {
            (None, Some(why)) => out.push(
                Draft::new(
                    Kind::OperationDeprecated,
                    pair.spot.both("deprecated"),
                    format!("the operation {name} is deprecated: {}", quoted(why)),
                )
                .class(Class::Add)
                .follows("the compiler warns whoever calls it"),
            ),
            (Some(_), None) => out.push(
                Draft::new(
                    Kind::OperationNoLongerDeprecated,
                    pair.spot.clone(),
                    format!("the operation {name} is deprecated no more"),
                )
                .class(Class::Docs),
            ),
            (Some(one), Some(two)) if one != two => out.push(
                Draft::new(
                    Kind::DeprecationReasonChanged,
                    pair.spot.both("deprecated"),
                    format!("the operation {name} is deprecated for another reason: {}", quoted(two)),
                )
                .class(Class::Docs),
            ),
            _ => {}
        }
        let original = |service: &Service, operation: &Operation| {
            operation.variant_of.and_then(|number| service.operations.get(number)).map(|one| one.name.clone())
        };
        let was = old.variant_of.and_then(|number| {
            let renamed = self.operations.new_number(number).and_then(|new| self.new.operations.get(new));
            renamed.or_else(|| self.old.operations.get(number)).map(|one| one.name.clone())
        });
        let is = original(self.new, new);
        if was != is {
            let shown =
                |name: Option<String>| name.map_or_else(|| "no other operation".to_owned(), |name| quoted(&name));
            let what = format!("the operation {name} is a variant of {}, and was of {}", shown(is), shown(was));
            out.push(Draft::new(Kind::VariantChanged, pair.spot.both("variant-of"), what).class(Class::Docs));
        }
        limits(pair, out);
        let words = (&old.doc, &old.undocumented) != (&new.doc, &new.undocumented);
        // The words of a number that changed are told with it.
        let is_other = least(&old.limits) != least(&new.limits);
        if words || limit_words(old, is_other) != limit_words(new, is_other) {
            let what = format!("the words about the operation {name} changed");
            out.push(Draft::new(Kind::DocumentationChanged, pair.spot.clone(), what).class(Class::Docs));
        }
    }
}

fn effect(pair: &Pair<'_>, out: &mut Vec<Draft>) {
    let (old, new, name) = (pair.old.effect, pair.new.effect, pair.name());
    let spot = pair.spot.both("effect");
    let shown = |effect: Effect| match effect {
        Effect::Read => "`read`",
        Effect::Write => "`write`",
        Effect::Send => "`send`",
    };
    let what = format!("the effect of the operation {name} is {}, and was {}", shown(new), shown(old));
    out.extend(match (old, new) {
        _ if old == new => None,
        (_, Effect::Read) => Some(
            Draft::new(Kind::EffectBecameRead, spot, what)
                .silent()
                .step(Step::Major)
                .follows("clients repeat it by themselves from now on, so that what it does may be done twice")
                .follows("neither the compiler nor the wire tells anybody"),
        ),
        (Effect::Read, _) => Some(
            Draft::new(Kind::EffectNoLongerRead, spot, what)
                .class(Class::Behaviour)
                .follows("clients do not repeat it by themselves any more"),
        ),
        _ => Some(Draft::new(Kind::EffectWriteOrSendChanged, spot, what).class(Class::Docs)),
    });
}

fn least(limits: &[Limit]) -> Option<u64> {
    limits.iter().filter_map(|limit| limit.records).min()
}

/// The number of records, of which the least counts.
fn limits(pair: &Pair<'_>, out: &mut Vec<Draft>) {
    let name = pair.name();
    let (kind, what) = match (least(&pair.old.limits), least(&pair.new.limits)) {
        (one, two) if one == two => return,
        (None, Some(new)) => (Kind::LimitAdded, format!("the operation {name} returns {new} records at most")),
        (Some(old), None) => (
            Kind::LimitRemoved,
            format!("no limit of records of the operation {name} is known any more, and {old} was"),
        ),
        (Some(old), Some(new)) if new > old => {
            (Kind::LimitRaised, format!("the operation {name} returns {new} records at most, and returned {old}"))
        }
        (old, new) => (
            Kind::LimitLowered,
            format!(
                "the operation {name} returns {} records at most, and returned {}",
                new.unwrap_or_default(),
                old.unwrap_or_default()
            ),
        ),
    };
    out.push(
        Draft::new(kind, pair.spot.clone(), what)
            .class(Class::Behaviour)
            .follows("what goes by it (`is_at_record_limit`, reports by date) acts otherwise"),
    );
}

/// What is said of limits beside the number that counts; `without_least` leaves out its words too.
fn limit_words(operation: &Operation, without_least: bool) -> Vec<(Option<u64>, &[String])> {
    let least = least(&operation.limits);
    let is_least = |limit: &&Limit| least.is_some() && limit.records == least;
    let limits = operation.limits.iter().filter(|limit| !(without_least && is_least(limit)));
    limits.map(|limit| (limit.records.filter(|records| Some(*records) != least), limit.doc.as_slice())).collect()
}

fn operation_added(new: &Operation) -> Draft {
    let what = format!("new operation {}", quoted(&new.name));
    let at_old = Outcome::of(Read::Fails(NOT_OFFERED), Set::of(new.transports));
    Draft::new(Kind::OperationAdded, Spot::operation(None, Some(new)), what)
        .class(Class::Add)
        .met((Outcome::default(), at_old))
        .follows("clients built from this spec cannot call it on servers that are not updated yet")
        .for_implementors()
}

fn operation_removed(old: &Operation) -> Draft {
    let (kind, what) = match &old.deprecated {
        Some(why) => (
            Kind::OperationRemovedAfterDeprecation,
            format!("the operation {} is gone, which was deprecated ({})", quoted(&old.name), quoted(why)),
        ),
        None => (Kind::OperationRemoved, format!("the operation {} is gone", quoted(&old.name))),
    };
    let met = Outcome::of(Read::Fails(GONE), Set::of(old.transports));
    Draft::new(kind, Spot::operation(Some(old), None), what).met((met, Outcome::default())).rust(Rust::Both)
}
