//! The service as a whole.

use asmx_gateway::{Document, documentation};
use asmx_types::{Area, Operation, Port, plain_text};
use serde::Serialize;

use super::layout::{Layout, Row};
use crate::cli::operations::{effect, transports};

#[derive(Serialize)]
pub(super) struct Described {
    name: &'static str,
    documentation: String,
    namespace: Option<&'static str>,
    /// The address, if the document states the host.
    #[serde(skip_serializing_if = "Option::is_none")]
    host: Option<String>,
    path: &'static str,
    /// The number of declared types.
    types: usize,
    areas: Vec<DescribedArea>,
    ports: Vec<DescribedPort>,
}

#[derive(Serialize)]
struct DescribedArea {
    name: &'static str,
    title: &'static str,
    documentation: String,
    operations: Vec<DescribedOperation>,
}

#[derive(Serialize)]
struct DescribedOperation {
    name: &'static str,
    effect: &'static str,
    transports: Vec<&'static str>,
    /// The first line.
    documentation: String,
}

#[derive(Serialize)]
struct DescribedPort {
    name: &'static str,
    transport: &'static str,
    path: &'static str,
}

impl Described {
    pub(super) fn of(document: &Document) -> Self {
        let service = document.service();
        let port = |port: &Port| DescribedPort { name: port.name, transport: port.transport.name(), path: port.path };
        Self {
            name: service.name,
            documentation: plain_text(service.doc),
            namespace: service.namespace,
            host: document.report().and_then(|report| report.host.clone()),
            path: service.path,
            types: service.types.len(),
            areas: service.areas.iter().map(|area| DescribedArea::of(document, area)).collect(),
            ports: document.ports().iter().map(port).collect(),
        }
    }

    pub(super) fn text(&self) -> String {
        let mut layout = Layout::new();
        layout.heading(self.name);
        if !self.documentation.is_empty() {
            layout.words(&self.documentation);
            layout.heading("Address");
        }
        layout.words(&format!("{}{}", self.host.as_deref().unwrap_or_default(), self.path));
        if let Some(namespace) = self.namespace {
            layout.words(&format!("namespace {namespace}"));
        }
        let operations: usize = self.areas.iter().map(|area| area.operations.len()).sum();
        layout.words(&format!("{}, {}", counted(operations, "operation"), counted(self.types, "type")));
        for area in self.areas.iter().filter(|area| !area.operations.is_empty()) {
            layout.heading(area.title);
            if !area.documentation.is_empty() {
                layout.words(&area.documentation);
            }
            let row = |operation: &DescribedOperation| Row {
                cells: vec![operation.name.to_owned(), operation.effect.to_owned()],
                words: operation.documentation.clone(),
            };
            layout.rows(&area.operations.iter().map(row).collect::<Vec<_>>());
        }
        if !self.ports.is_empty() {
            layout.heading("Ports");
            let cells = |port: &DescribedPort| [port.name, port.transport, port.path].map(str::to_owned).to_vec();
            let row = |port| Row { cells: cells(port), words: String::new() };
            layout.rows(&self.ports.iter().map(row).collect::<Vec<_>>());
        }
        layout.finish()
    }
}

impl DescribedArea {
    fn of(document: &Document, area: &Area) -> Self {
        let operation = |operation: &&'static Operation| DescribedOperation {
            name: operation.name,
            effect: effect(document, operation),
            transports: transports(document, operation),
            documentation: documentation(operation).lines().next().unwrap_or_default().to_owned(),
        };
        let own = document.service().operations.iter().filter(|operation| operation.area == area.name);
        Self {
            name: area.name,
            title: area.title,
            documentation: plain_text(area.doc),
            operations: own.map(operation).collect(),
        }
    }
}

fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
