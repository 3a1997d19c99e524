//! The parts of results: XML, data sets, delimited text.

use asmx_runtime::results::table::Table;
use asmx_runtime::xml::{Document, ParseOptions};
use asmx_runtime::{DataSet, XmlDocument};
use asmx_runtime::{DelimitedText, Delimiters};

/// A document: read, cut out, written as a document of its own, read again.
pub fn xml_document(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    let Ok(document) = XmlDocument::parse(text) else { return };
    let standalone = document.to_standalone();
    let again = XmlDocument::parse(&standalone);
    assert!(again.is_ok(), "{again:?}: {standalone}");
}

/// The content of a data set: read, written, read again.
pub fn data_set(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    let options = ParseOptions::keeping_forbidden_references();
    let Ok(document) = Document::parse(text, &options) else { return };
    let Ok(data_set) = DataSet::from_element(document.root()) else { return };
    let _ = format!("{data_set:?}");
    if data_set.check().is_err() {
        return;
    }
    let mut written = String::from("<DataSet>");
    data_set.write_content(&mut written);
    written.push_str("</DataSet>");
    let again = match Document::parse(written.as_str(), &options) {
        Ok(document) => DataSet::from_element(document.root()),
        Err(error) => panic!("what was written is not well-formed: {error}\n{written}"),
    };
    let Ok(again) = again else { panic!("what was written cannot be read\n{written}") };
    let rows = |data_set: &DataSet| -> Vec<usize> { data_set.tables().iter().map(Table::row_count).collect() };
    assert_eq!(rows(&data_set), rows(&again), "{written}");
}

/// Delimited text: three delimiters, each up to a line feed, then the text. Joined cells are cut into equal cells
/// again.
pub fn delimited_text(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    let mut parts = text.splitn(4, '\n');
    let (Some(row), Some(column), Some(qualifier), Some(text)) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return;
    };
    let or_line_feed = |mark: &str| if mark.is_empty() { "\n".to_owned() } else { mark.to_owned() };
    let delimiters = Delimiters::new(or_line_feed(row), column).qualifier(qualifier);
    let text = DelimitedText::new(text).with_delimiters(delimiters.clone());
    let Ok(rows) = text.cells() else { return };
    if let Ok(joined) = DelimitedText::from_rows(&delimiters, &rows) {
        assert_eq!(joined.cells().as_ref(), Ok(&rows));
    }
}
