//! WSDL documents become models, or diagnostics say why not.

mod addresses;
mod credentials;
mod documents;
mod folder;
mod hostile;
mod mistakes;
mod mutations;
mod outline;
mod reports;
mod shapes;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use asmx_codegen::load;
use asmx_codegen::model::Service;
use asmx_import::{Documents, spec_text};

#[derive(Default)]
struct InMemory(BTreeMap<String, Vec<u8>>);

impl InMemory {
    fn of<const N: usize>(documents: [(&str, &str); N]) -> Self {
        Self(documents.into_iter().map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec())).collect())
    }
}

impl Documents for InMemory {
    fn read(&self, name: &str) -> Option<Vec<u8>> {
        self.0.get(name).cloned()
    }
}

fn tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

/// Files with an extension, sorted by name.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|found| found == extension)).collect();
    files.sort();
    files
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap().to_string_lossy().into_owned()
}

/// The spec of an imported service has no mistakes.
fn passes_check(service: &Service) {
    let text = spec_text(service);
    assert!(load("written.xml", text.as_bytes()).is_ok(), "{}", load("written.xml", text.as_bytes()).unwrap_err());
}

fn assert_snapshot(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../../snapshots/import");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

/// Every snapshot belongs to an existing document.
#[test]
fn no_snapshot_is_left_over() {
    let folders = [("types", "fixtures/types"), ("wsdl", "fixtures/wsdl")];
    let of_folder = |(start, folder): (&str, &str)| {
        files(&tests().join(folder), "wsdl").iter().map(|path| format!("{start}-{}", stem(path))).collect::<Vec<_>>()
    };
    let expected: Vec<String> = folders.into_iter().flat_map(of_folder).collect();
    for snapshot in files(&tests().join("snapshots/import"), "snap") {
        let name = stem(&snapshot);
        assert!(expected.contains(&name) || name.starts_with("report"), "{name} belongs to no document");
    }
}
