//! A document that was read, and what it describes.

use std::path::Path;

use asmx_codegen::{Diagnostic, NoSuchOperation, model};
use asmx_import::import::{Documents, Entry, is_wsdl};
use asmx_import::{Folder, Import, Report};
use asmx_types::{Operation, Port, Service, Transport};

use crate::DocumentError;

/// A WSDL document or a spec that was read, with the descriptors of its service.
#[derive(Debug)]
pub struct Document {
    service: &'static Service,
    warnings: Vec<Diagnostic>,
    report: Option<Report>,
    ports: &'static [Port],
}

impl Document {
    /// Reads the file of a WSDL document or a spec; its outermost element tells which. What a document imports is read from files beside it.
    ///
    /// The descriptors live as long as the program: open a document once.
    ///
    /// # Errors
    ///
    /// The file cannot be read, a spec has mistakes, or nothing of a document can be imported.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, DocumentError> {
        let path = path.as_ref();
        let unreadable = |source| DocumentError::Unreadable { path: path.to_owned(), source };
        let bytes = std::fs::read(path).map_err(unreadable)?;
        if !is_wsdl(&bytes) {
            return Self::of_spec(&path.to_string_lossy(), &bytes);
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        Self::of_wsdl(&Folder::new(folder), &name)
    }

    /// Reads a WSDL document or a spec that stands alone. `name` is shown in messages.
    ///
    /// The descriptors live as long as the program: read a document once.
    ///
    /// # Errors
    ///
    /// A spec has mistakes, or nothing of a document can be imported.
    pub fn read(name: &str, bytes: &[u8]) -> Result<Self, DocumentError> {
        if is_wsdl(bytes) { Self::of_wsdl(&Alone { name, bytes }, name) } else { Self::of_spec(name, bytes) }
    }

    fn of_spec(name: &str, bytes: &[u8]) -> Result<Self, DocumentError> {
        asmx_codegen::load(name, bytes).map(|model| Self::from(&model)).map_err(DocumentError::Mistakes)
    }

    fn of_wsdl(documents: &dyn Documents, name: &str) -> Result<Self, DocumentError> {
        let Import { service, warnings, report, ports, .. } =
            asmx_import::import(documents, name).map_err(DocumentError::Mistakes)?;
        Ok(Self { warnings, report: Some(report), ports: crate::descriptors::of_ports(&ports), ..Self::from(&service) })
    }

    /// The service that it describes.
    #[must_use]
    pub const fn service(&self) -> &'static Service {
        self.service
    }

    /// What of a WSDL document was left out, or is not what the document says.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// What became of every operation, type and port of a WSDL document; `None` of a spec.
    #[must_use]
    pub const fn report(&self) -> Option<&Report> {
        self.report.as_ref()
    }

    /// The ports at which operations are called. A spec need not state those of a service at one address.
    #[must_use]
    pub const fn ports(&self) -> &'static [Port] {
        self.ports
    }

    /// The operation of that name; of several, the one that `port` offers. The name is that of the operation or of its input in the document, or the
    /// name of its request on the wire.
    ///
    /// Where ports have different operations of one name, all but the first have a name with a number here: they are found by
    /// their own name and their port.
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

    /// Why there is no operation of a name. It names those that may be meant.
    #[must_use]
    pub fn no_operation(&self, name: &str) -> NoSuchOperation {
        let sharing = self.entries().filter(|entry| entry.is_imported && entry.alias.as_deref() == Some(name));
        let mut sharing = sharing.map(|entry| entry.name.as_str()).peekable();
        if sharing.peek().is_some() {
            return NoSuchOperation::shared(self.service.name, sharing, name);
        }
        NoSuchOperation::among(self.service.name, self.service.operations.iter().map(|one| one.name), name)
    }

    /// Why an operation of a WSDL document cannot be called over a transport, if it has one of that name that cannot.
    #[must_use]
    pub fn hindrance(&self, name: &str, transport: Transport) -> Option<&str> {
        let called = |entry: &&Entry| entry.alias.as_deref() == Some(name);
        let entry = self.entries().find(|entry| entry.name == name).or_else(|| self.entries().find(called))?;
        if !entry.is_imported {
            return entry.outcome.strip_prefix("left out: ").or(Some(&entry.outcome));
        }
        let beginning = format!("not over {}: ", transport.name());
        entry.notes.iter().find_map(|note| note.strip_prefix(&beginning))
    }

    /// Where an operation is called over a transport: at the port of that name, or at the first that offers it. `None` if there is no such
    /// port; a spec of a service at one address need not have any, and its [path](Service::path) is where it is then.
    #[must_use]
    pub fn port(&self, operation: &Operation, transport: Transport, name: Option<&str>) -> Option<&'static Port> {
        // Ports that the service need not state offer all operations of their transports.
        let offers = |port: &&Port| {
            port.transport == transport
                && operation.offered_over(transport)
                && (operation.ports.is_empty() || operation.ports.contains(&port.name))
        };
        self.ports.iter().filter(offers).find(|port| name.is_none_or(|name| port.name == name))
    }
}

impl From<&model::Service> for Document {
    /// The descriptors of a model live as long as the program.
    fn from(model: &model::Service) -> Self {
        let service = crate::service(model);
        Self { service, warnings: Vec::new(), report: None, ports: service.ports }
    }
}

/// A document that leads to no other.
struct Alone<'a> {
    name: &'a str,
    bytes: &'a [u8],
}

impl Documents for Alone<'_> {
    fn read(&self, name: &str) -> Option<Vec<u8>> {
        (name == self.name).then(|| self.bytes.to_vec())
    }
}
