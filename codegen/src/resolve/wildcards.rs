//! The limits of wildcards.

use crate::diagnostic::{Code, Diagnostic, quoted};
use crate::model::{ProcessContents, Wildcard};
use crate::read::ast::{Param, Text};

pub(super) fn wildcard(spec: &Param, mistakes: &mut Vec<Diagnostic>) -> Wildcard {
    let process = spec.attributes.text("process").and_then(|word| ProcessContents::named(&word.value));
    Wildcard {
        namespaces: namespaces(spec.attributes.text("namespaces"), mistakes),
        process: process.unwrap_or_default(),
    }
}

/// The namespaces of a wildcard: `##any`, `##other`, or a list of URIs, `##local` and `##targetNamespace`.
pub(super) fn namespaces(attribute: Option<&Text>, mistakes: &mut Vec<Diagnostic>) -> Option<String> {
    let attribute = attribute?;
    let words: Vec<&str> = attribute.value.split_whitespace().collect();
    let is_alone = |word: &&&str| matches!(**word, "##any" | "##other");
    let is_unknown = |word: &&&str| word.starts_with("##") && !matches!(**word, "##local" | "##targetNamespace");
    let wrong = words.iter().find(|word| is_unknown(word) && !(is_alone(word) && words.len() == 1));
    if let Some(word) = wrong {
        let message = format!("{} cannot be the namespaces of a wildcard", quoted(&attribute.value));
        let help = if is_alone(&word) {
            format!("write {} alone, or a list of URIs, `##local` and `##targetNamespace`", quoted(word))
        } else {
            "write `##any` or `##other`, or a list of URIs, `##local` and `##targetNamespace`".to_owned()
        };
        mistakes.push(Diagnostic::new(Code::InvalidNamespace, attribute.span, message).help(help));
    }
    Some(words.join(" "))
}
