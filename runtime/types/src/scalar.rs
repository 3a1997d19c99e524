//! The built-in types, and the namespaces of names.

macro_rules! scalars {
    ($($variant:ident $name:literal $reference:literal, $http:literal, $default_text:expr;)*) => {
        /// A built-in scalar: those of XSD that ASMX uses, and those that .NET names itself, such as `guid`.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Scalar {
            $(#[doc = concat!("`", $name, "`")] $variant,)*
        }

        impl Scalar {
            /// Every scalar.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The name in specs and WSDL documents.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// Whether .NET holds it by reference, so that it can be absent without being nullable.
            pub const fn is_reference(self) -> bool {
                match self { $(Self::$variant => $reference,)* }
            }

            /// Whether the GET and POST bindings carry it (docs/RULES.md, rule 1).
            pub const fn carried_by_http(self) -> bool {
                match self { $(Self::$variant => $http,)* }
            }

            /// Whether its values may be the dates of a time frame.
            pub const fn may_be_a_date(self) -> bool {
                matches!(self, Self::String | Self::Date | Self::DateTime)
            }

            /// The text that an absent value is read as; `None` is null.
            pub const fn default_text(self) -> Option<&'static str> {
                match self { $(Self::$variant => $default_text,)* }
            }
        }
    };
}

/// Calls a macro with a row for each scalar.
macro_rules! each_scalar {
    ($row:ident) => {
        $row! {
            // variant, name, by reference, carried by GET and POST, absent value
            String "string" true, true, None;
            Boolean "boolean" false, true, Some("false");
            Byte "byte" false, true, Some("0");
            UnsignedByte "unsignedByte" false, true, Some("0");
            Short "short" false, true, Some("0");
            UnsignedShort "unsignedShort" false, true, Some("0");
            Int "int" false, true, Some("0");
            UnsignedInt "unsignedInt" false, true, Some("0");
            Long "long" false, true, Some("0");
            UnsignedLong "unsignedLong" false, true, Some("0");
            Integer "integer" true, false, None;
            Float "float" false, true, Some("0");
            Double "double" false, true, Some("0");
            Decimal "decimal" false, true, Some("0");
            DateTime "dateTime" false, true, Some("0001-01-01T00:00:00");
            Date "date" false, false, Some("0001-01-01");
            Time "time" false, false, Some("00:00:00");
            Duration "duration" true, false, None;
            Base64Binary "base64Binary" true, false, None;
            HexBinary "hexBinary" true, false, None;
            AnyUri "anyURI" true, false, None;
            QName "QName" true, false, None;
            Guid "guid" false, false, Some("00000000-0000-0000-0000-000000000000");
            Char "char" false, true, Some("0");
            // Each has the texts of its base.
            TimeSpan "TimeSpan" false, false, Some("PT0S");
            DateTimeOffset "dateTimeOffset" false, false, Some("0001-01-01T00:00:00Z");
            DateOnly "dateOnly" false, false, Some("0001-01-01");
            TimeOnly "timeOnly" false, false, Some("00:00:00");
            // .NET holds these as texts and does not check them.
            NormalizedString "normalizedString" true, false, None;
            Token "token" true, false, None;
            Language "language" true, false, None;
            Name "Name" true, false, None;
            NcName "NCName" true, false, None;
            NmToken "NMTOKEN" true, false, None;
            NmTokens "NMTOKENS" true, false, None;
            Id "ID" true, false, None;
            IdRef "IDREF" true, false, None;
            IdRefs "IDREFS" true, false, None;
            Entity "ENTITY" true, false, None;
            Entities "ENTITIES" true, false, None;
            GYear "gYear" true, false, None;
            GYearMonth "gYearMonth" true, false, None;
            GMonth "gMonth" true, false, None;
            GMonthDay "gMonthDay" true, false, None;
            GDay "gDay" true, false, None;
            NonNegativeInteger "nonNegativeInteger" true, false, None;
            PositiveInteger "positiveInteger" true, false, None;
            NonPositiveInteger "nonPositiveInteger" true, false, None;
            NegativeInteger "negativeInteger" true, false, None;
        }
    };
}
pub(crate) use each_scalar;

each_scalar!(scalars);

impl Scalar {
    /// Whether .NET holds it as a text that it does not check: all rows after `timeOnly`.
    #[must_use]
    pub const fn is_unchecked(self) -> bool {
        self as u8 > Self::TimeOnly as u8
    }

    /// Whether its name is .NET's, in [`Namespace::MICROSOFT_TYPES`], and not of XML Schema.
    #[must_use]
    pub const fn is_of_dotnet(self) -> bool {
        self as u8 >= Self::Guid as u8 && !self.is_unchecked()
    }

    /// A text of one of its values, for samples and for advice.
    #[must_use]
    pub const fn sample(self) -> &'static str {
        match self {
            Self::String | Self::NormalizedString | Self::Token => "text",
            Self::Boolean => "true",
            Self::Byte
            | Self::UnsignedByte
            | Self::Short
            | Self::UnsignedShort
            | Self::Int
            | Self::UnsignedInt
            | Self::Long
            | Self::UnsignedLong
            | Self::Integer
            | Self::NonNegativeInteger
            | Self::PositiveInteger => "1",
            Self::Float | Self::Double => "1.5",
            Self::Decimal => "12.50",
            Self::DateTime => "2026-01-31T13:45:00",
            Self::Date | Self::DateOnly => "2026-01-31",
            Self::Time | Self::TimeOnly => "13:45:00",
            Self::Duration | Self::TimeSpan => "P1DT2H",
            Self::DateTimeOffset => "2026-01-31T13:45:00+01:00",
            Self::Base64Binary => "YmluYXJ5",
            Self::HexBinary => "62696E617279",
            Self::AnyUri => "http://example.com/",
            Self::Guid => "6f9619ff-8b86-d011-b42d-00c04fc964ff",
            Self::Char => "65",
            Self::Language => "en",
            Self::QName
            | Self::Name
            | Self::NcName
            | Self::NmToken
            | Self::NmTokens
            | Self::Id
            | Self::IdRef
            | Self::IdRefs
            | Self::Entity
            | Self::Entities => "name",
            Self::GYear => "2026",
            Self::GYearMonth => "2026-01",
            Self::GMonth => "--01",
            Self::GMonthDay => "--01-31",
            Self::GDay => "---31",
            Self::NonPositiveInteger | Self::NegativeInteger => "-1",
        }
    }

    /// The scalar of XML Schema with the same texts: `duration` of `TimeSpan`, `dateTime` of `dateTimeOffset`, `date` of `dateOnly`,
    /// `time` of `timeOnly`. Every other scalar is its own base.
    #[must_use]
    pub const fn base(self) -> Self {
        match self {
            Self::TimeSpan => Self::Duration,
            Self::DateTimeOffset => Self::DateTime,
            Self::DateOnly => Self::Date,
            Self::TimeOnly => Self::Time,
            own => own,
        }
    }

    /// Whether its texts are those of its [base](Self::base), which is another scalar.
    #[must_use]
    pub const fn has_base(self) -> bool {
        self.base() as u8 != self as u8
    }
}

/// The XML of a value of type [`Type::Xml`](crate::Type::Xml).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum XmlKind {
    /// Any content: .NET's `XmlNode`, `XmlElement` and types that write themselves.
    Content,
    /// A schema and a diffgram: .NET's `DataSet`.
    DataSet,
    /// A schema and a diffgram of one table: .NET's `DataTable`.
    DataTable,
}

impl XmlKind {
    /// The name in specs, and the root element over GET and POST.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Content => "xml",
            Self::DataSet => "DataSet",
            Self::DataTable => "DataTable",
        }
    }
}

/// The namespace of an element, attribute or type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Namespace {
    /// The service's namespace, which may be a setting.
    #[default]
    Service,
    /// No namespace.
    None,
    /// Another namespace.
    Of(&'static str),
}

impl Namespace {
    /// The namespace of XSD's own types.
    pub const XSD: Self = Self::Of("http://www.w3.org/2001/XMLSchema");
    /// The namespace of the types that .NET names itself: `guid`, `char`, `TimeSpan`, `dateTimeOffset`, `dateOnly`, `timeOnly`.
    pub const MICROSOFT_TYPES: Self = Self::Of("http://microsoft.com/wsdl/types/");

    /// Its URI; empty for no namespace. `service` is the namespace of the service.
    #[must_use]
    pub const fn uri<'a>(self, service: &'a str) -> &'a str
    where
        'static: 'a,
    {
        match self {
            Self::Service => service,
            Self::None => "",
            Self::Of(uri) => uri,
        }
    }
}
