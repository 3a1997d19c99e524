//! What WSDL documents say of values beyond their types. Only documents are compared: a spec has no facets.

use std::collections::BTreeSet;

use super::Kind;
use super::finding::{Finding, Location};
use super::places::Places;
use asmx_codegen::diagnostic::quoted;

/// Whether a member is restricted otherwise.
pub(super) fn differ(old: &Places, new: &Places) -> bool {
    old.facets().zip(new.facets()).is_some_and(|(old, new)| old != new)
}

/// The members that both documents have and restrict otherwise.
pub(super) fn changed(old: &Places, new: &Places, out: &mut Vec<Finding>) {
    let Some((restricted, restricts)) = old.facets().zip(new.facets()) else { return };
    let paths: BTreeSet<&str> = restricted.keys().chain(restricts.keys()).copied().collect();
    for path in paths {
        let (before, now) = (restricted.get(path).copied(), restricts.get(path).copied());
        if before == now || old.exact(path).is_none() || new.exact(path).is_none() {
            continue;
        }
        let told = |facets: Option<&[String]>| match facets {
            None => "not restricted".to_owned(),
            Some(facets) => format!("restricted to {}", quoted(&facets.join(", "))),
        };
        let name = path.rsplit('/').next().unwrap_or_default();
        let operation = path.strip_prefix("operations/").and_then(|rest| rest.split('/').next()).map(str::to_owned);
        let location = Location { operation, ..Location::service(path) };
        out.push(Finding::new(Kind::FacetsChanged, location, &[&quoted(name), &told(now), &told(before)]));
    }
}
