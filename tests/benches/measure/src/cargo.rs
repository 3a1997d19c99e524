//! Running cargo for its cost.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::SystemTime;

use anyhow::{Context as _, Result, ensure};

use crate::cpu;

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

/// CPU seconds of compiling one crate alone, of each run: `cargo` compiles it if `main_file` is new. The first time builds what the crate
/// depends on and is not counted, and what cargo costs when there is nothing to do is taken off.
pub(crate) fn costs(main_file: &Path, runs: usize, cargo: impl Fn() -> Result<()>) -> Result<Vec<f64>> {
    cargo()?;
    let mut samples = Vec::new();
    for _ in 0..runs {
        File::options().write(true).open(main_file)?.set_modified(SystemTime::now())?;
        let (all, ()) = cpu::of_children(&cargo)?;
        let (nothing, ()) = cpu::of_children(&cargo)?;
        samples.push(all - nothing);
    }
    Ok(samples)
}

/// Lets a folder use the versions of these tools.
pub(crate) fn copy_lock(folder: &Path) -> Result<()> {
    let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.lock");
    fs::copy(lock, folder.join("Cargo.lock")).context("cannot copy the lock file")?;
    Ok(())
}
