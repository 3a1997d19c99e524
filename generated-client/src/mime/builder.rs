//! Builds messages.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;

use mail_builder::headers::content_type::ContentType;
use mail_builder::headers::raw::Raw;
use mail_builder::headers::text::Text;
use mail_builder::headers::{Header as _, HeaderType};
use mail_builder::mime::{BodyPart, MimePart};

use super::check;
use super::check::MimeError;
use super::message::{MimeMessage, random_boundary};

/// The form of a [`MimeMessage`]. The service's documentation does not say which it expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum MessageForm {
    /// Headers, including the `Content-Type` with the boundary, and then the parts. Public callers of such services send this form.
    #[default]
    WithHeaders,
    /// Only the parts: the service writes the headers, with the boundary of the request. Without attachments and inline parts, the parts are
    /// alternatives, else a mixture; a request cannot say which.
    PartsOnly,
}

/// The number of boundaries that are tried. A boundary that occurs in a part would break the message, and is extremely unlikely.
const ATTEMPTS: usize = 3;

/// Builds a [`MimeMessage`]: a text, an HTML form of it, or both as alternatives; parts that the HTML shows; attachments; your own headers.
///
/// Sender, subject and recipients are parameters of the request. The message does not repeat them.
#[derive(Clone, Debug, Default)]
#[must_use = "a builder does nothing until it builds"]
pub struct MimeBuilder<'m> {
    pub(super) form: MessageForm,
    pub(super) headers: Vec<(Cow<'m, str>, Cow<'m, str>)>,
    pub(super) text: Option<Cow<'m, str>>,
    pub(super) html: Option<Cow<'m, str>>,
    pub(super) inline: Vec<Enclosed<'m>>,
    pub(super) attachments: Vec<Enclosed<'m>>,
}

/// An attachment or an inline part.
#[derive(Clone)]
pub(super) struct Enclosed<'m> {
    /// The name of the file, or the content identifier.
    name: Cow<'m, str>,
    content_type: Cow<'m, str>,
    content: Cow<'m, [u8]>,
}

impl<'m> Enclosed<'m> {
    fn part(&self) -> MimePart<'m> {
        MimePart::new(ContentType::new(self.content_type.clone()), BodyPart::Binary(self.content.clone()))
    }
}

impl fmt::Debug for Enclosed<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} ({}, {} bytes)", self.name, self.content_type, self.content.len())
    }
}

impl<'m> MimeBuilder<'m> {
    /// An empty message.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the form of the message. The default is with headers.
    pub const fn form(mut self, form: MessageForm) -> Self {
        self.form = form;
        self
    }

    /// Sets the message as plain text. Line ends of any kind become CR LF.
    pub fn text(mut self, text: impl Into<Cow<'m, str>>) -> Self {
        self.text = Some(text.into());
        self
    }

    /// Sets the message as HTML. Line ends of any kind become CR LF.
    pub fn html(mut self, html: impl Into<Cow<'m, str>>) -> Self {
        self.html = Some(html.into());
        self
    }

    /// Adds a part that the HTML refers to as `cid:` with this identifier, such as an image.
    pub fn inline(
        mut self,
        content_id: impl Into<Cow<'m, str>>,
        content_type: impl Into<Cow<'m, str>>,
        content: impl IntoContent<'m>,
    ) -> Self {
        self.inline.push(Enclosed {
            name: content_id.into(),
            content_type: content_type.into(),
            content: content.into_message(),
        });
        self
    }

    /// Attaches a file. It arrives unchanged.
    pub fn attachment(
        mut self,
        file_name: impl Into<Cow<'m, str>>,
        content_type: impl Into<Cow<'m, str>>,
        content: impl IntoContent<'m>,
    ) -> Self {
        self.attachments.push(Enclosed {
            name: file_name.into(),
            content_type: content_type.into(),
            content: content.into_message(),
        });
        self
    }

    /// Adds a header, such as `List-Unsubscribe`. Text that is not ASCII becomes encoded words, which only headers of free text may hold.
    pub fn header(mut self, name: impl Into<Cow<'m, str>>, value: impl Into<Cow<'m, str>>) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// Builds the message.
    ///
    /// # Errors
    ///
    /// [`MimeError`] if a part or header is not allowed in a message.
    pub fn build(self) -> Result<MimeMessage, MimeError> {
        self.build_with(random_boundary)
    }

    pub(crate) fn build_with(self, mut new_boundary: impl FnMut() -> String) -> Result<MimeMessage, MimeError> {
        self.check()?;
        for _ in 0..ATTEMPTS {
            let mut boundaries = Vec::new();
            let mut next = |parts: usize| {
                let boundary = new_boundary();
                boundaries.push((boundary.clone(), parts));
                boundary
            };
            let raw = self.written(&mut next)?;
            check::sendable(&raw)?;
            let Some((outer, _)) = boundaries.last().cloned() else { continue };
            let in_headers = |boundary: &str| usize::from(boundary != outer || self.form == MessageForm::WithHeaders);
            let fits = |(boundary, parts): &(String, usize)| {
                // Before each part, after the last, and in the header.
                raw.matches(boundary.as_str()).count() == parts + 1 + in_headers(boundary)
            };
            if boundaries.iter().all(fits) {
                return Ok(MimeMessage::new(raw, outer));
            }
        }
        Err(MimeError::Boundary)
    }

    /// Writes the message. It asks for the outermost boundary last.
    fn written(&self, new_boundary: &mut dyn FnMut(usize) -> String) -> Result<String, MimeError> {
        let text = self.text.as_deref().map(|text| MimePart::new("text/plain", with_crlf(text)));
        let html = self.html.as_deref().map(|html| MimePart::new("text/html", with_crlf(html)));
        let html = html.map(|html| match &*self.inline {
            [] => html,
            inline => {
                let parts = inline.iter().map(|one| one.part().inline().cid(one.name.clone()));
                multipart("related", std::iter::once(html).chain(parts).collect(), new_boundary)
            }
        });
        let alternatives: Vec<_> = text.into_iter().chain(html).collect();
        let content = if self.attachments.is_empty() && alternatives.len() > 1 {
            multipart("alternative", alternatives, new_boundary)
        } else {
            let mut parts = if alternatives.len() > 1 {
                vec![multipart("alternative", alternatives, new_boundary)]
            } else {
                alternatives
            };
            parts.extend(self.attachments.iter().map(|one| one.part().attachment(one.name.clone())));
            multipart("mixed", parts, new_boundary)
        };
        let mut raw = Vec::new();
        if self.form == MessageForm::WithHeaders {
            for (name, value) in &self.headers {
                raw.extend_from_slice(name.as_bytes());
                raw.extend_from_slice(b": ");
                let value = if value.is_ascii() {
                    HeaderType::Raw(Raw::new(value.as_ref()))
                } else {
                    HeaderType::Text(Text::new(value.as_ref()))
                };
                value.write_header(&mut raw, name.len() + 2);
            }
            raw.extend_from_slice(b"MIME-Version: 1.0\r\n");
        }
        content.write_part(&mut raw);
        let raw = String::from_utf8(raw).map_err(|_| MimeError::Unsendable)?;
        match self.form {
            MessageForm::WithHeaders => Ok(raw),
            MessageForm::PartsOnly => {
                raw.split_once("\r\n\r\n").map(|(_, parts)| parts.to_owned()).ok_or(MimeError::Unsendable)
            }
        }
    }

    /// Checks the parts and headers.
    fn check(&self) -> Result<(), MimeError> {
        if self.text.is_none() && self.html.is_none() {
            return Err(MimeError::Empty);
        }
        if !self.inline.is_empty() && self.html.is_none() {
            return Err(MimeError::InlineWithoutHtml);
        }
        check::text("text", self.text.as_deref().unwrap_or_default())?;
        check::text("HTML", self.html.as_deref().unwrap_or_default())?;
        if self.form == MessageForm::PartsOnly && !self.headers.is_empty() {
            return Err(MimeError::HeadersWithPartsOnly);
        }
        self.headers.iter().try_for_each(|(name, value)| check::header(name, value))?;
        let mut identifiers = HashSet::new();
        for Enclosed { name, .. } in &self.inline {
            let is_plain =
                !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_graphic() && !b"<>\"".contains(&byte));
            if !is_plain || !identifiers.insert(name) {
                return Err(MimeError::ContentId { content_id: name.to_string() });
            }
        }
        for Enclosed { name, .. } in &self.attachments {
            if name.is_empty() || name.contains(char::is_control) {
                return Err(MimeError::FileName { file_name: name.to_string() });
            }
        }
        self.inline.iter().chain(&self.attachments).try_for_each(|part| check::content_type(&part.content_type))
    }
}

fn multipart<'m>(kind: &str, parts: Vec<MimePart<'m>>, new_boundary: &mut dyn FnMut(usize) -> String) -> MimePart<'m> {
    let boundary = new_boundary(parts.len());
    MimePart::new(ContentType::new(format!("multipart/{kind}")).attribute("boundary", boundary), parts)
}

/// The text with CR LF as line ends.
fn with_crlf(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n").replace('\n', "\r\n")
}

/// The types of an attachment's content.
pub trait IntoContent<'m> {
    /// The bytes.
    fn into_message(self) -> Cow<'m, [u8]>;
}

impl<'m> IntoContent<'m> for &'m [u8] {
    fn into_message(self) -> Cow<'m, [u8]> {
        Cow::Borrowed(self)
    }
}

impl<'m, const N: usize> IntoContent<'m> for &'m [u8; N] {
    fn into_message(self) -> Cow<'m, [u8]> {
        Cow::Borrowed(self)
    }
}

impl<'m> IntoContent<'m> for Vec<u8> {
    fn into_message(self) -> Cow<'m, [u8]> {
        Cow::Owned(self)
    }
}

impl<'m> IntoContent<'m> for &'m str {
    fn into_message(self) -> Cow<'m, [u8]> {
        Cow::Borrowed(self.as_bytes())
    }
}

impl<'m> IntoContent<'m> for String {
    fn into_message(self) -> Cow<'m, [u8]> {
        Cow::Owned(self.into_bytes())
    }
}
