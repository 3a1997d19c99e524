//! `completions`: the script of a shell, and the candidates that this script asks for.

mod bash;
mod candidate;
mod candidates;
#[cfg(feature = "call")]
mod described;
#[cfg(feature = "call")]
mod index;
mod line;
mod percent;
mod shell;

use std::ffi::OsString;
use std::io::{self, Write as _};

use shell::Shell;

const AFTER_HELP: &str = "Examples:
  bash        echo 'source <(asmx completions bash)' >> ~/.bashrc
  zsh         echo 'source <(asmx completions zsh)' >> ~/.zshrc       # after compinit
  fish        asmx completions fish > ~/.config/fish/completions/asmx.fish
  PowerShell  Add-Content $PROFILE 'asmx completions powershell | Out-String | Invoke-Expression'
  Elvish      echo 'eval (asmx completions elvish | slurp)' >> ~/.config/elvish/rc.elv";

#[derive(clap::Args)]
#[command(after_help = AFTER_HELP, override_usage = "asmx completions <SHELL>")]
pub(super) struct Arguments {
    /// The shell
    shell: Shell,
    /// The line up to the cursor, in the form of the script
    #[arg(last = true, hide = true)]
    line: Vec<OsString>,
}

/// Prints the script, or for a line of the script its candidates. Returns whether the line can be read.
pub(super) fn run(arguments: &Arguments, command: clap::Command) -> io::Result<bool> {
    let shell = arguments.shell;
    if arguments.line.is_empty() {
        return io::stdout().write_all(shell.script().as_bytes()).map(|()| true);
    }
    let Some(line) = shell.line(&arguments.line) else { return Ok(false) };
    let candidates = candidates::of(command, &line.words);
    io::stdout().write_all(shell.text(&line, &candidates).as_bytes()).map(|()| true)
}
