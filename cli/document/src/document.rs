//! Documents and the services that they describe.

use std::io;
use std::path::{Path, PathBuf};

use asmx_codegen::{Diagnostic, Diagnostics, NoSuchOperation, model};
use asmx_import::files::load_content;
use asmx_import::import::{Documents, Entry};
use asmx_import::{Import, Loaded, Report, load_any};
use asmx_types::display::shown_line;
use asmx_types::{Operation, Port, Service, Transport, plain_text};

/// A WSDL document, a spec or generated code, with the descriptors of its service.
#[derive(Debug)]
pub struct Document {
    service: &'static Service,
    warnings: Vec<Diagnostic>,
    report: Option<Report>,
    ports: &'static [Port],
}

impl Document {
    /// Reads a WSDL document or a spec, depending on the root element. Imports are read from files beside the document.
    ///
    /// The descriptors live as long as the program. The same content gives the same ones when it is opened again.
    ///
    /// # Errors
    ///
    /// The file cannot be read, a spec has mistakes, or no operation of a document can be imported.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, DocumentError> {
        let path = path.as_ref();
        let unreadable = |source| DocumentError::Unreadable { path: path.to_owned(), source };
        let bytes = asmx_codegen::source_file::read(path).map_err(unreadable)?;
        load_content(path, &bytes, &|_| ()).map(Self::from).map_err(DocumentError::Mistakes)
    }

    /// As [`open`](Self::open), from these documents: the one of that name, and those that it imports.
    ///
    /// # Errors
    ///
    /// There is no document of that name, a spec has mistakes, or no operation of a document can be imported.
    #[doc(hidden)]
    pub fn open_among(documents: &dyn Documents, name: &str) -> Result<Self, DocumentError> {
        load_any(documents, name).map(Self::from).map_err(DocumentError::Mistakes)
    }

    /// Reads a WSDL document or a spec without imports. `name` is shown in messages.
    ///
    /// The descriptors live as long as the program. The same content gives the same ones when it is read again.
    ///
    /// # Errors
    ///
    /// A spec has mistakes, or no operation of a document can be imported.
    pub fn read(name: &str, bytes: &[u8]) -> Result<Self, DocumentError> {
        Self::open_among(&Alone { name, bytes }, name)
    }

    /// The document of descriptors, such as those of generated code.
    #[must_use]
    pub const fn of_service(service: &'static Service) -> Self {
        Self { service, warnings: Vec::new(), report: None, ports: service.ports }
    }

    /// The described service.
    #[must_use]
    pub const fn service(&self) -> &'static Service {
        self.service
    }

    /// The parts of a WSDL document that were left out, or are not imported exactly.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// The result for every operation, type and port of a WSDL document; `None` for a spec and generated code.
    #[must_use]
    pub const fn report(&self) -> Option<&Report> {
        self.report.as_ref()
    }

    /// The ports of the service. A spec need not state them if the service has one address.
    #[must_use]
    pub const fn ports(&self) -> &'static [Port] {
        self.ports
    }

    /// The operation of that name, offered by `port` if one is given. The name is the operation's, its input's in the document, or its
    /// request's on the wire.
    ///
    /// If ports have different operations of the same name, all but the first get a name with a number. They are found by either
    /// name and their port.
    #[must_use]
    pub fn operation(&self, name: &str, port: Option<&str>) -> Option<&'static Operation> {
        let offers = |operation: &&Operation| {
            port.is_none_or(|port| operation.ports.is_empty() || operation.ports.contains(&port))
        };
        let offered = || self.service.operations.iter().copied().filter(offers);
        let named = |name: &str| offered().find(|operation| operation.name == name);
        let sent = || offered().find(|one| one.request_name().name == name || one.location() == name);
        named(name).or_else(sent).or_else(|| {
            let mut called = self.entries().filter(|entry| entry.alias.as_deref() == Some(name));
            called.next().filter(|_| called.next().is_none()).and_then(|entry| named(&entry.name))
        })
    }

    fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.report.iter().flat_map(|report| &report.operations)
    }

    /// The error for an unknown operation. It suggests similar names.
    #[must_use]
    pub fn no_operation(&self, name: &str) -> NoSuchOperation {
        let sharing = self.entries().filter(|entry| entry.is_imported && entry.alias.as_deref() == Some(name));
        let mut sharing = sharing.map(|entry| entry.name.as_str()).peekable();
        if sharing.peek().is_some() {
            return NoSuchOperation::shared(self.service.name, sharing, name);
        }
        NoSuchOperation::among(self.service.name, self.service.operations.iter().map(|one| one.name), name)
    }

    /// The reason why an operation of a WSDL document cannot be called over a transport; `None` if there is no such reason, or no such
    /// operation.
    #[must_use]
    pub fn hindrance(&self, name: &str, transport: Transport) -> Option<&str> {
        let called = |entry: &&Entry| entry.alias.as_deref() == Some(name);
        let entry = self.entries().find(|entry| entry.name == name).or_else(|| self.entries().find(called))?;
        if !entry.is_imported {
            return entry.why.as_deref();
        }
        entry.hindrances.iter().find(|(of, _)| *of == transport).map(|(_, why)| why.as_str())
    }

    /// The port of an operation for a transport: the one of that name, or the first that offers it. `None` if there is no such port. A
    /// spec of a service with one address need not have ports; its address is then its [path](Service::path).
    #[must_use]
    pub fn port(&self, operation: &Operation, transport: Transport, name: Option<&str>) -> Option<&'static Port> {
        // An operation without stated ports uses all ports of its transports.
        let offers = |port: &&Port| {
            port.transport == transport
                && operation.offered_over(transport)
                && (operation.ports.is_empty() || operation.ports.contains(&port.name))
        };
        self.ports.iter().filter(offers).find(|port| name.is_none_or(|name| port.name == name))
    }
}

impl From<Loaded> for Document {
    fn from(loaded: Loaded) -> Self {
        match loaded {
            Loaded::Spec(spec) => Self::from(&spec.service),
            Loaded::Document(Import { service, warnings, report, ports, .. }) => {
                let ports = crate::known::ports(&ports);
                Self { warnings, report: Some(report), ports, ..Self::from(&service) }
            }
        }
    }
}

impl From<&model::Service> for Document {
    /// The descriptors of a model live as long as the program. Equal models give the same ones.
    fn from(model: &model::Service) -> Self {
        Self::of_service(crate::service(model))
    }
}

/// The documentation of an operation as plain text: empty if its document has none. An empty line separates paragraphs.
#[must_use]
pub fn documentation(operation: &Operation) -> String {
    plain_text(operation.doc)
}

/// An error of reading a document. `Display` gives the text for people; mistakes have lines.
#[non_exhaustive]
#[derive(thiserror::Error)]
pub enum DocumentError {
    /// The file could not be read.
    #[error("cannot read {}: {}", shown_line(&path.to_string_lossy()), asmx_codegen::output::unreadable(path, source))]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The document has mistakes.
    #[error("{0}")]
    Mistakes(#[source] Diagnostics),
}

asmx_types::debug_is_a_sentence!(DocumentError);

/// A document without imports.
struct Alone<'a> {
    name: &'a str,
    bytes: &'a [u8],
}

impl Documents for Alone<'_> {
    fn read(&self, name: &str) -> Option<Vec<u8>> {
        (name == self.name).then(|| self.bytes.to_vec())
    }
}
