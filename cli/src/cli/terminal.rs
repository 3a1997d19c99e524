//! The terminal: its width, and questions to the person at it.

use std::io::{self, IsTerminal as _, Write as _};

/// The columns of the terminal that standard output goes to; `None` if it goes elsewhere. `COLUMNS` replaces what the terminal reports.
pub(in crate::cli) fn width() -> Option<usize> {
    if !io::stdout().is_terminal() {
        return None;
    }
    let columns = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    columns.or_else(reported).filter(|columns| *columns > 0).or(Some(80))
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
pub(in crate::cli) fn has_person() -> bool {
    io::stdin().is_terminal() && io::stderr().is_terminal()
}

pub(in crate::cli) fn ask(question: &str) -> io::Result<String> {
    let mut asked = io::stderr();
    write!(asked, "{question} ")?;
    asked.flush()?;
    let mut line = String::new();
    io::stdin().read_line(&mut line)?;
    Ok(line.trim_end_matches(['\n', '\r']).to_owned())
}

pub(in crate::cli) fn ask_secret(question: &str) -> io::Result<String> {
    let Some(restore) = hide_input() else { return ask(&with_warning(question)) };
    write!(io::stderr(), "{question} ")?;
    let answer = typed(io::stdin().lock());
    restore();
    writeln!(io::stderr())?;
    answer
}

/// The question where input cannot be hidden, such as on Windows.
fn with_warning(question: &str) -> String {
    let instead = "`{ file = \"…\" }` and `{ command = \"…\" }` in the profile give a secret that no one sees";
    format!("warning: this terminal shows what you type: {instead}\n{question}")
}

/// The line that a person types, key by key: a terminal that hides input leaves Ctrl-C and deletion to the program, so that it is never
/// left without echo.
fn typed(keys: impl io::BufRead) -> io::Result<String> {
    let mut line = Vec::new();
    for key in keys.bytes() {
        match key? {
            b'\n' | b'\r' | 4 => break,
            3 => return Err(io::Error::new(io::ErrorKind::Interrupted, "interrupted")),
            8 | 127 => {
                // A letter may have several bytes.
                while line.pop().is_some_and(|byte| byte & 0xC0 == 0x80) {}
            }
            byte => line.push(byte),
        }
    }
    String::from_utf8(line).map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "the input is not UTF-8"))
}

/// Hides input, and returns how to show it again.
#[cfg(unix)]
fn hide_input() -> Option<impl FnOnce()> {
    use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};
    let before = tcgetattr(io::stdin()).ok()?;
    let mut hidden = before.clone();
    hidden.local_modes.remove(LocalModes::ECHO | LocalModes::ICANON | LocalModes::ISIG);
    tcsetattr(io::stdin(), OptionalActions::Flush, &hidden).ok()?;
    Some(move || {
        // If it fails, `stty sane` helps; the answer is still good.
        let _ = tcsetattr(io::stdin(), OptionalActions::Flush, &before);
    })
}

#[cfg(not(unix))]
const fn hide_input() -> Option<fn()> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_that_shows_a_secret_says_so_before_it_is_typed() {
        let asked = with_warning("password:");
        let (warning, question) = asked.split_once('\n').unwrap();
        assert!(warning.starts_with("warning: this terminal shows what you type: "), "{warning}");
        assert_eq!(question, "password:");
    }
}
