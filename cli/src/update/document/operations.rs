//! Operations, and the areas that they are in.

use std::collections::{HashMap, HashSet};

use asmx_codegen::model::{Member, Namespace, Operation, Service};
use asmx_codegen::resolve::usual_namespace;
use asmx_import::write::keys::{Keys, encoded};
use asmx_import::write::xml::Element;
use asmx_import::write::{members, operations};
use roxmltree::Node;

use super::results::as_the_text_says;
use super::{Writer, children, is, named};
use crate::update::NOT_THERE;
use crate::update::changes::{Change, Item, Outcome, differences};
use crate::update::edit::Piece;
use crate::update::groups::Groups;
use crate::update::lists::{self, List};
use crate::update::merge::Origin;

/// An operation in the text and in both models.
pub(super) struct Pair<'w, 'a, 'i> {
    pub(super) operation: &'w Operation,
    /// Its element, what the spec says, and what its text says by itself: without the headers that all operations had.
    old: Option<(Node<'a, 'i>, Element, Element)>,
    new: Element,
}

impl<'w> Writer<'w> {
    /// An operation before and after, its headers without those that all operations have; and its parameters.
    pub(super) fn pair<'a, 'i>(
        &self,
        operation: &'w Operation,
        origin: &Origin,
        nodes: &[Node<'a, 'i>],
        common: Option<Node<'a, 'i>>,
    ) -> (Pair<'w, 'a, 'i>, List<'a, 'i>) {
        let both = self.both;
        let is_apart = both.model.is_common_apart;
        let elements = |keys: &Keys<'_>, members: &[Member], usual: &Namespace| -> Vec<Element> {
            members.iter().map(|member| members::member(keys, member, usual)).collect()
        };
        let usual =
            |operation: &Operation| usual_namespace(operation.messages.style, operation.messages.request.as_ref());
        let new = elements(both.new_keys, &operation.parameters, &usual(operation));
        let shift = if is_apart { 0 } else { both.old.common.len() };
        let from = origin.parameters.iter().map(|from| from.and_then(|from| from.checked_sub(shift)));
        let mut list = List { entries: Vec::new(), old: Vec::new(), new: new.into_iter().zip(from).collect() };
        if is_apart {
            list.old.extend(elements(both.old_keys, &both.old.common, &Namespace::Service));
            list.entries.extend(common.into_iter().flat_map(lists::entries).map(|node| (node, false)));
        }
        let headers = both.model.common_headers;
        let node = origin.old.and_then(|number| nodes.get(number).copied());
        let before = origin.old.and_then(|number| both.old.operations.get(number));
        let old = node.zip(before).map(|(node, before)| {
            list.old.extend(elements(both.old_keys, &before.parameters, &usual(before)));
            list.entries.extend(lists::entries(node).map(|node| (node, true)));
            let taken = if is_apart { both.old.common.as_slice() } else { &[] };
            let of = |taken: &[Member], headers| element(both.old, both.old_keys, before, taken, headers);
            let mine = self.common_headers();
            (node, of(taken, headers.map(|_| mine)), of(&[], Some(mine)))
        });
        let new = element(&both.model.service, both.new_keys, operation, &[], headers);
        (Pair { operation, old, new }, list)
    }

    /// The element of an operation.
    pub(super) fn operation<'a, 'i>(
        &mut self,
        pair: Pair<'_, 'a, 'i>,
        list: &List<'a, 'i>,
        groups: &Groups<'_>,
    ) -> Piece<'a, 'i> {
        let Pair { operation, old, new } = pair;
        let name = new.get("name").unwrap_or_default().to_owned();
        let Some((node, told, old)) = old else {
            self.changes.add(Change::new(Item::Operation, &name, Outcome::Added).with(of_new_operation(&new)));
            return Piece::New(new);
        };
        let mut details = differences(&told, &new);
        let (entries, left) = groups.pieces(list, &mut self.editor);
        let is_same_list = || {
            let mine = list.entries.iter().filter(|(_, is_here)| *is_here).map(|(node, _)| *node);
            entries.iter().map(|piece| if let Piece::Old(node) = piece { Some(*node) } else { None }).eq(mine.map(Some))
        };
        let is_entry = |element: &&Element| lists::ENTRIES.contains(&element.name());
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
            node.children().filter(|child| child.is_element() && !lists::is_entry(*child)).collect();
        let (docs, rest): (Vec<Node<'a, 'i>>, Vec<Node<'a, 'i>>) =
            nodes.into_iter().partition(|node| is(node, &["doc"]));
        let mut pieces =
            self.editor.pieces(&docs, &old_doc.iter().collect::<Vec<_>>(), &new_doc.iter().collect::<Vec<_>>());
        pieces.extend(entries);
        pieces.extend(self.editor.pieces(
            &rest,
            &old_rest.iter().collect::<Vec<_>>(),
            &new_rest.iter().collect::<Vec<_>>(),
        ));
        let tag = self.editor.start_tag(node, &old, &new);
        let text = self.editor.assemble(node, &tag, pieces);
        let gone = self.editor.take_lost();
        self.changes.add(Change::new(Item::Operation, &name, Outcome::Changed).with(details).lost(gone));
        Piece::Edited(node, text)
    }

    /// The areas with their operations, and what became of those that are gone.
    pub(super) fn areas<'a, 'i>(
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
            let gone = self.editor.take_lost();
            let why = vec![NOT_THERE.to_owned()];
            self.changes
                .add(Change::new(Item::Operation, &encoded(&operation.name), Outcome::Removed).with(why).lost(gone));
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
                let gone = self.editor.take_lost();
                let why = "none of its operations is left".to_owned();
                self.changes.add(Change::new(Item::Area, name, Outcome::Removed).with(vec![why]).lost(gone));
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
            let text = self.editor.assemble(node, &tag, inner);
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
    operations::operation(service, keys, &operation, 0)
}

/// What is said of an operation that is new.
fn of_new_operation(element: &Element) -> Vec<String> {
    let parameters = element.elements().iter().filter(|one| lists::ENTRIES.contains(&one.name()));
    let parameters: Vec<&str> = parameters.map(|one| one.get("name").unwrap_or(one.name())).collect();
    let result = element.elements().iter().find(|one| matches!(one.name(), "result" | "output"));
    let result = element.get("result").or_else(|| result.and_then(|one| one.get("type").or_else(|| one.get("kind"))));
    let takes = (!parameters.is_empty()).then(|| format!("takes {}", named(&parameters)));
    let returns = result.filter(|kind| *kind != "none").map(|kind| format!("returns {kind}"));
    takes.into_iter().chain(returns).collect()
}
