//! Members of structures and parts of messages, with their names and types.

use std::ops::{Deref, DerefMut};

use asmx_types::rules::{Hindrance, Items, Kind};

use super::{Facets, Presence, Scalar, XmlKind};

/// A member of a structure, or a part of a message: a parameter, an output, a header.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Member {
    /// Name (`BeginDate`), decoded: XML has it as `XmlConvert` encodes it. Empty for members without a name on the wire, such as a text or a
    /// choice.
    pub name: String,
    /// Namespace of the name.
    pub namespace: Namespace,
    pub place: Place,
    /// Its facets, which are read and set as its own fields: `member.presence`.
    pub facets: Facets<String>,
    /// The content that a wildcard accepts: undeclared elements, undeclared attributes, or mixed content.
    pub wildcard: Wildcard,
    /// Rust field and setter name (`begin_date`), without `r#`.
    pub field: String,
    /// Its meaning, one paragraph an item.
    pub doc: Vec<String>,
    pub kind: Type,
    /// Facts that the service's documentation leaves open.
    pub undocumented: Vec<String>,
}

impl Member {
    /// An element of the service's namespace, without a Rust name.
    #[must_use]
    pub fn element(name: &str, kind: Type, presence: Presence) -> Self {
        Self {
            name: name.to_owned(),
            namespace: Namespace::Service,
            place: Place::Element,
            facets: Facets::new(presence),
            wildcard: Wildcard::default(),
            field: String::new(),
            doc: Vec::new(),
            kind,
            undocumented: Vec::new(),
        }
    }

    /// A member without a name: a choice, a wildcard, mixed content. Its place decides its type. A choice is required, and undeclared
    /// elements are repeated.
    #[must_use]
    pub fn unnamed(place: Place) -> Self {
        let kind = match place {
            Place::Mixed | Place::AnyElements => Type::Xml(XmlKind::Content),
            Place::AnyAttributes => Type::Scalar(Scalar::String),
            Place::Element | Place::Attribute | Place::Text | Place::Choice(_) => Type::Any,
        };
        let field = place.usual_field().to_owned();
        let mut member = Self { place, field, ..Self::element("", kind, Presence::Optional) };
        member.repeated = member.place == Place::AnyElements;
        member.presence = member.usual_presence(false);
        member
    }

    /// With some facets changed.
    #[must_use]
    pub fn with(mut self, set: impl FnOnce(&mut Facets<String>)) -> Self {
        set(&mut self.facets);
        self
    }

    /// Removes what only people read.
    pub fn forget_words(&mut self) {
        self.doc.clear();
        self.undocumented.clear();
    }

    /// The presence of such a member if the spec states none. `is_value` is whether .NET holds its type by value.
    pub fn usual_presence(&self, is_value: bool) -> Presence {
        let required = !self.repeated
            && self.default.is_none()
            && match self.place {
                Place::Element | Place::Attribute | Place::Text => is_value,
                Place::Choice(_) => true,
                Place::Mixed | Place::AnyElements | Place::AnyAttributes => false,
            };
        if required { Presence::Required } else { Presence::Optional }
    }

    /// Whether the parameter is an array over GET and POST. Bytes are an array of numbers there.
    pub(crate) const fn is_array_part(&self) -> bool {
        self.facets.repeated
            || matches!(self.kind, Type::Array(_) | Type::Scalar(Scalar::Base64Binary | Scalar::HexBinary))
    }

    /// Why GET and POST cannot carry such a parameter, if they cannot: they carry elements with one text, and arrays of those. `named` gives
    /// the kinds of named types.
    pub fn hindrance(&self, named: impl Fn(usize) -> Kind) -> Option<Hindrance> {
        if self.place != Place::Element {
            return Some(Hindrance::Xml(XmlKind::Content));
        }
        let items = match &self.kind {
            Type::Array(array) if array.alternatives.is_empty() => {
                Some(Items { kind: array.item.kind(&named), nullable: array.nullable_items })
            }
            Type::Array(array) => Some(Items { kind: Kind::Structure, nullable: array.nullable_items }),
            _ => None,
        };
        Hindrance::of_member(self.presence, self.repeated, self.kind.kind(&named), items)
    }
}

impl Deref for Member {
    type Target = Facets<String>;

    fn deref(&self) -> &Self::Target {
        &self.facets
    }
}

impl DerefMut for Member {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.facets
    }
}

/// The place of a member's value.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub enum Place {
    /// In an element of its name.
    #[default]
    Element,
    /// In an attribute of its name.
    Attribute,
    /// The text of the structure, which then has no elements.
    Text,
    /// All content of the structure: texts and elements mixed.
    Mixed,
    /// One of these elements.
    Choice(Vec<Member>),
    /// Undeclared elements.
    AnyElements,
    /// Undeclared attributes.
    AnyAttributes,
}

impl Place {
    /// The Rust field of a member without a name on the wire; empty for the others.
    pub const fn usual_field(&self) -> &'static str {
        match self {
            Self::Element | Self::Attribute => "",
            Self::Text => "text",
            Self::Mixed => "content",
            Self::Choice(_) => "choice",
            Self::AnyElements => "any",
            Self::AnyAttributes => "any_attributes",
        }
    }
}

/// The limits that a schema sets to a wildcard. Clients do not check them.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Wildcard {
    /// The namespaces in the words of XML Schema (`##any`, `##other`, or a list), unless they are the [usual](super::Service::usual_wildcards) ones.
    pub namespaces: Option<String>,
    /// Whether a validator needs declarations of what it finds.
    pub process: ProcessContents,
}

/// How a validator processes what a wildcard accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum ProcessContents {
    /// It needs a declaration.
    #[default]
    Strict,
    /// It uses a declaration if there is one.
    Lax,
    /// It needs well-formed XML only.
    Skip,
}

impl ProcessContents {
    pub const ALL: [Self; 3] = [Self::Strict, Self::Lax, Self::Skip];

    /// The word of XML Schema and of specs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Strict => "strict",
            Self::Lax => "lax",
            Self::Skip => "skip",
        }
    }

    /// The one of that word.
    #[must_use]
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|process| process.name() == word)
    }
}

/// The namespace of a name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Namespace {
    /// The service's namespace, which may be a setting.
    #[default]
    Service,
    /// None.
    None,
    /// Another one.
    Of(String),
}

impl Namespace {
    /// Its URI; empty if there is none. `own` is the service's.
    #[must_use]
    pub fn uri<'a>(&'a self, own: &'a str) -> &'a str {
        match self {
            Self::Service => own,
            Self::None => "",
            Self::Of(uri) => uri,
        }
    }
}

/// A name with its namespace.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Name {
    pub name: String,
    pub namespace: Namespace,
}

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
    /// Any type, named by `xsi:type`.
    Any,
    /// XML without a declared form.
    Xml(XmlKind),
}

impl Type {
    /// Whether it is `int[]`, for which the runtime has a type.
    #[must_use]
    pub fn is_integers(&self) -> bool {
        matches!(self, Self::Array(array) if **array == ArrayType::integers())
    }

    /// Its kind for the rules of types; `named` gives the kinds of named types.
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

    /// Whether its values are decimals, or arrays of them: only these have a [scale](Facets::scale).
    #[must_use]
    pub fn holds_decimals(&self) -> bool {
        match self {
            Self::Scalar(scalar) => *scalar == Scalar::Decimal,
            Self::Array(array) => array.alternatives.is_empty() && array.item == Self::Scalar(Scalar::Decimal),
            _ => false,
        }
    }

    /// Whether its values may be the dates of a time frame: only these have an [end](Facets::end) and a [resolution](Facets::resolution).
    #[must_use]
    pub fn holds_a_date(&self) -> bool {
        matches!(self, Self::Scalar(scalar) if scalar.may_be_a_date())
    }
}

/// An array's items.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ArrayType {
    /// Type of the items.
    pub item: Type,
    /// Element name of an item (`string`, `int`, a type's name), decoded.
    pub item_name: String,
    /// Whether items may be null: always for strings and structures, on request for value types.
    pub nullable_items: bool,
    /// Namespace of an item's element.
    pub item_namespace: Namespace,
    /// The alternatives of an item; empty if [`item`](Self::item) is its only type.
    pub alternatives: Vec<Member>,
    /// The type's own name, decoded, if it is not `ArrayOf…` and the name of the items.
    pub name: Option<String>,
    /// Namespace of the type's name.
    pub namespace: Namespace,
}

impl ArrayType {
    /// An array of elements of the service's namespace, named after its items.
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

    /// `int[]`
    #[must_use]
    pub fn integers() -> Self {
        Self::of(Type::Scalar(Scalar::Int), Scalar::Int.name(), false)
    }

    /// `string[]`
    #[must_use]
    pub fn strings() -> Self {
        Self::of(Type::Scalar(Scalar::String), Scalar::String.name(), true)
    }

    /// An array whose items are alternatives, elements of the service's namespace.
    #[must_use]
    pub fn of_alternatives(alternatives: Vec<Member>) -> Self {
        Self { alternatives, ..Self::of(Type::Any, "", false) }
    }
}
