//! Roles: the runtime's use of parameters, headers and members beyond sending them.

/// The runtime's use of a parameter, header or member beyond sending it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// The account's user name.
    Username,
    /// The account's password.
    Password,
    /// A key or licence that identifies the caller.
    Key,
    /// A token that identifies the caller.
    Token,
    /// A header of responses that later requests send again.
    Session,
    /// Separates the rows of the operation's delimited result.
    RowDelimiter,
    /// Separates the columns of the operation's delimited result.
    ColumnDelimiter,
    /// Encloses values of the operation's delimited result.
    TextQualifier,
    /// Begin of the requested time frame.
    BeginDate,
    /// End of the requested time frame.
    EndDate,
    /// Names of the fields whose values are sent.
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
}

impl Role {
    /// Every role with its name in specs.
    pub const ALL: &'static [(&'static str, Self)] = &[
        ("username", Self::Username),
        ("password", Self::Password),
        ("key", Self::Key),
        ("token", Self::Token),
        ("session", Self::Session),
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
    ];

    /// Roles that a client's credentials fill in, in parameters, headers and members of structures.
    pub const CREDENTIALS: &'static [Self] = &[Self::Username, Self::Password, Self::Key, Self::Token];

    /// The role of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == name).map(|(_, role)| *role)
    }

    /// The name in specs.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, role)| *role == self).map_or("", |(name, _)| name)
    }

    /// Whether a client's credentials fill it in.
    #[must_use]
    pub const fn is_credential(self) -> bool {
        matches!(self, Self::Username | Self::Password | Self::Key | Self::Token)
    }

    /// Whether its values are secret and never shown.
    #[must_use]
    pub const fn is_secret(self) -> bool {
        matches!(self, Self::Password | Self::Key | Self::Token | Self::Session)
    }
}
