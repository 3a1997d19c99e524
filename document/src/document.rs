//! A document that was read, and what it describes.

use std::path::Path;

use asmx_codegen::import::{Documents, is_wsdl};
use asmx_codegen::{Diagnostic, Folder, Import, Report, model};
use asmx_types::{Operation, Port, Service, Transport};

use crate::DocumentError;

/// A WSDL document or a spec that was read, with the descriptors of its service.
#[derive(Debug)]
pub struct Document {
    service: &'static Service,
    warnings: Vec<Diagnostic>,
    report: Option<Report>,
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
        let Import { service, warnings, report, .. } =
            asmx_codegen::import(documents, name).map_err(DocumentError::Mistakes)?;
        Ok(Self { warnings, report: Some(report), ..Self::from(&service) })
    }

    /// The service that it describes.
    #[must_use]
    pub const fn service(&self) -> &'static Service {
        self.service
    }

    /// What of a WSDL document was left out, or is not what the document says.
    #[must_use]
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// What became of every operation, type and port of a WSDL document; `None` of a spec.
    #[must_use]
    pub const fn report(&self) -> Option<&Report> {
        self.report.as_ref()
    }

    /// The operation of that name; of several, the one that `port` offers.
    ///
    /// Where ports have different operations of one name, all but the first have a name with a number here: they are found by
    /// their own name and their port.
    #[must_use]
    pub fn operation(&self, name: &str, port: Option<&str>) -> Option<&'static Operation> {
        let offers = |operation: &&Operation| {
            port.is_none_or(|port| operation.ports.is_empty() || operation.ports.contains(&port))
        };
        let offered = || self.service.operations.iter().copied().filter(offers);
        let named = offered().find(|operation| operation.name == name);
        named.or_else(|| {
            offered().find(|operation| operation.request_name().name == name || operation.location() == name)
        })
    }

    /// Why an operation of a WSDL document cannot be called over a transport, if it has one of that name that cannot.
    #[must_use]
    pub fn hindrance(&self, name: &str, transport: Transport) -> Option<&str> {
        let entry = self.report.as_ref()?.operations.iter().find(|entry| entry.name == name)?;
        if !entry.is_imported {
            return entry.outcome.strip_prefix("left out: ").or(Some(&entry.outcome));
        }
        let beginning = format!("not over {}: ", transport.name());
        entry.notes.iter().find_map(|note| note.strip_prefix(&beginning))
    }

    /// Where an operation is called over a transport: at the port of that name, or at the first that offers it. `None` if there is no such
    /// port; the document of a service at one address need not have any, and its [path](Service::path) is where it is then.
    #[must_use]
    pub fn port(&self, operation: &Operation, transport: Transport, name: Option<&str>) -> Option<&'static Port> {
        self.service.ports_of(operation, transport).find(|port| name.is_none_or(|name| port.name == name))
    }
}

impl From<&model::Service> for Document {
    /// The descriptors of a model live as long as the program.
    fn from(model: &model::Service) -> Self {
        Self { service: crate::service(model), warnings: Vec::new(), report: None }
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
