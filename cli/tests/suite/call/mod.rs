//! `asmx call` and `asmx operations`, as a person or a script runs them.

mod addresses;
mod agents;
#[cfg(feature = "arrow")]
mod arrow_types;
mod completions;
mod compression;
mod describe;
mod doctor;
mod ended_input;
mod export;
mod export_parts;
mod facets;
mod fetch;
mod files;
mod http_versions;
mod load;
mod loose_responses;
pub mod mock;
mod newer;
mod nothing_lost;
mod odd_tables;
mod outcomes;
mod output;
mod parameters;
mod profiles;
mod proportion;
mod refused_hosts;
mod renewal;
mod rows;
mod rows_at;
mod server;
mod sessions;
mod start;
#[path = "../../../src/cli/call/table.rs"]
mod table;
#[path = "../../../../tests/suite/tools.rs"]
pub mod tools;
mod unread_log;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use super::cli;

/// A folder with the spec of a shop.
fn folder(test: &str) -> PathBuf {
    let folder = cli::folder(&format!("call_{test}"));
    fs::write(folder.join("shop.xml"), include_str!("shop.xml")).unwrap();
    folder
}

/// A folder with the spec of a shop and these files.
fn folder_with(test: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = folder(test);
    cli::write(&folder, files);
    folder
}

/// A folder with the spec of a shop in which each first text is replaced.
fn folder_replaced(test: &str, pairs: &[(&str, &str)]) -> PathBuf {
    let mut spec = include_str!("shop.xml").to_owned();
    for (from, to) in pairs {
        assert!(spec.contains(from), "{from}");
        spec = spec.replace(from, to);
    }
    folder_with(test, &[("shop.xml", &spec)])
}

/// The content of the first element of this name.
fn element<'a>(text: &'a str, name: &str) -> &'a str {
    let content = text.split_once(&format!("<{name}>")).unwrap().1;
    content.split_once(&format!("</{name}>")).unwrap().0
}

/// Runs the command, without profiles of the machine and without a terminal.
fn asmx(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_asmx"));
    command.current_dir(folder).args(arguments).stdin(Stdio::null());
    command.env("ASMX_PROFILES", folder.join("profiles.toml")).env("SHOP_WORD", "from the environment");
    command.env("XDG_CACHE_HOME", folder.join("cache"));
    command.output().unwrap()
}

/// Exit code, standard output and standard error.
fn run(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output = asmx(folder, arguments);
    (output.status.code().unwrap(), cli::out(&output), cli::err(&output))
}

/// Output and messages of a run that ended with this exit code.
#[track_caller]
fn ended(code: i32, (ended, out, err): (i32, String, String)) -> (String, String) {
    assert_eq!(ended, code, "{out}{err}");
    (out, err)
}

/// The output of a run that succeeded without a message.
#[track_caller]
fn quiet(run: (i32, String, String)) -> String {
    let (out, err) = ended(0, run);
    assert_eq!(err, "");
    out
}

/// A run that ended with an exit code and a message with these words.
#[track_caller]
fn fails(code: i32, run: (i32, String, String), why: &str) {
    let (out, err) = ended(code, run);
    assert!(err.contains(why), "{why}: {out}{err}");
}

/// A run that ended with exactly this exit code, this output and these messages.
#[track_caller]
fn ends((code, out, err): (i32, String, String), expected: (i32, &str, &str)) {
    assert_eq!((code, out.as_str(), err.as_str()), expected);
}

/// A run that ended with exactly this exit code and output, and with a message that has these words.
#[track_caller]
fn notes((code, out, err): (i32, String, String), expected: (i32, &str), words: &str) {
    assert_eq!((code, out.as_str()), expected, "{err}");
    assert!(err.contains(words), "{words}: {err}");
}

/// The body of a request that is not sent. All operations are reads, so that it may lack required members.
fn body(folder: &Path, arguments: &[&str]) -> String {
    let spec = fs::read_to_string(folder.join("shop.xml")).unwrap();
    fs::write(folder.join("reads.xml"), spec.replace("effect=\"write\"", "effect=\"read\"")).unwrap();
    let fixed = ["call", "reads.xml"];
    let (code, out, err) = run(
        folder,
        &[&fixed, arguments, &["--endpoint", "https://shop.example/shop.asmx", "--dry-run", "--unchecked"]].concat(),
    );
    assert_eq!((code, err.as_str()), (0, ""));
    element(&out, "soap:Body").to_owned()
}

/// An error of a call that is not made.
fn refusal(folder: &Path, arguments: &[&str]) -> String {
    let (code, out, err) =
        run(folder, &[&["call"], arguments, &["--endpoint", "https://shop.example/shop.asmx"]].concat());
    assert_eq!((code, out.as_str()), (2, ""), "{err}");
    err
}
