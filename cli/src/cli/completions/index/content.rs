//! The content of an index, and what is looked up in it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::super::candidate::is_bare;

/// The index of a document. The default is that of none.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::cli::completions) struct Index {
    /// The hashes of the document and of everything that it imports; `None` for a missing file.
    pub(super) files: BTreeMap<String, Option<String>>,
    pub(in crate::cli::completions) ports: Vec<String>,
    /// In the order of the document.
    pub(in crate::cli::completions) operations: Vec<Operation>,
    /// The texts of enumerations.
    pub(super) values: Vec<Vec<String>>,
    /// The members of structures.
    pub(super) members: Vec<Vec<Parameter>>,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::cli::completions) struct Operation {
    pub(in crate::cli::completions) name: String,
    pub(in crate::cli::completions) about: String,
    pub(in crate::cli::completions) parameters: Vec<Parameter>,
    pub(in crate::cli::completions) tables: Vec<String>,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::cli::completions) struct Parameter {
    pub(in crate::cli::completions) name: String,
    pub(in crate::cli::completions) about: String,
    pub(in crate::cli::completions) kind: Kind,
}

/// The kind of a parameter. The number is the position of its values or members in the index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::cli::completions) enum Kind {
    Text,
    /// One of a list of texts.
    Values(usize),
    /// A structure.
    Members(usize),
    /// An array of structures.
    Items(usize),
}

impl Parameter {
    /// Whether a shell takes its name as it is.
    pub(super) fn is_option(&self) -> bool {
        !self.name.is_empty() && self.name.chars().all(is_bare)
    }
}

impl Index {
    pub(in crate::cli::completions) fn operation(&self, name: &str) -> Option<&Operation> {
        self.operations.iter().find(|operation| operation.name == name)
    }

    /// The texts of an enumeration.
    pub(in crate::cli::completions) fn values(&self, kind: Kind) -> Option<&[String]> {
        if let Kind::Values(id) = kind { self.values.get(id).map(Vec::as_slice) } else { None }
    }

    /// The members that paths go on with.
    pub(in crate::cli::completions) fn members(&self, kind: Kind) -> Option<&[Parameter]> {
        match kind {
            Kind::Members(id) | Kind::Items(id) => self.members.get(id).map(Vec::as_slice),
            Kind::Text | Kind::Values(_) => None,
        }
    }
}
