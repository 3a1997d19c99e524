//! The terminal: its width, and questions to the person at it.

use std::io::{self, IsTerminal as _, Write as _};

/// The columns of the terminal that standard output goes to; `None` if it goes elsewhere. `COLUMNS` replaces what the terminal reports.
pub(super) fn width() -> Option<usize> {
    if !io::stdout().is_terminal() {
        return None;
    }
    let stated = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    stated.or_else(reported).filter(|columns| *columns > 0).or(Some(80))
}

#[cfg(unix)]
fn reported() -> Option<usize> {
    rustix::termios::tcgetwinsize(io::stdout()).ok().map(|size| usize::from(size.ws_col))
}

#[cfg(not(unix))]
const fn reported() -> Option<usize> {
    None
}

/// Whether a person can be asked.
pub(super) fn has_person() -> bool {
    io::stdin().is_terminal() && io::stderr().is_terminal()
}

/// Asks, and reads a line.
pub(super) fn ask(question: &str) -> io::Result<String> {
    let mut asked = io::stderr();
    write!(asked, "{question} ")?;
    asked.flush()?;
    let mut line = String::new();
    io::stdin().read_line(&mut line)?;
    Ok(line.trim_end_matches(['\n', '\r']).to_owned())
}

/// Asks for a secret, which the terminal does not show.
pub(super) fn ask_secret(question: &str) -> io::Result<String> {
    let shown = hide_input();
    let answer = ask(question);
    if let Some(shown) = shown {
        shown();
        writeln!(io::stderr())?;
    }
    answer
}

/// Switches echo off, and returns how to switch it on again.
#[cfg(unix)]
fn hide_input() -> Option<impl FnOnce()> {
    use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};
    let before = tcgetattr(io::stdin()).ok()?;
    let mut hidden = before.clone();
    hidden.local_modes.remove(LocalModes::ECHO);
    tcsetattr(io::stdin(), OptionalActions::Flush, &hidden).ok()?;
    Some(move || {
        // If it fails, `stty echo` helps; the answer is still good.
        let _ = tcsetattr(io::stdin(), OptionalActions::Flush, &before);
    })
}

#[cfg(not(unix))]
const fn hide_input() -> Option<fn()> {
    None
}
