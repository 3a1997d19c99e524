//! What a new crate is asked for, and what its texts are made of.

use std::path::PathBuf;

use asmx_codegen::model::Service;
use asmx_import::import::Report;

use super::call::Call;

/// Options of a new crate. By default it is named after its folder, and has every operation, a build script and no features.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The name of the package; `None` is that of the folder.
    pub name: Option<String>,
    /// Whether the generated code is a part of the crate, which then has a test that the code is current instead of a build script.
    pub committed: bool,
    /// Whether each area of the service is compiled with a feature of its own.
    pub features: bool,
    /// Patterns of the operations to take: see [`only`](asmx_codegen::only()). Without one, all are taken.
    pub only: Vec<String>,
    /// A checkout of the workspace of these crates, on which the new crate then depends by path; `None` is by version. A path from the
    /// current folder becomes one from the crate.
    pub workspace: Option<PathBuf>,
}

/// What the texts of a new crate are made of.
pub(super) struct Facts<'a> {
    /// The name of the package.
    pub(super) package: &'a str,
    /// The name of the library: that of the package as Rust has it.
    pub(super) library: &'a str,
    pub(super) service: &'a Service,
    /// Features of the areas; empty if there are none.
    pub(super) features: &'a [String],
    pub(super) options: &'a Options,
    /// The path of the workspace of these crates, for dependencies by path.
    pub(super) workspace: Option<&'a str>,
    /// What the crate's code allows because of its names; empty for most.
    pub(super) allowed: &'a str,
    /// The call that example and README make.
    pub(super) call: &'a Call,
    /// Of a crate that is made of a document: what became of that.
    pub(super) report: Option<&'a Report>,
}
