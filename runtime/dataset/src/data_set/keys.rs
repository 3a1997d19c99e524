//! Keys and relations, read from the constraints of a data set's schema and written as such.

use std::collections::{HashMap, HashSet};

use super::content::{DataSetContent, Key, Relation, RelationKind};
use super::error::DataSetError;
use super::repeats::Repeats;
use super::schema_types::{Schemas, is_true, other};
use super::tag::Tag;
use super::write_schema::Writer;
use crate::table::Mapping;
use crate::vocabulary::{MSDATA, XS};
use asmx_types::xml_name::{decode_local_name, encode_local_name};
use asmx_xml::Element;

/// `nestings` are pairs of tables whose declarations are nested.
pub(super) fn read(
    schemas: &Schemas<'_>,
    root: Element<'_>,
    nestings: &[(usize, usize)],
    content: &mut DataSetContent,
    repeats: &mut Repeats,
) -> Result<(), DataSetError> {
    // Keys by the name that `refer` uses, which may differ from the constraint's.
    let mut referred: HashMap<&str, (usize, Element<'_>)> = HashMap::new();
    let constraints = || root.elements().filter(|element| element.namespace() == Some(XS));
    for element in constraints().filter(|element| matches!(element.name(), "unique" | "key")) {
        let (table, columns) = selected(element);
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
        let (child, child_columns) = selected(element);
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
        read_annotations(schema, content);
    }
    read_annotations(root, content);
    add_nestings(nestings, content, repeats)
}

/// The table and columns that a constraint selects: `.//mstns:Table`, `mstns:Column` or `@Column`.
fn selected(constraint: Element<'_>) -> (String, Vec<String>) {
    let path = |element: Element<'_>| {
        let path = element.attribute(None, "xpath").unwrap_or_default();
        let last = path.rsplit('/').next().unwrap_or_default().trim_start_matches('@');
        decode_local_name(local(last)).into_owned()
    };
    let table = constraint.element(Some(XS), "selector").map(path).unwrap_or_default();
    let columns = constraint.elements().filter(|child| child.is(Some(XS), "field")).map(path).collect();
    (table, columns)
}

fn local(name: &str) -> &str {
    name.rsplit(':').next().unwrap_or_default()
}

/// `xs:annotation/xs:appinfo/msdata:Relationship`: relations without a constraint.
fn read_annotations(holder: Element<'_>, content: &mut DataSetContent) {
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
        let table = |name| decode_local_name(local(text(name))).into_owned();
        let mut relation = Relation::new(
            decode_local_name(text("name")),
            table("parent"),
            names("parentkey"),
            table("child"),
            names("childkey"),
        )
        .without_constraint();
        for attribute in stated.attributes() {
            match attribute.name {
                "name" | "parent" | "child" | "parentkey" | "childkey" => {}
                "IsNested" if is_true(Some(attribute.value)) => relation.is_nested = true,
                _ => relation.other_attributes.push(other(&attribute)),
            }
        }
        content.relations.push(relation);
    }
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
        if stated.insert((parent.name.clone(), child.name.clone())) {
            repeats.text(&parent.name)?;
            repeats.text(&child.name)?;
            let name = format!("{}_{}", parent.name, child.name);
            let none: [&str; 0] = [];
            let mut relation = Relation::new(name, parent.name.as_str(), none, child.name.as_str(), none).nested();
            relation.kind = RelationKind::Nesting;
            content.relations.push(relation);
        }
    }
    Ok(())
}

impl Writer<'_> {
    /// The name for `refer` and `xs:unique`. Constraints of several tables may share a name.
    fn key_name(&self, key: &Key) -> (String, Option<String>) {
        let encoded = encode_local_name(&key.name).into_owned();
        let first = self.content.keys.iter().find(|other| other.name == key.name);
        if first.is_some_and(|first| std::ptr::eq(first, key)) {
            (encoded, None)
        } else {
            (format!("{}_{encoded}", encode_local_name(&key.table)), Some(encoded))
        }
    }

    pub(super) fn constraints(&self, out: &mut String) {
        for key in &self.content.keys {
            let (name, own_name) = self.key_name(key);
            Tag::open(out, "xs:unique")
                .attribute("name", &name)
                .optional("msdata:ConstraintName", own_name.as_deref())
                .flag("msdata:PrimaryKey", key.is_primary)
                .other_attributes(&key.other_attributes)
                .content(|out| self.selector(&key.table, &key.columns, out));
        }
        for relation in self.content.relations.iter().filter(|relation| relation.kind == RelationKind::Constraint) {
            let is_key = |key: &&Key| key.table == relation.parent && key.columns == relation.parent_columns;
            let key = self.content.keys.iter().find(is_key).map(|key| self.key_name(key).0);
            let refer = key.map(|key| format!("{}{key}", self.own_prefix()));
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
            Some(namespace) => match self.namespaces.iter().position(|other| *other == namespace) {
                Some(index) => format!("app{}:", index + 1),
                None => String::new(),
            },
        }
    }

    fn selector(&self, table: &str, columns: &[String], out: &mut String) {
        let found = self.content.tables.iter().find(|candidate| candidate.name == table);
        let prefix = self.prefix_of(found.and_then(|found| found.namespace.as_deref()));
        let path = format!(".//{prefix}{}", encode_local_name(table));
        Tag::open(out, "xs:selector").attribute("xpath", &path).close();
        for name in columns {
            let column = found.and_then(|found| found.column_named(name));
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
        Tag::open(out, "xs:annotation").content(|out| {
            Tag::open(out, "xs:appinfo").content(|out| {
                for relation in stated {
                    Tag::open(out, "msdata:Relationship")
                        .attribute("name", &encode_local_name(&relation.name))
                        .attribute("msdata:parent", &encode_local_name(&relation.parent))
                        .attribute("msdata:child", &encode_local_name(&relation.child))
                        .attribute("msdata:parentkey", &names(&relation.parent_columns))
                        .attribute("msdata:childkey", &names(&relation.child_columns))
                        .flag("msdata:IsNested", relation.is_nested)
                        .other_attributes(&relation.other_attributes)
                        .close();
                }
            });
        });
    }
}
