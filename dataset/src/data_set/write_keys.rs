//! Keys and relations, written as the constraints of the schema.

use super::content::{Key, Relation, RelationKind};
use super::write_schema::Writer;
use super::written::Tag;
use crate::table::Mapping;
use asmx_types::xml_name::encode_local_name;

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
                .others(&key.others)
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
                .others(&relation.others)
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
                        .others(&relation.others)
                        .close();
                }
            });
        });
    }
}
