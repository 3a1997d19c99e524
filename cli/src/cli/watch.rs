//! `check --watch`: checks a file again whenever it changes.
//!
//! Polls a few times a second. That works on every file system, for editors that overwrite a file and for those that replace it, and for imported
//! documents that do not exist yet.

use std::cell::RefCell;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, SystemTime};

use asmx_codegen::output::Observe;

/// The polling interval. A file is checked once it was unchanged for one interval, so that no half-written file is read.
const INTERVAL: Duration = Duration::from_millis(100);

/// Checks a file and prints its mistakes; returns whether it has none. Calls the function with each file before it is read.
type Check = fn(&Path, Observe<'_>) -> io::Result<bool>;

/// Modification time and size; `None` for a missing file.
type Stamp = Option<(SystemTime, u64)>;

struct Watched<'a> {
    spec: &'a Path,
    /// The file and the documents that it imports.
    files: Vec<PathBuf>,
    checked: Vec<Stamp>,
    seen: Vec<Stamp>,
    is_good: bool,
}

/// Checks the files again and again, until the process ends.
pub(super) fn watch(specs: &[PathBuf], check: Check) -> io::Result<bool> {
    let mut all = Vec::new();
    for spec in specs {
        let mut watched = Watched { spec, files: Vec::new(), checked: Vec::new(), seen: Vec::new(), is_good: false };
        watched.check(check)?;
        all.push(watched);
    }
    tell(&all)?;
    loop {
        thread::sleep(INTERVAL);
        let mut has_changed = false;
        for watched in &mut all {
            let now = stamps(&watched.files);
            if now == watched.seen && now != watched.checked {
                if !has_changed {
                    writeln!(io::stdout())?;
                }
                watched.check(check)?;
                has_changed = true;
            } else {
                watched.seen = now;
            }
        }
        if has_changed {
            tell(&all)?;
        }
    }
}

impl Watched<'_> {
    fn check(&mut self, check: Check) -> io::Result<()> {
        // Stamps of the time before a file is read: later changes are seen in the next round.
        let files = RefCell::new(Vec::new());
        self.is_good = check(self.spec, &|file| files.borrow_mut().push((file.to_owned(), stamp(file))))?;
        (self.files, self.checked) = files.into_inner().into_iter().unzip();
        self.seen.clone_from(&self.checked);
        Ok(())
    }
}

fn tell(all: &[Watched<'_>]) -> io::Result<()> {
    let bad: Vec<String> =
        all.iter().filter(|watched| !watched.is_good).map(|watched| watched.spec.display().to_string()).collect();
    let mut out = io::stdout().lock();
    if bad.is_empty() {
        writeln!(out, "no mistakes; waiting for changes")?;
    } else {
        writeln!(out, "mistakes in {}; waiting for changes", bad.join(", "))?;
    }
    out.flush()
}

fn stamps(files: &[PathBuf]) -> Vec<Stamp> {
    files.iter().map(|file| stamp(file)).collect()
}

fn stamp(file: &Path) -> Stamp {
    let metadata = fs::metadata(file).ok()?;
    Some((metadata.modified().ok()?, metadata.len()))
}
