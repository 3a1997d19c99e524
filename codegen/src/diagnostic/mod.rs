//! Mistakes in a document: what is wrong, where, and what to do.
//!
//! Knows texts and positions, not specs or WSDL. [`Diagnostics`] is what a person sees: every mistake of a file, each with its place
//! underlined, a second place where two conflict, and a help line.

mod code;
mod render;
mod source;

use std::sync::Arc;

use asmx_types::display::{shortened, shown_line};

#[doc(hidden)]
pub use asmx_types::near::{did_you_mean, nearest, proposal, question, question_behind, similar};
pub use code::Code;
#[doc(hidden)]
pub use source::{Source, Span};

/// The most mistakes of a file that are rendered; the others are counted. [`Diagnostics::iter`] has all of them.
const MOST_RENDERED: usize = 200;

/// How serious a diagnostic is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// A mistake: nothing is made of the document.
    Error,
    /// Something to correct.
    Warning,
    /// Something to know. A check does not fail because of it.
    Note,
}

impl Severity {
    /// The word in messages and in JSON.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

/// One mistake, or a warning about a document that is not imported exactly.
///
/// `Display` renders it as plain text without colours. `C` is the type of its code.
#[must_use]
#[derive(Debug, Clone)]
pub struct Diagnostic<C = Code> {
    source: Option<Arc<Source>>,
    severity: Severity,
    code: C,
    message: String,
    subject: Option<String>,
    label: String,
    span: Span,
    secondary: Vec<(Span, String)>,
    reason: Option<&'static str>,
    help: Vec<String>,
    line: usize,
    column: usize,
}

#[doc(hidden)]
impl<C> Diagnostic<C> {
    pub fn new(code: C, span: Span, message: impl Into<String>) -> Self {
        Self {
            source: None,
            severity: Severity::Error,
            code,
            message: message.into(),
            subject: None,
            label: String::new(),
            span,
            secondary: Vec::new(),
            reason: None,
            help: Vec::new(),
            line: 0,
            column: 0,
        }
    }

    /// Makes it a warning.
    pub fn warning(mut self) -> Self {
        self.severity = Severity::Warning;
        self
    }

    /// Makes it a note.
    #[doc(hidden)]
    pub fn note(mut self) -> Self {
        self.severity = Severity::Note;
        self
    }

    /// Makes it an error.
    pub fn error(mut self) -> Self {
        self.severity = Severity::Error;
        self
    }

    pub fn span(&self) -> Span {
        self.span
    }

    /// States the name of what it is about, for those who compare or list diagnostics.
    pub fn about(mut self, name: impl Into<String>) -> Self {
        self.subject = Some(name.into());
        self
    }

    pub fn subject(&self) -> Option<&str> {
        self.subject.as_deref()
    }

    /// Adds a text beside the underlined place.
    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.label = text.into();
        self
    }

    /// Adds another place that belongs to the mistake.
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Self {
        self.secondary.push((span, text.into()));
        self
    }

    /// Adds why it matters.
    pub fn reason(mut self, reason: &'static str) -> Self {
        self.reason = Some(reason);
        self
    }

    /// Adds what to do about it.
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help.push(text.into());
        self
    }

    /// Adds what to do about it, if there is a proposal.
    pub fn help_if(self, text: Option<impl Into<String>>) -> Self {
        match text {
            Some(text) => self.help(text),
            None => self,
        }
    }

    pub fn names(&self, name: &str) -> bool {
        let name = quoted(name);
        self.message.contains(&name) || self.label.contains(&name)
    }
}

impl<C> Diagnostic<C> {
    /// The kind of mistake.
    pub fn code(&self) -> C
    where
        C: Copy,
    {
        self.code
    }

    /// The message, one line.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Whether it is a warning: something was left out, or imported differently from the document.
    pub fn is_warning(&self) -> bool {
        self.severity == Severity::Warning
    }

    /// How serious it is.
    #[must_use]
    pub const fn severity(&self) -> Severity {
        self.severity
    }

    /// The name of the file, as it was given.
    pub fn file(&self) -> &str {
        self.source.as_ref().map_or("", |source| source.name.as_str())
    }

    /// The line of the mistake, from 1.
    pub fn line(&self) -> usize {
        self.line
    }

    /// The column of the mistake in characters, from 1.
    pub fn column(&self) -> usize {
        self.column
    }

    /// The help lines.
    pub fn help_lines(&self) -> impl Iterator<Item = &str> {
        self.help.iter().map(String::as_str)
    }
}

/// Sorts the mistakes of one file, and finds lines and columns.
#[doc(hidden)]
pub fn placed<C: Copy + Ord>(source: impl Into<Arc<Source>>, mut list: Vec<Diagnostic<C>>) -> Vec<Diagnostic<C>> {
    let source = source.into();
    for diagnostic in &mut list {
        diagnostic.span = source.clamp(diagnostic.span);
        for (span, _) in &mut diagnostic.secondary {
            *span = source.clamp(*span);
        }
    }
    list.sort_by_key(|diagnostic| (diagnostic.span.start, diagnostic.code));
    // One pass over the text: each column is counted from the previous mistake on that line.
    let (mut offset, mut line, mut column) = (0, 0, 1);
    for diagnostic in &mut list {
        let start = diagnostic.span.start;
        let found = source.line_of(start);
        if found != line {
            (offset, line, column) = (source.line_span(found).start, found, 1);
        }
        column += source.text.get(offset..start).unwrap_or_default().chars().count();
        offset = start;
        (diagnostic.line, diagnostic.column) = (line + 1, column);
        diagnostic.source = Some(Arc::clone(&source));
    }
    list
}

/// All mistakes of a document and of those that it imports, file by file, in order. Never empty.
///
/// `Display` renders them as plain text without colours.
#[derive(Clone)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
}

asmx_types::debug_is_a_sentence!(Diagnostics);

impl Diagnostics {
    /// Sorts the mistakes and finds their lines and columns.
    #[doc(hidden)]
    pub fn new(source: impl Into<Arc<Source>>, list: Vec<Diagnostic>) -> Self {
        Self { list: placed(source, list) }
    }

    /// Takes placed mistakes; `list` must not be empty.
    #[doc(hidden)]
    pub fn of(list: Vec<Diagnostic>) -> Self {
        Self { list }
    }

    /// The mistakes, in the order of the file.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.list.iter()
    }

    /// The number of mistakes.
    #[expect(clippy::len_without_is_empty, reason = "it is never empty")]
    pub fn len(&self) -> usize {
        self.list.len()
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl std::fmt::Display for Diagnostics {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (index, diagnostic) in self.list.iter().take(MOST_RENDERED).enumerate() {
            if index > 0 {
                formatter.write_str("\n\n")?;
            }
            diagnostic.fmt(formatter)?;
        }
        let unseen = self.list.get(MOST_RENDERED..).unwrap_or_default();
        if let Some(first) = unseen.first() {
            let (count, name) = (unseen.len(), shown_line(first.file()));
            write!(formatter, "\n\nerror: {count} further mistakes in {name} are not shown")?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostics {}

/// Quotes a text from the spec for a message: in backquotes, on one line, shortened to a line.
#[doc(hidden)]
pub fn quoted(text: &str) -> String {
    const LONGEST: usize = 100;
    format!("`{}`", shown_line(&shortened(text, LONGEST)))
}
