//! `review`: a change of specs, and whether the rest of it fits.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use asmx_codegen::review::{Options, Review};

use super::colour::Colour;
use super::diff::{Format, Severity};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The specs [default: `specs` of the configuration]
    #[arg(value_name = "SPEC")]
    specs: Vec<PathBuf>,
    /// The branch that the change goes to, or any commit: compared is with the commit from which both come
    #[arg(long, value_name = "REF")]
    base: String,
    /// The version that was released last, or a commit of it [default: what the changelog says, or else the manifest before the change]
    #[arg(long, value_name = "VERSION|REF")]
    released: Option<String>,
    /// Write a comment for the pull request into a file, too
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
    /// How to tell it on standard output
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    severity: Severity,
    /// When text is coloured
    #[arg(long = "color", value_enum, value_name = "WHEN", default_value_t = Colour::Auto)]
    colour: Colour,
}

/// Whether the change may stay as it is.
pub(super) fn run(arguments: Arguments) -> io::Result<bool> {
    let Arguments { specs, base, released, markdown, format, severity, colour } = arguments;
    let Severity { fail_on, config: configuration } = severity;
    let review = match Review::of(&Options { base, specs, configuration, fail_on, released }) {
        Ok(review) => review,
        Err(error) => {
            writeln!(io::stderr(), "{error}")?;
            return Ok(false);
        }
    };
    match format {
        Format::Text => colour.write(&review.text(colour.is_on()))?,
        Format::Json => io::stdout().write_all(review.json().as_bytes())?,
        Format::Markdown => io::stdout().write_all(review.markdown().as_bytes())?,
        Format::Github => io::stdout().write_all(review.github().as_bytes())?,
    }
    if let Some(path) = markdown
        && let Err(error) = fs::write(&path, review.markdown())
    {
        writeln!(io::stderr(), "error: cannot write {}: {error}", path.display())?;
        return Ok(false);
    }
    Ok(!review.fails())
}
