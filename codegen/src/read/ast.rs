//! A spec as it is written: names not yet looked up, every one with its place.
//!
//! A name that is missing in the file is an empty text here. It has been reported already, so that no other mistake is reported for it.

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
    /// Whether it says what a document of the service says, which may lack what is asked for in a spec of one's own.
    pub(crate) imported: bool,
    pub(crate) doc: Vec<String>,
    pub(crate) undocumented: Vec<String>,
    pub(crate) ports: Vec<Port>,
    pub(crate) types: Vec<TypeDefinition>,
    pub(crate) arrays: Vec<ArrayDefinition>,
    pub(crate) groups: Vec<Group>,
    pub(crate) common: Vec<Entry>,
    /// Headers of every operation, before its own.
    pub(crate) headers: Vec<Header>,
    pub(crate) areas: Vec<Area>,
}

/// `<port>`
#[derive(Debug)]
pub(crate) struct Port {
    pub(crate) name: Text,
    pub(crate) transport: Text,
    pub(crate) path: Option<Text>,
}

/// `<enum>`, `<structure>` or `<dataset>`
#[derive(Debug)]
pub(crate) struct TypeDefinition {
    pub(crate) name: Text,
    pub(crate) wire_name: Option<Text>,
    pub(crate) namespace: Option<Text>,
    pub(crate) anonymous: Option<Flag>,
    pub(crate) rust: Option<Text>,
    pub(crate) doc: Vec<String>,
    pub(crate) body: TypeBody,
}

/// What a type consists of.
#[derive(Debug)]
pub(crate) enum TypeBody {
    Enumeration { values: Vec<EnumValue>, flags: Option<Flag> },
    Structure { members: Vec<Param>, base: Option<Text>, is_abstract: Option<Flag> },
    DataSet { tables: Vec<Table> },
}

/// `<value>`
#[derive(Debug)]
pub(crate) struct EnumValue {
    /// May be empty: servers do have an empty value. `None` where it is missing, which has been reported.
    pub(crate) name: Option<Text>,
    pub(crate) rust: Option<Text>,
    pub(crate) doc: Vec<String>,
}

/// `<array>`
#[derive(Debug)]
pub(crate) struct ArrayDefinition {
    pub(crate) name: Text,
    pub(crate) type_name: Option<Text>,
    pub(crate) item: Option<Text>,
    pub(crate) item_namespace: Option<Text>,
    pub(crate) list: Option<Flag>,
    pub(crate) nullable: Option<Flag>,
    pub(crate) wire_name: Option<Text>,
    pub(crate) namespace: Option<Text>,
    pub(crate) anonymous: Option<Flag>,
    pub(crate) alternatives: Vec<Param>,
}

/// `<group>`
#[derive(Debug)]
pub(crate) struct Group {
    pub(crate) name: Text,
    pub(crate) role: Option<Text>,
    pub(crate) entries: Vec<Entry>,
}

/// `<param>`, or what else can stand in its place, or `<use>`
#[derive(Debug)]
pub(crate) enum Entry {
    Param(Box<Param>),
    Use(Text),
}

/// Where the value of a [`Param`] stands: its element's name says it.
#[derive(Debug, Default)]
pub(crate) enum Place {
    #[default]
    Element,
    Attribute,
    Text,
    Mixed,
    Choice(Vec<Param>),
    AnyElements,
    AnyAttributes,
}

/// `<param>`, `<output>`, `<header>`, `<attribute>`, `<text>`, `<mixed>`, `<choice>`, `<any>` or `<any-attributes>`: what each of them has
/// not counts as if it was not there.
#[derive(Debug, Default)]
pub(crate) struct Param {
    pub(crate) place: Place,
    pub(crate) name: Text,
    pub(crate) type_name: Text,
    pub(crate) array: Option<Flag>,
    pub(crate) item: Option<Text>,
    pub(crate) list: Option<Flag>,
    pub(crate) repeated: Option<Flag>,
    pub(crate) required: Option<Flag>,
    pub(crate) optional: Option<Flag>,
    pub(crate) nullable: Option<Flag>,
    pub(crate) array_nullable: Option<Flag>,
    pub(crate) default: Option<Text>,
    pub(crate) namespace: Option<Text>,
    pub(crate) part: Option<Text>,
    pub(crate) secret: Option<Flag>,
    pub(crate) role: Option<Text>,
    pub(crate) rust: Option<Text>,
    pub(crate) doc: Vec<String>,
    pub(crate) undocumented: Vec<String>,
}

/// What tells two things apart that stand in one place: two elements, or two attributes, of one name in one namespace are the same.
pub(crate) type ParamKey<'a> = (bool, Option<&'a str>, &'a str);

impl Param {
    /// What messages call it: by its name or, if it has none, by its element.
    pub(crate) fn shown_name(&self) -> &str {
        match self.place {
            Place::Element | Place::Attribute => &self.name.value,
            Place::Text => "<text>",
            Place::Mixed => "<mixed>",
            Place::Choice(_) => "<choice>",
            Place::AnyElements => "<any>",
            Place::AnyAttributes => "<any-attributes>",
        }
    }

    /// What no other in the same place may share; `None` if it has no name.
    pub(crate) fn key(&self) -> Option<ParamKey<'_>> {
        let is_attribute = matches!(self.place, Place::Attribute);
        let namespace = self.namespace.as_ref().map(|namespace| namespace.value.as_str());
        (!self.name.is_missing()).then_some((is_attribute, namespace, self.name.value.as_str()))
    }
}

/// `<header>`
#[derive(Debug)]
pub(crate) struct Header {
    pub(crate) param: Param,
    pub(crate) direction: Option<Text>,
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
    pub(crate) ports: Option<Vec<Text>>,
    pub(crate) style: Option<Text>,
    pub(crate) request: WrapperName,
    pub(crate) response: WrapperName,
    pub(crate) action: Option<Text>,
    pub(crate) location: Option<Text>,
    pub(crate) one_way: Option<Flag>,
    pub(crate) doc: Vec<String>,
    pub(crate) entries: Vec<Entry>,
    pub(crate) result_element: Option<ResultElement>,
    pub(crate) outputs: Vec<Param>,
    pub(crate) headers: Vec<Header>,
    pub(crate) limits: Vec<Limit>,
    pub(crate) undocumented: Vec<String>,
}

/// The element around the parts of a message.
#[derive(Debug, Default)]
pub(crate) struct WrapperName {
    pub(crate) element: Option<Text>,
    pub(crate) namespace: Option<Text>,
}

/// `<result>`
#[derive(Debug)]
pub(crate) struct ResultElement {
    pub(crate) tag: Span,
    pub(crate) kind: Option<Text>,
    pub(crate) type_name: Option<Text>,
    pub(crate) element: Option<Text>,
    /// What else is said of it, as of a parameter.
    pub(crate) param: Param,
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

/// `<table>`
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) name: Text,
    pub(crate) row: Option<Text>,
    pub(crate) rust: Option<Text>,
    pub(crate) doc: Vec<String>,
    /// In order.
    pub(crate) columns: Vec<Column>,
}

/// `<column>`
#[derive(Debug)]
pub(crate) struct Column {
    pub(crate) name: Text,
    pub(crate) type_name: Text,
    pub(crate) required: Option<Flag>,
    pub(crate) mapping: Option<Text>,
    pub(crate) rust: Option<Text>,
    pub(crate) doc: Vec<String>,
}

/// `<limit>`
#[derive(Debug)]
pub(crate) struct Limit {
    pub(crate) records: Option<u64>,
    pub(crate) doc: Vec<String>,
}
