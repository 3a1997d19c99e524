//! SOAP headers of requests and responses.

use super::Value;
use super::secrets::push_secrets;
use super::secrets::zeroise;
use crate::operation::Member;
use crate::xml::{Document, ParseOptions};

/// A SOAP header. `Debug` shows no values. The texts of a declared header are zeroised when it is dropped.
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq)]
pub struct SoapHeader {
    /// The declared value, or the undeclared element.
    pub content: HeaderContent,
    /// Whether the receiver must refuse the message if the header is unknown to it.
    pub must_understand: bool,
    /// The receiver of the header (`actor`, in SOAP 1.2 `role`). The default is the next receiver.
    pub actor: Option<String>,
}

/// The content of a SOAP header.
#[derive(Clone, PartialEq, Eq)]
pub enum HeaderContent {
    /// A declared header with its value.
    Declared(&'static Member, Value<'static>),
    /// The element of an undeclared header, as in the envelope. It declares every prefix that it uses.
    Unknown(String),
}

impl SoapHeader {
    /// A declared header.
    #[must_use]
    pub const fn new(header: &'static Member, value: Value<'static>) -> Self {
        Self { content: HeaderContent::Declared(header, value), must_understand: false, actor: None }
    }

    /// Whether it is the declared header `member`. Descriptors of several operations may describe one header.
    #[must_use]
    pub fn is(&self, member: &Member) -> bool {
        self.declared().is_some_and(|(declared, _)| {
            std::ptr::eq(declared, member) || declared.name == member.name && declared.namespace == member.namespace
        })
    }

    /// The descriptor and the value of a declared header.
    #[must_use]
    pub fn declared(&self) -> Option<(&'static Member, &Value<'static>)> {
        match &self.content {
            HeaderContent::Declared(member, value) => Some((member, value)),
            HeaderContent::Unknown(_) => None,
        }
    }

    /// An undeclared header.
    #[must_use]
    pub const fn unknown(element: String) -> Self {
        Self { content: HeaderContent::Unknown(element), must_understand: false, actor: None }
    }
}

impl SoapHeader {
    /// Adds the secret texts: of a declared header those of its secret members, of an undeclared one all.
    pub(crate) fn push_secrets(&self, secrets: &mut Vec<String>) {
        match &self.content {
            HeaderContent::Declared(header, value) => push_secrets(secrets, header, value),
            HeaderContent::Unknown(element) => secrets.extend(texts_of(element)),
        }
    }
}

impl Drop for SoapHeader {
    fn drop(&mut self) {
        if let HeaderContent::Declared(_, value) = &mut self.content {
            zeroise(value);
        }
    }
}

/// Every text in an element. Of a text that is not an element, all of it.
fn texts_of(element: &str) -> Vec<String> {
    let Ok(document) = Document::parse(element, &ParseOptions::default()) else { return vec![element.to_owned()] };
    let mut texts = Vec::new();
    let mut elements = vec![document.root()];
    while let Some(element) = elements.pop() {
        texts.push(element.text().into_owned());
        elements.extend(element.elements());
    }
    texts
}

/// Without the value, which may be a secret.
impl std::fmt::Debug for HeaderContent {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Declared(header, _) => formatter.debug_tuple("Declared").field(&header.name).finish_non_exhaustive(),
            Self::Unknown(_) => formatter.debug_tuple("Unknown").finish_non_exhaustive(),
        }
    }
}

impl std::fmt::Debug for SoapHeader {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let name = match &self.content {
            HeaderContent::Declared(header, _) => header.name,
            HeaderContent::Unknown(_) => "unknown",
        };
        formatter
            .debug_struct("SoapHeader")
            .field("name", &name)
            .field("must_understand", &self.must_understand)
            .field("actor", &self.actor)
            .finish_non_exhaustive()
    }
}
