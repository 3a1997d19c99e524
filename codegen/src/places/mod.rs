//! The places of a service's items in its spec or documents: a table from path to source and span, beside the model.
//!
//! Readers fill it while they make the model. A path names an item as a change of `asmx diff` does: `operations/GetStock/parameters/Item`.

mod paths;

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

pub use paths::{array_path, member_label, operation_path, path_inside, type_paths};

use crate::diagnostic::{Source, Span};

/// A range in one of several sources.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Place {
    /// The number of the source.
    pub source: usize,
    /// The bytes.
    pub span: Span,
}

/// A line and a column of a file.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Position {
    /// The file name as given.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

impl fmt::Display for Position {
    /// `spec/shop.xml:12:5`
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// The places of items, by their paths.
#[derive(Debug, Clone, Default)]
pub struct Places {
    sources: Vec<Arc<Source>>,
    by_path: HashMap<String, Place>,
    /// The groups of parameters, by the places of the parameters.
    groups: HashMap<Place, String>,
}

impl Places {
    /// No places yet. The number of a source is its position in the list.
    #[must_use]
    pub fn new(sources: Vec<Arc<Source>>) -> Self {
        Self { sources, ..Self::default() }
    }

    /// Adds the place of an item. The first one of a path counts.
    pub fn add(&mut self, path: impl Into<String>, place: Place) {
        self.by_path.entry(path.into()).or_insert(place);
    }

    /// Adds a parameter of a group by its name in paths. The parameters of operations that use the group have the same place.
    pub fn add_to_group(&mut self, group: &str, parameter: &str, place: Place) {
        if let Some(path) = path_inside(&format!("{}/parameters", group_path(group)), parameter) {
            self.add(path, place);
        }
        self.groups.insert(place, group.to_owned());
    }

    /// Adds a group.
    pub fn add_group(&mut self, group: &str, place: Place) {
        self.add(group_path(group), place);
    }

    /// The place of the item itself.
    #[must_use]
    pub fn get(&self, path: &str) -> Option<Place> {
        self.by_path.get(path).copied()
    }

    /// The position of an item, or of its nearest parent with a place.
    #[must_use]
    pub fn position(&self, path: &str) -> Option<Position> {
        let mut path = path;
        loop {
            if let Some(place) = self.get(path) {
                let source = self.sources.get(place.source)?;
                let (line, column) = source.position(place.span.start);
                return Some(Position { file: source.name.clone(), line, column });
            }
            (path, _) = path.rsplit_once('/')?;
        }
    }

    /// The sources, in the order of their numbers.
    #[must_use]
    pub fn sources(&self) -> &[Arc<Source>] {
        &self.sources
    }

    /// The group of the parameter at a place.
    #[must_use]
    pub fn group(&self, place: Place) -> Option<&str> {
        self.groups.get(&place).map(String::as_str)
    }

    /// Whether the group exists and lacks the parameter.
    #[must_use]
    pub fn has_group_without(&self, group: &str, parameter: &str) -> bool {
        let group = group_path(group);
        self.by_path.contains_key(&group) && !self.by_path.contains_key(&format!("{group}/parameters/{parameter}"))
    }
}

fn group_path(name: &str) -> String {
    format!("groups/{name}")
}
