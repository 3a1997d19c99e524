//! The error of parameters and headers in JSON.

use asmx_types::near::proposal;

use super::names::hint;
use super::unreadable::{MOST, Mistakes, Problem, Unreadable};
use crate::error::{Sentence, Setting, Words, missing_sentence};
use crate::operation::InvalidValue;

/// The error of an object that is not the parameters or headers of a call.
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParameterError {
    /// The operation declares no parameter of that name, and its parameter list is not open.
    #[error("{operation} has no parameter `{name}`{}", hint(name, known, "it takes"))]
    Unknown {
        /// The operation.
        operation: &'static str,
        /// The unknown name.
        name: String,
        /// The known names, common parameters first.
        known: Vec<&'static str>,
    },
    /// The operation declares no header of that name.
    #[error("{operation} has no header `{name}`{}", hint(name, known, "it takes"))]
    UnknownHeader {
        /// The operation.
        operation: &'static str,
        /// The unknown name.
        name: String,
        /// The known names.
        known: Vec<&'static str>,
    },
    /// A value is not of its parameter's type.
    #[error("parameter `{parameter}`: {}", problem.with_advice())]
    Invalid {
        /// The parameter or a part of it: `Order.Lines[2].@Count`.
        parameter: String,
        /// The problem.
        problem: InvalidValue,
    },
    /// A structure declares no member of that name.
    #[error(
        "parameter `{parameter}`: {}{}",
        InvalidValue::new(name, &format!("member of {structure}")),
        proposal(name, known.iter().copied())
    )]
    UnknownMember {
        /// The parameter or a part of it: `Order.Lines[2]`.
        parameter: String,
        /// The unknown name.
        name: String,
        /// The name of the structure.
        structure: &'static str,
        /// The known names.
        known: Vec<&'static str>,
    },
    /// A secret that the writer of the request [may not give](super::RequestRules::may_give).
    #[error("parameter `{parameter}` is a secret that others give")]
    Withheld {
        /// The parameter or a part of it.
        parameter: String,
    },
    /// A value has content that the description does not declare, which only a call sends that is not checked.
    #[error("parameter `{parameter}`: {problem}")]
    Undeclared {
        /// The parameter or a part of it: `Order.$rest`.
        parameter: String,
        /// The problem, with the setting that permits it.
        problem: Sentence,
    },
    /// Required parameters or members are missing, beside parameters that do not fit. Those that credentials of a client may fill in are not
    /// among them.
    #[error("{}", missing_sentence(parameters))]
    Missing {
        /// The parameters, or parts of them: `Order.Lines[2].Count`.
        parameters: Vec<String>,
    },
    /// There are more errors than the 20 before this one.
    #[error("there are more mistakes")]
    More,
    /// Several errors, in the order of the object; parameters that it lacks come last.
    #[error("{}", joined(.0))]
    Several(Vec<Self>),
}

asmx_types::debug_is_a_sentence!(ParameterError);

impl ParameterError {
    /// The error with settings in the words of a surface.
    #[must_use]
    pub fn in_words(self, words: Words) -> Self {
        match self {
            Self::Undeclared { parameter, problem } => {
                Self::Undeclared { parameter, problem: Sentence::default().text(problem.in_words(words)) }
            }
            Self::Several(all) => Self::Several(all.into_iter().map(|error| error.in_words(words)).collect()),
            other => other,
        }
    }

    /// Each error: the parts of [`Several`](Self::Several), or this one.
    #[must_use]
    pub fn each(&self) -> &[Self] {
        match self {
            Self::Several(all) => all,
            one => std::slice::from_ref(one),
        }
    }

    /// Adds required parameters that are missing.
    #[must_use]
    pub fn and_missing(self, parameters: Vec<String>) -> Self {
        if parameters.is_empty() {
            return self;
        }
        let mut all = match self {
            Self::Several(all) => all,
            one => vec![one],
        };
        match all.last_mut() {
            Some(Self::Missing { parameters: known }) => known.extend(parameters),
            _ => all.push(Self::Missing { parameters }),
        }
        Self::Several(all)
    }

    fn new(Unreadable { path: parameter, problem }: Unreadable) -> Self {
        match problem {
            Problem::Invalid(problem) => Self::Invalid { parameter, problem },
            Problem::UnknownMember { name, structure, known } => {
                Self::UnknownMember { parameter, name, structure, known }
            }
            Problem::Undeclared(what) => {
                let problem = Sentence::default().text(what).text("; ").setting(Setting::Unchecked).text(" sends it");
                Self::Undeclared { parameter, problem }
            }
            Problem::Withheld => Self::Withheld { parameter },
            Problem::Missing => Self::Missing { parameters: vec![parameter] },
        }
    }
}

/// The errors of one object, while it is read.
#[derive(Default)]
pub(super) struct Errors {
    errors: Vec<ParameterError>,
    missing: Vec<String>,
}

impl Errors {
    pub(super) fn push(&mut self, error: ParameterError) {
        self.errors.push(error);
    }

    pub(super) fn push_missing(&mut self, parameter: String) {
        self.missing.push(parameter);
    }

    /// The value of a part, or nothing for one with mistakes.
    pub(super) fn collect<T>(&mut self, read: Result<T, Mistakes>) -> Option<T> {
        let Mistakes(mistakes) = match read {
            Ok(value) => return Some(value),
            Err(mistakes) => mistakes,
        };
        for mistake in mistakes {
            match mistake.problem {
                Problem::Missing => self.missing.push(mistake.path),
                _ => self.errors.push(ParameterError::new(mistake)),
            }
        }
        None
    }

    pub(super) fn are_enough(&self) -> bool {
        self.errors.len() + self.missing.len() > MOST
    }

    pub(super) fn into_result(mut self) -> Result<(), ParameterError> {
        let is_cut = self.are_enough();
        self.errors.truncate(MOST);
        self.missing.truncate(MOST - self.errors.len());
        if !self.missing.is_empty() {
            self.errors.push(ParameterError::Missing { parameters: self.missing });
        }
        if is_cut {
            self.errors.push(ParameterError::More);
        }
        match self.errors.len() {
            0 => Ok(()),
            1 => Err(self.errors.swap_remove(0)),
            _ => Err(ParameterError::Several(self.errors)),
        }
    }
}

fn joined(errors: &[ParameterError]) -> String {
    errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}
