//! Writes XML unchanged, after checking it.

use super::{Unwritable, ValueWriter};
use crate::protocol::soap::soap_version::{XSD, XSI};
use crate::xml;
use crate::xml::{ParseOptions, PullReader, Pulled};

impl ValueWriter<'_> {
    pub(super) fn fragment(&mut self, xml: &str) -> Result<(), Unwritable> {
        push_checked(self.out, xml, Around { default: self.default, ..Around::NOTHING }, false).map_err(Unwritable::new)
    }

    /// As [`fragment`](Self::fragment) where `default` is the default namespace.
    pub(super) fn fragment_in(&mut self, xml: &str, default: &str) -> Result<(), Unwritable> {
        push_checked(self.out, xml, Around { default, ..Around::NOTHING }, false).map_err(Unwritable::new)
    }

    pub(super) fn element_fragment(&mut self, xml: &str) -> Result<(), Unwritable> {
        push_checked(self.out, xml, Around { default: self.default, ..Around::NOTHING }, true).map_err(Unwritable::new)
    }
}

#[derive(Clone, Copy)]
struct Around<'a> {
    /// The default namespace, which must not apply to the elements: those without a namespace are in none.
    default: &'a str,
    /// Declarations of further prefixes beside `xsi` and `xsd`.
    declarations: &'a str,
    /// Further attributes for each of its elements.
    attributes: &'a dyn Fn(&PullReader<'_>) -> String,
}

impl Around<'_> {
    const NOTHING: Self = Self { default: "", declarations: "", attributes: &|_| String::new() };
}

/// Writes one element outside of a default namespace. `attributes` gives its further attributes. It may use the prefixes of `declarations`.
///
/// # Errors
///
/// The XML is not well-formed, or not one element.
pub(crate) fn push_element(
    out: &mut String,
    xml: &str,
    declarations: &str,
    attributes: &dyn Fn(&PullReader<'_>) -> String,
) -> Result<(), String> {
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
    while let Some(event) = reader.content(depth) {
        match event {
            Pulled::Start => {
                elements += 1;
                let tag = reader.written(reader.start_tag()..reader.position());
                let name = tag.find([' ', '\t', '\r', '\n', '/', '>']).unwrap_or(tag.len());
                let name_end = reader.start_tag() + name;
                let attributes = (around.attributes)(&reader);
                let undeclares = has_elements_in_none(&mut reader) && !around.default.is_empty();
                if undeclares || !attributes.is_empty() {
                    out.push_str(reader.written(copied..name_end));
                    out.push_str(if undeclares { " xmlns=\"\"" } else { "" });
                    out.push_str(&attributes);
                    copied = name_end;
                }
            }
            Pulled::Text(part) => has_text = has_text || !xml::trim_white_space(&part).is_empty(),
            Pulled::Other => {}
        }
    }
    let end = before.len() + xml.len();
    out.push_str(reader.written(copied..end));
    // An end tag in the XML may have closed the element around it. Then something follows that element.
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

/// Whether the element, or one inside it, is in no namespace and the XML does not declare that: it has no prefix, and there is no default
/// namespace declared for it. Passes the element.
fn has_elements_in_none(element: &mut PullReader<'_>) -> bool {
    let outermost = element.depth();
    // The depths of open elements that declare or undeclare a default namespace.
    let mut declaring = Vec::new();
    let mut found = false;
    let mut is_start = true;
    loop {
        let depth = element.depth();
        if is_start {
            if element.own_declarations().any(str::is_empty) {
                declaring.push(depth);
            }
            found |= declaring.is_empty() && element.namespace().is_none();
        }
        match element.content(depth) {
            Some(pulled) => is_start = matches!(pulled, Pulled::Start),
            None if depth == outermost || element.depth() == depth => return found,
            None => {
                is_start = false;
                declaring.pop_if(|declaring| *declaring == depth);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(xml: &str) -> Result<String, String> {
        let mut out = String::new();
        push_checked(&mut out, xml, Around { default: "urn:d", ..Around::NOTHING }, false).map(|()| out)
    }

    #[test]
    fn elements_without_a_namespace_stay_so() {
        for (xml, expected) in [
            ("text", "text"),
            ("<a/>t<b c='d'>e</b>", "<a xmlns=\"\"/>t<b xmlns=\"\" c='d'>e</b>"),
            ("<a xmlns=''><b/></a>", "<a xmlns=''><b/></a>"),
            ("<a xmlns='u'><b/></a>", "<a xmlns='u'><b/></a>"),
            ("<p:a xmlns:p='u'><p:b/></p:a>", "<p:a xmlns:p='u'><p:b/></p:a>"),
            ("<p:a xmlns:p='u'><b/></p:a>", "<p:a xmlns=\"\" xmlns:p='u'><b/></p:a>"),
            ("<p:a xmlns:p='u'><b xmlns='v'><c/></b></p:a>", "<p:a xmlns:p='u'><b xmlns='v'><c/></b></p:a>"),
            ("<p:a xmlns:p='u'><b xmlns=''/><c/></p:a>", "<p:a xmlns=\"\" xmlns:p='u'><b xmlns=''/><c/></p:a>"),
        ] {
            assert_eq!(result(xml).unwrap(), expected);
        }
    }

    #[test]
    fn xml_that_closes_the_element_around_it_is_refused() {
        for xml in ["</a><a>", "</_><_>", "<a>", "a&b", "<p:a/>", "<!DOCTYPE a>", "\u{1}"] {
            assert!(result(xml).is_err(), "{xml}");
        }
    }
}
