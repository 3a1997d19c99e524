//! Takes figures that the measuring tools printed into `docs/MEASUREMENTS.md`.

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail, ensure};
use figures::Document;

const PAGE: &str = "docs/MEASUREMENTS.md";

/// Reads what was printed from files, or from standard input where a file is `-`, and writes the page.
pub(crate) fn run(printed: &[PathBuf], commit: Option<String>) -> Result<()> {
    let product = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let commit = commit.map_or_else(|| current_commit(&product), Ok)?;
    let date = jiff::Timestamp::now().strftime("%F").to_string();
    let page = product.join(PAGE);
    let text = fs::read_to_string(&page).with_context(|| format!("cannot read {}", page.display()))?;
    let mut document = Document::read(&text).with_context(|| page.display().to_string())?;
    let mut count = 0;
    for file in printed {
        count += document.record(&read(file)?, &commit, &date).with_context(|| file.display().to_string())?;
    }
    ensure!(count > 0, "there is no figure in what was printed");
    let written = document.write();
    fs::write(&page, &written).with_context(|| format!("cannot write {}", page.display()))?;
    println!("{count} figures recorded in {PAGE}, of commit {commit}.");
    let explained: Vec<&str> = written.lines().filter_map(|line| line.strip_prefix("### ")).collect();
    for missed in document.missed().filter(|missed| !explained.contains(missed)) {
        println!("A goal is missed that the page does not explain: ### {missed}");
    }
    for met in explained.iter().filter(|name| !document.missed().any(|missed| missed == **name)) {
        println!("The page explains a goal that is not missed: ### {met}");
    }
    Ok(())
}

fn read(file: &Path) -> Result<String> {
    if file == Path::new("-") {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text).context("standard input")?;
        return Ok(text);
    }
    fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))
}

/// The commit that is checked out. Figures of files that are in no commit could not be looked up later.
fn current_commit(product: &Path) -> Result<String> {
    let git = |arguments: &[&str]| -> Result<String> {
        let output = Command::new("git").args(arguments).current_dir(product).output().context("cannot run git")?;
        ensure!(output.status.success(), "git {}: {}", arguments.join(" "), String::from_utf8_lossy(&output.stderr));
        Ok(String::from_utf8(output.stdout)?.trim().to_owned())
    };
    let changed = git(&["status", "--porcelain", "--untracked-files=no", "--", ".", ":!docs/MEASUREMENTS.md"])?;
    if !changed.is_empty() {
        bail!(
            "there are changes that no commit holds: commit them first, or say with --commit what was measured\n{changed}"
        );
    }
    git(&["rev-parse", "--short", "HEAD"])
}
