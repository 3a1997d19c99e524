//! `describe`: what a document says about its service, or about one of its operations.

mod layout;
mod members;
mod operation;
mod service;
mod types;

use std::path::{Path, PathBuf};

use asmx_gateway::{Document, lacks_a_sample, rows, sample_parameters};
use asmx_types::display::shown_line;
use asmx_types::{Member, Operation};
use serde::Serialize;

use super::call;
use super::document::FromAddress;
use super::failure::Failure;
use super::to_file::ToFile;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The service: a WSDL document or a spec, a file or an address
    #[arg(value_name = "DOCUMENT")]
    document: PathBuf,
    /// The operation, as the document writes it [default: the service as a whole]
    #[arg(value_name = "OPERATION")]
    operation: Option<String>,
    /// Print a JSON object with a sample of each parameter, for `asmx call --params`; credentials are left out, because profiles give them
    #[arg(long, requires = "operation", conflicts_with = "format")]
    template: bool,
    /// The form of the description [default: json for a FILE that ends in .json, else text]
    #[arg(long, value_enum, value_name = "FORM")]
    format: Option<Form>,
    #[command(flatten)]
    to: ToFile,
    #[command(flatten, next_help_heading = "Document of an address")]
    from: FromAddress,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Form {
    /// For people
    Text,
    /// One JSON object
    Json,
}

/// Returns the exit code.
pub(super) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    Ok(call::print_to(&arguments.to, &described(arguments)?)?)
}

fn described(arguments: &Arguments) -> Result<String, Failure> {
    let form = form(arguments)?;
    let document = arguments.from.document(&arguments.document)?;
    let Some(name) = &arguments.operation else {
        let described = service::Described::of(&document);
        return printed(&described, described.text(), form);
    };
    let operation = found(&document, name)?;
    let sampled = if arguments.template { operation.parameters } else { operation.outputs };
    if lacks_a_sample(sampled) {
        let names: Vec<&str> = too_large(sampled).collect();
        anstream::eprintln!(
            "note: the sample lacks {}: it would have more than 10,000 values",
            shown_line(&names.join(", "))
        );
    }
    if arguments.template {
        return json(&sample_parameters(document.service(), operation));
    }
    let described = operation::Described::of(&document, operation);
    printed(&described, described.text(), form)
}

fn form(arguments: &Arguments) -> Result<Form, Failure> {
    let is_json = arguments.to.path().and_then(Path::extension).is_some_and(|end| end.eq_ignore_ascii_case("json"));
    match arguments.format {
        Some(Form::Text) if is_json => Err(Failure::usage(
            "`--format text` and a file that ends in `.json` disagree: write `--format json`, or end the name in another way",
        )),
        None if is_json => Ok(Form::Json),
        form => Ok(form.unwrap_or(Form::Text)),
    }
}

fn too_large(parts: &[Member]) -> impl Iterator<Item = &str> {
    let lacks = |part: &&Member| lacks_a_sample(std::slice::from_ref(part));
    parts.iter().filter(lacks).map(|part| part.name)
}

fn found(document: &Document, name: &str) -> Result<&'static Operation, Failure> {
    document.operation(name, None).ok_or_else(|| Failure::usage(document.no_operation(name)))
}

fn printed(described: &impl Serialize, text: String, form: Form) -> Result<String, Failure> {
    match form {
        Form::Text => Ok(text),
        Form::Json => json(described),
    }
}

fn json(value: &impl Serialize) -> Result<String, Failure> {
    let text = serde_json::to_string_pretty(value).map_err(Failure::usage)?;
    Ok(rows::terminal_safe(&text) + "\n")
}
