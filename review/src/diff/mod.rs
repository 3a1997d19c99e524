//! What an edit of a spec, or a newer WSDL document, does to people: to those who have deployed a client, to those who compile against the
//! generated code, and to those who implement the service.
//!
//! The models are compared, not the texts: what means the same is no change. The order of operations, areas, types, ports and parameters is no
//! change either, nor is a group in the place of its parameters.

mod accepted;
mod advice;
mod alternatives;
mod both;
mod calls;
mod change;
mod columns;
mod common;
mod data_sets;
mod draft;
mod enumerations;
mod facets;
mod groups;
mod kind;
mod levels;
mod marks;
mod member;
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
mod road;
mod routing;
mod service;
mod type_steps;
mod types;
mod usage;
mod version;
mod vocabulary;
mod whole;
mod words;

pub use accepted::{Accepted, CONFIGURATION_FILE, Fingerprint, NoFingerprint};
pub use change::{Affected, Change, Class, Difference, Position, Step};
pub use kind::Kind;
pub use levels::{FailOn, Level, Levels, UnknownSeverity};
pub use report::{Comparison, Report, ReportedChange, ReportedService, Rules};
pub use version::Version;
pub use vocabulary::UnknownKind;
pub(crate) use whole::of_whole_service;

use both::{Both, Models};
use common::Common;
use draft::{Draft, Spot};

/// Options of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Options {
    /// Whether each area is a Cargo feature (`generate_with_features`): then an operation in another area needs another feature.
    pub areas_are_features: bool,
}

impl Options {
    /// States whether each area is a Cargo feature.
    #[must_use]
    pub const fn areas_are_features(mut self, are_features: bool) -> Self {
        self.areas_are_features = are_features;
        self
    }
}

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
    let both = Both::new(&models, new.service(), options);
    let common = Common::new(both.old, both.new);
    let mut found = Vec::new();
    both.service(old.service(), &mut found);
    both.common(&common, &mut found);
    both.types(&mut found);
    both.operations(&common, &mut found);
    facets::changed(old.places(), new.places(), &mut found);
    if found.iter().all(Draft::compiles) {
        both.displaced(&mut found);
    }
    if new.places().facets().is_some() {
        found.iter_mut().for_each(Draft::is_served);
    }
    let places = (old.places(), new.places());
    let find = |spot: &Spot| {
        let (old, new) = (spot.old.as_deref(), spot.new.as_deref());
        (old.and_then(|path| places.0.find(path)), new.and_then(|path| places.1.find(path)))
    };
    let found = groups::told_once(found, places);
    Difference { changes: found.into_iter().map(|draft| draft.finish(find)).collect() }
}
