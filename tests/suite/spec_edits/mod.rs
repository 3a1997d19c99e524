//! Every kind of edit of a spec: what is said of it, and what it really does.
#![allow(clippy::pedantic)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use spec_edits::api::Api;
use spec_edits::compile::Workspace;
use spec_edits::wire::{self, Names, Version};
use spec_edits::{Row, rows};

fn wire_of(row: &Row) -> (wire::Differences, wire::Differences) {
    let (old, new) = row.models();
    let (old, new) = (Version::of(&old), Version::of(&new));
    let names = Names(&row.same);
    (wire::differences(&old, &new, names, true), wire::differences(&new, &old, names, false))
}

#[test]
fn explore_wire() {
    for row in rows::all() {
        let found = std::panic::catch_unwind(|| wire_of(&row));
        match found {
            Ok((old, new)) => println!("{} {}\n    {:?}\n    new {:?}", row.number, row.name, old, new),
            Err(_) => println!("{} {} PANIC", row.number, row.name),
        }
    }
}

#[test]
fn explore_compile() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let target = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let mut workspace = Workspace::new(&root, &target.join("spec-edits"), &target.join("nested"));
    for row in rows::all() {
        let (old, new) = row.models();
        workspace.add(row.name, &Api::of(&old), &new);
    }
    let started = std::time::Instant::now();
    let errors = workspace.check();
    println!("{:?}", started.elapsed());
    for row in rows::all() {
        let (old, new) = row.models();
        let (old, new) = (Api::of(&old).lines(), Api::of(&new).lines());
        let gone: Vec<_> = old.iter().filter(|line| !new.contains(line)).collect();
        let came: Vec<_> = new.iter().filter(|line| !old.contains(line)).collect();
        println!("{} {} {}", row.number, row.name, if errors.contains_key(row.name) { "RUST" } else { "" });
        println!("   - {gone:?}\n   + {came:?}");
        if let Some(errors) = errors.get(row.name) {
            println!("   {}", errors[0].lines().next().unwrap());
        }
    }
}
