//! The text of the updated spec, by a three-way merge.
//!
//! The base is the old model as a spec, theirs is the new model as a spec, and ours is the text. Base and theirs are first brought into the forms
//! that the text uses. Whatever is equal in both keeps its text.

use std::collections::HashMap;

use asmx_codegen::elements::{Build as _, XMLNode};
use asmx_codegen::model::{ArrayType, Operation, Service, Walk as _};
use asmx_codegen::read::ast;
use asmx_codegen::resolve;
use asmx_import::write::keys::{Keys, UsedNames, encoded};
use roxmltree::Node;

use super::changes::{COMMON, Changes, Item, Lines};
use super::edit::Editor;
use super::groups;
use super::merge::Model;
use super::report::report;
use super::trees::{self, Common, Styles, apart, tree};

pub(super) struct Merge<'a, 'i> {
    pub(super) spec: &'a ast::Service,
    pub(super) root: Node<'a, 'i>,
    pub(super) old: &'a Service,
    pub(super) model: &'a Model,
}

impl Merge<'_, '_> {
    /// The new text and the changes. `is_imported` marks the new spec as imported.
    pub(super) fn text(&self, is_imported: bool) -> (String, Changes) {
        let Self { spec, root, old, model } = *self;
        let names = spec.arrays.iter().map(|array| array.name.value.as_str());
        let arrays: Vec<(&str, ArrayType)> = names.zip(resolve::arrays(spec)).collect();
        let in_new = |array: &ArrayType| array.renumbered(&|number| model.number_of(number));
        let new_arrays: Vec<(&str, ArrayType)> = arrays.iter().map(|(name, array)| (*name, in_new(array))).collect();
        let old_keys = self.old_keys(&arrays);
        let new_keys = self.new_keys(&arrays, &new_arrays, &old_keys);
        let headers = common_headers(spec);
        let styles = Styles::of(root);
        let style = |operation: &Operation| styles.style(operation);
        let mut base = tree(old, &old_keys, spec.imported, headers, style);
        let new_headers = model.common_headers.unwrap_or_default();
        let mut theirs = tree(&model.service, &new_keys, is_imported, new_headers, style);
        // A parameter that stops being common is one change, not one for each operation.
        let layout = if model.is_common_apart { apart(old) } else { old.clone() };
        let of_all = if model.common_headers.is_some() { headers } else { (0, 0) };
        let mut before = tree(&layout, &old_keys, spec.imported, of_all, style);
        let mut after = theirs.clone();

        let removed = trees::removed_types(&base, &theirs);
        let declared = new_arrays.iter().map(|(name, array)| (*name, array)).collect();
        trees::add_unused_arrays(&mut base, &theirs, root, &removed, (&new_keys, &declared));
        let is_retained = |group: Node<'_, '_>| !trees::names_one_of(group, &removed);
        let dropped =
            groups::contract(spec, root, (&mut base, &mut theirs), (&before, model.is_common_apart), is_retained);
        for (tree, reported) in [(&mut base, &mut before), (&mut theirs, &mut after)] {
            let groups = tree.elements().filter(|one| one.name == "group").cloned();
            reported.children.extend(groups.map(XMLNode::Element));
            trees::arrange(tree, root);
            trees::arrange(reported, root);
        }

        let source = root.document().input_text();
        let mut editor = Editor::new(source);
        let range = root.range();
        let merged = editor.merged(root, &base, &theirs);
        let text = [editor.slice(0..range.start), &merged, editor.slice(range.end..source.len())].concat();
        if model.is_common_apart
            && !trees::children(root, "common").any(|one| one.descendants().any(|one| one.is_comment()))
        {
            // Each operation has it now.
            editor.losses.remove(&common_item());
        }
        let mut changes = Changes { service: old.name.clone(), ..Changes::default() };
        report(&mut changes, &before, &after, self.details(dropped), editor.losses);
        (text, changes)
    }

    fn old_keys(&self, arrays: &Arrays<'_>) -> Keys<'_> {
        let types = self.spec.types.iter().map(|one| Some(one.name.value.clone()));
        Keys::with(self.old, UsedNames { types: types.collect(), arrays: first_names(arrays), ..UsedNames::default() })
    }

    fn new_keys(&self, old: &Arrays<'_>, new: &Arrays<'_>, old_keys: &Keys<'_>) -> Keys<'_> {
        let types = &self.spec.types;
        let by_wire_name = old.iter().map(|(name, array)| {
            let wire = array.name.as_deref().map_or_else(|| old_keys.usual_array_name(array), encoded);
            ((wire, array.namespace.clone()), (*name).to_owned())
        });
        let old_names = self.model.types.old_of.iter().map(|from| Some(types.get((*from)?)?.name.value.clone()));
        let taken = types.iter().map(|one| one.name.value.as_str()).chain(new.iter().map(|(name, _)| *name));
        let names = UsedNames {
            types: old_names.collect(),
            arrays: first_names(new),
            by_wire_name: by_wire_name.collect(),
            further: taken.map(str::to_owned).collect(),
        };
        Keys::with(&self.model.service, names)
    }

    /// Sentences about operations that no longer use a group, and about parameters that are no longer common.
    fn details(&self, dropped: groups::Dropped) -> Lines {
        let mut details = Lines::new();
        for (operation, groups) in dropped {
            let item = operation.map_or_else(common_item, |name| (Item::Operation, name));
            let lines = groups.into_iter().map(|group| format!("no longer uses the group {group}"));
            details.insert(item, lines.collect());
        }
        let common = details.entry(common_item()).or_default();
        if self.model.is_common_apart {
            common.push("no longer common; each operation lists its own".to_owned());
        }
        if self.model.common_headers.is_none() && !self.spec.headers.is_empty() {
            common.push("these headers are no longer common; each operation lists its own".to_owned());
        }
        details
    }
}

fn common_item() -> (Item, String) {
    (Item::Common, COMMON.to_owned())
}

/// The arrays that a text declares, with their names there.
type Arrays<'a> = [(&'a str, ArrayType)];

/// Among equal arrays the first name counts.
fn first_names(arrays: &Arrays<'_>) -> HashMap<ArrayType, String> {
    arrays.iter().rev().map(|(name, array)| (array.clone(), (*name).to_owned())).collect()
}

/// The numbers of request and response headers that a spec states for all operations.
pub(super) fn common_headers(spec: &ast::Service) -> Common {
    let count = |other: &str| {
        spec.headers.iter().filter(|header| header.direction.as_ref().map_or("in", |one| &one.value) != other).count()
    };
    (count("out"), count("in"))
}
