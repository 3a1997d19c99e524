//! Tables and columns of typed DataSets, from the schema in the document.
//!
//! The rules are those for the schema of a response, so declared columns equal the columns that a response has.

use std::collections::BTreeSet;

use asmx_codegen::diagnostic::{Code, quoted};
use asmx_codegen::locations::Location;
use asmx_codegen::model::{
    Column, DataSetTable, DataSetType, DeclaredTable, Mapping, NamedTypeKind, Scalar, Type, XmlKind,
};
use asmx_codegen::read::format::DEEPEST;
use asmx_types::xml_name::decode_local_name;

use super::element::{Element, MSDATA, XSD};
use super::origins::Origins;
use super::types::{Types, built_in};

/// A column, and its position if the schema states one (`msdata:Ordinal`).
type Placed = (Option<usize>, Column);

impl<'a> Types<'a> {
    /// The typed DataSet of a namespace. Without its schema (reported at `location`), or without tables, it is an untyped DataSet.
    pub(super) fn data_set(&mut self, namespace: &'a str, location: Location) -> Type {
        let Some(definition) = self.schemas.data_sets.get(namespace).copied() else {
            self.problems.report(
                (Code::DataSetWithoutSchema, location),
                "this looks like a typed DataSet",
                (
                    "imported as an untyped DataSet because its schema is missing",
                    "save what the service returns for `?schema=…` beside the document",
                ),
            );
            return Type::Xml(XmlKind::DataSet);
        };
        if let Some(known) = self.data_sets.get(namespace).cloned() {
            return self.again(known);
        }
        let mut tables = Tables::default();
        if let Some(complex_type) = self.complex_type(definition) {
            for particle in declarations(complex_type) {
                self.table(particle, &mut tables, 0);
            }
        }
        let Tables { found: mut tables, origins, .. } = tables;
        tables.retain(|table| !table.table.columns.is_empty());
        let kind = if tables.is_empty() {
            Type::Xml(XmlKind::DataSet)
        } else {
            let name = definition.word("name").unwrap_or_default();
            let kind = NamedTypeKind::DataSet(DataSetType { tables });
            let index = self.push(name, definition, false, kind);
            if let Some(declared) = self.declared.get_mut(index) {
                declared.parts = origins;
            }
            Type::Named(index)
        };
        self.data_sets.insert(namespace, kind.clone());
        kind
    }

    fn table(&mut self, particle: Element<'a>, tables: &mut Tables<'a>, depth: usize) {
        let element = self.declaration(particle);
        if depth > DEEPEST || self.budget == 0 {
            self.too_deep(element.location());
            return;
        }
        self.budget -= 1;
        let name = name_of(particle, element);
        if self.is_nameless(&name, element) || !tables.names.insert(name.clone()) {
            return;
        }
        let path = format!("tables/{name}");
        tables.origins.add(path.clone(), element);
        let index = tables.found.len();
        tables.found.push(DataSetTable {
            table: DeclaredTable {
                name: Some(name.clone()),
                row: String::new(),
                undeclared: String::new(),
                columns: Vec::new(),
            },
            method: String::new(),
            doc: element.documentation(),
        });
        let Some(complex_type) = self.complex_type(element) else { return };
        let mut columns = Vec::new();
        if let Some(content) = complex_type.first(XSD, "simpleContent") {
            columns.extend(self.text_column(content, &name).map(|column| (column, content)));
        }
        for inner in declarations(complex_type) {
            let declaration = self.declaration(inner);
            let is_column = inner.local() == "attribute"
                || declaration.node.has_attribute((MSDATA, "DataType"))
                || self.complex_type(declaration).is_none();
            if !is_column {
                self.table(inner, tables, depth + 1);
            } else if self.goes_on(element, 0) {
                columns.extend(self.column(inner, declaration).map(|column| (column, inner)));
            } else {
                break;
            }
        }
        for ((_, column), element) in &columns {
            tables.origins.add(format!("{path}/columns/{}", column.name), *element);
        }
        let columns = columns.into_iter().map(|(column, _)| column).collect();
        if let Some(table) = tables.found.get_mut(index) {
            table.table.columns = in_stated_order(columns, element, self);
        }
    }

    fn text_column(&self, element: Element<'a>, table: &str) -> Option<Placed> {
        let derivation =
            element.schema_children().find(|child| matches!(child.local(), "extension" | "restriction"))?;
        let column_name = element.node.attribute((MSDATA, "ColumnName")).filter(|name| !name.trim().is_empty());
        let name = column_name.map_or_else(|| format!("{table}_Text"), str::to_owned);
        let kind = self.scalar(derivation, "base")?;
        let scale = self.scale(derivation, "base", &Type::Scalar(kind));
        Some(placed(element, Column { mapping: Mapping::SimpleContent, scale, ..column(name, kind, element) }))
    }

    /// `None` for a column whose values have no type.
    fn column(&self, particle: Element<'a>, element: Element<'a>) -> Option<Placed> {
        let name = name_of(particle, element);
        if self.is_nameless(&name, element) {
            return None;
        }
        let kind = if element.node.attribute((MSDATA, "DataType")).is_some_and(|name| name.starts_with("System.Guid")) {
            Scalar::Guid
        } else {
            self.scalar(element, "type")?
        };
        let mut column = column(name, kind, element);
        column.scale = self.scale(element, "type", &Type::Scalar(kind));
        if particle.local() == "attribute" {
            let usage = particle.word("use");
            column.mapping = if usage == Some("prohibited") { Mapping::Hidden } else { Mapping::Attribute };
            column.required = usage == Some("required");
        } else {
            column.required = particle.word("minOccurs") != Some("0");
        }
        let (ordinal, column) = placed(element, column);
        Some((ordinal.or_else(|| stated_place(particle)), column))
    }

    fn is_nameless(&self, name: &str, element: Element<'a>) -> bool {
        let is_nameless = name.trim().is_empty();
        if is_nameless {
            let help = "give it a `name`, or a `ref` to another element";
            self.problems.nameless(element.location(), "a table or column", help);
        }
        is_nameless
    }

    /// The scalar of a declaration, through its restrictions. `None` for a value of any type.
    fn scalar(&self, declaration: Element<'a>, attribute: &str) -> Option<Scalar> {
        let (mut at, mut attribute) = (declaration, attribute);
        for _ in 0..DEEPEST {
            let inner = if at.word(attribute).is_some() {
                let name = self.schemas.reference(at, attribute);
                let Some((namespace, local)) = name else { return Some(Scalar::String) };
                if namespace == XSD {
                    return match local {
                        "anyType" => None,
                        _ => Some(built_in(local).unwrap_or(Scalar::String)),
                    };
                }
                self.schemas.types.get(&(namespace, local)).copied()
            } else {
                let inline = at.first(XSD, "simpleType");
                if inline.is_none() && at.local() == "element" {
                    return None;
                }
                inline
            };
            let inner = inner.filter(|inner| inner.local() == "simpleType");
            let restriction = inner.and_then(|inner| inner.first(XSD, "restriction"));
            let Some(restriction) = restriction else { break };
            (at, attribute) = (restriction, "base");
        }
        Some(Scalar::String)
    }

    /// Follows the `ref` of a particle.
    fn declaration(&self, particle: Element<'a>) -> Element<'a> {
        let all = if particle.local() == "attribute" { &self.schemas.attributes } else { &self.schemas.elements };
        let referred = self.schemas.reference(particle, "ref");
        referred.and_then(|name| all.get(&name)).copied().unwrap_or(particle)
    }

    pub(super) fn complex_type(&self, declaration: Element<'a>) -> Option<Element<'a>> {
        if let Some(element) = declaration.first(XSD, "complexType") {
            return Some(element);
        }
        let name = self.schemas.reference(declaration, "type")?;
        self.schemas.types.get(&name).copied().filter(|found| found.local() == "complexType")
    }
}

/// Each table is read once, however often it is declared.
#[derive(Default)]
struct Tables<'a> {
    found: Vec<DataSetTable>,
    origins: Origins<'a>,
    names: BTreeSet<String>,
}

fn column(name: String, kind: Scalar, element: Element<'_>) -> Column {
    let (mapping, doc) = (Mapping::Element, element.documentation());
    Column { name, field: String::new(), kind, required: false, scale: None, mapping, doc }
}

fn placed(element: Element<'_>, mut column: Column) -> Placed {
    if let Some(nullable) = element.node.attribute((MSDATA, "AllowDBNull")) {
        column.required = nullable == "false";
    }
    (stated_place(element), column)
}

fn stated_place(element: Element<'_>) -> Option<usize> {
    element.node.attribute((MSDATA, "Ordinal"))?.parse().ok()
}

fn name_of(particle: Element<'_>, declaration: Element<'_>) -> String {
    // A dangling reference still gives a name.
    let referred = || particle.word("ref").map(|name| name.rsplit(':').next().unwrap_or_default());
    decode_local_name(declaration.word("name").or_else(referred).unwrap_or_default()).into_owned()
}

/// Columns with a stated position go there, the others fill the gaps. The first of two columns with one name counts.
fn in_stated_order(columns: Vec<Placed>, table: Element<'_>, types: &Types<'_>) -> Vec<Column> {
    let (mut with_ordinal, without_ordinal): (Vec<_>, Vec<_>) =
        columns.into_iter().partition(|(ordinal, _)| ordinal.is_some());
    with_ordinal.sort_by_key(|(ordinal, _)| *ordinal);
    let mut ordered: Vec<Column> = without_ordinal.into_iter().map(|(_, column)| column).collect();
    for (ordinal, column) in with_ordinal {
        let index = ordinal.unwrap_or_default().min(ordered.len());
        ordered.insert(index, column);
    }
    let mut names = BTreeSet::new();
    ordered.retain(|column| {
        let is_new = names.insert(column.name.clone());
        if !is_new {
            types.problems.report(
                (Code::MemberTwice, table.location()),
                format!("a second column {} in one table", quoted(&column.name)),
                ("left out", "read it by `as_data_set()`"),
            );
        }
        is_new
    });
    ordered
}

/// Elements and attributes of a complex type, through sequences, choices and extensions.
fn declarations(complex_type: Element<'_>) -> Vec<Element<'_>> {
    let mut found = Vec::new();
    // A stack: push children in reverse.
    let mut waiting = vec![complex_type];
    while let Some(element) = waiting.pop() {
        match element.local() {
            "element" | "attribute" => found.push(element),
            "complexType" | "sequence" | "choice" | "all" | "complexContent" | "simpleContent" | "extension" => {
                let children: Vec<Element<'_>> = element.schema_children().collect();
                waiting.extend(children.into_iter().rev());
            }
            _ => {}
        }
    }
    found
}
