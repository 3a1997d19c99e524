//! A service that was read from a spec or from a WSDL document.

use asmx_codegen::Spec;
use asmx_codegen::diagnostic::{Diagnostic, Diagnostics};
use asmx_codegen::model::Service;

use crate::import::{Documents, Import, import_main, is_wsdl, missing};

/// A service with everything that was found while it was read.
#[derive(Debug)]
#[allow(clippy::large_enum_variant, reason = "one value a file")]
pub enum Loaded {
    /// Read from a spec.
    Spec(Spec),
    /// Imported from a WSDL document.
    Document(Import),
}

impl Loaded {
    /// The model.
    #[must_use]
    pub const fn service(&self) -> &Service {
        match self {
            Self::Spec(spec) => &spec.service,
            Self::Document(import) => &import.service,
        }
    }

    /// The model alone.
    #[must_use]
    pub fn into_service(self) -> Service {
        match self {
            Self::Spec(spec) => spec.service,
            Self::Document(import) => import.service,
        }
    }

    /// The import; `None` for a spec.
    #[must_use]
    pub const fn import(&self) -> Option<&Import> {
        match self {
            Self::Spec(_) => None,
            Self::Document(import) => Some(import),
        }
    }

    /// Constructs of a WSDL document that were left out or changed. A spec has none.
    pub fn warnings(&self) -> &[Diagnostic] {
        self.import().map_or(&[], |import| &import.warnings)
    }
}

/// Reads a service from a spec, or from a WSDL document with those that it imports. The root element decides which of the two it is. Each document is
/// read once.
///
/// # Errors
///
/// The document cannot be read; all mistakes of the spec; or the reason why the document cannot be imported.
pub fn load_any(documents: &dyn Documents, name: &str) -> Result<Loaded, Diagnostics> {
    let main = documents.read(name).ok_or_else(|| missing(name))?;
    if is_wsdl(&main) {
        import_main(documents, name, &main).map(Loaded::Document)
    } else {
        Spec::read(name, &main).map(Loaded::Spec)
    }
}
