//! Messages with their boundaries, and the requests that take them.

use std::fmt;

use crate::operation::Role;
use crate::value::by_role;
use crate::value::by_role::MissingRole;
use crate::value::typed_request::TypedRequest;

/// A message with its boundary. One that `MimeBuilder` makes has the boundary between its parts and nowhere else, and is ASCII with
/// lines that end in CR LF: every transport carries it unchanged.
#[derive(Clone, PartialEq, Eq)]
pub struct MimeMessage {
    raw: String,
    boundary: String,
}

impl MimeMessage {
    /// A message that was made otherwise, as it is.
    pub fn new(raw: impl Into<String>, boundary: impl Into<String>) -> Self {
        Self { raw: raw.into(), boundary: boundary.into() }
    }

    /// The message.
    pub fn raw(&self) -> &str {
        &self.raw
    }

    /// The boundary between its parts.
    pub fn boundary(&self) -> &str {
        &self.boundary
    }
}

impl fmt::Debug for MimeMessage {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("MimeMessage").field("bytes", &self.raw.len()).field("boundary", &self.boundary).finish()
    }
}

/// A request that takes a message with MIME parts. Generated code implements it for operations with a parameter that has the role
/// `mime-message`.
pub trait TakesMessage: TypedRequest {
    /// Sets the message, and its boundary where the operation takes it apart. Over GET and POST many servers refuse parameters
    /// that hold HTML; SOAP carries it.
    ///
    /// # Errors
    ///
    /// The operation does not take it, although hand-written code implements the trait for its request.
    fn message(mut self, message: MimeMessage) -> Result<Self, MissingRole> {
        by_role::set_if_there(&mut self, Role::MimeBoundary, message.boundary)?;
        by_role::set(&mut self, Role::MimeMessage, message.raw)?;
        Ok(self)
    }
}
