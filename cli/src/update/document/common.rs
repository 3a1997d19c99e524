//! `<common>`: the parameters and headers that every operation takes.

use asmx_codegen::model::{Namespace, Service};
use asmx_import::write::keys::Keys;
use asmx_import::write::xml::Element;
use asmx_import::write::{members, operations};
use roxmltree::Node;

use super::{Writer, children};
use crate::update::changes::{Change, Item, Outcome, differences};
use crate::update::edit::Piece;
use crate::update::groups::Groups;
use crate::update::lists::{self, List};

impl Writer<'_> {
    /// How many headers of requests and responses the spec states for all operations.
    pub(super) fn common_headers(&self) -> (usize, usize) {
        crate::update::common_headers(self.both.spec)
    }

    /// The parameters that all operations take.
    pub(super) fn common_list<'a, 'i>(&self, node: Option<Node<'a, 'i>>) -> List<'a, 'i> {
        let both = self.both;
        let elements = |keys: &Keys<'_>, service: &Service| -> Vec<Element> {
            service.common.iter().map(|member| members::member(keys, member, &Namespace::Service)).collect()
        };
        let is_there = !both.model.is_common_apart;
        let new = elements(both.new_keys, &both.model.service).into_iter().zip(both.model.common.iter().copied());
        List {
            entries: node.filter(|_| is_there).into_iter().flat_map(lists::entries).map(|node| (node, true)).collect(),
            old: if is_there { elements(both.old_keys, both.old) } else { Vec::new() },
            new: new.collect(),
        }
    }

    pub(super) fn common<'a, 'i>(
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
            Some(Piece::Edited(node, self.editor.assemble(node, &tag, pieces)))
        };
        let gone = self.editor.take_lost();
        self.changes.add(Change::new(Item::Common, "parameters", Outcome::Changed).with(details).lost(gone));
        piece
    }
}
