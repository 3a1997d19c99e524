//! The arguments of `asmx call`, beside the parameters of the operation.

use std::path::PathBuf;

use asmx_gateway::ResultOption;

use super::column_arguments::ColumnArguments;
use super::connection::{Connection, NO_ADDRESS};
use super::csv_arguments::CsvArguments;
use super::form::Form;
use super::request::DryForm;
use crate::cli::to_file::ToFile;

const AFTER_HELP: &str = "Parameters:
  --order.items.0.name VALUE   names as the document writes them, or in kebab case; members by path, items by number from 0
  --id 7 --id 8                items of an array, or a set of flags: repeat the option
  --file @report.pdf           the content of a file; @- is standard input, @@ a text that begins with @
  --.timeout 7                 a parameter whose name is that of an option; the option stands before OPERATION
A secret is never an argument: put it into a profile, or into the JSON of --params.

Exit codes:
  0  done
  1  done, and the result cannot be written
  2  wrong usage: nothing was sent
  3  the service refused the call
  4  not sent: no connection, no credentials, or the answer was no
  5  outcome unknown: sent, without a usable end, or interrupted
  6  the response was not understood, or has no such form";

const REQUEST: &str = "Request";
const RESULT: &str = "Result";

#[derive(clap::Args)]
#[command(after_help = AFTER_HELP, override_usage = "asmx call [OPTIONS] <DOCUMENT> <OPERATION> [--<parameter> <VALUE>]...")]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub(in crate::cli) struct Arguments {
    /// The service: a WSDL document or a spec, a file or an address
    #[arg(value_name = "DOCUMENT")]
    pub(super) document: PathBuf,
    /// The operation, as the document writes it; `asmx operations DOCUMENT` lists them
    #[arg(value_name = "OPERATION")]
    pub(super) operation: String,
    /// The parameters as a JSON object in a file, or `-` for standard input; options replace its values
    #[arg(long, value_name = "FILE", help_heading = REQUEST)]
    pub(super) params: Option<String>,
    /// SOAP headers as a JSON object by element name
    #[arg(long, value_name = "FILE", help_heading = REQUEST)]
    pub(super) headers: Option<String>,
    /// SOAP headers as XML, for those that the document does not declare; the prefix `soap` is the envelope's
    #[arg(long, value_name = "FILE", help_heading = REQUEST)]
    pub(super) raw_headers: Option<String>,
    #[command(flatten, next_help_heading = "Connection")]
    pub(super) connection: Connection,
    /// Send values that do not fit the document, and leave out required ones of a read, so that the service reports mistakes
    #[arg(long, help_heading = REQUEST)]
    pub(super) unchecked: bool,
    /// Call an operation that may change something without asking
    #[arg(short = 'y', long, help_heading = REQUEST)]
    pub(super) yes: bool,
    /// The form of the result [default: that of FILE's ending; without FILE table on a terminal, json elsewhere]
    #[arg(long, value_enum, value_name = "FORM", help_heading = RESULT)]
    pub(super) format: Option<Form>,
    #[command(flatten, next_help_heading = RESULT)]
    pub(super) to: ToFile,
    /// The table to print, if the result has several
    #[arg(long, value_name = "NAME", help_heading = RESULT)]
    pub(super) table: Option<String>,
    /// The members, or the elements of a result in XML, that are rows: Orders.Lines, List/row
    #[arg(long, value_name = "PATH", help_heading = RESULT, conflicts_with = "table")]
    pub(super) rows: Option<String>,
    #[command(flatten, next_help_heading = RESULT)]
    pub(super) columns: ColumnArguments,
    #[command(flatten, next_help_heading = RESULT)]
    pub(super) csv: CsvArguments,
    /// Print `{"output": …, "headers": …}`, with the SOAP headers of the response
    #[arg(long, help_heading = RESULT)]
    pub(super) full: bool,
    /// Send nothing; print the request without its secrets
    #[arg(long, help_heading = REQUEST, value_enum, value_name = "FORM", num_args = 0..=1, require_equals = true, default_missing_value = "http")]
    pub(super) dry_run: Option<DryForm>,
    /// Show the heads of requests and responses without secrets; -vv shows the bodies, too
    #[arg(short, long, help_heading = "Connection", action = clap::ArgAction::Count)]
    pub(super) verbose: u8,
}

impl Arguments {
    /// Prepares a call that is never made: no address and no permission is needed.
    pub(super) fn without_address(&mut self) {
        self.dry_run = Some(DryForm::Http);
        let Connection { base_url, endpoint: None, profile: None, .. } = &mut self.connection else { return };
        base_url.get_or_insert_with(|| NO_ADDRESS.to_owned());
    }

    /// The options of the result that are given.
    pub(super) fn result_options(&self) -> Vec<ResultOption> {
        let of_part = [
            (ResultOption::Table, self.table.is_some()),
            (ResultOption::Rows, self.rows.is_some()),
            (ResultOption::Full, self.full),
            #[cfg(feature = "arrow")]
            (ResultOption::ColumnForm, !self.columns.forms().is_empty()),
        ];
        let of_part = of_part.into_iter().filter(|(_, is_given)| *is_given).map(|(option, _)| option);
        of_part.chain(ResultOption::of_csv(self.csv.options())).collect()
    }
}
