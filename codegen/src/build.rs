//! Build scripts: a spec becomes Rust in `OUT_DIR` at `cargo build`.
//!
//! The whole `build.rs` of a crate:
//!
//! ```ignore
//! fn main() {
//!     asmx_codegen::build::compile("spec/email-campaign.xml");
//! }
//! ```
//!
//! The crate includes the result, for example in `src/lib.rs`:
//!
//! ```ignore
//! include!(concat!(env!("OUT_DIR"), "/email-campaign.rs"));
//! ```
//!
//! [`Options`] choose operations of a large service:
//!
//! ```ignore
//! fn main() {
//!     asmx_codegen::build::Options::new("spec/shop.xml").only(["Get*", "PlaceOrder"]).compile();
//! }
//! ```
//!
//! For a WSDL document instead of a spec, use `asmx_import::build`.
//!
//! The generated file has the name of the spec, and includes modules from a folder of that name. It is written only if its content changes.
//! Cargo runs the script again only if a spec changes. Mistakes are printed to standard error as `asmx check` prints them, and the script
//! ends with status 1.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process;

use crate::output::{self, GenerateOptions, Reader};

/// Generates Rust from one spec. A relative path starts at the crate's folder.
///
/// Prints mistakes and ends the process with status 1 if there are any.
pub fn compile(spec: impl AsRef<Path>) {
    compile_all([spec]);
}

/// Generates Rust from several specs, each into its own file.
///
/// Prints the mistakes of all specs and ends the process with status 1 if there are any.
pub fn compile_all<P: AsRef<Path>>(specs: impl IntoIterator<Item = P>) {
    let specs: Vec<P> = specs.into_iter().collect();
    compile_with(&specs, &GenerateOptions::default());
}

/// Options for one spec: a subset of its operations.
#[derive(Debug, Clone)]
pub struct Options {
    spec: PathBuf,
    options: GenerateOptions,
}

impl Options {
    /// Generates the whole spec, as [`compile`] does. A relative path starts at the crate's folder.
    pub fn new(spec: impl Into<PathBuf>) -> Self {
        Self { spec: spec.into(), options: GenerateOptions::default() }
    }

    /// Generates only the operations that match a pattern, and the types they need: see [`only`](crate::only()). Each call adds patterns.
    #[must_use]
    pub fn only<P: Into<String>>(mut self, patterns: impl IntoIterator<Item = P>) -> Self {
        self.options = self.options.only(patterns);
        self
    }

    /// Sets the reader of the file.
    #[doc(hidden)]
    #[must_use]
    pub fn reader(mut self, reader: Reader) -> Self {
        self.options = self.options.reader(reader);
        self
    }

    /// Generates the Rust.
    ///
    /// Prints mistakes and ends the process with status 1 if there are any.
    pub fn compile(self) {
        compile_with(&[self.spec], &self.options);
    }
}

#[doc(hidden)]
pub fn compile_with<P: AsRef<Path>>(specs: &[P], options: &GenerateOptions) {
    if let Err(report) = run(specs, options) {
        // If standard error is closed, the status still reports the failure.
        let _ = writeln!(io::stderr(), "{report}");
        process::exit(1);
    }
}

fn run<P: AsRef<Path>>(specs: &[P], options: &GenerateOptions) -> Result<(), String> {
    let folder = std::env::var_os("OUT_DIR").map(PathBuf::from).ok_or(
        "error: OUT_DIR is not set: asmx_codegen::build works in build scripts, which cargo runs; use `asmx generate` elsewhere",
    )?;
    let mut to_cargo = io::stdout().lock();
    // Cargo would run the script on every build if a file is missing.
    let (sources, files) = output::sources(specs, options);
    for file in files.iter().filter(|file| file.exists()) {
        writeln!(to_cargo, "cargo::rerun-if-changed={}", file.display())
            .map_err(|error| format!("error: cannot tell cargo what to watch: {error}"))?;
    }
    sources.and_then(|sources| output::generate(&folder, &sources)).map(drop).map_err(|errors| {
        let texts: Vec<String> = errors.iter().map(ToString::to_string).collect();
        texts.join("\n\n")
    })
}
