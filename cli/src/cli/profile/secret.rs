//! Values of profiles: texts, the environment, files, commands, questions.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};

use asmx::profile::Entry;
use asmx_gateway::{Secrets, text_of};

use super::super::stamps::{Stamp, Stamps, stamp};
use super::super::terminal;

/// Reads the values of a profile, and remembers where they came from.
#[derive(Default)]
pub(in crate::cli) struct Values {
    /// Answers of persons, by the path of the setting: nobody is asked twice.
    answers: Mutex<BTreeMap<String, String>>,
    /// The files that were read, each with its stamp of before.
    files: Mutex<Vec<(PathBuf, Stamp)>>,
    /// Whether a program reads them again while it serves: nobody is asked, and standard input is not the profile's.
    again: bool,
}

/// Settings with values for operations, by paths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::cli) enum Section {
    Parameters,
    SoapHeaders,
}

impl Section {
    pub(in crate::cli) const fn name(self) -> &'static str {
        match self {
            Self::Parameters => "parameters",
            Self::SoapHeaders => "soap-headers",
        }
    }
}

impl Values {
    /// For the same profile, to be read again.
    pub(in crate::cli) fn again(&self) -> Self {
        Self { answers: Mutex::new(lock(&self.answers).clone()), files: Mutex::default(), again: true }
    }

    pub(in crate::cli) fn stamps(&self) -> Stamps {
        Stamps::of(lock(&self.files).clone())
    }

    /// Reads a file, whose change matters from now on.
    pub(in crate::cli) fn read(&self, file: &Path) -> io::Result<Vec<u8>> {
        lock(&self.files).push((file.to_owned(), stamp(file)));
        std::fs::read(file)
    }

    /// The value. `name` is the setting's, for errors and questions; no error shows a value.
    pub(in crate::cli) fn value(&self, entry: &Entry, name: &str) -> Result<String, String> {
        self.value_at(name, entry, name)
    }

    /// As [`value`](Self::value), of a setting at this path of the profile.
    fn value_at(&self, path: &str, entry: &Entry, name: &str) -> Result<String, String> {
        match entry {
            Entry::Text(text) => {
                let value = expanded(text).map_err(|variable| {
                    format!(
                        "`{name}` takes the environment variable `{variable}`, which is not set: set it, or change the profile"
                    )
                })?;
                // An empty text of the profile itself is meant.
                if value.is_empty() && !text.is_empty() {
                    return Err(format!("`{name}`: `{text}` is empty: set the variable, or change the profile"));
                }
                Ok(value)
            }
            Entry::File(file) => {
                let file =
                    expanded(file).map_err(|variable| format!("`{name}`: the variable `{variable}` is not set"))?;
                let path = std::path::absolute(&file).unwrap_or_else(|_| file.clone().into());
                let unreadable = |error: &dyn Display| format!("`{name}`: cannot read {}: {error}", path.display());
                let bytes = self.read(Path::new(&file)).map_err(|error| unreadable(&error))?;
                let text = text_of(bytes).map_err(|error| unreadable(&error))?;
                match text.trim_end_matches(['\n', '\r']) {
                    "" => Err(format!("`{name}`: {file} is empty")),
                    text => Ok(text.to_owned()),
                }
            }
            Entry::Command(command) => {
                let input = if self.again { Stdio::null() } else { Stdio::inherit() };
                first_line(command, input).map_err(|why| format!("`{name}`: its command {why}"))
            }
            Entry::Prompt => self.answer(path, name),
        }
    }

    pub(in crate::cli) fn http_header(&self, entry: &Entry, name: &str) -> Result<String, String> {
        self.value_at(&format!("http-headers.{name}"), entry, name)
    }

    fn answer(&self, path: &str, name: &str) -> Result<String, String> {
        if let Some(answer) = lock(&self.answers).get(path) {
            return Ok(answer.clone());
        }
        if self.again {
            return Err(format!("`{name}` asks a person, which only the start of the program does"));
        }
        if !terminal::has_person() {
            return Err(format!(
                "`{name}` asks a person, and there is no terminal: use `${{NAME}}`, a file or a command in scripts"
            ));
        }
        let answer = terminal::ask_secret(&format!("{name}:")).map_err(|error| format!("`{name}`: {error}"))?;
        lock(&self.answers).insert(path.to_owned(), answer.clone());
        Ok(answer)
    }

    /// The value of a parameter or header that no description declares secret. One that is not written in the profile itself counts as a secret;
    /// a literal one is likely to be one if it is long.
    pub(in crate::cli) fn hidden(
        &self,
        section: Section,
        entry: &Entry,
        name: &str,
        secrets: &Secrets,
    ) -> Result<String, String> {
        let value = self.value_at(&format!("{}.{name}", section.name()), entry, name)?;
        match entry {
            Entry::Text(text) if !text.contains("${") => secrets.hide_likely(&value),
            Entry::Text(text) => {
                // A service may repeat one of several parts.
                variables(text).filter_map(|name| std::env::var(name).ok()).for_each(|part| secrets.hide(part));
                secrets.hide(value.as_str());
            }
            Entry::File(_) | Entry::Command(_) | Entry::Prompt => secrets.hide(value.as_str()),
        }
        Ok(value)
    }
}

/// A poisoned lock is used: each change is a single step.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn variables(text: &str) -> impl Iterator<Item = &str> {
    text.split("${").skip(1).filter_map(|after| after.split_once('}')).map(|(name, _)| name)
}

/// The text with `${NAME}` replaced; the name of a variable that is not set.
fn expanded(text: &str) -> Result<String, String> {
    let (mut expanded, mut rest) = (String::new(), text);
    while let Some((before, after)) = rest.split_once("${") {
        let Some((name, after)) = after.split_once('}') else { break };
        expanded.push_str(before);
        expanded.push_str(&std::env::var(name).map_err(|_| name.to_owned())?);
        rest = after;
    }
    Ok(expanded + rest)
}

/// The most bytes that a command prints.
const LONGEST_OUTPUT: u64 = 64 * 1024;

fn first_line(command: &str, input: Stdio) -> Result<String, String> {
    let shell = if cfg!(windows) { ["cmd", "/C"] } else { ["sh", "-c"] };
    let [program, option] = shell;
    let command = Command::new(program).args([option, command]).stdin(input).stdout(Stdio::piped()).spawn();
    let failed = |error: io::Error| format!("cannot be run: {error}");
    let mut command = command.map_err(failed)?;
    let mut printed = Vec::new();
    if let Some(output) = command.stdout.take() {
        output.take(LONGEST_OUTPUT + 1).read_to_end(&mut printed).map_err(failed)?;
    }
    if printed.len() as u64 > LONGEST_OUTPUT {
        // It ends by itself once nobody reads it, or is ended.
        let _ = command.kill();
        let _ = command.wait();
        return Err(format!("printed more than {LONGEST_OUTPUT} bytes"));
    }
    let status = command.wait().map_err(failed)?;
    if !status.success() {
        return Err(format!("failed ({status})"));
    }
    let text = text_of(printed).map_err(|error| format!("printed no text: {error}"))?;
    match text.lines().next() {
        None | Some("") => Err("printed no value in its first line".to_owned()),
        Some(line) => Ok(line.to_owned()),
    }
}
