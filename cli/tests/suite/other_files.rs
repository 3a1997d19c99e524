//! Files that are neither specs nor WSDL documents, given to every command that takes one.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use super::cli;

/// Every command that takes a document, without the document.
const COMMANDS: &[&[&str]] = &[
    &["operations", "FILE"],
    &["describe", "FILE"],
    &["call", "FILE", "Find"],
    &["mock", "FILE", "--listen", "127.0.0.1:0"],
    &["gateway", "FILE", "--listen", "127.0.0.1:0"],
    &["mcp", "FILE"],
    &["openapi", "FILE"],
    &["check", "FILE"],
    &["lint", "FILE"],
    &["fmt", "FILE"],
    &["generate", "--out-dir", "out", "FILE"],
    &["wsdl", "--out-dir", "out", "FILE"],
    &["new", "FILE", "shop"],
    &["import", "FILE"],
    &["diff", "FILE", "FILE"],
];

/// Exit code and standard error of each command.
fn errors(folder: &Path, file: &str) -> Vec<(&'static str, i32, String)> {
    let run = |command: &&'static [&'static str]| {
        let arguments = command.iter().map(|argument| if *argument == "FILE" { file } else { argument });
        let mut process = Command::new(env!("CARGO_BIN_EXE_asmx"));
        process.current_dir(folder).args(arguments).stdin(Stdio::null()).stdout(Stdio::null());
        let output = process.output().unwrap();
        (command[0], output.status.code().unwrap(), cli::err(&output))
    };
    COMMANDS.iter().map(run).collect()
}

#[cfg(unix)]
#[test]
fn pipes_and_devices_are_refused_by_every_command() {
    let folder = cli::folder("other_files_pipes");
    assert!(Command::new("mkfifo").arg(folder.join("pipe.xml")).status().unwrap().success());
    for file in ["pipe.xml", "/dev/zero"] {
        for (command, code, err) in errors(&folder, file) {
            assert!(
                code != 0 && err.contains("it is a pipe or a device, not a file"),
                "{command} {file}: {code} {err}"
            );
        }
    }
    assert!(!folder.join("out").exists() && !folder.join("shop").exists());
    fs::remove_file(folder.join("pipe.xml")).unwrap();
}
