//! Measures building: generating Rust beside tonic-prost-build, compiling it beside tonic's, importing and comparing documents. It prints
//! CPU seconds and their ratios. `cargo bench --bench building -- generation` measures one part: `generation`, `documents` or `compiling`.

mod calls;
mod cpu;
mod crates;
mod documents;
mod proto;
mod spec;
mod synthetic;

use std::path::Path;

use asmx_codegen::RustFile;
use synthetic::{Service, Size};

fn main() {
    let parts: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    for (name, run) in [("generation", generation as fn()), ("documents", documents::run), ("compiling", crates::run)] {
        if parts.is_empty() || parts.iter().any(|part| part == name) {
            run();
        }
    }
}

/// Rust from a spec, which is read and checked too.
fn generated(name: &str, spec: &[u8]) -> Vec<RustFile> {
    asmx_codegen::generate(&asmx_codegen::load(name, spec).unwrap(), name)
}

fn write(files: &[RustFile], folder: &Path) {
    for file in files {
        let path = folder.join(&file.path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, &file.text).unwrap();
    }
}

/// Both generators write the same service, from a text and from a decoded descriptor set, with client and server.
fn generation() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let sizes = [(38, 0), (400, 0), (4_000, 0), (750, 400), (1_500, 800)];
    for size in sizes.map(|(operations, types)| Size { operations, types }) {
        let service = Service::of(size);
        let (text, set) = (spec::text(&service), proto::descriptor_set(&service));
        let mut ours = || cpu::of_this_process(|| write(&generated(spec::NAME, text.as_bytes()), folder));
        let mut tonics = || {
            let set = set.clone();
            cpu::of_this_process(|| proto::generate(set, true, folder))
        };
        let [ours, tonics] = cpu::in_turns(7, [&mut ours, &mut tonics]);
        let ratio = ours / tonics;
        println!("generating {size}: {ours:.4} s, tonic-prost-build {tonics:.4} s; ours beside tonic's: {ratio:.2}");
    }
    let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/email-campaign.xml");
    let bytes = std::fs::read(spec).unwrap();
    let lines: usize = generated("spec.xml", &bytes).iter().map(|file| file.text.lines().count()).sum();
    let operations = asmx_codegen::load("spec.xml", &bytes).unwrap().operations.len();
    #[allow(clippy::cast_precision_loss, reason = "numbers of lines are far below 2^52")]
    let each = lines as f64 / operations as f64;
    println!("the product: {each:.1} lines generated for an operation");
}
