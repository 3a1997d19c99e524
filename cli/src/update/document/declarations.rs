//! Types, arrays and groups.

use std::collections::HashMap;

use asmx_codegen::model::ArrayType;
use asmx_import::write;
use asmx_import::write::keys::Keys;
use asmx_import::write::xml::Element;
use roxmltree::Node;

use super::{Writer, children, is, named};
use crate::update::changes::{Change, Item, Outcome, differences};
use crate::update::edit::Piece;
use crate::update::groups::Groups;

impl<'w> Writer<'w> {
    /// Types, arrays and groups in the order of the spec, new types behind the others.
    pub(super) fn declarations<'a, 'i>(
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
        for node in children(root, &["enum", "structure", "dataset", "array", "group"]) {
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
            if is(&node, &["enum", "structure", "dataset", "array"]) {
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
            let of = element.get("type").map_or_else(|| named(&names), str::to_owned);
            let said = if of.is_empty() { element.name().to_owned() } else { format!("{} of {of}", element.name()) };
            self.changes.add(Change::new(Item::Type, name, Outcome::Added).with(vec![said]));
        }
        pieces.splice(behind_types..behind_types, added.into_iter().map(|(_, element)| Piece::New(element)));
        pieces
    }

    pub(super) fn one_type<'a, 'i>(
        &mut self,
        node: Node<'a, 'i>,
        name: &str,
        old: &Element,
        new: &Element,
    ) -> Piece<'a, 'i> {
        if old == new {
            return Piece::Old(node);
        }
        let text = self.editor.element(node, old, new);
        let gone = self.editor.take_lost();
        let details = if old.name() == new.name() {
            differences(old, new)
        } else {
            vec![format!("it is `{}` now, it was `{}`", new.name(), old.name())]
        };
        self.changes.add(Change::new(Item::Type, name, Outcome::Changed).with(details).lost(gone));
        Piece::Edited(node, text)
    }

    pub(super) fn removed_type<'a, 'i>(&mut self, node: Node<'a, 'i>, name: &str) -> Option<Piece<'a, 'i>> {
        self.editor.remove(node);
        let gone = self.editor.take_lost();
        self.changes.add(Change::new(Item::Type, name, Outcome::Removed).lost(gone));
        None
    }

    pub(super) fn group<'a, 'i>(
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
        let gone = self.editor.take_lost();
        let outcome = if piece.is_none() { Outcome::Removed } else { Outcome::Changed };
        let change = Change::new(Item::Group, name, outcome).lost(gone);
        let why = piece.is_none().then(|| "no operation takes its parameters together any more".to_owned());
        self.changes.add(change.with(why.into_iter().collect()));
        piece
    }

    /// Whether an element, or one in it, is of a type that is gone.
    pub(super) fn names_what_is_gone(&self, node: Node<'_, '_>) -> bool {
        node.descendants().any(|one| one.attribute("type").is_some_and(|name| self.gone.contains(name)))
    }
}
