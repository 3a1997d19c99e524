//! A change while it is put together: its kind, and what follows from it.

use super::advice::advice;
use super::outcome::Outcome;
use super::places::operation_path;
use super::{Affected, Change, Class, Kind, Position, Step};
use crate::diagnostic::quoted;
use crate::model::Operation;

/// What something is about.
#[derive(Debug, Clone, Default)]
pub(super) struct Spot {
    /// The operation by its new name, if it is about one.
    pub(super) operation: Option<String>,
    /// Its path in the old version, if it was there.
    pub(super) old: Option<String>,
    /// Its path in the new version, if it is there.
    pub(super) new: Option<String>,
}

impl Spot {
    /// Of the service, where both versions have it.
    pub(super) fn service(path: &str) -> Self {
        Self { operation: None, old: Some(path.to_owned()), new: Some(path.to_owned()) }
    }

    /// Of an operation, as either version has it.
    pub(super) fn operation(old: Option<&Operation>, new: Option<&Operation>) -> Self {
        let path = |operation: &Operation| operation_path(&operation.name);
        Self { operation: new.or(old).map(|operation| operation.name.clone()), old: old.map(path), new: new.map(path) }
    }

    /// What is inside it, by its names in both versions; `None` where a version has it not.
    pub(super) fn inside(&self, old: Option<&str>, new: Option<&str>) -> Self {
        let join = |path: &Option<String>, name: Option<&str>| Some(format!("{}/{}", path.as_deref()?, name?));
        Self { operation: self.operation.clone(), old: join(&self.old, old), new: join(&self.new, new) }
    }

    /// What is inside it in both versions under one name.
    pub(super) fn both(&self, name: &str) -> Self {
        self.inside(Some(name), Some(name))
    }

    /// Only as the old version has it.
    pub(super) fn only_old(self) -> Self {
        Self { new: None, ..self }
    }

    /// Only as the new version has it.
    pub(super) fn only_new(self) -> Self {
        Self { old: None, ..self }
    }
}

/// Whose code does not compile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Rust {
    #[default]
    Nobody,
    Users,
    Implementors,
    Both,
}

impl Rust {
    /// Of both, if it is so.
    pub(super) const fn both_if(is_so: bool) -> Self {
        if is_so { Self::Both } else { Self::Nobody }
    }
}

/// A change that was found.
#[derive(Debug, Clone)]
pub(super) struct Draft {
    pub(super) kind: Kind,
    spot: Spot,
    what: String,
    old_clients: Outcome,
    new_clients: Outcome,
    rust: Rust,
    class: Option<Class>,
    is_silent: bool,
    step: Option<Step>,
    implementors: bool,
    follows: Vec<String>,
    /// The path that is shown, if it is not where it stands.
    shown: Option<String>,
}

/// Blames the first change of a list that can break code for code that does not compile.
pub(super) fn blame(found: &mut [Draft]) {
    found.iter_mut().find(|draft| draft.kind.can_break_code()).into_iter().for_each(Draft::does_not_compile);
}

impl Draft {
    /// `what` is a sentence without its end: what changed.
    pub(super) fn new(kind: Kind, spot: Spot, what: impl Into<String>) -> Self {
        Self {
            kind,
            spot,
            what: what.into(),
            old_clients: Outcome::default(),
            new_clients: Outcome::default(),
            rust: Rust::Nobody,
            class: None,
            is_silent: false,
            step: None,
            implementors: false,
            follows: Vec::new(),
            shown: None,
        }
    }

    /// What clients of the old version meet at the new service, and those of the new version at the old one.
    pub(super) fn met(mut self, (old_clients, new_clients): (Outcome, Outcome)) -> Self {
        self.old_clients.merge(&old_clients);
        self.new_clients.merge(&new_clients);
        self
    }

    pub(super) fn rust(mut self, rust: Rust) -> Self {
        self.rust = rust;
        self
    }

    /// What it is beside what follows from outcome and Rust.
    pub(super) fn class(mut self, class: Class) -> Self {
        self.class = Some(class);
        self
    }

    /// Something else happens and nothing fails, whatever travels.
    pub(super) fn silent(mut self) -> Self {
        self.is_silent = true;
        self
    }

    pub(super) fn step(mut self, step: Step) -> Self {
        self.step = Some(step);
        self
    }

    /// It is for those who implement the service too.
    pub(super) fn for_implementors(mut self) -> Self {
        self.implementors = true;
        self
    }

    /// Something that follows from it, in words.
    pub(super) fn follows(mut self, words: impl Into<String>) -> Self {
        self.follows.push(words.into());
        self
    }

    /// The new version is a document that a server answered with: no server lacks its new operations.
    pub(super) fn is_served(&mut self) {
        if self.kind == Kind::OperationAdded {
            self.follows.clear();
            self.new_clients = Outcome::default();
        }
    }

    /// The same of one that is in a list.
    pub(super) fn also_follows(&mut self, words: String) {
        self.follows.push(words);
    }

    /// Code does not compile, which is seen only when all changes of a list are known.
    pub(super) fn does_not_compile(&mut self) {
        (self.rust, self.step) = (Rust::Both, None);
    }

    /// The same of code that implements the service.
    pub(super) fn does_not_compile_where_implemented(&mut self) {
        (self.rust, self.step) = (Rust::Implementors, None);
    }

    /// Code compiles with it, which is seen only when all changes of a list are known.
    pub(super) fn does_compile(&mut self) {
        self.rust = Rust::Nobody;
    }

    /// Whether code compiles with it.
    pub(super) fn compiles(&self) -> bool {
        self.rust == Rust::Nobody
    }

    /// Whether it is more than something new or other words.
    pub(super) fn is_severe(&self) -> bool {
        self.classes().first() > Some(&Class::Add)
    }

    pub(super) const fn spot(&self) -> &Spot {
        &self.spot
    }

    /// Takes what follows from the same change of another operation.
    pub(super) fn merge(&mut self, other: &Self) {
        self.old_clients.merge(&other.old_clients);
        self.new_clients.merge(&other.new_clients);
        self.rust = if self.rust == Rust::Nobody { other.rust } else { self.rust };
        self.is_silent |= other.is_silent;
        self.implementors |= other.implementors;
        self.class = self.class.max(other.class);
        self.step = self.step.max(other.step);
    }

    /// It is about a parameter of a group, and not only about that of one operation.
    pub(super) fn tell_of_group(&mut self, group: &str, operations: String) {
        let Some(name) = self.spot.operation.take() else { return };
        let (own, of_group) = (quoted(&name), format!("the group {}", quoted(group)));
        self.what = match self.what.strip_prefix(&own) {
            Some(rest) => format!("{of_group}{rest}"),
            None => self.what.replacen(&format!(" of {own}"), &format!(" of {of_group}"), 1),
        };
        self.follows.push(operations);
        // Its parameters are called in it as in the operation.
        let in_group = |path: &String| {
            let (_, rest) = path.split_once("/parameters/")?;
            Some(format!("groups/{group}/parameters/{rest}"))
        };
        self.shown = self.spot.new.as_ref().or(self.spot.old.as_ref()).and_then(in_group);
    }

    /// Kinds that change nothing of the interface in Rust and are noted: a version cannot say more of them than that something is new.
    const fn is_noted(&self) -> bool {
        matches!(
            self.kind,
            Kind::OperationRenamedOnTheWire
                | Kind::OptionalParameterAdded
                | Kind::ParameterRenamedOnTheWire
                | Kind::ParameterCaseChanged
                | Kind::MemberRenamedOnTheWire
                | Kind::ArrayItemRenamed
                | Kind::EnumValueAdded
                | Kind::DerivedTypeAdded
                | Kind::DefaultChanged
        )
    }

    /// Columns of data whose names count, so that their order does not.
    fn is_found_by_name(&self, classes: &[Class]) -> bool {
        matches!(self.kind, Kind::ColumnInserted | Kind::ColumnRemoved | Kind::ColumnsReordered)
            && !classes.contains(&Class::Silent)
    }

    /// The change; `places` finds where a path stands in either version.
    pub(super) fn finish(self, places: impl Fn(&Spot) -> (Option<Position>, Option<Position>)) -> Change {
        let classes = self.classes();
        let step = self.step.unwrap_or_else(|| match classes.first() {
            Some(Class::Rust) => Step::Major,
            Some(Class::Silent | Class::Wire) if !self.compiles() || !self.is_noted() => Step::Major,
            Some(Class::Docs) => Step::Patch,
            _ => Step::Minor,
        });
        let (old, new) = places(&self.spot);
        Change {
            kind: self.kind,
            operation: self.spot.operation.clone(),
            path: [&self.shown, &self.spot.new, &self.spot.old].into_iter().find_map(Clone::clone).unwrap_or_default(),
            affects: self.affects(&classes),
            transports: self.old_clients.transports().list(),
            transports_of_new_clients: self.new_clients.transports().list(),
            step,
            what: self.what.clone(),
            message: self.message(),
            advice: if self.is_found_by_name(&classes) { "" } else { advice(self.kind) }.to_owned(),
            classes,
            old,
            new,
        }
    }

    fn classes(&self) -> Vec<Class> {
        let silent = self.is_silent || !self.old_clients.silent.is_empty();
        let found = [
            (silent, Class::Silent),
            (!self.old_clients.fails.is_empty(), Class::Wire),
            (!self.compiles(), Class::Rust),
        ];
        let mut classes: Vec<Class> = found.into_iter().filter(|(is_so, _)| *is_so).map(|(_, class)| class).collect();
        classes.extend(self.class);
        if classes.is_empty() {
            classes.push(Class::Behaviour);
        }
        classes
    }

    fn affects(&self, classes: &[Class]) -> Vec<Affected> {
        let clients = !self.old_clients.transports().is_empty();
        let others = classes.iter().any(|class| !matches!(class, Class::Silent | Class::Wire | Class::Rust));
        let users = matches!(self.rust, Rust::Users | Rust::Both)
            || others
            || self.is_silent
            || matches!(self.kind, Kind::TransportWithdrawn | Kind::HttpWithdrawnByType)
            || !self.new_clients.transports().is_empty();
        let implementors = matches!(self.rust, Rust::Implementors | Rust::Both) || self.implementors;
        let all = [
            (clients, Affected::DeployedClients),
            (users, Affected::RustUsers),
            (implementors, Affected::Implementors),
        ];
        all.into_iter().filter(|(is_so, _)| *is_so).map(|(_, affected)| affected).collect()
    }

    fn message(&self) -> String {
        let mut parts = self.follows.clone();
        if !self.old_clients.transports().is_empty() {
            parts.push(format!("with deployed clients, {}", self.old_clients.sentence()));
        }
        match self.rust {
            Rust::Nobody => {}
            Rust::Users => parts.push("code that calls it does not compile".to_owned()),
            Rust::Implementors => parts.push("code that implements the operation does not compile".to_owned()),
            Rust::Both => parts.push("code that names it does not compile".to_owned()),
        }
        let old_servers = !self.new_clients.transports().is_empty() && self.kind != Kind::OperationAdded;
        if self.old_clients.transports().is_empty() && old_servers {
            parts.push(format!(
                "with new clients at a service that is still the old one, {}",
                self.new_clients.sentence()
            ));
        }
        if parts.is_empty() { self.what.clone() } else { format!("{}: {}", self.what, parts.join("; ")) }
    }
}
