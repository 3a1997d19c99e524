//! For build scripts: a spec becomes Rust in `OUT_DIR` at `cargo build`.
//!
//! A crate's whole `build.rs`:
//!
//! ```ignore
//! fn main() {
//!     asmx_codegen::build::compile("spec/email-campaign.xml");
//! }
//! ```
//!
//! and where its items belong, in `src/lib.rs` for example:
//!
//! ```ignore
//! include!(concat!(env!("OUT_DIR"), "/email-campaign.rs"));
//! ```
//!
//! The generated file is named after the spec, and leads to modules in a folder of that name. It is written only if its content changes, and cargo runs the script again only
//! when a spec does. Every mistake is printed to standard error, as `asmx-codegen check` prints it, and ends the script with
//! status 1.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process;

use crate::output;

/// Generates Rust from one spec. A relative path begins at the crate's folder.
///
/// If anything is wrong, prints what it is and ends the process with status 1.
pub fn compile(spec: impl AsRef<Path>) {
    compile_all([spec]);
}

/// Generates Rust from several specs, each into a file of its own.
///
/// If anything is wrong, prints all that is wrong with any of them and ends the process with status 1.
pub fn compile_all<P: AsRef<Path>>(specs: impl IntoIterator<Item = P>) {
    let specs: Vec<P> = specs.into_iter().collect();
    if let Err(report) = run(&specs) {
        // With standard error gone there is nobody to tell; the status says it.
        let _ = writeln!(io::stderr(), "{report}");
        process::exit(1);
    }
}

/// Generates, and tells cargo what the script depends on.
fn run<P: AsRef<Path>>(specs: &[P]) -> Result<(), String> {
    let folder = std::env::var_os("OUT_DIR").map(PathBuf::from).ok_or(
        "error: OUT_DIR is not set: asmx_codegen::build works in build scripts, which cargo runs; use `asmx-codegen generate` elsewhere",
    )?;
    let mut to_cargo = io::stdout().lock();
    // A missing file named to cargo would make it run the script on every build.
    for spec in specs.iter().map(AsRef::as_ref).filter(|spec| spec.exists()) {
        writeln!(to_cargo, "cargo::rerun-if-changed={}", spec.display())
            .map_err(|error| format!("error: cannot tell cargo what to watch: {error}"))?;
    }
    output::generate_into(&folder, specs).map(drop).map_err(|errors| {
        let texts: Vec<String> = errors.iter().map(ToString::to_string).collect();
        texts.join("\n\n")
    })
}
