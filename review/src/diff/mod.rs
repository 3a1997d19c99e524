//! What an edit of a spec, or a newer WSDL document, does to people: to those who have deployed a client, to those who compile against the
//! generated code, and to those who implement the service.
//!
//! The models are compared, not the texts: what means the same is no change. The order of operations, areas, types, ports and parameters is no
//! change either, nor is a group in the place of its parameters.

mod accepted;
mod alternatives;
mod calls;
mod change;
mod class;
mod columns;
mod common;
mod directions;
mod enumerations;
mod facets;
mod finding;
mod groups;
mod judge;
mod kinds;
mod levels;
mod members;
mod operations;
mod outcome;
mod owner;
mod places;
mod reading;
mod renames;
pub mod render;
mod report;
mod requests;
mod results;
mod service;
mod simple_types;
mod type_steps;
mod types;
mod usage;
mod version;
mod versions;
mod words;

pub use accepted::{Accepted, CONFIGURATION_FILE, Fingerprint, NoFingerprint};
pub use change::{Change, Difference, Position, UnknownKind};
pub use class::{Affected, Class, Step};
pub use kinds::Kind;
pub use levels::{FailOn, Level, Levels, UnknownSeverity};
pub use report::{Comparison, Report, ReportedChange, ReportedService, Rules};
pub use version::Version;
pub(crate) use version::of_whole_service;
pub use versions::Options;

use common::Common;
use finding::{Finding, Location};
use versions::{Models, Versions};

/// What changed from one version of a service to another.
#[must_use]
pub fn diff(old: &Version, new: &Version) -> Difference {
    diff_with(old, new, Options::default())
}

/// The same with options.
#[must_use]
pub fn diff_with(old: &Version, new: &Version, options: Options) -> Difference {
    if old.service() == new.service() && !facets::differ(old.places(), new.places()) {
        return Difference::default();
    }
    let models = Models::new(old.service(), new.service());
    let versions = Versions::new(&models, new.service(), options);
    let common = Common::new(versions.old, versions.new);
    let mut found = Vec::new();
    versions.service(old.service(), &mut found);
    versions.common(&common, &mut found);
    versions.types(&mut found);
    versions.operations(&common, &mut found);
    facets::changed(old.places(), new.places(), &mut found);
    if found.iter().all(Finding::compiles) {
        versions.displaced(&mut found);
    }
    if new.places().facets().is_some() {
        found.iter_mut().for_each(Finding::is_served);
    }
    let places = (old.places(), new.places());
    let find = |location: &Location| {
        let (old, new) = (location.old.as_deref(), location.new.as_deref());
        (old.and_then(|path| places.0.find(path)), new.and_then(|path| places.1.find(path)))
    };
    let found = groups::told_once(found, places);
    Difference { changes: found.into_iter().map(|finding| finding.finish(find)).collect() }
}
