//! Groups of parameters, and the parameters that the entries of an operation give.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::declared::{Links, MOST_PARAMETERS, Unique, plain_name, too_deep, unknown};
use super::locations::Notes;
use super::parameters::{self, Resolved};
use super::rust_names::Reported;
use super::type_names::Index;
use crate::diagnostic::{Code, Diagnostic, Span, question_behind, quoted};
use crate::model::Role;
use crate::read::ast::{Entry, Group, ParamKey, Place, Service, Text};
use crate::read::format::DEEPEST;

/// A parameter in a list, and its origin.
#[derive(Clone)]
pub(super) struct Occurrence<'a> {
    pub(super) parameter: Rc<Resolved<'a>>,
    /// The parameter's own name, or the `<use>` of its group.
    pub(super) span: Span,
    group: Option<&'a str>,
}

pub(super) struct Groups<'a> {
    by_name: BTreeMap<&'a str, usize>,
    parameters: Vec<Vec<Rc<Resolved<'a>>>>,
    /// Whether a group has all its parameters and roles. If not, that has been reported, and nothing else is reported as missing.
    is_whole: Vec<bool>,
}

impl<'a> Groups<'a> {
    pub(super) fn new(
        spec: &'a Service,
        index: &Index<'_>,
        notes: &mut Notes<'_>,
        mistakes: &mut Vec<Diagnostic>,
    ) -> Self {
        let mut by_name = BTreeMap::new();
        let mut unique = Unique::new(Code::DuplicateGroup, "group");
        for (number, group) in spec.groups.iter().enumerate() {
            plain_name(&group.name, "a group", mistakes);
            if unique.add(&group.name, mistakes) && !group.name.is_missing() {
                by_name.insert(group.name.value.as_str(), number);
            }
        }
        let mut groups =
            Self { by_name, parameters: vec![Vec::new(); spec.groups.len()], is_whole: vec![false; spec.groups.len()] };
        let links = Links::new(spec.groups.iter().map(|group| groups.uses(group)).collect());
        links.report_circles(
            |number| spec.groups.get(number).map(|group| &group.name),
            |span, names| {
                let message = format!("a group contains itself: {}", quoted(&names.join(" > ")));
                Diagnostic::new(Code::CyclicGroups, span, message)
            },
            "remove one `<use>`",
            mistakes,
        );
        let depths = links.graph.depths();
        for number in links.graph.order().iter().copied() {
            let (Some(group), Some(depth)) = (spec.groups.get(number), depths.get(number).copied()) else { continue };
            if depth == DEEPEST + 1 {
                mistakes.push(too_deep(&group.name, "groups"));
            }
            let occurrences = groups.gather(&group.entries, index, mistakes);
            let own = occurrences.iter().filter(|occurrence| occurrence.group.is_none());
            notes.group(group, own.map(|occurrence| &*occurrence.parameter));
            let is_whole = depth <= DEEPEST && groups.are_whole(&group.entries);
            if is_whole {
                check_role(group, &occurrences, mistakes);
            }
            if let Some(slot) = groups.is_whole.get_mut(number) {
                *slot = is_whole;
            }
            // Groups nested too deeply get no parameters, so that the time of a long chain does not grow with its square.
            let most = if depth > DEEPEST { 0 } else { MOST_PARAMETERS + 1 };
            if let Some(slot) = groups.parameters.get_mut(number) {
                *slot = occurrences.into_iter().map(|occurrence| occurrence.parameter).take(most).collect();
            }
        }
        groups
    }

    fn uses(&self, group: &Group) -> Vec<(usize, Span)> {
        group
            .entries
            .iter()
            .filter_map(|entry| match entry {
                Entry::Use(name) => Some((self.by_name.get(name.value.as_str()).copied()?, name.span)),
                Entry::Param(_) => None,
            })
            .collect()
    }

    pub(super) fn gather(
        &self,
        entries: &'a [Entry],
        index: &Index<'_>,
        mistakes: &mut Vec<Diagnostic>,
    ) -> Vec<Occurrence<'a>> {
        let mut list = List::default();
        for entry in entries {
            match entry {
                Entry::Param(param) => {
                    let parameter = Rc::new(parameters::parameter(param, index, mistakes));
                    list.add(Occurrence { parameter, span: param.name.span, group: None }, mistakes);
                }
                Entry::Use(name) => {
                    for parameter in self.find(name, mistakes) {
                        let occurrence =
                            Occurrence { parameter: Rc::clone(parameter), span: name.span, group: Some(&name.value) };
                        list.add(occurrence, mistakes);
                    }
                }
            }
        }
        list.occurrences
    }

    /// Whether all parameters and roles of the entries are known.
    pub(super) fn are_whole(&self, entries: &[Entry]) -> bool {
        entries.iter().all(|entry| match entry {
            Entry::Param(param) => param.attributes.text("role").is_none_or(|role| Role::named(&role.value).is_some()),
            Entry::Use(name) => {
                let number = self.by_name.get(name.value.as_str());
                number.and_then(|number| self.is_whole.get(*number)).copied().unwrap_or(false)
            }
        })
    }

    fn find(&self, name: &Text, mistakes: &mut Vec<Diagnostic>) -> &[Rc<Resolved<'a>>] {
        if name.is_missing() {
            return &[];
        }
        if let Some(number) = self.by_name.get(name.value.as_str()) {
            return self.parameters.get(*number).map_or(&[], Vec::as_slice);
        }
        let near = question_behind(mistakes, &name.value, self.by_name.keys().copied());
        let otherwise = format!("declare it: `<group name={}>`", quoted(&name.value).replace('`', "\""));
        mistakes.push(unknown(Code::UnknownGroup, "group", name, near, &otherwise));
        &[]
    }
}

#[derive(Default)]
struct List<'a> {
    occurrences: Vec<Occurrence<'a>>,
    by_name: BTreeMap<ParamKey<'a>, (Span, Option<&'a str>)>,
    reported: Reported,
}

impl<'a> List<'a> {
    fn add(&mut self, occurrence: Occurrence<'a>, mistakes: &mut Vec<Diagnostic>) {
        let spec = occurrence.parameter.spec;
        let Some(key) = spec.key() else {
            // A missing name has been reported.
            if !matches!(spec.place, Place::Element | Place::Attribute) {
                self.occurrences.push(occurrence);
            }
            return;
        };
        let name = &spec.name;
        let Some((first, through)) = self.by_name.get(&key).copied() else {
            self.by_name.insert(key, (occurrence.span, occurrence.group));
            self.occurrences.push(occurrence);
            return;
        };
        if !self.reported.is_new(first, occurrence.span) {
            return;
        }
        let name = quoted(&name.value);
        mistakes.push(match (through, occurrence.group) {
            (None, None) => {
                Diagnostic::new(Code::DuplicateParameter, occurrence.span, format!("a second parameter {name}"))
                    .label("named again")
                    .also(first, "first named here")
                    .help("give one of the two another name, or remove it")
            }
            (first_group, second_group) => Diagnostic::new(
                Code::RepeatedThroughGroups,
                occurrence.span,
                format!("the parameter {name} is included twice"),
            )
            .label(origin("again", second_group))
            .also(first, origin("first", first_group))
            .help("an operation takes each parameter once: remove one of the two"),
        });
    }
}

fn origin(when: &str, group: Option<&str>) -> String {
    match group {
        Some(group) => format!("{when} through the group {}", quoted(group)),
        None => format!("{when} by itself"),
    }
}

/// The roles that a group's role requires of its parameters.
pub fn needed_roles(role: &str) -> &'static [Role] {
    match role {
        "credentials" => &[Role::Username, Role::Password],
        "delimited-text" => &[Role::RowDelimiter, Role::ColumnDelimiter],
        "date-range" => &[Role::BeginDate, Role::EndDate],
        _ => &[],
    }
}

fn check_role(group: &Group, occurrences: &[Occurrence<'_>], mistakes: &mut Vec<Diagnostic>) {
    let Some(role) = &group.role else { return };
    let lacking = needed_roles(&role.value)
        .iter()
        .filter(|role| !occurrences.iter().any(|occurrence| occurrence.parameter.model.role == Some(**role)));
    for name in lacking.map(|role| role.name()) {
        let group = quoted(&group.name.value);
        let message = format!("no parameter of the group {group} has the role `{name}`");
        mistakes.push(
            Diagnostic::new(Code::IncompleteGroupRole, role.span, message)
                .label(format!("`{}` requires one", role.value))
                .help(format!("add `role=\"{name}\"` to that parameter, or remove the role of the group")),
        );
    }
}
