//! `Cargo.toml` of a new crate.

use std::fmt::Write as _;
use std::io;
use std::path::{self, Component, Path, PathBuf};

use asmx_codegen::names;
use asmx_types::display::is_obeyed;

use super::error::NewError;
use super::facts::Facts;
use super::template::filled;

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Features of `asmx-runtime` that a new crate passes on, with their descriptions.
pub(super) const PASSED_ON: &[(&str, &str)] = &[
    ("blocking", "`wait()`: calls without async"),
    ("chrono", "conversions of dates and times to and from `chrono`"),
    ("compression", "responses in gzip and deflate"),
    ("cookies", "a jar of cookies, for services that know their callers by one"),
    ("jiff", "conversions of dates and times to and from `jiff`"),
    ("json", "requests from JSON, results as JSON"),
    ("native-tls", "TLS by the operating system; OpenSSL on Linux"),
    (
        "serde",
        "`Serialize` and `Deserialize` of structures, enumerations and rows, in the form of `json`; `Deserialize` of requests",
    ),
    ("server", "a server for implementations of the generated trait"),
];

/// The workspace's path for the manifest in `of`: relative to it if `folder` is relative.
pub(super) fn workspace(folder: &Path, of: &Path) -> Result<String, NewError> {
    let refused = |reason: &str| NewError::NoWorkspace { folder: folder.to_owned(), reason: reason.to_owned() };
    if !is_workspace(folder) {
        return Err(refused("is not a checkout of these crates: it has no runtime/Cargo.toml and codegen/Cargo.toml"));
    }
    let no_path = |error| refused(&format!("has no path: {error}"));
    let found = if folder.is_absolute() {
        path::absolute(folder).map_err(no_path)?
    } else {
        let (folder, of) = (folder.canonicalize().map_err(no_path)?, real(of).map_err(no_path)?);
        from(&of, &folder)
    };
    match found.to_str() {
        // A literal string of TOML has no escapes.
        Some(path) if !path.contains(|character: char| character == '\'' || character.is_control()) => {
            Ok(path.to_owned())
        }
        _ => Err(refused(
            "has a path that Cargo.toml cannot hold; it must be valid Unicode without `'` and control characters",
        )),
    }
}

/// Whether a folder is a checkout of the workspace of these crates.
pub(super) fn is_workspace(folder: &Path) -> bool {
    ["runtime", "codegen"].iter().all(|room| folder.join(room).join("Cargo.toml").is_file())
}

/// Resolves links; the folder itself may not exist yet.
fn real(folder: &Path) -> io::Result<PathBuf> {
    let folder = path::absolute(folder)?;
    let present = folder.ancestors().find(|ancestor| ancestor.exists()).unwrap_or(&folder);
    let relative = folder.strip_prefix(present).unwrap_or(Path::new(""));
    Ok(present.canonicalize()?.join(relative))
}

/// The relative path between two folders; absolute if they are on different drives.
fn from(folder: &Path, to: &Path) -> PathBuf {
    let common = folder.components().zip(to.components()).take_while(|(left, right)| left == right).count();
    if common == 0 {
        return to.to_owned();
    }
    let up = folder.components().skip(common).map(|_| Component::ParentDir);
    up.chain(to.components().skip(common)).collect()
}

pub(super) fn text(facts: &Facts<'_>) -> String {
    let Facts { package, service, options, workspace, .. } = *facts;
    let codegen = dependency("asmx-codegen", "codegen", workspace);
    let (of_build, of_test) = if options.committed {
        (String::new(), format!("# For the test that the generated code is current.\n{codegen}"))
    } else {
        (format!("[build-dependencies]\n{codegen}\n\n"), String::new())
    };
    let features: Vec<String> =
        PASSED_ON.iter().map(|(feature, _)| format!("{feature} = [\"asmx-runtime/{feature}\"]\n")).collect();
    filled!(
        "Cargo.toml.in",
        package,
        description = basic_string(&format!("A client of the web service {}.", service.name)),
        rust_version = env!("CARGO_PKG_RUST_VERSION"),
        features = features.concat(),
        runtime = dependency("asmx-runtime", "runtime", workspace),
        of_build,
        of_test,
    )
}

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

fn dependency(package: &str, room: &str, workspace: Option<&str>) -> String {
    match workspace {
        Some(path) => format!("{package} = {{ path = '{path}/{room}' }}"),
        None => format!("{package} = \"{VERSION}\""),
    }
}

/// Names that the new crate's code uses for something else.
const TAKEN: &[&str] =
    &["alloc", "asmx_codegen", "asmx_runtime", "build", "core", "proc_macro", "std", "test", "tokio"];

pub(super) fn crate_name(folder: &Path, option: Option<&str>) -> Result<String, NewError> {
    let name = option.map_or_else(|| last_name(folder), str::to_owned);
    match refused(&name) {
        None => Ok(name),
        Some(reason) => Err(NewError::Name { name, reason }),
    }
}

fn last_name(folder: &Path) -> String {
    // `.` has the name of the current folder.
    let folder = path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

fn refused(name: &str) -> Option<String> {
    let library = name.replace('-', "_");
    if name.is_empty() {
        Some("it has no letters".to_owned())
    } else if !name.starts_with(|first: char| first.is_ascii_alphabetic()) {
        Some("it must start with a letter".to_owned())
    } else if name.contains(|character: char| !character.is_ascii_alphanumeric() && !matches!(character, '-' | '_')) {
        Some("only letters, digits, `-` and `_` are allowed".to_owned())
    } else if names::is_keyword(&library) {
        Some("it is a Rust keyword".to_owned())
    } else if TAKEN.contains(&library.as_str()) {
        Some("a package or module that the crate needs has this name".to_owned())
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{crate_name, refused};

    #[test]
    fn names_are_those_that_cargo_and_rust_take() {
        for good in ["shop", "shop-client", "Shop_2"] {
            assert_eq!(refused(good), None, "{good}");
        }
        for bad in
            ["", "2shop", "-shop", "sh op", "shöp", "shop.client", "self", "match", "std", "asmx-runtime", "test"]
        {
            assert!(refused(bad).is_some(), "{bad}");
        }
    }

    #[test]
    fn the_folder_gives_the_name_unless_one_is_stated() {
        assert_eq!(crate_name(Path::new("clients/shop"), None).ok().as_deref(), Some("shop"));
        assert_eq!(crate_name(Path::new("clients/shop"), Some("kiosk")).ok().as_deref(), Some("kiosk"));
        let error = crate_name(Path::new("clients/my shop"), None).map_err(|error| error.to_string());
        let expected = "error: invalid package name `my shop`: only letters, digits, `-` and `_` are allowed; choose another one with `--name`";
        assert_eq!(error.err().as_deref(), Some(expected));
    }
}
