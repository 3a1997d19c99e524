//! A spec as it is written: names not yet looked up, every one with its place.
//!
//! A name that is missing in the file is an empty text here. It has been reported, so whoever meets one says nothing more.

use crate::diagnostic::Span;

/// A text of the spec and where it stands.
#[derive(Debug, Clone, Default)]
pub(crate) struct Text {
    pub(crate) value: String,
    pub(crate) span: Span,
}

impl Text {
    /// Whether it is missing in the file, which has been reported.
    pub(crate) fn is_missing(&self) -> bool {
        self.value.is_empty()
    }
}

/// A `true` or `false` and where it stands.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Flag {
    pub(crate) value: bool,
    pub(crate) span: Span,
}

impl Flag {
    /// Whether the attribute is there and true.
    pub(crate) fn is_set(flag: Option<Self>) -> bool {
        flag.is_some_and(|flag| flag.value)
    }
}

/// `<service>`
#[derive(Debug)]
pub(crate) struct Service {
    pub(crate) tag: Span,
    pub(crate) name: Text,
    pub(crate) path: Text,
    pub(crate) namespace: Option<Text>,
    pub(crate) doc: Vec<String>,
    pub(crate) undocumented: Vec<String>,
    pub(crate) types: Vec<TypeDefinition>,
    pub(crate) groups: Vec<Group>,
    pub(crate) common: Vec<Entry>,
    pub(crate) areas: Vec<Area>,
}

/// `<enum>` or `<structure>`
#[derive(Debug)]
pub(crate) struct TypeDefinition {
    pub(crate) name: Text,
    pub(crate) rust: Option<Text>,
    pub(crate) doc: Vec<String>,
    pub(crate) body: TypeBody,
}

/// What a type consists of.
#[derive(Debug)]
pub(crate) enum TypeBody {
    Enumeration(Vec<EnumValue>),
    Structure(Vec<Param>),
}

/// `<value>`
#[derive(Debug)]
pub(crate) struct EnumValue {
    /// May be empty: servers do have an empty value. `None` where it is missing, which has been reported.
    pub(crate) name: Option<Text>,
    pub(crate) rust: Option<Text>,
    pub(crate) doc: Vec<String>,
}

/// `<group>`
#[derive(Debug)]
pub(crate) struct Group {
    pub(crate) name: Text,
    pub(crate) role: Option<Text>,
    pub(crate) entries: Vec<Entry>,
}

/// `<param>` or `<use>`
#[derive(Debug)]
pub(crate) enum Entry {
    Param(Box<Param>),
    Use(Text),
}

/// `<param>`
#[derive(Debug)]
pub(crate) struct Param {
    pub(crate) name: Text,
    pub(crate) type_name: Text,
    pub(crate) array: Option<Flag>,
    pub(crate) item: Option<Text>,
    pub(crate) required: Option<Flag>,
    pub(crate) nullable: Option<Flag>,
    pub(crate) secret: Option<Flag>,
    pub(crate) role: Option<Text>,
    pub(crate) rust: Option<Text>,
    pub(crate) doc: Vec<String>,
    pub(crate) undocumented: Vec<String>,
}

/// `<area>`
#[derive(Debug)]
pub(crate) struct Area {
    pub(crate) name: Text,
    pub(crate) title: Text,
    pub(crate) doc: Vec<String>,
    pub(crate) operations: Vec<Operation>,
}

/// `<operation>`
#[derive(Debug)]
pub(crate) struct Operation {
    pub(crate) tag: Span,
    pub(crate) name: Text,
    /// Empty where the attribute is there without a value, as are `kind` and `type` of the element.
    pub(crate) result: Option<Text>,
    pub(crate) effect: Text,
    pub(crate) open: Option<Flag>,
    pub(crate) variant_of: Option<Text>,
    pub(crate) rust: Option<Text>,
    pub(crate) deprecated: Option<Text>,
    pub(crate) transports: Option<Vec<Text>>,
    pub(crate) doc: Vec<String>,
    pub(crate) entries: Vec<Entry>,
    pub(crate) result_element: Option<ResultElement>,
    pub(crate) limits: Vec<Limit>,
    pub(crate) undocumented: Vec<String>,
}

/// `<result>`
#[derive(Debug)]
pub(crate) struct ResultElement {
    pub(crate) tag: Span,
    pub(crate) kind: Option<Text>,
    pub(crate) type_name: Option<Text>,
    pub(crate) array: Option<Flag>,
    pub(crate) element: Option<Text>,
    pub(crate) doc: Vec<String>,
    pub(crate) columns: Option<Columns>,
}

/// `<columns>`
#[derive(Debug)]
pub(crate) struct Columns {
    pub(crate) tag: Span,
    pub(crate) table: Option<Text>,
    pub(crate) rust: Option<Text>,
    /// In order.
    pub(crate) all: Vec<Column>,
}

/// `<column>`
#[derive(Debug)]
pub(crate) struct Column {
    pub(crate) name: Text,
    pub(crate) type_name: Text,
    pub(crate) required: Option<Flag>,
    pub(crate) rust: Option<Text>,
    pub(crate) doc: Vec<String>,
}

/// `<limit>`
#[derive(Debug)]
pub(crate) struct Limit {
    pub(crate) records: Option<u64>,
    pub(crate) doc: Vec<String>,
}
