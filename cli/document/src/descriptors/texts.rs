//! Leaked texts and slices of descriptors; equal texts share their memory.

use std::collections::HashSet;

use asmx_codegen::emit::documentation;
use asmx_codegen::model::{self, Column};
use asmx_types::{DeclaredColumn, Name, Namespace};

#[derive(Default)]
pub(super) struct Texts(HashSet<&'static str>);

impl Texts {
    pub(super) fn text(&mut self, text: &str) -> &'static str {
        if let Some(known) = self.0.get(text) {
            return known;
        }
        let text: &'static str = Box::leak(Box::from(text));
        self.0.insert(text);
        text
    }

    pub(super) fn optional_text(&mut self, text: Option<&String>) -> Option<&'static str> {
        text.map(|text| self.text(text))
    }

    pub(super) fn namespace(&mut self, namespace: &model::Namespace) -> Namespace {
        match namespace {
            model::Namespace::Service => Namespace::Service,
            model::Namespace::None => Namespace::None,
            model::Namespace::Of(uri) => Namespace::Of(self.text(uri)),
        }
    }

    pub(super) fn name(&mut self, name: &model::Name) -> Name {
        Name { name: self.text(&name.name), namespace: self.namespace(&name.namespace) }
    }
}

pub(super) fn leak<T>(items: Vec<T>) -> &'static [T] {
    if items.is_empty() { &[] } else { Vec::leak(items) }
}

pub(super) fn of_column(column: &Column, texts: &mut Texts) -> DeclaredColumn {
    let mut descriptor =
        DeclaredColumn::new(texts.text(&column.name), column.kind).doc(texts.text(&documentation::column_doc(column)));
    descriptor.required = column.required;
    descriptor.scale = column.scale;
    descriptor.mapping = column.mapping;
    descriptor
}
