//! The limit of what a schema states once and uses again and again.
//!
//! ```xml
//! <xs:simpleType name="S">…4,000 xs:enumeration…</xs:simpleType>
//! <xs:element name="c1" type="S"/> <xs:element name="c2" type="S"/> …
//! ```
//!
//! Each column has the facets of its type, so that few bytes could become any number of facets.

use std::collections::HashSet;

use super::error::DataSetError;
use asmx_xml::Element;

/// The most bytes of declarations and long texts that are read again. A facet takes up to 8 times its bytes, so all take 16 MiB at most.
const MOST_REPEATED: usize = 2 * 1024 * 1024;

/// A repeated text of this length takes no more memory than the table, column or relation that has it.
const SHORT: usize = 100;

pub(super) struct Repeats {
    /// The beginnings of the declarations that were read.
    read: HashSet<usize>,
    left: usize,
}

impl Repeats {
    pub(super) fn new() -> Self {
        Self { read: HashSet::new(), left: MOST_REPEATED }
    }

    /// Counts a declaration that is read. The first time is free.
    pub(super) fn declaration(&mut self, declaration: Element<'_>) -> Result<(), DataSetError> {
        let span = declaration.span();
        if self.read.insert(span.start) { Ok(()) } else { self.spend(span.len()) }
    }

    /// Counts a text that several tables, columns or relations have.
    pub(super) fn text(&mut self, text: &str) -> Result<(), DataSetError> {
        self.spend(text.len().saturating_sub(SHORT))
    }

    fn spend(&mut self, bytes: usize) -> Result<(), DataSetError> {
        self.left = self.left.checked_sub(bytes).ok_or(DataSetError::TooManyRepeats)?;
        Ok(())
    }
}
