//! The text of an index, and what is looked up in it.
//!
//! The text has a line for each operation, enumeration and structure, so that only the lines that are asked for are read:
//!
//! ```text
//! asmx completions 1 HASH-OF-THE-REST
//! {"files":{"shop.wsdl":"HASH","missing.xsd":null},"ports":["ShopSoap"]}
//! operation FindOrders {"about":"…","parameters":[…],"tables":[…]}
//! values 0 ["Open","Closed"]
//! members 0 [{"name":"Name","about":"","kind":"Text"}]
//! ```

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::super::candidate::is_bare;

/// The index of a document. The default is that of none.
#[derive(Debug, Default, PartialEq, Eq)]
pub(in crate::cli::completions) struct Index {
    pub(super) head: Head,
    pub(super) text: String,
}

#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Head {
    /// The hashes of the document and of everything that it imports; `None` for a missing file.
    pub(super) files: BTreeMap<String, Option<String>>,
    pub(super) ports: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::cli::completions) struct Entry {
    pub(in crate::cli::completions) name: String,
    pub(in crate::cli::completions) about: String,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::cli::completions) struct Operation {
    pub(super) about: String,
    pub(in crate::cli::completions) parameters: Vec<Parameter>,
    pub(in crate::cli::completions) tables: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::cli::completions) struct Parameter {
    pub(in crate::cli::completions) name: String,
    pub(in crate::cli::completions) about: String,
    pub(in crate::cli::completions) kind: Kind,
}

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

impl Kind {
    /// The list of the members that paths go on with.
    pub(in crate::cli::completions) const fn members(self) -> Option<usize> {
        match self {
            Self::Members(id) | Self::Items(id) => Some(id),
            Self::Text | Self::Values(_) => None,
        }
    }
}

pub(super) const OPERATION: &str = "operation";
pub(super) const VALUES: &str = "values";
pub(super) const MEMBERS: &str = "members";

impl Index {
    pub(in crate::cli::completions) fn ports(&self) -> &[String] {
        &self.head.ports
    }

    /// The operations in the order of the document.
    pub(in crate::cli::completions) fn names(&self) -> Vec<Entry> {
        /// The beginning of an [`Operation`].
        #[derive(Deserialize)]
        struct About {
            about: String,
        }
        let entry = |(name, json): (&str, &str)| {
            let about = serde_json::from_str::<About>(json).map(|parsed| parsed.about).unwrap_or_default();
            Entry { name: name.to_owned(), about }
        };
        self.lines(OPERATION).map(entry).collect()
    }

    pub(in crate::cli::completions) fn operation(&self, name: &str) -> Option<Operation> {
        self.line(OPERATION, name)
    }

    /// The texts of an enumeration.
    pub(in crate::cli::completions) fn values(&self, id: usize) -> Vec<String> {
        self.line(VALUES, &id.to_string()).unwrap_or_default()
    }

    pub(in crate::cli::completions) fn members(&self, id: usize) -> Option<Vec<Parameter>> {
        self.line(MEMBERS, &id.to_string())
    }

    fn lines<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.text.lines().filter_map(move |line| line.strip_prefix(kind)?.strip_prefix(' ')?.split_once(' '))
    }

    fn line<T: for<'de> Deserialize<'de>>(&self, kind: &str, name: &str) -> Option<T> {
        let (_, json) = self.lines(kind).find(|(known, _)| *known == name)?;
        serde_json::from_str(json).ok()
    }
}
