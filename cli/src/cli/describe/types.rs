//! The types that the members of an operation lead to, each once.

use asmx_types::{DeclaredTable, Enumeration, Member, Type, outline};
use serde::Serialize;

use super::layout::Layout;
use super::members;

/// A declared type.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(super) enum Described {
    Structure {
        name: &'static str,
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
    outline::types_of(members).into_iter().filter_map(described).collect()
}

fn described(kind: Type) -> Option<Described> {
    match kind {
        Type::Structure(structure) => Some(Described::Structure {
            name: if structure.name.is_empty() { "structure" } else { structure.name },
            is_abstract: structure.is_abstract,
            base: structure.base().map(|base| base.name),
            members: members::all(structure.members()),
        }),
        Type::Enumeration(Enumeration { name, flags, values, .. }) => {
            Some(Described::Enumeration { name, flags: *flags, values })
        }
        Type::DataSet(data_set) => {
            let table = |table: &'static DeclaredTable| Table {
                name: table.name.unwrap_or_default(),
                columns: members::columns(table.columns),
            };
            Some(Described::DataSet { name: data_set.name, tables: data_set.tables.iter().map(table).collect() })
        }
        Type::Array(_) | Type::List(_) | Type::Scalar(_) | Type::Any | Type::Xml(_) => None,
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
