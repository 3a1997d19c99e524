//! Options of a new crate, and the facts that its files are made from.

use std::path::PathBuf;

use asmx_codegen::model::Service;
use asmx_import::EffectPatterns;
use asmx_import::import::Report;

use super::call::Call;

/// Options of a new crate. By default the package has the folder's name, every operation and a build script.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The package name; `None` takes that of the folder.
    pub name: Option<String>,
    /// The name of the service in the spec of a document, and so of its client; `None` takes that of the document, or the package's in the place
    /// of one like `Service1`.
    pub client: Option<String>,
    /// Whether to commit the generated code, with a test that it is current, instead of writing a build script.
    pub committed: bool,
    /// Patterns of the operations to take; see [`only`](asmx_codegen::only()). Empty takes all.
    pub only: Vec<String>,
    /// The effects of a document's operations, by pattern. A spec states its own.
    pub effects: EffectPatterns,
    /// The checkout of the workspace of these crates to depend on by path; `None` depends on published versions. A path relative to the current
    /// folder is made relative to the crate.
    pub workspace: Option<PathBuf>,
}

pub(super) struct Facts<'a> {
    pub(super) package: &'a str,
    pub(super) library: &'a str,
    pub(super) service: &'a Service,
    pub(super) options: &'a Options,
    /// For dependencies by path.
    pub(super) workspace: Option<&'a str>,
    /// `#![allow(…)]` lines that the service's names require; usually empty.
    pub(super) allowed: &'a str,
    pub(super) call: &'a Call,
    /// `None` if the crate is made from a spec.
    pub(super) report: Option<&'a Report>,
}

/// The name of the example of a package. The examples of a workspace share a folder, so their names must differ.
#[must_use]
pub fn example_name(package: &str) -> String {
    format!("call-{package}")
}
