//! `operations`: lists the operations of a document.

use std::path::PathBuf;

use asmx_codegen::name_matches;
use asmx_gateway::tables::TableShape;
use asmx_gateway::{Document, documentation};
use asmx_types::{Effect, Operation, Transport};
use clap::builder::TypedValueParser;
use serde_json::{Value as Json, json};

use super::call::{self, Destination, Form};
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
    #[arg(long, value_name = "FORM", value_parser = form_of_a_list())]
    format: Option<Form>,
    #[command(flatten)]
    to: ToFile,
    #[command(flatten, next_help_heading = "Document of an address")]
    from: FromAddress,
}

fn form_of_a_list() -> impl TypedValueParser<Value = Form> {
    Form::parser(|form| matches!(form, Form::Table | Form::Json | Form::Jsonl | Form::Csv))
}

/// Returns the exit code.
pub(super) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    let to = Destination::of(arguments.format, arguments.to.path())?;
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
