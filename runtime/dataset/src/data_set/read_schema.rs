//! Tables and columns, read from the schemas of a data set (docs/RULES.md, rule 19).

use std::collections::HashMap;

use super::content::{DataSetContent, Locale};
use super::error::DataSetError;
use super::keys;
use super::references::full_names;
use super::repeats::Repeats;
use super::schema_types::{Schemas, is_true, other, schema_of, target_namespace};
use crate::table::{Column, DateTimeMode, Mapping, Table};
use crate::vocabulary::{DEFAULT_NAME, MSDATA, XS};
use asmx_types::xml_name::decode_local_name;
use asmx_xml::Element;

/// The limit of tables and columns. It is needed because many places can refer to one type.
const MOST_COLUMNS: usize = 50_000;

const DEEPEST: usize = 100;

pub(super) fn read(container: Element<'_>) -> Result<DataSetContent, DataSetError> {
    let schemas = Schemas::of(container);
    let mut content = DataSetContent { name: DEFAULT_NAME.to_owned(), ..DataSetContent::default() };
    let Some(root) = data_set_element(&schemas) else {
        return Ok(content);
    };
    content.name = decode_local_name(root.attribute(None, "name").unwrap_or(DEFAULT_NAME)).into_owned();
    target_namespace(schema_of(root)).unwrap_or_default().clone_into(&mut content.namespace);
    read_attributes(root, &mut content);
    let mut reader = Reader {
        schemas: &schemas,
        namespace: content.namespace.clone(),
        tables: Vec::new(),
        places: HashMap::new(),
        nestings: Vec::new(),
        budget: MOST_COLUMNS,
        repeats: Repeats::new(),
    };
    if let Some(inner) = schemas.content(root) {
        for particle in &inner.declarations {
            reader.table(*particle, None, 0)?;
        }
    }
    content.tables = reader.tables;
    name_in_full(&mut content);
    keys::read(&schemas, root, &reader.nestings, &mut content, &mut reader.repeats)?;
    Ok(content)
}

/// Gives tables of one name, in several namespaces, names that differ.
fn name_in_full(content: &mut DataSetContent) {
    let names = full_names(content);
    for (table, full_name) in content.tables.iter_mut().zip(names) {
        table.full_name = full_name.map(String::into_boxed_str);
    }
}

/// The element that is marked as the data set, or else the first element that holds others.
fn data_set_element<'d>(schemas: &Schemas<'d>) -> Option<Element<'d>> {
    let elements: Vec<Element<'d>> =
        schemas.all().flat_map(Element::elements).filter(|element| element.is(Some(XS), "element")).collect();
    let is_marked = |element: &&Element<'d>| is_true(element.attribute(Some(MSDATA), "IsDataSet"));
    let root_element = elements.iter().find(is_marked);
    root_element.or_else(|| elements.iter().find(|element| schemas.content(**element).is_some())).copied()
}

fn read_attributes(root: Element<'_>, content: &mut DataSetContent) {
    content.locale = Locale::Unstated;
    for attribute in root.attributes() {
        match (attribute.namespace, attribute.name) {
            (None, "name") | (Some(MSDATA), "IsDataSet") => {}
            (Some(MSDATA), "UseCurrentLocale") if attribute.value == "true" => {
                content.locale = Locale::Current;
            }
            (Some(MSDATA), "Locale") => content.locale = Locale::Named(attribute.value.to_owned()),
            (Some(MSDATA), "CaseSensitive") if attribute.value == "true" => {
                content.is_case_sensitive = true;
            }
            (Some(MSDATA), "MainDataTable") => {
                // A table in a namespace is stated as namespace, colon, name.
                let local = attribute.value.rsplit(':').next().unwrap_or_default();
                content.main_table = Some(decode_local_name(local).into_owned());
            }
            (Some(MSDATA), "Prefix") => attribute.value.clone_into(&mut content.prefix),
            _ => content.other_attributes.push(other(&attribute)),
        }
    }
}

/// A column and its stated place.
type PlacedColumn = (Option<usize>, Column);

struct Reader<'s, 'd> {
    schemas: &'s Schemas<'d>,
    namespace: String,
    tables: Vec<Table>,
    /// Tables by name and namespace. Each is read once, even if it is declared again.
    places: HashMap<(String, Option<String>), usize>,
    nestings: Vec<(usize, usize)>,
    budget: usize,
    repeats: Repeats,
}

impl<'d> Reader<'_, 'd> {
    fn spend(&mut self) -> Result<(), DataSetError> {
        self.budget = self.budget.checked_sub(1).ok_or(DataSetError::TooManyColumns)?;
        Ok(())
    }

    fn resolve(&self, particle: Element<'d>) -> Element<'d> {
        let referred = particle.attribute(None, "ref");
        referred.and_then(|name| self.schemas.definition(particle, particle.name(), name)).unwrap_or(particle)
    }

    /// The namespace of a declaration if it is not `outer`.
    fn namespace_of(declaration: Element<'d>, outer: &str, form_default: &str) -> Option<String> {
        let schema = schema_of(declaration);
        let is_global = declaration.parent() == Some(schema);
        let form = declaration.attribute(None, "form").or_else(|| schema.attribute(None, form_default));
        let namespace = if is_global || form == Some("qualified") { target_namespace(schema) } else { None };
        let namespace = namespace.unwrap_or_default();
        (namespace != outer).then(|| namespace.to_owned())
    }

    fn name_of(particle: Element<'d>, declaration: Element<'d>) -> String {
        let name = declaration.attribute(None, "name").or_else(|| {
            // A reference to an unknown declaration still names it.
            particle.attribute(None, "ref").map(|name| name.rsplit(':').next().unwrap_or_default())
        });
        decode_local_name(name.unwrap_or_default()).into_owned()
    }

    fn table(&mut self, particle: Element<'d>, parent: Option<usize>, depth: usize) -> Result<(), DataSetError> {
        if depth > DEEPEST {
            return Err(DataSetError::TooDeep);
        }
        self.spend()?;
        let declaration = self.resolve(particle);
        let name = Self::name_of(particle, declaration);
        let namespace = Self::namespace_of(declaration, &self.namespace, "elementFormDefault");
        let key = (name.clone(), namespace.clone());
        let known = self.places.get(&key).copied();
        let index = known.unwrap_or(self.tables.len());
        if let Some(parent) = parent {
            self.nestings.push((parent, index));
        }
        if known.is_some() {
            return Ok(());
        }
        self.places.insert(key, index);
        namespace.iter().try_for_each(|namespace| self.repeats.text(namespace))?;
        let mut table = Table { namespace, ..Table::new(name) };
        for attribute in declaration.attributes() {
            match (attribute.namespace, attribute.name) {
                (None, "name" | "type" | "ref" | "minOccurs" | "maxOccurs" | "form") => {}
                (Some(MSDATA), "Prefix") => table.prefix = Some(attribute.value.to_owned()),
                _ => table.other_attributes.push(other(&attribute)),
            }
        }
        self.tables.push(table);
        let Some(content) = self.schemas.content(declaration) else {
            return Ok(());
        };
        let mut columns = Vec::new();
        if let Some(simple) = content.simple {
            columns.extend(self.simple_content(simple, index)?);
        }
        for inner in content.declarations.iter().copied() {
            let declaration = self.resolve(inner);
            let is_column = inner.name() == "attribute"
                || declaration.attribute(Some(MSDATA), "DataType").is_some()
                || self.schemas.content(declaration).is_none();
            if is_column {
                self.spend()?;
                columns.push(self.column(inner, declaration, index)?);
            } else {
                self.table(inner, Some(index), depth + 1)?;
            }
        }
        if let Some(table) = self.tables.get_mut(index) {
            for column in in_stated_order(columns) {
                table.add_column(column);
            }
        }
        Ok(())
    }

    fn simple_content(&mut self, content: Element<'d>, table: usize) -> Result<Option<PlacedColumn>, DataSetError> {
        self.repeats.declaration(content)?;
        let is_base = |child: &Element<'_>| child.is(Some(XS), "extension") || child.is(Some(XS), "restriction");
        let Some(extension) = content.elements().find(is_base) else {
            return Ok(None);
        };
        self.spend()?;
        let table_name = self.tables.get(table).map_or("", |table| &table.name);
        let name = match content.attribute(Some(MSDATA), "ColumnName") {
            Some(name) => name.to_owned(),
            None => format!("{table_name}_Text"),
        };
        let (type_name, facets) = self.schemas.simple_base(extension, &mut self.repeats)?;
        let mut column = Column { facets, mapping: Mapping::SimpleContent, ..Column::of_type(name, type_name) };
        let ordinal = read_column_attributes(content, &mut column);
        Ok(Some((ordinal, column)))
    }

    fn column(
        &mut self,
        particle: Element<'d>,
        declaration: Element<'d>,
        table: usize,
    ) -> Result<PlacedColumn, DataSetError> {
        self.repeats.declaration(declaration)?;
        if particle != declaration {
            self.repeats.declaration(particle)?;
        }
        let is_attribute = particle.name() == "attribute";
        let form_default = if is_attribute { "attributeFormDefault" } else { "elementFormDefault" };
        let table_namespace = self.tables.get(table).and_then(|table| table.namespace.as_deref());
        let outer = table_namespace.unwrap_or(&self.namespace).to_owned();
        let (type_name, facets) = self.schemas.simple_type(declaration, &mut self.repeats)?;
        let namespace = Self::namespace_of(declaration, &outer, form_default);
        namespace.iter().try_for_each(|namespace| self.repeats.text(namespace))?;
        let mut column =
            Column { facets, namespace, ..Column::of_type(Self::name_of(particle, declaration), type_name) };
        let usage = particle.attribute(None, "use");
        if is_attribute {
            column.mapping = if usage == Some("prohibited") { Mapping::Hidden } else { Mapping::Attribute };
            column.nullable = usage != Some("required");
        } else {
            column.nullable = particle.attribute(None, "minOccurs") == Some("0");
        }
        let ordinal = read_column_attributes(declaration, &mut column);
        let stated = particle.attribute(Some(MSDATA), "Ordinal").and_then(|ordinal| ordinal.parse().ok());
        Ok((ordinal.or(stated), column))
    }
}

/// Reads the attributes of a column's declaration, and returns its stated place.
fn read_column_attributes(declaration: Element<'_>, column: &mut Column) -> Option<usize> {
    let mut ordinal = None;
    for attribute in declaration.attributes() {
        let value = || attribute.value.to_owned();
        match (attribute.namespace, attribute.name) {
            (None, "name" | "type" | "ref" | "minOccurs" | "maxOccurs" | "use" | "form")
            | (Some(MSDATA), "ColumnName") => {}
            (None, "default") | (Some(MSDATA), "DefaultValue") => column.default = Some(value()),
            (Some(MSDATA), "AllowDBNull") => column.nullable = attribute.value != "false",
            (Some(MSDATA), "DataType") => column.clr_type = Some(value()),
            (Some(MSDATA), "Caption") => column.caption = Some(value()),
            (Some(MSDATA), "Expression") => column.expression = Some(value()),
            (Some(MSDATA), "Prefix") => column.prefix = Some(value()),
            (Some(MSDATA), "ReadOnly") if attribute.value == "true" => column.read_only = true,
            (Some(MSDATA), "AutoIncrement") if attribute.value == "true" => {
                column.auto_increment = true;
            }
            (Some(MSDATA), name @ ("AutoIncrementSeed" | "AutoIncrementStep" | "Ordinal" | "DateTimeMode")) => {
                let number: Option<i64> = attribute.value.parse().ok();
                match name {
                    "AutoIncrementSeed" if number.is_some() => column.auto_increment_seed = number,
                    "AutoIncrementStep" if number.is_some() => column.auto_increment_step = number,
                    "Ordinal" => ordinal = attribute.value.parse().ok(),
                    "DateTimeMode" if DateTimeMode::parse(attribute.value).is_some() => {
                        column.date_time_mode = DateTimeMode::parse(attribute.value).unwrap_or_default();
                    }
                    _ => column.other_attributes.push(other(&attribute)),
                }
            }
            _ => column.other_attributes.push(other(&attribute)),
        }
    }
    ordinal
}

/// Puts columns with a stated place (`msdata:Ordinal`) there, and the others around them.
fn in_stated_order(columns: Vec<PlacedColumn>) -> Vec<Column> {
    let (mut numbered, unnumbered): (Vec<_>, Vec<_>) = columns.into_iter().partition(|(ordinal, _)| ordinal.is_some());
    numbered.sort_by_key(|(ordinal, _)| *ordinal);
    let mut numbered = numbered.into_iter().peekable();
    let mut unnumbered = unnumbered.into_iter();
    let mut ordered = Vec::new();
    loop {
        let is_due = numbered.peek().is_some_and(|(ordinal, _)| ordinal.is_none_or(|ordinal| ordinal <= ordered.len()));
        let next = if is_due { numbered.next() } else { unnumbered.next().or_else(|| numbered.next()) };
        match next {
            Some((_, column)) => ordered.push(column),
            None => return ordered,
        }
    }
}
