//! Why an operation was refused: a kind that callers match on, and a sentence that names what is wrong.

use asmx_runtime::Fault;

/// The namespace of the exception names in faults.
/// It must not hold the default password `sandbox`: clients take a secret out of what a server sends, in any case of letters.
const NAMESPACE: &str = "EmailCampaign";

/// A refusal. The transaction that it ends is rolled back, so that nothing is changed.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub struct Refusal {
    kind: Kind,
    message: String,
}

/// What was wrong. Each becomes the name of an exception, `EmailCampaign.InvalidDateException`. Names that public clients of such
/// services match on are kept; the others are the sandbox's choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An address is on the account's bounce list.
    BouncedEmailAddress,
    /// A campaign cannot be sent to anybody, or not the way it was asked for.
    CannotSend,
    /// There is no such campaign.
    CampaignNotFound,
    /// The member is in the list already.
    DuplicateEmailAddress,
    /// A group of that name exists.
    DuplicateGroupName,
    /// An account of that name exists.
    DuplicateUsername,
    /// There is no such list or transactional group.
    GroupNotFound,
    /// User name or password are wrong.
    InvalidCredentials,
    /// A date cannot be read.
    InvalidDate,
    /// Delimiters are missing or overlap, or delimited data cannot be cut or written.
    InvalidDelimiter,
    /// An address is none.
    InvalidEmailAddress,
    /// A field is unknown, named twice or not named.
    InvalidField,
    /// There are more or fewer values than fields.
    InvalidFieldCount,
    /// A filter cannot be read.
    InvalidFilter,
    /// A message is malformed or too large.
    InvalidMessage,
    /// Any other parameter cannot be used.
    InvalidParameter,
    /// User name or password were wrong too often.
    TooManyAttempts,
    /// The sandbox itself failed.
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
    /// A refusal of this kind; the message names what is wrong and where.
    pub(crate) fn new(kind: Kind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }

    /// What was wrong.
    pub(crate) const fn kind(&self) -> Kind {
        self.kind
    }

    /// The fault for it. Its code is that of a failing service: that is what services of this kind return for every
    /// refusal.
    pub(crate) fn into_fault(self) -> Fault {
        Fault::server(self.message).type_name(format!("{NAMESPACE}.{}", self.kind.exception()))
    }
}

impl From<rusqlite::Error> for Refusal {
    fn from(error: rusqlite::Error) -> Self {
        Self::new(Kind::Internal, format!("The sandbox's database failed: {error}"))
    }
}

/// What operations return inside the sandbox.
pub type Result<T> = std::result::Result<T, Refusal>;
