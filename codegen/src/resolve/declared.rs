//! What every declared item keeps to: a name that XML allows, which no other has, and not too many levels.

use std::collections::BTreeMap;

use asmx_types::xml_name;

use crate::diagnostic::{Code, Diagnostic, Span, quoted};
use crate::names;
use crate::read::ast::Text;
use crate::read::format::DEEPEST;

/// The most parameters that an operation may have, the common ones included.
pub(super) const MOST_PARAMETERS: usize = 256;

/// Names of which each may be there once.
pub(super) struct Unique<'a> {
    code: Code,
    what: &'static str,
    first: BTreeMap<&'a str, Span>,
}

impl<'a> Unique<'a> {
    pub(super) fn new(code: Code, what: &'static str) -> Self {
        Self { code, what, first: BTreeMap::new() }
    }

    /// Takes a name, or reports that it is taken and returns `false`.
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
        mistakes.push(second(self.code, self.what, name, *first));
        false
    }
}

pub(super) fn second(code: Code, what: &str, name: &Text, first: Span) -> Diagnostic {
    Diagnostic::new(code, name.span, format!("a second {what} {}", quoted(&name.value)))
        .label("named again")
        .also(first, "first named here")
        .help("give one of the two another name, or remove it")
}

/// Reports a name on the wire that no XML element can have. Names are as on the wire: with .NET's escapes.
pub(super) fn wire_name(name: &Text, what: &str, mistakes: &mut Vec<Diagnostic>) {
    if let Some(mistake) = not_a_name(name, what) {
        let encoded = quoted(&xml_name::encode_local_name(&name.value));
        mistakes.push(
            mistake.help(format!("write {encoded} if that is what the service calls it: names are as on the wire")),
        );
    }
}

/// Reports a name of the spec's own that has characters that names have not.
pub(super) fn plain_name(name: &Text, what: &str, mistakes: &mut Vec<Diagnostic>) {
    if let Some(mistake) = not_a_name(name, what) {
        mistakes.push(mistake.help("begin with a letter; letters, digits, `_`, `-` and `.` may follow"));
    }
}

fn not_a_name(name: &Text, what: &str) -> Option<Diagnostic> {
    // Forbidden characters have been reported.
    let wrong = !name.is_missing() && !xml_name::is_name(&name.value) && names::forbidden(&name.value).is_none();
    let message = || format!("{} cannot be the name of {what}", quoted(&name.value));
    wrong.then(|| Diagnostic::new(Code::InvalidName, name.span, message()).label("not a name in XML"))
}

pub(super) fn too_deep(name: &Text, what: &str) -> Diagnostic {
    Diagnostic::new(
        Code::NestedTooDeep,
        name.span,
        format!("{} nests {what} more than {DEEPEST} levels deep", quoted(&name.value)),
    )
    .help("say it with fewer levels")
}
