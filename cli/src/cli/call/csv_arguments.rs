//! How CSV is written.

use asmx_gateway::{CsvOptions, Separator};

#[derive(clap::Args)]
pub(super) struct CsvArguments {
    /// Begin CSV with a byte order mark, by which Excel recognises UTF-8
    #[arg(long)]
    bom: bool,
    /// The character between the cells of CSV, such as `;`, or `tab` [default: ,]
    #[arg(long, value_name = "CHARACTER")]
    separator: Option<Separator>,
    /// Put `'` before texts of CSV that a spreadsheet would take for formulas: those that begin with =, +, -, @, a tab or CR
    #[arg(long)]
    guard_formulas: bool,
}

impl CsvArguments {
    /// The first option that is set.
    pub(super) fn name(&self) -> Option<&'static str> {
        let all =
            [("--bom", self.bom), ("--separator", self.separator.is_some()), ("--guard-formulas", self.guard_formulas)];
        all.into_iter().find(|(_, is_set)| *is_set).map(|(name, _)| name)
    }

    pub(super) fn options(&self) -> CsvOptions {
        CsvOptions::default()
            .mark(self.bom)
            .separator(self.separator.unwrap_or_default())
            .guard_formulas(self.guard_formulas)
    }
}
