//! Sentences for people that name settings in the words of the surface that shows them.

use std::borrow::Cow;
use std::fmt;

use super::setting::{Setting, Words};
use crate::redaction::Redaction;

/// A sentence for a person: texts, and settings between them. `Display` names settings as methods of [`Builder`](crate::Builder).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sentence(Vec<Piece>);

/// A part of a [`Sentence`].
#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    Text(Cow<'static, str>),
    Setting(Setting),
}

impl Sentence {
    /// Adds a text.
    #[must_use]
    pub fn text(mut self, text: impl Into<Cow<'static, str>>) -> Self {
        self.0.push(Piece::Text(text.into()));
        self
    }

    /// Adds the name of a setting.
    #[must_use]
    pub fn setting(mut self, setting: Setting) -> Self {
        self.0.push(Piece::Setting(setting));
        self
    }

    /// Adds another sentence.
    #[must_use]
    pub fn and(mut self, other: impl Into<Self>) -> Self {
        self.0.extend(other.into().0);
        self
    }

    /// Adds settings with a text between each two.
    pub(crate) fn joined(mut self, settings: impl IntoIterator<Item = Setting>, between: &'static str) -> Self {
        for (index, setting) in settings.into_iter().enumerate() {
            if index > 0 {
                self = self.text(between);
            }
            self = self.setting(setting);
        }
        self
    }

    /// Whether the sentence has no part.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The text, with settings in these words.
    #[must_use]
    pub fn in_words(&self, words: Words) -> String {
        let piece = |piece: &Piece| match piece {
            Piece::Text(text) => text.clone(),
            Piece::Setting(setting) => words(setting),
        };
        self.0.iter().map(piece).collect()
    }

    pub(crate) fn redact(&mut self, redaction: &Redaction) {
        // A secret may stand across texts that were added one after the other.
        let mut joined: Vec<Piece> = Vec::with_capacity(self.0.len());
        for piece in self.0.drain(..) {
            match (joined.last_mut(), piece) {
                (Some(Piece::Text(before)), Piece::Text(text)) => before.to_mut().push_str(&text),
                (_, piece) => joined.push(piece),
            }
        }
        for piece in &mut joined {
            if let Piece::Text(text) = piece {
                redaction.apply(text.to_mut());
            }
        }
        self.0 = joined;
    }
}

impl From<&'static str> for Sentence {
    fn from(text: &'static str) -> Self {
        Self::default().text(text)
    }
}

impl From<String> for Sentence {
    fn from(text: String) -> Self {
        Self::default().text(text)
    }
}

impl fmt::Display for Sentence {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.in_words(Setting::method))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn option(setting: &Setting) -> Cow<'static, str> {
        match setting {
            Setting::Namespace => "`--namespace`".into(),
            other => other.method(),
        }
    }

    #[test]
    fn each_surface_names_settings_in_its_own_words() {
        let sentence = Sentence::from("give it with ").setting(Setting::Namespace).and(String::from(", please"));
        assert_eq!(sentence.to_string(), "give it with `namespace(…)`, please");
        assert_eq!(sentence.in_words(option), "give it with `--namespace`, please");
    }

    /// A text of a server that looks like a setting stays as it came.
    #[test]
    fn texts_are_not_read_as_settings() {
        let sentence = Sentence::from("the server says: give `namespace(…)`".to_owned());
        assert_eq!(sentence.in_words(option), "the server says: give `namespace(…)`");
    }

    #[test]
    fn a_secret_across_two_texts_is_redacted() {
        let redaction = Redaction::of_secrets(&["s3cret-word"]);
        let mut sentence = Sentence::from("is s3cret").text("-word: ").setting(Setting::Key).text(" s3cret-word");
        sentence.redact(&redaction);
        assert_eq!(sentence.to_string(), "is [redacted]: `key(…)` [redacted]");
    }
}
