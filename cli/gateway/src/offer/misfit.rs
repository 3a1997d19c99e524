//! The places of a request that do not fit its operation, in words for callers.

use asmx_runtime::json::ParameterError;
use asmx_types::display::shown_line;
use asmx_types::near::proposal;

use crate::calls::words::{Setting, Words};

/// A part of a request that does not fit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Misfit {
    /// `Order.Lines[2]`; empty for the request itself.
    pub(crate) path: String,
    pub(crate) problem: String,
}

/// The most misfits that are reported, beside a last one that says that there are more.
const MOST: usize = 20;
/// The most characters of a place.
const PLACE: usize = 200;

impl Misfit {
    pub(crate) fn new(path: &str, problem: &str) -> Self {
        Self { path: shown_path(path), problem: shown_line(problem).into_owned() }
    }

    pub(crate) fn sentence(&self) -> String {
        if self.path.is_empty() { self.problem.clone() } else { format!("`{}`: {}", self.path, self.problem) }
    }
}

/// The misfits of requests that their reader refuses. `words` name settings, and `within` is the place of what was read.
pub(crate) fn misfits_of<'e>(
    words: Words,
    errors: impl IntoIterator<Item = (&'e str, &'e ParameterError)>,
) -> Vec<Misfit> {
    let (mut misfits, mut are_more) = (Vec::new(), false);
    for (within, error) in errors {
        let mut add = |path: &str, problem: &str| {
            let dot = if within.is_empty() { "" } else { "." };
            misfits.push(Misfit::new(&format!("{within}{dot}{path}"), problem));
        };
        let unknown =
            |name: &str, known: &[&str]| format!("there is no such name{}", proposal(name, known.iter().copied()));
        for error in error.each() {
            match error {
                ParameterError::Unknown { name, known, .. } | ParameterError::UnknownHeader { name, known, .. } => {
                    add(name, &unknown(name, known));
                }
                ParameterError::UnknownMember { parameter, name, known, .. } => {
                    add(&format!("{parameter}.{name}"), &unknown(name, known));
                }
                ParameterError::Invalid { parameter, problem } => add(parameter, &problem.with_advice()),
                ParameterError::Undeclared { parameter, problem } => add(parameter, &problem.to_string()),
                ParameterError::Withheld { parameter } => {
                    let setting = words(&Setting::OfferedCredentials);
                    let why = "credentials and other secrets come from the profile of the gateway; callers can give them if it was started with";
                    add(parameter, &format!("{why} {setting}"));
                }
                ParameterError::Missing { parameters } => {
                    for parameter in parameters {
                        add(parameter, "it is missing");
                    }
                }
                _ => are_more = true,
            }
        }
    }
    if are_more || misfits.len() > MOST {
        misfits.truncate(MOST);
        misfits.push(Misfit::new("", "there are more places that do not fit"));
    }
    misfits
}

/// A place on one line. Of a long one the beginning and the end.
fn shown_path(path: &str) -> String {
    let count = path.chars().count();
    if count <= PLACE {
        return shown_line(path).into_owned();
    }
    let half = PLACE / 2;
    let (first, last) = (path.chars().take(half), path.chars().skip(count - half));
    shown_line(&first.chain(['…']).chain(last).collect::<String>()).into_owned()
}
