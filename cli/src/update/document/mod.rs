//! The text of the updated spec: that of the spec, changed where its model is another one.

mod common;
mod declarations;
mod operations;
mod results;

use std::collections::{HashMap, HashSet};

use asmx_codegen::model::{ArrayType, Service};
use asmx_codegen::read::ast;
use asmx_import::write;
use asmx_import::write::keys::Keys;
use asmx_import::write::xml::Element;
use roxmltree::{Document, Node};

use super::changes::{Change, Changes, Item, Outcome, differences, said};
use super::edit::{Editor, Piece};
use super::groups::Groups;
use super::merge::Model;

/// The spec before and after.
pub(super) struct Both<'a> {
    pub(super) spec: &'a ast::Service,
    pub(super) old: &'a Service,
    pub(super) old_keys: &'a Keys<'a>,
    pub(super) model: &'a Model,
    pub(super) new_keys: &'a Keys<'a>,
    /// The arrays that the spec declares, with types of the new model.
    pub(super) arrays: &'a HashMap<String, ArrayType>,
    /// Whether the new spec must say that it was imported, which the old one did not.
    pub(super) becomes_imported: bool,
}

/// Writes the new text, and tells what changed.
pub(super) fn write(both: &Both<'_>, text: &str, document: &Document<'_>, changes: &mut Changes) -> String {
    let mut writer = Writer { both, editor: Editor::new(text), changes, gone: HashSet::new() };
    writer.service(document.root_element())
}

struct Writer<'w> {
    both: &'w Both<'w>,
    editor: Editor<'w>,
    changes: &'w mut Changes,
    /// Names of types that are gone.
    gone: HashSet<&'w str>,
}

fn is(node: &Node<'_, '_>, names: &[&str]) -> bool {
    node.is_element() && names.contains(&node.tag_name().name())
}

fn children<'a, 'i>(node: Node<'a, 'i>, names: &'static [&'static str]) -> Vec<Node<'a, 'i>> {
    node.children().filter(|child| is(child, names)).collect()
}

impl Writer<'_> {
    fn service(&mut self, root: Node<'_, '_>) -> String {
        let both = self.both;
        let (old, model) = (both.old, both.model);
        for number in (0..old.types.len()).filter(|number| !model.numbers.has_old(*number)) {
            self.gone.insert(both.old_keys.named(number));
        }
        let operation_nodes: Vec<Node<'_, '_>> =
            children(root, &["area"]).into_iter().flat_map(|area| children(area, &["operation"])).collect();
        let common_node = children(root, &["common"]).into_iter().next();
        let (mut operations, mut users) = (Vec::new(), Vec::new());
        for (operation, origin) in model.service.operations.iter().zip(&model.operations) {
            let (pair, list) = self.pair(operation, origin, &operation_nodes, common_node);
            operations.push(pair);
            users.push(list);
        }
        users.push(self.common_list(common_node));
        let group_nodes = children(root, &["group"]);
        let groups = Groups::new(both.spec, &group_nodes, &users, |node| !self.names_what_is_gone(node));
        let common = users.pop();
        let mut written: HashMap<usize, Vec<Piece<'_, '_>>> = HashMap::new();
        for (pair, list) in operations.into_iter().zip(users) {
            let area = pair.operation.area;
            let piece = self.operation(pair, &list, &groups);
            written.entry(area).or_default().push(piece);
        }
        let mut pieces = self.head(root);
        pieces.extend(self.ports(root));
        let declarations = self.declarations(root, &groups, &group_nodes);
        pieces.extend(declarations);
        pieces.extend(self.common(common_node, common, &groups));
        pieces.extend(self.areas(root, written, &operation_nodes));
        let (before, after) = self.service_elements();
        let details = differences(&before, &after);
        self.changes.add(Change::new(Item::Service, &old.name, Outcome::Changed).with(details));
        let tag = self.editor.start_tag(root, &before, &after);
        let inner = self.editor.assemble(root, &tag, pieces);
        // What goes has been told where it was left out.
        self.editor.take_lost();
        let range = root.range();
        let whole = self.editor.slice(0..range.start).to_owned();
        whole + &inner + self.editor.slice(range.end..root.document().input_text().len())
    }

    /// The service with its documentation and nothing else, before and after.
    fn service_elements(&self) -> (Element, Element) {
        let both = self.both;
        let element = |service: &Service, is_imported: bool| {
            Element::new("service")
                .with("name", &both.spec.name.value)
                .with("path", &service.path)
                .with_some("namespace", service.namespace.clone())
                .with_flag("imported", is_imported)
                .described(&service.doc, &[])
        };
        let is_imported = both.spec.imported || both.becomes_imported;
        (element(both.old, both.spec.imported), element(&both.model.service, is_imported))
    }

    /// What the service says of itself.
    fn head<'a, 'i>(&mut self, root: Node<'a, 'i>) -> Vec<Piece<'a, 'i>> {
        let (before, after) = self.service_elements();
        let (before, after): (Vec<&Element>, Vec<&Element>) =
            (before.elements().iter().collect(), after.elements().iter().collect());
        let mut pieces = self.editor.pieces(&children(root, &["doc"]), &before, &after);
        pieces.extend(children(root, &["undocumented"]).into_iter().map(Piece::Old));
        pieces
    }

    fn ports<'a, 'i>(&mut self, root: Node<'a, 'i>) -> Vec<Piece<'a, 'i>> {
        let elements = |service: &Service| -> Vec<Element> {
            service.ports.iter().map(|port| write::port(service, port)).collect()
        };
        let (before, after) = (elements(self.both.old), elements(&self.both.model.service));
        for (outcome, this, other) in [(Outcome::Removed, &before, &after), (Outcome::Added, &after, &before)] {
            for port in this.iter().filter(|port| !other.iter().any(|one| one.get("name") == port.get("name"))) {
                let name = port.get("name").unwrap_or_default();
                self.changes.add(Change::new(Item::Port, name, outcome).with(vec![said(port)]));
            }
        }
        for port in &after {
            let name = port.get("name").unwrap_or_default();
            if let Some(old) = before.iter().find(|one| one.get("name") == port.get("name")) {
                self.changes.add(Change::new(Item::Port, name, Outcome::Changed).with(differences(old, port)));
            }
        }
        let (before, after): (Vec<&Element>, Vec<&Element>) = (before.iter().collect(), after.iter().collect());
        self.editor.pieces(&children(root, &["port"]), &before, &after)
    }
}

/// Names one after the other, not more than a line has.
fn named(names: &[&str]) -> String {
    const MOST: usize = 12;
    let first: Vec<&str> = names.iter().copied().take(MOST).collect();
    let more = names.len().saturating_sub(MOST);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    first.join(", ") + &more
}
