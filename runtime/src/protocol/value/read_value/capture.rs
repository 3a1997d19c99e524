//! Cuts self-contained XML out of a document: every prefix in it is declared in it.

use std::collections::HashSet;

use crate::protocol::value::value_budget::ValueBudget;
use crate::xml;
use crate::xml::{PullReader, Pulled};

/// The content of the element, which is passed. `None` if its declarations take more room than is left.
pub(crate) fn content(element: &mut PullReader<'_>, budget: Option<&ValueBudget>) -> Option<String> {
    let (depth, begin) = (element.depth(), element.position());
    let mut out = Some(String::new());
    let mut copied = begin;
    while let Some(event) = element.content(depth) {
        if let Pulled::Start = event {
            let start = element.start_tag();
            let before = element.written(copied..start);
            copied = push_element(&mut out, before, element, budget);
        }
    }
    let end = begin + element.written_since(begin).len();
    let rest = element.written(copied..end);
    out.map(|mut out| {
        out.push_str(rest);
        out
    })
}

/// The element with its tags, which is passed. `None` if its declarations take more room than is left.
pub(crate) fn element(element: &mut PullReader<'_>, budget: Option<&ValueBudget>) -> Option<String> {
    let mut out = Some(String::new());
    push_element(&mut out, "", element, budget);
    out
}

/// Writes `before`, and the element with the declarations around it that it needs. Returns the byte where it ends.
fn push_element(
    out: &mut Option<String>,
    before: &str,
    element: &mut PullReader<'_>,
    budget: Option<&ValueBudget>,
) -> usize {
    let start = element.start_tag();
    let own: HashSet<_> = element.own_declarations().collect();
    element.skip();
    let end = element.position();
    let raw = element.written(start..end);
    let (opening, rest) = raw.split_at(xml::name_length(raw));
    let mut declarations = String::new();
    for prefix in used_prefixes(raw) {
        // The element is passed, so this is the namespace around it.
        let Some(namespace) = element.namespace_of_prefix(prefix) else { continue };
        if own.contains(prefix) || prefix == "xml" {
            continue;
        }
        if budget.is_some_and(|budget| !budget.take_declaration(namespace.len())) {
            *out = None;
            return end;
        }
        declarations.push_str(" xmlns");
        if !prefix.is_empty() {
            declarations.push(':');
            declarations.push_str(prefix);
        }
        declarations.push_str("=\"");
        xml::escape_attribute(&mut declarations, namespace);
        declarations.push('"');
    }
    if let Some(out) = out {
        out.extend([before, opening, &declarations, rest]);
    }
    end
}

/// Everything in the XML that may be a prefix, including texts, because values may be qualified names. The empty prefix stands for the default
/// namespace. The order is that of the XML, so the result is deterministic.
fn used_prefixes(raw: &str) -> Vec<&str> {
    let (mut used, mut prefixes) = (Vec::new(), HashSet::new());
    if uses_default_namespace(raw) {
        used.push("");
    }
    let is_of_name =
        |letter: char| letter.is_alphanumeric() || matches!(letter, '.' | '-' | '_' | '\u{B7}') || !letter.is_ascii();
    for (colon, _) in raw.match_indices(':') {
        let before = raw.get(..colon).unwrap_or_default();
        // A longer run is text before a colon, not a prefix.
        let nearest = before.char_indices().rev().take(MAX_PREFIX + 1).take_while(|(_, letter)| is_of_name(*letter));
        let Some((start, _)) = nearest.last() else { continue };
        let prefix = before.get(start..).unwrap_or_default();
        if prefixes.insert(prefix) {
            used.push(prefix);
        }
    }
    used
}

/// The longest prefix that is recognised, in characters.
const MAX_PREFIX: usize = 256;

fn uses_default_namespace(raw: &str) -> bool {
    raw.match_indices('<').any(|(at, _)| {
        let name = raw.get(at + 1..).unwrap_or_default();
        !name.starts_with(['/', '!', '?']) && !name.get(..xml::name_length(name)).unwrap_or_default().contains(':')
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::xml::ParseOptions;

    #[test]
    fn only_used_prefixes_are_declared() {
        let text = "<a xmlns='urn:d' xmlns:p='urn:p' xmlns:q='urn:&lt;q&gt;' xmlns:r='urn:r'>t<p:b x='q:y'/><c xmlns=''/>\
                    <p:d xmlns:p='urn:own'><e>r:v</e></p:d></a>";
        let options = ParseOptions::default();
        let mut reader = PullReader::new(text, &options);
        reader.root();
        let text = content(&mut reader, None).unwrap();
        assert_eq!(
            text,
            "t<p:b xmlns:p=\"urn:p\" xmlns:q=\"urn:&lt;q&gt;\" x='q:y'/><c xmlns=''/>\
             <p:d xmlns=\"urn:d\" xmlns:r=\"urn:r\" xmlns:p='urn:own'><e>r:v</e></p:d>"
        );
        assert!(reader.finish().is_ok());
    }

    /// A long namespace of many small elements is copied up to a limit, and unused prefixes cost nothing.
    #[test]
    fn declarations_are_bounded() {
        let namespace = "n".repeat(100_000);
        let prefixes: Vec<String> = (0..200).map(|number| format!(" xmlns:p{number}='urn:{number}'")).collect();
        let prefixes = prefixes.concat();
        let text = format!("<a xmlns:p='{namespace}'{prefixes}>{}</a>", "<p:x/>".repeat(10_000));
        let options = ParseOptions::default();
        let mut reader = PullReader::new(&text, &options);
        reader.root();
        let budget = ValueBudget::of_request(0, text.len());
        assert_eq!(content(&mut reader, Some(&budget)), None);
        // The element is passed nevertheless.
        assert!(reader.finish().is_ok());
    }
}
