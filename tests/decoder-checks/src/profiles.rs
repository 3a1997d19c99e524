//! Profiles of the command: each mistake is reported, and no value is shown.

use asmx::profile::{Mistake, Profile};
use toml::{Table, Value};

/// The text that values of the corpus have. It is the secret.
pub(crate) const SECRET: &str = "hunter2";

/// A file of profiles: the profile `shop` is read, or refused for a reason that shows no value.
pub fn profile(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    let (shown, is_syntax) = match Profile::read(text, "shop") {
        Ok(profile) => (format!("{profile:?} {:?} {:?}", profile.password, profile.http_headers.values()), false),
        Err(mistake) => {
            let reason = match &mistake {
                Mistake::Syntax { line, why } => {
                    assert!(*line >= 1 && *line <= text.split('\n').count(), "line {line}");
                    why.clone()
                }
                Mistake::NoProfile { similar } => similar.join(" "),
                Mistake::Setting(why) => why.clone(),
            };
            assert!(matches!(mistake, Mistake::NoProfile { .. }) || !reason.is_empty(), "no reason");
            (format!("{reason} {mistake:?}"), matches!(mistake, Mistake::Syntax { .. }))
        }
    };
    // Names of settings are shown. In a text that is not TOML, only a name that is there twice is.
    let is_name = if is_syntax {
        shown.contains("duplicate key")
    } else {
        text.parse::<Table>().is_ok_and(|table| table.iter().any(|(name, value)| names_secret(name, value)))
    };
    assert!(is_name || !shown.contains(SECRET), "{shown}");
}

fn names_secret(name: &str, value: &Value) -> bool {
    let nested = match value {
        Value::Table(table) => table.iter().any(|(name, value)| names_secret(name, value)),
        Value::Array(values) => values.iter().any(|value| names_secret("", value)),
        _ => false,
    };
    name.contains(SECRET) || nested
}
