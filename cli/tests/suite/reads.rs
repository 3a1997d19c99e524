//! Commands read the document of a service once, and so import it once.

use std::fs;
use std::mem::MaybeUninit;
use std::path::Path;

use rustix::fs::inotify::{self, CreateFlags, ReadFlags, Reader, WatchFlags};

use crate::cli::{err, folder, run};
use crate::project::Project;

/// Counts how often a file is opened.
struct Opened(rustix::fd::OwnedFd);

impl Opened {
    fn of(file: &Path) -> Self {
        let queue = inotify::init(CreateFlags::NONBLOCK | CreateFlags::CLOEXEC).unwrap();
        // Equal events in a row become one: the end of each use stands between them.
        inotify::add_watch(&queue, file, WatchFlags::OPEN | WatchFlags::CLOSE_NOWRITE).unwrap();
        Self(queue)
    }

    fn count(self) -> usize {
        let mut buffer = [MaybeUninit::uninit(); 4096];
        let mut events = Reader::new(&self.0, &mut buffer);
        let mut count = 0;
        while let Ok(event) = events.next() {
            count += usize::from(event.events().contains(ReadFlags::OPEN));
        }
        count
    }
}

#[test]
fn commands_read_a_document_once() {
    let folder = folder("reads");
    let document = include_str!("../../../codegen/import/tests/fixtures/wsdl/simple.wsdl");
    fs::write(folder.join("old.wsdl"), document).unwrap();
    let service = asmx_import::import_file(&folder.join("old.wsdl")).unwrap().service;
    fs::write(folder.join("spec.xml"), asmx_import::spec_text(&service)).unwrap();
    for arguments in [
        ["check", "new.wsdl"].as_slice(),
        &["check", "new.wsdl", "--format", "json"],
        &["diff", "old.wsdl", "new.wsdl"],
        &["diff", "new.wsdl", "old.wsdl"],
        &["import", "new.wsdl", "-o", "new.xml"],
        &["import", "new.wsdl", "--update", "spec.xml"],
        &["generate", "new.wsdl", "--out-dir", "rust"],
        &["wsdl", "new.wsdl", "--out-dir", "wsdl"],
        &["operations", "new.wsdl"],
        &["describe", "new.wsdl"],
        &["openapi", "new.wsdl"],
        &["new", "new.wsdl", "client"],
    ] {
        let file = folder.join("new.wsdl");
        fs::write(&file, document).unwrap();
        let opened = Opened::of(&file);
        let output = run(&folder, arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", err(&output));
        assert_eq!(opened.count(), 1, "{arguments:?}");
    }
}

#[test]
fn a_comparison_with_the_base_reads_a_document_once() {
    let document = include_str!("../../../codegen/import/tests/fixtures/wsdl/simple.wsdl");
    let configuration = "specs = [\"shop.wsdl\"]\n";
    let project = Project::new("reads_base", &[("shop.wsdl", document), ("asmx.toml", configuration)]);
    let opened = Opened::of(&project.folder.join("shop.wsdl"));
    let done = project.run(&["diff", "--base", "main"]);
    assert!(done.status == 0 && done.out.starts_with("No changes. "), "{done:?}");
    assert_eq!(opened.count(), 1);
}
