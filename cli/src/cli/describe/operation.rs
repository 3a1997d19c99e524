//! One operation.

use asmx_gateway::{Document, documentation, sample_result};
use asmx_types::{Operation, plain_text};
use serde::Serialize;
use serde_json::Value as Json;

use super::layout::Layout;
use super::{members, types};
use crate::cli::operations::{effect, transports};

#[derive(Serialize)]
pub(super) struct Described {
    name: &'static str,
    /// `read`, `write`, `send`, or `unknown` where a WSDL document does not say it.
    effect: &'static str,
    transports: Vec<&'static str>,
    documentation: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    deprecated: Option<String>,
    /// The most records that the service returns.
    #[serde(skip_serializing_if = "Option::is_none")]
    record_limit: Option<u64>,
    #[serde(skip_serializing_if = "String::is_empty")]
    limits: String,
    /// Whether it takes undeclared parameters too.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    open: bool,
    parameters: Vec<members::Described>,
    headers: Vec<members::Described>,
    result: Vec<members::Described>,
    /// The declared columns of the rows of the result.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    columns: Vec<members::Described>,
    types: Vec<types::Described>,
    /// A result with all its values.
    sample_result: Json,
}

impl Described {
    pub(super) fn of(document: &Document, operation: &'static Operation) -> Self {
        let service = document.service();
        let headers = operation.messages.request_headers;
        let members = service.common.iter().chain(operation.parameters).chain(headers).chain(operation.outputs);
        let mut parameters = members::all(service.common);
        parameters.extend(members::all(operation.parameters));
        Self {
            name: operation.name,
            effect: effect(document, operation),
            transports: transports(document, operation),
            documentation: documentation(operation),
            deprecated: operation.deprecated.map(plain_text),
            record_limit: operation.record_limit,
            limits: plain_text(operation.limit),
            open: operation.open,
            parameters,
            headers: members::all(headers),
            result: members::all(operation.outputs),
            columns: members::columns(operation.columns),
            types: types::reached(members),
            sample_result: sample_result(service, operation),
        }
    }

    pub(super) fn text(&self) -> String {
        let mut layout = Layout::new();
        layout.heading(self.name);
        layout.words(&format!("effect {}, over {}", self.effect, self.transports.join(", ")));
        if let Some(why) = &self.deprecated {
            layout.words(&format!("Deprecated: {why}"));
        }
        if !self.documentation.is_empty() {
            layout.heading("Documentation");
            layout.words(&self.documentation);
        }
        let records = self.record_limit.map(|records| format!("At most {records} records."));
        let limits: Vec<&str> = records
            .iter()
            .map(String::as_str)
            .chain([self.limits.as_str()])
            .filter(|limit| !limit.is_empty())
            .collect();
        if !limits.is_empty() {
            layout.heading("Limits");
            layout.words(&limits.join(" "));
        }
        section(&mut layout, "Parameters", &self.parameters, "none");
        if self.open {
            layout.words("It takes undeclared parameters too.");
        }
        if !self.headers.is_empty() {
            section(&mut layout, "SOAP headers", &self.headers, "none");
        }
        section(&mut layout, "Result", &self.result, "nothing");
        if !self.columns.is_empty() {
            section(&mut layout, "Columns of its rows", &self.columns, "none");
        }
        self.types.iter().for_each(|one| one.show(&mut layout));
        layout.finish()
    }
}

fn section(layout: &mut Layout, title: &str, members: &[members::Described], none: &str) {
    layout.heading(title);
    if members.is_empty() {
        layout.words(none);
    }
    layout.rows(&members::rows(members));
}
