//! Renders a mistake as text with underlines, by `annotate-snippets`.
//!
//! The renderer gets only the lines that it shows, and only the surroundings of the place in a very long line. A large file with many
//! mistakes then costs no more than a small one, and no range lies outside the renderer's text.

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{Annotation, AnnotationKind, Element, Level, Renderer, Snippet, normalize_untrusted_str};

use asmx_types::display::{shown_line, shown_lines};
use asmx_types::sessions::with_sessions_redacted;

use super::source::{Source, Span};
use super::{Diagnostic, Severity};

/// A fixed width, so that the text does not depend on the terminal.
const WIDTH: usize = 140;

/// Longer lines (in bytes) are cut.
const LONGEST_LINE: usize = 300;

/// Bytes kept before and after the place in a long line.
const SURROUNDINGS: usize = 60;

/// Places within this many lines share a piece.
const NEAR: usize = 6;

impl<C: std::fmt::Display> std::fmt::Display for Diagnostic<C> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.source {
            Some(source) => formatter.write_str(&render(source, self)),
            None => write!(formatter, "error[{}]: {}", self.code, shown_line(&self.message)),
        }
    }
}

fn render<C: std::fmt::Display>(source: &Source, diagnostic: &Diagnostic<C>) -> String {
    let primary = Underline { span: diagnostic.span, label: &diagnostic.label, kind: AnnotationKind::Primary };
    let mut underlines = vec![primary];
    underlines.extend(diagnostic.secondary.iter().map(|(span, label)| Underline {
        span: *span,
        label,
        kind: AnnotationKind::Context,
    }));

    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let mut group = level
        .primary_title(normalize_untrusted_str(&diagnostic.message))
        .id(diagnostic.code.to_string())
        .elements([] as [Element<'_>; 0]);
    let mut origins = Vec::new();
    for piece in pieces(source, underlines) {
        origins.push(origin(source, &piece));
        group = group.element(snippet(source, &piece));
    }
    if let Some(reason) = diagnostic.reason {
        group = group.element(Level::NOTE.message(reason));
    }
    for help in &diagnostic.help {
        group = group.element(Level::HELP.message(normalize_untrusted_str(help)));
    }
    let text = Renderer::plain().term_width(WIDTH).decor_style(DecorStyle::Ascii).render(&[group]);
    // The renderer replaces some control characters and lets others through.
    // An address in a document may hold a session, which is a secret.
    shown_lines(&with_sessions_redacted(&with_origins(&text, origins))).into_owned()
}

/// Inserts the origin of each piece. The renderer would count columns in lines that may be cut. Without a path, it omits the first origin
/// and marks the others with colons.
fn with_origins(text: &str, origins: Vec<String>) -> String {
    let mut origins = origins.into_iter();
    let mut lines: Vec<String> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if index == 1 {
            let gutter = line.find('|').unwrap_or(1).saturating_sub(1);
            lines.extend(origins.next().map(|origin| format!("{}--> {origin}", " ".repeat(gutter))));
        }
        let line = line.trim_end();
        match line.strip_suffix(":::").filter(|before| before.trim().is_empty()) {
            Some(before) => {
                lines.push(format!("{before}::: {}", origins.next().unwrap_or_default()));
                lines.push(format!("{before} |"));
            }
            None => lines.push(line.to_owned()),
        }
    }
    lines.join("\n")
}

fn origin(source: &Source, piece: &Piece<'_>) -> String {
    let primary = piece.underlines.iter().find(|underline| matches!(underline.kind, AnnotationKind::Primary));
    let start = primary.or(piece.underlines.first()).map_or(0, |underline| underline.span.start);
    let name = normalize_untrusted_str(&source.name);
    let (line, column) = source.position(start);
    format!("{name}:{line}:{column}")
}

struct Underline<'a> {
    span: Span,
    label: &'a str,
    kind: AnnotationKind,
}

struct Piece<'a> {
    first_line: usize,
    last_line: usize,
    has_primary: bool,
    underlines: Vec<Underline<'a>>,
}

/// Sorts the places into pieces; the first has the mistake itself.
fn pieces<'a>(source: &Source, mut underlines: Vec<Underline<'a>>) -> Vec<Piece<'a>> {
    underlines.sort_by_key(|underline| underline.span);
    let mut pieces: Vec<Piece<'a>> = Vec::new();
    for underline in underlines {
        let line = source.line_of(underline.span.start);
        let is_primary = matches!(underline.kind, AnnotationKind::Primary);
        match pieces.last_mut() {
            Some(piece)
                if line - piece.last_line <= NEAR && !is_long(source, line) && !is_long(source, piece.last_line) =>
            {
                piece.last_line = line;
                piece.has_primary |= is_primary;
                piece.underlines.push(underline);
            }
            _ => pieces.push(Piece {
                first_line: line,
                last_line: line,
                has_primary: is_primary,
                underlines: vec![underline],
            }),
        }
    }
    pieces.sort_by_key(|piece| !piece.has_primary);
    pieces
}

/// Whether a line is cut. Each place on a cut line is a piece of its own.
fn is_long(source: &Source, line: usize) -> bool {
    let span = source.line_span(line);
    span.end - span.start > LONGEST_LINE
}

/// The lines of a piece, with the places at their positions in the cut lines.
fn snippet<'a>(source: &Source, piece: &Piece<'a>) -> Snippet<'a, Annotation<'a>> {
    let mut text = String::new();
    let mut annotations = Vec::new();
    for line in piece.first_line..=piece.last_line {
        if line > piece.first_line {
            text.push('\n');
        }
        let line_span = source.line_span(line);
        let on_line: Vec<&Underline<'a>> =
            piece.underlines.iter().filter(|underline| source.line_of(underline.span.start) == line).collect();
        let window = cut(source, line_span, &on_line);
        let before = if window.start > line_span.start { "…" } else { "" };
        text.push_str(before);
        let offset = text.len();
        text.push_str(source.text.get(window.start..window.end).unwrap_or_default());
        let end_of_line = text.len();
        if window.end < line_span.end {
            text.push('…');
        }
        for underline in on_line {
            // A place that continues after its line is underlined to the line's end.
            let start = (offset + underline.span.start.saturating_sub(window.start)).min(end_of_line);
            let end = (offset + underline.span.end.saturating_sub(window.start)).clamp(start, end_of_line);
            let label = (!underline.label.is_empty()).then(|| normalize_untrusted_str(underline.label));
            annotations.push(underline.kind.span(start..end).label(label));
        }
    }
    Snippet::source(text).line_start(piece.first_line + 1).fold(true).annotations(annotations)
}

/// The shown part of a line: all of it, or the surroundings of its first place.
fn cut(source: &Source, line: Span, underlines: &[&Underline<'_>]) -> Span {
    if line.end - line.start <= LONGEST_LINE {
        return line;
    }
    let center = underlines.first().map_or(Span::new(line.start, line.start), |underline| underline.span);
    let start = center.start.saturating_sub(SURROUNDINGS).max(line.start);
    let end = center.end.saturating_add(SURROUNDINGS).min(start + LONGEST_LINE).min(line.end).max(start);
    // Lines start and end at characters, so clamping stays within the line.
    source.clamp(Span::new(start, end))
}
