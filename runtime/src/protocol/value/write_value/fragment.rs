//! XML that is written as it was given.

use super::{Unwritable, ValueWriter};
use crate::protocol::soap::soap_version::{XSD, XSI};
use crate::xml;
use crate::xml::{ParseOptions, PullReader, Pulled};

impl ValueWriter<'_> {
    /// Writes texts and elements.
    pub(super) fn fragment(&mut self, xml: &str) -> Result<(), Unwritable> {
        push_fragment(self.out, xml, "", self.default, false).map_err(Unwritable::new)
    }

    /// Writes one element.
    pub(super) fn element_fragment(&mut self, xml: &str) -> Result<(), Unwritable> {
        push_fragment(self.out, xml, "", self.default, true).map_err(Unwritable::new)
    }
}

/// Writes `xml` where `default` is the default namespace, which is not that of its elements: without a namespace they are in none.
/// The prefixes `xsi` and `xsd` need no declaration, nor do those of `declarations`.
///
/// # Errors
///
/// It is not well-formed, or not one element if it must be.
pub(crate) fn push_fragment(
    out: &mut String,
    xml: &str,
    declarations: &str,
    default: &str,
    is_element: bool,
) -> Result<(), String> {
    if !xml.contains(['<', '&', '>', '\r']) && !is_element {
        // Plain text.
        return match xml::first_forbidden_character(xml) {
            None => {
                out.push_str(xml);
                Ok(())
            }
            Some(_) => Err("holds a character that XML cannot carry".to_owned()),
        };
    }
    let before = format!("<_ xmlns:xsi=\"{XSI}\" xmlns:xsd=\"{XSD}\"{declarations}>");
    let text = format!("{before}{xml}</_>");
    let options = ParseOptions::default();
    let mut reader = PullReader::new(&text, &options);
    reader.root();
    let (depth, mut copied, mut elements, mut has_text) = (reader.depth(), before.len(), 0_usize, false);
    while let Some(inside) = reader.content(depth) {
        match inside {
            Pulled::Start => {
                elements += 1;
                let is_in_none = reader.namespace().is_none() && !default.is_empty();
                if is_in_none && !reader.own_declarations().any(str::is_empty) {
                    let name_end = reader.start_tag() + 1 + reader.name().len();
                    out.push_str(reader.written(copied..name_end));
                    out.push_str(" xmlns=\"\"");
                    copied = name_end;
                }
                reader.skip();
            }
            Pulled::Text(part) => has_text = has_text || !xml::trim_white_space(&part).is_empty(),
            Pulled::Other => {}
        }
    }
    let end = before.len() + xml.len();
    out.push_str(reader.written(copied..end));
    // An end tag in it may have ended the element around it, and then there is something behind that.
    let is_whole = reader.position() == text.len();
    match reader.finish() {
        Ok(()) if is_whole && (!is_element || elements == 1 && !has_text) => Ok(()),
        Ok(()) if is_whole => Err("is not one element".to_owned()),
        Ok(()) => Err("is not well-formed XML".to_owned()),
        Err(error) => Err(format!("is not well-formed XML ({})", error.kind_in_words())),
    }
}

/// Whether `xml` is one element.
pub(crate) fn check_element(xml: &str, declarations: &str) -> Result<(), String> {
    push_fragment(&mut String::new(), xml, declarations, "", true)
}
