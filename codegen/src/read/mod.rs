//! From bytes to a spec as written: decoding, XML, and the rules of elements.
//!
//! Knows the [`mod@format`] of a spec, not its meaning: `resolve` looks up names.

pub mod ast;
mod check;
mod decode;
mod element;
pub mod format;
mod kind;
mod markup;
mod service;
pub mod xml;

pub use decode::compressed;
use element::Element;
pub use element::paragraphs;
pub use kind::{FileKind, other_kind, undecoded};
pub use xml::tag;

use crate::diagnostic::{Code, Diagnostic, Source, Span, quoted};

/// The text of a spec, its content, and mistakes of its form.
#[derive(Debug)]
pub struct Reading {
    pub source: Source,
    /// `None` if its content could not be read.
    pub service: Option<ast::Service>,
    pub mistakes: Vec<Diagnostic>,
}

/// The kinds of files that commands take, for [`other_kind`].
pub const EXPECTED: &str = "a WSDL document or a spec";

/// Reads a spec. `file_name` is only for messages.
pub fn read(file_name: &str, bytes: &[u8]) -> Reading {
    let source = match decode::decode(file_name, bytes) {
        Ok(source) => source,
        Err(refused) => {
            let (source, mistake) = *refused;
            let mistake = undecoded(&source, mistake, EXPECTED);
            return Reading { source, service: None, mistakes: vec![mistake] };
        }
    };
    let mut mistakes = Vec::new();
    let service = match xml::parse(&source) {
        Ok(document) => root(&source, &document, &mut mistakes),
        Err(mistake) => {
            mistakes.push(other_kind(&source, EXPECTED).unwrap_or(*mistake));
            None
        }
    };
    Reading { source, service, mistakes }
}

fn root(source: &Source, document: &roxmltree::Document<'_>, mistakes: &mut Vec<Diagnostic>) -> Option<ast::Service> {
    let node = document.root_element();
    let tag = xml::tag(node);
    let name = node.tag_name().name();
    if name != format::ROOT {
        let is_wsdl = name == "definitions";
        if let Some(mistake) = other_kind(source, EXPECTED).filter(|_| !is_wsdl) {
            mistakes.push(mistake);
            return None;
        }
        let hint = if is_wsdl {
            "this looks like a WSDL document: make a spec of it with `asmx import`"
        } else {
            "did you mean `<service>`?"
        };
        mistakes.push(
            Diagnostic::new(Code::WrongRoot, tag, format!("{} is not a service", quoted(&format!("<{name}>"))))
                .help(hint),
        );
        return None;
    }
    if node.tag_name().namespace().is_some() {
        mistakes.push(
            Diagnostic::new(Code::ElementInNamespace, tag, "`<service>` is in a namespace").help(
                "the elements of a spec have no prefix and no `xmlns`; the service's own namespace is the attribute `namespace`",
            ),
        );
    }
    let rule = format::rule(format::ROOT)?;
    let element = Element::checked(source, node, rule, mistakes);
    let service = service::Reader { source, mistakes, depth: 0 }.service(element);
    Some(ast::Service { comments: comments(document), ..service })
}

/// All comments in order.
fn comments(document: &roxmltree::Document<'_>) -> Vec<ast::Comment> {
    let span = |node: roxmltree::Node<'_, '_>| Span::new(node.range().start, node.range().end);
    let mut comments = Vec::new();
    for parent in document.root().descendants() {
        let mut element = None;
        for child in parent.children().rev() {
            if child.is_element() {
                element = Some(span(child));
            } else if child.is_comment() {
                comments.push(ast::Comment { span: span(child), element });
            }
        }
    }
    comments.sort_by_key(|comment| comment.span);
    comments
}
