//! What a code means: of a mistake, of a change, of what reads like a mistake. Each has a page with an example that is wrong and one that is
//! right.
//!
//! The texts are in `explanations/`, one file for each code. The tests read every example and see that it is what its page says.

mod family;
mod text;

use std::fmt;

pub use family::{Explanation, Family};

use asmx_codegen::diagnostic::nearest;

/// The explanations of all codes, family by family.
pub fn all() -> impl Iterator<Item = Explanation> {
    family::all()
}

/// The explanation of a code. Upper and lower case are the same.
#[must_use]
pub fn explain(code: &str) -> Option<Explanation> {
    all().find(|explanation| explanation.code.eq_ignore_ascii_case(code))
}

/// The codes that a misspelt one was probably meant to be, the nearest first: at most three.
#[must_use]
pub fn nearest_codes(code: &str) -> Vec<&'static str> {
    let code = if code.chars().any(char::is_numeric) { code.to_uppercase() } else { code.to_lowercase() };
    let mut codes: Vec<&'static str> = all().map(|explanation| explanation.code).collect();
    let mut found = Vec::new();
    while let Some(next) = nearest(&code, codes.iter().copied()).filter(|_| found.len() < 3) {
        codes.retain(|code| *code != next);
        found.push(next);
    }
    found
}

impl fmt::Display for Explanation {
    /// For a terminal: lines of at most 100 characters, examples indented.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let heading = format!("{}: {}", self.code, self.summary);
        write!(formatter, "{}\n{}", text::wrapped(&heading), text::plain(self.text))
    }
}
