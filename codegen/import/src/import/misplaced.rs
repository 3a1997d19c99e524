//! Parts of schemas at places where XML Schema does not allow them, and where no reader looks.

use asmx_codegen::diagnostic::{Code, quoted};

use super::element::Element;
use super::problems::Problems;

/// The elements that may stand in `parent`; `None` if its reader itself reports the others.
const fn allowed(parent: &str) -> Option<&'static [&'static str]> {
    Some(match parent.as_bytes() {
        b"element" => &["complexType", "simpleType", "unique", "key", "keyref"],
        b"attribute" | b"list" | b"union" => &["simpleType"],
        b"simpleContent" | b"complexContent" => &["extension", "restriction"],
        b"any" | b"anyAttribute" => &[],
        _ => return None,
    })
}

/// Reports each misplaced element of a schema. The rest is read.
pub(super) fn tell_misplaced(schema: Element<'_>, problems: &Problems) {
    let mut waiting = vec![schema];
    while let Some(parent) = waiting.pop() {
        let has_content = parent.local() == "complexType"
            && parent.schema_children().any(|child| matches!(child.local(), "simpleContent" | "complexContent"));
        let allowed =
            if has_content { Some(&["simpleContent", "complexContent"][..]) } else { allowed(parent.local()) };
        for child in parent.schema_children() {
            if allowed.is_some_and(|allowed| !allowed.contains(&child.local())) {
                report(parent, child, problems);
            } else {
                waiting.push(child);
            }
        }
    }
}

/// Reports an element that its parent cannot have.
pub(super) fn report(parent: Element<'_>, child: Element<'_>, problems: &Problems) {
    let (name, parent_name) = (quoted(&format!("<{}>", child.local())), quoted(&format!("<{}>", parent.local())));
    let help = match child.local() {
        "sequence" | "choice" | "all" => {
            "its elements are unknown: correct the document if the service has them, such as by moving it into a `<complexType>`"
        }
        _ => "correct the document if the service needs it",
    };
    problems.report(
        (Code::UnsupportedContent, child.location()),
        format!("{name} is not allowed in {parent_name}"),
        ("left out", help),
    );
}
