//! From a WSDL 1.1 document with XML Schema, as ASMX and similar services publish it, to the model of a service.
//!
//! [`import`] reads documents through [`Documents`] and nothing else: no network, no clock. What it cannot import as it is becomes a warning with
//! its position, the operations that it affects and what to do. The rest is imported.

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
mod members;
mod messages;
mod operations;
mod particles;
mod policy;
mod ports;
mod problems;
mod report;
#[doc(hidden)]
pub mod rust_names;
mod schemas;
mod service;
mod shapes;
mod simple;
mod soap;
mod types;

use asmx_codegen::NoSuchOperation;
use asmx_codegen::diagnostic::Source;
use asmx_codegen::diagnostic::{Code, Diagnostic, Diagnostics, nearest, quoted};
use asmx_codegen::model::{Port, Service};
use asmx_codegen::read::{format, xml};
use roxmltree::Document;

use self::element::{Element, WSDL, XSD};
use self::problems::{Problems, in_order};
pub use documents::Documents;
pub(crate) use documents::MOST_TEXT;
pub use report::{Entry, Report};

const MOST_REFUSED: usize = 20;

/// A service that was imported.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Import {
    /// The service.
    pub service: Service,
    /// What became of every port, operation and type.
    pub report: Report,
    /// What was left out, or imported otherwise than the document says. In the order of files and of positions in them.
    pub warnings: Vec<Diagnostic>,
    /// The ports at which operations are called, whether the service has to state them or not.
    pub ports: Vec<Port>,
}

impl Import {
    /// Takes only the operations that match one of the patterns, and what they need, into service and report: see
    /// [`only`](asmx_codegen::only()). The warnings stay those of the whole document.
    ///
    /// # Errors
    ///
    /// A pattern matches no operation.
    pub fn only<P: AsRef<str>>(self, patterns: impl IntoIterator<Item = P>) -> Result<Self, NoSuchOperation> {
        let mut patterns = patterns.into_iter().peekable();
        if patterns.peek().is_none() {
            return Ok(self);
        }
        let Self { service, mut report, warnings, ports } = self;
        let service = asmx_codegen::only(service, patterns).map_err(|error| report.told(error))?;
        report.narrow(&service);
        Ok(Self { service, report, warnings, ports })
    }

    /// Refuses an import with warnings.
    ///
    /// # Errors
    ///
    /// All warnings, if there is one.
    pub fn strict(self) -> Result<Self, Diagnostics> {
        if self.warnings.is_empty() {
            return Ok(self);
        }
        Err(Diagnostics::of(self.warnings.into_iter().map(Diagnostic::error).collect()))
    }
}

/// Imports the WSDL document of that name, with the documents that it imports and includes.
///
/// A WSDL document says nothing of effects: every operation is `write`, and the report proposes which ones only read. Roles and secrets are
/// recognised by names, and the report lists them.
///
/// # Errors
///
/// The document cannot be read, there is nothing in it that could be imported, or the spec of it would have mistakes.
pub fn import(documents: &dyn Documents, name: &str) -> Result<Import, Diagnostics> {
    let texts = documents::read(documents, name)
        .map_err(|unreadable| Diagnostics::new(unreadable.source, vec![unreadable.mistake]))?;
    let imported = read(name, &texts);
    let documents::Texts { sources, problems, .. } = texts;
    match imported {
        Ok(((service, report, ports), told)) => {
            let warnings = in_order(sources, problems.into_iter().chain(told).collect());
            Ok(Import { service, report, warnings, ports })
        }
        Err(told) => {
            let all = problems.into_iter().chain(told).map(|(document, one)| (document, one.error()));
            Err(Diagnostics::of(in_order(sources, all.collect())))
        }
    }
}

/// The texts of a document and of all that it leads to; nothing if it cannot be read.
#[doc(hidden)]
pub fn sources(documents: &dyn Documents, name: &str) -> Vec<Source> {
    documents::read(documents, name).map_or_else(|_| Vec::new(), |texts| texts.sources)
}

/// What is told, with the numbers of the documents.
type Told = Vec<(usize, Diagnostic)>;

type Found = (Service, Report, Vec<Port>);

fn read(name: &str, texts: &documents::Texts) -> Result<(Found, Told), Told> {
    // Those that are no XML have been reported.
    let trees: Vec<Option<Document<'_>>> = texts.sources.iter().map(|source| xml::parse(source).ok()).collect();
    let roots: Vec<Option<Element<'_>>> = trees
        .iter()
        .enumerate()
        .map(|(document, tree)| tree.as_ref().map(|tree| Element::root(tree, document)))
        .collect();
    let main = roots.first().copied().flatten().filter(|root| root.is(WSDL, "definitions"));
    let Some(main) = main else {
        let mistake = roots.first().copied().flatten().map(|root| (0, not_wsdl(root)));
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
    let told = problems.finish();
    match imported {
        Some(found) => match mistakes_of_spec(&found.0, main) {
            refused if refused.is_empty() => Ok((found, told)),
            refused => Err(told.into_iter().chain(refused).collect()),
        },
        None => Err(told.into_iter().chain([(0, nothing(main))]).collect()),
    }
}

fn mistakes_of_spec(service: &Service, main: Element<'_>) -> Told {
    let text = crate::spec_text(service);
    let Err(mistakes) = asmx_codegen::load("", text.as_bytes()) else { return Told::new() };
    let of_spec = |mistake: &Diagnostic| {
        let line = text.lines().nth(mistake.line().saturating_sub(1)).unwrap_or_default();
        let message = format!("no spec can be made of this document: {}", mistake.message());
        let told = Diagnostic::new(mistake.code(), main.place().span, message)
            .label("nothing is imported")
            .help(format!("the spec would say {}: change this in the document", quoted(line.trim())));
        (main.place().document, told)
    };
    mistakes.iter().take(MOST_REFUSED).map(of_spec).collect()
}

fn not_wsdl(root: Element<'_>) -> Diagnostic {
    let help = if root.is(XSD, "schema") {
        "this is a schema: import the WSDL document that refers to it"
    } else if root.local() == "description" {
        "this is WSDL 2.0, which ASMX does not write: ask the service for `?WSDL`"
    } else if root.local() == "service" && root.namespace().is_empty() {
        "this looks like a spec, which needs no import"
    } else if root.local().eq_ignore_ascii_case("html") {
        documents::NOT_A_PAGE
    } else {
        "save what the service returns for `?WSDL`"
    };
    let name = quoted(&format!("<{}>", root.local()));
    Diagnostic::new(Code::NotWsdl, root.place().span, format!("{name} is not the beginning of a WSDL document"))
        .label(format!("expected `definitions` of {WSDL}"))
        .help(help)
}

fn nothing(main: Element<'_>) -> Diagnostic {
    Diagnostic::new(Code::NothingToImport, main.place().span, "no operation of this document can be imported").help(
        "see the other messages; a document that the service returns for `?WSDL` has ports, bindings and operations",
    )
}

/// Whether the bytes are a WSDL document rather than a spec. The outermost element decides. If it is not well-formed XML, the namespace of WSDL in
/// the text decides.
#[must_use]
pub fn is_wsdl(bytes: &[u8]) -> bool {
    let source = encoding::source("", bytes).unwrap_or_else(|unreadable| unreadable.source);
    match xml::parse(&source) {
        Ok(tree) => tree.root_element().tag_name().namespace() == Some(WSDL),
        Err(_) => source.text.contains(WSDL),
    }
}

/// Whether something is a spec, or meant to be one.
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
        let texts = documents::read(&One(text), "simple.wsdl").ok().unwrap();
        let mut service = read("simple.wsdl", &texts).unwrap().0.0;
        assert!(mistakes_of_spec(&service, main).is_empty());
        let again = service.operations[0].parameters[0].clone();
        service.operations[0].parameters.push(again);
        let told = mistakes_of_spec(&service, main);
        let mistake = &told[0].1;
        assert_eq!(mistake.code(), Code::DuplicateParameter);
        assert_eq!(mistake.message(), "no spec can be made of this document: a second parameter `product`");
        assert!(mistake.help_lines().next().unwrap().starts_with("the spec would say"), "{mistake:?}");
    }

    struct One(&'static str);

    impl Documents for One {
        fn read(&self, name: &str) -> Option<Vec<u8>> {
            (name == "simple.wsdl").then(|| self.0.as_bytes().to_vec())
        }
    }
}
