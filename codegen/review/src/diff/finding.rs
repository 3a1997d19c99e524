//! A change before it is judged: its kind, its location and the facts about it.

use super::judge::{Circumstance, Facts, Rust, can_break_code, judge};
use super::outcome::{Outcome, Outcomes};
use super::values::named_in;
use super::{Change, Class, FilePosition, Kind};
use crate::matching::Paired;
use asmx_codegen::diagnostic::quoted;
use asmx_codegen::locations::operation_path;
use asmx_codegen::model::Operation;

/// A place in both versions.
#[derive(Debug, Clone, Default)]
pub(super) struct Location {
    /// The new name of the operation; `None` outside of operations.
    pub(super) operation: Option<String>,
    pub(super) old: Option<String>,
    pub(super) new: Option<String>,
}

impl Location {
    pub(super) fn service(path: &str) -> Self {
        Self { operation: None, old: Some(path.to_owned()), new: Some(path.to_owned()) }
    }

    pub(super) fn operation(old: Option<&Operation>, new: Option<&Operation>) -> Self {
        let path = |operation: &Operation| operation_path(&operation.name);
        Self { operation: new.or(old).map(|operation| operation.name.clone()), old: old.map(path), new: new.map(path) }
    }

    /// A child of it, by its names in both versions. `None` if the child is missing in that version.
    pub(super) fn child(&self, old: Option<&str>, new: Option<&str>) -> Self {
        let join = |path: &Option<String>, name: Option<&str>| Some(format!("{}/{}", path.as_deref()?, name?));
        Self { operation: self.operation.clone(), old: join(&self.old, old), new: join(&self.new, new) }
    }

    /// A child of it that stands in one version or in both.
    pub(super) fn item<T>(&self, item: &Paired<'_, T>, name: impl Fn(&T) -> &str) -> Self {
        let (old, new) = item.versions();
        self.child(old.map(&name), new.map(&name))
    }

    pub(super) fn both(&self, name: &str) -> Self {
        self.child(Some(name), Some(name))
    }

    pub(super) fn only_old(self) -> Self {
        Self { new: None, ..self }
    }

    pub(super) fn only_new(self) -> Self {
        Self { old: None, ..self }
    }
}

#[derive(Debug, Clone)]
pub(super) struct Finding {
    pub(super) kind: Kind,
    location: Location,
    message: String,
    /// The values of its fingerprint.
    values: Vec<String>,
    facts: Facts,
    follows: Vec<String>,
    /// The path to display, if it differs from the location.
    display_path: Option<String>,
}

/// Attributes a compile error to the first change that can cause one.
pub(super) fn blame(found: &mut [Finding]) {
    found.iter_mut().find(|finding| can_break_code(finding.kind)).into_iter().for_each(Finding::does_not_compile);
}

impl Location {
    /// A change at this place. `names` fill the `{}` of the kind's sentence.
    pub(super) fn finding(&self, kind: Kind, names: &[&str]) -> Finding {
        let values = names.iter().map(|name| named_in(name)).collect();
        let mut names = names.iter();
        let mut message = String::new();
        for (number, piece) in kind.row().says.split("{}").enumerate() {
            if number > 0
                && let Some(name) = names.next()
            {
                message.push_str(name);
            }
            message.push_str(piece);
        }
        let location = self.clone();
        Finding { kind, location, message, values, facts: Facts::default(), follows: Vec::new(), display_path: None }
    }
}

impl Finding {
    /// Takes these values, behind the subject, in place of the names in the sentence.
    pub(super) fn values<T: Into<String>>(mut self, values: impl IntoIterator<Item = T>) -> Self {
        self.values.truncate(1);
        self.values.extend(values.into_iter().map(Into::into));
        self
    }

    /// Takes these values alone, because the sentence begins without a subject.
    pub(super) fn only_values<T: Into<String>>(mut self, values: impl IntoIterator<Item = T>) -> Self {
        self.values.clear();
        self.values(values)
    }

    pub(super) fn outcomes(mut self, outcomes: Outcomes) -> Self {
        self.facts.outcomes.merge(outcomes);
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

    /// Adds a consequence to those of the kind.
    pub(super) fn follows(mut self, words: impl Into<String>) -> Self {
        self.follows.push(words.into());
        self
    }

    pub(super) fn follows_if(self, is_so: bool, words: &str) -> Self {
        if is_so { self.follows(words) } else { self }
    }

    /// For documents: the server already offers the new operations.
    pub(super) fn is_served(&mut self) {
        if self.kind == Kind::OperationAdded {
            self.facts.circumstance = Some(Circumstance::IsServed);
            self.facts.outcomes.new_clients = Outcome::default();
        }
    }

    /// Adds a consequence, unless the change only adds something or changes documentation.
    pub(super) fn if_severe_follows(&mut self, words: &str) {
        if judge(self.kind, &self.facts).classes.first() > Some(&Class::Add) {
            self.follows.push(words.to_owned());
        }
    }

    pub(super) fn does_not_compile(&mut self) {
        self.facts.rust = Rust::Both;
    }

    pub(super) fn does_not_compile_where_implemented(&mut self) {
        self.facts.rust = Rust::Implementors;
    }

    pub(super) fn does_compile(&mut self) {
        self.facts.rust = Rust::Nobody;
    }

    pub(super) fn compiles(&self) -> bool {
        self.facts.rust == Rust::Nobody
    }

    pub(super) const fn location(&self) -> &Location {
        &self.location
    }

    /// Adds the facts of an equal change of another operation.
    pub(super) fn merge(&mut self, other: &Self) {
        self.facts.outcomes.merge(other.facts.outcomes.clone());
        if self.compiles() {
            self.facts.rust = other.facts.rust;
        }
        self.facts.circumstance = self.facts.circumstance.or(other.facts.circumstance);
    }

    /// Turns the change of an operation's parameter into one of the group that declares it.
    pub(super) fn of_group(&mut self, group: &str, operations: String) {
        let Some(name) = self.location.operation.take() else { return };
        let of_group = format!(" of group {}", quoted(group));
        self.message = self.message.replacen(&format!(" of {}", quoted(&name)), &of_group, 1);
        for value in &mut self.values {
            let parts = value.split('`').map(|part| if part == name { group } else { part });
            *value = parts.collect::<Vec<_>>().join("`");
        }
        self.follows.push(operations);
        let in_group = |path: &String| {
            let (_, rest) = path.split_once("/parameters/")?;
            Some(format!("groups/{group}/parameters/{rest}"))
        };
        self.display_path = self.location.new.as_ref().or(self.location.old.as_ref()).and_then(in_group);
    }

    /// Judges the change. `positions` finds those of a location.
    pub(super) fn finish(
        self,
        positions: impl Fn(&Location) -> (Option<FilePosition>, Option<FilePosition>),
    ) -> Change {
        let judgement = judge(self.kind, &self.facts);
        let (old, new) = positions(&self.location);
        let Outcomes { old_clients, new_clients } = &self.facts.outcomes;
        Change {
            kind: self.kind,
            operation: self.location.operation.clone(),
            path: [&self.display_path, &self.location.new, &self.location.old]
                .into_iter()
                .find_map(Clone::clone)
                .unwrap_or_default(),
            affects: judgement.affects,
            transports: old_clients.transports().iter().collect(),
            transports_of_new_clients: new_clients.transports().iter().collect(),
            bump: judgement.bump,
            message: self.message(judgement.follows),
            values: self.values,
            advice: judgement.advice.to_owned(),
            classes: judgement.classes,
            old,
            new,
        }
    }

    fn message(&self, follows: &[&str]) -> String {
        let Facts { outcomes: Outcomes { old_clients, new_clients }, rust, .. } = &self.facts;
        let mut sentences = vec![self.message.clone()];
        sentences.extend(follows.iter().map(|words| (*words).to_owned()));
        sentences.extend(self.follows.iter().cloned());
        if !old_clients.transports().is_empty() {
            sentences.push(format!("deployed clients: {}", old_clients.sentence()));
        }
        let code = match rust {
            Rust::Nobody => None,
            Rust::Users => Some("code that calls it does not compile"),
            Rust::Implementors => Some("code that implements the operation does not compile"),
            Rust::Both => Some("code that uses it does not compile"),
        };
        sentences.extend(code.map(str::to_owned));
        let old_servers = !new_clients.transports().is_empty() && self.kind != Kind::OperationAdded;
        if old_clients.transports().is_empty() && old_servers {
            sentences.push(format!("new clients at old servers: {}", new_clients.sentence()));
        }
        joined(&sentences)
    }
}

/// A single sentence as it is; several with capitals and full stops.
fn joined(sentences: &[String]) -> String {
    let [first, rest @ ..] = sentences else { return String::new() };
    if rest.is_empty() {
        return first.clone();
    }
    let mut text = format!("{first}.");
    for sentence in rest {
        let mut characters = sentence.chars();
        text.push(' ');
        text.extend(characters.next().into_iter().flat_map(char::to_uppercase));
        text.push_str(characters.as_str());
        text.push('.');
    }
    text
}
