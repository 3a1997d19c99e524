//! The locations of a service's items in its spec or documents: a table from path to source and span, beside the model.
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
pub struct Location {
    /// The number of the source.
    pub source: usize,
    /// The bytes.
    pub span: Span,
}

/// A line and a column of a file.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FilePosition {
    /// The file name as given.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

impl fmt::Display for FilePosition {
    /// `spec/shop.xml:12:5`
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// The locations of items, by their paths.
#[derive(Debug, Clone, Default)]
pub struct Locations {
    sources: Vec<Arc<Source>>,
    by_path: HashMap<String, Location>,
    /// The groups of parameters, by the locations of the parameters.
    groups: HashMap<Location, String>,
}

impl Locations {
    /// No locations yet. The number of a source is its position in the list.
    #[must_use]
    pub fn new(sources: Vec<Arc<Source>>) -> Self {
        Self { sources, ..Self::default() }
    }

    /// Adds the location of an item. The first one of a path counts.
    pub fn add(&mut self, path: impl Into<String>, location: Location) {
        self.by_path.entry(path.into()).or_insert(location);
    }

    /// Adds a parameter of a group by its name in paths. The parameters of operations that use the group have the same location.
    pub fn add_to_group(&mut self, group: &str, parameter: &str, location: Location) {
        if let Some(path) = path_inside(&format!("{}/parameters", group_path(group)), parameter) {
            self.add(path, location);
        }
        self.groups.insert(location, group.to_owned());
    }

    /// Adds a group.
    pub fn add_group(&mut self, group: &str, location: Location) {
        self.add(group_path(group), location);
    }

    /// The location of the item itself.
    #[must_use]
    pub fn get(&self, path: &str) -> Option<Location> {
        self.by_path.get(path).copied()
    }

    /// The position of an item, or of its nearest parent with a location.
    #[must_use]
    pub fn position(&self, path: &str) -> Option<FilePosition> {
        let mut path = path;
        loop {
            if let Some(location) = self.get(path) {
                let source = self.sources.get(location.source)?;
                let (line, column) = source.position(location.span.start);
                return Some(FilePosition { file: source.name.clone(), line, column });
            }
            (path, _) = path.rsplit_once('/')?;
        }
    }

    /// The sources, in the order of their numbers.
    #[must_use]
    pub fn sources(&self) -> &[Arc<Source>] {
        &self.sources
    }

    /// The group of the parameter at a location.
    #[must_use]
    pub fn group(&self, location: Location) -> Option<&str> {
        self.groups.get(&location).map(String::as_str)
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
