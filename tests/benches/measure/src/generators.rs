//! The two generators, each from its input to the text of a Rust file.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use asmx_codegen::RustFile;
use prost_types::FileDescriptorSet;

use crate::{proto, spec};

/// Generates Rust from a spec with asmx-codegen. Reads and checks the spec too.
pub(crate) fn asmx(spec_text: &str) -> Result<Vec<RustFile>> {
    asmx_named(spec::NAME, spec_text.as_bytes())
}

/// Generates Rust from a spec with any file name.
pub(crate) fn asmx_named(name: &str, spec: &[u8]) -> Result<Vec<RustFile>> {
    let service = asmx_codegen::load(name, spec)?;
    Ok(asmx_codegen::generate(&service, name))
}

/// Writes files of asmx-codegen.
pub(crate) fn write(files: &[RustFile], folder: &Path) -> Result<()> {
    for file in files {
        let path = folder.join(&file.path);
        fs::create_dir_all(path.parent().context("a file is in a folder")?)?;
        fs::write(path, &file.text)?;
    }
    Ok(())
}

/// The lines of all files.
pub(crate) fn lines(files: &[RustFile]) -> usize {
    files.iter().map(|file| file.text.lines().count()).sum()
}

/// The WSDL document that the generated Rust includes, which is not part of what is timed.
pub(crate) fn asmx_wsdl(spec_text: &str) -> Result<String> {
    Ok(asmx_codegen::wsdl(&asmx_codegen::load(spec::NAME, spec_text.as_bytes())?))
}

/// The name of the file that the generated Rust expects it in.
pub(crate) fn asmx_wsdl_file() -> String {
    asmx_codegen::wsdl_file(spec::NAME)
}

/// Which halves of a service tonic generates.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Halves {
    Client,
    Both,
}

/// Generates Rust from a descriptor set with tonic-prost-build, which writes it into `folder`.
pub(crate) fn tonic(set: FileDescriptorSet, halves: Halves, folder: &Path) -> Result<()> {
    tonic_prost_build::configure()
        .build_server(halves == Halves::Both)
        .emit_rerun_if_changed(false)
        .out_dir(folder)
        .compile_fds(set)
        .context("tonic-prost-build")
}

/// The name of the file that [`tonic`] writes.
pub(crate) fn tonic_file() -> String {
    format!("{}.rs", proto::PACKAGE)
}
