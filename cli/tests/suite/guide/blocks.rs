//! Specs in the guide are valid, and the Rust beside them is generated from them.

use std::fmt::Write as _;
use std::fs;

use asmx_codegen::model::Service;
use asmx_codegen::{generate_operation, generate_type, load};
use goldens::markdown::blocks;
use goldens::{assert_current, frames};

use super::{WRITING, chapters, guide};

fn service(chapter: &str, line: usize, text: &str) -> Service {
    load(chapter, frames::spec("Library", text).as_bytes())
        .unwrap_or_else(|mistakes| panic!("{chapter}, line {line}: {mistakes}"))
}

fn rust(service: &Service, example: &str) -> String {
    let mut rust = String::new();
    for index in 0..service.types.len() {
        writeln!(rust, "{}", generate_type(service, index).trim_end()).unwrap();
    }
    for (index, operation) in service.operations.iter().enumerate() {
        if example.contains(&format!("name=\"{}\"", operation.name)) {
            writeln!(rust, "{}", generate_operation(service, index).trim_end()).unwrap();
        }
    }
    rust
}

#[test]
fn the_specs_of_the_guide_are_right_and_become_the_rust_beside_them() {
    let Some(guide) = guide() else { return };
    let _writing = WRITING.lock();
    let (mut specs, mut beside) = (0, 0);
    for chapter in chapters(&guide) {
        let text = fs::read_to_string(guide.join(&chapter)).unwrap();
        let (mut last, mut updated) = (None, text.clone());
        for block in blocks(&text) {
            match block.info.as_str() {
                "xml" => {
                    last = Some((service(&chapter, block.line, &block.text), block.text));
                    specs += 1;
                }
                // Not compiled here; the snapshots and the compiled services are.
                "rust,ignore" => {
                    let (service, example) = last.as_ref().unwrap_or_else(|| panic!("{chapter}: Rust beside no spec"));
                    let old = format!("```rust,ignore\n{}```", block.text);
                    updated = updated.replacen(&old, &format!("```rust,ignore\n{}```", rust(service, example)), 1);
                    beside += 1;
                }
                _ => {}
            }
        }
        assert_current(&guide.join(&chapter), &updated);
    }
    assert!(specs >= 6 && beside >= 2, "{specs} specs, {beside} beside Rust");
}
