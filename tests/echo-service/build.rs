//! Lists the operations of the client's spec with their Rust names, so that no list of them is written by hand.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use asmx_codegen::names::ident;

const SPEC: &str = "../../spec/email-campaign.xml";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo::rerun-if-changed={SPEC}");
    let mut list = "operations! {\n".to_owned();
    // The spec is a file of the workspace: an unpacked package has none, and then there is nothing to list.
    if Path::new(SPEC).exists() {
        let service = asmx_codegen::load(SPEC, &std::fs::read(SPEC)?)?;
        for operation in &service.operations {
            let (method, request) = (ident(&operation.names.method), ident(&operation.names.request));
            writeln!(list, "    {:?} {method} {request};", operation.name)?;
        }
    }
    list.push_str("}\n");
    let folder = PathBuf::from(std::env::var_os("OUT_DIR").ok_or("no OUT_DIR")?);
    Ok(std::fs::write(folder.join("operations.rs"), list)?)
}
