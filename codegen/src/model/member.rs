//! Members of structures and parts of messages, with their names and types.

use asmx_types::rules::{Hindrance, Items, Kind};

use super::{Presence, Role, Scalar, XmlKind};

/// A member of a structure, or a part of a message: a parameter, an output, a header.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Member {
    /// Name (`BeginDate`), decoded: in XML it is written as `XmlConvert` encodes it. What has no name on the wire, as a text or a
    /// choice, has an empty one.
    pub name: String,
    /// Namespace of the name.
    pub namespace: Namespace,
    /// Where its value stands.
    pub place: Place,
    /// Whether it may stand any number of times: an array without an element around it, of items of its type.
    pub repeated: bool,
    /// The text that stands for an absent one.
    pub default: Option<String>,
    /// Its name as a part of a message, where its element is called otherwise.
    pub part: Option<String>,
    /// Rust field and setter name (`begin_date`), without `r#`.
    pub field: String,
    /// What it means, one paragraph an item.
    pub doc: Vec<String>,
    /// Its type.
    pub kind: Type,
    /// Whether it can be left out.
    pub presence: Presence,
    /// Whether its value must never be shown.
    pub secret: bool,
    /// What the runtime does with it beyond sending it.
    pub role: Option<Role>,
    /// What the service's own documentation leaves open.
    pub undocumented: Vec<String>,
}

impl Member {
    /// An element of the service's namespace with the usual properties. Its Rust name is empty.
    #[must_use]
    pub fn element(name: &str, kind: Type, presence: Presence) -> Self {
        Self {
            name: name.to_owned(),
            namespace: Namespace::Service,
            place: Place::Element,
            repeated: false,
            default: None,
            part: None,
            field: String::new(),
            doc: Vec::new(),
            kind,
            presence,
            secret: false,
            role: None,
            undocumented: Vec::new(),
        }
    }

    /// A member whose place has no name: a choice, a wildcard, mixed content. Its type follows from its place, and the other properties are the usual
    /// ones: a choice must be given, elements that nobody declared are repeated.
    #[must_use]
    pub fn unnamed(place: Place) -> Self {
        let kind = match place {
            Place::Mixed | Place::AnyElements => Type::Xml(XmlKind::Content),
            Place::AnyAttributes => Type::Scalar(Scalar::String),
            Place::Element | Place::Attribute | Place::Text | Place::Choice(_) => Type::Any,
        };
        let repeated = place == Place::AnyElements;
        let field = place.usual_field().to_owned();
        let mut member = Self { place, repeated, field, ..Self::element("", kind, Presence::Optional) };
        member.presence = member.usual_presence(false);
        member
    }

    /// Whether a member like this can usually be left out: what a spec does not say. `is_value` tells whether .NET holds its type by
    /// value.
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

    /// What keeps GET and POST from carrying a parameter like this, if anything does: they carry elements that are one text, and
    /// arrays of those. `named` tells what the named types are.
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

/// Where the value of a member stands.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub enum Place {
    /// In an element of its name.
    #[default]
    Element,
    /// In an attribute of its name.
    Attribute,
    /// It is the text of the structure, which has no elements then.
    Text,
    /// It is everything inside the structure: texts and elements mixed.
    Mixed,
    /// In one of the elements of these members.
    Choice(Vec<Member>),
    /// It is elements that nobody declared.
    AnyElements,
    /// It is attributes that nobody declared.
    AnyAttributes,
}

impl Place {
    /// The Rust field of what has no name on the wire; empty for what has one.
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

/// The namespace of a name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Namespace {
    /// That of the service, which may be a setting.
    #[default]
    Service,
    /// None.
    None,
    /// Another one.
    Of(String),
}

/// A name with its namespace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// The local name, decoded.
    pub name: String,
    /// The namespace.
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

    /// `int[]`
    #[must_use]
    pub fn integers() -> Self {
        Self::of(Type::Scalar(Scalar::Int), Scalar::Int.name(), false)
    }

    /// An array whose items are each one of some elements of the service's namespace.
    #[must_use]
    pub fn of_alternatives(alternatives: Vec<Member>) -> Self {
        Self { alternatives, ..Self::of(Type::Any, "", false) }
    }
}
