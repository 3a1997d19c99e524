//! Running cargo for its cost.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Result, ensure};

/// `cargo` in a folder, quiet, without incremental compilation, with everything below one target folder.
pub(crate) fn run(folder: &Path, target: &Path, arguments: &[&str]) -> Result<()> {
    let mut command = Command::new("cargo");
    command.args(arguments).arg("--quiet").current_dir(folder).stdin(Stdio::null());
    command.env("CARGO_TARGET_DIR", target).env("CARGO_INCREMENTAL", "0");
    for variable in ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "RUSTC_WRAPPER"] {
        command.env_remove(variable);
    }
    let status = command.status()?;
    ensure!(status.success(), "cargo {} ended with {status} in {}", arguments.join(" "), folder.display());
    Ok(())
}
