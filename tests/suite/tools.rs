//! Programs of others that tests drive. `.ci/install` installs them; a test without its program says so and is skipped.

use std::path::PathBuf;
use std::process::{Command, Output};

/// The Python that has packages of others.
pub fn python() -> String {
    std::env::var("WSDL_CLIENTS_PYTHON").unwrap_or_else(|_| "python3".to_owned())
}

/// The Python with this module; `None` if it is missing, and that is said.
pub fn python_with(module: &str) -> Option<Command> {
    let found = Command::new(python()).args(["-c", &format!("import {module}")]).output();
    found_or_said(found.is_ok_and(|output| output.status.success()), module)?;
    Some(Command::new(python()))
}

/// The program of a package of npm; `None` if it is missing, and that is said.
pub fn node_program(name: &str) -> Option<Command> {
    let folders = std::env::var_os("NODE_PATH").unwrap_or_default();
    let mut programs = std::env::split_paths(&folders).map(|folder| folder.join(".bin").join(name));
    let program: Option<PathBuf> = programs.find(|program| program.exists());
    found_or_said(program.is_some(), name)?;
    program.map(Command::new)
}

/// The output of a command. It fails if the command does.
pub fn printed(command: &mut Command) -> String {
    let Output { status, stdout, stderr } = command.output().unwrap();
    let printed = String::from_utf8_lossy(&stdout).into_owned();
    assert!(status.success(), "{command:?}:\n{printed}\n{}", String::from_utf8_lossy(&stderr));
    printed
}

fn found_or_said(is_found: bool, name: &str) -> Option<()> {
    if !is_found {
        println!("skipped: {name} is not installed");
    }
    is_found.then_some(())
}
