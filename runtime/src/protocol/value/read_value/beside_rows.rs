//! Content of a data set's element beside its schema and rows, which no table has: a second diffgram, unknown elements, texts.
//!
//! The rows themselves are passed over: their reader keeps what no column takes. So the walk finds the same in a whole response and in one
//! without its rows, of which a reader of rows has only the head and the tail.

use super::structure::{HOLDS_TEXT, undescribed};
use super::{Unreadable, ValueReader};
use crate::protocol::soap::soap_version::XSD;
use crate::xml;
use crate::xml::{PullReader, Pulled};

const DIFFGR: &str = "urn:schemas-microsoft-com:xml-diffgram-v1";

impl ValueReader<'_> {
    /// Passes over the element of a data set, and notes and retains what no table has. Rows without a diffgram have nothing beside them: their
    /// reader refuses it.
    pub(super) fn pass_data_set(&self, element: &mut PullReader<'_>) -> Result<(), Unreadable> {
        if self.deviations.is_none() || !holds_diffgram(element) {
            element.skip();
            return Ok(());
        }
        let (depth, mut has_diffgram) = (element.depth(), false);
        while let Some(event) = element.content(depth) {
            match event {
                Pulled::Start if element.name() == "schema" && element.namespace() == Some(XSD) => element.skip(),
                Pulled::Start if !has_diffgram && is_diffgram(element) => {
                    has_diffgram = true;
                    self.pass_diffgram(element)?;
                }
                Pulled::Start => self.beside_rows(element)?,
                Pulled::Text(text) => self.stray(&text, element, true)?,
                Pulled::Other => {}
            }
        }
        Ok(())
    }

    fn pass_diffgram(&self, element: &mut PullReader<'_>) -> Result<(), Unreadable> {
        let (depth, mut has_instance) = (element.depth(), false);
        while let Some(event) = element.content(depth) {
            match event {
                Pulled::Start
                    if element.namespace() == Some(DIFFGR) && ["before", "errors"].contains(&element.name()) =>
                {
                    element.skip();
                }
                Pulled::Start if !has_instance && element.namespace() != Some(DIFFGR) => {
                    has_instance = true;
                    self.pass_rows(element)?;
                }
                Pulled::Start => self.beside_rows(element)?,
                Pulled::Text(text) => self.stray(&text, element, true)?,
                Pulled::Other => {}
            }
        }
        Ok(())
    }

    /// Passes over the rows. Text before a row is the row's.
    fn pass_rows(&self, element: &mut PullReader<'_>) -> Result<(), Unreadable> {
        let (name, depth, mut trailing) = (element.name(), element.depth(), String::new());
        while let Some(event) = element.content(depth) {
            match event {
                Pulled::Start => {
                    trailing.clear();
                    element.skip();
                }
                Pulled::Text(text) => trailing.push_str(&text),
                Pulled::Other => {}
            }
        }
        let Some(deviations) = self.deviations.filter(|_| !xml::trim_white_space(&trailing).is_empty()) else {
            return Ok(());
        };
        deviations.remark(element, name, HOLDS_TEXT);
        self.retain_text(&trailing, element)
    }

    /// Notes and retains an element beside the rows.
    fn beside_rows(&self, element: &mut PullReader<'_>) -> Result<(), Unreadable> {
        if let Some(deviations) = self.deviations {
            let what = if is_diffgram(element) { "is there more than once".to_owned() } else { undescribed(element) };
            deviations.remark(element, "", what);
        }
        self.retain_element(DIFFGR, element)
    }
}

fn is_diffgram(element: &PullReader<'_>) -> bool {
    element.name() == "diffgram" && element.namespace() == Some(DIFFGR)
}

/// Whether a diffgram is in the element. `element` does not move.
fn holds_diffgram(element: &PullReader<'_>) -> bool {
    let (mut ahead, depth) = (element.clone(), element.depth());
    while let Some(event) = ahead.content(depth) {
        if let Pulled::Start = event {
            if is_diffgram(&ahead) {
                return true;
            }
            ahead.skip();
        }
    }
    false
}
