//! Imports a WSDL 1.1 document with XML Schema, as ASMX and similar services publish it, into the model of a service.
//!
//! [`import`] reads through [`Documents`] only: no network, no clock. Constructs that cannot be imported exactly become warnings, each with its
//! position, the operations that it affects and what to do. Everything else is imported.

mod arrays;
mod attributes;
mod bindings;
mod contract;
#[doc(hidden)]
pub mod credentials;
mod data_sets;
mod documents;
mod element;
mod encoding;
mod http;
mod lines;
mod location;
mod locations;
mod members;
mod messages;
mod misplaced;
mod operations;
mod origins;
mod particles;
mod policy;
mod ports;
mod problems;
mod proposals;
mod report;
mod restrictions;
#[doc(hidden)]
pub mod rust_names;
mod schemas;
mod service;
mod shapes;
mod simple;
mod soap;
mod summary;
mod types;
mod wildcards;

use asmx_codegen::NoSuchOperation;
use asmx_codegen::diagnostic::Source;
use asmx_codegen::diagnostic::{Code, Diagnostic, Diagnostics, nearest, quoted};
use asmx_codegen::locations::Locations;
use asmx_codegen::model::{Port, Service};
use asmx_codegen::read::{EXPECTED, FileKind, compressed, format, other_kind, xml};
use roxmltree::Document;

use self::element::{Element, WSDL};
use self::problems::{Problems, in_order};
use self::service::Imported;
pub(crate) use documents::MOST_TEXT;
pub(crate) use documents::missing;
pub use documents::{Documents, imports};
pub(crate) use encoding::source;
pub(crate) use location::decoded;
pub use proposals::{EffectWords, Proposal};
#[doc(hidden)]
pub use proposals::{LOOK_LIKE_READS, SEND_BY_NAME, is_send_by_name, looks_like_read};
pub use report::{Entry, InWords, Report};
#[doc(hidden)]
pub use restrictions::Restrictions;
pub use summary::Summary;

use crate::effects::EffectPatterns;

const MOST_REFUSED: usize = 20;

/// An imported service.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Import {
    /// The model.
    pub service: Service,
    /// The fate of every port, operation and type.
    pub report: Report,
    /// Constructs that were left out or changed, in the order of files and positions.
    pub warnings: Vec<Diagnostic>,
    /// All ports at which operations are called, including those that the model leaves implicit.
    pub ports: Vec<Port>,
    /// The places of the model's items in the documents.
    #[doc(hidden)]
    pub locations: Locations,
    /// Restrictions of values, which the model leaves out.
    #[doc(hidden)]
    pub restrictions: Restrictions,
}

impl Import {
    /// Keeps only the operations that match one of the patterns, and what they need; see [`only`](asmx_codegen::only()). The warnings stay those of
    /// the whole document.
    ///
    /// # Errors
    ///
    /// A pattern matches no operation.
    pub fn only<P: AsRef<str>>(self, patterns: impl IntoIterator<Item = P>) -> Result<Self, NoSuchOperation> {
        let mut patterns = patterns.into_iter().peekable();
        if patterns.peek().is_none() {
            return Ok(self);
        }
        let Self { service, mut report, .. } = self;
        let service = asmx_codegen::only(service, patterns).map_err(|error| report.with_namesakes(error))?;
        report.narrow(&service);
        Ok(Self { service, report, ..self })
    }

    /// Gives the operations that match a pattern its effect, which a WSDL document cannot declare. The last pattern that matches counts. Patterns
    /// are those of [`only`](Self::only).
    ///
    /// # Errors
    ///
    /// A pattern matches no operation.
    pub fn effects(mut self, patterns: &EffectPatterns) -> Result<Self, NoSuchOperation> {
        for (pattern, effect) in patterns.iter() {
            let matching =
                asmx_codegen::chosen(&self.service, [pattern]).map_err(|error| self.report.with_namesakes(error))?;
            for operation in matching.unwrap_or_default() {
                if let Some(operation) = self.service.operations.get_mut(operation) {
                    operation.effect = effect;
                }
            }
        }
        self.report.narrow(&self.service);
        Ok(self)
    }

    /// Turns warnings into errors.
    ///
    /// # Errors
    ///
    /// All warnings, if there are any.
    pub fn strict(self) -> Result<Self, Diagnostics> {
        if self.warnings.is_empty() {
            return Ok(self);
        }
        Err(Diagnostics::of(self.warnings.into_iter().map(Diagnostic::error).collect()))
    }
}

/// Imports the WSDL document `name` and the documents that it imports and includes.
///
/// A WSDL document does not declare effects. An operation becomes `send` if its name says that it sends messages, and otherwise `write`; the report
/// lists the sends, and proposes which ones look like reads. Roles and secrets are recognised by name, and the report lists them.
///
/// # Errors
///
/// The document cannot be read, has nothing that can be imported, or would give a spec with mistakes.
pub fn import(documents: &dyn Documents, name: &str) -> Result<Import, Diagnostics> {
    let main = documents.read(name).ok_or_else(|| missing(name))?;
    import_main(documents, name, &main)
}

/// Imports the document `name` with the content `main`. Only the documents that it imports are read.
#[doc(hidden)]
#[allow(clippy::missing_errors_doc, reason = "the errors of `import`")]
pub fn import_main(documents: &dyn Documents, name: &str, main: &[u8]) -> Result<Import, Diagnostics> {
    let texts = documents::read(documents, name, main)
        .map_err(|unreadable| Diagnostics::new(unreadable.source, vec![unreadable.mistake]))?;
    let imported = read(name, &texts);
    let documents::Texts { sources, problems, .. } = texts;
    match imported {
        Ok((Imported { service, report, ports, locations, restrictions }, warnings)) => {
            let warnings = in_order(&sources, problems.into_iter().chain(warnings).collect());
            Ok(Import { service, report, warnings, ports, locations, restrictions })
        }
        Err(mistakes) => {
            let all = problems.into_iter().chain(mistakes).map(|(document, mistake)| (document, mistake.error()));
            Err(Diagnostics::of(in_order(&sources, all.collect())))
        }
    }
}

/// Diagnostics, each with its document's number.
type DocumentDiagnostics = Vec<(usize, Diagnostic)>;

fn read(name: &str, texts: &documents::Texts) -> Result<(Imported, DocumentDiagnostics), DocumentDiagnostics> {
    // Documents that are not XML are already reported.
    let trees: Vec<Option<Document<'_>>> = texts.sources.iter().map(|source| xml::parse(source).ok()).collect();
    let roots: Vec<Option<Element<'_>>> = trees
        .iter()
        .enumerate()
        .map(|(document, tree)| tree.as_ref().map(|tree| Element::root(tree, document)))
        .collect();
    let main = roots.first().copied().flatten().filter(|root| root.is(WSDL, "definitions"));
    let Some(main) = main else {
        let (root, source) = (roots.first().copied().flatten(), texts.sources.first());
        let mistake = root.zip(source).map(|(root, source)| (0, not_wsdl(root, source)));
        return Err(mistake.into_iter().collect());
    };
    let problems = Problems::default();
    let all = documents::Roots { all: &roots, links: &texts.links, problems: &problems };
    let refused = all.forbidden_names();
    if !refused.is_empty() {
        return Err(refused);
    }
    let (contract, schemas) = (contract::Contract::new(&all), schemas::Schemas::new(&all));
    let imported = service::read(name, main, &contract, &schemas, &problems, &texts.sources);
    let diagnostics = problems.finish();
    let Some(found) = imported else {
        let is_alone = diagnostics.is_empty() && texts.problems.is_empty();
        let nothing = nothing(main, &roots, is_alone);
        return Err(diagnostics.into_iter().chain([(0, nothing)]).collect());
    };
    let refused = mistakes_of_spec(&found.service, main);
    if refused.is_empty() { Ok((found, diagnostics)) } else { Err(diagnostics.into_iter().chain(refused).collect()) }
}

fn mistakes_of_spec(service: &Service, main: Element<'_>) -> DocumentDiagnostics {
    let text = crate::spec_text(service);
    let Err(mistakes) = asmx_codegen::load("", text.as_bytes()) else { return DocumentDiagnostics::new() };
    let of_spec = |mistake: &Diagnostic| {
        let line = text.lines().nth(mistake.line().saturating_sub(1)).unwrap_or_default();
        let message = format!("this document cannot become a spec: {}", mistake.message());
        let diagnostic = Diagnostic::new(mistake.code(), main.location().span, message)
            .label("nothing is imported")
            .help(format!("the spec would have the line {}; change its source in the document", quoted(line.trim())));
        (main.location().source, diagnostic)
    };
    mistakes.iter().take(MOST_REFUSED).map(of_spec).collect()
}

fn not_wsdl(root: Element<'_>, source: &Source) -> Diagnostic {
    other_kind(source, EXPECTED).unwrap_or_else(|| {
        let (message, help) = if root.local() == format::ROOT {
            ("this is a spec, not a WSDL document".to_owned(), "a spec needs no import")
        } else {
            let name = quoted(&format!("<{}>", root.local()));
            (format!("a WSDL document does not start with {name}"), "save what the service returns for `?WSDL`")
        };
        Diagnostic::new(Code::NotWsdl, root.location().span, message)
            .label(format!("expected `definitions` of {WSDL}"))
            .help(help)
    })
}

/// `is_alone`: no other message says why.
fn nothing(main: Element<'_>, roots: &[Option<Element<'_>>], is_alone: bool) -> Diagnostic {
    let span = main.location().span;
    let mistake = |message: String| Diagnostic::new(Code::NothingToImport, span, message);
    if !is_alone {
        let help = "see the other messages; save the document that the service returns for `?WSDL`, which has ports, bindings and operations";
        return mistake("no operation of this document can be imported".to_owned()).help(help);
    }
    let definitions = || roots.iter().copied().flatten().filter(|root| root.is(WSDL, "definitions"));
    let has = |name: &'static str| definitions().any(|root| root.all(WSDL, name).next().is_some());
    let missing: Vec<String> = ["portType", "binding", "service"]
        .into_iter()
        .filter(|name| !has(name))
        .map(|name| format!("`<{name}>`"))
        .collect();
    let reason = match missing.as_slice() {
        [] => "its port types have no operations".to_owned(),
        [name] => format!("it has no {name}"),
        [before @ .., last] => format!("it has no {} and no {last}", before.join(", no ")),
    };
    mistake(format!("no operation of this document can be imported: {reason}"))
        .help("save the document that the service returns for `?WSDL`, which has port types, bindings and a service; if it returns this, `asmx doctor URL` looks")
}

/// Whether the bytes are a WSDL document rather than a spec. The root element decides. If the text is not well-formed, the WSDL namespace anywhere in
/// it decides.
#[must_use]
pub fn is_wsdl(bytes: &[u8]) -> bool {
    matches!(kind(bytes), FileKind::Wsdl | FileKind::BrokenWsdl)
}

/// The kind of a file.
#[doc(hidden)]
pub fn kind(bytes: &[u8]) -> FileKind {
    if compressed(bytes).is_some() {
        return FileKind::Compressed;
    }
    FileKind::of(&encoding::source("", bytes).unwrap_or_else(|unreadable| unreadable.source))
}

/// The text of a document, whatever its encoding.
#[doc(hidden)]
#[must_use]
pub fn text(bytes: &[u8]) -> String {
    encoding::source("", bytes).unwrap_or_else(|unreadable| unreadable.source).text
}

/// Whether the bytes are a spec, well-formed or not.
pub fn is_spec(bytes: &[u8]) -> bool {
    let Ok(source) = encoding::source("", bytes) else { return false };
    match xml::parse(&source) {
        Ok(tree) => nearest(tree.root_element().tag_name().name(), [format::ROOT]).is_some(),
        Err(_) => source.text.contains("<service"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_service_whose_spec_would_have_mistakes_is_refused_with_the_reason() {
        let text = include_str!("../../tests/fixtures/wsdl/simple.wsdl");
        let tree = Document::parse(text).unwrap();
        let main = Element::root(&tree, 0);
        let texts = documents::read(&OneDocument(text), "simple.wsdl", text.as_bytes()).ok().unwrap();
        let mut service = read("simple.wsdl", &texts).unwrap().0.service;
        assert!(mistakes_of_spec(&service, main).is_empty());
        let again = service.operations[0].parameters[0].clone();
        service.operations[0].parameters.push(again);
        let mistakes = mistakes_of_spec(&service, main);
        let mistake = &mistakes[0].1;
        assert_eq!(mistake.code(), Code::DuplicateParameter);
        assert_eq!(mistake.message(), "this document cannot become a spec: a second parameter `product`");
        assert!(mistake.help_lines().next().unwrap().starts_with("the spec would have the line"), "{mistake:?}");
    }

    struct OneDocument(&'static str);

    impl Documents for OneDocument {
        fn read(&self, name: &str) -> Option<Vec<u8>> {
            (name == "simple.wsdl").then(|| self.0.as_bytes().to_vec())
        }
    }
}
