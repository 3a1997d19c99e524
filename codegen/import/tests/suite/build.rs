//! Build scripts of crates that keep a WSDL document, run in a process of their own as cargo does.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Passes the document to the process that plays the build script.
const DOCUMENT: &str = "ASMX_IMPORT_TEST_DOCUMENT";

/// Passes patterns of operations.
const ONLY: &str = "ASMX_IMPORT_TEST_ONLY";

/// Plays the build script when a test below starts it; does nothing in an ordinary run.
#[test]
fn script() {
    let Ok(document) = std::env::var(DOCUMENT) else { return };
    match std::env::var(ONLY) {
        Ok(only) => asmx_import::build::options(document).only([only]).compile(),
        Err(_) => asmx_import::build::compile(document),
    }
}

fn run(folder: &Path, document: &str, only: Option<&str>) -> Output {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "build::script", "--nocapture"]).current_dir(folder).env(DOCUMENT, document);
    command.env("OUT_DIR", folder.join("out")).envs(only.map(|only| (ONLY, only)));
    command.output().unwrap()
}

/// A folder with a document and its imports.
fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("build").join(test);
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    fs::create_dir_all(folder.join("out")).unwrap();
    fs::create_dir_all(folder.join("xsd")).unwrap();
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/wsdl");
    for name in FILES {
        fs::copy(fixtures.join(name), folder.join(name)).unwrap();
    }
    folder
}

const FILES: [&str; 5] =
    ["imports.wsdl", "shop.asmx?wsdl=wsdl1", "shop.schema1.xsd", "shop.schema2.xsd", "xsd/chameleon.xsd"];

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn cargo_watches_every_file_that_a_document_leads_to() {
    let folder = folder("imports");
    let output = run(&folder, "imports.wsdl", None);
    assert!(output.status.success(), "{}", err(&output));
    let text = String::from_utf8(output.stdout).unwrap();
    // The test harness prints something before the first line.
    let mut watched: Vec<&str> = text.lines().filter_map(|line| Some(&line[line.find("cargo::")?..])).collect();
    watched.sort_unstable();
    assert_eq!(watched, FILES.map(|file| format!("cargo::rerun-if-changed={file}")));
    assert!(folder.join("out/imports.rs").exists());
}

#[test]
fn options_choose_operations() {
    let folder = folder("options");
    let wrong = run(&folder, "imports.wsdl", Some("Nowhere*"));
    assert_eq!(wrong.status.code(), Some(1));
    assert!(err(&wrong).contains("has no operation `Nowhere*`"), "{}", err(&wrong));
}
