//! Faults: the responses of a service that refuses or fails.

use std::fmt;

use crate::redaction::Redaction;
use crate::value::headers::Headers;
use crate::xml;

/// The response of a service instead of a result.
///
/// SOAP carries a code, an actor and a detail of a fault, SOAP 1.2 also a subcode; GET and POST carry only text. All transports carry the chain of messages, outermost
/// first, so equality compares these: a failure is the same value over all four transports.
///
/// The texts of a received fault are without secrets of the call, and have at most 16,000 characters; the raw response is in
/// [`Error::body`](crate::Error::body). Methods return texts with the control characters of the service; `Display` and `Debug` write these as
/// escapes (`\u{1b}`).
#[derive(Clone)]
pub struct Fault {
    code: Option<FaultCode>,
    chain: Vec<Exception>,
    actor: Option<Box<str>>,
    detail: Option<Box<str>>,
    text: Option<String>,
    rare: Option<Box<Rare>>,
}

/// The parts that few faults have.
#[derive(Clone, Default)]
struct Rare {
    subcode: Option<Box<str>>,
    headers: Headers,
}

/// One link of a fault's chain.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Exception {
    /// The name of the exception's type, if the service sends it (development error style only).
    pub type_name: Option<String>,
    /// Its message.
    pub message: String,
}

/// The party that caused a fault, in the words of SOAP 1.1; SOAP 1.2's `Sender` and `Receiver` are `Client` and `Server`.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FaultCode {
    /// The request was wrong.
    Client,
    /// The service failed.
    Server,
    /// The envelope's namespace is of an unknown SOAP version.
    VersionMismatch,
    /// The service did not understand a header that it must understand.
    MustUnderstand,
    /// Any other code, as sent, without its prefix.
    Other(String),
}

impl FaultCode {
    /// Reads the local name of a SOAP 1.1 or SOAP 1.2 code.
    pub fn from_local_name(name: &str) -> Self {
        match name {
            "Client" | "Sender" => Self::Client,
            "Server" | "Receiver" => Self::Server,
            "VersionMismatch" => Self::VersionMismatch,
            "MustUnderstand" => Self::MustUnderstand,
            other => Self::Other(other.to_owned()),
        }
    }
}

impl FaultCode {
    /// The local name in the words of SOAP 1.1.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Client => "Client",
            Self::Server => "Server",
            Self::VersionMismatch => "VersionMismatch",
            Self::MustUnderstand => "MustUnderstand",
            Self::Other(name) => name,
        }
    }
}

/// The prefix that the stack writes before the message of an exception that is not a SOAP exception.
pub(crate) const UNABLE_TO_PROCESS: &str = "Server was unable to process request.";

/// The separator between the messages of a chain.
pub(crate) const CHAIN_ARROW: &str = " ---> ";

/// The most characters of a text.
const LONGEST: usize = 16_000;

impl Fault {
    /// A failure of the service.
    pub fn server(message: impl Into<String>) -> Self {
        Self::new(FaultCode::Server, message)
    }

    /// A fault of the caller.
    pub fn client(message: impl Into<String>) -> Self {
        Self::new(FaultCode::Client, message)
    }

    /// A fault of any code.
    pub fn new(code: FaultCode, message: impl Into<String>) -> Self {
        let exception = Exception { type_name: None, message: message.into() };
        Self { chain: vec![exception], ..Self::of_code(Some(code)) }
    }

    /// The fault of an operation that is not implemented.
    pub(crate) fn not_implemented() -> Self {
        Self::server("the operation is not implemented").type_name("System.NotImplementedException")
    }

    /// Names the type of the last exception, which the development error style shows.
    #[must_use]
    pub fn type_name(mut self, name: impl Into<String>) -> Self {
        if let Some(last) = self.chain.last_mut() {
            last.type_name = Some(name.into());
        }
        self
    }

    /// Adds the cause of the last failure.
    #[must_use]
    pub fn caused_by(mut self, message: impl Into<String>) -> Self {
        self.chain.push(Exception { type_name: None, message: message.into() });
        self
    }

    /// Says more exactly what failed than the code does: a name of the service, without a prefix. Only SOAP 1.2 carries it.
    #[must_use]
    pub fn with_subcode(mut self, subcode: impl Into<String>) -> Self {
        self.rare.get_or_insert_default().subcode = Some(subcode.into().into());
        self
    }

    /// Names the role or address that failed.
    #[must_use]
    pub fn with_actor(mut self, actor: impl Into<String>) -> Self {
        self.actor = Some(actor.into().into());
        self
    }

    /// Adds details: well-formed XML elements, one after the other.
    #[must_use]
    pub fn with_detail(mut self, xml: impl Into<String>) -> Self {
        self.detail = Some(xml.into().into());
        self
    }

    /// Adds SOAP headers, in the order of the envelope: some services describe a fault about headers there. GET and POST carry no headers.
    #[must_use]
    pub fn with_headers(mut self, headers: impl Into<Headers>) -> Self {
        self.rare.get_or_insert_default().headers = headers.into();
        self
    }

    /// Adds a note in parentheses to the last message.
    pub(crate) fn noting(mut self, note: impl fmt::Display) -> Self {
        if let Some(last) = self.chain.last_mut() {
            last.message = format!("{} ({note})", last.message);
        }
        self
    }

    /// Removes secrets from all texts, and cuts these to their limits.
    pub(crate) fn redact(&mut self, redaction: &Redaction) {
        let redact = |text: &mut String| *text = redaction.excerpt(text, LONGEST, true);
        if let Some(FaultCode::Other(code)) = &mut self.code {
            redact(code);
        }
        self.text.iter_mut().for_each(redact);
        let subcode = self.rare.as_mut().and_then(|rare| rare.subcode.as_mut());
        for part in [subcode, self.actor.as_mut(), self.detail.as_mut()].into_iter().flatten() {
            *part = redaction.excerpt(part, LONGEST, true).into();
        }
        if let Some(text) = &self.text {
            // A secret may span two messages.
            self.chain = chain_of(text);
            return;
        }
        for exception in &mut self.chain {
            redact(&mut exception.message);
            exception.type_name.iter_mut().for_each(redact);
        }
    }

    /// Reads the text of a fault in either error style: with or without the stack's own prefix, type names and stack trace.
    /// [`text`](Self::text) returns it unchanged.
    pub(crate) fn from_text(code: Option<FaultCode>, text: &str) -> Self {
        let text = xml::shortened(text, LONGEST).into_owned();
        Self { chain: chain_of(&text), text: Some(text), ..Self::of_code(code) }
    }

    const fn of_code(code: Option<FaultCode>) -> Self {
        Self { code, chain: Vec::new(), actor: None, detail: None, text: None, rare: None }
    }

    /// The code; `None` over GET and POST, which do not carry it.
    pub const fn code(&self) -> Option<&FaultCode> {
        self.code.as_ref()
    }

    /// The service's own name for what failed, without its prefix. Subcodes of subcodes follow behind a full stop, as in codes of SOAP 1.1. `None`
    /// over other transports than SOAP 1.2.
    pub fn subcode(&self) -> Option<&str> {
        self.rare.as_ref()?.subcode.as_deref()
    }

    /// The messages of the whole chain, outermost first, joined by ` ---> ` as services write them.
    pub fn message(&self) -> String {
        let messages: Vec<_> = self.chain.iter().map(|exception| exception.message.as_str()).collect();
        messages.join(CHAIN_ARROW)
    }

    /// The message; of a fault without one its code and subcode, and the text of its detail.
    #[must_use]
    pub fn summary(&self) -> String {
        let message = self.message();
        if !message.trim().is_empty() {
            return message;
        }
        let detail = self.detail().map(text_of).filter(|detail| !detail.is_empty());
        let code = self.code().map(FaultCode::name).into_iter().chain(self.subcode()).map(str::to_owned);
        code.chain(detail).collect::<Vec<_>>().join(": ")
    }

    /// The chain of failures, outermost first; never empty.
    pub fn chain(&self) -> &[Exception] {
        &self.chain
    }

    /// The role or address that failed, if the fault states it.
    pub fn actor(&self) -> Option<&str> {
        self.actor.as_deref()
    }

    /// The content of the detail element as XML, if there is any. XML that was too long is cut, and then not well-formed.
    pub fn detail(&self) -> Option<&str> {
        self.detail.as_deref()
    }

    /// Whether the fault is about headers: such a fault has no detail.
    pub(crate) fn is_about_headers(&self) -> bool {
        self.code == Some(FaultCode::MustUnderstand) || !self.headers().is_empty()
    }

    /// The SOAP headers of the fault.
    pub fn headers(&self) -> &Headers {
        static NONE: Headers = Headers::new();
        self.rare.as_ref().map_or(&NONE, |rare| &rare.headers)
    }

    /// The text as the service sent it, including a stack trace; `None` for a fault that was made here.
    pub fn text(&self) -> Option<&str> {
        self.text.as_deref()
    }
}

/// The texts between the tags of XML, which may be cut.
fn text_of(xml: &str) -> String {
    let mut texts: Vec<&str> = Vec::new();
    let mut rest = xml;
    loop {
        let (text, tag) = rest.split_once('<').unwrap_or((rest, ""));
        texts.extend(Some(text.trim()).filter(|text| !text.is_empty()));
        match tag.split_once('>') {
            Some((_, after)) => rest = after,
            None => return texts.join(" "),
        }
    }
}

/// The messages in the text of a fault.
fn chain_of(text: &str) -> Vec<Exception> {
    let mut chain: Vec<_> = without_stack_trace(text).split(CHAIN_ARROW).map(exception).collect();
    if chain.len() > 1 && chain.first().is_some_and(|first| first.message == UNABLE_TO_PROCESS) {
        chain.remove(0);
    }
    chain
}

/// Removes the stack trace: everything from the first line that is a stack frame or the mark of an inner trace.
fn without_stack_trace(text: &str) -> &str {
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        let start = line.trim_start_matches(' ');
        let indent = line.len() - start.len();
        if (2..=3).contains(&indent) && (start.starts_with("at ") || start.starts_with("--- End of inner exception")) {
            break;
        }
        end += line.len();
    }
    text.get(..end).unwrap_or(text).trim_end_matches(['\r', '\n'])
}

/// Splits `Some.Namespace.SomeException: message`. A text of another form is only a message.
fn exception(text: &str) -> Exception {
    let named = text.split_once(": ").filter(|(name, _)| {
        name.contains('.')
            && name.split('.').all(|part| {
                part.starts_with(|first: char| first.is_ascii_uppercase())
                    && part.chars().all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '`' | '+'))
            })
    });
    match named {
        Some((name, message)) => Exception { type_name: Some(name.to_owned()), message: message.to_owned() },
        None => Exception { type_name: None, message: text.to_owned() },
    }
}

impl PartialEq for Fault {
    /// Compares the messages of the chain, because every transport carries them.
    fn eq(&self, other: &Self) -> bool {
        self.message() == other.message()
    }
}

impl Eq for Fault {}

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&xml::shown_line(&self.message()))
    }
}

impl fmt::Debug for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut output = formatter.debug_struct("Fault");
        output.field("headers", self.headers());
        output.field("code", &self.code).field("subcode", &self.subcode()).field("chain", &self.chain);
        output.field("actor", &self.actor).field("detail", &self.detail).finish_non_exhaustive()
    }
}

impl std::error::Error for Fault {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_failure_is_the_same_value_in_every_form() {
        let fault = Fault::server("Outer failure in Op").type_name("System.InvalidOperationException");
        let fault = fault.caused_by("Inner failure <&>").type_name("System.ArgumentException");
        let forms = [
            "Outer failure in Op ---> Inner failure <&>\n",
            "Server was unable to process request. ---> Outer failure in Op ---> Inner failure <&>",
            "System.InvalidOperationException: Outer failure in Op ---> System.ArgumentException: Inner failure <&>\n   \
             --- End of inner exception stack trace ---\n  at Some.Where (System.String op) [0x000c5] in <b96f>:0 \n",
            "System.Web.Services.Protocols.SoapException: Server was unable to process request. ---> \
             System.InvalidOperationException: Outer failure in Op ---> System.ArgumentException: Inner failure <&>\r\n   \
             at Some.Where(String op)\r\n",
        ];
        for form in forms {
            let read = Fault::from_text(None, form);
            assert_eq!(read, fault, "{form}");
            assert_eq!(read.message(), "Outer failure in Op ---> Inner failure <&>");
            assert_eq!(read.text(), Some(form));
        }
        let chain = Fault::from_text(None, forms.last().copied().unwrap_or_default());
        assert_eq!(chain.chain(), fault.chain());
    }

    #[test]
    fn a_message_with_a_colon_or_a_lonely_prefix_is_kept_whole() {
        assert_eq!(Fault::from_text(None, "Not found: list A").message(), "Not found: list A");
        assert_eq!(Fault::from_text(None, UNABLE_TO_PROCESS).message(), UNABLE_TO_PROCESS);
        assert_eq!(Fault::from_text(None, "").message(), "");
        assert_eq!(Fault::from_text(None, "two\n lines\n").message(), "two\n lines");
    }
}
