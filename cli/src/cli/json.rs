//! Diagnostics as JSON.

use std::fmt::Display;
use std::io;

use asmx_codegen::diagnostic::Severity;
use asmx_codegen::output::GenerateError;
use asmx_codegen::{Code, Diagnostic};
use serde::Serialize;

#[derive(Serialize)]
pub(super) struct Files<T> {
    pub(super) files: Vec<T>,
}

/// A mistake, warning or finding. One about a whole file has neither code nor position.
#[derive(Serialize)]
pub(super) struct JsonDiagnostic {
    code: Option<String>,
    severity: &'static str,
    message: String,
    file: String,
    line: Option<usize>,
    column: Option<usize>,
    help: Vec<String>,
}

impl JsonDiagnostic {
    pub(super) fn is_note(&self) -> bool {
        self.severity == Severity::Note.as_str()
    }
}

impl<C: Copy + Display> From<&Diagnostic<C>> for JsonDiagnostic {
    fn from(diagnostic: &Diagnostic<C>) -> Self {
        Self {
            code: Some(diagnostic.code().to_string()),
            severity: diagnostic.severity().as_str(),
            message: diagnostic.message().to_owned(),
            file: diagnostic.file().to_owned(),
            line: Some(diagnostic.line()),
            column: Some(diagnostic.column()),
            help: diagnostic.help_lines().map(str::to_owned).collect(),
        }
    }
}

pub(super) fn errors(file: &str, error: &GenerateError) -> Vec<JsonDiagnostic> {
    if let GenerateError::Mistakes(mistakes) = error {
        return mistakes.iter().map(|mistake: &Diagnostic<Code>| JsonDiagnostic::from(mistake)).collect();
    }
    let message = error.message();
    let (line, column, help) = (None, None, Vec::new());
    vec![JsonDiagnostic {
        code: None,
        severity: Severity::Error.as_str(),
        message,
        file: file.to_owned(),
        line,
        column,
        help,
    }]
}

pub(super) fn text(document: &impl Serialize) -> io::Result<String> {
    Ok(serde_json::to_string_pretty(document)? + "\n")
}
