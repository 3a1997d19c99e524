//! A change while it is put together: its kind, where it is, and what is known of it.

use std::fmt::Display;

use super::judge::{Circumstance, Facts, Rust, can_break_code, judge};
use super::outcome::{Met, Outcome};
use super::places::operation_path;
use super::{Change, Class, Kind, Position};
use asmx_codegen::diagnostic::quoted;
use asmx_codegen::model::Operation;

/// What something is about.
#[derive(Debug, Clone, Default)]
pub(super) struct Location {
    /// The operation by its new name, if it is about one.
    pub(super) operation: Option<String>,
    /// Its path in the old version, if it was there.
    pub(super) old: Option<String>,
    /// Its path in the new version, if it is there.
    pub(super) new: Option<String>,
}

impl Location {
    /// Of the service, where both versions have it.
    pub(super) fn service(path: &str) -> Self {
        Self { operation: None, old: Some(path.to_owned()), new: Some(path.to_owned()) }
    }

    /// Of an operation, as either version has it.
    pub(super) fn operation(old: Option<&Operation>, new: Option<&Operation>) -> Self {
        let path = |operation: &Operation| operation_path(&operation.name);
        Self { operation: new.or(old).map(|operation| operation.name.clone()), old: old.map(path), new: new.map(path) }
    }

    /// A child of it, by its names in both versions. `None` if the child is missing in that version.
    pub(super) fn inside(&self, old: Option<&str>, new: Option<&str>) -> Self {
        let join = |path: &Option<String>, name: Option<&str>| Some(format!("{}/{}", path.as_deref()?, name?));
        Self { operation: self.operation.clone(), old: join(&self.old, old), new: join(&self.new, new) }
    }

    /// A child that both versions have under one name.
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

/// A change that was found.
#[derive(Debug, Clone)]
pub(super) struct Finding {
    pub(super) kind: Kind,
    location: Location,
    what: String,
    facts: Facts,
    follows: Vec<String>,
    /// The path that is shown, if it is not where it stands.
    shown: Option<String>,
}

/// Blames the first change of a list that can break code for code that does not compile.
pub(super) fn blame(found: &mut [Finding]) {
    found.iter_mut().find(|finding| can_break_code(finding.kind)).into_iter().for_each(Finding::does_not_compile);
}

impl Finding {
    /// `names` are for the sentence of the kind, in their order.
    pub(super) fn new(kind: Kind, location: Location, names: &[&dyn Display]) -> Self {
        let mut names = names.iter();
        let mut what = String::new();
        for (number, piece) in kind.row().says.split("{}").enumerate() {
            if number > 0
                && let Some(name) = names.next()
            {
                what.push_str(&name.to_string());
            }
            what.push_str(piece);
        }
        Self { kind, location, what, facts: Facts::default(), follows: Vec::new(), shown: None }
    }

    /// What clients of the old version meet at the new service, and those of the new version at the old one.
    pub(super) fn met(mut self, met: Met) -> Self {
        self.facts.met.merge(met);
        self
    }

    pub(super) fn rust(mut self, rust: Rust) -> Self {
        self.facts.rust = rust;
        self
    }

    pub(super) fn when(mut self, is_so: bool, circumstance: Circumstance) -> Self {
        if is_so {
            self.facts.circumstance = Some(circumstance);
        }
        self
    }

    /// Something that follows from it beside what follows from its kind, in words.
    pub(super) fn follows(mut self, words: impl Into<String>) -> Self {
        self.follows.push(words.into());
        self
    }

    pub(super) fn follows_if(self, is_so: bool, words: &str) -> Self {
        if is_so { self.follows(words) } else { self }
    }

    /// The new version is a document that a server answered with.
    pub(super) fn is_served(&mut self) {
        if self.kind == Kind::OperationAdded {
            self.facts.circumstance = Some(Circumstance::IsServed);
            self.facts.met.new_clients = Outcome::default();
        }
    }

    /// Adds what follows if it is more than something new or other words.
    pub(super) fn if_severe_follows(&mut self, words: &str) {
        if judge(self.kind, &self.facts).classes.first() > Some(&Class::Add) {
            self.follows.push(words.to_owned());
        }
    }

    /// Code does not compile, which is seen only when all changes of a list are known.
    pub(super) fn does_not_compile(&mut self) {
        self.facts.rust = Rust::Both;
    }

    /// Code that implements the service does not compile.
    pub(super) fn does_not_compile_where_implemented(&mut self) {
        self.facts.rust = Rust::Implementors;
    }

    /// Code compiles with it, which is seen only when all changes of a list are known.
    pub(super) fn does_compile(&mut self) {
        self.facts.rust = Rust::Nobody;
    }

    /// Whether code compiles with it.
    pub(super) fn compiles(&self) -> bool {
        self.facts.rust == Rust::Nobody
    }

    pub(super) const fn location(&self) -> &Location {
        &self.location
    }

    /// Takes what follows from the same change of another operation.
    pub(super) fn merge(&mut self, other: &Self) {
        self.facts.met.merge(other.facts.met.clone());
        if self.compiles() {
            self.facts.rust = other.facts.rust;
        }
        self.facts.circumstance = self.facts.circumstance.or(other.facts.circumstance);
    }

    /// It is about a parameter of a group, and not only about that of one operation.
    pub(super) fn tell_of_group(&mut self, group: &str, operations: String) {
        let Some(name) = self.location.operation.take() else { return };
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
        self.shown = self.location.new.as_ref().or(self.location.old.as_ref()).and_then(in_group);
    }

    /// The change; `places` finds where a path stands in either version.
    pub(super) fn finish(self, places: impl Fn(&Location) -> (Option<Position>, Option<Position>)) -> Change {
        let judgement = judge(self.kind, &self.facts);
        let (old, new) = places(&self.location);
        let Met { old_clients, new_clients } = &self.facts.met;
        Change {
            kind: self.kind,
            operation: self.location.operation.clone(),
            path: [&self.shown, &self.location.new, &self.location.old]
                .into_iter()
                .find_map(Clone::clone)
                .unwrap_or_default(),
            affects: judgement.affects,
            transports: old_clients.transports().list(),
            transports_of_new_clients: new_clients.transports().list(),
            step: judgement.step,
            message: self.message(judgement.follows),
            what: self.what,
            advice: judgement.advice.to_owned(),
            classes: judgement.classes,
            old,
            new,
        }
    }

    fn message(&self, follows: &[&str]) -> String {
        let Facts { met: Met { old_clients, new_clients }, rust, .. } = &self.facts;
        let mut parts: Vec<String> = follows.iter().map(|words| (*words).to_owned()).collect();
        parts.extend(self.follows.iter().cloned());
        if !old_clients.transports().is_empty() {
            parts.push(format!("with deployed clients, {}", old_clients.sentence()));
        }
        let code = match rust {
            Rust::Nobody => None,
            Rust::Users => Some("code that calls it does not compile"),
            Rust::Implementors => Some("code that implements the operation does not compile"),
            Rust::Both => Some("code that names it does not compile"),
        };
        parts.extend(code.map(str::to_owned));
        let old_servers = !new_clients.transports().is_empty() && self.kind != Kind::OperationAdded;
        if old_clients.transports().is_empty() && old_servers {
            parts.push(format!("with new clients at a service that is still the old one, {}", new_clients.sentence()));
        }
        if parts.is_empty() { self.what.clone() } else { format!("{}: {}", self.what, parts.join("; ")) }
    }
}
