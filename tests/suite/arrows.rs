//! Which crate stands on which, and inside the runtime which room: the arrows that ARCHITECTURE.md draws, and no others.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod uses;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::manifests;
use uses::{Crate, Module, circles};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Every published crate with the crates of this workspace that it may use, beside its tests.
const ARROWS: [(&str, &[&str]); 14] = [
    ("asmx-types", &[]),
    ("asmx-xml", &["asmx-types"]),
    ("asmx-dataset", &["asmx-types", "asmx-xml"]),
    ("asmx-runtime", &["asmx-dataset", "asmx-types", "asmx-xml"]),
    ("asmx-codegen", &["asmx-types"]),
    ("asmx-import", &["asmx-codegen", "asmx-types"]),
    ("asmx-review", &["asmx-codegen", "asmx-import", "asmx-types"]),
    ("asmx-document", &["asmx-codegen", "asmx-import", "asmx-types"]),
    (
        "asmx-gateway",
        &[
            "asmx-arrow",
            "asmx-codegen",
            "asmx-document",
            "asmx-import",
            "asmx-runtime",
            "asmx-types",
            "asmx-windows-auth",
        ],
    ),
    ("asmx", &["asmx-codegen", "asmx-gateway", "asmx-import", "asmx-review", "asmx-types"]),
    ("asmx-arrow", &["asmx-dataset", "asmx-types"]),
    ("asmx-windows-auth", &["asmx-runtime"]),
    ("email-campaign-client", &["asmx-codegen", "asmx-runtime"]),
    ("email-campaign-sandbox", &["asmx-runtime", "email-campaign-client"]),
];

/// By published crate: its dependencies, those of its tests left out.
fn dependencies() -> BTreeMap<String, BTreeSet<String>> {
    let each = manifests::published().into_iter();
    each.map(|package| (package["name"].as_str().unwrap().to_owned(), manifests::dependencies(&package).collect()))
        .collect()
}

#[test]
fn crates_use_only_the_crates_below_them() {
    let all = dependencies();
    let own: BTreeSet<&String> = all.keys().collect();
    let found: BTreeMap<&str, Vec<&str>> = all
        .iter()
        .map(|(name, used)| {
            (name.as_str(), used.iter().filter(|used| own.contains(used)).map(String::as_str).collect())
        })
        .collect();
    let drawn = ARROWS.iter().map(|(name, used)| (*name, used.to_vec())).collect::<BTreeMap<_, _>>();
    assert_eq!(found, drawn);
}

/// Crates that are useful without a network compile no HTTP.
#[test]
fn tables_know_no_http_and_descriptors_nothing_at_all() {
    let all = dependencies();
    assert!(all["asmx-types"].is_empty());
    for name in [
        "asmx-xml",
        "asmx-dataset",
        "asmx-arrow",
        "asmx-codegen",
        "asmx-import",
        "asmx-review",
        "asmx",
        "asmx-document",
    ] {
        for other in ["http", "http-body", "reqwest", "axum", "tokio", "tower", "tracing"] {
            assert!(!all[name].contains(other), "{name} uses {other}");
        }
    }
}

/// Rooms of a crate from left to right: each uses only rooms that stand to its left. Those of one place do not know each other.
type Rooms = &'static [&'static [&'static str]];

const RUNTIME: Rooms = &[
    &["xml"],
    &["page"],
    &["operation"],
    &["value"],
    &["results"],
    &["redaction"],
    &["fault"],
    &["error"],
    &["servers"],
    &["protocol"],
    &["call"],
    &["client", "server"],
    &["http_client"],
    &["date_ranges", "fields", "json", "mock"],
    &["records"],
    &["prelude"],
    &["generated"],
];

const GATEWAY: Rooms = &[&["rows"], &["calls"], &["look", "offer"], &["mcp", "rest"], &["serving"]];

/// The rank of a module among the rooms.
fn rank(module: &Module, rooms: Rooms) -> usize {
    let found = rooms.iter().position(|rooms| rooms.contains(&module[0].as_str()));
    found.unwrap_or_else(|| panic!("{} is in no room: give it a place", module.join("/")))
}

/// Arrows from one room into another that does not stand to its left.
fn wrong_arrows(arrows: &BTreeMap<Module, BTreeSet<Module>>, rooms: Rooms) -> Vec<String> {
    let all = arrows.iter().flat_map(|(module, used)| used.iter().map(move |other| (module, other)));
    let wrong = all.filter(|(module, other)| module[0] != other[0] && rank(module, rooms) <= rank(other, rooms));
    wrong.map(|(module, other)| format!("{} uses {}", module.join("/"), other.join("/"))).collect()
}

/// Paths below `folder` with the contents of the files.
pub(crate) fn sources(folder: &Path, below: &str, found: &mut Vec<(String, String)>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let name = format!("{below}{}", entry.file_name().to_str().unwrap());
        if entry.path().is_dir() {
            sources(&entry.path(), &format!("{name}/"), found);
        } else {
            found.push((name, std::fs::read_to_string(entry.path()).unwrap()));
        }
    }
}

fn arrows_in(name: &str) -> BTreeMap<Module, BTreeSet<Module>> {
    let mut files = Vec::new();
    sources(Path::new(&format!("{ROOT}/{name}/src")), "", &mut files);
    Crate::of(files.iter().map(|(path, source)| (path.as_str(), source.as_str()))).arrows()
}

#[test]
fn rooms_of_the_runtime_use_only_rooms_to_their_left() {
    let arrows = arrows_in("runtime");
    // Guard against a vacuous pass.
    assert!(arrows.values().map(BTreeSet::len).sum::<usize>() > 500);
    assert_eq!(wrong_arrows(&arrows, RUNTIME), Vec::<String>::new());
}

#[test]
fn rooms_of_the_gateway_use_only_rooms_to_their_left() {
    let arrows = arrows_in("cli/gateway");
    assert!(arrows.values().map(BTreeSet::len).sum::<usize>() > 200);
    assert_eq!(wrong_arrows(&arrows, GATEWAY), Vec::<String>::new());
}

#[test]
fn files_do_not_use_each_other_in_a_circle() {
    for name in [
        "runtime",
        "runtime/types",
        "runtime/xml",
        "runtime/dataset",
        "runtime/arrow",
        "runtime/windows-auth",
        "codegen",
        "codegen/import",
        "codegen/review",
        "cli",
        "cli/document",
        "cli/gateway",
        "examples/sandbox",
    ] {
        let arrows = arrows_in(name);
        assert!(arrows.values().map(BTreeSet::len).sum::<usize>() > 5, "{name}");
        assert_eq!(circles(&arrows), BTreeSet::new(), "{name}");
    }
}

fn arrows_of(files: &[(&str, &str)]) -> BTreeMap<Module, BTreeSet<Module>> {
    Crate::of(files.iter().copied()).arrows()
}

#[test]
fn an_arrow_to_the_right_is_found() {
    for source in [
        "use crate::call::Call;",
        "use crate::{call::{Call}, error};",
        "use crate as runtime; use crate::call; fn f() { call::g() }",
        "fn f() -> Option<crate::call::Call> { None }",
        "macro_rules! m { () => { $crate::call::g() } }",
        "use crate::Call;",
    ] {
        let files = [("lib.rs", "mod call; mod value; pub use call::Call;"), ("call.rs", "pub struct Call;")];
        let arrows = arrows_of(&[files[0], files[1], ("value/mod.rs", source)]);
        assert_eq!(wrong_arrows(&arrows, RUNTIME), ["value uses call"], "{source}");
    }
    let test = "#[cfg(test)]\nmod tests { use crate::call::Call; }";
    let other = "/// [`crate::call::Call`]\nfn f() { call() }";
    for source in [test, other] {
        assert!(wrong_arrows(&arrows_of(&[("call.rs", ""), ("value/mod.rs", source)]), RUNTIME).is_empty(), "{source}");
    }
}

#[test]
fn a_circle_of_files_is_found_and_a_re_export_is_none() {
    let circle = |parent: &str, child: &str| {
        circles(&arrows_of(&[("call/mod.rs", parent), ("call/one.rs", child), ("call/two.rs", "pub struct Two;")]))
            .len()
    };
    assert_eq!(circle("mod one; pub use one::One; pub struct Own;", "use super::Two; struct One;"), 0);
    assert_eq!(circle("mod one; mod two; pub use one::One; pub use two::Two;", "use super::Two; struct One(Two);"), 0);
    // The parent's own code names the child, and the child what the parent defines.
    assert_eq!(circle("mod one; use one::One; pub struct Own(One);", "use super::Own; pub struct One;"), 1);
    assert_eq!(circle("mod one; pub use one::One; pub struct Own(One);", "use crate::call::Own; pub struct One;"), 1);
    assert_eq!(circle("mod one; pub struct Own; fn f() { one::g() }", "fn g() -> super::Own { super::Own }"), 1);
    let three = [("a.rs", "use crate::b::B;"), ("b.rs", "use crate::c::C;"), ("c.rs", "fn f() { crate::a::g() }")];
    assert_eq!(circles(&arrows_of(&three)).first().map(BTreeSet::len), Some(3));
}
