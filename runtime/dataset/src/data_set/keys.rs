//! Keys and relations, read from the constraints of a data set's schema and written as such.

use std::collections::{HashMap, HashSet};

use super::content::{DataSetContent, Key, Relation, RelationKind};
use super::error::DataSetError;
use super::repeats::Repeats;
use super::schema_types::{Schemas, is_true, other};
use super::tag::Tag;
use super::write_schema::Writer;
use crate::table::{Mapping, Table};
use crate::vocabulary::{MSDATA, XS};
use asmx_types::xml_name::{decode_local_name, encode_local_name};
use asmx_xml::Element;

/// The attributes of .NET for tables that have their name in common with others.
const PARENT_NAMESPACE: &str = "ParentTableNamespace";
const CHILD_NAMESPACE: &str = "ChildTableNamespace";

/// `nestings` are pairs of tables whose declarations are nested.
pub(super) fn read(
    schemas: &Schemas<'_>,
    root: Element<'_>,
    nestings: &[(usize, usize)],
    content: &mut DataSetContent,
    repeats: &mut Repeats,
) -> Result<(), DataSetError> {
    let full_names = FullNames::of(content);
    // Keys by the name that `refer` uses, which may differ from the constraint's.
    let mut referred: HashMap<&str, (usize, Element<'_>)> = HashMap::new();
    let constraints = || root.elements().filter(|element| element.namespace() == Some(XS));
    for element in constraints().filter(|element| matches!(element.name(), "unique" | "key")) {
        let (table, columns) = selected(element, &full_names, repeats)?;
        let xsd_name = element.attribute(None, "name").unwrap_or_default();
        let name = element.attribute(Some(MSDATA), "ConstraintName").unwrap_or(xsd_name);
        referred.entry(xsd_name).or_insert((content.keys.len(), element));
        let mut key = Key::unique(decode_local_name(name), table, columns);
        for attribute in element.attributes() {
            match (attribute.namespace, attribute.name) {
                (None, "name") | (Some(MSDATA), "ConstraintName") => {}
                (Some(MSDATA), "PrimaryKey") if attribute.value == "true" => key.is_primary = true,
                _ => key.other_attributes.push(other(&attribute)),
            }
        }
        content.keys.push(key);
    }
    for element in constraints().filter(|element| element.name() == "keyref") {
        let (child, child_columns) = selected(element, &full_names, repeats)?;
        let refer = local(element.attribute(None, "refer").unwrap_or_default());
        let key = match referred.get(refer) {
            Some((index, key)) => {
                repeats.declaration(*key)?;
                content.keys.get(*index)
            }
            None => None,
        };
        let (parent, parent_columns) = key.map(|key| (key.table.clone(), key.columns.clone())).unwrap_or_default();
        let name = decode_local_name(element.attribute(None, "name").unwrap_or_default()).into_owned();
        let mut relation = Relation::new(name, parent, parent_columns, child, child_columns);
        for attribute in element.attributes() {
            match (attribute.namespace, attribute.name) {
                (None, "name" | "refer") => {}
                (Some(MSDATA), "IsNested") if attribute.value == "true" => {
                    relation.is_nested = true;
                }
                _ => relation.other_attributes.push(other(&attribute)),
            }
        }
        content.relations.push(relation);
    }
    for schema in schemas.all() {
        read_annotations(schema, &full_names, content, repeats)?;
    }
    read_annotations(root, &full_names, content, repeats)?;
    add_nestings(nestings, content, repeats)
}

/// The full names of tables that have their name in common, by name and namespace.
struct FullNames(HashMap<(String, String), Box<str>>);

impl FullNames {
    fn of(content: &DataSetContent) -> Self {
        let named = content.tables.iter().filter_map(|table| {
            let namespace = table.namespace.as_ref().unwrap_or(&content.namespace);
            Some(((table.name.clone(), namespace.clone()), table.full_name.clone()?))
        });
        Self(named.collect())
    }

    /// The name that tells the table from all others.
    fn table(&self, name: String, namespace: Option<&str>, repeats: &mut Repeats) -> Result<String, DataSetError> {
        let key = (name, namespace.unwrap_or_default().to_owned());
        match self.0.get(&key) {
            Some(full_name) => {
                repeats.text(full_name)?;
                Ok(full_name.to_string())
            }
            None => Ok(key.0),
        }
    }
}

/// The table and columns that a constraint selects: `.//mstns:Table`, `mstns:Column` or `@Column`.
fn selected(
    constraint: Element<'_>,
    full_names: &FullNames,
    repeats: &mut Repeats,
) -> Result<(String, Vec<String>), DataSetError> {
    fn last(element: Element<'_>) -> &str {
        let path = element.attribute(None, "xpath").unwrap_or_default();
        path.rsplit('/').next().unwrap_or_default().trim_start_matches('@')
    }
    let decoded = |name| decode_local_name(local(name)).into_owned();
    let table = match constraint.element(Some(XS), "selector") {
        Some(selector) => {
            let name = last(selector);
            let prefix = name.split_once(':').map(|(prefix, _)| prefix);
            // Names of paths without a prefix have no namespace.
            let namespace = prefix.and_then(|prefix| selector.namespace_of_prefix(Some(prefix)));
            full_names.table(decoded(name), namespace, repeats)?
        }
        None => String::new(),
    };
    let fields = constraint.elements().filter(|child| child.is(Some(XS), "field"));
    Ok((table, fields.map(|field| decoded(last(field))).collect()))
}

fn local(name: &str) -> &str {
    name.rsplit(':').next().unwrap_or_default()
}

/// `xs:annotation/xs:appinfo/msdata:Relationship`: relations without a constraint.
fn read_annotations(
    holder: Element<'_>,
    full_names: &FullNames,
    content: &mut DataSetContent,
    repeats: &mut Repeats,
) -> Result<(), DataSetError> {
    let annotations = holder.elements().filter(|element| element.is(Some(XS), "annotation"));
    let informations = annotations.flat_map(Element::elements).filter(|element| element.is(Some(XS), "appinfo"));
    for stated in informations.flat_map(Element::elements).filter(|element| element.is(Some(MSDATA), "Relationship")) {
        let text =
            |name| stated.attribute(Some(MSDATA), name).or_else(|| stated.attribute(None, name)).unwrap_or_default();
        let names = |name| -> Vec<String> {
            // Encoded names have no blanks; some writers put commas between names.
            text(name)
                .split([' ', ','])
                .filter(|part| !part.is_empty())
                .map(|part| decode_local_name(local(part)).into_owned())
                .collect()
        };
        let mut table = |name, namespace| {
            let decoded = decode_local_name(local(text(name))).into_owned();
            full_names.table(decoded, stated.attribute(Some(MSDATA), namespace), repeats)
        };
        let mut relation = Relation::new(
            decode_local_name(text("name")),
            table("parent", PARENT_NAMESPACE)?,
            names("parentkey"),
            table("child", CHILD_NAMESPACE)?,
            names("childkey"),
        )
        .without_constraint();
        for attribute in stated.attributes() {
            match attribute.name {
                "name" | "parent" | "child" | "parentkey" | "childkey" | PARENT_NAMESPACE | CHILD_NAMESPACE => {}
                "IsNested" if is_true(Some(attribute.value)) => relation.is_nested = true,
                _ => relation.other_attributes.push(other(&attribute)),
            }
        }
        content.relations.push(relation);
    }
    Ok(())
}

fn add_nestings(
    nestings: &[(usize, usize)],
    content: &mut DataSetContent,
    repeats: &mut Repeats,
) -> Result<(), DataSetError> {
    let nested = content.relations.iter().filter(|relation| relation.is_nested);
    let mut stated: HashSet<(String, String)> =
        nested.map(|relation| (relation.parent.clone(), relation.child.clone())).collect();
    for (parent, child) in nestings {
        let (Some(parent), Some(child)) = (content.tables.get(*parent), content.tables.get(*child)) else {
            continue;
        };
        repeats.text(parent.full_name())?;
        repeats.text(child.full_name())?;
        if stated.insert((parent.full_name().to_owned(), child.full_name().to_owned())) {
            let name = format!("{}_{}", parent.name, child.name);
            let none: [&str; 0] = [];
            let mut relation = Relation::new(name, parent.full_name(), none, child.full_name(), none).nested();
            relation.kind = RelationKind::Nesting;
            content.relations.push(relation);
        }
    }
    Ok(())
}

/// The names of keys in a schema: constraints of several tables may share a name.
struct KeyNames<'c> {
    keys: &'c [Key],
    /// The first key of each name.
    by_name: HashMap<&'c str, usize>,
    /// The first key of these columns of a table.
    by_columns: HashMap<(&'c str, &'c [String]), usize>,
}

impl<'c> KeyNames<'c> {
    fn of(keys: &'c [Key]) -> Self {
        let (mut by_name, mut by_columns) = (HashMap::new(), HashMap::new());
        for (index, key) in keys.iter().enumerate() {
            by_name.entry(key.name.as_str()).or_insert(index);
            by_columns.entry((key.table.as_str(), key.columns.as_slice())).or_insert(index);
        }
        Self { keys, by_name, by_columns }
    }

    /// The name for `refer` and `xs:unique`, and the name of the constraint if it differs.
    fn name(&self, index: usize) -> Option<(String, Option<String>)> {
        let key = self.keys.get(index)?;
        let encoded = encode_local_name(&key.name).into_owned();
        Some(if self.by_name.get(key.name.as_str()) == Some(&index) {
            (encoded, None)
        } else {
            (format!("{}_{encoded}", encode_local_name(&key.table)), Some(encoded))
        })
    }

    fn referred(&self, relation: &Relation) -> Option<String> {
        let index = self.by_columns.get(&(relation.parent.as_str(), relation.parent_columns.as_slice()))?;
        self.name(*index).map(|(name, _)| name)
    }
}

impl Writer<'_> {
    pub(super) fn constraints(&self, out: &mut String) {
        let names = KeyNames::of(&self.content.keys);
        for (index, key) in self.content.keys.iter().enumerate() {
            let (name, own_name) = names.name(index).unwrap_or_default();
            Tag::open(out, "xs:unique")
                .attribute("name", &name)
                .optional("msdata:ConstraintName", own_name.as_deref())
                .flag("msdata:PrimaryKey", key.is_primary)
                .other_attributes(&key.other_attributes)
                .content(|out| self.selector(&key.table, &key.columns, out));
        }
        for relation in self.content.relations.iter().filter(|relation| relation.kind == RelationKind::Constraint) {
            let refer = names.referred(relation).map(|key| format!("{}{key}", self.own_prefix()));
            Tag::open(out, "xs:keyref")
                .attribute("name", &encode_local_name(&relation.name))
                .attribute("refer", &refer.unwrap_or_default())
                .flag("msdata:IsNested", relation.is_nested)
                .other_attributes(&relation.other_attributes)
                .content(|out| self.selector(&relation.child, &relation.child_columns, out));
        }
    }

    fn own_prefix(&self) -> &'static str {
        if self.content.namespace.is_empty() { "" } else { "mstns:" }
    }

    fn prefix_of(&self, namespace: Option<&str>) -> String {
        match namespace {
            None => self.own_prefix().to_owned(),
            Some(namespace) => match self.prefixes.get(namespace) {
                Some(index) => format!("app{}:", index + 1),
                None => String::new(),
            },
        }
    }

    fn selector(&self, table: &str, columns: &[String], out: &mut String) {
        let index = self.references.table(table);
        let found = index.and_then(|index| self.content.tables.get(index));
        let prefix = self.prefix_of(found.and_then(|found| found.namespace.as_deref()));
        let path = format!(".//{prefix}{}", encode_local_name(found.map_or(table, Table::name)));
        Tag::open(out, "xs:selector").attribute("xpath", &path).close();
        for name in columns {
            let place = index.and_then(|index| self.references.column(index, name));
            let column = found.and_then(|found| found.columns.get(place?));
            let is_attribute =
                column.is_some_and(|column| matches!(column.mapping, Mapping::Attribute | Mapping::Hidden));
            let mark = if is_attribute { "@" } else { "" };
            let own = column.and_then(|column| column.namespace.as_deref());
            let prefix = own.map_or_else(|| prefix.clone(), |own| self.prefix_of(Some(own)));
            let path = format!("{mark}{prefix}{}", encode_local_name(name));
            Tag::open(out, "xs:field").attribute("xpath", &path).close();
        }
    }

    pub(super) fn annotations(&self, out: &mut String) {
        let stated: Vec<&Relation> =
            self.content.relations.iter().filter(|relation| relation.kind == RelationKind::Annotation).collect();
        if stated.is_empty() {
            return;
        }
        let names = |names: &[String]| -> String {
            let encoded: Vec<String> = names.iter().map(|name| encode_local_name(name).into_owned()).collect();
            encoded.join(" ")
        };
        // The name of a table, and its namespace if others have the name.
        let table = |name: &str| {
            let found = self.references.table(name).and_then(|index| self.content.tables.get(index));
            let own_name = found.map_or(name, Table::name);
            let namespace = found.filter(|_| own_name != name).map(|found| self.namespace_of(found));
            (encode_local_name(own_name).into_owned(), namespace)
        };
        Tag::open(out, "xs:annotation").content(|out| {
            Tag::open(out, "xs:appinfo").content(|out| {
                for relation in stated {
                    let ((parent, parent_namespace), (child, child_namespace)) =
                        (table(&relation.parent), table(&relation.child));
                    Tag::open(out, "msdata:Relationship")
                        .attribute("name", &encode_local_name(&relation.name))
                        .attribute("msdata:parent", &parent)
                        .attribute("msdata:child", &child)
                        .attribute("msdata:parentkey", &names(&relation.parent_columns))
                        .attribute("msdata:childkey", &names(&relation.child_columns))
                        .flag("msdata:IsNested", relation.is_nested)
                        .optional(&format!("msdata:{PARENT_NAMESPACE}"), parent_namespace)
                        .optional(&format!("msdata:{CHILD_NAMESPACE}"), child_namespace)
                        .other_attributes(&relation.other_attributes)
                        .close();
                }
            });
        });
    }
}
