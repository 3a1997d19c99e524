//! The index of a document that is open.

use std::collections::{BTreeMap, HashMap};

use asmx_gateway::tables::{self, VALUES};
use asmx_gateway::{Document, documentation};
use asmx_types::display::{is_obeyed, shortened, shown_line};
use asmx_types::{ArrayType, Enumeration, Member, Operation as Described, Scalar, Structure, Type, plain_text};

use super::content::{Index, Kind, Operation, Parameter};
use crate::cli::call;

/// The most characters of a description.
const LONGEST: usize = 100;

/// The most values of an enumeration that are offered.
const MOST_VALUES: usize = 1000;

/// The list of `true` and `false`.
const BOOLEANS: usize = 0;

#[derive(Default)]
struct Writer {
    index: Index,
    /// The position of each descriptor in the index. A descriptor stands at one address as long as the program.
    values: HashMap<*const Enumeration, usize>,
    members: HashMap<*const Structure, usize>,
    /// Structures whose members are not written yet.
    waiting: Vec<(usize, &'static Structure)>,
}

pub(super) fn of(document: &Document, files: BTreeMap<String, Option<String>>) -> Index {
    let service = document.service();
    let mut writer = Writer::default();
    writer.index.values.push(["true", "false"].map(str::to_owned).to_vec());
    for operation in service.operations.iter().filter(|operation| is_name(operation.name)) {
        let parameters = call::flat(service.common.iter().chain(operation.parameters));
        let described = Operation {
            name: operation.name.to_owned(),
            about: about(&documentation(operation)),
            parameters: writer.parameters(&parameters),
            tables: tables(operation),
        };
        writer.index.operations.push(described);
        writer.waiting_members();
    }
    let ports = document.ports().iter().map(|port| port.name).filter(|name| is_name(name));
    Index { files, ports: ports.map(str::to_owned).collect(), ..writer.index }
}

/// Names with blanks are no words of a command line.
fn is_name(name: &str) -> bool {
    !name.is_empty() && !name.contains(|character: char| character.is_whitespace() || is_obeyed(character))
}

fn tables(operation: &Described) -> Vec<String> {
    let names = tables::of_shown_result(operation).into_iter().map(|shape| shape.name);
    names.filter(|name| !name.is_empty() && name != VALUES).collect()
}

fn about(documentation: &str) -> String {
    shortened(&shown_line(documentation.lines().next().unwrap_or_default()), LONGEST).into_owned()
}

impl Writer {
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
        *self.values.entry(enumeration).or_insert_with(|| {
            let values = enumeration.values.iter().filter(|value| !value.contains(is_obeyed)).take(MOST_VALUES);
            self.index.values.push(values.map(|value| (*value).to_owned()).collect());
            self.index.values.len() - 1
        })
    }

    fn structure(&mut self, structure: &'static Structure) -> usize {
        *self.members.entry(structure).or_insert_with(|| {
            let id = self.index.members.len();
            self.index.members.push(Vec::new());
            self.waiting.push((id, structure));
            id
        })
    }

    fn waiting_members(&mut self) {
        while let Some((id, structure)) = self.waiting.pop() {
            let members = self.parameters(&call::members_of(structure));
            if let Some(entry) = self.index.members.get_mut(id) {
                *entry = members;
            }
        }
    }
}
