//! Texts that the data of a column does not give back exactly.

use super::texts::Texts;
use super::values::{Fit, Values as _};

/// Texts by row, ascending.
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
        let place = self.rows.binary_search(&row).ok()?;
        Some((*self.fits.get(place)?, self.texts.get(place)?))
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, Fit, &str)> {
        let texts = (0..).map_while(|place| self.texts.get(place));
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
