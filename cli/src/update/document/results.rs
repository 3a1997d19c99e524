//! The result of an operation, which a spec can say in several ways.

use asmx_codegen::model::{Operation, ResultKind};
use asmx_import::write::keys::encoded;
use asmx_import::write::xml::Element;
use roxmltree::Node;

use super::children;
use crate::update::lists;

/// The elements as the text says them: a result may be an attribute, an element, or the first of several outputs.
pub(super) fn as_the_text_says(
    node: Node<'_, '_>,
    old: Element,
    new: Element,
    operation: &Operation,
) -> (Element, Element) {
    let usual = encoded(&format!("{}Result", operation.name));
    let has_element = !children(node, &["result"]).is_empty();
    let has_outputs = |element: &Element| element.elements().iter().filter(|one| one.name() == "output").count();
    let has_result = |element: &Element| element.elements().iter().any(|one| one.name() == "result");
    if has_element {
        let (old, new) = (with_result_element(old), with_result_element(new));
        let old = if has_result(&old) { old } else { with_first(old, "output", |one| as_result(one, &usual)) };
        let is_one_of_several = !has_result(&new) && has_outputs(&new) > 1;
        let new = if is_one_of_several { with_first(new, "output", |one| as_result(one, &usual)) } else { new };
        return (old, new);
    }
    if node.has_attribute("result") {
        return (old, new);
    }
    let old = with_first(old, "result", |one| as_output(one, &usual));
    let is_message = operation.result.kind == ResultKind::Message;
    let new = if is_message { with_first(new, "result", |one| as_output(one, &usual)) } else { new };
    (old, new)
}

/// The same with the attribute as an element.
fn with_result_element(element: Element) -> Element {
    let Some(kind) = element.get("result").map(str::to_owned) else { return element };
    let result = Element::new("result").with("kind", kind);
    let is_before = |one: &Element| one.name() == "doc" || lists::ENTRIES.contains(&one.name());
    let (before, behind): (Vec<Element>, Vec<Element>) = element.elements().iter().cloned().partition(is_before);
    element.without("result").only(|_| false).children(before).children([result]).children(behind)
}

/// The same with another element for the first of a name, if there is one for it.
fn with_first(element: Element, name: &str, turned: impl Fn(&Element) -> Option<Element>) -> Element {
    let mut all = element.elements().to_vec();
    if let Some(first) = all.iter_mut().find(|one| one.name() == name)
        && let Some(turned) = turned(first)
    {
        *first = turned;
    }
    element.only(|_| false).children(all)
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
