//! The index of a document that is open.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

use asmx_gateway::tables::{self, VALUES as SINGLE_VALUES};
use asmx_gateway::{Document, documentation};
use asmx_types::display::{is_obeyed, shortened, shown_line};
use asmx_types::{ArrayType, Enumeration, Member, Operation as Described, Scalar, Structure, Type, plain_text};
use serde::Serialize;

use super::content::{Head, Index, Kind, MEMBERS, OPERATION, Operation, Parameter, VALUES};
use crate::cli::call;

/// The most characters of a description.
const LONGEST: usize = 100;

/// The most values of an enumeration that are offered.
const MOST_VALUES: usize = 1000;

/// The list of `true` and `false`.
const BOOLEANS: usize = 0;

struct Writer {
    text: String,
    values: Numbers<Enumeration>,
    members: Numbers<Structure>,
    /// Structures whose members are not written yet.
    waiting: Vec<(usize, &'static Structure)>,
}

/// The number of each descriptor, counted from 1. A descriptor stands at one address as long as the program.
struct Numbers<T>(HashMap<*const T, usize>);

impl<T> Numbers<T> {
    fn new() -> Self {
        Self(HashMap::new())
    }

    /// The number, and whether the descriptor is new.
    fn of(&mut self, descriptor: &'static T) -> (usize, bool) {
        let next = self.0.len() + 1;
        let number = *self.0.entry(descriptor).or_insert(next);
        (number, number == next)
    }
}

pub(super) fn of(document: &Document, files: BTreeMap<String, Option<String>>) -> Index {
    let service = document.service();
    let mut writer =
        Writer { text: String::new(), values: Numbers::new(), members: Numbers::new(), waiting: Vec::new() };
    writer.line(VALUES, BOOLEANS, &["true", "false"]);
    for operation in service.operations.iter().filter(|operation| is_name(operation.name)) {
        let parameters = call::flat(service.common.iter().chain(operation.parameters));
        let described = Operation {
            about: about(&documentation(operation)),
            parameters: writer.parameters(&parameters),
            tables: tables(operation),
        };
        writer.line(OPERATION, operation.name, &described);
        writer.waiting_members();
    }
    let ports = document.ports().iter().map(|port| port.name).filter(|name| is_name(name));
    Index { head: Head { files, ports: ports.map(str::to_owned).collect() }, text: writer.text }
}

/// Names with blanks have no line.
fn is_name(name: &str) -> bool {
    !name.is_empty() && !name.contains(|character: char| character.is_whitespace() || is_obeyed(character))
}

fn tables(operation: &Described) -> Vec<String> {
    let names = tables::of_shown_result(operation).into_iter().map(|shape| shape.name);
    names.filter(|name| !name.is_empty() && name != SINGLE_VALUES).collect()
}

fn about(documentation: &str) -> String {
    shortened(&shown_line(documentation.lines().next().unwrap_or_default()), LONGEST).into_owned()
}

impl Writer {
    fn line(&mut self, kind: &str, name: impl std::fmt::Display, value: &impl Serialize) {
        if let Ok(json) = serde_json::to_string(value) {
            // Writing to a String cannot fail.
            let _ = writeln!(self.text, "{kind} {name} {json}");
        }
    }

    fn parameters(&mut self, members: &[&'static Member]) -> Vec<Parameter> {
        let members = members.iter().copied().filter(|member| !call::is_secret(member));
        let parameter = |member: &'static Member| Parameter {
            name: member.name.to_owned(),
            about: about(&plain_text(member.doc)),
            kind: self.kind(member.kind, member.repeated),
        };
        members.map(parameter).filter(Parameter::is_option).collect()
    }

    fn kind(&mut self, kind: Type, is_repeated: bool) -> Kind {
        match kind {
            Type::Scalar(Scalar::Boolean) => Kind::Values(BOOLEANS),
            Type::Enumeration(enumeration) => Kind::Values(self.enumeration(enumeration)),
            Type::List(list) => self.kind(list.item, false),
            Type::Structure(structure) if is_repeated => Kind::Items(self.structure(structure)),
            Type::Structure(structure) => Kind::Members(self.structure(structure)),
            // Its items are options of one name, or have a number in their path.
            Type::Array(ArrayType { item, alternatives: [], .. })
                if !is_repeated && !matches!(item, Type::Array(_)) =>
            {
                self.kind(*item, true)
            }
            _ => Kind::Text,
        }
    }

    fn enumeration(&mut self, enumeration: &'static Enumeration) -> usize {
        let (id, is_new) = self.values.of(enumeration);
        if is_new {
            let values = enumeration.values.iter().filter(|value| !value.contains(is_obeyed)).take(MOST_VALUES);
            self.line(VALUES, id, &values.collect::<Vec<_>>());
        }
        id
    }

    fn structure(&mut self, structure: &'static Structure) -> usize {
        let (id, is_new) = self.members.of(structure);
        if is_new {
            self.waiting.push((id, structure));
        }
        id
    }

    fn waiting_members(&mut self) {
        while let Some((id, structure)) = self.waiting.pop() {
            let members = self.parameters(&call::members_of(structure));
            self.line(MEMBERS, id, &members);
        }
    }
}
