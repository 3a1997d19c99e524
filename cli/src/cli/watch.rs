//! `check --watch`: checks a file again whenever it changes.

use std::cell::RefCell;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use asmx_codegen::output::Observe;

use super::stamps::{Stamps, stamp};

/// The polling interval. A file is checked once it was unchanged for one interval.
const INTERVAL: Duration = Duration::from_millis(100);

/// Checks a file and prints its mistakes; returns whether it has none. Calls the function with each file before it is read.
type Check = fn(&Path, Observe<'_>) -> io::Result<bool>;

struct Watched<'a> {
    spec: &'a Path,
    /// Those of the file and of the documents that it imports.
    stamps: Stamps,
    is_good: bool,
}

/// Checks the files again and again, until the process ends.
pub(super) fn watch(specs: &[PathBuf], check: Check) -> io::Result<bool> {
    let mut all = Vec::new();
    for spec in specs {
        let mut watched = Watched { spec, stamps: Stamps::default(), is_good: false };
        watched.check(check)?;
        all.push(watched);
    }
    tell(&all)?;
    loop {
        thread::sleep(INTERVAL);
        let mut has_changed = false;
        for watched in &mut all {
            if watched.stamps.have_changed() {
                if !has_changed {
                    writeln!(io::stdout())?;
                }
                watched.check(check)?;
                has_changed = true;
            }
        }
        if has_changed {
            tell(&all)?;
        }
    }
}

impl Watched<'_> {
    fn check(&mut self, check: Check) -> io::Result<()> {
        let files = RefCell::new(Vec::new());
        self.is_good = check(self.spec, &|file| files.borrow_mut().push((file.to_owned(), stamp(file))))?;
        self.stamps = Stamps::of(files.into_inner());
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
