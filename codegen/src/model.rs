//! The resolved model of a service: what the emitters work from.
//!
//! A model cannot hold an invalid reference: [`load`](crate::load) builds it from a spec that has no mistakes, and every
//! index in it is in range. It knows nothing of XML, and nothing of Rust but the names chosen for each item, because collisions
//! between them are mistakes of the spec and are reported with its lines.

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
    pub common: Vec<Parameter>,
    /// Areas in the order of the spec.
    pub areas: Vec<Area>,
    /// Enumerations and structures in the order of the spec.
    pub types: Vec<NamedType>,
    /// Operations in the order of the spec.
    pub operations: Vec<Operation>,
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
    pub parameters: Vec<Parameter>,
    /// Whether the service's documentation leaves further parameters open: undeclared ones are then sent as they are.
    pub open: bool,
    /// What it answers.
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
}

/// One parameter, or one member of a structure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    /// Name (`BeginDate`), decoded: in XML it is written as `XmlConvert` encodes it.
    pub name: String,
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

/// Whether a parameter can be left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Presence {
    /// Must be given: every value type that is not nullable, and whatever the spec marks `required="true"`.
    Required,
    /// May be left out (absent over SOAP, `P=` over GET and POST): strings, arrays and structures by default.
    Optional,
    /// A value type that may be null (`nullable="true"`): `xsi:nil` over SOAP, never over GET or POST.
    Nullable,
}

/// What the runtime does with a parameter beyond sending it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// The account's user name.
    Username,
    /// The account's password.
    Password,
    /// Separates the rows of the operation's delimited *result*.
    RowDelimiter,
    /// Separates the columns of the operation's delimited *result*.
    ColumnDelimiter,
    /// Encloses values of the operation's delimited *result*.
    TextQualifier,
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
}

/// Built-in scalars: those of XSD that ASMX uses, and its own `guid` and `char`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scalar {
    /// `string`
    String,
    /// `boolean`
    Boolean,
    /// `byte`: signed, 8 bits
    Byte,
    /// `unsignedByte`
    UnsignedByte,
    /// `short`
    Short,
    /// `unsignedShort`
    UnsignedShort,
    /// `int`
    Int,
    /// `unsignedInt`
    UnsignedInt,
    /// `long`
    Long,
    /// `unsignedLong`
    UnsignedLong,
    /// `integer`: of any size
    Integer,
    /// `float`
    Float,
    /// `double`
    Double,
    /// `decimal`
    Decimal,
    /// `dateTime`
    DateTime,
    /// `date`
    Date,
    /// `time`
    Time,
    /// `duration`
    Duration,
    /// `base64Binary`
    Base64Binary,
    /// `hexBinary`
    HexBinary,
    /// `anyURI`
    AnyUri,
    /// `QName`
    QName,
    /// `guid` of the namespace `http://microsoft.com/wsdl/types/`
    Guid,
    /// `char` of the namespace `http://microsoft.com/wsdl/types/`: a UTF-16 code unit
    Char,
}

impl Scalar {
    /// Every scalar, in the order of this enum.
    pub const ALL: [Self; 24] = [
        Self::String,
        Self::Boolean,
        Self::Byte,
        Self::UnsignedByte,
        Self::Short,
        Self::UnsignedShort,
        Self::Int,
        Self::UnsignedInt,
        Self::Long,
        Self::UnsignedLong,
        Self::Integer,
        Self::Float,
        Self::Double,
        Self::Decimal,
        Self::DateTime,
        Self::Date,
        Self::Time,
        Self::Duration,
        Self::Base64Binary,
        Self::HexBinary,
        Self::AnyUri,
        Self::QName,
        Self::Guid,
        Self::Char,
    ];

    /// The name in specs and WSDL documents (`unsignedByte`).
    pub const fn name(self) -> &'static str {
        match self {
            Self::String => "string",
            Self::Boolean => "boolean",
            Self::Byte => "byte",
            Self::UnsignedByte => "unsignedByte",
            Self::Short => "short",
            Self::UnsignedShort => "unsignedShort",
            Self::Int => "int",
            Self::UnsignedInt => "unsignedInt",
            Self::Long => "long",
            Self::UnsignedLong => "unsignedLong",
            Self::Integer => "integer",
            Self::Float => "float",
            Self::Double => "double",
            Self::Decimal => "decimal",
            Self::DateTime => "dateTime",
            Self::Date => "date",
            Self::Time => "time",
            Self::Duration => "duration",
            Self::Base64Binary => "base64Binary",
            Self::HexBinary => "hexBinary",
            Self::AnyUri => "anyURI",
            Self::QName => "QName",
            Self::Guid => "guid",
            Self::Char => "char",
        }
    }

    /// Whether .NET holds it by reference, so that it can be absent without being nullable (docs/RULES.md, rule 17: an
    /// absent value type is read as its default).
    pub const fn is_reference(self) -> bool {
        matches!(
            self,
            Self::String
                | Self::Integer
                | Self::Duration
                | Self::Base64Binary
                | Self::HexBinary
                | Self::AnyUri
                | Self::QName
        )
    }

    /// Whether the GET and POST bindings carry it (docs/RULES.md, rule 1).
    pub const fn carried_by_http(self) -> bool {
        !matches!(
            self,
            Self::Integer
                | Self::Duration
                | Self::Base64Binary
                | Self::HexBinary
                | Self::AnyUri
                | Self::QName
                | Self::Guid
                | Self::Date
                | Self::Time
        )
    }
}

/// A type that the spec names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedType {
    /// Name, decoded: in XML it is written as `XmlConvert` encodes it.
    pub name: String,
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
    Enumeration(Vec<EnumerationValue>),
    /// Named members in order. A structure never contains itself except through an array.
    Structure(Vec<Parameter>),
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

/// What an operation answers.
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
}

/// A table of which a spec declares columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeclaredTable {
    /// Its name, decoded: of a data set's table, or of the elements of a document that are rows. `None` where it is the first one.
    pub name: Option<String>,
    /// Rust name of the type of its rows (`ReportsGetBlocksRow`), without `r#`.
    pub row: String,
    /// Rust field of a row for the columns that came and are not declared.
    pub undeclared: String,
    /// Declared columns, in order. There is at least one.
    pub columns: Vec<Column>,
}

/// A declared column of a result.
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
    /// What it means.
    pub doc: Vec<String>,
}

/// What calling an operation does, which decides what may ever be retried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Effect {
    /// Changes nothing.
    Read,
    /// Changes data of the account.
    Write,
    /// Sends messages: never to be done twice.
    Send,
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
