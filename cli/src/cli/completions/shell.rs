//! Shells: the words that their scripts pass, and the candidates that their scripts read.

use std::ffi::OsString;

use super::bash;
use super::candidate::{Candidate, is_bare};
use super::line::Line;
use super::percent;

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Shell {
    Bash,
    Elvish,
    Fish,
    #[value(name = "powershell", alias = "pwsh")]
    Pwsh,
    Zsh,
}

impl Shell {
    pub(super) const fn script(self) -> &'static str {
        match self {
            Self::Bash => include_str!("scripts/asmx.bash"),
            Self::Elvish => include_str!("scripts/asmx.elv"),
            Self::Fish => include_str!("scripts/asmx.fish"),
            Self::Pwsh => include_str!("scripts/asmx.ps1"),
            Self::Zsh => include_str!("scripts/asmx.zsh"),
        }
    }

    /// The line that the script passes; `None` if it is not in the script's form.
    pub(super) fn line(self, arguments: &[OsString]) -> Option<Line> {
        let arguments: Option<Vec<&str>> = arguments.iter().map(|argument| argument.to_str()).collect();
        let arguments = arguments?;
        match self {
            Self::Bash => match arguments.as_slice() {
                [breaks, line] => Some(bash::line(line, breaks)),
                _ => None,
            },
            Self::Pwsh => {
                let word = |argument: &&str| argument.strip_prefix('+').and_then(percent::decoded);
                arguments.iter().map(word).collect::<Option<_>>().map(Line::of)
            }
            Self::Elvish | Self::Fish | Self::Zsh => Some(Line::of(arguments.into_iter().map(str::to_owned).collect())),
        }
    }

    /// A line for each candidate, in the form of the script. Candidates that the shell cannot quote are left out.
    pub(super) fn text(self, line: &Line, candidates: &[Candidate]) -> String {
        let line = |candidate: &Candidate| match self {
            Self::Bash => bash::candidate(line, &candidate.text),
            Self::Pwsh => powershell(candidate),
            // These quote what they insert.
            Self::Elvish => Some(candidate.text.clone()),
            Self::Fish => Some(joined(&candidate.text, "\t", &candidate.about)),
            Self::Zsh => Some(joined(&zsh(&candidate.text), ":", &zsh(&candidate.about))),
        };
        candidates.iter().filter_map(line).fold(String::new(), |text, line| text + &line + "\n")
    }
}

/// Without a description the text alone.
fn joined(text: &str, separator: &str, about: &str) -> String {
    if about.is_empty() { text.to_owned() } else { format!("{text}{separator}{about}") }
}

/// `_describe` of zsh takes the text up to a colon.
fn zsh(text: &str) -> String {
    text.replace('\\', "\\\\").replace(':', "\\:")
}

/// The text to insert, the text of the list, and the description. Typographic quotes end a text of PowerShell as `'` does, and some versions pass
/// `"` on to no program.
fn powershell(Candidate { text, about, .. }: &Candidate) -> Option<String> {
    if text.contains(['"', '\u{2018}', '\u{2019}', '\u{201a}', '\u{201b}', '\u{201c}', '\u{201d}', '\u{201e}']) {
        return None;
    }
    let is_bare = text.chars().all(|character| is_bare(character) || character == '=');
    let inserted = if is_bare { text.clone() } else { format!("'{}'", text.replace('\'', "''")) };
    let about = if about.is_empty() { text } else { about };
    Some([inserted.as_str(), text, about].map(percent::encoded).join("\t"))
}
