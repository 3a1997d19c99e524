//! What reads like a mistake in a spec that has none.
//!
//! A comment before an element allows what is found in it, with a reason:
//! `<!-- lint: allow secret-not-marked: the code is public -->`.

mod allowed;
mod case;
mod effects;
mod fresh;
mod kind;
mod secrets;
mod transports;
mod unused;
mod words;

use std::collections::HashMap;

pub use kind::Lint;

use crate::diagnostic::{Diagnostic, Diagnostics, Span, placed};
use crate::model;
use crate::read::{self, ast};
use crate::resolve;

/// Something that reads like a mistake, as a warning: its code, position, reason, and what to do.
pub type Finding = Diagnostic<Lint>;

impl Lint {
    /// The finding at a place.
    fn at(self, span: Span, message: impl Into<String>) -> Finding {
        Finding::new(self, span, message).warning().reason(self.reason())
    }
}

/// Finds what reads like a mistake in a spec, in the order of the file. What comments in the spec allow is left out. `file_name` is for messages
/// only.
///
/// # Errors
///
/// All mistakes of the spec.
pub fn lint(file_name: &str, bytes: &[u8]) -> Result<Vec<Finding>, Diagnostics> {
    let read::Reading { source, service, mut mistakes } = read::read(file_name, bytes);
    let resolved = service.as_ref().map(|service| resolve::resolve(service, &mut mistakes));
    let (Some(spec), Some(service)) = (service.as_ref(), resolved.as_ref().filter(|_| mistakes.is_empty())) else {
        return Err(Diagnostics::new(source, mistakes));
    };
    let tree = match read::xml::parse(&source) {
        Ok(tree) => tree,
        Err(mistake) => return Err(Diagnostics::new(source, vec![*mistake])),
    };
    let subject = Subject::new(spec, service);
    let mut found = Vec::new();
    secrets::look(&subject, &mut found);
    effects::look(&subject, &mut found);
    words::look(&subject, &source, tree.root_element(), &mut found);
    transports::look(&subject, &mut found);
    case::look(&subject, &mut found);
    unused::look(&subject, &mut found);
    let mut found = allowed::without_allowed(&source, tree.root(), found);
    fresh::told_once(spec, service, &mut found);
    Ok(placed(source.clone(), found))
}

/// A spec without mistakes: as it is written, and what it means.
struct Subject<'a> {
    spec: &'a ast::Service,
    service: &'a model::Service,
    groups: HashMap<&'a str, &'a ast::Group>,
}

impl<'a> Subject<'a> {
    fn new(spec: &'a ast::Service, service: &'a model::Service) -> Self {
        let groups = spec.groups.iter().map(|group| (group.name.value.as_str(), group)).collect();
        Self { spec, service, groups }
    }

    /// The operations, as they are written and what they mean.
    fn operations(&self) -> impl Iterator<Item = (&'a ast::Operation, &'a model::Operation)> + use<'a> {
        self.spec.areas.iter().flat_map(|area| &area.operations).zip(&self.service.operations)
    }

    /// The parameters that entries add up to.
    fn parameters(&self, entries: &'a [ast::Entry]) -> Vec<&'a ast::Param> {
        let mut parameters = Vec::new();
        for entry in entries {
            match entry {
                ast::Entry::Param(param) => parameters.push(&**param),
                ast::Entry::Use(name) => {
                    let group = self.groups.get(name.value.as_str());
                    parameters.extend(group.into_iter().flat_map(|group| self.parameters(&group.entries)));
                }
            }
        }
        parameters
    }

    /// Everything that has a name and a value, where it is written.
    fn values(&self) -> Vec<&'a ast::Param> {
        let spec = self.spec;
        let operations = || spec.areas.iter().flat_map(|area| &area.operations);
        let entries = spec.groups.iter().map(|group| &group.entries).chain([&spec.common]);
        let own = entries.chain(operations().map(|operation| &operation.entries)).flatten();
        let mut values: Vec<&ast::Param> = own.filter_map(param).collect();
        values.extend(operations().flat_map(|operation| &operation.outputs));
        let headers = spec.headers.iter().chain(operations().flat_map(|operation| &operation.headers));
        values.extend(headers.map(|header| &header.param));
        values.extend(spec.types.iter().flat_map(members));
        values.extend(spec.arrays.iter().flat_map(|array| &array.alternatives));
        // The alternatives of choices are behind them, and looked at in their turn.
        let mut at = 0;
        while let Some(value) = values.get(at) {
            if let ast::Place::Choice(alternatives) = &value.place {
                values.extend(alternatives);
            }
            at += 1;
        }
        values
    }
}

/// What is no use of a group.
fn param(entry: &ast::Entry) -> Option<&ast::Param> {
    match entry {
        ast::Entry::Param(param) => Some(param),
        ast::Entry::Use(_) => None,
    }
}

/// The members of a structure.
fn members(definition: &ast::TypeDefinition) -> &[ast::Param] {
    match &definition.body {
        ast::TypeBody::Structure { members, .. } => members,
        ast::TypeBody::Enumeration { .. } | ast::TypeBody::DataSet { .. } => &[],
    }
}
