//! Texts of descriptors, each kept once.

use std::collections::HashSet;

use asmx_codegen::model;
use asmx_types::{Name, Namespace};

/// Texts that live as long as the program.
#[derive(Default)]
pub(super) struct Texts(HashSet<&'static str>);

impl Texts {
    /// The text, as one that lives as long as the program.
    pub(super) fn kept(&mut self, text: &str) -> &'static str {
        if let Some(known) = self.0.get(text) {
            return known;
        }
        let text: &'static str = Box::leak(Box::from(text));
        self.0.insert(text);
        text
    }

    /// The same of a text that may not be there.
    pub(super) fn kept_if(&mut self, text: Option<&String>) -> Option<&'static str> {
        text.map(|text| self.kept(text))
    }

    pub(super) fn namespace(&mut self, namespace: &model::Namespace) -> Namespace {
        match namespace {
            model::Namespace::Service => Namespace::Service,
            model::Namespace::None => Namespace::None,
            model::Namespace::Of(uri) => Namespace::Of(self.kept(uri)),
        }
    }

    pub(super) fn name(&mut self, name: &model::Name) -> Name {
        Name { name: self.kept(&name.name), namespace: self.namespace(&name.namespace) }
    }
}
