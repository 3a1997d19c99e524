//! What reads like a mistake in a spec that has none.
//!
//! A comment before an element allows what is found in it, with a reason:
//! `<!-- lint: allow secret-not-marked: the code is public -->`.

mod allowed;
mod case;
mod fresh;
mod hints;
mod kind;
mod subject;
mod transports;
mod unused;
mod words;

pub use kind::Lint;
pub use subject::Finding;

use self::subject::Subject;
use asmx_codegen::diagnostic::{Diagnostics, placed};
use asmx_codegen::read;
use asmx_codegen::resolve;

/// Finds what reads like a mistake in a spec, in the order of the file. What comments in the spec allow is left out. `file_name` is for messages
/// only.
///
/// # Errors
///
/// All mistakes of the spec.
pub fn lint(file_name: &str, bytes: &[u8]) -> Result<Vec<Finding>, Diagnostics> {
    let read::Reading { source, service, mut mistakes } = read::read(file_name, bytes);
    let resolved = service.as_ref().map(|service| resolve::resolve(service, &mut mistakes));
    let (Some(spec), Some(service)) = (service.as_ref(), resolved.as_ref().filter(|_| mistakes.is_empty())) else {
        return Err(Diagnostics::new(source, mistakes));
    };
    let tree = match read::xml::parse(&source) {
        Ok(tree) => tree,
        Err(mistake) => return Err(Diagnostics::new(source, vec![*mistake])),
    };
    let subject = Subject::new(spec, service);
    let mut found = Vec::new();
    hints::secrets(&subject, &mut found);
    hints::effects(&subject, &mut found);
    words::look(&subject, &source, tree.root_element(), &mut found);
    transports::look(&subject, &mut found);
    case::look(&subject, &mut found);
    unused::look(&subject, &mut found);
    let mut found = allowed::without_allowed(&source, tree.root(), found);
    fresh::told_once(spec, service, &mut found);
    Ok(placed(source.clone(), found))
}
