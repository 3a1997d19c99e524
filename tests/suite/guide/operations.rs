//! The reference of the service's operations: a page for each area, made of the spec and of the descriptors, with samples that the codecs make.

use std::fmt::Write as _;

use asmx_codegen::model;
use asmx_runtime::descriptors::Presence;
use asmx_runtime::protocol::{ErrorStyle, ServerSettings};
use asmx_runtime::{Effect, Member, Operation, Transport, Type};
use echo_service::Kind;
use email_campaign_client::EMAIL_CAMPAIGN;

use super::types;
use crate::documents::anchor;

const FOLDER: &str = "reference/operations";

/// The address of the samples.
const NAMESPACE: &str = "http://example.com/ws/";
const BASE_URL: &str = "https://api.example.com";

/// The page that lists the operations.
pub const OVERVIEW: &str = "reference/operations/README.md";

/// The overview, and a page for each area.
pub fn pages() -> Vec<(String, String)> {
    let spec = crate::documents::read("spec/email-campaign.xml");
    let model =
        asmx_codegen::load("spec/email-campaign.xml", spec.as_bytes()).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let settings = ServerSettings::new(&EMAIL_CAMPAIGN, NAMESPACE, ErrorStyle::Production);
    let mut pages = vec![(OVERVIEW.to_owned(), overview(&model))];
    for (index, area) in model.areas.iter().enumerate() {
        let mut page = format!("# {}\n\n{}\n", area.title, area.doc.join("\n\n"));
        for operation in model.operations.iter().filter(|operation| operation.area == index) {
            let descriptor = EMAIL_CAMPAIGN.operation(&operation.name).unwrap();
            push_operation(&mut page, &model, operation, descriptor, &settings);
        }
        pages.push((format!("{FOLDER}/{}.md", area.name), page));
    }
    pages
}

/// A link to the section of an operation.
fn link(model: &model::Service, name: &str) -> String {
    let operation = model.operations.iter().find(|operation| operation.name == name).unwrap();
    format!("[{name}]({}.md#{})", model.areas[operation.area].name, anchor(name))
}

fn overview(model: &model::Service) -> String {
    let mut page = format!(
        "# The operations of the service\n\n{}\n\nEach has a request and a response on every transport.\n",
        model.doc.join("\n\n")
    );
    page.push_str("\nThe service's documentation leaves open:\n\n");
    for open in &model.undocumented {
        writeln!(page, "- {open}").unwrap();
    }
    for (index, area) in model.areas.iter().enumerate() {
        write!(page, "\n## {}\n\n", area.title).unwrap();
        for paragraph in &area.doc {
            write!(page, "{paragraph}\n\n").unwrap();
        }
        page.push_str("| operation | effect | |\n|---|---|---|\n");
        for operation in model.operations.iter().filter(|operation| operation.area == index) {
            let descriptor = EMAIL_CAMPAIGN.operation(&operation.name).unwrap();
            let (name, effect, doc) = (&operation.name, effect(descriptor.effect).0, operation.doc.first());
            let doc = cell(doc.map_or("", String::as_str));
            writeln!(page, "| {} | {effect} | {doc} |", link(model, name)).unwrap();
        }
    }
    page
}

fn push_operation(
    page: &mut String,
    model: &model::Service,
    operation: &model::Operation,
    descriptor: &'static Operation,
    settings: &ServerSettings,
) {
    write!(page, "\n## {}\n\n{}\n\n", operation.name, operation.doc.join("\n\n")).unwrap();
    if let Some(why) = &operation.deprecated {
        write!(page, "**Deprecated.** {why}\n\n").unwrap();
    }
    push_facts(page, model, operation, descriptor);
    push_parameters(page, descriptor);
    push_columns(page, descriptor);
    let messages = descriptor.messages;
    let members = EMAIL_CAMPAIGN.common.iter().chain(descriptor.parameters).chain(descriptor.outputs);
    types::push(page, members.chain(messages.request_headers).chain(messages.response_headers));
    push_undocumented(page, model, operation);
    push_samples(page, descriptor, settings);
}

fn push_facts(page: &mut String, model: &model::Service, operation: &model::Operation, descriptor: &Operation) {
    let (effect, meaning) = effect(descriptor.effect);
    page.push_str("| | |\n|---|---|\n");
    writeln!(page, "| area | {} |", model.areas[operation.area].title).unwrap();
    writeln!(page, "| effect | {effect}: {meaning} |").unwrap();
    writeln!(page, "| returns | {} |", result(descriptor)).unwrap();
    if let Some(base) = descriptor.variant_of {
        writeln!(page, "| variant of | {} |", link(model, base)).unwrap();
    }
    if let Some(records) = descriptor.record_limit {
        writeln!(page, "| returns at most | {records} records |").unwrap();
    }
    for paragraph in descriptor.limit.split("\n\n").filter(|paragraph| !paragraph.is_empty()) {
        writeln!(page, "| limit | {} |", cell(paragraph)).unwrap();
    }
    let offered = Transport::ALL.iter().filter(|transport| descriptor.offered_over(**transport));
    let transports: Vec<String> = offered.map(Transport::to_string).collect();
    writeln!(page, "| transports | {} |", transports.join(", ")).unwrap();
}

fn effect(effect: Effect) -> (&'static str, &'static str) {
    match effect {
        Effect::Read => ("read", "the client may repeat it after a failure"),
        Effect::Write => ("write", "the client repeats it only if nothing was sent"),
        Effect::Send => ("send", "it sends messages; the client repeats it only if nothing was sent"),
    }
}

/// The result, in words and in Rust.
fn result(operation: &Operation) -> String {
    let results = "(../../results.md)";
    match (operation.outputs, Kind::of(operation)) {
        ([], _) if operation.messages.one_way => "nothing, and does not wait: `()`".to_owned(),
        ([], _) => "nothing: `()`".to_owned(),
        (_, Kind::String) if operation.is_delimited() => format!("delimited text: [`DelimitedText`]{results}"),
        (_, Kind::String) => format!("a string: [`Text`]{results}"),
        ([Member { kind: Type::DataSet(data_set), .. }], Kind::DataSet) => {
            format!("the DataSet `{}`, a type of its own", data_set.name)
        }
        (_, Kind::DataSet) => format!("a DataSet: [`DataSet`]{results}"),
        (_, Kind::Document) => format!("an XML document: [`XmlDocument`]{results}"),
        (_, Kind::Integers) => format!("an array of `int`: [`Integers`]{results}"),
        ([output], _) => format!("`{}`", output.kind.name()),
        (outputs, _) => format!("{} parts, the fields of a struct", outputs.len()),
    }
}

fn push_parameters(page: &mut String, operation: &Operation) {
    page.push_str("\n### Parameters\n\n| name | type | | |\n|---|---|---|---|\n");
    for parameter in EMAIL_CAMPAIGN.common.iter().chain(operation.parameters) {
        member_row(page, parameter);
    }
    if operation.open {
        page.push_str("\nThe service's documentation leaves further parameters open.\n");
    }
}

/// The line of a parameter or of a member of a type.
pub fn member_row(page: &mut String, member: &Member) {
    let (name, kind, doc) = (member.name, type_name(member.kind), cell(member.doc));
    let secret = if member.secret { ", secret" } else { "" };
    writeln!(page, "| `{name}` | {kind} | {}{secret} | {doc} |", presence(member)).unwrap();
}

fn type_name(kind: Type) -> String {
    match kind {
        Type::Array(array) if array.alternatives.is_empty() => format!("array of `{}`", array.item.name()),
        kind => format!("`{}`", kind.name()),
    }
}

fn presence(parameter: &Member) -> &'static str {
    match (parameter.presence, parameter.repeated) {
        (_, true) => "any number",
        (Presence::Required, _) => "required",
        (Presence::Optional, _) => "optional",
        (Presence::Nullable, _) => "may be null",
        (Presence::OptionalNullable, _) => "optional, may be null",
    }
}

fn push_columns(page: &mut String, operation: &Operation) {
    if operation.columns.is_empty() {
        return;
    }
    page.push_str("\n### Columns\n\nThere may be others.\n\n| name | type | |\n|---|---|---|\n");
    for column in operation.columns {
        writeln!(page, "| `{}` | `{}` | {} |", column.name, column.kind.name(), cell(column.doc)).unwrap();
    }
}

fn push_undocumented(page: &mut String, model: &model::Service, operation: &model::Operation) {
    let mut open: Vec<String> = operation.undocumented.clone();
    for parameter in model.common.iter().chain(&operation.parameters) {
        open.extend(parameter.undocumented.iter().map(|text| format!("`{}`: {text}", parameter.name)));
    }
    if open.is_empty() {
        return;
    }
    page.push_str("\n### What the service does not document\n\n");
    for text in open {
        writeln!(page, "- {text}").unwrap();
    }
}

fn push_samples(page: &mut String, operation: &'static Operation, settings: &ServerSettings) {
    page.push_str(
        "\n### On the wire\n\nComplete requests and responses with sample values. Lines of XML are broken for reading only.\n",
    );
    let address = format!("{BASE_URL}{}", settings.path);
    for sample in asmx_runtime::__private::samples(settings, operation, &address) {
        write!(page, "\n#### {}\n", sample.transport).unwrap();
        for (title, message) in [("Request", sample.request), ("Response", sample.response)] {
            let message = message.unwrap_or_else(|why| panic!("{}, {}: {why}", operation.name, sample.transport));
            write!(page, "\n{title}:\n\n```http\n{message}```\n").unwrap();
        }
    }
}

/// A text as a table holds it.
pub fn cell(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
}
