//! A document that was read, and what it describes.

use std::path::Path;

use asmx_codegen::model;
use asmx_types::{Operation, Port, Service, Transport};

use crate::DocumentError;

/// A WSDL document or a spec that was read, with the descriptors of its service.
#[derive(Debug)]
pub struct Document {
    service: &'static Service,
}

impl Document {
    /// Reads the file of a WSDL document or a spec. What a document imports is read from files beside it.
    ///
    /// The descriptors live as long as the program: open a document once.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or it has mistakes.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, DocumentError> {
        let path = path.as_ref();
        let unreadable = |source| DocumentError::Unreadable { path: path.to_owned(), source };
        let bytes = std::fs::read(path).map_err(unreadable)?;
        Self::read(&path.to_string_lossy(), &bytes)
    }

    /// Reads a WSDL document or a spec that stands alone. `name` is shown in messages.
    ///
    /// The descriptors live as long as the program: read a document once.
    ///
    /// # Errors
    ///
    /// It has mistakes.
    pub fn read(name: &str, bytes: &[u8]) -> Result<Self, DocumentError> {
        asmx_codegen::load(name, bytes).map(|model| Self::from(&model)).map_err(DocumentError::Mistakes)
    }

    /// The service that it describes.
    #[must_use]
    pub const fn service(&self) -> &'static Service {
        self.service
    }

    /// The operation of that name; of several, the one that `port` offers.
    #[must_use]
    pub fn operation(&self, name: &str, port: Option<&str>) -> Option<&'static Operation> {
        let offers = |operation: &&Operation| {
            port.is_none_or(|port| operation.ports.is_empty() || operation.ports.contains(&port))
        };
        self.service.operations.iter().copied().find(|operation| operation.name == name && offers(operation))
    }

    /// Where an operation is called over a transport: at the port of that name, or at the first that offers it. `None` if there is no such
    /// port; the document of a service at one address need not have any, and its [path](Service::path) is where it is then.
    #[must_use]
    pub fn port(&self, operation: &Operation, transport: Transport, name: Option<&str>) -> Option<&'static Port> {
        self.service.ports.iter().find(|port| {
            port.transport == transport
                && name.is_none_or(|name| port.name == name)
                && (operation.ports.is_empty() || operation.ports.contains(&port.name))
        })
    }
}

impl From<&model::Service> for Document {
    /// The descriptors of a model live as long as the program.
    fn from(model: &model::Service) -> Self {
        Self { service: crate::service(model) }
    }
}
