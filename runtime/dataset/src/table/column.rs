//! Columns: name, type and everything else that a schema states.

pub use asmx_types::Mapping;

use super::column_values::ValueType;

/// A column of a table. Fields are set directly, or by the methods of the same names.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(clippy::struct_excessive_bools, reason = "each is an attribute of its own in the schema")]
pub struct Column {
    /// The name, decoded.
    pub name: String,
    /// The name of the type with the prefix `xs`, whatever prefix was sent: `xs:int`. If the schema restricts a type, the
    /// restricted one. Empty for a column that the schema does not declare.
    pub type_name: String,
    /// The CLR type (`msdata:DataType`), stated if the XML type is not enough. It is never loaded or resolved.
    pub clr_type: Option<String>,
    /// The form in which values are sent. Default: elements.
    pub mapping: Mapping,
    /// Whether a cell may be `DBNull`. Default: yes.
    pub nullable: bool,
    /// The text of the default value.
    pub default: Option<String>,
    /// A name for display, if different.
    pub caption: Option<String>,
    /// The restrictions of a simple type in order, as name and value: `maxLength` and `50`.
    pub facets: Vec<(String, String)>,
    /// Whether values may not change.
    pub read_only: bool,
    /// Whether new rows number themselves.
    pub auto_increment: bool,
    /// The first number; absent means 0.
    pub auto_increment_seed: Option<i64>,
    /// The step from number to number; absent means 1.
    pub auto_increment_step: Option<i64>,
    /// The expression that computes the values.
    pub expression: Option<String>,
    /// The most digits behind the point of decimals, 0 to 38, if the description of the service declares it. A schema in a response never does:
    /// the type of a column in Arrow and Parquet must not change from night to night.
    pub scale: Option<u8>,
    /// The zones of dates.
    pub date_time_mode: DateTimeMode,
    /// The namespace, if it is not that of the table.
    pub namespace: Option<String>,
    /// The stated namespace prefix (`msdata:Prefix`).
    pub prefix: Option<String>,
    /// All other attributes in the schema.
    pub other_attributes: Vec<SchemaAttribute>,
    /// Whether the schema declares the column. `false` if only rows had values in it.
    pub(crate) is_declared: bool,
}

/// The zones that the dates of a column state (`msdata:DateTimeMode`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DateTimeMode {
    /// The default, which is not written: each value has the server's local offset, without a meaning.
    #[default]
    UnspecifiedLocal,
    /// No zone.
    Unspecified,
    /// A local offset.
    Local,
    /// `Z`.
    Utc,
}

impl DateTimeMode {
    /// The mode of this [name](Self::name).
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "UnspecifiedLocal" => Some(Self::UnspecifiedLocal),
            "Unspecified" => Some(Self::Unspecified),
            "Local" => Some(Self::Local),
            "Utc" => Some(Self::Utc),
            _ => None,
        }
    }

    /// The name in `msdata:DateTimeMode`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::UnspecifiedLocal => "UnspecifiedLocal",
            Self::Unspecified => "Unspecified",
            Self::Local => "Local",
            Self::Utc => "Utc",
        }
    }
}

/// An attribute of a schema that has no field of its own.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SchemaAttribute {
    /// The namespace, if any.
    pub namespace: Option<String>,
    /// The local name.
    pub name: String,
    /// The value.
    pub value: String,
}

macro_rules! column_types {
    ($($kind:ident $type_name:literal $($more:literal)?;)*) => {
        /// The type of a column, for building one.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum ColumnType {
            $(#[doc = concat!("`", $type_name, "`" $(, ": ", $more)?, ".")] $kind,)*
        }

        impl ColumnType {
            fn type_name(self) -> &'static str {
                match self {
                    $(Self::$kind => $type_name,)*
                }
            }
        }
    };
}

column_types! {
    String "xs:string";
    Boolean "xs:boolean";
    Byte "xs:byte" "`System.SByte`";
    UnsignedByte "xs:unsignedByte" "`System.Byte`";
    Short "xs:short";
    UnsignedShort "xs:unsignedShort";
    Int "xs:int";
    UnsignedInt "xs:unsignedInt";
    Long "xs:long";
    UnsignedLong "xs:unsignedLong";
    Decimal "xs:decimal";
    Float "xs:float";
    Double "xs:double";
    DateTime "xs:dateTime";
    Duration "xs:duration" "`System.TimeSpan`";
    Base64Binary "xs:base64Binary" "`System.Byte[]`";
    HexBinary "xs:hexBinary";
    AnyUri "xs:anyURI";
    AnyType "xs:anyType" "`System.Object`; each value states its type ([`Cell::typed`](super::Cell::typed))";
    Guid "xs:string" "a GUID, with its CLR type";
    Char "xs:string" "`System.Char`, of length 1";
}

/// The name of the type of .NET's `DateTimeOffset`, which has no prefix because it is not of XML Schema.
pub const DATE_TIME_OFFSET: &str = "dateTimeOffset";

/// The name of the column of content that no other column takes. No element can have it.
pub(crate) const LEFTOVER: &str = "$rest";

/// The CLR type that genuine servers state for GUIDs.
const GUID: &str = "System.Guid, mscorlib, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089";

impl Column {
    /// A column of elements that may be `DBNull`.
    #[must_use]
    pub fn new(name: impl Into<String>, column_type: ColumnType) -> Self {
        let mut column = Self::of_type(name, column_type.type_name());
        match column_type {
            ColumnType::Guid => column.clr_type = Some(GUID.to_owned()),
            ColumnType::Char => column.facets.push(("length".to_owned(), "1".to_owned())),
            _ => {}
        }
        column
    }

    /// A column of any type, by its name with the prefix `xs`, such as `xs:gYear`.
    #[must_use]
    pub fn of_type(name: impl Into<String>, type_name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            type_name: type_name.into(),
            clr_type: None,
            mapping: Mapping::Element,
            nullable: true,
            default: None,
            caption: None,
            facets: Vec::new(),
            read_only: false,
            auto_increment: false,
            auto_increment_seed: None,
            auto_increment_step: None,
            expression: None,
            scale: None,
            date_time_mode: DateTimeMode::default(),
            namespace: None,
            prefix: None,
            other_attributes: Vec::new(),
            is_declared: true,
        }
    }

    /// The name of the type with the prefix `xs`, such as `xs:int`; empty for a column that the schema does not declare.
    #[must_use]
    pub fn type_name(&self) -> &str {
        &self.type_name
    }

    /// The full name of the CLR type, without its assembly: `System.Guid`.
    #[must_use]
    pub fn clr_name(&self) -> Option<&str> {
        Some(self.clr_type.as_deref()?.split(',').next()?.trim())
    }

    /// The type that values are kept as. Two CLR types have other values than the XML Schema type that .NET declares for them:
    /// `SqlByte` (`xs:byte`) goes from 0 to 255, and `SqlBinary` (`xs:hexBinary`) is sent as base64.
    #[must_use]
    pub fn value_type(&self) -> ValueType {
        match (self.type_name.as_str(), self.clr_name()) {
            ("xs:byte", Some("System.Data.SqlTypes.SqlByte")) => ValueType::UInt8,
            ("xs:hexBinary", Some("System.Data.SqlTypes.SqlBinary")) => ValueType::Binary,
            (type_name, _) => ValueType::of(type_name),
        }
    }

    /// Whether its values are instants, each with an offset of its own: .NET's `DateTimeOffset`, which DataSets declare by its CLR type.
    #[must_use]
    pub fn is_date_time_offset(&self) -> bool {
        self.type_name == DATE_TIME_OFFSET || self.clr_name() == Some("System.DateTimeOffset")
    }

    /// Whether the schema declares the column.
    #[must_use]
    pub fn is_declared(&self) -> bool {
        self.is_declared
    }

    /// Whether it holds what no column of a [data set](crate::DataSet) takes of its rows, as XML: the undeclared column `$rest`, or `$rest_2` and so
    /// on beside a column of that name.
    #[must_use]
    pub fn is_leftover(&self) -> bool {
        !self.is_declared && Self::is_name_of_leftover(&self.name)
    }

    /// Whether an undeclared column of this name [is one of such content](Self::is_leftover).
    #[must_use]
    pub fn is_name_of_leftover(name: &str) -> bool {
        let is_number = |end: &str| end.strip_prefix('_').is_some_and(|number| number.parse::<u32>().is_ok());
        name.strip_prefix(LEFTOVER).is_some_and(|end| end.is_empty() || is_number(end))
    }

    /// The greatest length of a text, if limited.
    #[must_use]
    pub fn max_length(&self) -> Option<u64> {
        let facet = self.facets.iter().find(|(name, _)| name == "maxLength" || name == "length");
        facet.and_then(|(_, value)| value.parse().ok())
    }

    /// Forbids `DBNull`.
    #[must_use]
    pub fn required(mut self) -> Self {
        self.nullable = false;
        self
    }

    /// Sets the form in which values are sent.
    #[must_use]
    pub fn mapping(mut self, mapping: Mapping) -> Self {
        self.mapping = mapping;
        self
    }

    /// Sets the text of the default value.
    #[must_use]
    pub fn default(mut self, text: impl Into<String>) -> Self {
        self.default = Some(text.into());
        self
    }

    /// Sets the name for display.
    #[must_use]
    pub fn caption(mut self, caption: impl Into<String>) -> Self {
        self.caption = Some(caption.into());
        self
    }

    /// Sets the greatest length of a text.
    #[must_use]
    pub fn limited_to(mut self, length: u64) -> Self {
        self.facets.push(("maxLength".to_owned(), length.to_string()));
        self
    }

    /// Forbids changes of values.
    #[must_use]
    pub fn read_only(mut self) -> Self {
        self.read_only = true;
        self
    }

    /// Makes new rows number themselves from `seed` by `step`.
    #[must_use]
    pub fn auto_increment(mut self, seed: i64, step: i64) -> Self {
        self.auto_increment = true;
        self.auto_increment_seed = (seed != 0).then_some(seed);
        self.auto_increment_step = (step != 1).then_some(step);
        self
    }

    /// Sets the zones of dates.
    #[must_use]
    pub fn date_time_mode(mut self, mode: DateTimeMode) -> Self {
        self.date_time_mode = mode;
        self
    }
}
