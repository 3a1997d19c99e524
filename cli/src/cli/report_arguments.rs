//! Arguments that several commands take: the form of a report and its colours, what fails a run, and which operations are taken.

use std::io::{self, Write};
use std::path::PathBuf;

use anstream::{AutoStream, ColorChoice};
use asmx_review::diff::FailOn;

#[derive(clap::Args)]
pub(super) struct ReportArguments {
    /// The form of what is printed
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Format::Text)]
    format: Format,
    /// Fail if a change is at least so severe and not accepted: silent, wire, rust, behaviour, add, docs, or major, minor, patch. May be given
    /// several times
    #[arg(long = "fail-on", value_name = "CLASS|STEP", value_delimiter = ',')]
    pub(super) fail_on: Vec<FailOn>,
    /// The configuration file [default: asmx.toml beside the first file or above it]
    #[arg(long, value_name = "FILE")]
    pub(super) config: Option<PathBuf>,
    /// When text is coloured
    #[arg(long = "color", value_enum, value_name = "WHEN", default_value_t = Colour::Auto)]
    colour: Colour,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Format {
    /// For people
    Text,
    /// One object
    Json,
    /// A comment of a pull request
    Markdown,
    /// Workflow commands: a line for each change, shown at its place
    Github,
}

impl ReportArguments {
    /// Writes to standard output what is rendered in the format that is asked for, and in colours or not.
    pub(super) fn write(&self, render: impl FnOnce(Format, bool) -> String) -> io::Result<()> {
        let text = render(self.format, self.colour.is_on());
        match self.format {
            Format::Text => self.colour.write(&text),
            _ => io::stdout().write_all(text.as_bytes()),
        }
    }
}

/// Which operations are taken.
#[derive(clap::Args)]
pub(super) struct Only {
    /// Take only operations of that name, with the types that they need; * is any text, ? any character. May be given several times
    #[arg(long = "only", value_name = "PATTERN")]
    pub(super) patterns: Vec<String>,
}

/// When text is coloured.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
enum Colour {
    /// On a terminal, unless `NO_COLOR` is set; elsewhere if `CLICOLOR_FORCE` is
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Colour {
    fn choice(self) -> ColorChoice {
        match self {
            Self::Auto => AutoStream::choice(&io::stdout()),
            Self::Always => ColorChoice::Always,
            Self::Never => ColorChoice::Never,
        }
    }

    /// Whether standard output is coloured.
    fn is_on(self) -> bool {
        self.choice() != ColorChoice::Never
    }

    /// Writes to standard output, on old consoles too.
    fn write(self, text: &str) -> io::Result<()> {
        AutoStream::new(io::stdout(), self.choice()).write_all(text.as_bytes())
    }
}
