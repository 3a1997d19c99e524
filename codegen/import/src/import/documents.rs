//! The main document and the documents that it imports or includes.

use std::collections::HashMap;
use std::sync::Arc;

use asmx_codegen::diagnostic::{Code, Diagnostic, Diagnostics, Source, Span, quoted};
use asmx_codegen::names;
use asmx_codegen::read::{EXPECTED, other_kind, undecoded, xml};
use roxmltree::Document;

use super::element::{Element, HTTP, MIME, MSDATA, SOAP, SOAP12, WSDL, XSD, is_built_in};
use super::encoding::{Unreadable, source};
use super::location::{candidates, folder};
use super::problems::Problems;
use crate::saved::Maps;

/// Reads documents by name. The name comes from the caller, or from a reference in a document: a path below the folder of the main document, with `/`
/// between folders.
pub trait Documents {
    /// The content of a document; `None` if it does not exist.
    fn read(&self, name: &str) -> Option<Vec<u8>>;
}

const MOST_DOCUMENTS: usize = 256;

const MOST_FORBIDDEN: usize = 100;

/// Attributes whose value is a name or a reference to one.
const NAMES: &str = "\
    name ref type element message part parts base binding itemType memberTypes substitutionGroup refer";

/// Maximum size of all documents together, in bytes.
pub const MOST_TEXT: usize = 64 << 20;

/// Missing documents beyond this number are counted, not searched for or reported one by one.
const MOST_MISSING: usize = 200;

pub(super) struct Texts {
    pub(super) sources: Vec<Arc<Source>>,
    /// From (document, offset of the importing element) to the imported document.
    pub(super) links: HashMap<(usize, usize), usize>,
    /// Diagnostics of missing and unreadable documents, with the number of the document that names them.
    pub(super) problems: Vec<(usize, Diagnostic)>,
}

/// The root elements of all documents, and the links between them.
pub(super) struct Roots<'d, 'a> {
    /// By document number; `None` for a document that is not XML.
    pub(super) all: &'d [Option<Element<'a>>],
    pub(super) links: &'d HashMap<(usize, usize), usize>,
    pub(super) problems: &'d Problems,
}

impl<'a> Roots<'_, 'a> {
    pub(super) fn definitions(&self) -> impl Iterator<Item = Element<'a>> {
        self.all.iter().copied().flatten().filter(|root| root.is(WSDL, "definitions"))
    }

    /// Reports names with line breaks, control characters, direction marks or backticks, encoded or not. Names end up in comments of generated Rust
    /// and in Markdown, so no import keeps such a name.
    pub(super) fn forbidden_names(&self) -> Vec<(usize, Diagnostic)> {
        self.all.iter().copied().flatten().flat_map(forbidden_names).take(MOST_FORBIDDEN).collect()
    }

    pub(super) fn target(&self, link: Element<'a>) -> Option<Element<'a>> {
        *self.all.get(*self.links.get(&(link.document, link.node.range().start))?)?
    }

    /// Reports a link to a document of the wrong kind.
    pub(super) fn tell_of_wrong_document(&self, link: Element<'a>, location: &str, is: &str, help: &str) {
        let written = quoted(link.word(location).unwrap_or_default());
        let message = format!("{written} is {is}");
        self.problems.report((Code::WrongDocument, link.location_of(location)), message, ("ignored", help));
    }

    /// Reports an import whose namespace differs from the target namespace of the imported document.
    pub(super) fn check_namespace(&self, import: Element<'a>, target: Element<'a>, kind: &str, became: &str) {
        let (Some(expected), Some(found)) = (import.word("namespace"), target.word("targetNamespace")) else { return };
        if expected != found && !(import.namespace() == XSD && is_built_in(expected)) {
            self.problems.report(
                (Code::WrongTargetNamespace, import.location_of("namespace")),
                format!("the {kind} has the namespace {}, not {}", quoted(found), quoted(expected)),
                (became, format!("save the right {kind} under this name")),
            );
        }
    }
}

fn forbidden_names(root: Element<'_>) -> impl Iterator<Item = (usize, Diagnostic)> {
    let read = [WSDL, XSD, SOAP, SOAP12, HTTP, MIME];
    let elements = root
        .node
        .descendants()
        .filter(move |node| node.tag_name().namespace().is_some_and(|namespace| read.contains(&namespace)));
    elements.flat_map(|node| node.attributes()).filter_map(move |attribute| {
        let is_name = match attribute.namespace() {
            None => NAMES.split(' ').any(|name| name == attribute.name()),
            Some(namespace) => namespace == MSDATA,
        };
        let character = names::forbidden(attribute.value()).filter(|_| is_name)?;
        let range = attribute.range_value();
        let message = format!("`{}` holds the character U+{:04X}", attribute.name(), u32::from(character));
        let mistake = Diagnostic::new(Code::InvalidName, Span::new(range.start, range.end), message)
            .label("not a name")
            .help("remove it: a name has no line breaks, control characters, marks of direction or backticks");
        Some((root.document, mistake))
    })
}

pub fn missing(name: &str) -> Diagnostics {
    let message = format!("the document {} does not exist", quoted(name));
    let mistake = Diagnostic::new(Code::MissingDocument, Span::default(), message);
    Diagnostics::new(Source::new(name, String::new()), vec![mistake.help("give the name of a WSDL document")])
}

/// Reads the documents that the main one imports. `main` is its content.
pub(super) fn read(documents: &dyn Documents, name: &str, main: &[u8]) -> Result<Texts, Box<Unreadable>> {
    let source = source(name, main).map_err(|unreadable| {
        let Unreadable { source, mistake } = *unreadable;
        let mistake = undecoded(&source, mistake, EXPECTED);
        Box::new(Unreadable { source, mistake })
    })?;
    let mut texts = Texts { sources: vec![Arc::new(source)], links: HashMap::new(), problems: Vec::new() };
    let mut numbers: HashMap<String, Option<usize>> = HashMap::from([(name.to_owned(), Some(0))]);
    let mut text = main.len();
    let mut next = 0;
    let mut missing = 0;
    let (mut first_unsought, mut unsought) = (None, 0);
    // Most documents import none.
    let mut maps = None;
    while let Some(current) = texts.sources.get(next) {
        let found = match xml::parse(current) {
            Ok(tree) => links(&tree),
            Err(mistake) if next == 0 => {
                return Err(Box::new(Unreadable {
                    source: Source::clone(current),
                    mistake: without_specs(*mistake, current, EXPECTED),
                }));
            }
            Err(mistake) => {
                texts.problems.push((next, without_specs(*mistake, current, "a WSDL document or a schema").warning()));
                Vec::new()
            }
        };
        let from = current.name.clone();
        for link in found {
            let maps = maps.get_or_insert_with(|| Maps::read(|name| documents.read(name), folder(name)));
            let names = names(maps.file(&from, &link.location), candidates(name, &from, &link.location));
            let known = names.iter().find_map(|name| numbers.get(name).copied().flatten());
            if known.is_none() && missing >= MOST_MISSING {
                first_unsought.get_or_insert((next, link.span));
                unsought += 1;
                continue;
            }
            let number = known.or_else(|| {
                for name in names.iter().filter(|name| !numbers.contains_key(*name)) {
                    let Some(bytes) = documents.read(name) else { continue };
                    text = text.saturating_add(bytes.len());
                    if texts.sources.len() >= MOST_DOCUMENTS || text > MOST_TEXT {
                        texts.problems.push((next, link.too_many()));
                        numbers.insert(name.clone(), None);
                        return None;
                    }
                    let number = texts.sources.len();
                    let source = linked(name, &bytes).unwrap_or_else(|unreadable| {
                        texts.problems.push((number, unreadable.mistake.warning()));
                        unreadable.source
                    });
                    texts.sources.push(Arc::new(source));
                    numbers.insert(name.clone(), Some(number));
                    return Some(number);
                }
                None
            });
            match number {
                Some(number) => {
                    texts.links.insert((next, link.offset), number);
                }
                None if names.iter().any(|name| numbers.contains_key(name)) => {}
                None => {
                    missing += 1;
                    texts.problems.push((next, link.missing(&names)));
                }
            }
        }
        next += 1;
    }
    texts.problems.extend(first_unsought.map(|(document, span)| (document, not_sought(span, unsought))));
    Ok(texts)
}

/// The locations of the documents that a document imports, as it writes them; none if it is not XML.
#[must_use]
pub fn imports(bytes: &[u8]) -> Vec<String> {
    let Ok(source) = source("", bytes) else { return Vec::new() };
    let Ok(tree) = xml::parse(&source) else { return Vec::new() };
    links(&tree).into_iter().map(|link| link.location).collect()
}

/// The file that a map names, and then the guesses.
fn names(mapped: Option<&str>, guesses: Vec<String>) -> Vec<String> {
    let Some(mapped) = mapped else { return guesses };
    let other_guesses = guesses.into_iter().filter(|guess| guess != mapped);
    std::iter::once(mapped.to_owned()).chain(other_guesses).collect()
}

/// The text of an imported document. A link may point to any file, so text that cannot be XML is not shown.
fn linked(name: &str, bytes: &[u8]) -> Result<Source, Box<Unreadable>> {
    let read = source(name, bytes);
    let text = match &read {
        Ok(source) => &source.text,
        Err(unreadable) => &unreadable.source.text,
    };
    if text.trim_start().starts_with('<') {
        return read;
    }
    let message = format!("{} is not an XML document", quoted(name));
    let mistake = Diagnostic::new(Code::MalformedXml, Span::default(), message);
    Err(Box::new(Unreadable { source: Source::new(name, String::new()), mistake }))
}

/// Reports how many further missing documents were not searched for.
fn not_sought(first: Span, count: usize) -> Diagnostic {
    let message = match count {
        1 => "1 more document is not looked for".to_owned(),
        count => format!("{count} more documents were not looked for"),
    };
    Diagnostic::new(Code::MissingDocument, first, message)
        .about(count.to_string())
        .label("the first of them")
        .help(format!("save the {MOST_MISSING} missing documents above beside this one"))
        .warning()
}

struct Link {
    /// In bytes.
    offset: usize,
    span: Span,
    location: String,
}

impl Link {
    fn missing(&self, names: &[String]) -> Diagnostic {
        let location = quoted(&self.location);
        let names: Vec<String> = names.iter().take(3).map(|name| quoted(name)).collect();
        let help = if names.is_empty() {
            "save the document beside this one and name it here".to_owned()
        } else {
            format!("save it beside this one as {}", names.join(" or "))
        };
        Diagnostic::new(Code::MissingDocument, self.span, format!("the document {location} is missing"))
            .about(&self.location)
            .label("nothing is read from the network")
            .help(help)
            .warning()
    }

    fn too_many(&self) -> Diagnostic {
        let message = format!("{} is one document too many", quoted(&self.location));
        Diagnostic::new(Code::TooManyDocuments, self.span, message)
            .label("this document is not read")
            .help(format!(
                "the importer reads at most {MOST_DOCUMENTS} documents of a service, of {} MB together",
                MOST_TEXT >> 20
            ))
            .warning()
    }
}

fn links(tree: &Document<'_>) -> Vec<Link> {
    let mut links = Vec::new();
    for node in tree.root_element().descendants().filter(roxmltree::Node::is_element) {
        let tag = node.tag_name();
        let attribute = match (tag.namespace(), tag.name()) {
            (Some(WSDL), "import") => "location",
            (Some(XSD), "import" | "include" | "redefine") => "schemaLocation",
            _ => continue,
        };
        let location = node.attribute_node(attribute).filter(|location| !location.value().trim().is_empty());
        // Definitions of built-in namespaces need no document.
        let is_sought = !node.attribute("namespace").is_some_and(is_built_in);
        links.extend(location.filter(|_| is_sought).map(|location| Link {
            offset: node.range().start,
            span: Span::new(location.range_value().start, location.range_value().end),
            location: location.value().to_owned(),
        }));
    }
    links
}

/// Rewords a mistake of XML for WSDL documents. `expected` is what the document should be.
fn without_specs(mistake: Diagnostic, source: &Source, expected: &str) -> Diagnostic {
    if let Some(other) = other_kind(source, expected) {
        return other;
    }
    if mistake.code() != Code::Doctype {
        return mistake;
    }
    let start = source.text.find("<!DOCTYPE").unwrap_or_default();
    Diagnostic::new(Code::Doctype, Span::new(start, start + "<!DOCTYPE".len()), "a document type declaration")
        .label("the importer reads none")
        .help("remove it, and replace its entities by their text")
}
