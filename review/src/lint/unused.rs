//! Groups and types that nothing uses.

use std::collections::{HashMap, HashSet};

use super::kind::Lint;
use super::subject::{Finding, Subject, members};
use asmx_codegen::diagnostic::quoted;
use asmx_codegen::read::ast::{Entry, Param, Place, Text, TypeBody};

pub(super) fn look(subject: &Subject<'_>, found: &mut Vec<Finding>) {
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
            // One that is derived stands where its base may stand.
            uses.types.add(Some(base), &definition.name);
        }
    }
    for array in &spec.arrays {
        if let Some(name) = &array.type_name {
            uses.types.add(Some(&array.name), name);
        }
        uses.values(Some(&array.name), &array.alternatives);
    }
    let types = spec.types.iter().map(|one| &one.name).chain(spec.arrays.iter().map(|one| &one.name));
    let reached = uses.types.reached();
    // A value of any type can be of each of them.
    let types: Vec<_> = if reached.contains("any") { Vec::new() } else { types.collect() };
    for (what, names, used) in [
        ("group", spec.groups.iter().map(|group| &group.name).collect::<Vec<_>>(), uses.groups.reached()),
        ("type", types, reached),
    ] {
        for name in names.into_iter().filter(|name| !used.contains(name.value.as_str())) {
            let message = format!("no operation uses the {what} {}", quoted(&name.value));
            found.push(Lint::NotUsed.at(name.span, message).help("remove it, or use it"));
        }
    }
}

/// Which names use which.
#[derive(Default)]
struct Edges<'a> {
    /// Those that operations use.
    first: Vec<&'a str>,
    others: HashMap<&'a str, Vec<&'a str>>,
}

#[derive(Default)]
struct Uses<'a> {
    groups: Edges<'a>,
    types: Edges<'a>,
}

impl<'a> Edges<'a> {
    /// `owner` uses the name; an operation does if there is none.
    fn add(&mut self, owner: Option<&'a Text>, name: &'a Text) {
        let list = match owner {
            Some(owner) => self.others.entry(&owner.value).or_default(),
            None => &mut self.first,
        };
        list.push(&name.value);
    }

    /// Everything that operations use, directly or through others.
    fn reached(&self) -> HashSet<&'a str> {
        let mut reached = HashSet::new();
        let mut waiting = self.first.clone();
        while let Some(name) = waiting.pop() {
            if reached.insert(name) {
                waiting.extend(self.others.get(name).into_iter().flatten());
            }
        }
        reached
    }
}

impl<'a> Uses<'a> {
    /// What stands in a group, or in an operation. Whatever a group names counts as used: that the group is not is told already.
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
