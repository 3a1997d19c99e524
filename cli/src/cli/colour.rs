//! Whether text for people is coloured.

use std::io::{self, Write};

use anstream::{AutoStream, ColorChoice};

/// When text is coloured.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Colour {
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
    pub(super) fn is_on(self) -> bool {
        self.choice() != ColorChoice::Never
    }

    /// Writes to standard output, on old consoles too.
    pub(super) fn write(self, text: &str) -> io::Result<()> {
        AutoStream::new(io::stdout(), self.choice()).write_all(text.as_bytes())
    }
}
