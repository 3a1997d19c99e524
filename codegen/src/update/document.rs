//! The text of the updated spec: that of the spec, changed where its model is another one.

use std::collections::{HashMap, HashSet};

use roxmltree::{Document, Node};

use super::changes::{Change, Changes, Item, Outcome, differences, differences_of, said};
use super::edit::{Editor, Piece};
use super::groups::{self, Groups, List, Parameter};
use super::merge::{Model, Origin};
use crate::model::{ArrayType, Member, Namespace, Operation, ResultKind, Service};
use crate::read::ast;
use crate::resolve::usual_namespace;
use crate::write::groups::Entry;
use crate::write::keys::{Keys, encoded};
use crate::write::xml::Element;
use crate::write::{self, members, operations};

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

/// An operation in the text and in both models.
struct Pair<'w, 'a, 'i> {
    node: Option<Node<'a, 'i>>,
    old: Option<Element>,
    /// What its text says by itself: without the headers that all operations had.
    old_text: Option<Element>,
    new: Element,
    list: List<'a, 'i>,
    operation: &'w Operation,
}

fn is(node: &Node<'_, '_>, names: &[&str]) -> bool {
    node.is_element() && names.contains(&node.tag_name().name())
}

fn children<'a, 'i>(node: Node<'a, 'i>, names: &'static [&'static str]) -> Vec<Node<'a, 'i>> {
    node.children().filter(|child| is(child, names)).collect()
}

const TYPES: &[&str] = &["enum", "structure"];

impl<'w> Writer<'w> {
    fn service(&mut self, root: Node<'_, '_>) -> String {
        let both = self.both;
        let (old, model) = (both.old, both.model);
        for number in (0..old.types.len()).filter(|number| !model.numbers.has_old(*number)) {
            self.gone.insert(both.old_keys.named(number));
        }
        let operation_nodes: Vec<Node<'_, '_>> =
            children(root, &["area"]).into_iter().flat_map(|area| children(area, &["operation"])).collect();
        let common_node = children(root, &["common"]).into_iter().next();
        let pairs: Vec<Pair<'_, '_, '_>> = model
            .service
            .operations
            .iter()
            .zip(&model.operations)
            .map(|(operation, origin)| self.pair(operation, origin, &operation_nodes, common_node))
            .collect();
        let common = self.common_list(common_node);
        let group_nodes = children(root, &["group"]);
        let is_known = |node: Node<'_, '_>| !self.names_what_is_gone(node);
        let mut users: Vec<List<'_, '_>> = Vec::new();
        let (mut shells, mut lists) = (Vec::new(), Vec::new());
        for pair in pairs {
            lists.push(pair.list);
            shells.push((pair.node, pair.old.zip(pair.old_text), pair.new, pair.operation));
        }
        users.append(&mut lists);
        users.push(common);
        let groups = Groups::new(both.spec, &group_nodes, &users, is_known);
        let common = users.pop();
        let mut written: HashMap<usize, Vec<Piece<'_, '_>>> = HashMap::new();
        for ((node, old, new, operation), list) in shells.into_iter().zip(users) {
            let piece = self.operation(node, old, new, operation, &list, &groups);
            written.entry(operation.area).or_default().push(piece);
        }
        let mut pieces = self.head(root);
        pieces.extend(self.ports(root));
        let declarations = self.declarations(root, &groups, &group_nodes);
        pieces.extend(declarations);
        pieces.extend(self.common(common_node, common, &groups));
        pieces.extend(self.areas(root, written, &operation_nodes));
        let (before, after) = self.service_elements();
        let details = differences(&before.clone().only(|_| false), &after.clone().only(|_| false));
        let documented = differences_of(
            &before,
            &before.elements().iter().filter(|one| one.name() == "doc").collect::<Vec<_>>(),
            &after.elements().iter().filter(|one| one.name() == "doc").collect::<Vec<_>>(),
        );
        let details = details.into_iter().chain(documented).collect();
        self.changes.add(Change::new(Item::Service, &old.name, Outcome::Changed).with(details));
        let tag = self.editor.start_tag(root, &before, &after);
        let inner = self.editor.assemble(root, tag, pieces);
        // What goes has been told where it was left out.
        self.editor.take_lost();
        let range = root.range();
        let whole = self.editor.slice(0..range.start).to_owned();
        whole + &inner + self.editor.slice(range.end..root.document().input_text().len())
    }

    /// The service with its documentation and nothing else.
    fn service_elements(&self) -> (Element, Element) {
        let element = |service: &Service, imported: bool| {
            Element::new("service")
                .with("path", &service.path)
                .with_some("namespace", service.namespace.clone())
                .with_flag("imported", imported)
                .described(&service.doc, &[])
        };
        let both = self.both;
        let name = both.spec.name.value.clone();
        let before = element(both.old, both.spec.imported);
        let after = element(&both.model.service, both.spec.imported || both.becomes_imported);
        let named = |one: Element| {
            let mut all = Element::new("service").with("name", name.clone());
            for (attribute, value) in one.attributes() {
                all = all.with(attribute, value.clone());
            }
            all.children(one.elements().iter().cloned())
        };
        (named(before), named(after))
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

    /// Types, arrays and groups in the order of the spec, new types behind the others.
    fn declarations<'a, 'i>(
        &mut self,
        root: Node<'a, 'i>,
        groups: &Groups<'_>,
        group_nodes: &[Node<'a, 'i>],
    ) -> Vec<Piece<'a, 'i>> {
        let both = self.both;
        let (old_keys, new_keys) = (both.old_keys, both.new_keys);
        let mut places: HashMap<usize, usize> = HashMap::new();
        for (place, from) in both.model.numbers.old.iter().enumerate() {
            places.extend(from.map(|from| (from, place)));
        }
        let arrays = |keys: &Keys<'w>| -> HashMap<String, &'w ArrayType> {
            keys.arrays.iter().map(|array| (keys.array(array).to_owned(), *array)).collect()
        };
        let (old_arrays, mut new_arrays) = (arrays(old_keys), arrays(new_keys));
        let (mut pieces, mut behind_types, mut types, mut group) = (Vec::new(), 0, 0, 0);
        for node in children(root, &["enum", "structure", "array", "group"]) {
            let piece = match node.tag_name().name() {
                "group" => {
                    group += 1;
                    self.group(group - 1, node, groups, group_nodes)
                }
                "array" => {
                    let name = node.attribute("name").unwrap_or_default();
                    match (old_arrays.get(name), new_arrays.remove(name)) {
                        (Some(old), Some(new)) => {
                            let (old, new) = (write::array(old_keys, old), write::array(new_keys, new));
                            Some(self.one_type(node, name, &old, &new))
                        }
                        (None, None) if !self.names_what_is_gone(node) => Some(Piece::Old(node)),
                        // Nothing used it, and something does now.
                        (None, Some(new)) if both.arrays.get(name) == Some(new) => Some(Piece::Old(node)),
                        (None, Some(new)) => {
                            self.removed_type(node, name);
                            self.changes.add(Change::new(Item::Type, name, Outcome::Added));
                            Some(Piece::New(write::array(new_keys, new)))
                        }
                        _ => self.removed_type(node, name),
                    }
                }
                _ => {
                    types += 1;
                    let number = types - 1;
                    let name = old_keys.named(number);
                    match (both.old.types.get(number), places.get(&number)) {
                        (Some(old), Some(place)) => {
                            let old = write::named_type(old_keys, number, old);
                            let new = both.model.service.types.get(*place);
                            new.map(|new| self.one_type(node, name, &old, &write::named_type(new_keys, *place, new)))
                        }
                        _ => self.removed_type(node, name),
                    }
                }
            };
            pieces.extend(piece);
            if is(&node, TYPES) || is(&node, &["array"]) {
                behind_types = pieces.len();
            }
        }
        let types = both.model.service.types.iter().enumerate().zip(&both.model.numbers.old);
        let mut added: Vec<(String, Element)> = types
            .filter(|(_, from)| from.is_none())
            .map(|((number, named), _)| (new_keys.named(number).to_owned(), write::named_type(new_keys, number, named)))
            .collect();
        added.extend(
            new_keys
                .arrays
                .iter()
                .filter(|array| new_arrays.contains_key(new_keys.array(array)))
                .map(|array| (new_keys.array(array).to_owned(), write::array(new_keys, array))),
        );
        for (name, element) in &added {
            let names = element.elements().iter().filter(|one| one.name() != "doc");
            let names: Vec<&str> = names.map(|one| one.get("name").unwrap_or(one.name())).collect();
            let of = element.get("type").map(str::to_owned).unwrap_or_else(|| named(&names));
            let said = if of.is_empty() { element.name().to_owned() } else { format!("{} of {of}", element.name()) };
            self.changes.add(Change::new(Item::Type, name, Outcome::Added).with(vec![said]));
        }
        pieces.splice(behind_types..behind_types, added.into_iter().map(|(_, element)| Piece::New(element)));
        pieces
    }

    fn one_type<'a, 'i>(&mut self, node: Node<'a, 'i>, name: &str, old: &Element, new: &Element) -> Piece<'a, 'i> {
        if old == new {
            return Piece::Old(node);
        }
        let text = self.editor.element(node, old, new);
        let lost = self.editor.take_lost();
        let details = if old.name() == new.name() {
            differences(old, new)
        } else {
            vec![format!("it is `{}` now, it was `{}`", new.name(), old.name())]
        };
        self.changes.add(Change::new(Item::Type, name, Outcome::Changed).with(details).lost(lost));
        Piece::Edited(node, text)
    }

    fn removed_type<'a, 'i>(&mut self, node: Node<'a, 'i>, name: &str) -> Option<Piece<'a, 'i>> {
        self.editor.remove(node);
        let lost = self.editor.take_lost();
        self.changes.add(Change::new(Item::Type, name, Outcome::Removed).lost(lost));
        None
    }

    fn group<'a, 'i>(
        &mut self,
        number: usize,
        node: Node<'a, 'i>,
        groups: &Groups<'_>,
        nodes: &[Node<'a, 'i>],
    ) -> Option<Piece<'a, 'i>> {
        let name = nodes.get(number).and_then(|node| node.attribute("name")).unwrap_or_default();
        let piece = groups.group(number, node, &mut self.editor);
        if piece.is_none() {
            self.editor.remove(node);
        }
        let lost = self.editor.take_lost();
        let outcome = if piece.is_none() { Outcome::Removed } else { Outcome::Changed };
        let change = Change::new(Item::Group, name, outcome).lost(lost);
        let why = piece.is_none().then(|| "no operation takes its parameters together any more".to_owned());
        self.changes.add(change.with(why.into_iter().collect()));
        piece
    }

    /// Whether an element, or one in it, is of a type that is gone.
    fn names_what_is_gone(&self, node: Node<'_, '_>) -> bool {
        node.descendants().any(|one| one.attribute("type").is_some_and(|name| self.gone.contains(name)))
    }

    /// An operation before and after; its headers without those that all operations have.
    fn pair<'a, 'i>(
        &self,
        operation: &'w Operation,
        origin: &Origin,
        nodes: &[Node<'a, 'i>],
        common: Option<Node<'a, 'i>>,
    ) -> Pair<'w, 'a, 'i> {
        let both = self.both;
        let node = origin.old.and_then(|number| nodes.get(number).copied());
        let before = origin.old.and_then(|number| both.old.operations.get(number));
        let usual =
            |operation: &Operation| usual_namespace(operation.messages.style, operation.messages.request.as_ref());
        let elements = |keys: &Keys<'_>, members: &[Member], usual: &Namespace| -> Vec<Element> {
            members.iter().map(|member| members::member(keys, member, usual)).collect()
        };
        let new_usual = usual(operation);
        let shift = if both.model.is_common_apart { 0 } else { both.old.common.len() };
        let mut old_parameters = Vec::new();
        let mut entries = Vec::new();
        if both.model.is_common_apart {
            old_parameters.extend(elements(both.old_keys, &both.old.common, &Namespace::Service));
            entries.extend(common.into_iter().flat_map(groups::entries).map(|node| (node, false)));
        }
        if let Some(before) = before {
            old_parameters.extend(elements(both.old_keys, &before.parameters, &usual(before)));
        }
        entries.extend(node.into_iter().flat_map(groups::entries).map(|node| (node, true)));
        let new = elements(both.new_keys, &operation.parameters, &new_usual);
        let from = origin.parameters.iter().map(|from| from.and_then(|from| from.checked_sub(shift)));
        let new: Vec<Parameter> = new.into_iter().zip(from).collect();
        let apart = both.model.is_common_apart;
        let headers = both.model.common_headers;
        Pair {
            node,
            old: before.map(|before| {
                let taken = if apart { both.old.common.as_slice() } else { &[] };
                element(both.old, both.old_keys, before, taken, headers.map(|_| self.common_headers()))
            }),
            old_text: before.map(|before| element(both.old, both.old_keys, before, &[], Some(self.common_headers()))),
            new: element(&both.model.service, both.new_keys, operation, &[], headers),
            list: List { entries, old: old_parameters, new },
            operation,
        }
    }

    /// How many headers of requests and responses the spec states for all operations.
    fn common_headers(&self) -> (usize, usize) {
        super::common_headers(self.both.spec)
    }

    fn operation<'a, 'i>(
        &mut self,
        node: Option<Node<'a, 'i>>,
        old: Option<(Element, Element)>,
        new: Element,
        operation: &Operation,
        list: &List<'a, 'i>,
        groups: &Groups<'_>,
    ) -> Piece<'a, 'i> {
        let name = new.get("name").unwrap_or_default().to_owned();
        let (Some(node), Some((told, old))) = (node, old) else {
            self.changes.add(Change::new(Item::Operation, &name, Outcome::Added).with(of_new_operation(&new)));
            return Piece::New(new);
        };
        let mut details = differences(&told, &new);
        let (entries, left) = groups.pieces(list, &mut self.editor);
        let is_same_list = || {
            let mine = list.entries.iter().filter(|(_, is_here)| *is_here).map(|(node, _)| *node);
            entries.iter().map(|piece| if let Piece::Old(node) = piece { Some(*node) } else { None }).eq(mine.map(Some))
        };
        let is_entry = |element: &&Element| groups::ENTRIES.contains(&element.name());
        let is_same = {
            let apart = |element: &Element| element.clone().only(|one| !is_entry(&one));
            apart(&old) == apart(&new)
        };
        details.extend(left.into_iter().map(|group| format!("it uses the group {group} no more")));
        if is_same && is_same_list() {
            // A group may have changed that it uses.
            self.changes.add(Change::new(Item::Operation, &name, Outcome::Changed).with(details));
            return Piece::Old(node);
        }
        let (old, new) = as_the_text_says(node, old, new, operation);
        let is_doc = |element: &&Element| element.name() == "doc";
        let of = |element: &Element| -> (Vec<Element>, Vec<Element>) {
            let all = element.elements().iter().filter(|one| !is_entry(one));
            all.cloned().partition(|one| is_doc(&one))
        };
        let ((old_doc, old_rest), (new_doc, new_rest)) = (of(&old), of(&new));
        let nodes: Vec<Node<'a, 'i>> =
            node.children().filter(|child| child.is_element() && !groups::is_entry(*child)).collect();
        let (docs, rest): (Vec<Node<'a, 'i>>, Vec<Node<'a, 'i>>) =
            nodes.into_iter().partition(|node| is(node, &["doc"]));
        let refs = |all: &'_ [Element]| all.iter().cloned().collect::<Vec<Element>>();
        let mut pieces = self.editor.pieces(
            &docs,
            &refs(&old_doc).iter().collect::<Vec<_>>(),
            &refs(&new_doc).iter().collect::<Vec<_>>(),
        );
        pieces.extend(entries);
        pieces.extend(self.editor.pieces(
            &rest,
            &old_rest.iter().collect::<Vec<_>>(),
            &new_rest.iter().collect::<Vec<_>>(),
        ));
        let tag = self.editor.start_tag(node, &old, &new);
        let text = self.editor.assemble(node, tag, pieces);
        let lost = self.editor.take_lost();
        self.changes.add(Change::new(Item::Operation, &name, Outcome::Changed).with(details).lost(lost));
        Piece::Edited(node, text)
    }

    /// The parameters that all operations take.
    fn common_list<'a, 'i>(&self, node: Option<Node<'a, 'i>>) -> List<'a, 'i> {
        let both = self.both;
        let elements = |keys: &Keys<'_>, service: &Service| -> Vec<Element> {
            service.common.iter().map(|member| members::member(keys, member, &Namespace::Service)).collect()
        };
        let is_there = !both.model.is_common_apart;
        let new = elements(both.new_keys, &both.model.service).into_iter().zip(both.model.common.iter().copied());
        List {
            entries: node.filter(|_| is_there).into_iter().flat_map(groups::entries).map(|node| (node, true)).collect(),
            old: if is_there { elements(both.old_keys, both.old) } else { Vec::new() },
            new: new.collect(),
        }
    }

    fn common<'a, 'i>(
        &mut self,
        node: Option<Node<'a, 'i>>,
        list: Option<List<'a, 'i>>,
        groups: &Groups<'_>,
    ) -> Option<Piece<'a, 'i>> {
        let both = self.both;
        let list = list?;
        let (entries, left) = groups.pieces(&list, &mut self.editor);
        let headers = |service: &Service, keys: &Keys<'_>, counts: Option<(usize, usize)>| -> Vec<Element> {
            let Some((operation, counts)) = service.operations.first().zip(counts) else { return Vec::new() };
            let mut messages = operation.messages.clone();
            messages.request_headers.truncate(counts.0);
            messages.response_headers.truncate(counts.1);
            let all = operations::headers(&messages);
            all.into_iter().map(|(header, direction)| members::header(keys, header, direction)).collect()
        };
        let before = headers(both.old, both.old_keys, Some(self.common_headers()));
        let after = headers(&both.model.service, both.new_keys, both.model.common_headers);
        let old = Element::new("common").children(list.old.iter().chain(&before).cloned());
        let new = Element::new("common").children(list.new.iter().map(|(element, _)| element).chain(&after).cloned());
        let mut details = differences(&old, &new);
        details.extend(left.into_iter().map(|group| format!("it uses the group {group} no more")));
        if both.model.is_common_apart {
            details.push("not every operation takes them any more: each states its own".to_owned());
        }
        if both.model.common_headers.is_none() && !before.is_empty() {
            details.push("not every operation has these headers any more: each states its own".to_owned());
        }
        let Some(node) = node else {
            let is_empty = list.new.is_empty();
            self.changes.add(Change::new(Item::Common, "parameters", Outcome::Changed).with(details));
            return (!is_empty).then_some(Piece::New(new));
        };
        let old_nodes: Vec<Node<'a, 'i>> = children(node, &["header"]);
        let is_same = details.is_empty() && entries.iter().map(Piece::is_old).eq(list.entries.iter().map(|_| true));
        if is_same {
            return Some(Piece::Old(node));
        }
        let mut pieces = entries;
        pieces.extend(self.editor.pieces(
            &old_nodes,
            &before.iter().collect::<Vec<_>>(),
            &after.iter().collect::<Vec<_>>(),
        ));
        let piece = if pieces.is_empty() && !node.descendants().any(|one| one.is_comment()) {
            None
        } else {
            let tag = self.editor.same_start_tag(node);
            Some(Piece::Edited(node, self.editor.assemble(node, tag, pieces)))
        };
        let lost = self.editor.take_lost();
        self.changes.add(Change::new(Item::Common, "parameters", Outcome::Changed).with(details).lost(lost));
        piece
    }

    /// The areas with their operations, and what became of those that are gone.
    fn areas<'a, 'i>(
        &mut self,
        root: Node<'a, 'i>,
        mut written: HashMap<usize, Vec<Piece<'a, 'i>>>,
        nodes: &[Node<'a, 'i>],
    ) -> Vec<Piece<'a, 'i>> {
        let both = self.both;
        let kept: HashSet<usize> = both.model.operations.iter().filter_map(|origin| origin.old).collect();
        for (number, operation) in both.old.operations.iter().enumerate().filter(|(number, _)| !kept.contains(number)) {
            if let Some(node) = nodes.get(number) {
                self.editor.remove(*node);
            }
            let lost = self.editor.take_lost();
            let why = vec![super::NOT_THERE.to_owned()];
            self.changes.add(Change::new(Item::Operation, &operation.name, Outcome::Removed).with(why).lost(lost));
        }
        let mut places: HashMap<usize, usize> = HashMap::new();
        for (place, from) in both.model.areas.iter().enumerate() {
            places.insert(*from, place);
        }
        let mut pieces = Vec::new();
        for (number, node) in children(root, &["area"]).into_iter().enumerate() {
            let Some(operations) = places.get(&number).and_then(|place| written.remove(place)) else {
                let name = node.attribute("name").unwrap_or_default();
                let words = node.children().filter(|child| child.is_comment() || is(child, &["doc"]));
                words.for_each(|words| self.editor.remove(words));
                let lost = self.editor.take_lost();
                let why = "none of its operations is left".to_owned();
                self.changes.add(Change::new(Item::Area, name, Outcome::Removed).with(vec![why]).lost(lost));
                continue;
            };
            let all = children(node, &["operation"]).into_iter().map(Some);
            if operations.iter().map(|piece| piece.node().filter(|_| piece.is_old())).eq(all) {
                pieces.push(Piece::Old(node));
                continue;
            }
            let inner: Vec<Piece<'a, 'i>> =
                children(node, &["doc"]).into_iter().map(Piece::Old).chain(operations).collect();
            let tag = self.editor.same_start_tag(node);
            let text = self.editor.assemble(node, tag, inner);
            // What went with operations has been told.
            self.editor.take_lost();
            pieces.push(Piece::Edited(node, text));
        }
        pieces
    }
}

/// The element of an operation that takes some parameters before its own, without the headers that all operations have.
fn element(
    service: &Service,
    keys: &Keys<'_>,
    operation: &Operation,
    common: &[Member],
    headers: Option<(usize, usize)>,
) -> Element {
    let mut operation = operation.clone();
    operation.parameters.splice(..0, common.iter().cloned());
    if let Some((request, response)) = headers {
        let messages = &mut operation.messages;
        messages.request_headers.drain(..request.min(messages.request_headers.len()));
        messages.response_headers.drain(..response.min(messages.response_headers.len()));
    }
    let entries: Vec<Entry<'_>> = operation.parameters.iter().map(Entry::Param).collect();
    operations::operation(service, keys, &[], &operation, &entries, 0)
}

/// The elements as the text says them: a result may be an attribute, an element, or the first of several outputs.
fn as_the_text_says(node: Node<'_, '_>, old: Element, new: Element, operation: &Operation) -> (Element, Element) {
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
    let is_before = |one: &Element| one.name() == "doc" || groups::ENTRIES.contains(&one.name());
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

/// What is said of an operation that is new.
fn of_new_operation(element: &Element) -> Vec<String> {
    let parameters = element.elements().iter().filter(|one| groups::ENTRIES.contains(&one.name()));
    let parameters: Vec<&str> = parameters.map(|one| one.get("name").unwrap_or(one.name())).collect();
    let result = element.elements().iter().find(|one| matches!(one.name(), "result" | "output"));
    let result = element.get("result").or_else(|| result.and_then(|one| one.get("type").or_else(|| one.get("kind"))));
    let takes = (!parameters.is_empty()).then(|| format!("takes {}", named(&parameters)));
    let returns = result.filter(|kind| *kind != "none").map(|kind| format!("returns {kind}"));
    takes.into_iter().chain(returns).collect()
}

/// Names one after the other, not more than a line has.
fn named(names: &[&str]) -> String {
    const MOST: usize = 12;
    let first: Vec<&str> = names.iter().copied().take(MOST).collect();
    let more = names.len().saturating_sub(MOST);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    first.join(", ") + &more
}
