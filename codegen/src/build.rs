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
//! [`Options`] take chosen operations of a large service, or compile each area with a feature of its own:
//!
//! ```ignore
//! fn main() {
//!     asmx_codegen::build::Options::new("spec/shop.xml").only(["Get*", "PlaceOrder"]).features(true).compile();
//! }
//! ```
//!
//! Whoever keeps a WSDL document instead of a spec uses `asmx_import::build`.
//!
//! The generated file is named after the spec, and leads to modules in a folder of that name. It is written only if its content changes. Cargo runs the
//! script again only when a spec changes. Every mistake is printed to standard error, as `asmx check` prints it, and ends the script with
//! status 1.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process;

use crate::output::{self, GenerateOptions, Reader};

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
    compile_with(&specs, &GenerateOptions::default());
}

/// Options of the generation from one spec: a part of its operations, or a feature for each area.
#[derive(Debug, Clone)]
pub struct Options {
    spec: PathBuf,
    options: GenerateOptions,
}

impl Options {
    /// Generates all of this spec, as [`compile`] does. A relative path begins at the crate's folder.
    pub fn new(spec: impl Into<PathBuf>) -> Self {
        Self { spec: spec.into(), options: GenerateOptions::default() }
    }

    /// Generates only the operations that match one of the patterns, and what they need: see [`only`](crate::only()). Patterns of several
    /// calls add up.
    #[must_use]
    pub fn only<P: Into<String>>(mut self, patterns: impl IntoIterator<Item = P>) -> Self {
        self.options = self.options.only(patterns);
        self
    }

    /// Whether each area is compiled only with a Cargo feature of its name (no by default). `Cargo.toml` has to list the features, for example
    /// `orders = []`: `asmx generate --features` prints the lines.
    #[must_use]
    pub fn features(mut self, features: bool) -> Self {
        self.options = self.options.features(features);
        self
    }

    /// Reads the file with another reader.
    #[doc(hidden)]
    #[must_use]
    pub fn reader(mut self, reader: Reader) -> Self {
        self.options = self.options.reader(reader);
        self
    }

    /// Generates.
    ///
    /// If anything is wrong, prints what it is and ends the process with status 1.
    pub fn compile(self) {
        compile_with(&[self.spec], &self.options);
    }
}

/// Generates Rust from several specs with the same options.
#[doc(hidden)]
pub fn compile_with<P: AsRef<Path>>(specs: &[P], options: &GenerateOptions) {
    if let Err(report) = run(specs, options) {
        // With standard error gone there is nobody to tell; the status says it.
        let _ = writeln!(io::stderr(), "{report}");
        process::exit(1);
    }
}

fn run<P: AsRef<Path>>(specs: &[P], options: &GenerateOptions) -> Result<(), String> {
    let folder = std::env::var_os("OUT_DIR").map(PathBuf::from).ok_or(
        "error: OUT_DIR is not set: asmx_codegen::build works in build scripts, which cargo runs; use `asmx generate` elsewhere",
    )?;
    let mut to_cargo = io::stdout().lock();
    // A missing file named to cargo would make it run the script on every build.
    for file in specs.iter().flat_map(|spec| (options.reader.files)(spec.as_ref())).filter(|file| file.exists()) {
        writeln!(to_cargo, "cargo::rerun-if-changed={}", file.display())
            .map_err(|error| format!("error: cannot tell cargo what to watch: {error}"))?;
    }
    output::generate_into(&folder, specs, options).map(drop).map_err(|errors| {
        let texts: Vec<String> = errors.iter().map(ToString::to_string).collect();
        texts.join("\n\n")
    })
}
