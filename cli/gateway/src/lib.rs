#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

/// `Debug` with these fields only.
macro_rules! debug_only {
    ($name:ident: $($field:ident),*) => {
        impl std::fmt::Debug for $name {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let mut builder = formatter.debug_struct(stringify!($name));
                $(builder.field(stringify!($field), &self.$field);)*
                builder.finish_non_exhaustive()
            }
        }
    };
}

mod calls;
mod look;
#[cfg(feature = "mcp")]
mod mcp;
#[cfg(feature = "server")]
mod offer;
#[cfg(feature = "server")]
mod rest;
pub mod rows;
#[cfg(feature = "server")]
mod serving;

#[cfg(feature = "arrow")]
pub use asmx_arrow::{ColumnAs, Options as ArrowOptions};
pub use asmx_document::{Document, DocumentError, documentation};
pub use asmx_runtime::FaultCode;
pub use asmx_runtime::batches::Progress;
pub use asmx_runtime::date_ranges;
pub use asmx_runtime::json::{key as part_key, of_text as json_of_text, parse as read_json, raw_headers};
pub use asmx_runtime::observation::CapturedExchange;
pub use asmx_runtime::results::table::Table;
#[cfg(feature = "server")]
pub use asmx_runtime::server::ServerError;
pub use asmx_runtime::stack::Secrets;
pub use asmx_runtime::{Cookies, Credentials, Deviation, Error, ErrorKind, Outcome};
pub use asmx_windows_auth::Identity;
pub use calls::blocking::{wait, wait_unless_interrupted};
pub use calls::call::{Answer, Call};
pub use calls::connections::Connections;
pub use calls::dry_run::DryRun;
pub use calls::error::{CallError, TargetError};
pub use calls::raw::RawAnswer;
pub use calls::row_stream::{RowStream, RowStreamError};
pub use calls::samples::{lacks_a_sample, sample_parameters, sample_result};
pub use calls::setup::{Checks, Setup};
pub use calls::sign_in::SignIn;
pub use calls::target::Target;
pub use calls::text::{NotText, text_of};
pub use calls::words::{Setting, Words};
pub use look::doctor::Finding;
pub use look::fetch::{Fetch, FetchError, Fetched, FetchedDocuments, Missing, ServiceAddress};
#[cfg(feature = "server")]
pub use offer::access::{RenewError, Supplied};
#[cfg(feature = "server")]
pub use offer::audit::{Caller, Ended, RefusedRequest};
#[cfg(feature = "server")]
pub use offer::choice::Offer;
#[cfg(feature = "server")]
pub use offer::demand::Demand;
#[cfg(feature = "server")]
pub use offer::gateway::Gateway;
#[cfg(feature = "server")]
pub use offer::mocked::{AnswerError, Mocked};
#[cfg(feature = "server")]
pub use offer::openapi::{NoSuchStyle, OpenApi, OpenApiDocument, OpenApiStyle, OpenApiVersion};
#[cfg(feature = "arrow")]
pub use rows::column_form::{ColumnForm, ColumnForms};
pub use rows::csv::{CsvOptions, Separator};
#[cfg(feature = "arrow")]
pub use rows::result_option::column_misfits;
pub use rows::result_option::{FormContent, OptionMisfit, OptionStyle, ResultOption, option_misfits};
pub use rows::row_columns::{ColumnChange, RowColumns};
pub use rows::row_writer::{RowForm, RowWriter, RowWriterError};
#[cfg(feature = "xlsx")]
pub use rows::spreadsheet::{Spreadsheet, SpreadsheetError, SpreadsheetNote};
pub use rows::tables;
pub use rows::tables_text::{TablesEnd, TablesWriter};
#[cfg(feature = "mcp")]
pub use serving::speak_mcp;
#[cfg(feature = "server")]
pub use serving::{Interface, Listen, ListenError};
