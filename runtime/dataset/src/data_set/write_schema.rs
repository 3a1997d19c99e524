//! Tables and columns, written as the schema of a genuine server.

use std::collections::HashMap;

use super::content::{DataSetContent, Locale};
use super::references::References;
use super::tag::Tag;
use crate::table::{Column, DateTimeMode, Mapping, Table};
use crate::vocabulary::{MSDATA, XS};
use asmx_types::xml_name::encode_local_name;

/// Appends the schema, and one more for each further namespace of tables or columns.
pub(super) fn write(content: &DataSetContent, out: &mut String) {
    let writer = Writer::new(content);
    writer.main_schema(out);
    for namespace in &writer.namespaces {
        writer.other_schema(namespace, out);
    }
}

/// The namespaces of declarations, except that of the data set. Declarations without a namespace need no schema of their own.
fn other_namespaces(content: &DataSetContent) -> (Vec<&str>, HashMap<&str, usize>) {
    let (mut namespaces, mut places) = (Vec::new(), HashMap::new());
    for table in &content.tables {
        let of_columns = table.columns.iter().filter_map(|column| column.namespace.as_deref());
        for namespace in table.namespace.as_deref().into_iter().chain(of_columns) {
            let is_other = !namespace.is_empty() && namespace != content.namespace;
            if is_other && !places.contains_key(namespace) {
                places.insert(namespace, namespaces.len());
                namespaces.push(namespace);
            }
        }
    }
    (namespaces, places)
}

/// The table whose declaration contains that of each table.
fn nesting_parents(content: &DataSetContent, references: &References<'_>) -> Vec<Option<usize>> {
    let mut parents = vec![None; content.tables.len()];
    for relation in content.relations.iter().filter(|relation| relation.is_nested) {
        let (parent, child) = (references.table(&relation.parent), references.table(&relation.child));
        let is_declared = |parent: &usize| content.tables.get(*parent).is_some_and(|parent| parent.is_declared);
        let parent = parent.filter(|parent| child != Some(*parent) && is_declared(parent));
        if let Some(known @ None) = child.and_then(|child| parents.get_mut(child)) {
            *known = parent;
        }
    }
    // Tables that are nested in a circle, and those inside it, are declared side by side.
    let mut ends: Vec<Option<bool>> = vec![None; parents.len()];
    for table in 0..parents.len() {
        let (mut path, mut next) = (Vec::new(), Some(table));
        let is_ended = loop {
            let Some(at) = next else { break true };
            match ends.get_mut(at) {
                Some(end @ None) => *end = Some(false),
                known => break known.is_some_and(|end| *end == Some(true)),
            }
            path.push(at);
            next = parents.get(at).copied().flatten();
        };
        for at in path {
            if let Some(end) = ends.get_mut(at) {
                *end = Some(is_ended);
            }
        }
    }
    parents.into_iter().zip(ends).map(|(parent, end)| parent.filter(|_| end == Some(true))).collect()
}

pub(super) struct Writer<'c> {
    pub(super) content: &'c DataSetContent,
    pub(super) references: References<'c>,
    namespaces: Vec<&'c str>,
    /// The places of the namespaces.
    pub(super) prefixes: HashMap<&'c str, usize>,
    /// By table, the table whose declaration contains it.
    parents: Vec<Option<usize>>,
    /// By table, the tables that its declaration contains.
    children: Vec<Vec<usize>>,
}

impl<'c> Writer<'c> {
    fn new(content: &'c DataSetContent) -> Self {
        let references = References::of(content);
        let (namespaces, prefixes) = other_namespaces(content);
        let parents = nesting_parents(content, &references);
        let mut children = vec![Vec::new(); parents.len()];
        for (table, parent) in parents.iter().enumerate() {
            if let Some(children) = parent.and_then(|parent| children.get_mut(parent)) {
                children.push(table);
            }
        }
        Self { content, references, namespaces, prefixes, parents, children }
    }

    fn declared(&self) -> impl Iterator<Item = (usize, &'c Table)> {
        self.content.tables.iter().enumerate().filter(|(_, table)| table.is_declared)
    }

    fn schema<'o>(&self, out: &'o mut String, id: Option<&str>, namespace: &str) -> Tag<'o> {
        let target = Some(namespace).filter(|namespace| !namespace.is_empty());
        let mut tag = Tag::open(out, "xs:schema")
            .optional("id", id)
            .optional("targetNamespace", target)
            .optional("xmlns:mstns", target)
            .attribute("xmlns", namespace)
            .attribute("xmlns:xs", XS)
            .attribute("xmlns:msdata", MSDATA);
        for (index, other) in self.namespaces.iter().enumerate() {
            tag = tag.attribute(&format!("xmlns:app{}", index + 1), other);
        }
        if !self.namespaces.is_empty() && !self.content.namespace.is_empty() {
            tag = tag.attribute("xmlns:app0", &self.content.namespace);
        }
        let form = target.map(|_| "qualified");
        tag.optional("attributeFormDefault", form).optional("elementFormDefault", form)
    }

    fn main_schema(&self, out: &mut String) {
        let content = self.content;
        let id = encode_local_name(&content.name);
        self.schema(out, Some(&id), &content.namespace).content(|out| {
            self.imports(&content.namespace, out);
            let current = content.locale == Locale::Current;
            let named = match &content.locale {
                Locale::Named(name) => Some(name.as_str()),
                _ => None,
            };
            let main_table = content.main_table.as_deref().map(|name| self.main_table_name(name));
            let prefix = Some(content.prefix.as_str()).filter(|prefix| !prefix.is_empty());
            Tag::open(out, "xs:element")
                .attribute("name", &id)
                .attribute("msdata:IsDataSet", "true")
                .optional("msdata:MainDataTable", main_table.as_deref())
                .flag("msdata:CaseSensitive", content.is_case_sensitive)
                .optional("msdata:Locale", named)
                .flag("msdata:UseCurrentLocale", current)
                .optional("msdata:Prefix", prefix)
                .other_attributes(&content.other_attributes)
                .content(|out| {
                    Tag::open(out, "xs:complexType").content(|out| {
                        let choice = Tag::open(out, "xs:choice");
                        choice.attribute("minOccurs", "0").attribute("maxOccurs", "unbounded").content_if_any(|out| {
                            for (index, table) in self.declared() {
                                if self.parent(index).is_none() {
                                    self.particle(index, table, false, &content.namespace, out);
                                }
                            }
                        });
                    });
                    self.constraints(out);
                });
            if !content.namespace.is_empty() {
                self.globals(&content.namespace, out);
            }
            self.annotations(out);
        });
    }

    fn main_table_name(&self, name: &str) -> String {
        let encoded = encode_local_name(name);
        let table = self.content.tables.iter().find(|table| table.name == name);
        let namespace = table.and_then(|table| table.namespace.as_deref()).unwrap_or(&self.content.namespace);
        if namespace.is_empty() { encoded.into_owned() } else { format!("{namespace}:{encoded}") }
    }

    /// Writes a schema that declares the tables and columns of one further namespace. The main schema refers to it.
    fn other_schema(&self, namespace: &str, out: &mut String) {
        self.schema(out, None, namespace).content_if_any(|out| {
            self.imports(namespace, out);
            self.globals(namespace, out);
        });
    }

    /// Declares the tables and columns of a namespace that declarations of another one refer to.
    fn globals(&self, namespace: &str, out: &mut String) {
        for (index, table) in self.declared() {
            let outer = self.parent(index).map_or(self.content.namespace.as_str(), |parent| self.target_of(parent));
            let target = self.target_of(index);
            if target == namespace && outer != namespace {
                self.table(index, table, None, None, out);
            }
            for column in table.columns.iter().filter(|column| column.is_declared) {
                if column.namespace.as_deref() == Some(namespace) && target != namespace {
                    self.column(table, column, None, None, out);
                }
            }
        }
    }

    fn parent(&self, table: usize) -> Option<usize> {
        self.parents.get(table).copied().flatten()
    }

    /// The namespace of the schema that declares a table: its own, or else that of its parent.
    fn target_of(&self, table: usize) -> &'c str {
        let mut at = Some(table);
        while let Some(index) = at {
            match self.content.tables.get(index).map_or("", |table| self.namespace_of(table)) {
                "" => at = self.parent(index),
                namespace => return namespace,
            }
        }
        &self.content.namespace
    }

    pub(super) fn namespace_of(&self, table: &'c Table) -> &'c str {
        table.namespace.as_deref().unwrap_or(&self.content.namespace)
    }

    fn imports(&self, own: &str, out: &mut String) {
        let main = Some(self.content.namespace.as_str()).filter(|namespace| !namespace.is_empty());
        for other in main.iter().chain(&self.namespaces).filter(|other| **other != own) {
            Tag::open(out, "xs:import").attribute("namespace", other).close();
        }
    }

    /// A reference to a declaration in `namespace` from another, by a prefix of the schema.
    fn reference(&self, namespace: &str, name: &str) -> String {
        let encoded = encode_local_name(name);
        match self.prefixes.get(namespace) {
            Some(index) => format!("app{}:{encoded}", index + 1),
            None if namespace == self.content.namespace => format!("app0:{encoded}"),
            None => encoded.into_owned(),
        }
    }

    /// Declares a table in a schema of the namespace `outer`: in place, or by reference to the schema of another namespace.
    fn particle(&self, index: usize, table: &'c Table, is_nested: bool, outer: &str, out: &mut String) {
        let namespace = self.namespace_of(table);
        let occurs = is_nested.then_some(("0", "unbounded"));
        if namespace != outer && !namespace.is_empty() {
            Tag::open(out, "xs:element")
                .attribute("ref", &self.reference(namespace, &table.name))
                .optional("minOccurs", occurs.map(|occurs| occurs.0))
                .optional("maxOccurs", occurs.map(|occurs| occurs.1))
                .close();
            return;
        }
        let form = (namespace != outer).then_some("unqualified");
        self.table(index, table, form, occurs, out);
    }

    fn table(
        &self,
        index: usize,
        table: &'c Table,
        form: Option<&str>,
        occurs: Option<(&str, &str)>,
        out: &mut String,
    ) {
        Tag::open(out, "xs:element")
            .attribute("name", &encode_local_name(&table.name))
            .optional("form", form)
            .optional("msdata:Prefix", table.prefix.as_deref())
            .other_attributes(&table.other_attributes)
            .optional("minOccurs", occurs.map(|occurs| occurs.0))
            .optional("maxOccurs", occurs.map(|occurs| occurs.1))
            .content(|out| {
                Tag::open(out, "xs:complexType").content_if_any(|out| self.complex_type(index, table, out));
            });
    }

    fn complex_type(&self, at: usize, table: &'c Table, out: &mut String) {
        let target = self.target_of(at);
        let with_ordinals = has_mixed_columns(table);
        let columns = || table.columns.iter().enumerate().filter(|(_, column)| column.is_declared);
        let attributes = |out: &mut String| {
            for (_, column) in columns() {
                if matches!(column.mapping, Mapping::Attribute | Mapping::Hidden) {
                    self.column(table, column, None, Some(target), out);
                }
            }
        };
        if let Some((index, column)) = columns().find(|(_, column)| column.mapping == Mapping::SimpleContent) {
            Tag::open(out, "xs:simpleContent")
                .attribute("msdata:ColumnName", &column.name)
                .attribute("msdata:Ordinal", &index.to_string())
                .column_properties(column)
                .other_attributes(&column.other_attributes)
                .optional("msdata:AllowDBNull", (!column.nullable).then_some("false"))
                .optional("msdata:DefaultValue", column.default.as_deref())
                .content(|out| {
                    Tag::open(out, "xs:extension").attribute("base", type_or_string(column)).content_if_any(attributes);
                });
            return;
        }
        let start = out.len();
        Tag::open(out, "xs:sequence").content_if_any(|out| {
            for (index, column) in columns() {
                if column.mapping == Mapping::Element {
                    self.column(table, column, with_ordinals.then_some(index), Some(target), out);
                }
            }
            for index in self.children.get(at).into_iter().flatten() {
                if let Some(child) = self.content.tables.get(*index).filter(|child| child.is_declared) {
                    self.particle(*index, child, true, target, out);
                }
            }
        });
        if out.get(start..) == Some("<xs:sequence />") {
            out.truncate(start);
        }
        attributes(out);
    }

    fn column(&self, table: &'c Table, column: &Column, ordinal: Option<usize>, outer: Option<&str>, out: &mut String) {
        let is_attribute = matches!(column.mapping, Mapping::Attribute | Mapping::Hidden);
        let table_namespace = self.namespace_of(table);
        let namespace = column.namespace.as_deref().unwrap_or(table_namespace);
        let is_elsewhere = outer.is_some_and(|outer| outer != namespace);
        let kind = if is_attribute { "xs:attribute" } else { "xs:element" };
        let occurs = (!is_attribute && column.nullable && outer.is_some()).then_some("0");
        let usage = match column.mapping {
            Mapping::Hidden if outer.is_some() => Some("prohibited"),
            Mapping::Attribute if outer.is_some() && !column.nullable => Some("required"),
            _ => None,
        };
        let ordinal = ordinal.map(|ordinal| ordinal.to_string());
        if is_elsewhere && !namespace.is_empty() {
            Tag::open(out, kind)
                .attribute("ref", &self.reference(namespace, &column.name))
                .optional("minOccurs", occurs)
                .optional("use", usage)
                .optional("msdata:Ordinal", ordinal.as_deref())
                .close();
            return;
        }
        let is_hidden = column.mapping == Mapping::Hidden;
        let default = column.default.as_deref();
        let type_name = Some(type_or_string(column)).filter(|_| column.facets.is_empty());
        Tag::open(out, kind)
            .attribute("name", &encode_local_name(&column.name))
            .optional("form", is_elsewhere.then_some("unqualified"))
            .column_properties(column)
            .other_attributes(&column.other_attributes)
            .optional("msdata:AllowDBNull", (is_hidden && !column.nullable).then_some("false"))
            .optional("msdata:DefaultValue", default.filter(|_| is_hidden))
            .optional("default", default.filter(|_| !is_hidden))
            .optional("type", type_name)
            .optional("minOccurs", occurs)
            .optional("use", usage)
            .optional("msdata:Ordinal", ordinal.as_deref())
            .content_if_any(|out| {
                if column.facets.is_empty() {
                    return;
                }
                Tag::open(out, "xs:simpleType").content(|out| {
                    Tag::open(out, "xs:restriction").attribute("base", type_or_string(column)).content(|out| {
                        for (name, value) in &column.facets {
                            Tag::open(out, format!("xs:{name}")).attribute("value", value).close();
                        }
                    });
                });
            });
    }
}

impl Tag<'_> {
    /// Writes the `msdata` attributes for properties that XML Schema cannot express.
    fn column_properties(self, column: &Column) -> Self {
        let seed = column.auto_increment_seed.map(|seed| seed.to_string());
        let step = column.auto_increment_step.map(|step| step.to_string());
        let mode = (column.date_time_mode != DateTimeMode::UnspecifiedLocal).then(|| column.date_time_mode.name());
        self.optional("msdata:DataType", column.clr_type.as_deref())
            .flag("msdata:ReadOnly", column.read_only)
            .optional("msdata:Expression", column.expression.as_deref())
            .flag("msdata:AutoIncrement", column.auto_increment)
            .optional("msdata:AutoIncrementSeed", seed.as_deref())
            .optional("msdata:AutoIncrementStep", step.as_deref())
            .optional("msdata:Caption", column.caption.as_deref())
            .optional("msdata:Prefix", column.prefix.as_deref())
            .optional("msdata:DateTimeMode", mode)
    }
}

fn type_or_string(column: &Column) -> &str {
    if column.type_name.is_empty() { "xs:string" } else { &column.type_name }
}

fn has_mixed_columns(table: &Table) -> bool {
    let has =
        |wanted: fn(Mapping) -> bool| table.columns.iter().any(|column| column.is_declared && wanted(column.mapping));
    has(|mapping| mapping == Mapping::Element) && has(|mapping| matches!(mapping, Mapping::Attribute | Mapping::Hidden))
}
