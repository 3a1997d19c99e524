//! Names that differ only in upper and lower case.

use std::collections::{HashMap, HashSet};

use super::kind::Lint;
use super::subject::{Finding, Subject, members};
use asmx_codegen::diagnostic::{Span, quoted};
use asmx_codegen::read::ast::{Column, Param, Place, Text, TypeBody};

pub(super) fn look(subject: &Subject<'_>, found: &mut Vec<Finding>) {
    let mut looker = Looker { told: HashSet::new(), found };
    let spec = subject.spec;
    looker.names("operations", spec.areas.iter().flat_map(|area| &area.operations).map(|operation| &operation.name));
    looker.names("types", spec.types.iter().map(|one| &one.name).chain(spec.arrays.iter().map(|one| &one.name)));
    looker.names("groups", spec.groups.iter().map(|group| &group.name));
    for definition in &spec.types {
        match &definition.body {
            TypeBody::Enumeration { values, .. } => {
                looker.names("values", values.iter().filter_map(|value| value.name.as_ref()));
            }
            TypeBody::Structure { .. } => looker.values("members", members(definition).iter().collect()),
            TypeBody::DataSet { tables } => {
                looker.names("tables", tables.iter().map(|table| &table.name));
                for table in tables {
                    looker.columns(&table.columns);
                }
            }
        }
    }
    for array in &spec.arrays {
        looker.values("alternatives", array.alternatives.iter().collect());
    }
    let common = subject.parameters(&spec.common);
    looker.values("parameters", common.clone());
    looker.values("headers", spec.headers.iter().map(|header| &header.param).collect());
    for operation in spec.areas.iter().flat_map(|area| &area.operations) {
        let own = subject.parameters(&operation.entries);
        looker.values("parameters", common.iter().copied().chain(own).collect());
        let headers = spec.headers.iter().chain(&operation.headers);
        looker.values("headers", headers.map(|header| &header.param).collect());
        looker.values("outputs", operation.outputs.iter().collect());
        let result = operation.result_element.as_ref().and_then(|result| result.columns.as_ref());
        looker.columns(result.map_or(&[], |columns| &columns.all));
    }
}

struct Looker<'f> {
    /// Pairs of places that have been told: what is in a group is in several operations.
    told: HashSet<(Span, Span)>,
    found: &'f mut Vec<Finding>,
}

impl Looker<'_> {
    fn columns(&mut self, columns: &[Column]) {
        self.names("columns", columns.iter().map(|column| &column.name));
    }

    /// Elements and attributes, each for themselves; alternatives are among what they stand with.
    fn values(&mut self, what: &str, mut values: Vec<&Param>) {
        let mut at = 0;
        while let Some(value) = values.get(at) {
            if let Place::Choice(alternatives) = &value.place {
                values.extend(alternatives);
            }
            at += 1;
        }
        let (attributes, others): (Vec<&Param>, Vec<&Param>) =
            values.into_iter().partition(|value| matches!(value.place, Place::Attribute));
        self.names("attributes", attributes.iter().map(|value| &value.name));
        self.names(what, others.iter().map(|value| &value.name));
    }

    fn names<'t>(&mut self, what: &str, names: impl Iterator<Item = &'t Text>) {
        let mut first: HashMap<String, &Text> = HashMap::new();
        for name in names.filter(|name| !name.is_missing()) {
            let known = *first.entry(name.value.to_lowercase()).or_insert(name);
            if known.value == name.value || !self.told.insert((known.span, name.span)) {
                continue;
            }
            let message = format!(
                "the names of the {what} {} and {} differ only in upper and lower case",
                quoted(&known.value),
                quoted(&name.value)
            );
            self.found.push(
                Lint::NamesDifferInCase
                    .at(name.span, message)
                    .also(known.span, "the other one")
                    .help("give one of the two another name, if the service does not call them so"),
            );
        }
    }
}
