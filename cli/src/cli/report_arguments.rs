//! Arguments that several commands share.

use std::io::{self, Write};
use std::path::PathBuf;

use anstream::{AutoStream, ColorChoice};
use asmx_review::diff::FailOn;

use super::to_file::ToFile;

#[derive(clap::Args)]
pub(super) struct ReportArguments {
    /// The output format
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Format::Text)]
    format: Format,
    /// Fail on unaccepted changes of at least this class or version bump: silent, wire, rust, behaviour, add, docs; major, minor, patch. Repeatable
    #[arg(long = "fail-on", value_name = "CLASS|BUMP", value_delimiter = ',')]
    pub(super) fail_on: Vec<FailOn>,
    /// The configuration file [default: asmx.toml in the folder of the first file, or in a folder above]
    #[arg(long, value_name = "FILE")]
    pub(super) config: Option<PathBuf>,
    /// When to colour text
    #[arg(long = "color", value_enum, value_name = "WHEN", default_value_t = Colour::Auto)]
    colour: Colour,
    #[command(flatten)]
    to: ToFile,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Format {
    /// For people
    Text,
    /// One JSON object
    Json,
    /// A comment for a pull request
    Markdown,
    /// Workflow commands: one line per change, shown at its position
    Github,
}

impl ReportArguments {
    /// Renders in the chosen format, coloured or not, and prints. Returns whether it could be written.
    pub(super) fn write(&self, render: impl FnOnce(Format, bool) -> String) -> io::Result<bool> {
        if self.format == Format::Text && !self.to.is_file() {
            return self.colour.write(&render(self.format, self.colour.is_on())).map(|()| true);
        }
        self.to.write(&render(self.format, self.colour == Colour::Always))
    }
}

#[derive(clap::Args)]
pub(super) struct Only {
    /// Take only operations with this name, and the types that they need; * is any text, ? any character. Repeatable
    #[arg(long = "only", value_name = "PATTERN")]
    pub(super) patterns: Vec<String>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
enum Colour {
    /// On a terminal, unless `NO_COLOR` is set; elsewhere if `CLICOLOR_FORCE` is set
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

    /// For standard output.
    fn is_on(self) -> bool {
        self.choice() != ColorChoice::Never
    }

    /// Also works on old Windows consoles.
    fn write(self, text: &str) -> io::Result<()> {
        AutoStream::new(io::stdout(), self.choice()).write_all(text.as_bytes())
    }
}
