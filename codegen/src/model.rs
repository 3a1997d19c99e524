//! The resolved model of a service: what the emitters work from.
//!
//! A model cannot hold an invalid reference: [`load`](crate::load) builds it from a spec that has no mistakes, and every
//! index in it is in range. It knows nothing of XML, and nothing of Rust but the names chosen for each item, because collisions
//! between them are mistakes of the spec and are reported with its lines.

use asmx_types::rules::{Hindrance, Items, Kind};
pub use asmx_types::{Effect, Mapping, Presence, Role, Scalar, Style, Transport, XmlKind};

/// A service: one `.asmx` address with its operations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Service {
    /// The service's name, as in the spec (`EmailCampaign`).
    pub name: String,
    /// Rust names of the service-level items.
    pub names: ServiceNames,
    /// Path below the base URL (`/api.asmx`); begins with `/`.
    pub path: String,
    /// The XML namespace, if the spec states one; else it is a setting of the client.
    pub namespace: Option<String>,
    /// What the service is for, one paragraph an item.
    pub doc: Vec<String>,
    /// What the service's own documentation leaves open.
    pub undocumented: Vec<String>,
    /// Parameters that every operation takes first.
    pub common: Vec<Member>,
    /// Areas in the order of the spec.
    pub areas: Vec<Area>,
    /// Enumerations, structures and typed DataSets in the order of the spec.
    pub types: Vec<NamedType>,
    /// Operations in the order of the spec.
    pub operations: Vec<Operation>,
    /// Where operations are called, if not all at [`path`](Self::path), one port for each transport.
    pub ports: Vec<Port>,
}

/// Where operations are called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Port {
    /// Name in the WSDL document.
    pub name: String,
    /// The transport that it speaks.
    pub transport: Transport,
    /// Path below the base URL; begins with `/`.
    pub path: String,
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

/// Rust names of the service-level items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServiceNames {
    /// The client struct (`EmailCampaign`).
    pub client: String,
    /// The trait for implementors (`EmailCampaignService`).
    pub service_trait: String,
    /// The private type that leads from an erased call to the trait (`EmailCampaignDispatch`).
    pub dispatch: String,
}

/// A part of the service that its documentation treats together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Area {
    /// Short name (`delivery`).
    pub name: String,
    /// Title for people (`Delivery reports`).
    pub title: String,
    /// What the area covers.
    pub doc: Vec<String>,
}

/// One operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operation {
    /// Name (`Reports_GetBlocks`), decoded: in XML it is written as `XmlConvert` encodes it.
    pub name: String,
    /// Rust names.
    pub names: OperationNames,
    /// Index into [`Service::areas`].
    pub area: usize,
    /// Purpose, one paragraph an item.
    pub doc: Vec<String>,
    /// Parameters after the common ones, in wire order, groups expanded.
    pub parameters: Vec<Member>,
    /// Whether the service's documentation leaves further parameters open: undeclared ones are then sent as they are.
    pub open: bool,
    /// What it returns.
    pub result: ResultShape,
    /// What calling it does.
    pub effect: Effect,
    /// Documented limits.
    pub limits: Vec<Limit>,
    /// Index into [`Service::operations`] of the operation this one is a variant of.
    pub variant_of: Option<usize>,
    /// What the service's own documentation leaves open.
    pub undocumented: Vec<String>,
    /// Why not to use it any more; becomes `#[deprecated]`.
    pub deprecated: Option<String>,
    /// The transports it is offered on.
    pub transports: Transports,
    /// The parts of its response, the result first, if its result is [`ResultKind::Message`].
    pub outputs: Vec<Member>,
    /// How its messages look, where that does not follow from its name.
    pub messages: Messages,
    /// Indices into [`Service::ports`] of the ports that offer it; empty if it is all of its transports.
    pub ports: Vec<usize>,
}

/// How the messages of an operation look on the wire, where that does not follow from its name.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Messages {
    /// How its parts stand in the body.
    pub style: Style,
    /// The element of a request, where it is not called like the operation.
    pub request: Option<Name>,
    /// The element of a response, where it is not `{name}Response`.
    pub response: Option<Name>,
    /// The SOAP action, where it is not the namespace and the name.
    pub action: Option<String>,
    /// The last part of the path over GET and POST, where it is not the name.
    pub location: Option<String>,
    /// Headers of a request.
    pub request_headers: Vec<Member>,
    /// Headers of a response.
    pub response_headers: Vec<Member>,
    /// Whether nothing is said in response.
    pub one_way: bool,
}

/// Rust names of an operation's items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperationNames {
    /// The request struct (`ReportsGetBlocks`), without `r#`.
    pub request: String,
    /// The method (`reports_get_blocks`), without `r#`; [`names::ident`](crate::names::ident) makes the token.
    pub method: String,
    /// The static descriptor (`REPORTS_GET_BLOCKS`).
    pub descriptor: String,
    /// The struct of its outputs (`ReportsGetBlocksOutput`), without `r#`, if [there is one](Operation::has_output_struct).
    pub output: Option<String>,
}

impl Operation {
    /// Whether its outputs are more than one value, or one without an element of its name: they are fields of a struct then.
    #[must_use]
    pub fn has_output_struct(&self) -> bool {
        match self.outputs.as_slice() {
            [] => false,
            [only] => only.place != Place::Element,
            _ => true,
        }
    }
}

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
    /// An element of the service's namespace of which nothing unusual is to be said. Its Rust name is for whoever names things.
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

    /// What stands at a place that has no name: a choice, a wildcard, mixed content. Its type follows from its place, and the rest is
    /// what is usual: a choice must be given, elements that nobody declared are repeated.
    #[must_use]
    pub fn unnamed(place: Place) -> Self {
        let kind = match place {
            Place::Mixed | Place::AnyElements => Type::Xml(XmlKind::Content),
            Place::AnyAttributes => Type::Scalar(Scalar::String),
            Place::Element | Place::Attribute | Place::Text | Place::Choice(_) => Type::Any,
        };
        let repeated = place == Place::AnyElements;
        let field = crate::names::of_place(&place).to_owned();
        let mut member = Self { place, repeated, field, ..Self::element("", kind, Presence::Optional) };
        member.presence = member.usual_presence(false);
        member
    }

    /// Whether a member like this can usually be left out: what a spec does not say. `is_value` tells whether .NET holds its type by
    /// value.
    pub(crate) fn usual_presence(&self, is_value: bool) -> Presence {
        let required = !self.repeated
            && self.default.is_none()
            && match self.place {
                Place::Element | Place::Attribute | Place::Text => is_value,
                Place::Choice(_) => true,
                Place::Mixed | Place::AnyElements | Place::AnyAttributes => false,
            };
        if required { Presence::Required } else { Presence::Optional }
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

/// A type of the XSD type system as ASMX uses it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Type {
    /// A built-in scalar.
    Scalar(Scalar),
    /// Index into [`Service::types`].
    Named(usize),
    /// A wrapped array: the parameter's element holds one `item` element per item.
    Array(Box<ArrayType>),
    /// A list of simple values in one text.
    List(Box<Type>),
    /// Any type, told by `xsi:type`.
    Any,
    /// XML as it comes.
    Xml(XmlKind),
}

impl Type {
    /// What the rules of types need to know of it; `named` tells what the named types are.
    pub(crate) fn kind(&self, named: impl Fn(usize) -> Kind) -> Kind {
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

impl Member {
    /// What keeps GET and POST from carrying a parameter like this, if anything does: they carry elements that are one text, and
    /// arrays of those. `named` tells what the named types are.
    pub(crate) fn hindrance(&self, named: impl Fn(usize) -> Kind) -> Option<Hindrance> {
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
}

impl ArrayType {
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
pub(crate) fn kinds(types: &[NamedType]) -> impl Fn(usize) -> Kind + Copy + '_ {
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
    /// Index into [`Service::types`] of the structure that it is derived from, whose members come first.
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

/// What an operation returns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResultShape {
    /// What it is.
    pub kind: ResultKind,
    /// Name of the result element over SOAP, decoded, where it is not `{Operation}Result`.
    pub element: Option<String>,
    /// What the service's own documentation says of it.
    pub doc: Vec<String>,
    /// The table whose columns are declared, of a kind of result that has tables.
    pub table: Option<DeclaredTable>,
}

/// Kinds of result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ResultKind {
    /// Nothing: the response element is empty.
    None,
    /// One string.
    String,
    /// One string: text delimited by the request's delimiters.
    Delimited,
    /// A schema and a diffgram.
    DataSet,
    /// An XML document.
    Xml,
    /// An array of `int`.
    Integers,
    /// Any other type.
    Typed(Type),
    /// The parts that [`Operation::outputs`] states.
    Message,
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
    /// How its values travel in a DataSet.
    pub mapping: Mapping,
    /// What it means.
    pub doc: Vec<String>,
}

/// A documented limit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limit {
    /// Most records returned, where the limit is a number of records.
    pub records: Option<u64>,
    /// The limit in words.
    pub doc: Vec<String>,
}

/// The transports an operation is offered on.
#[allow(clippy::struct_excessive_bools, reason = "four independent transports, not a state")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Transports {
    /// SOAP 1.1.
    pub soap11: bool,
    /// SOAP 1.2.
    pub soap12: bool,
    /// HTTP GET.
    pub get: bool,
    /// HTTP POST.
    pub post: bool,
}
