//! The types that a spec names.

use asmx_types::rules::Kind;

use super::{Mapping, Member, Namespace, Scalar, XmlKind};

/// A type that the spec names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedType {
    /// Name, decoded: in XML it is written as `XmlConvert` encodes it.
    pub name: String,
    /// Namespace of the name.
    pub namespace: Namespace,
    /// Whether the name is for specs only: on the wire the type has none, because only one element is of it.
    pub anonymous: bool,
    /// Rust name, without `r#`.
    pub rust_name: String,
    /// What it means.
    pub doc: Vec<String>,
    /// What it is.
    pub kind: NamedTypeKind,
}

impl NamedType {
    /// What it is if it has members.
    #[must_use]
    pub const fn structure(&self) -> Option<&Structure> {
        match &self.kind {
            NamedTypeKind::Structure(structure) => Some(structure),
            NamedTypeKind::Enumeration(_) | NamedTypeKind::DataSet(_) => None,
        }
    }

    /// [`structure`](Self::structure), to be changed.
    pub const fn structure_mut(&mut self) -> Option<&mut Structure> {
        match &mut self.kind {
            NamedTypeKind::Structure(structure) => Some(structure),
            NamedTypeKind::Enumeration(_) | NamedTypeKind::DataSet(_) => None,
        }
    }
}

/// What a named type is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NamedTypeKind {
    /// One of a list of values, exact text.
    Enumeration(Enumeration),
    /// Members in order.
    Structure(Structure),
    /// A DataSet whose tables a schema declares. Its name is that of the DataSet, and the namespace that of the schema.
    DataSet(DataSetType),
}

impl NamedTypeKind {
    /// What the rules of types need to know of it.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        match self {
            Self::Enumeration(_) => Kind::Enumeration,
            Self::Structure(_) => Kind::Structure,
            Self::DataSet(_) => Kind::Xml(XmlKind::DataSet),
        }
    }
}

/// What the types of that list are, for the rules of types.
pub fn kinds(types: &[NamedType]) -> impl Fn(usize) -> Kind + Copy + '_ {
    |index| types.get(index).map_or(Kind::Structure, |named| named.kind.kind())
}

/// A DataSet whose tables a schema declares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataSetType {
    /// Its tables, in the order of the schema. There is at least one, and each has a name that no other has.
    pub tables: Vec<DataSetTable>,
}

/// A table of a typed DataSet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataSetTable {
    /// Its name and its columns.
    pub table: DeclaredTable,
    /// Rust method that returns its rows (`orders`), without `r#`; the one that sets them begins with `with_`.
    pub method: String,
    /// What it holds, one paragraph an item.
    pub doc: Vec<String>,
}

impl DataSetTable {
    /// Its name, decoded.
    #[must_use]
    pub fn name(&self) -> &str {
        self.table.name.as_deref().unwrap_or_default()
    }
}

/// A type that is one of a list of values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Enumeration {
    /// Its values. The first is the default.
    pub values: Vec<EnumerationValue>,
    /// Whether a value is a set of them, separated by blanks in one text.
    pub flags: bool,
}

/// A type that has members.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Structure {
    /// Its own members in order. It contains itself only through what can be left out, or through an array.
    pub members: Vec<Member>,
    /// Index into [`Service::types`](super::Service::types) of the structure that it is derived from, whose members come first.
    pub base: Option<usize>,
    /// Whether only values of derived types exist.
    pub is_abstract: bool,
}

/// A value of an enumeration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EnumerationValue {
    /// Text on the wire.
    pub name: String,
    /// Rust variant, without `r#`.
    pub variant: String,
    /// What it means.
    pub doc: Vec<String>,
}

/// A table of which a spec declares columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeclaredTable {
    /// Its name, decoded: of a data set's table, or of the elements of a document that are rows. `None` where it is the first one.
    pub name: Option<String>,
    /// Rust name of the type of its rows (`ReportsGetBlocksRow`, `ShopOrdersRow`), without `r#`.
    pub row: String,
    /// Rust field of a row for the columns that came and are not declared.
    pub undeclared: String,
    /// Declared columns, in order. There is at least one.
    pub columns: Vec<Column>,
}

/// A declared column of a result or of a typed DataSet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// Name, decoded.
    pub name: String,
    /// Rust field of a row, without `r#`.
    pub field: String,
    /// Type of the values.
    pub kind: Scalar,
    /// Whether every row has a value; else it may be `DBNull`.
    pub required: bool,
    /// Where its values stand in a DataSet.
    pub mapping: Mapping,
    /// What it means.
    pub doc: Vec<String>,
}
