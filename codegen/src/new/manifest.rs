//! `Cargo.toml` of a new crate.

use std::fmt::Write as _;
use std::path::{self, Path};

use asmx_types::shown::is_obeyed;

use super::{Facts, NewError};

/// The version of this release, which all crates share.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The oldest compiler that the crates are for.
const RUST_VERSION: &str = env!("CARGO_PKG_RUST_VERSION");

/// The path of the workspace of these crates as the manifest has it.
pub(super) fn workspace(folder: &Path) -> Result<String, NewError> {
    let refused = |reason: &str| NewError::NoWorkspace { folder: folder.to_owned(), reason: reason.to_owned() };
    if !["runtime", "codegen"].iter().all(|room| folder.join(room).join("Cargo.toml").is_file()) {
        return Err(refused("is not a checkout of these crates: it has no runtime/Cargo.toml and codegen/Cargo.toml"));
    }
    let absolute = path::absolute(folder).map_err(|error| refused(&format!("has no path: {error}")))?;
    match absolute.to_str() {
        // As a literal string of TOML, which knows no escapes.
        Some(path) if !path.contains(|one: char| one == '\'' || one.is_control()) => Ok(path.to_owned()),
        _ => Err(refused("has a path that Cargo.toml cannot hold: no `'`, and nothing but Unicode")),
    }
}

/// The manifest.
pub(super) fn text(facts: &Facts<'_>) -> String {
    let Facts { package, service, features, options, call, workspace, .. } = *facts;
    let mut sections = vec![format!(
        "[package]\n\
         name = \"{package}\"\n\
         description = {}\n\
         version = \"0.1.0\"\n\
         edition = \"2024\"\n\
         rust-version = \"{RUST_VERSION}\"\n",
        basic_string(&format!("A client of the web service {}.", service.name))
    )];
    if !features.is_empty() {
        let all: Vec<String> = features.iter().map(|feature| format!("\"{feature}\"")).collect();
        let lines: Vec<String> = features.iter().map(|feature| format!("{feature} = []\n")).collect();
        sections.push(format!(
            "[features]\n\
             # The areas of the service. Who names some with `default-features = false` compiles only those.\n\
             default = [{}]\n{}",
            all.join(", "),
            lines.concat()
        ));
    }
    let runtime = dependency("asmx-runtime", "runtime", workspace, &[]);
    let codegen = dependency("asmx-codegen", "codegen", workspace, &["default-features = false"]);
    let tokio = "tokio = { version = \"1\", features = [\"macros\", \"rt-multi-thread\"] }\n";
    sections.push(format!("[dependencies]\n{runtime}"));
    if options.committed {
        let why = "# Tells whether the generated code is current.\n";
        sections.push(format!("[dev-dependencies]\n{why}{codegen}{tokio}"));
    } else {
        sections.push(format!("[build-dependencies]\n{codegen}"));
        sections.push(format!("[dev-dependencies]\n{tokio}"));
    }
    if let Some(feature) = features.get(call.area) {
        sections.push(format!("[[example]]\nname = \"call\"\nrequired-features = [\"{feature}\"]\n"));
    }
    sections.join("\n")
}

/// A text as a basic string of TOML.
fn basic_string(text: &str) -> String {
    let mut string = "\"".to_owned();
    for character in text.chars() {
        if is_obeyed(character) || matches!(character, '"' | '\\') {
            // Writing to a String cannot fail.
            let _ = write!(string, "\\U{:08X}", u32::from(character));
        } else {
            string.push(character);
        }
    }
    string + "\""
}

/// The line of a dependency.
fn dependency(package: &str, room: &str, workspace: Option<&str>, more: &[&str]) -> String {
    let source = match workspace {
        Some(path) => format!("path = '{path}/{room}'"),
        None => format!("version = \"{VERSION}\""),
    };
    match (workspace, more) {
        (None, []) => format!("{package} = \"{VERSION}\"\n"),
        _ => format!("{package} = {{ {} }}\n", [&[source.as_str()], more].concat().join(", ")),
    }
}
