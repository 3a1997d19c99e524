//! Names that differ only in case, and names that nothing uses.

use std::collections::{HashMap, HashSet};

use super::kind::{Finding, Lint, Subject, members};
use asmx_codegen::diagnostic::{Span, quoted};
use asmx_codegen::read::ast::{Column, Entry, Param, Place, Text, TypeBody, with_alternatives};

pub(super) fn differing_in_case(subject: &Subject<'_>, found: &mut Vec<Finding>) {
    let mut looker = Looker { reported: HashSet::new(), found };
    let spec = subject.spec;
    looker.names("operations", spec.areas.iter().flat_map(|area| &area.operations).map(|operation| &operation.name));
    looker
        .names("types", spec.types.iter().map(|named| &named.name).chain(spec.arrays.iter().map(|array| &array.name)));
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
    /// Reported pairs of places: a parameter of a group is in several operations.
    reported: HashSet<(Span, Span)>,
    found: &'f mut Vec<Finding>,
}

impl Looker<'_> {
    fn columns(&mut self, columns: &[Column]) {
        self.names("columns", columns.iter().map(|column| &column.name));
    }

    /// Compares elements with elements and attributes with attributes. Alternatives belong to the elements beside their choice.
    fn values(&mut self, plural: &str, values: Vec<&Param>) {
        let (attributes, elements): (Vec<&Param>, Vec<&Param>) =
            with_alternatives(values).into_iter().partition(|value| matches!(value.place, Place::Attribute));
        self.names("attributes", attributes.iter().map(|value| &value.name));
        self.names(plural, elements.iter().map(|value| &value.name));
    }

    fn names<'t>(&mut self, plural: &str, names: impl Iterator<Item = &'t Text>) {
        let mut first: HashMap<String, &Text> = HashMap::new();
        for name in names.filter(|name| !name.is_missing()) {
            let known = *first.entry(name.value.to_lowercase()).or_insert(name);
            if known.value == name.value || !self.reported.insert((known.span, name.span)) {
                continue;
            }
            let message = format!(
                "the names of the {plural} {} and {} differ only in case",
                quoted(&known.value),
                quoted(&name.value)
            );
            self.found.push(
                Lint::NamesDifferInCase
                    .at(name.span, message)
                    .about(&known.value)
                    .also(known.span, "the other one")
                    .help("rename one of them, unless the service really has both"),
            );
        }
    }
}

pub(super) fn unused(subject: &Subject<'_>, found: &mut Vec<Finding>) {
    let spec = subject.spec;
    let operations = || spec.areas.iter().flat_map(|area| &area.operations);
    let mut uses = Uses::default();
    for group in &spec.groups {
        uses.entries(Some(&group.name), &group.entries);
    }
    uses.entries(None, &spec.common);
    uses.values(None, spec.headers.iter().map(|header| &header.param));
    for operation in operations() {
        uses.entries(None, &operation.entries);
        uses.values(None, operation.outputs.iter().chain(operation.headers.iter().map(|header| &header.param)));
        if let Some(name) = operation.result_element.as_ref().and_then(|result| result.type_name.as_ref()) {
            uses.types.add(None, name);
        }
    }
    for definition in &spec.types {
        uses.values(Some(&definition.name), members(definition));
        if let TypeBody::Structure { base: Some(base), .. } = &definition.body {
            uses.types.add(Some(&definition.name), base);
            // A derived type may be sent in place of its base.
            uses.types.add(Some(base), &definition.name);
        }
    }
    for array in &spec.arrays {
        if let Some(name) = &array.type_name {
            uses.types.add(Some(&array.name), name);
        }
        uses.values(Some(&array.name), &array.alternatives);
    }
    let types = spec.types.iter().map(|named| &named.name).chain(spec.arrays.iter().map(|array| &array.name));
    let reached = uses.types.reached();
    // A value of type `any` may have each of them.
    let types: Vec<_> = if reached.contains("any") { Vec::new() } else { types.collect() };
    for (noun, names, used) in [
        ("group", spec.groups.iter().map(|group| &group.name).collect::<Vec<_>>(), uses.groups.reached()),
        ("type", types, reached),
    ] {
        for name in names.into_iter().filter(|name| !used.contains(name.value.as_str())) {
            let message = format!("no operation uses the {noun} {}", quoted(&name.value));
            found.push(Lint::NotUsed.at(name.span, message).about(&name.value).help("remove it, or use it"));
        }
    }
}

#[derive(Default)]
struct Edges<'a> {
    first: Vec<&'a str>,
    elements: HashMap<&'a str, Vec<&'a str>>,
}

#[derive(Default)]
struct Uses<'a> {
    groups: Edges<'a>,
    types: Edges<'a>,
}

impl<'a> Edges<'a> {
    /// `owner` uses the name; without an owner, an operation does.
    fn add(&mut self, owner: Option<&'a Text>, name: &'a Text) {
        let list = match owner {
            Some(owner) => self.elements.entry(&owner.value).or_default(),
            None => &mut self.first,
        };
        list.push(&name.value);
    }

    /// All names that operations use, directly or through others.
    fn reached(&self) -> HashSet<&'a str> {
        let mut reached = HashSet::new();
        let mut waiting = self.first.clone();
        while let Some(name) = waiting.pop() {
            if reached.insert(name) {
                waiting.extend(self.elements.get(name).into_iter().flatten());
            }
        }
        reached
    }
}

impl<'a> Uses<'a> {
    /// Entries of a group or an operation. A type that an unused group names counts as used: the group itself is reported.
    fn entries(&mut self, group: Option<&'a Text>, entries: &'a [Entry]) {
        for entry in entries {
            match entry {
                Entry::Param(param) => self.values(None, [&**param]),
                Entry::Use(name) => self.groups.add(group, name),
            }
        }
    }

    fn values(&mut self, owner: Option<&'a Text>, values: impl IntoIterator<Item = &'a Param>) {
        for value in values {
            self.types.add(owner, &value.type_name);
            if let Place::Choice(alternatives) = &value.place {
                self.values(owner, alternatives);
            }
        }
    }
}
