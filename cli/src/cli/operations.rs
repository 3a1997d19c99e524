//! `operations`: lists the operations of a document.

use std::io::{self, Write as _};
use std::path::PathBuf;

use asmx_gateway::Document;
use asmx_types::{Effect, Operation, Transport, plain_text};
use serde_json::{Value as Json, json};

use super::call::{self, Form};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The WSDL document or the spec of the service
    #[arg(value_name = "DOCUMENT")]
    document: PathBuf,
    /// The form of the list [default: table on a terminal, json elsewhere]
    #[arg(long, value_enum, value_name = "FORM", visible_alias = "format")]
    output: Option<Form>,
}

/// Returns the exit code.
pub(super) fn run(arguments: &Arguments) -> io::Result<u8> {
    let document = match call::document(&arguments.document) {
        Ok(document) => document,
        Err(failure) => {
            writeln!(io::stderr(), "{}", failure.text)?;
            return Ok(failure.code);
        }
    };
    let all = document.service().operations.iter();
    let all: Json = all.map(|operation| described(&document, operation)).collect();
    let form = arguments.output.unwrap_or_else(Form::usual);
    match call::text(&all, form, None) {
        Ok(text) => call::print(text.as_bytes()),
        Err(why) => writeln!(io::stderr(), "error: {why}").map(|()| 2),
    }
}

fn described(document: &Document, operation: &Operation) -> Json {
    let effect = match operation.effect {
        Effect::Read => "read",
        Effect::Write if document.report().is_some() => "unknown",
        Effect::Write => "write",
        Effect::Send => "send",
    };
    let is_offered = |transport: &&Transport| {
        operation.offered_over(**transport)
            && (document.ports().is_empty() || document.port(operation, **transport, None).is_some())
    };
    let transports: Vec<_> = Transport::ALL.iter().filter(is_offered).map(|transport| transport.name()).collect();
    let doc = plain_text(operation.doc);
    // What an import says of an operation without documentation.
    let doc = if doc == format!("The operation {}.", operation.name) { "" } else { &doc };
    json!({
        "name": operation.name,
        "effect": effect,
        "transports": transports.join(" "),
        "documentation": doc.lines().next().unwrap_or_default(),
    })
}
