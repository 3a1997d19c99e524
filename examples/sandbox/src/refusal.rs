//! Refusals of operations: a kind for programs, and a sentence that names the fault.

use asmx_runtime::Fault;

/// The namespace of the exception names in faults.
/// It must not contain the default password `sandbox`: clients replace secrets in a server's text, in any case of
/// letters.
const NAMESPACE: &str = "EmailCampaign";

/// A refusal. It rolls the transaction back, so that nothing is changed.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub struct Refusal {
    kind: Kind,
    message: String,
}

/// The kind of a refusal, which names the exception in the fault: `EmailCampaign.InvalidDateException`. Some names
/// are those that public clients of such services match on; the others are the sandbox's choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    BouncedEmailAddress,
    /// A campaign has no recipients, or cannot be sent as requested.
    CannotSend,
    CampaignNotFound,
    DuplicateEmailAddress,
    DuplicateGroupName,
    DuplicateUsername,
    /// The list or transactional group is unknown.
    GroupNotFound,
    InvalidCredentials,
    InvalidDate,
    /// Delimiters are missing or overlap, or delimited data cannot be cut or written.
    InvalidDelimiter,
    InvalidEmailAddress,
    /// A field is unknown, named twice or not named.
    InvalidField,
    InvalidFieldCount,
    InvalidFilter,
    /// A message is malformed or too large.
    InvalidMessage,
    /// Any other parameter cannot be used.
    InvalidParameter,
    TooManyAttempts,
    /// The failure of the sandbox itself.
    Internal,
}

impl Kind {
    const fn exception(self) -> &'static str {
        match self {
            Self::BouncedEmailAddress => "BouncedEmailAddressException",
            Self::CannotSend => "CannotSendException",
            Self::CampaignNotFound => "CampaignNotFoundException",
            Self::DuplicateEmailAddress => "DuplicateEmailAddressException",
            Self::DuplicateGroupName => "DuplicateGroupNameException",
            Self::DuplicateUsername => "DuplicateUsernameException",
            Self::GroupNotFound => "GroupNotFoundException",
            Self::InvalidCredentials => "InvalidCredentialsException",
            Self::InvalidDate => "InvalidDateException",
            Self::InvalidDelimiter => "InvalidDelimiterException",
            Self::InvalidEmailAddress => "InvalidEmailAddressException",
            Self::InvalidField => "InvalidFieldException",
            Self::InvalidFieldCount => "InvalidFieldCountException",
            Self::InvalidFilter => "InvalidFilterException",
            Self::InvalidMessage => "InvalidMessageException",
            Self::InvalidParameter => "InvalidParameterException",
            Self::TooManyAttempts => "TooManyAttemptsException",
            Self::Internal => "InternalException",
        }
    }
}

impl Refusal {
    /// The message names the fault and its place.
    pub(crate) fn new(kind: Kind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }

    pub(crate) const fn kind(&self) -> Kind {
        self.kind
    }

    /// The fault of a refusal. Its code is "server", as services of this kind return for every refusal.
    pub(crate) fn into_fault(self) -> Fault {
        Fault::server(self.message).type_name(format!("{NAMESPACE}.{}", self.kind.exception()))
    }
}

impl From<rusqlite::Error> for Refusal {
    fn from(error: rusqlite::Error) -> Self {
        Self::new(Kind::Internal, format!("The sandbox's database failed: {error}"))
    }
}

pub type Result<T> = std::result::Result<T, Refusal>;
