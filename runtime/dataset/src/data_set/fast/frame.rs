//! The head and the tail of a document, read together by the plain reader.

use super::super::content::DataSetContent;
use super::super::read_rows::{RowReader, diffgram};
use super::super::read_schema;
use super::rows::{Keeping, Rows};
use crate::vocabulary::{DIFFGR, XS};
use asmx_xml::rows::{FoundElement, Head};
use asmx_xml::{Element, ParseOptions, Part};

pub(super) struct Frame {
    head: Head,
    pub(super) text: String,
    pub(super) schema: DataSetContent,
    /// Whether there is a schema before the rows. If not, one may follow them.
    pub(super) has_schema: bool,
}

/// Cuts the element that carries a data set out of a document; `None` if the document is not as expected.
pub type CutPart<'f> = &'f mut dyn FnMut(&str) -> Option<Part>;

impl Frame {
    /// Reads the head of a document; `None` if anything in it is unexpected.
    pub(super) fn open(
        head: Head,
        text: &str,
        limits: &ParseOptions,
        cut: CutPart<'_>,
        keeping: Keeping,
    ) -> Option<(Self, Rows)> {
        let text = text.get(..head.length)?.to_owned();
        let part = cut(&(text.clone() + &head.closing()))?;
        let container = part.document.root();
        let schema = read_schema::read(container).ok()?;
        let (instance, before) = instance(container)?;
        // Earlier parts of a diffgram would concern rows that are not read yet.
        if part.start + instance.span().start != head.start || !before.is_empty() {
            return None;
        }
        let has_schema = container.element(Some(XS), "schema").is_some();
        let mut reader = RowReader::new(schema.clone());
        reader.enter_instance(instance);
        let rows = Rows::new(reader, instance, part.around, limits, keeping);
        Some((Self { head, text, schema, has_schema }, rows))
    }

    /// Reads the tail, from the end tag of the instance on, and applies its changes to the rows. `None` if anything in it is
    /// unexpected.
    pub(super) fn close(&self, tail: &str, reader: &mut RowReader, cut: CutPart<'_>) -> Option<()> {
        let part = cut(&[self.text.as_str(), tail].concat())?;
        let container = part.document.root();
        // A schema after the rows changes how they are read.
        if read_schema::read(container).ok()? != self.schema {
            return None;
        }
        let (instance, _) = instance(container)?;
        if part.start + instance.span().start != self.head.start {
            return None;
        }
        reader.beside_instance(diffgram(container)?, Some(instance)).ok()
    }
}

/// The element around the rows, and the parts before it in the diffgram.
fn instance(container: Element<'_>) -> Option<(Element<'_>, Vec<Element<'_>>)> {
    let mut before = Vec::new();
    for part in diffgram(container)?.elements() {
        if part.namespace() != Some(DIFFGR) {
            return Some((part, before));
        }
        before.push(part);
    }
    None
}

/// Looks for the element around the rows. It guesses by local names; the plain reader must confirm.
pub(super) fn find_instance(text: &str, limits: &ParseOptions) -> FoundElement {
    Head::find(text, limits, |reader| reader.open_names().rev().nth(1) == Some("diffgram"))
}
