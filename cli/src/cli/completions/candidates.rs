//! The candidates for the last word of a line.

use std::ffi::OsString;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use asmx_types::display::{is_obeyed, shortened, shown_line};
use clap::Command;
use clap_complete::engine::{ArgValueCompleter, CompletionCandidate, complete};

use super::candidate::{Candidate, PARAMETERS};

/// The most characters of a description.
const LONGEST: usize = 100;

/// The candidates for the last of the words; empty where the shell completes files.
pub(super) fn of(command: Command, words: &[String]) -> Vec<Candidate> {
    let Some((current, before)) = words.split_last() else { return Vec::new() };
    #[cfg(feature = "call")]
    let command = super::described::with_document(command, before, current);
    let takes_file = Arc::new(AtomicBool::new(false));
    let mut command = with_files_of_the_shell(command, &takes_file);
    let arguments: Vec<OsString> = words.iter().map(OsString::from).collect();
    let mut found = complete(&mut command, arguments, before.len(), None).unwrap_or_default();
    found.sort_by_key(|candidate| candidate.get_tag().is_none_or(|tag| tag.to_string() != PARAMETERS));
    let mut candidates: Vec<Candidate> = found.iter().filter_map(candidate).collect();
    if !current.starts_with('-') {
        let is_option = |candidate: &Candidate| candidate.text.starts_with('-');
        let has_values = candidates.iter().any(|candidate| !is_option(candidate));
        if has_values || takes_file.load(Ordering::Relaxed) {
            candidates.retain(|candidate| !is_option(candidate));
        }
    }
    candidates
}

/// A text that is empty or that a terminal obeys is no candidate.
fn candidate(found: &CompletionCandidate) -> Option<Candidate> {
    let text = found.get_value().to_str().filter(|text| !text.is_empty() && !text.contains(is_obeyed))?;
    let about = found.get_help().map(ToString::to_string).unwrap_or_default();
    let about = shown_line(about.lines().next().unwrap_or_default());
    Some(Candidate { text: text.to_owned(), about: shortened(&about, LONGEST).into_owned() })
}

/// Shells know files better: links, `~`, and how a name is quoted. `takes_file` becomes true where the last word is one.
fn with_files_of_the_shell(command: Command, takes_file: &Arc<AtomicBool>) -> Command {
    let subcommands: Vec<String> =
        command.get_subcommands().map(|subcommand| subcommand.get_name().to_owned()).collect();
    let command = command.mut_args(|argument| {
        if argument.get_value_hint() == clap::ValueHint::Unknown {
            return argument;
        }
        let takes_file = Arc::clone(takes_file);
        argument.add(ArgValueCompleter::new(move |_: &std::ffi::OsStr| {
            takes_file.store(true, Ordering::Relaxed);
            Vec::new()
        }))
    });
    subcommands.into_iter().fold(command, |command, name| {
        command.mut_subcommand(name, |subcommand| with_files_of_the_shell(subcommand, takes_file))
    })
}
