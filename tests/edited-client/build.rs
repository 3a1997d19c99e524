//! Puts one operation more into a copy of the spec, and generates the client of it. The crate's source is that of the client.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::string_slice,
    clippy::unwrap_used,
    reason = "a build that fails says so by panicking"
)]

use std::fs;
use std::path::{Path, PathBuf};

/// The operation that the new one is a variant of.
const BASE: &str = "name=\"Reports_GetBlocks\"";

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| {
        let path = root.join(path);
        println!("cargo::rerun-if-changed={}", path.display());
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let out = PathBuf::from(std::env::var_os("OUT_DIR").unwrap());
    let (spec, variant) = (read("../../spec/email-campaign.xml"), read("variant.xml"));
    let base = spec.find(BASE).expect("the spec has the base operation");
    let end = base + spec[base..].find("</operation>").unwrap() + "</operation>".len();
    let edited = out.join("email-campaign.xml");
    fs::write(&edited, format!("{}\n{variant}{}", &spec[..end], &spec[end..])).unwrap();
    asmx_codegen::build::compile(&edited);
    // The features that the client's source names; none is set.
    println!("cargo::rustc-check-cfg=cfg(feature, values(any()))");
    let client = read("../../generated-client/src/lib.rs");
    let is_inside = |line: &&str| !line.starts_with("//!") && !line.starts_with("#![");
    fs::write(out.join("client.rs"), client.lines().filter(is_inside).collect::<Vec<_>>().join("\n")).unwrap();
}
