//! XML that is written as it was given.

use super::{Unwritable, ValueWriter};
use crate::protocol::soap::soap_version::{XSD, XSI};
use crate::xml;
use crate::xml::{ParseOptions, PullReader, Pulled};

impl ValueWriter<'_> {
    /// Writes texts and elements.
    pub(super) fn fragment(&mut self, xml: &str) -> Result<(), Unwritable> {
        push_checked(self.out, xml, Around { default: self.default, ..Around::NOTHING }, false).map_err(Unwritable::new)
    }

    /// Writes one element.
    pub(super) fn element_fragment(&mut self, xml: &str) -> Result<(), Unwritable> {
        push_checked(self.out, xml, Around { default: self.default, ..Around::NOTHING }, true).map_err(Unwritable::new)
    }
}

/// What is around XML where it is written.
#[derive(Clone, Copy)]
struct Around<'a> {
    /// The default namespace, which is not that of its elements: without a namespace they are in none.
    default: &'a str,
    /// Declarations of prefixes that it may use beside `xsi` and `xsd`.
    declarations: &'a str,
    /// Attributes for its elements.
    attributes: &'a str,
}

impl Around<'_> {
    const NOTHING: Self = Self { default: "", declarations: "", attributes: "" };
}

/// Writes one element, where there is no default namespace, with further attributes. It may use the prefixes of `declarations`.
///
/// # Errors
///
/// It is not well-formed, or not one element.
pub(crate) fn push_element(out: &mut String, xml: &str, declarations: &str, attributes: &str) -> Result<(), String> {
    push_checked(out, xml, Around { declarations, attributes, ..Around::NOTHING }, true)
}

fn push_checked(out: &mut String, xml: &str, around: Around<'_>, is_element: bool) -> Result<(), String> {
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
    let before = format!("<_ xmlns:xsi=\"{XSI}\" xmlns:xsd=\"{XSD}\"{}>", around.declarations);
    let text = format!("{before}{xml}</_>");
    let options = ParseOptions::keeping_forbidden_references();
    let mut reader = PullReader::new(&text, &options);
    reader.root();
    let (depth, mut copied, mut elements, mut has_text) = (reader.depth(), before.len(), 0_usize, false);
    while let Some(inside) = reader.content(depth) {
        match inside {
            Pulled::Start => {
                elements += 1;
                let tag = reader.written(reader.start_tag()..reader.position());
                let name = tag.find([' ', '\t', '\r', '\n', '/', '>']).unwrap_or(tag.len());
                let name_end = reader.start_tag() + name;
                let keeps_default = !around.default.is_empty() && !reader.own_declarations().any(str::is_empty);
                // It may have a prefix itself, and elements in no namespace in it.
                let is_in_none = reader.namespace().is_none();
                let holds_such = pass_element(&mut reader, keeps_default && !is_in_none);
                let undeclares = keeps_default && (is_in_none || holds_such);
                if undeclares || !around.attributes.is_empty() {
                    out.push_str(reader.written(copied..name_end));
                    out.push_str(if undeclares { " xmlns=\"\"" } else { "" });
                    out.push_str(around.attributes);
                    copied = name_end;
                }
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
        Err(error) => {
            let at = error.offset().map_or(0, |offset| offset.saturating_sub(before.len()));
            Err(format!("is not well-formed XML (at byte {at})"))
        }
    }
}

/// Passes over the rest of the element. Where it is asked for: whether an element in it is in no namespace.
fn pass_element(reader: &mut PullReader<'_>, asks: bool) -> bool {
    let outer = reader.depth();
    let mut found = false;
    while asks && !found && reader.depth() >= outer {
        let depth = reader.depth();
        match reader.content(depth) {
            Some(Pulled::Start) => found = reader.namespace().is_none(),
            Some(_) => {}
            // The text ends, or is not well-formed.
            None if reader.depth() == depth => break,
            None => {}
        }
    }
    if reader.depth() >= outer {
        while reader.content(outer).is_some() {}
    }
    found
}
