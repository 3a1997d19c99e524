#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

/// `Debug` with these fields only.
macro_rules! debug_only {
    ($name:ident: $($field:ident),*) => {
        impl std::fmt::Debug for $name {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let mut shown = formatter.debug_struct(stringify!($name));
                $(shown.field(stringify!($field), &self.$field);)*
                shown.finish_non_exhaustive()
            }
        }
    };
}

#[cfg(feature = "server")]
mod access;
mod address;
#[cfg(feature = "arrow")]
mod arrow;
#[cfg(feature = "server")]
mod aside;
#[cfg(feature = "server")]
mod audit;
mod blocking;
mod call;
mod cells;
#[cfg(feature = "arrow")]
mod column_form;
mod connections;
mod csv;
#[cfg(feature = "server")]
mod demand;
mod doctor;
mod dry_run;
mod error;
mod fetch;
mod find;
#[cfg(feature = "server")]
mod gateway;
#[cfg(feature = "server")]
mod limits;
#[cfg(feature = "mcp")]
mod mcp;
#[cfg(feature = "server")]
mod memory;
#[cfg(feature = "server")]
mod metered;
#[cfg(feature = "server")]
mod mocked;
#[cfg(feature = "server")]
mod offer;
#[cfg(feature = "server")]
mod openapi;
#[cfg(feature = "server")]
mod refusal;
mod requests;
#[cfg(feature = "server")]
mod rest;
#[cfg(feature = "server")]
mod result_form;
mod result_option;
mod row_stream;
mod row_writer;
pub mod rows;
mod samples;
#[cfg(feature = "server")]
mod schema;
#[cfg(feature = "server")]
mod serving;
mod setup;
mod sign_in;
mod sparse;
#[cfg(feature = "xlsx")]
mod spreadsheet;
#[cfg(feature = "server")]
mod status;
pub mod tables;
mod tables_text;
mod target;
mod text;
mod type_names;
mod unsent;
mod words;

#[cfg(feature = "server")]
pub use access::{RenewError, Supplied};
#[cfg(feature = "arrow")]
pub use asmx_arrow::{ColumnAs, Options as ArrowOptions};
pub use asmx_document::{Document, DocumentError, documentation};
pub use asmx_runtime::FaultCode;
pub use asmx_runtime::batches::Progress;
pub use asmx_runtime::json::{key as part_key, of_text as json_of_text, parse as read_json, raw_headers};
pub use asmx_runtime::observation::CapturedExchange;
pub use asmx_runtime::results::table::Table;
#[cfg(feature = "server")]
pub use asmx_runtime::server::ServerError;
pub use asmx_runtime::stack::Secrets;
pub use asmx_runtime::{Cookies, Credentials, Error, ErrorKind, Outcome};
pub use asmx_windows_auth::Identity;
#[cfg(feature = "server")]
pub use audit::{Caller, Ended};
pub use blocking::{wait, wait_unless_interrupted};
pub use call::{Answer, Call};
#[cfg(feature = "arrow")]
pub use column_form::{ColumnForm, ColumnForms};
pub use connections::Connections;
pub use csv::{CsvOptions, Separator};
#[cfg(feature = "server")]
pub use demand::Demand;
pub use doctor::Finding;
pub use dry_run::DryRun;
pub use error::{CallError, TargetError};
pub use fetch::{Fetch, FetchError, Fetched, FetchedDocuments, Missing, ServiceAddress};
#[cfg(feature = "server")]
pub use gateway::Gateway;
#[cfg(feature = "server")]
pub use mocked::{AnswerError, Mocked};
#[cfg(feature = "server")]
pub use offer::Offer;
#[cfg(feature = "server")]
pub use openapi::{NoSuchStyle, OpenApi, OpenApiDocument, OpenApiStyle, OpenApiVersion};
#[cfg(feature = "server")]
pub use rest::Rest;
#[cfg(feature = "arrow")]
pub use result_option::column_misfits;
pub use result_option::{FormContent, OptionMisfit, OptionStyle, ResultOption, option_misfits};
pub use row_stream::{RowStream, RowStreamError};
pub use row_writer::{RowForm, RowWriter, RowWriterError};
pub use samples::{lacks_a_sample, sample_parameters, sample_result};
#[cfg(feature = "mcp")]
pub use serving::speak_mcp;
#[cfg(feature = "server")]
pub use serving::{Listen, ListenError};
pub use setup::{Checks, Setup};
pub use sign_in::SignIn;
#[cfg(feature = "xlsx")]
pub use spreadsheet::{Spreadsheet, SpreadsheetError, SpreadsheetNote};
pub use tables_text::{TablesEnd, TablesWriter};
pub use target::Target;
pub use text::{NotText, text_of};
pub use type_names::type_name;
pub use words::{Setting, Words};
