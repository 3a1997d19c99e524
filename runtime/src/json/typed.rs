//! JSON of generated types: their `Serialize` and `Deserialize` come here, once for all types.

use serde_json::{Map, Value as Json};

use super::answers::{Misfit, values};
use super::cells::CellKind;
use super::index::Index;
use super::parameters::stated_parameters;
use super::read::Reader;
use super::unreadable::Mistakes;
use super::write::Writer;
use crate::operation::{DeclaredTable, InvalidValue, Member, Operation, Service, Style, Type};
use crate::results::DeclaredRow;
use crate::results::declared_column;
use crate::results::table::{Cell, Column, ColumnType, RowData, Table};
use crate::value::Value;
use crate::value::field::{Field, Step};

/// The descriptor of a generated type.
#[derive(Debug, Clone, Copy)]
pub struct TypeDescriptor {
    /// The type; not used for a choice.
    pub kind: Type,
    /// The alternatives of a choice.
    pub alternatives: &'static [Member],
}

pub(crate) type Refusal = String;

fn refusal(mistakes: Mistakes) -> Refusal {
    let (path, problem) = mistakes.first();
    at(&path, &problem)
}

fn at(path: &str, problem: &InvalidValue) -> Refusal {
    if path.is_empty() { problem.to_string() } else { format!("`{path}`: {problem}") }
}

fn object<'a>(json: &'a Json, of: &str) -> Result<&'a Map<String, Json>, Refusal> {
    json.as_object().ok_or_else(|| InvalidValue::new(&json.to_string(), &format!("object of {of}")).to_string())
}

pub(crate) fn value(service: &Service, declared: TypeDescriptor, field: &dyn Field) -> Json {
    // A DataSet keeps its changes, relations and names.
    let writer = Writer::new(service).as_they_came();
    match declared.alternatives {
        [] => writer.value(declared.kind, field),
        alternatives => writer.chosen(alternatives, field),
    }
}

pub(crate) fn read_value(
    service: &'static Service,
    declared: TypeDescriptor,
    json: &Json,
    field: &mut dyn Field,
) -> Result<(), Refusal> {
    let index = Index::default();
    let (reader, member) = (Reader::keeping(service, &index), Member::new("", declared.kind));
    let (value, member) = match declared.alternatives {
        [] => (reader.value(declared.kind, json), member),
        alternatives => (reader.alternative(alternatives, json), member.choice(alternatives)),
    };
    let value = value.map_err(refusal)?;
    field.set_member(&member, value).map_err(|invalid| invalid.to_string())
}

fn is_bare(service: &Service, outputs: &[Member]) -> bool {
    let has_them = |operation: &&&Operation| std::ptr::eq(operation.outputs, outputs);
    service.operations.iter().find(has_them).is_some_and(|operation| operation.messages.style == Style::Bare)
}

pub(crate) fn outputs(service: &Service, outputs: &[Member], field: &dyn Field) -> Json {
    Writer::new(service).as_they_came().parts(outputs, is_bare(service, outputs), field.members()).into()
}

pub(crate) fn read_outputs(
    service: &'static Service,
    outputs: &[Member],
    json: &Json,
    field: &mut dyn Field,
) -> Result<(), Refusal> {
    object(json, "outputs")?;
    let values = values(Reader::keeping(service, &Index::default()), outputs, json).map_err(|misfit| match misfit {
        Misfit::Unknown(name) => InvalidValue::new(&name, "output of the operation").to_string(),
        Misfit::Invalid(mistakes) => refusal(mistakes),
    })?;
    for (index, (output, value)) in outputs.iter().zip(values).enumerate() {
        if let Some(field) = field.enter(Step::Member(index)) {
            field.set_member(output, value).map_err(|invalid| at(output.name, &invalid))?;
        }
    }
    Ok(())
}

pub(crate) fn request(
    service: &'static Service,
    operation: &'static Operation,
    json: &Json,
) -> Result<Vec<Value<'static>>, Refusal> {
    let read = stated_parameters(service, operation, object(json, "parameters")?);
    let read = read.map_err(|error| error.to_string())?;
    if let Some((name, _)) = read.common.first() {
        return Err(format!("`{name}` is a common parameter: set it on the client's builder, not in a request"));
    }
    if let Some((name, _)) = read.undeclared.first() {
        return Err(format!("{} does not declare the parameter `{name}`: set it on the prepared call", operation.name));
    }
    Ok(read.request.into_values())
}

pub(crate) fn row(row: &dyn DeclaredRow) -> Json {
    let mut object = Map::new();
    let mut columns = row.table().columns.iter();
    row.visit(&mut |field| {
        if let Some(column) = columns.next() {
            let kind = CellKind::of(column.kind.name());
            object.insert(column.name.to_owned(), field.text().map_or(Json::Null, |text| kind.value(&text)));
        }
    });
    for (name, cell) in row.undeclared().iter() {
        object.insert(name.to_owned(), Json::from(cell.text()));
    }
    object.into()
}

/// A table with the one row that an object describes. A missing key is `DBNull`; an undeclared key is a column of strings.
pub(crate) fn table(declared: &DeclaredTable, json: &Json) -> Result<Table, Refusal> {
    let mut table = Table::new(declared.name.unwrap_or(declared.owner));
    for column in declared.columns {
        table.add_column(declared_column(column));
    }
    let object = object(json, "cells")?;
    for name in object.keys() {
        // Keys differ from each other.
        if !declared.columns.iter().any(|column| column.name == name) {
            table.add_column(Column::new(name, ColumnType::String));
        }
    }
    let mut cells = Vec::with_capacity(table.columns().len());
    for column in table.columns() {
        cells.push(match object.get(&column.name).map(Reader::untyped).transpose() {
            Ok(Some(Value::Text(text))) => Cell::Text(text),
            Ok(None | Some(Value::Null)) => Cell::DbNull,
            Ok(Some(_)) => return Err(at(&column.name, &InvalidValue::shape("cell"))),
            Err(mistakes) => return Err(refusal(mistakes.under(&column.name))),
        });
    }
    table.push(RowData::new(cells));
    Ok(table)
}
