//! The types that a spec names.

use asmx_types::rules::Kind;

use super::{Mapping, Member, Namespace, Scalar, XmlKind};

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct NamedType {
    /// Name, decoded: XML has it as `XmlConvert` encodes it.
    pub name: String,
    pub namespace: Namespace,
    /// Whether only the spec has the name. On the wire the type has none, because it is the type of a single element.
    pub anonymous: bool,
    /// Rust name, without `r#`.
    pub rust_name: String,
    pub doc: Vec<String>,
    pub kind: NamedTypeKind,
}

impl NamedType {
    /// The structure, unless it is another kind of type.
    #[must_use]
    pub const fn structure(&self) -> Option<&Structure> {
        match &self.kind {
            NamedTypeKind::Structure(structure) => Some(structure),
            NamedTypeKind::Enumeration(_) | NamedTypeKind::DataSet(_) => None,
        }
    }

    /// [`structure`](Self::structure), mutable.
    pub const fn structure_mut(&mut self) -> Option<&mut Structure> {
        match &mut self.kind {
            NamedTypeKind::Structure(structure) => Some(structure),
            NamedTypeKind::Enumeration(_) | NamedTypeKind::DataSet(_) => None,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum NamedTypeKind {
    /// A list of values, exact texts.
    Enumeration(Enumeration),
    /// Members in order.
    Structure(Structure),
    /// A DataSet whose tables a schema declares. Its name is the DataSet's, and its namespace the schema's.
    DataSet(DataSetType),
}

impl NamedTypeKind {
    /// Its kind for the rules of types.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        match self {
            Self::Enumeration(_) => Kind::Enumeration,
            Self::Structure(_) => Kind::Structure,
            Self::DataSet(_) => Kind::Xml(XmlKind::DataSet),
        }
    }
}

/// The kinds of these types, for the rules of types.
pub fn kinds(types: &[NamedType]) -> impl Fn(usize) -> Kind + Copy + '_ {
    |index| types.get(index).map_or(Kind::Structure, |named| named.kind.kind())
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DataSetType {
    /// Its tables, in the order of the schema: at least one, with unique names.
    pub tables: Vec<DataSetTable>,
}

/// A table of a typed DataSet.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DataSetTable {
    /// Its name and columns.
    pub table: DeclaredTable,
    /// Rust method that returns its rows (`orders`), without `r#`; the setter begins with `with_`.
    pub method: String,
    /// The rows' meaning, one paragraph an item.
    pub doc: Vec<String>,
}

impl DataSetTable {
    #[must_use]
    pub fn name(&self) -> &str {
        self.table.name.as_deref().unwrap_or_default()
    }
}

/// A type with a list of values.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Enumeration {
    /// Its values; the first is the default.
    pub values: Vec<EnumerationValue>,
    /// Whether a value is a set of them, separated by blanks.
    pub flags: bool,
}

/// A type with members.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Structure {
    /// Its own members in order. It contains itself only through an array, or through members that may be absent.
    pub members: Vec<Member>,
    /// Index into [`Service::types`](super::Service::types) of its base, whose members come first.
    pub base: Option<usize>,
    /// Whether only derived types have values.
    pub is_abstract: bool,
}

/// One value of an enumeration.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct EnumerationValue {
    /// Text on the wire.
    pub name: String,
    /// Rust variant, without `r#`.
    pub variant: String,
    pub doc: Vec<String>,
}

/// A table with declared columns.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DeclaredTable {
    /// Its name, decoded: a table of a DataSet, or the elements of a document that are rows. `None` for the first table.
    pub name: Option<String>,
    /// Rust name of the type of its rows (`ReportsGetBlocksRow`, `ShopOrdersRow`), without `r#`.
    pub row: String,
    /// Rust field of a row for undeclared columns.
    pub undeclared: String,
    /// Declared columns, in order; at least one.
    pub columns: Vec<Column>,
}

/// A declared column of a result or of a typed DataSet.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Column {
    /// Name, decoded.
    pub name: String,
    /// Rust field of a row, without `r#`.
    pub field: String,
    pub kind: Scalar,
    /// Whether every row has a value; otherwise it may be `DBNull`.
    pub required: bool,
    /// The most digits behind the point of its decimals.
    pub scale: Option<u8>,
    /// The place of its values in a DataSet.
    pub mapping: Mapping,
    pub doc: Vec<String>,
}
