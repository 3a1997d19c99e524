//! Parameters of operations, which are also the members of structures.

use super::Type;
use super::rules::Hindrance;

/// A parameter, or a member of a structure.
#[non_exhaustive]
#[derive(Debug, PartialEq)]
pub struct Parameter {
    /// Name on the wire.
    pub name: &'static str,
    /// Its type.
    pub kind: Type,
    /// Whether it can be left out.
    pub presence: Presence,
    /// Whether its value must never be shown.
    pub secret: bool,
    /// What the runtime does with it beyond sending it.
    pub role: Option<Role>,
    /// What it means, in Markdown as the spec's words become documentation; empty if the spec says nothing.
    /// [`plain_text`](super::plain_text) gives it without marks.
    pub doc: &'static str,
}

impl Parameter {
    /// A parameter that is required if it is of a value type, and optional otherwise.
    pub const fn new(name: &'static str, kind: Type) -> Self {
        let presence = if kind.kind().is_value() { Presence::Required } else { Presence::Optional };
        Self { name, kind, presence, secret: false, role: None, doc: "" }
    }

    /// Makes it required.
    #[must_use]
    pub const fn required(mut self) -> Self {
        self.presence = Presence::Required;
        self
    }

    /// Makes a value type nullable.
    #[must_use]
    pub const fn nullable(mut self) -> Self {
        self.presence = Presence::Nullable;
        self
    }

    /// Marks its value as one that is never shown.
    #[must_use]
    pub const fn secret(mut self) -> Self {
        self.secret = true;
        self
    }

    /// Gives it a role.
    #[must_use]
    pub const fn role(mut self, role: Role) -> Self {
        self.role = Some(role);
        self
    }

    /// Says what it means.
    #[must_use]
    pub const fn doc(mut self, doc: &'static str) -> Self {
        self.doc = doc;
        self
    }

    /// Whether GET and POST can carry it: a scalar that can be written as text, or an array of those
    /// (docs/RULES.md, rule 1).
    pub fn carried_by_http(&self) -> bool {
        let items = match self.kind {
            Type::Array(array) => Some(array.items()),
            _ => None,
        };
        Hindrance::of(self.presence, self.kind.kind(), items).is_none()
    }
}

/// Whether a parameter can be left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Presence {
    /// Must be given.
    Required,
    /// May be left out: absent over SOAP, `Name=` over GET and POST.
    Optional,
    /// A value type that may be null: `xsi:nil` over SOAP, not carried by GET and POST.
    Nullable,
}

/// What the runtime does with a parameter beyond sending it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// The account's user name.
    Username,
    /// The account's password.
    Password,
    /// Separates the rows of the operation's delimited result.
    RowDelimiter,
    /// Separates the columns of the operation's delimited result.
    ColumnDelimiter,
    /// Encloses values of the operation's delimited result.
    TextQualifier,
    /// Begin of the time frame that is asked for.
    BeginDate,
    /// End of the time frame that is asked for.
    EndDate,
    /// Names of the fields whose values are sent beside them.
    FieldNames,
    /// Values of one record, in the order of the names.
    FieldValues,
    /// Many records as delimited text.
    Records,
    /// Separates the records that are sent.
    SentRowDelimiter,
    /// Separates the names and the values that are sent.
    SentColumnDelimiter,
    /// Encloses values that are sent.
    SentTextQualifier,
    /// A message with its MIME parts.
    MimeMessage,
    /// The boundary between the parts of that message.
    MimeBoundary,
}

impl Role {
    /// Every role with the name that it has in specs.
    pub const ALL: &'static [(&'static str, Self)] = &[
        ("username", Self::Username),
        ("password", Self::Password),
        ("row-delimiter", Self::RowDelimiter),
        ("column-delimiter", Self::ColumnDelimiter),
        ("text-qualifier", Self::TextQualifier),
        ("begin-date", Self::BeginDate),
        ("end-date", Self::EndDate),
        ("field-names", Self::FieldNames),
        ("field-values", Self::FieldValues),
        ("records", Self::Records),
        ("sent-row-delimiter", Self::SentRowDelimiter),
        ("sent-column-delimiter", Self::SentColumnDelimiter),
        ("sent-text-qualifier", Self::SentTextQualifier),
        ("mime-message", Self::MimeMessage),
        ("mime-boundary", Self::MimeBoundary),
    ];

    /// The role of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == name).map(|(_, role)| *role)
    }

    /// The name in specs.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, role)| *role == self).map_or("", |(name, _)| name)
    }
}
