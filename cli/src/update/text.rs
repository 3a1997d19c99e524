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
use asmx_import::write::operations::ResultStyle;
use roxmltree::Node;

use super::changes::{COMMON, Changes, Item, Words};
use super::edit::Editor;
use super::groups;
use super::merge::Model;
use super::results::Styles;
use super::told::tell;
use super::trees::{self, Common, apart, tree};

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
        let arrays = self.arrays();
        let old_keys = self.old_keys(&arrays);
        let new_keys = self.new_keys(&arrays, &old_keys);
        let headers = common_headers(spec);
        let styles = Styles::of(root);
        let style = |operation: &Operation| styles.style(operation);
        let mut base = tree(old, &old_keys, spec.imported, headers, style);
        let new_headers = model.common_headers.unwrap_or_default();
        let mut theirs = tree(&model.service, &new_keys, is_imported, new_headers, style);
        // A parameter that stops being common is one change, not one for each operation.
        let laid_out = if model.is_common_apart { apart(old) } else { old.clone() };
        let of_all = if model.common_headers.is_some() { headers } else { (0, 0) };
        let shortest = |_: &Operation| ResultStyle::Shortest;
        let mut before = tree(&laid_out, &old_keys, spec.imported, of_all, shortest);
        let mut after = tree(&model.service, &new_keys, is_imported, new_headers, shortest);

        let gone = trees::gone(&base, &theirs);
        let declared = arrays.iter().map(|array| (array.name, &array.new)).collect();
        trees::add_unused_arrays(&mut base, &theirs, root, &gone, (&new_keys, &declared));
        let is_known = |group: Node<'_, '_>| !trees::names_one_of(group, &gone);
        let left = groups::contract(spec, root, (&mut base, &mut theirs), (&before, model.is_common_apart), is_known);
        for (tree, shown) in [(&mut base, &mut before), (&mut theirs, &mut after)] {
            let groups = tree.elements().filter(|one| one.name == "group").cloned();
            shown.children.extend(groups.map(XMLNode::Element));
            trees::arrange(tree, root);
            trees::arrange(shown, root);
        }

        let whole = root.document().input_text();
        let mut editor = Editor::new(whole);
        let range = root.range();
        let merged = editor.merged(root, &base, &theirs);
        let text = [editor.slice(0..range.start), &merged, editor.slice(range.end..whole.len())].concat();
        if model.is_common_apart
            && !trees::children(root, "common").any(|one| one.descendants().any(|one| one.is_comment()))
        {
            // Each operation has it now.
            editor.lost.remove(&common_item());
        }
        let mut changes = Changes { service: old.name.clone(), ..Changes::default() };
        tell(&mut changes, &before, &after, self.details(left), editor.lost);
        (text, changes)
    }

    fn arrays(&self) -> Vec<Declared<'_>> {
        let names = self.spec.arrays.iter().map(|array| array.name.value.as_str());
        let arrays = resolve::arrays(self.spec).into_iter().zip(names).map(|(old, name)| {
            let mut new = old.clone();
            new.renumber(&|number| self.model.numbers.of_old(number));
            Declared { name, old, new }
        });
        arrays.collect()
    }

    fn old_keys(&self, arrays: &[Declared<'_>]) -> Keys<'_> {
        let types = self.spec.types.iter().map(|one| Some(one.name.value.clone()));
        let arrays = first_names(arrays.iter().map(|array| (&array.old, array.name)));
        Keys::with(self.old, UsedNames { types: types.collect(), arrays, ..UsedNames::default() })
    }

    fn new_keys(&self, arrays: &[Declared<'_>], old_keys: &Keys<'_>) -> Keys<'_> {
        let types = &self.spec.types;
        let by_wire_name = arrays.iter().map(|Declared { name, old, .. }| {
            let wire = old.name.as_deref().map_or_else(|| old_keys.usual_array_name(old), encoded);
            ((wire, old.namespace.clone()), (*name).to_owned())
        });
        let old_names = self.model.numbers.old.iter().map(|from| Some(types.get((*from)?)?.name.value.clone()));
        let taken = types.iter().map(|one| one.name.value.as_str()).chain(arrays.iter().map(|array| array.name));
        let given = UsedNames {
            types: old_names.collect(),
            arrays: first_names(arrays.iter().map(|array| (&array.new, array.name))),
            by_wire_name: by_wire_name.collect(),
            further: taken.map(str::to_owned).collect(),
        };
        Keys::with(&self.model.service, given)
    }

    /// Sentences about operations that no longer use a group, and about parameters that are no longer common.
    fn details(&self, left: groups::Left) -> Words {
        let mut details = Words::new();
        for (operation, groups) in left {
            let item = operation.map_or_else(common_item, |name| (Item::Operation, name));
            let words = groups.into_iter().map(|group| format!("no longer uses the group {group}"));
            details.insert(item, words.collect());
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

struct Declared<'a> {
    name: &'a str,
    old: ArrayType,
    /// Like `old`, with types of the new model.
    new: ArrayType,
}

/// Among equal arrays the first name counts.
fn first_names<'a>(arrays: impl Iterator<Item = (&'a ArrayType, &'a str)>) -> HashMap<ArrayType, String> {
    let mut names = HashMap::new();
    for (array, name) in arrays {
        names.entry(array.clone()).or_insert_with(|| name.to_owned());
    }
    names
}

/// The numbers of request and response headers that a spec states for all operations.
pub(super) fn common_headers(spec: &ast::Service) -> Common {
    let count = |other: &str| {
        spec.headers.iter().filter(|header| header.direction.as_ref().map_or("in", |one| &one.value) != other).count()
    };
    (count("out"), count("in"))
}
