//! The places of changed items in a spec or in documents, by their paths.

mod documents;
mod facets;
mod spec;

use std::collections::{BTreeMap, HashMap, HashSet};

pub(super) use documents::of_documents;
pub(super) use spec::of_spec;

use super::Position;
use asmx_codegen::diagnostic::{Source, Span};
use asmx_codegen::model::{Member, Service};

#[derive(Debug, Clone, Default)]
pub(super) struct Places {
    sources: Vec<Source>,
    /// The number of the source, and the byte offset in it.
    by_path: HashMap<String, (usize, usize)>,
    /// The groups of parameters, by the places of the parameters.
    groups: HashMap<(usize, usize), String>,
    /// Restrictions of values in documents (`maxLength 10`), by place; `None` for a spec.
    facets: Option<HashMap<(usize, usize), Vec<String>>>,
    /// The names of groups, each with the names of its own parameters.
    parameters: HashMap<String, HashSet<String>>,
}

impl Places {
    fn new(sources: Vec<Source>) -> Self {
        Self { sources, ..Self::default() }
    }

    /// The first place of a path wins.
    fn add(&mut self, path: String, document: usize, offset: usize) {
        self.by_path.entry(path).or_insert((document, offset));
    }

    /// The position of a path, or of its nearest parent.
    pub(super) fn find(&self, path: &str) -> Option<Position> {
        let mut path = path;
        loop {
            if let Some((document, offset)) = self.by_path.get(path) {
                return self.place(*document, *offset);
            }
            (path, _) = path.rsplit_once('/')?;
        }
    }

    pub(super) fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.sources.iter().map(|source| (source.name.as_str(), source.text.as_str()))
    }

    /// The place of the path itself: the number of the source, and the byte offset.
    pub(super) fn exact(&self, path: &str) -> Option<(usize, usize)> {
        self.by_path.get(path).copied()
    }

    /// Paths with restricted values and their restrictions; `None` for a spec.
    pub(super) fn facets(&self) -> Option<BTreeMap<&str, &[String]>> {
        let facets = self.facets.as_ref()?;
        let restricted = self.by_path.iter().filter_map(|(path, at)| Some((path.as_str(), facets.get(at)?.as_slice())));
        Some(restricted.collect())
    }

    /// The group of the parameter at a place.
    pub(super) fn group(&self, at: (usize, usize)) -> Option<&str> {
        self.groups.get(&at).map(String::as_str)
    }

    /// Whether the group exists and lacks the parameter.
    pub(super) fn has_group_without(&self, group: &str, parameter: &str) -> bool {
        self.parameters.get(group).is_some_and(|parameters| !parameters.contains(parameter))
    }

    fn place(&self, document: usize, offset: usize) -> Option<Position> {
        let source = self.sources.get(document)?;
        let start = source.clamp(Span::new(offset, offset)).start;
        let line = source.line_of(start);
        let before = source.text.get(source.line_span(line).start..start).unwrap_or_default();
        Some(Position { file: source.name.clone(), line: line + 1, column: before.chars().count() + 1 })
    }
}

pub(super) fn operation_path(name: &str) -> String {
    format!("operations/{name}")
}

/// The paths of types, in order. Types that share a name have their Rust name in the path.
pub(super) fn type_paths(service: &Service) -> Vec<String> {
    let mut count: BTreeMap<&str, usize> = BTreeMap::new();
    for named in &service.types {
        *count.entry(&named.name).or_default() += 1;
    }
    let label = |named: &'_ asmx_codegen::model::NamedType| {
        let is_alone = count.get(named.name.as_str()) == Some(&1);
        if is_alone { named.name.clone() } else { named.rust_name.clone() }
    };
    service.types.iter().map(|named| format!("types/{}", label(named))).collect()
}

/// The path of an array type that no member has.
pub(super) fn array_path(name: &str) -> String {
    format!("types/{name}")
}

/// The last part of the path of a member: its name, or its field if it has none.
pub(super) fn member_label(member: &Member) -> String {
    if member.name.is_empty() { member.field.clone() } else { member.name.clone() }
}
