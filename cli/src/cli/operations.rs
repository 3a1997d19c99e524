//! `operations`: lists the operations of a document.

use std::path::PathBuf;

use asmx_codegen::name_matches;
use asmx_gateway::tables::TableShape;
use asmx_gateway::{Document, documentation};
use asmx_types::{Effect, Operation, Transport};
use serde_json::{Value as Json, json};

use super::call::{self, Destination};
use super::document::FromAddress;
use super::failure::Failure;
use super::to_file::ToFile;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The service: a WSDL document or a spec, a file or an address
    #[arg(value_name = "DOCUMENT")]
    document: PathBuf,
    /// List only operations with this name; * is any text, ? any character. Repeatable
    #[arg(long, value_name = "PATTERN")]
    only: Vec<String>,
    /// The form of the list [default: that of FILE's ending; without FILE table on a terminal, json elsewhere]
    #[arg(long, value_enum, value_name = "FORM")]
    format: Option<Form>,
    #[command(flatten)]
    to: ToFile,
    #[command(flatten, next_help_heading = "Document of an address")]
    from: FromAddress,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Form {
    /// Aligned columns that fit the terminal
    Table,
    /// One JSON value
    Json,
    /// A JSON object a line
    Jsonl,
    /// Comma-separated values with a line of names
    Csv,
}

impl From<Form> for call::Form {
    fn from(form: Form) -> Self {
        match form {
            Form::Table => Self::Table,
            Form::Json => Self::Json,
            Form::Jsonl => Self::Jsonl,
            Form::Csv => Self::Csv,
        }
    }
}

/// Returns the exit code.
pub(super) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    let to = Destination::of(arguments.format.map(call::Form::from), arguments.to.path())?;
    let document = arguments.from.document(&arguments.document)?;
    let all = chosen(&document, &arguments.only)?;
    let all: Json = all.into_iter().map(|operation| described(&document, operation)).collect();
    let shape = TableShape::of_rows(["name", "effect", "transports", "documentation"]);
    let text = call::text(&[shape], &all, &to, None).map_err(Failure::usage)?.bytes;
    to.write(&text).map(|()| 0)
}

/// The operations that match a pattern; all without patterns.
fn chosen(document: &Document, patterns: &[String]) -> Result<Vec<&'static Operation>, Failure> {
    let all = document.service().operations.iter().copied();
    let matches = |pattern: &str| all.clone().any(|operation| name_matches(pattern, operation.name));
    if let Some(pattern) = patterns.iter().find(|pattern| !matches(pattern)) {
        return Err(Failure::usage(document.no_operation(pattern)));
    }
    let is_chosen = |operation: &&Operation| patterns.iter().any(|pattern| name_matches(pattern, operation.name));
    Ok(all.clone().filter(|operation| patterns.is_empty() || is_chosen(operation)).collect())
}

fn described(document: &Document, operation: &Operation) -> Json {
    let transports = transports(document, operation);
    json!({
        "name": operation.name,
        "effect": effect(document, operation),
        "transports": transports,
        "documentation": documentation(operation).lines().next().unwrap_or_default(),
    })
}

/// The effect; a WSDL document does not say which operations only read.
pub(super) fn effect(document: &Document, operation: &Operation) -> &'static str {
    match operation.effect {
        Effect::Write if document.report().is_some() => "unknown",
        effect => effect.name(),
    }
}

/// The transports over which the operation can be called.
pub(super) fn transports(document: &Document, operation: &Operation) -> Vec<&'static str> {
    let is_offered = |transport: &&Transport| {
        operation.offered_over(**transport)
            && (document.ports().is_empty() || document.port(operation, **transport, None).is_some())
    };
    Transport::ALL.iter().filter(is_offered).map(|transport| transport.name()).collect()
}
