//! Parts of a document as XML that stands by itself: every prefix that is used in it is declared in it.

use crate::xml;
use crate::xml::{PullReader, Pulled};

/// What is inside the element; it is passed.
pub(crate) fn content(element: &mut PullReader<'_>) -> String {
    let scope = element.namespaces_in_scope();
    let (depth, begin) = (element.depth(), element.position());
    let mut out = String::new();
    let mut copied = begin;
    while let Some(inside) = element.content(depth) {
        if let Pulled::Start = inside {
            let start = element.start_tag();
            out.push_str(element.written(copied..start));
            copied = push_element(&mut out, element, &scope);
        }
    }
    let end = begin + element.written_since(begin).len();
    out.push_str(element.written(copied..end));
    out
}

/// The element with its tags; it is passed.
pub(crate) fn whole(element: &mut PullReader<'_>) -> String {
    let own: Vec<_> = element.own_declarations().collect();
    let mut scope = element.namespaces_in_scope();
    scope.retain(|(prefix, _)| !own.contains(prefix));
    let mut out = String::new();
    push_element(&mut out, element, &scope);
    out
}

/// Writes the element with those declarations of `scope` that it needs, and says where it ends.
fn push_element(out: &mut String, element: &mut PullReader<'_>, scope: &[(&str, String)]) -> usize {
    let start = element.start_tag();
    let own: Vec<_> = element.own_declarations().collect();
    element.skip();
    let end = element.position();
    let raw = element.written(start..end);
    let name =
        raw.find(|letter: char| letter.is_ascii_whitespace() || matches!(letter, '/' | '>')).unwrap_or(raw.len());
    let (opening, rest) = raw.split_at(name);
    out.push_str(opening);
    for (prefix, namespace) in scope {
        if own.contains(prefix) || !may_use(raw, prefix) {
            continue;
        }
        out.push_str(" xmlns");
        if !prefix.is_empty() {
            out.push(':');
            out.push_str(prefix);
        }
        out.push_str("=\"");
        xml::escape_attribute(out, namespace);
        out.push('"');
    }
    out.push_str(rest);
    end
}

/// Whether the prefix is used in the XML, as far as that is seen without reading it: values may be names, too. The default namespace
/// is used by elements without prefix.
fn may_use(raw: &str, prefix: &str) -> bool {
    if !prefix.is_empty() {
        return raw.match_indices(prefix).any(|(at, _)| raw.as_bytes().get(at + prefix.len()) == Some(&b':'));
    }
    raw.match_indices('<').any(|(at, _)| {
        let name = raw.get(at + 1..).unwrap_or_default();
        let end = name.find(|letter: char| letter.is_ascii_whitespace() || matches!(letter, '/' | '>'));
        !name.starts_with(['/', '!', '?']) && !name.get(..end.unwrap_or(name.len())).unwrap_or_default().contains(':')
    })
}
