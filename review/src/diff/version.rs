//! A version of a service: its model, and where everything in it stands.

use super::places::{Places, of_documents, of_spec};
use crate::diagnostic::Diagnostics;
use crate::import::{Documents, import, is_wsdl};
use crate::model::Service;
use crate::{read, resolve};

/// A version of a service, for a comparison: the model of a spec or a WSDL document, and the positions of its items.
#[derive(Debug, Clone)]
pub struct Version {
    service: Service,
    places: Places,
}

impl Version {
    /// Reads a spec. `name` is the name of the file in positions of changes. It has no other meaning: no file is read.
    ///
    /// # Errors
    ///
    /// All mistakes of the spec.
    pub fn read(name: &str, bytes: &[u8]) -> Result<Self, Diagnostics> {
        let read::Reading { source, service: spec, mut mistakes } = read::read(name, bytes);
        let resolved = spec.map(|spec| (resolve::resolve(&spec, &mut mistakes), spec));
        match resolved {
            Some((service, spec)) if mistakes.is_empty() => {
                let places = of_spec(source, &spec, &service);
                Ok(Self { service, places })
            }
            _ => Err(Diagnostics::new(source, mistakes)),
        }
    }

    /// Reads a spec, or a WSDL document with those that it imports. The outermost element decides which of the two it is.
    ///
    /// # Errors
    ///
    /// All mistakes of the spec, or what keeps the document from being imported.
    pub fn load(documents: &dyn Documents, name: &str) -> Result<Self, Diagnostics> {
        match documents.read(name) {
            Some(bytes) if !is_wsdl(&bytes) => Self::read(name, &bytes),
            _ => {
                let service = import(documents, name)?.service;
                let places = of_documents(documents, name, &service);
                Ok(Self { service, places })
            }
        }
    }

    /// Its model.
    #[must_use]
    pub const fn service(&self) -> &Service {
        &self.service
    }

    /// The texts that it was read from, by the names that places have.
    pub(crate) fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.places.texts()
    }

    pub(super) const fn places(&self) -> &Places {
        &self.places
    }
}

impl From<Service> for Version {
    /// A version of which nothing says where it stands.
    fn from(service: Service) -> Self {
        Self { service, places: Places::default() }
    }
}
