//! Declared columns: the table of a result, and the fields of any table's rows.

use super::declared::Unique;
use super::parameters::scale;
use super::rust_names::{self, Case, written};
use super::type_names;
use crate::diagnostic::{Code, Diagnostic, Span, question, quoted};
use crate::model::{Column, DeclaredTable, Mapping, Scalar};
use crate::names;
use crate::read::ast::{self, Columns, Flag};

/// The table with the declared columns of a result. `request` is the Rust name of the operation's request. `result` is the short word of the
/// result or another text for a type; `None` if neither is known.
pub(super) fn table(
    spec: &Columns,
    request: &str,
    result: Option<&str>,
    mistakes: &mut Vec<Diagnostic>,
) -> Option<DeclaredTable> {
    if result.is_some_and(|word| !matches!(word, "delimited" | "dataset" | "xml")) {
        mistakes.push(
            Diagnostic::new(Code::ColumnsWithoutTable, spec.tag, "this result has no columns")
                .help("results with columns are `delimited`, `dataset` and `xml`"),
        );
    }
    if let (Some(table), Some("delimited")) = (&spec.table, result) {
        mistakes.push(unused(table.span, "table", "delimited text is one table, without a name"));
    }
    if let (Some("delimited" | "xml"), Some(mapping)) =
        (result, spec.all.iter().find_map(|column| column.mapping.as_ref()))
    {
        mistakes.push(unused(mapping.span, "mapping", "only columns of a DataSet have it"));
    }
    let columns = all(&spec.all, mistakes);
    (!columns.is_empty()).then(|| DeclaredTable {
        name: spec.table.as_ref().map(|table| table.value.clone()),
        row: row_name(spec, request, mistakes),
        undeclared: undeclared(&columns),
        columns,
    })
}

pub(super) fn all(spec: &[ast::Column], mistakes: &mut Vec<Diagnostic>) -> Vec<Column> {
    let mut unique = Unique::new(Code::DuplicateColumn, "column");
    let mut fields: Vec<(String, Span)> = Vec::new();
    let mut columns = Vec::new();
    for column in spec {
        let is_new = unique.add(&column.name, mistakes);
        let field = rust_names::rust_name(&column.name, column.rust.as_ref(), Case::Member, mistakes);
        // Only the first of several equal names, which have been reported, is checked further.
        if is_new {
            fields.push((field.clone(), written(&column.name, column.rust.as_ref())));
        }
        let kind = scalar(column, mistakes);
        columns.push(Column {
            name: column.name.value.clone(),
            field,
            kind,
            required: Flag::is_set(column.required),
            scale: scale(column.scale.as_ref(), kind == Scalar::Decimal, mistakes),
            mapping: mapping(column),
            doc: column.doc.clone(),
        });
    }
    rust_names::check_columns(&fields, mistakes);
    columns
}

/// Unknown words have been reported.
fn mapping(column: &ast::Column) -> Mapping {
    let name = column.mapping.as_ref().map(|mapping| mapping.value.as_str());
    Mapping::ALL.into_iter().find(|mapping| Some(mapping.name()) == name).unwrap_or_default()
}

fn scalar(column: &ast::Column, mistakes: &mut Vec<Diagnostic>) -> Scalar {
    let scalar = type_names::scalar(&column.type_name.value);
    if scalar.is_none() && !column.type_name.is_missing() {
        let names = Scalar::ALL.iter().map(|scalar| scalar.name());
        let message =
            format!("a column cannot have the type {}: it is not a built-in type", quoted(&column.type_name.value));
        mistakes.push(
            Diagnostic::new(Code::ColumnTypeNotScalar, column.type_name.span, message).help(
                question(&column.type_name.value, names)
                    .unwrap_or_else(|| "write `string`, `int`, `long`, `boolean`, `dateTime`, …".to_owned()),
            ),
        );
    }
    // Tables have the types of XML Schema.
    scalar.unwrap_or(Scalar::String).base()
}

/// The `rust` attribute, or the request's name and `Row`. Empty if the request has no name.
fn row_name(spec: &Columns, request: &str, mistakes: &mut Vec<Diagnostic>) -> String {
    match &spec.rust {
        Some(rust) => rust_names::rust_name(rust, Some(rust), Case::Type, mistakes),
        None if request.is_empty() => String::new(),
        None => format!("{}Row", request.trim_end_matches('_')),
    }
}

/// The field for undeclared columns: a name that no column's field has.
pub(super) fn undeclared(columns: &[Column]) -> String {
    names::first_free(names::UNDECLARED, "_", |name| columns.iter().any(|column| column.field == name))
}

/// An attribute without effect beside another one.
pub(super) fn unused(span: Span, attribute: &str, why: &str) -> Diagnostic {
    Diagnostic::new(Code::ResultAttributeUnused, span, format!("`{attribute}` has no effect in this result"))
        .help(format!("remove it: {why}"))
}
