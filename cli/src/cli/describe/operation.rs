//! One operation.

use asmx_gateway::tables::{self, ColumnShape, TableShape};
use asmx_gateway::{Document, documentation, sample_result};
use asmx_types::{DEFAULT_SCALE, OnContradiction, Operation, plain_text};
use serde::Serialize;
use serde_json::Value as Json;

use super::layout::{Layout, Row};
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
    /// `error` if a call fails whose response contradicts the description. Otherwise the call succeeds, and notes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    on_contradiction: Option<&'static str>,
    /// The declared columns of the rows of the result.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    columns: Vec<members::Described>,
    /// The path to the rows of the result, if the description states it.
    #[serde(skip_serializing_if = "Option::is_none")]
    rows: Option<&'static str>,
    /// The tables of the result, as every form with rows has them.
    tables: Vec<Table>,
    types: Vec<types::Described>,
    /// A result with all its values.
    sample_result: Json,
}

/// A table of the result.
#[derive(Serialize)]
struct Table {
    /// Empty where only the response shows the names.
    name: String,
    path: String,
    columns: Vec<Column>,
    /// Whether the response may show further tables and columns.
    #[serde(rename = "open", skip_serializing_if = "std::ops::Not::not")]
    is_open: bool,
}

#[derive(Serialize)]
struct Column {
    name: String,
    /// Empty where nothing states it.
    #[serde(rename = "type")]
    kind: String,
    /// The digits behind the point of decimals in Arrow and Parquet.
    #[serde(skip_serializing_if = "Option::is_none")]
    scale: Option<u8>,
}

impl Column {
    fn of(column: ColumnShape) -> Self {
        let scale = column.is_decimal().then(|| column.scale.unwrap_or(DEFAULT_SCALE));
        Self { name: column.name, kind: column.type_name, scale }
    }

    fn row(&self) -> Row {
        let scale = self.scale.map(|digits| format!("scale {digits}"));
        let cells = [Some(self.name.clone()), Some(self.kind.clone()), scale];
        Row { cells: cells.into_iter().flatten().collect(), words: String::new() }
    }
}

impl Table {
    fn all_of(operation: &Operation) -> Vec<Self> {
        tables::of_result(operation).into_iter().map(Self::of).collect()
    }

    fn of(shape: TableShape) -> Self {
        let columns = shape.columns.into_iter().map(Column::of).collect();
        Self { name: shape.name, path: shape.path, columns, is_open: shape.is_open }
    }

    fn title(&self) -> String {
        match (self.name.as_str(), self.path.as_str()) {
            ("", path) => format!("Tables of {path}"),
            (name, path) if path.is_empty() || path == name => format!("Table {name}"),
            (name, path) => format!("Table {name}, at {path}"),
        }
    }
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
            on_contradiction: match operation.on_contradiction {
                OnContradiction::Error => Some(OnContradiction::Error.name()),
                OnContradiction::Note => None,
            },
            columns: members::columns(operation.columns),
            rows: operation.rows,
            tables: if operation.outputs.is_empty() { Vec::new() } else { Table::all_of(operation) },
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
        let records = self.record_limit.map(|records| match records {
            1 => "At most 1 record.".to_owned(),
            records => format!("At most {records} records."),
        });
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
        if self.on_contradiction.is_some() {
            layout.words("A call fails if the response contradicts this description.");
        }
        if !self.columns.is_empty() {
            section(&mut layout, "Columns of its rows", &self.columns, "none");
        }
        if let Some(path) = self.rows {
            layout.words(&format!("Its rows are at {path}."));
        }
        for table in &self.tables {
            layout.heading(&table.title());
            if !table.columns.is_empty() {
                layout.rows(&table.columns.iter().map(Column::row).collect::<Vec<_>>());
            }
            if table.is_open {
                layout.words("The response may show further tables and columns.");
            }
        }
        self.types.iter().for_each(|named| named.show(&mut layout));
        layout.finish()
    }
}

fn section(layout: &mut Layout, title: &str, members: &[members::Described], if_empty: &str) {
    layout.heading(title);
    if members.is_empty() {
        layout.words(if_empty);
    }
    layout.rows(&members::rows(members));
}
