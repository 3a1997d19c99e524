//! Judges a change: how severe it is, whom it affects, and which version bump it needs.

use super::class::Weight;
use super::outcome::Outcomes;
use super::{Affected, Bump, Class, Kind};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Rust {
    #[default]
    Nobody,
    Users,
    Implementors,
    Both,
}

impl Rust {
    pub(super) const fn both_if(is_so: bool) -> Self {
        if is_so { Self::Both } else { Self::Nobody }
    }
}

/// A circumstance that changes the weight of some kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Circumstance {
    /// Columns have no names: only their position counts.
    ByPosition,
    /// The name occurs neither in code nor in messages.
    OnlyInSpec,
    /// Some operations lack the parameter.
    SomeLackIt,
    /// The change concerns the items of an array.
    OfItems,
    /// Clients note what they refused before.
    Notes,
    /// The new version is a document from a server, which already offers the new operations.
    IsServed,
}

#[derive(Debug, Clone, Default)]
pub(super) struct Facts {
    pub(super) outcomes: Outcomes,
    pub(super) rust: Rust,
    pub(super) circumstance: Option<Circumstance>,
}

pub(super) struct Judgement {
    /// The most severe first.
    pub(super) classes: Vec<Class>,
    pub(super) bump: Bump,
    pub(super) affects: Vec<Affected>,
    pub(super) follows: &'static [&'static str],
    pub(super) advice: &'static str,
}

const SHIFTED: &str =
    "every later column is read from another position, and neither the compiler nor a failing call reveals this";

const CHECK_DEVIATIONS: &str = "a call succeeds that failed before: let callers who rely on the description look at the deviations of the response";

pub(super) fn judge(kind: Kind, facts: &Facts) -> Judgement {
    let row = kind.row();
    let no_effect = Weight::NONE;
    let (weight, follows): (Weight, &[&str]) = match (kind, facts.circumstance) {
        (Kind::ColumnInserted | Kind::ColumnsReordered, Some(Circumstance::ByPosition)) => {
            (no_effect.silent().major().implementors(), &[SHIFTED])
        }
        (Kind::ColumnRemoved, Some(Circumstance::ByPosition)) => (no_effect.silent().implementors(), &[SHIFTED]),
        (Kind::ColumnRenamedOnTheWire, Some(Circumstance::ByPosition)) => {
            (no_effect.docs(), &["columns are found by position, so nothing else changes"])
        }
        (_, Some(Circumstance::OnlyInSpec)) => (no_effect.docs(), row.follows),
        (Kind::CommonParameterBecameOwn, Some(Circumstance::SomeLackIt)) => {
            (no_effect.behaviour().major().implementors(), row.follows)
        }
        (Kind::ParameterBecameCommon, Some(Circumstance::SomeLackIt)) => (no_effect.silent(), row.follows),
        (Kind::NameNamespaceChanged, Some(Circumstance::OfItems)) => (no_effect, row.follows),
        (Kind::OperationAdded, Some(Circumstance::IsServed)) => (row.weight, &[]),
        _ => (row.weight, row.follows),
    };
    let fails_to_compile = facts.rust != Rust::Nobody;
    let meets = [
        (weight.is_silent || !facts.outcomes.old_clients.silent.is_empty(), Class::Silent),
        (!facts.outcomes.old_clients.fails.is_empty(), Class::Wire),
        (fails_to_compile, Class::Rust),
    ];
    let mut classes: Vec<Class> = meets.into_iter().filter(|(is_so, _)| *is_so).map(|(_, class)| class).collect();
    classes.extend(weight.class);
    let first = *classes.first().unwrap_or(&Class::Behaviour);
    if classes.is_empty() {
        classes.push(first);
    }
    let bump = match (weight.bump, first) {
        _ if fails_to_compile => Bump::Major,
        (Some(bump), _) => bump,
        (None, Class::Silent | Class::Wire) if !weight.is_noted => Bump::Major,
        (None, Class::Docs) => Bump::Patch,
        _ => Bump::Minor,
    };
    // Columns that are found by name may be in any order.
    let is_found_by_name = matches!(kind, Kind::ColumnInserted | Kind::ColumnRemoved | Kind::ColumnsReordered)
        && facts.circumstance != Some(Circumstance::ByPosition);
    let advice = match (kind, facts.circumstance) {
        _ if is_found_by_name => "",
        (Kind::OnContradictionChanged, Some(Circumstance::OnlyInSpec)) => "",
        (Kind::OnContradictionChanged, Some(Circumstance::Notes)) => CHECK_DEVIATIONS,
        _ => row.advice,
    };
    Judgement { bump, affects: affects(kind, facts, weight, &classes), classes, follows, advice }
}

fn affects(kind: Kind, facts: &Facts, weight: Weight, classes: &[Class]) -> Vec<Affected> {
    let clients = !facts.outcomes.old_clients.transports().is_empty();
    let users = matches!(facts.rust, Rust::Users | Rust::Both)
        || classes.iter().any(|class| !matches!(class, Class::Silent | Class::Wire | Class::Rust))
        || weight.is_silent
        || matches!(kind, Kind::TransportWithdrawn | Kind::HttpWithdrawnByType)
        || !facts.outcomes.new_clients.transports().is_empty();
    let implementors = matches!(facts.rust, Rust::Implementors | Rust::Both) || weight.implementors;
    let all =
        [(clients, Affected::DeployedClients), (users, Affected::RustUsers), (implementors, Affected::Implementors)];
    all.into_iter().filter(|(is_so, _)| *is_so).map(|(_, affected)| affected).collect()
}

/// Whether a change can cause a compile error. Documentation, order and roles cannot.
pub(super) const fn can_break_code(kind: Kind) -> bool {
    let weight = kind.row().weight;
    !weight.annotates && !matches!(weight.class, Some(Class::Docs))
}
