//! The result of an operation, which a spec can say in several ways.

use std::collections::HashMap;

use asmx_codegen::model::{ResultForm, Service};
use asmx_import::write::xml::Element;
use roxmltree::Node;

use super::align::is_entry;
use super::trees::{children, operations_mut, operations_of};

/// How a text says a result.
#[derive(Clone, Copy)]
enum Form {
    Attribute,
    Element,
    FirstOutput,
}

/// Says results in two trees as the text says them. `new` is what `theirs` was made of.
pub(super) fn as_stated(root: Node<'_, '_>, base: &mut Element, theirs: &mut Element, new: &Service) {
    let mut forms: HashMap<&str, Form> = HashMap::new();
    for (node, element) in operations_of(root).zip(operations_mut(base)) {
        let form = if children(node, "result").next().is_some() {
            Form::Element
        } else if node.has_attribute("result") {
            Form::Attribute
        } else {
            Form::FirstOutput
        };
        forms.extend(node.attribute("name").map(|name| (name, form)));
        turn(element, form, true);
    }
    for (element, operation) in operations_mut(theirs).zip(&new.operations) {
        let Some(form) = element.get("name").and_then(|name| forms.get(name)) else { continue };
        let is_one_of_several = match form {
            Form::Element => element.elements().iter().filter(|one| one.name() == "output").count() > 1,
            Form::Attribute | Form::FirstOutput => operation.result == ResultForm::Parts,
        };
        turn(element, *form, is_one_of_several);
    }
}

/// Says the result of an operation in that form; an output as a result, and a result as an output, only if it `may_turn`.
fn turn(operation: &mut Element, form: Form, may_turn: bool) {
    let usual = format!("{}Result", operation.get("name").unwrap_or_default());
    if let (Form::Element, Some(kind)) = (form, operation.get("result").map(str::to_owned)) {
        let content = operation.get("content").map(str::to_owned);
        *operation = std::mem::replace(operation, Element::new("")).without("result").without("content");
        let all = operation.elements_mut();
        let last = all.iter().rposition(|one| one.name() == "doc" || is_entry(one.name()));
        all.insert(
            last.map_or(0, |last| last + 1),
            Element::new("result").with("kind", kind).with_some("content", content),
        );
    }
    let all = operation.elements_mut();
    let has_result = all.iter().any(|one| one.name() == "result");
    let first = all.iter_mut().find(|one| matches!(one.name(), "result" | "output"));
    let Some(first) = first.filter(|_| may_turn) else { return };
    let turned = match form {
        Form::Element if !has_result => as_result(first, &usual),
        Form::FirstOutput if has_result => as_output(first, &usual),
        _ => None,
    };
    if let Some(turned) = turned {
        *first = turned;
    }
}

/// An output as the result that says the same, if one does.
fn as_result(output: &Element, usual: &str) -> Option<Element> {
    const OF_OUTPUTS: &[&str] = &["default", "part", "secret", "rust"];
    let name = output.get("name")?;
    let is_plain = OF_OUTPUTS.iter().all(|attribute| output.get(attribute).is_none());
    (is_plain && output.elements().iter().all(|one| one.name() == "doc")).then(|| {
        let others = output.attributes().iter().filter(|(attribute, _)| *attribute != "name");
        others
            .fold(Element::new("result"), |element, (attribute, value)| element.with(attribute, value))
            .with_some("element", (name != usual).then_some(name))
            .children(output.elements().iter().cloned())
    })
}

/// A result of a type as the output that says the same.
fn as_output(result: &Element, usual: &str) -> Option<Element> {
    result.get("type")?;
    let name = Element::new("output").with("name", result.get("element").unwrap_or(usual));
    let others = result.attributes().iter().filter(|(attribute, _)| *attribute != "element");
    let element = others.fold(name, |element, (attribute, value)| element.with(attribute, value));
    Some(element.children(result.elements().iter().cloned()))
}
