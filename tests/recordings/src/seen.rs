//! The parts of a response that are compared: status, content type and body, in a form in which equal responses are equal.

use std::fmt;

use crate::RawResponse;
use crate::infoset;

/// The parts of a response that are compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    pub status: u16,
    pub content_type: Option<String>,
    pub body: Body,
}

/// A body by its kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    Empty,
    /// XML in canonical form; for a fault, with the text of the fault freed from stack frames.
    Xml(String),
    /// An XML declaration and nothing else.
    Declaration,
    /// The text of an error without stack frames, as it is escaped.
    Text(String),
    /// The texts of a page, without its layout.
    Page(String),
    Other(String),
}

/// Status, content type and body, as the list of differences has them.
impl fmt::Display for Seen {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let content_type = self.content_type.as_deref().unwrap_or("no content type");
        write!(formatter, "{} {content_type}", self.status)?;
        match &self.body {
            Body::Empty => Ok(()),
            Body::Declaration => formatter.write_str(": only a declaration"),
            Body::Xml(text) | Body::Text(text) | Body::Page(text) | Body::Other(text) => write!(formatter, ": {text}"),
        }
    }
}

impl Seen {
    /// The parts of `response`.
    ///
    /// # Errors
    ///
    /// Its body is not what its content type says.
    pub fn of(response: &RawResponse) -> Result<Self, String> {
        let content_type = response.header("content-type").map(str::to_owned);
        Ok(Self { status: response.status, body: body(content_type.as_deref(), &response.body)?, content_type })
    }
}

fn body(content_type: Option<&str>, body: &[u8]) -> Result<Body, String> {
    if body.is_empty() {
        return Ok(Body::Empty);
    }
    let text = std::str::from_utf8(body).map_err(|error| error.to_string())?;
    let essence = content_type.unwrap_or_default().split(';').next().unwrap_or_default().to_ascii_lowercase();
    Ok(match essence.as_str() {
        "text/xml" | "application/soap+xml" if is_declaration(text) => Body::Declaration,
        "text/xml" | "application/soap+xml" => Body::Xml(without_frames(&infoset::canonical(text)?)),
        "text/plain" => Body::Text(without_frames(text).trim_end().to_owned()),
        "text/html" => Body::Page(message(text)),
        _ => Body::Other(text.to_owned()),
    })
}

fn is_declaration(text: &str) -> bool {
    text.starts_with("<?xml ") && text.trim_end().ends_with("?>") && text.matches('<').count() == 1
}

/// The message of an error page. The host's own pages hold it in a heading of a class, ours in the title.
fn message(page: &str) -> String {
    let between = |start: &str, end: &str| Some(page.split_once(start)?.1.split_once(end)?.0.to_owned());
    between("<h2 class=\"exceptionMessage\">", "</h2>").or_else(|| between("<title>", "</title>")).unwrap_or_default()
}

/// A text without the frames of a stack trace, in the middle of a document too.
pub fn without_frames(text: &str) -> String {
    let is_frame = |line: &str| {
        line.starts_with("  at ") || line.starts_with("   at ") || line.starts_with("   --- End of inner exception")
    };
    let mut output = String::new();
    for line in text.split('\n') {
        // A frame may be followed by what comes after the text.
        let rest = if is_frame(line) { line.find("</").map(|at| &line[at..]) } else { Some(line) };
        if let Some(rest) = rest {
            if !output.is_empty() && !is_frame(line) {
                output.push('\n');
            }
            output.push_str(rest);
        }
    }
    output
}
