//! Values of profiles: texts, the environment, files, commands, questions.

use std::fmt::Display;
use std::process::{Command, Stdio};

use asmx::profile::Stated;
use asmx_gateway::{Secrets, text_of};

use super::terminal;

/// The value. `name` is the setting's, for errors and questions; no error shows a value.
pub(super) fn value(stated: &Stated, name: &str) -> Result<String, String> {
    match stated {
        Stated::Text(text) => expanded(text).map_err(|variable| {
            format!(
                "`{name}` takes the environment variable `{variable}`, which is not set: set it, or change the profile"
            )
        }),
        Stated::File(file) => {
            let file = expanded(file).map_err(|variable| format!("`{name}`: the variable `{variable}` is not set"))?;
            let unreadable = |error: &dyn Display| format!("`{name}`: cannot read {file}: {error}");
            let bytes = std::fs::read(&file).map_err(|error| unreadable(&error))?;
            let text = text_of(bytes).map_err(|error| unreadable(&error))?;
            match text.trim_end_matches(['\n', '\r']) {
                "" => Err(format!("`{name}`: {file} is empty")),
                text => Ok(text.to_owned()),
            }
        }
        Stated::Command(command) => first_line(command).map_err(|why| format!("`{name}`: its command {why}")),
        Stated::Prompt if terminal::has_person() => {
            terminal::ask_secret(&format!("{name}:")).map_err(|error| format!("`{name}`: {error}"))
        }
        Stated::Prompt => Err(format!(
            "`{name}` asks a person, and there is no terminal: use `${{NAME}}`, a file or a command in scripts"
        )),
    }
}

/// The value of a parameter or header that no description declares secret. One that is not written in the profile itself counts as a secret; a
/// literal one is likely to be one if it is long.
pub(super) fn hidden(stated: &Stated, name: &str, secrets: &Secrets) -> Result<String, String> {
    let value = value(stated, name)?;
    match stated {
        Stated::Text(text) if !text.contains("${") => secrets.hide_likely(&value),
        Stated::Text(text) => {
            // A service may repeat one of several parts.
            variables(text).filter_map(|name| std::env::var(name).ok()).for_each(|part| secrets.hide(part));
            secrets.hide(value.as_str());
        }
        Stated::File(_) | Stated::Command(_) | Stated::Prompt => secrets.hide(value.as_str()),
    }
    Ok(value)
}

fn variables(text: &str) -> impl Iterator<Item = &str> {
    text.split("${").skip(1).filter_map(|behind| behind.split_once('}')).map(|(name, _)| name)
}

/// The text with `${NAME}` replaced; the name of a variable that is not set.
fn expanded(text: &str) -> Result<String, String> {
    let (mut whole, mut rest) = (String::new(), text);
    while let Some((before, behind)) = rest.split_once("${") {
        let Some((name, after)) = behind.split_once('}') else { break };
        whole.push_str(before);
        whole.push_str(&std::env::var(name).map_err(|_| name.to_owned())?);
        rest = after;
    }
    Ok(whole + rest)
}

fn first_line(command: &str) -> Result<String, String> {
    let shell = if cfg!(windows) { ["cmd", "/C"] } else { ["sh", "-c"] };
    let [program, option] = shell;
    let output =
        Command::new(program).args([option, command]).stdin(Stdio::inherit()).stderr(Stdio::inherit()).output();
    let output = output.map_err(|error| format!("cannot be run: {error}"))?;
    if !output.status.success() {
        return Err(format!("failed ({})", output.status));
    }
    let text = text_of(output.stdout).map_err(|error| format!("printed no text: {error}"))?;
    Ok(text.lines().next().unwrap_or_default().to_owned())
}
