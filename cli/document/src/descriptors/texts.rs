//! Leaked texts and slices of descriptors; equal texts share their memory.

use std::collections::HashSet;

use asmx_codegen::emit::documentation;
use asmx_codegen::model::{self, Column};
use asmx_types::{DeclaredColumn, Name, Namespace};

#[derive(Default)]
pub(super) struct Texts(HashSet<&'static str>);

impl Texts {
    pub(super) fn kept(&mut self, text: &str) -> &'static str {
        if let Some(known) = self.0.get(text) {
            return known;
        }
        let text: &'static str = Box::leak(Box::from(text));
        self.0.insert(text);
        text
    }

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

pub(super) fn leak<T>(items: Vec<T>) -> &'static [T] {
    if items.is_empty() { &[] } else { Vec::leak(items) }
}

pub(super) fn of_column(column: &Column, texts: &mut Texts) -> DeclaredColumn {
    let mut made =
        DeclaredColumn::new(texts.kept(&column.name), column.kind).doc(texts.kept(&documentation::column_doc(column)));
    made.required = column.required;
    made.scale = column.scale;
    made.mapping = column.mapping;
    made
}
