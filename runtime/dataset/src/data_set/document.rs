//! Data sets read from the bytes of a document, and written as one.

use std::fmt;

use super::DataSet;
use super::error::DataSetError;
use super::fast;
use crate::vocabulary::{DIFFGR, XS, XSI};
use asmx_xml::{Document, Element, ParseOptions, Part, XmlError};

/// The error of bytes that are not a data set.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadError {
    /// The document is not well-formed, or exceeds a limit of the reader.
    Xml(XmlError),
    /// No element of the document holds a schema or a diffgram, and its root is not null.
    NoDataSet,
    /// The content of the element is not a data set.
    DataSet(DataSetError),
}

asmx_types::debug_is_a_sentence!(ReadError);

impl fmt::Display for ReadError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Xml(error) => error.fmt(out),
            Self::NoDataSet => {
                out.write_str("the document holds no data set: no element has a schema or a diffgram in it")
            }
            Self::DataSet(error) => error.fmt(out),
        }
    }
}

impl std::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Xml(error) => Some(error),
            Self::NoDataSet => None,
            Self::DataSet(error) => Some(error),
        }
    }
}

/// The first element in document order that holds a schema or a diffgram.
fn container(document: &Document) -> Option<Element<'_>> {
    let holds = |element: Element<'_>| {
        element.element(Some(XS), "schema").is_some() || element.element(Some(DIFFGR), "diffgram").is_some()
    };
    let mut stack = vec![document.root()];
    while let Some(element) = stack.pop() {
        if holds(element) {
            return Some(element);
        }
        let first_child = stack.len();
        stack.extend(element.elements());
        stack.get_mut(first_child..)?.reverse();
    }
    None
}

impl DataSet {
    /// Reads a data set from the bytes of a document that holds one anywhere: a recorded SOAP envelope, the `DataSet` element that
    /// HTTP GET and POST return, or the result of [`DataSet::write`]. It takes the first of several data sets. A root with
    /// `xsi:nil` and without a data set is null.
    ///
    /// The limits are those of [`ParseOptions::keeping_forbidden_references`]; the document declares its encoding.
    /// [`DataSet::read_with`] takes other limits.
    ///
    /// # Errors
    ///
    /// [`ReadError`].
    pub fn read(document: &[u8]) -> Result<Self, ReadError> {
        Self::read_with(document, None, &ParseOptions::keeping_forbidden_references())
    }

    /// [`DataSet::read`] within these limits. `charset` is the parameter of the document's Content-Type and overrides the
    /// declaration of the document.
    ///
    /// # Errors
    ///
    /// [`ReadError`].
    pub fn read_with(document: &[u8], charset: Option<&str>, limits: &ParseOptions) -> Result<Self, ReadError> {
        let mut cut = |text: &str| Part::of(container(&Document::parse(text, limits).ok()?)?, limits).ok();
        if let Some(data_set) = fast::read(document, charset, limits, &mut cut) {
            return Ok(data_set);
        }
        let text = asmx_xml::decode(document, charset).map_err(ReadError::Xml)?;
        let document = Document::parse(text, limits).map_err(ReadError::Xml)?;
        match container(&document) {
            Some(container) => Self::from_element(container).map_err(ReadError::DataSet),
            None if is_null(document.root()) => Ok(Self::null()),
            None => Err(ReadError::NoDataSet),
        }
    }

    /// The data set as a document: a `DataSet` element that holds the schema and the diffgram, or `xsi:nil` for null.
    /// [`DataSet::check`] tells whether the document can be read back.
    #[must_use]
    pub fn write(&self) -> String {
        if self.is_null() {
            return format!("<DataSet xmlns:xsi=\"{XSI}\" xsi:nil=\"true\" />");
        }
        let mut out = String::from("<DataSet>");
        self.write_content(&mut out);
        out.push_str("</DataSet>");
        out
    }
}

fn is_null(root: Element<'_>) -> bool {
    matches!(root.attribute(Some(XSI), "nil").map(asmx_xml::characters::trim_white_space), Some("true" | "1"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cells;
    use crate::table::{ColumnType, Table};

    fn of_rows(count: i32) -> DataSet {
        let table = Table::new("T").column("A", ColumnType::Int);
        DataSet::new("").table((0..count).fold(table, |table, number| table.row(cells![number])))
    }

    /// The plain reader reads short documents, the fast one long ones.
    #[test]
    fn written_data_sets_are_read_back() {
        for data_set in [DataSet::null(), DataSet::new("Empty"), of_rows(3), of_rows(2_000)] {
            assert_eq!(DataSet::read(data_set.write().as_bytes()).unwrap(), data_set);
        }
    }

    #[test]
    fn a_data_set_is_found_in_any_document() {
        let one = of_rows(1).write();
        let two = of_rows(2_000).write();
        for (document, rows) in
            [(format!("<e><h/><b>{one}{two}</b></e>"), 1), (format!("<e><b>{two}</b>{one}</e>"), 2_000)]
        {
            assert_eq!(DataSet::read(document.as_bytes()).unwrap().only_table().unwrap().row_count(), rows);
        }
    }

    #[test]
    fn other_documents_are_refused() {
        assert_eq!(DataSet::read(b"<a><b/></a>"), Err(ReadError::NoDataSet));
        assert!(matches!(DataSet::read(b"<a>"), Err(ReadError::Xml(_))));
        assert!(matches!(DataSet::read(b""), Err(ReadError::Xml(_))));
    }
}
