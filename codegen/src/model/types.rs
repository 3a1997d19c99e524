//! Types of members, and those that a spec names.

use asmx_types::rules::Kind;

use super::{Mapping, Member, Namespace, Scalar, XmlKind};

/// A type of the XSD type system as ASMX uses it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Type {
    /// A built-in scalar.
    Scalar(Scalar),
    /// Index into [`Service::types`](super::Service::types).
    Named(usize),
    /// A wrapped array: the parameter's element holds one `item` element per item.
    Array(Box<ArrayType>),
    /// A list of simple values in one text.
    List(Box<Type>),
    /// Any type: `xsi:type` tells which.
    Any,
    /// XML as it comes.
    Xml(XmlKind),
}

impl Type {
    /// What the rules of types need to know of it; `named` tells what the named types are.
    pub fn kind(&self, named: impl Fn(usize) -> Kind) -> Kind {
        match self {
            Self::Scalar(scalar) => Kind::Scalar(*scalar),
            Self::Named(index) => named(*index),
            Self::Array(_) => Kind::Array,
            Self::List(_) => Kind::List,
            Self::Any => Kind::Any,
            Self::Xml(kind) => Kind::Xml(*kind),
        }
    }
}

/// An array's items.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ArrayType {
    /// Type of the items.
    pub item: Type,
    /// Element name of an item (`string`, `int`, a type's name), decoded.
    pub item_name: String,
    /// Whether items may be null (always for strings and structures, on request for value types).
    pub nullable_items: bool,
    /// Namespace of an item's element.
    pub item_namespace: Namespace,
    /// The alternatives of which each item is one; empty if there is only [`item`](Self::item).
    pub alternatives: Vec<Member>,
    /// The type's own name, decoded, where it is not `ArrayOf…` after its items.
    pub name: Option<String>,
    /// Namespace of the type's name.
    pub namespace: Namespace,
}

impl ArrayType {
    /// An array of elements of the service's namespace, whose name follows from that of its items.
    #[must_use]
    pub fn of(item: Type, item_name: &str, nullable_items: bool) -> Self {
        Self {
            item,
            item_name: item_name.to_owned(),
            nullable_items,
            item_namespace: Namespace::Service,
            alternatives: Vec::new(),
            name: None,
            namespace: Namespace::Service,
        }
    }

    /// An array whose items are each one of some elements of the service's namespace.
    #[must_use]
    pub fn of_alternatives(alternatives: Vec<Member>) -> Self {
        Self { alternatives, ..Self::of(Type::Any, "", false) }
    }
}

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
