//! A contradiction between a response and its description.

use std::fmt;

/// A contradiction between a response and its description: a sentence, and the path of the element that it is about.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Deviation {
    sentence: String,
    path: Option<String>,
}

impl Deviation {
    /// `` `PATH` CONTRADICTION ``, or `the response CONTRADICTION` if the path is empty. `contradiction` is the rest of a sentence, such as
    /// `is missing`.
    #[must_use]
    pub fn new(path: impl Into<String>, contradiction: impl fmt::Display) -> Self {
        let path = path.into();
        if path.is_empty() {
            return Self::without_path(format!("the response {contradiction}"));
        }
        Self { sentence: format!("`{path}` {contradiction}"), path: Some(path) }
    }

    /// A deviation without a path, in a sentence of its own.
    #[must_use]
    pub fn without_path(sentence: impl Into<String>) -> Self {
        Self { sentence: sentence.into(), path: None }
    }

    /// The path of the element in the response, names with `/` between them; `None` if the deviation is of the response as a whole.
    #[must_use]
    pub fn path(&self) -> Option<&str> {
        self.path.as_deref()
    }

    /// The sentence. It begins with the path if there is one, and may hold texts of the service.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.sentence
    }

    pub(crate) fn texts_mut(&mut self) -> impl Iterator<Item = &mut String> {
        std::iter::once(&mut self.sentence).chain(&mut self.path)
    }
}

impl fmt::Display for Deviation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(&self.sentence)
    }
}

/// The sentence as a string.
impl fmt::Debug for Deviation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.sentence, formatter)
    }
}

/// Equal to its sentence.
impl PartialEq<&str> for Deviation {
    fn eq(&self, sentence: &&str) -> bool {
        self.sentence == *sentence
    }
}
