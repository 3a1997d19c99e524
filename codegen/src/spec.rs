//! A spec that was read.

use std::sync::Arc;

use crate::diagnostic::{Diagnostics, Source};
use crate::locations::Locations;
use crate::model::Service;
use crate::read::{self, ast};
use crate::resolve;

/// A spec without mistakes: its model, and what the model leaves out.
#[derive(Debug)]
pub struct Spec {
    /// The model.
    pub service: Service,
    /// The places of the model's items in the text.
    pub locations: Locations,
    /// The spec as written.
    pub written: ast::Service,
    /// The text.
    pub source: Arc<Source>,
}

impl Spec {
    /// Reads a spec and resolves every name in it. `file_name` is only for messages.
    ///
    /// # Errors
    ///
    /// All mistakes of the spec, in the order of the file.
    pub fn read(file_name: &str, bytes: &[u8]) -> Result<Self, Diagnostics> {
        let read::Reading { source, service, mut mistakes } = read::read(file_name, bytes);
        let source = Arc::new(source);
        let mut locations = Locations::new(vec![Arc::clone(&source)]);
        let resolved = service.map(|written| (resolve::resolve(&written, &mut locations, &mut mistakes), written));
        match resolved {
            Some((service, written)) if mistakes.is_empty() => Ok(Self { service, locations, written, source }),
            _ => Err(Diagnostics::new(source, mistakes)),
        }
    }
}
