//! The result of one check of a review, and its text.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use asmx_types::shown::shown_line;

use crate::diff::render::escaped;

/// Whether the checked files fit the change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Verdict {
    /// It fits.
    Fits,
    /// It does not: the review fails.
    Fails,
    /// There is nothing to look at, or nothing to expect.
    NotChecked,
}

impl Verdict {
    /// Its words: `ok`, `fails` or `not checked`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Fits => "ok",
            Self::Fails => "fails",
            Self::NotChecked => "not checked",
        }
    }
}

/// The result of one check.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Check {
    /// What was looked at: `changelog`, `generated code` or `snapshots`.
    pub name: &'static str,
    /// Whether it fits.
    pub verdict: Verdict,
    /// What was found, one line.
    pub message: String,
    /// What to do if it fails, one line.
    pub advice: String,
}

impl Check {
    pub(super) fn fits(name: &'static str, message: impl Into<String>) -> Self {
        Self { name, verdict: Verdict::Fits, message: message.into(), advice: String::new() }
    }

    pub(super) fn not_checked(name: &'static str, message: impl Into<String>) -> Self {
        Self { name, verdict: Verdict::NotChecked, message: message.into(), advice: String::new() }
    }

    pub(super) fn fails(name: &'static str, message: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { name, verdict: Verdict::Fails, message: message.into(), advice: advice.into() }
    }

    /// As text, a line or two.
    pub(super) fn text(&self, is_coloured: bool) -> String {
        let colour = match self.verdict {
            Verdict::Fits => AnsiColor::BrightGreen,
            Verdict::Fails => AnsiColor::BrightRed,
            Verdict::NotChecked => AnsiColor::White,
        };
        let style = if is_coloured { Style::new().bold().fg_color(Some(colour.into())) } else { Style::new() };
        let mut out =
            format!("{style}{}{style:#}: {}: {}\n", self.verdict.as_str(), self.name, shown_line(&self.message));
        if !self.advice.is_empty() {
            // Writing to a String cannot fail.
            let _ = writeln!(out, "  = help: {}", shown_line(&self.advice));
        }
        out
    }

    /// As an item of a list in Markdown.
    pub(super) fn markdown(&self) -> String {
        let advice =
            if self.advice.is_empty() { String::new() } else { format!("\n  <br>To do: {}", escaped(&self.advice)) };
        let verdict = match self.verdict {
            Verdict::Fails => "**fails**",
            other => other.as_str(),
        };
        format!("- {verdict}: {}: {}{advice}\n", self.name, escaped(&self.message))
    }
}
