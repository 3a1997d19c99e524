//! The echo as an XML document.

use std::fmt::Write as _;

use asmx_runtime::XmlDocument;
use asmx_runtime::results::table::Table;
use asmx_runtime::xml::name::encode_local_name;
use asmx_runtime::xml::{self, ParseOptions, XmlError, escape_attribute, escape_text};

use super::documented::{Document, document_of};
use super::listing::{Item, escape};
use super::tables::{echo, typed};

/// The document that `operation` returns for a call that was received as `items`.
///
/// # Errors
///
/// XML cannot hold what was received.
pub fn of_operation(operation: &str, items: &[Item]) -> Result<XmlDocument, XmlError> {
    document(match document_of(operation) {
        Document::Rows => rows(&[echo(items), typed()]),
        Document::ReportWithoutBlanks => report(operation, items, Blanks::Dropped),
        Document::Report => report(operation, items, Blanks::Retained),
        Document::Parameters => errors(items),
    })
}

/// The document for the user `empty`.
pub fn empty() -> XmlDocument {
    document("<empty />".to_owned()).unwrap_or_default()
}

/// The service may hold characters that XML 1.0 forbids, and returns references to them.
fn document(text: String) -> Result<XmlDocument, XmlError> {
    let document = xml::Document::parse(text, &ParseOptions::keeping_forbidden_references())?;
    Ok(XmlDocument::from_element(document.root()))
}

/// Whether texts that are white space only are kept.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Blanks {
    Retained,
    Dropped,
}

impl Blanks {
    fn text(self, text: &str) -> &str {
        if self == Self::Dropped && text.chars().all(|character| matches!(character, ' ' | '\t' | '\r' | '\n')) {
            ""
        } else {
            text
        }
    }
}

/// A document with everything that XML has.
fn report(operation: &str, items: &[Item], blanks: Blanks) -> String {
    let line = blanks.text("\n  ");
    let mut out = format!(
        "<r:report xmlns:r=\"http://example.test/report\" xmlns=\"http://example.test/default\" op=\"{operation}\" \
         r:kind=\"a &amp; b &lt; c &quot;q&quot; 'a'\" tab=\"x\ty&#xA;z\">"
    );
    let _ = write!(out, "{line}<!-- comment: a - b & c < d -->{line}<?target pi data?>{line}<parameters xmlns=\"\">");
    push_parameters(&mut out, items, blanks);
    let _ = write!(out, "</parameters>{line}<mixed>head <b>bold</b> middle <i /> &amp; tail</mixed>");
    let _ = write!(out, "{line}<cdata><![CDATA[<raw attr=\"1\"> & ]]]]><![CDATA[> end]]></cdata>");
    let _ = write!(out, "{line}<empty /><pair></pair><ws>{}</ws>", blanks.text("   "));
    let _ = write!(out, "{line}<nested level=\"1\"><nested level=\"2\">");
    out.push_str("<r:leaf xmlns:q=\"http://example.test/q\" q:a=\"1\" a=\"2\">deep</r:leaf></nested></nested>");
    let _ = write!(out, "{line}<unicode>é中文 😀 \u{7f} \r\n</unicode>");
    let _ = write!(out, "{line}<un xmlns=\"\">in no namespace<in xmlns=\"urn:other\">urn</in></un>");
    let _ = write!(out, "{line}<xml:thing xml:lang=\"en\" xml:space=\"preserve\" ");
    out.push_str("xmlns:xml=\"http://www.w3.org/XML/1998/namespace\">  kept  </xml:thing>");
    let _ = write!(out, "{}</r:report>", blanks.text("\n"));
    out
}

/// A document of nothing but the parameters, with comments around the root that do not travel.
fn errors(items: &[Item]) -> String {
    let mut out = "<!-- before --><errors count=\"0\"><parameters>".to_owned();
    push_parameters(&mut out, items, Blanks::Dropped);
    out.push_str("</parameters></errors><!-- after -->");
    out
}

fn push_parameters(out: &mut String, items: &[Item], blanks: Blanks) {
    for item in items {
        let _ = write!(out, "<param name=\"{}\" kind=\"{}\" length=\"{}\"", item.name, item.kind, item.length);
        let Some(value) = &item.value else {
            out.push_str(" />");
            continue;
        };
        for (attribute, text) in [("escaped", escape(value).as_str()), ("value", value)] {
            let _ = write!(out, " {attribute}=\"");
            push_split(out, text, '\t', escape_attribute);
            out.push('"');
        }
        out.push('>');
        push_split(out, blanks.text(value), '\r', escape_text);
        out.push_str("</param>");
    }
}

/// The rows of tables as plain elements, without a schema.
fn rows(tables: &[Table]) -> String {
    let mut out = "<NewDataSet>".to_owned();
    for table in tables {
        let name = encode_local_name(table.name());
        for row in table {
            let _ = write!(out, "<{name}>");
            for (column, cell) in row.cells() {
                if let Some(text) = cell.text() {
                    push_cell(&mut out, &encode_local_name(&column.name), text);
                }
            }
            let _ = write!(out, "</{name}>");
        }
    }
    out.push_str("</NewDataSet>");
    out
}

fn push_cell(out: &mut String, name: &str, text: &str) {
    if text.is_empty() {
        let _ = write!(out, "<{name} />");
        return;
    }
    let space = if text.chars().all(char::is_whitespace) { " xml:space=\"preserve\"" } else { "" };
    let _ = write!(out, "<{name}{space}>");
    push_split(out, text, '\r', escape_text);
    let _ = write!(out, "</{name}>");
}

/// Escapes all but one character, which the service's own documents hold raw.
fn push_split(out: &mut String, text: &str, raw: char, push: fn(&mut String, &str)) {
    for part in text.split_inclusive(raw) {
        let escaped = part.strip_suffix(raw);
        push(out, escaped.unwrap_or(part));
        if escaped.is_some() {
            out.push(raw);
        }
    }
}
