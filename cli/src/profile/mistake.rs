//! Mistakes of profiles.

/// The reason why a profile cannot be read. It holds names of settings, and no value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mistake {
    /// The file is not TOML.
    Syntax {
        /// The line, from 1.
        line: usize,
        /// The reason.
        why: String,
    },
    /// The file has no profile of that name.
    NoProfile {
        /// The profiles of similar names, at most three.
        similar: Vec<String>,
    },
    /// A setting of the profile is unknown, missing or of another form.
    Setting(String),
}

/// The mistake of a value of another form. The value may be a secret, and is left out.
pub(super) fn form(path: &str, form: &str, example: &str) -> Mistake {
    let name = path.rsplit_once('.').map_or(path, |(_, name)| name);
    Mistake::Setting(format!("`{path}` is {form}, such as `{name} = {example}`"))
}
