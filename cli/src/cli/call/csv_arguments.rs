//! How CSV is written.

use asmx_gateway::{CsvOptions, Separator};
use serde_json::{Value as Json, json};

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
    pub(super) fn options(&self) -> CsvOptions {
        let options = CsvOptions::default().mark(self.bom).guard_formulas(self.guard_formulas);
        self.separator.into_iter().fold(options, CsvOptions::separator)
    }

    /// The options for comparisons; null for those of the default.
    pub(super) fn identity(&self) -> Json {
        let separator = self.separator.unwrap_or_default();
        if !self.bom && !self.guard_formulas && separator == Separator::default() {
            return Json::Null;
        }
        json!({ "bom": self.bom, "separator": separator.to_string(), "guard-formulas": self.guard_formulas })
    }
}
