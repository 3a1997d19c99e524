//! Compares two versions of a spec or WSDL document, and reports the effects on deployed clients, on people who compile against the generated code,
//! and on people who implement the service.
//!
//! The models are compared, not the texts. Another order of operations, areas, types, ports or parameters is not a change, and neither is a group
//! in place of its parameters.

mod alternatives;
mod arrays;
mod by_location;
mod calls;
mod change;
mod class;
mod columns;
mod common;
mod directions;
mod facets;
mod finding;
mod judge;
mod kinds;
mod member_types;
mod members;
mod operations;
mod outcome;
mod owner;
mod reading;
mod renames;
pub mod render;
mod report;
mod requests;
mod results;
mod rules;
mod service;
mod types;
mod usage;
mod values;
mod version;
mod versions;
mod words;

pub use asmx_codegen::locations::FilePosition;
pub use change::{Change, Difference, UnknownKind};
pub use class::{Affected, Bump, Class};
pub use kinds::Kind;
pub use report::{Comparison, Report, ReportedChange, ReportedService};
pub use rules::{
    Accepted, CONFIGURATION_FILE, FailOn, Fingerprint, Level, Levels, NoFingerprint, Rules, UnknownSeverity,
};
pub use version::Version;
pub(crate) use version::of_whole_service;

use common::Common;
use finding::{Finding, Location};
use versions::{Models, Versions};

/// The changes from one version of a service to another.
#[must_use]
pub fn diff(old: &Version, new: &Version) -> Difference {
    let moved = service::moved(old, new);
    if moved.is_none() && old.service() == new.service() && !by_location::facets_differ(old, new) {
        return Difference::default();
    }
    let models = Models::new(old.service(), new.service());
    let versions = Versions::new(&models, new.service());
    let common = Common::new(versions.old, versions.new);
    let mut found: Vec<Finding> = moved.into_iter().collect();
    versions.service(old.service(), &mut found);
    versions.common(&common, &mut found);
    versions.types(&mut found);
    versions.standalone_arrays(&mut found);
    versions.operations(&common, &mut found);
    by_location::facets_changed(old, new, &mut found);
    if found.iter().all(Finding::compiles) {
        versions.displaced(&mut found);
    }
    if new.restrictions().is_some() {
        found.iter_mut().for_each(Finding::is_served);
    }
    let locations = (old.locations(), new.locations());
    let find = |location: &Location| {
        let (old, new) = (location.old.as_deref(), location.new.as_deref());
        (old.and_then(|path| locations.0.position(path)), new.and_then(|path| locations.1.position(path)))
    };
    let found = by_location::reported_once(found, locations);
    Difference { changes: found.into_iter().map(|finding| finding.finish(find)).collect() }
}
