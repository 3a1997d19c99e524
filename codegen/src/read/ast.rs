//! A spec as written: unresolved names with their locations.
//!
//! A missing name is an empty text. It has been reported, so later checks do not report it again.

use crate::diagnostic::Span;

/// A text of the spec and its location.
#[derive(Debug, Clone, Default)]
pub struct Text {
    pub value: String,
    pub span: Span,
}

impl Text {
    /// Whether the file lacks it, which has been reported.
    pub fn is_missing(&self) -> bool {
        self.value.is_empty()
    }
}

/// A `true` or `false` and its location.
#[derive(Debug, Clone, Copy)]
pub struct Flag {
    pub value: bool,
    pub span: Span,
}

impl Flag {
    /// `None` for a text that is neither `true` nor `false`.
    pub(super) fn of(text: &Text) -> Option<Self> {
        let value = text.value.parse().ok()?;
        Some(Self { value, span: text.span })
    }

    /// Whether the attribute is present and true.
    pub fn is_set(flag: Option<Self>) -> bool {
        flag.is_some_and(|flag| flag.value)
    }
}

/// The attributes that an element has of those that its rule knows.
#[derive(Debug, Default)]
pub struct Attributes(pub(super) Vec<(&'static str, Text)>);

impl Attributes {
    /// The attribute of that name. An empty one counts as missing, unless its rule allows any text.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&Text> {
        self.0.iter().find(|(known, _)| *known == name).map(|(_, text)| text)
    }

    /// A `true` or `false`. Another word has been reported and counts as missing.
    #[must_use]
    pub fn flag(&self, name: &str) -> Option<Flag> {
        Flag::of(self.text(name)?)
    }

    /// Whether the attribute is present and true.
    #[must_use]
    pub fn is_set(&self, name: &str) -> bool {
        Flag::is_set(self.flag(name))
    }
}

/// `<service>`
#[derive(Debug)]
pub struct Service {
    pub tag: Span,
    pub name: Text,
    pub path: Text,
    pub namespace: Option<Text>,
    /// Whether it was imported. An imported spec may lack what a written one needs.
    pub imported: bool,
    pub doc: Vec<String>,
    pub undocumented: Vec<String>,
    pub ports: Vec<Port>,
    pub types: Vec<TypeDefinition>,
    pub arrays: Vec<ArrayDefinition>,
    pub groups: Vec<Group>,
    pub common: Vec<Entry>,
    /// Headers of every operation, before its own.
    pub headers: Vec<Header>,
    pub areas: Vec<Area>,
    pub comments: Vec<Comment>,
}

/// `<!-- … -->`
#[derive(Debug)]
pub struct Comment {
    pub span: Span,
    /// The next element beside it.
    pub element: Option<Span>,
}

/// `<port>`
#[derive(Debug)]
pub struct Port {
    pub name: Text,
    pub transport: Text,
    pub path: Option<Text>,
}

/// `<enum>`, `<structure>` or `<dataset>`
#[derive(Debug)]
pub struct TypeDefinition {
    pub name: Text,
    pub wire_name: Option<Text>,
    pub namespace: Option<Text>,
    pub anonymous: Option<Flag>,
    pub rust: Option<Text>,
    pub doc: Vec<String>,
    pub body: TypeBody,
}

#[derive(Debug)]
pub enum TypeBody {
    Enumeration { values: Vec<EnumValue>, flags: Option<Flag> },
    Structure { members: Vec<Param>, base: Option<Text>, is_abstract: Option<Flag> },
    DataSet { tables: Vec<Table> },
}

/// `<value>`
#[derive(Debug)]
pub struct EnumValue {
    /// May be empty, as on some servers. `None` if missing, which has been reported.
    pub name: Option<Text>,
    pub rust: Option<Text>,
    pub doc: Vec<String>,
}

/// `<array>`
#[derive(Debug)]
pub struct ArrayDefinition {
    pub name: Text,
    pub type_name: Option<Text>,
    pub item: Option<Text>,
    pub item_namespace: Option<Text>,
    pub list: Option<Flag>,
    pub nullable: Option<Flag>,
    pub wire_name: Option<Text>,
    pub namespace: Option<Text>,
    pub anonymous: Option<Flag>,
    pub alternatives: Vec<Param>,
}

/// `<group>`
#[derive(Debug)]
pub struct Group {
    pub name: Text,
    pub role: Option<Text>,
    pub entries: Vec<Entry>,
}

/// `<param>` or another member, or `<use>`
#[derive(Debug)]
pub enum Entry {
    Param(Box<Param>),
    Use(Text),
}

/// The place of a [`Param`]'s value, which its element's name states.
#[derive(Debug, Default)]
pub enum Place {
    #[default]
    Element,
    Attribute,
    Text,
    Mixed,
    Choice(Vec<Param>),
    AnyElements,
    AnyAttributes,
}

/// `<param>`, `<output>`, `<header>`, `<attribute>`, `<text>`, `<mixed>`, `<choice>`, `<any>` or `<any-attributes>`
#[derive(Debug, Default)]
pub struct Param {
    pub place: Place,
    pub name: Text,
    pub type_name: Text,
    pub rust: Option<Text>,
    /// All attributes, those with fields of their own included.
    pub attributes: Attributes,
    pub doc: Vec<String>,
    pub undocumented: Vec<String>,
}

/// The values, and behind them the alternatives of their choices, also of choices inside of choices.
pub fn with_alternatives<'a>(values: impl IntoIterator<Item = &'a Param>) -> Vec<&'a Param> {
    let mut values: Vec<&Param> = values.into_iter().collect();
    let mut at = 0;
    while let Some(value) = values.get(at) {
        if let Place::Choice(alternatives) = &value.place {
            values.extend(alternatives);
        }
        at += 1;
    }
    values
}

/// Identifies elements or attributes in one place: two of one name in one namespace are the same.
pub type ParamKey<'a> = (bool, Option<&'a str>, &'a str);

impl Param {
    /// The name for messages: its name or, without one, its element.
    pub fn shown_name(&self) -> &str {
        match self.place {
            Place::Element | Place::Attribute => &self.name.value,
            Place::Text => "<text>",
            Place::Mixed => "<mixed>",
            Place::Choice(_) => "<choice>",
            Place::AnyElements => "<any>",
            Place::AnyAttributes => "<any-attributes>",
        }
    }

    /// A key that must be unique in its place; `None` without a name.
    pub fn key(&self) -> Option<ParamKey<'_>> {
        let is_attribute = matches!(self.place, Place::Attribute);
        let namespace = self.attributes.text("namespace").map(|namespace| namespace.value.as_str());
        (!self.name.is_missing()).then_some((is_attribute, namespace, self.name.value.as_str()))
    }
}

/// `<header>`
#[derive(Debug)]
pub struct Header {
    pub param: Param,
    pub direction: Option<Text>,
}

/// `<area>`
#[derive(Debug)]
pub struct Area {
    pub name: Text,
    pub title: Text,
    pub doc: Vec<String>,
    pub operations: Vec<Operation>,
}

/// `<operation>`
#[derive(Debug)]
pub struct Operation {
    pub tag: Span,
    pub name: Text,
    /// Empty for an attribute without a value, like `kind` and `type` of the element.
    pub result: Option<Text>,
    /// The content of the result.
    pub content: Option<Text>,
    /// The path to the rows of the result.
    pub rows: Option<Text>,
    pub effect: Text,
    pub open: Option<Flag>,
    pub open_namespaces: Option<Text>,
    pub variant_of: Option<Text>,
    pub rust: Option<Text>,
    pub deprecated: Option<Text>,
    pub transports: Option<Vec<Text>>,
    pub ports: Option<Vec<Text>>,
    pub style: Option<Text>,
    pub request: WrapperName,
    pub response: WrapperName,
    pub action: Option<Text>,
    pub location: Option<Text>,
    pub one_way: Option<Flag>,
    pub on_contradiction: Option<Text>,
    pub doc: Vec<String>,
    pub entries: Vec<Entry>,
    pub result_element: Option<ResultElement>,
    pub outputs: Vec<Param>,
    pub headers: Vec<Header>,
    pub limits: Vec<Limit>,
    pub undocumented: Vec<String>,
}

/// The element around the parts of a message.
#[derive(Debug, Default)]
pub struct WrapperName {
    pub element: Option<Text>,
    pub namespace: Option<Text>,
}

/// `<result>`
#[derive(Debug)]
pub struct ResultElement {
    pub tag: Span,
    pub kind: Option<Text>,
    pub type_name: Option<Text>,
    pub element: Option<Text>,
    /// The properties that it shares with parameters.
    pub param: Param,
    pub doc: Vec<String>,
    pub columns: Option<Columns>,
}

/// `<columns>`
#[derive(Debug)]
pub struct Columns {
    pub tag: Span,
    pub table: Option<Text>,
    pub rust: Option<Text>,
    pub all: Vec<Column>,
}

/// `<table>`
#[derive(Debug)]
pub struct Table {
    pub name: Text,
    pub row: Option<Text>,
    pub rust: Option<Text>,
    pub doc: Vec<String>,
    pub columns: Vec<Column>,
}

/// `<column>`
#[derive(Debug)]
pub struct Column {
    pub name: Text,
    pub type_name: Text,
    pub required: Option<Flag>,
    pub scale: Option<Text>,
    pub mapping: Option<Text>,
    pub rust: Option<Text>,
    pub doc: Vec<String>,
}

/// `<limit>`
#[derive(Debug)]
pub struct Limit {
    pub tag: Span,
    pub records: Option<u64>,
    pub doc: Vec<String>,
}
