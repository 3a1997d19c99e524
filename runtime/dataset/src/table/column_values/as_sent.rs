//! Facts about cells that the data of a column does not give back: texts as sent, types, and XML.

use std::collections::HashMap;
use std::sync::Arc;

use super::texts::Texts;
use super::values::{Fit, Values as _};

#[derive(Clone, Debug, Default)]
pub(super) struct AsSent {
    rows: Vec<u32>,
    fits: Vec<Fit>,
    texts: Texts,
}

impl AsSent {
    pub(super) fn push(&mut self, row: u32, fit: Fit, text: &str) {
        self.rows.push(row);
        self.fits.push(fit);
        self.texts.push(text);
    }

    pub(super) fn get(&self, row: u32) -> Option<(Fit, &str)> {
        let index = self.rows.binary_search(&row).ok()?;
        Some((*self.fits.get(index)?, self.texts.get(index)?))
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, Fit, &str)> {
        let texts = (0..).map_while(|index| self.texts.get(index));
        self.rows.iter().zip(&self.fits).zip(texts).map(|((row, fit), text)| (*row, *fit, text))
    }

    pub(super) fn fits(&self, length: usize) -> bool {
        self.texts.fits(length)
    }

    pub(super) fn clear(&mut self) {
        self.rows.clear();
        self.fits.clear();
        self.texts.clear();
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Notes {
    rows: Vec<(u32, Note)>,
    types: Vec<(Arc<str>, Box<str>)>,
    /// Namespaces are kept once, whatever the number of their types.
    namespaces: HashMap<Arc<str>, HashMap<Box<str>, u32>>,
}

#[derive(Clone, Copy, Debug)]
enum Note {
    Xml,
    /// The place of the type.
    Type(u32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Noted<'a> {
    Xml,
    Type { namespace: &'a str, name: &'a str },
}

impl Notes {
    pub(super) fn push_xml(&mut self, row: u32) {
        self.rows.push((row, Note::Xml));
    }

    pub(super) fn push_type(&mut self, row: u32, namespace: &str, name: &str) {
        let known = self.namespaces.get(namespace).and_then(|names| names.get(name)).copied();
        let index = known.unwrap_or_else(|| {
            let namespace = match self.namespaces.get_key_value(namespace) {
                Some((known, _)) => Arc::clone(known),
                None => Arc::from(namespace),
            };
            // There are no more types than rows.
            let index = u32::try_from(self.types.len()).unwrap_or(u32::MAX);
            self.types.push((Arc::clone(&namespace), name.into()));
            self.namespaces.entry(namespace).or_default().insert(name.into(), index);
            index
        });
        self.rows.push((row, Note::Type(index)));
    }

    pub(super) fn get(&self, row: u32) -> Option<Noted<'_>> {
        let index = self.rows.binary_search_by_key(&row, |(row, _)| *row).ok()?;
        match self.rows.get(index)?.1 {
            Note::Xml => Some(Noted::Xml),
            Note::Type(index) => {
                let (namespace, name) = self.types.get(index as usize)?;
                Some(Noted::Type { namespace, name })
            }
        }
    }

    pub(super) fn clear(&mut self) {
        self.rows.clear();
        self.types.clear();
        self.namespaces.clear();
    }
}
