//! Rules of all declared items: a name that XML allows, which is unique, and not too many levels.

use std::collections::BTreeMap;

use asmx_types::xml_name;

use crate::diagnostic::{Code, Diagnostic, Span, quoted};
use crate::graph::Graph;
use crate::names;
use crate::read::ast::Text;
use crate::read::format::DEEPEST;

/// The most parameters of an operation, common ones included.
pub(super) const MOST_PARAMETERS: usize = 256;

pub(super) struct Unique<'a> {
    code: Code,
    noun: &'static str,
    first: BTreeMap<&'a str, Span>,
}

impl<'a> Unique<'a> {
    pub(super) fn new(code: Code, noun: &'static str) -> Self {
        Self { code, noun, first: BTreeMap::new() }
    }

    /// Takes a name; if it is in use, reports it and returns `false`.
    pub(super) fn add(&mut self, name: &'a Text, mistakes: &mut Vec<Diagnostic>) -> bool {
        if name.is_missing() {
            return true;
        }
        self.add_even_empty(name, mistakes)
    }

    pub(super) fn add_even_empty(&mut self, name: &'a Text, mistakes: &mut Vec<Diagnostic>) -> bool {
        let Some(first) = self.first.get(name.value.as_str()) else {
            self.first.insert(&name.value, name.span);
            return true;
        };
        mistakes.push(second(self.code, self.noun, name, *first));
        false
    }
}

pub(super) fn second(code: Code, noun: &str, name: &Text, first: Span) -> Diagnostic {
    Diagnostic::new(code, name.span, format!("a second {noun} {}", quoted(&name.value)))
        .label("named again")
        .also(first, "first named here")
        .help("give one of the two another name, or remove it")
}

/// An unknown name. `near` is the probable meaning, `otherwise` the help if there is none.
pub(super) fn unknown(code: Code, noun: &str, name: &Text, question: Option<String>, otherwise: &str) -> Diagnostic {
    let help = question.unwrap_or_else(|| otherwise.to_owned());
    Diagnostic::new(code, name.span, format!("unknown {noun} {}", quoted(&name.value))).help(help)
}

/// Reports a wire name that no XML element can have. Specs write wire names with .NET's escapes.
pub(super) fn wire_name(name: &Text, noun: &str, mistakes: &mut Vec<Diagnostic>) {
    if let Some(mistake) = not_a_name(name, noun) {
        let encoded = quoted(&xml_name::encode_local_name(&name.value));
        mistakes.push(
            mistake.help(format!("write {encoded} if the service uses this name: names are written as on the wire")),
        );
    }
}

pub(super) fn plain_name(name: &Text, noun: &str, mistakes: &mut Vec<Diagnostic>) {
    if let Some(mistake) = not_a_name(name, noun) {
        mistakes.push(mistake.help("begin with a letter; letters, digits, `_`, `-` and `.` may follow"));
    }
}

fn not_a_name(name: &Text, noun: &str) -> Option<Diagnostic> {
    // Forbidden characters have been reported.
    let wrong = !name.is_missing() && !xml_name::is_name(&name.value) && names::forbidden(&name.value).is_none();
    let message = || format!("{} cannot be the name of {noun}", quoted(&name.value));
    wrong.then(|| Diagnostic::new(Code::InvalidName, name.span, message()).label("not a name in XML"))
}

pub(super) fn too_deep(name: &Text, noun: &str) -> Diagnostic {
    Diagnostic::new(
        Code::NestedTooDeep,
        name.span,
        format!("{} nests {noun} more than {DEEPEST} levels deep", quoted(&name.value)),
    )
    .help("use fewer levels")
}

/// The items that each declared item leads to, by number, with the locations.
pub(super) struct Links {
    targets: Vec<Vec<(usize, Span)>>,
    pub(super) graph: Graph,
}

impl Links {
    pub(super) fn new(targets: Vec<Vec<(usize, Span)>>) -> Self {
        let edges = targets.iter().map(|targets| targets.iter().map(|(number, _)| *number).collect());
        Self { graph: Graph::new(edges.collect()), targets }
    }

    /// Reports each circle at its first location. `mistake` makes the mistake from that location and the names on the way; the first name is
    /// repeated at the end.
    pub(super) fn report_circles<'a>(
        &self,
        name: impl Fn(usize) -> Option<&'a Text>,
        mistake: impl Fn(Span, &[&str]) -> Diagnostic,
        help: &str,
        mistakes: &mut Vec<Diagnostic>,
    ) {
        for circle in self.graph.circles() {
            let edges = circle.iter().filter_map(|(node, edge)| self.targets.get(*node)?.get(*edge));
            let mut spans = edges.map(|(_, span)| *span);
            let Some(first) = spans.next() else { continue };
            let names = circle.iter().chain(circle.first()).filter_map(|(node, _)| name(*node));
            let names: Vec<&str> = names.map(|name| name.value.as_str()).take(8).collect();
            let mistake = mistake(first, &names);
            let mistake = spans.take(6).fold(mistake, |mistake, span| mistake.also(span, "through this"));
            mistakes.push(mistake.help(help));
        }
    }
}
