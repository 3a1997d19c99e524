//! The compiler decides whether a change breaks code, and the listing of the public items shows where.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use asmx_review::diff::Class;
use spec_edits::api::Api;
use spec_edits::compile::Workspace;
use spec_edits::{Row, rows};

use super::{changes, version};

/// Removed and added lines.
pub type Listed = (Vec<String>, Vec<String>);

pub fn listed(row: &Row) -> &'static Listed {
    static ALL: LazyLock<BTreeMap<&str, Listed>> = LazyLock::new(|| {
        // Most rows share a version: the base.
        let mut known: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let mut lines = |text: String| {
            let list = |text: &String| Api::of(version("spec.xml", text).service()).lines();
            known.entry(text).or_insert_with_key(list).clone()
        };
        let listed = rows::all().into_iter().map(|row| {
            let (old, new) = (lines(row.old()), lines(row.new_version()));
            (row.name, (removed(&old, &new), removed(&new, &old)))
        });
        listed.collect()
    });
    &ALL[row.name]
}

/// The lines of `old` that `new` lacks.
pub fn removed(old: &[String], new: &[String]) -> Vec<String> {
    old.iter().filter(|line| new.binary_search(line).is_err()).cloned().collect()
}

#[test]
fn code_for_the_old_version_fails_to_compile_exactly_as_reported() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("spec-edits");
    let mut workspace = Workspace::new(&root, &folder);
    let rows: Vec<Row> = rows::all().into_iter().step_by(cases::step(12)).collect();
    let (base, _) = rows[0].models();
    workspace.add("base", &base, &base);
    for row in &rows {
        let (old, new) = row.models();
        workspace.add_edited(&row.module(), &old, &new);
    }
    let errors = workspace.check();
    assert_eq!(errors.get("base"), None);
    let wrong = rows.iter().filter_map(|row| {
        let is_reported = changes(row).iter().any(|change| change.classes.contains(&Class::Rust));
        let errors = errors.get(&row.module());
        (is_reported != errors.is_some())
            .then(|| format!("row {} {}: rust is reported: {is_reported}; {errors:?}", row.number, row.name))
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn public_items_are_removed_exactly_as_reported() {
    let wrong = rows::all()
        .iter()
        .filter_map(|row| {
            let is_reported = changes(row).iter().any(|change| change.classes.contains(&Class::Rust));
            let (removed, _) = listed(row);
            (is_reported == removed.is_empty())
                .then(|| format!("row {} {}: rust is reported: {is_reported}; {removed:?}", row.number, row.name))
        })
        .collect::<Vec<_>>();
    assert!(wrong.is_empty(), "{wrong:#?}");
}
