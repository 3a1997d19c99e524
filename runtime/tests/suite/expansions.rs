//! The macros for generated code expand to what their snapshots show: the documentation of each macro has an example, and `rustc` expands it.
//!
//! An unstable flag of `rustc` prints the expansion (`RUSTC_BOOTSTRAP` permits it); no other tool is needed. The example is expanded in a
//! crate that has the macros and nothing else, so that nothing has to be compiled. `rustc` reports the missing items, and prints all the same.
//! Derives stay as they are: their expansion is that of the compiler.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// A macro of `runtime/src/generated`.
struct Macro {
    name: String,
    definition: String,
    /// The call in its documentation.
    example: Option<String>,
}

/// The macros of one build, with the feature `serde` or without.
fn macros(with_serde: bool) -> Vec<Macro> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/generated");
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| !path.ends_with(if with_serde { "no_serde_impls.rs" } else { "serde_impls.rs" }));
    paths.sort();
    paths.iter().flat_map(|path| macros_in(&fs::read_to_string(path).unwrap())).collect()
}

fn macros_in(source: &str) -> Vec<Macro> {
    let (mut found, mut docs, mut lines) = (Vec::new(), String::new(), source.lines());
    while let Some(line) = lines.next() {
        if let Some(doc) = line.strip_prefix("///") {
            docs.extend([doc.strip_prefix(' ').unwrap_or(doc), "\n"]);
        } else if let Some(name) = line.strip_prefix("macro_rules! ").and_then(|rest| rest.strip_suffix(" {")) {
            let body: Vec<&str> = lines.by_ref().take_while(|line| *line != "}").collect();
            let definition = format!("#[macro_export]\n{line}\n{}\n}}\n", body.join("\n"));
            let example = docs.split("```text\n").nth(1).and_then(|rest| rest.split("```").next()).map(str::to_owned);
            found.push(Macro { name: name.to_owned(), definition, example });
        }
        if !line.starts_with("///") && !line.starts_with("#[") {
            docs.clear();
        }
    }
    found
}

/// The items that a call expands to.
fn expanded(definitions: &str, call: &str) -> String {
    let source =
        format!("{definitions}\n{}", call.replacen("rt::", "crate::__", 1)).replace("#[derive(", "#[rustfmt::derive(");
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let mut rustc = Command::new(rustc)
        .args(["-Zunpretty=expanded", "--edition", "2024", "--crate-type", "lib", "-"])
        .env("RUSTC_BOOTSTRAP", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    rustc.stdin.take().unwrap().write_all(source.as_bytes()).unwrap();
    let output = String::from_utf8(rustc.wait_with_output().unwrap().stdout).unwrap();
    let output = output.replace("rustfmt::derive", "derive").replace("crate::__private::", "rt::");
    // An empty line before a sentence of documentation would be printed as a block comment.
    let output = output.replace("#[doc = \"\\n", "#[doc = \" ");
    let mut file = syn::parse_file(&output).unwrap();
    file.attrs.clear();
    let is_of_the_example =
        |item: &syn::Item| !matches!(item, syn::Item::Macro(_) | syn::Item::ExternCrate(_) | syn::Item::Use(_));
    file.items.retain(is_of_the_example);
    prettyplease::unparse(&file)
}

#[test]
fn macros_expand_to_their_snapshots() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../snapshots/expansions");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let mut with_example = BTreeSet::new();
    for macros in [macros(false), macros(true)] {
        let definitions: String = macros.iter().map(|item| item.definition.as_str()).collect();
        for Macro { name, example, .. } in macros {
            let Some(example) = example.filter(|_| with_example.insert(name.clone())) else { continue };
            let expansion = expanded(&definitions, &example);
            assert!(!expansion.is_empty() && !expansion.contains("crate::__"), "{name}: {expansion}");
            let text = format!("{example}\n// expands to\n\n{expansion}");
            settings.bind(|| insta::assert_snapshot!(name.trim_start_matches('_').to_owned(), text));
        }
    }
    for name in called() {
        assert!(with_example.contains(&format!("__{name}")), "the documentation of `{name}` has no example of a call");
    }
}

/// The macros that generated code calls.
fn called() -> Vec<String> {
    let source = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/generated/mod.rs")).unwrap();
    let list = source.split("pub use crate::{\n    __").nth(1).unwrap().split("};").next().unwrap();
    let names: Vec<String> =
        list.split(',').filter_map(|entry| entry.split_once(" as ")).map(|(_, name)| name.to_owned()).collect();
    assert!(names.len() > 10, "{names:?}");
    names
}
