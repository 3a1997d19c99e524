//! An edit of a spec.

use asmx_codegen::model::{Service, Transport};
use asmx_review::diff::{Affected, Bump, Change, Class};

/// The spec before the edits.
pub const BASE: &str = include_str!("../base.xml");

/// One kind of edit.
pub struct Row {
    /// The number of the kind of edit; 0 for the edit of a page.
    pub number: u32,
    /// A unique name, for its module and its snapshot; the code of the kind for the edit of a page.
    pub name: &'static str,
    /// A note for a row whose result differs from the first measurements.
    pub today: &'static str,
    /// Old and new names of renamed operations, parameters, members, outputs, headers and values; of types as `type Film`.
    pub same: Vec<(String, String)>,
    base: String,
    before: Vec<(&'static str, &'static str)>,
    edits: Vec<(&'static str, &'static str)>,
    /// The edited spec of a page.
    page: Option<String>,
    is_reversed: bool,
}

impl Row {
    pub(crate) fn new(number: u32, name: &'static str) -> Self {
        let (before, edits, same) = (Vec::new(), Vec::new(), Vec::new());
        Self { number, name, today: "", same, base: BASE.to_owned(), before, edits, page: None, is_reversed: false }
    }

    /// The edit of the page of a kind of change: its spec before and after.
    pub(crate) fn of_page(code: &'static str, [old, new]: [String; 2], same: Vec<(String, String)>) -> Self {
        Self { base: old, page: Some(new), same, ..Self::new(0, code) }
    }

    /// Replaces a unique text of the base in both versions.
    pub(crate) fn on(mut self, text: &'static str, by: &'static str) -> Self {
        self.before.push((text, by));
        self
    }

    /// Replaces a unique text of the base: this is the edit.
    pub(crate) fn edit(mut self, text: &'static str, by: &'static str) -> Self {
        self.edits.push((text, by));
        self
    }

    /// Reverses the edit: the edited spec is the old version.
    pub(crate) fn reversed(mut self) -> Self {
        self.is_reversed = true;
        self
    }

    /// States that an item has a new name.
    pub(crate) fn same(mut self, old: &'static str, new: &'static str) -> Self {
        self.same.push((old.to_owned(), new.to_owned()));
        self
    }

    /// Adds a note.
    pub(crate) fn today(mut self, word: &'static str) -> Self {
        self.today = word;
        self
    }

    /// The name of its module of Rust.
    #[must_use]
    pub fn module(&self) -> String {
        if self.page.is_some() { format!("page_{}", self.name.replace('-', "_")) } else { self.name.to_owned() }
    }

    /// The spec of the old version.
    #[must_use]
    pub fn old(&self) -> String {
        if self.is_reversed { self.edited() } else { self.base() }
    }

    /// The spec of the new version.
    #[must_use]
    pub fn new_version(&self) -> String {
        if self.is_reversed { self.base() } else { self.edited() }
    }

    fn base(&self) -> String {
        self.replaced(self.base.clone(), &self.before)
    }

    fn edited(&self) -> String {
        self.page.clone().unwrap_or_else(|| self.replaced(self.base(), &self.edits))
    }

    fn replaced(&self, text: String, edits: &[(&str, &str)]) -> String {
        edits.iter().fold(text, |text, (from, to)| {
            assert_eq!(text.matches(from).count(), 1, "row {} {}: {from}", self.number, self.name);
            text.replace(from, to)
        })
    }

    /// The base, the base with this edit, and the base with this edit and that of `other`; `None` if the edits conflict.
    #[must_use]
    pub fn then(&self, other: &Self) -> Option<[String; 3]> {
        let is_of_base = |row: &Self| row.before.is_empty() && row.page.is_none() && !row.is_reversed;
        if !is_of_base(self) || !is_of_base(other) || self.name == other.name {
            return None;
        }
        let one = self.edited();
        let both = other.edits.iter().try_fold(one.clone(), |text, (from, to)| {
            (text.matches(from).count() == 1).then(|| text.replace(from, to))
        })?;
        let has_edits = self.edits.iter().all(|(_, to)| both.contains(to));
        let is_spec = has_edits && asmx_codegen::load("both.xml", both.as_bytes()).is_ok();
        is_spec.then(|| [BASE.to_owned(), one, both])
    }

    /// The models of both versions.
    #[must_use]
    pub fn models(&self) -> (Service, Service) {
        let load = |version: &str, text: String| {
            asmx_codegen::load(version, text.as_bytes())
                .unwrap_or_else(|error| panic!("row {} {}: {error}", self.number, self.name))
        };
        (load("old.xml", self.old()), load("new.xml", self.new_version()))
    }
}

/// A change as in the snapshots: code, path, classes, transports, transports of new clients, version bump, whom it affects.
#[must_use]
pub fn line(change: &Change) -> String {
    let classes = words(&change.classes, |class| match class {
        Class::Docs => "docs",
        Class::Add => "add",
        Class::Behaviour => "behaviour",
        Class::Rust => "rust",
        Class::Wire => "wire",
        Class::Silent => "silent",
        _ => "other",
    });
    let bump = match change.bump {
        Bump::None => "none",
        Bump::Patch => "patch",
        Bump::Minor => "minor",
        Bump::Major => "major",
    };
    let affects = words(&change.affects, |affected| match affected {
        Affected::DeployedClients => "clients",
        Affected::RustUsers => "users",
        Affected::Implementors => "implementors",
        _ => "others",
    });
    let (transports, of_new) = (transports(&change.transports), transports(&change.transports_of_new_clients));
    format!("{} {} | {classes} | {transports} | new {of_new} | {bump} | {affects}", change.kind.as_str(), change.path)
}

/// Transports as in the snapshots.
#[must_use]
pub fn transports(transports: &[Transport]) -> String {
    words(transports, |transport| match transport {
        Transport::Soap11 => "soap11",
        Transport::Soap12 => "soap12",
        Transport::HttpGet => "get",
        Transport::HttpPost => "post",
    })
}

fn words<T>(all: &[T], word: impl Fn(&T) -> &'static str) -> String {
    if all.is_empty() { "-".to_owned() } else { all.iter().map(word).collect::<Vec<_>>().join(" ") }
}
