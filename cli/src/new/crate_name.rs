//! The name of a new crate.

use std::path::{self, Path};

use asmx_codegen::names;

use super::error::NewError;

/// Names that mean something else in the code of a new crate.
const TAKEN: &[&str] =
    &["alloc", "asmx_codegen", "asmx_runtime", "build", "core", "proc_macro", "std", "test", "tokio"];

/// The stated name, or that of the folder.
pub(super) fn of(folder: &Path, stated: Option<&str>) -> Result<String, NewError> {
    let name = stated.map_or_else(|| last_name(folder), str::to_owned);
    match refused(&name) {
        None => Ok(name),
        Some(reason) => Err(NewError::Name { name, reason }),
    }
}

/// The name of a folder; empty if it has none.
fn last_name(folder: &Path) -> String {
    // `.` has the name of the folder that it is.
    let folder = path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// Why a crate cannot have that name.
fn refused(name: &str) -> Option<String> {
    let library = name.replace('-', "_");
    if name.is_empty() {
        Some("it has no letters".to_owned())
    } else if !name.starts_with(|first: char| first.is_ascii_alphabetic()) {
        Some("it has to begin with a letter".to_owned())
    } else if name.contains(|one: char| !one.is_ascii_alphanumeric() && !matches!(one, '-' | '_')) {
        Some("it may have letters, digits, `-` and `_`".to_owned())
    } else if names::is_keyword(&library) {
        Some("that is a keyword of Rust".to_owned())
    } else if TAKEN.contains(&library.as_str()) {
        Some("something else that it needs is called so".to_owned())
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{of, refused};

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
        assert_eq!(of(Path::new("clients/shop"), None).ok().as_deref(), Some("shop"));
        assert_eq!(of(Path::new("clients/shop"), Some("kiosk")).ok().as_deref(), Some("kiosk"));
        let error = of(Path::new("clients/my shop"), None).map_err(|error| error.to_string());
        let expected = "error: a crate cannot be called `my shop`: it may have letters, digits, `-` and `_`; choose one with `--name`";
        assert_eq!(error.err().as_deref(), Some(expected));
    }
}
