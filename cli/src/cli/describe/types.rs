//! The types that the members of an operation lead to, each once.

use asmx_types::{Enumeration, Member, Place, Structure, Type};
use serde::Serialize;

use super::layout::Layout;
use super::members;

/// A declared type.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(super) enum Described {
    Structure {
        name: String,
        #[serde(rename = "abstract", skip_serializing_if = "std::ops::Not::not")]
        is_abstract: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        base: Option<&'static str>,
        members: Vec<members::Described>,
    },
    Enumeration {
        name: &'static str,
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        flags: bool,
        values: &'static [&'static str],
    },
    DataSet {
        name: &'static str,
        tables: Vec<Table>,
    },
}

#[derive(Serialize)]
pub(super) struct Table {
    name: &'static str,
    columns: Vec<members::Described>,
}

/// The types of the members, and those that these hold, in the order in which they are met.
pub(super) fn reached(members: impl IntoIterator<Item = &'static Member>) -> Vec<Described> {
    let mut waiting: Vec<Type> = Vec::new();
    members.into_iter().for_each(|member| push(member, &mut waiting));
    // Structures hold each other: each type is described once.
    let (mut seen, mut all, mut next) = (Vec::new(), Vec::new(), 0);
    while let Some(kind) = waiting.get(next).copied() {
        next += 1;
        let address = match kind {
            Type::Structure(structure) => std::ptr::from_ref(structure).addr(),
            Type::Enumeration(enumeration) => std::ptr::from_ref(enumeration).addr(),
            Type::DataSet(data_set) => std::ptr::from_ref(data_set).addr(),
            Type::Array(array) => {
                waiting.push(array.item);
                array.alternatives.iter().for_each(|member| push(member, &mut waiting));
                continue;
            }
            Type::List(list) => {
                waiting.push(list.item);
                continue;
            }
            Type::Scalar(_) | Type::Any | Type::Xml(_) => continue,
        };
        if seen.contains(&address) {
            continue;
        }
        seen.push(address);
        match kind {
            Type::Structure(structure) => {
                structure.members().iter().for_each(|member| push(member, &mut waiting));
                waiting.extend(structure.derived().iter().map(|derived| Type::Structure(derived)));
                all.push(of_structure(structure));
            }
            Type::Enumeration(Enumeration { name, flags, values, .. }) => {
                all.push(Described::Enumeration { name, flags: *flags, values });
            }
            Type::DataSet(data_set) => {
                let table = |table: &'static asmx_types::DeclaredTable| Table {
                    name: table.name.unwrap_or_default(),
                    columns: members::columns(table.columns),
                };
                let tables = data_set.tables.iter().map(table).collect();
                all.push(Described::DataSet { name: data_set.name, tables });
            }
            _ => {}
        }
    }
    all
}

fn push(member: &'static Member, waiting: &mut Vec<Type>) {
    match member.place {
        Place::Choice(alternatives) => alternatives.iter().for_each(|member| push(member, waiting)),
        Place::AnyElements | Place::AnyAttributes | Place::Mixed => {}
        Place::Element | Place::Attribute | Place::Text => waiting.push(member.kind),
    }
}

fn of_structure(structure: &'static Structure) -> Described {
    Described::Structure {
        name: asmx_gateway::type_name(Type::Structure(structure)),
        is_abstract: structure.is_abstract,
        base: structure.base().map(|base| base.name),
        members: members::all(structure.members()),
    }
}

impl Described {
    pub(super) fn show(&self, layout: &mut Layout) {
        match self {
            Self::Structure { name, is_abstract, base, members } => {
                let before = if *is_abstract { "abstract " } else { "" };
                let base = base.map(|base| format!(", based on {base}")).unwrap_or_default();
                layout.heading(&format!("{before}structure {name}{base}"));
                layout.rows(&members::rows(members));
            }
            Self::Enumeration { name, flags, values } => {
                layout.heading(&format!("{} {name}", if *flags { "flags" } else { "enumeration" }));
                let texts = values.iter().map(|value| if value.is_empty() { "\"\"" } else { value });
                layout.words(&texts.collect::<Vec<_>>().join(", "));
            }
            Self::DataSet { name, tables } => {
                for table in tables {
                    layout.heading(&format!("DataSet {name}, table {}", table.name));
                    layout.rows(&members::rows(&table.columns));
                }
            }
        }
    }
}
