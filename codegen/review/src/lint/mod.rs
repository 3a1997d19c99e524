//! Finds probable mistakes in a valid spec.
//!
//! A comment before an element allows findings in it, with a reason:
//! `<!-- lint: allow secret-not-marked: the code is public -->`.

mod allowed;
mod kind;
mod names;
mod operations;

pub use kind::{Finding, Lint};

use self::kind::Subject;
use asmx_codegen::Spec;
use asmx_codegen::diagnostic::{Diagnostics, placed};

/// Finds probable mistakes in a spec, in the order of the file, except those that comments allow. `file_name` is for messages only.
///
/// In a spec with `imported="true"`, findings that only repeat its WSDL document or the report of its import are notes.
///
/// # Errors
///
/// All mistakes of the spec.
pub fn lint(file_name: &str, bytes: &[u8]) -> Result<Vec<Finding>, Diagnostics> {
    let spec = Spec::read(file_name, bytes)?;
    let subject = Subject::new(&spec);
    let mut found = Vec::new();
    operations::secrets(&subject, &mut found);
    operations::effects(&subject, &mut found);
    operations::words(&subject, &mut found);
    operations::transports(&subject, &mut found);
    names::differing_in_case(&subject, &mut found);
    names::unused(&subject, &mut found);
    let mut found = allowed::without_allowed(&spec, found);
    allowed::reported_once(&spec, &mut found);
    if spec.written.imported {
        let (of_document, own): (Vec<_>, Vec<_>) =
            found.into_iter().partition(|finding| finding.code().is_of_document());
        found = own.into_iter().chain(of_document.into_iter().map(Finding::note)).collect();
        found.sort_by_key(|finding| finding.span().start);
    }
    Ok(placed(spec.source, found))
}
