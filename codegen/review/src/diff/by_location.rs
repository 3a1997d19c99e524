//! Changes that are found by the location of a member: facets in documents, and parameters of groups.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::rc::Rc;

use super::Kind;
use super::finding::{Finding, Location};
use super::version::Version;
use super::words::operations_words;
use asmx_codegen::diagnostic::quoted;
use asmx_codegen::locations::{self, Locations};

pub(super) fn facets_differ(old: &Version, new: &Version) -> bool {
    old.restrictions().zip(new.restrictions()).is_some_and(|(old, new)| old.all() != new.all())
}

/// Members whose values the documents restrict differently. A spec cannot restrict values.
pub(super) fn facets_changed(old: &Version, new: &Version, out: &mut Vec<Finding>) {
    let Some((restricted, restricts)) = old.restrictions().zip(new.restrictions()) else { return };
    let (restricted, restricts) = (restricted.all(), restricts.all());
    let paths: BTreeSet<&str> = restricted.keys().chain(restricts.keys()).copied().collect();
    for path in paths {
        let (before, now) = (restricted.get(path), restricts.get(path));
        if before == now || old.locations().get(path).is_none() || new.locations().get(path).is_none() {
            continue;
        }
        let words = |facets: Option<&Rc<[&str]>>| match facets {
            None => "unrestricted".to_owned(),
            Some(facets) => format!("restricted to {}", quoted(&facets.join(", "))),
        };
        let name = path.rsplit('/').next().unwrap_or_default();
        let operation = path.strip_prefix("operations/").and_then(|rest| rest.split('/').next()).map(str::to_owned);
        let location = Location { operation, ..Location::service(path) };
        out.push(location.finding(Kind::FacetsChanged, &[&quoted(name), &words(now), &words(before)]));
    }
}

/// Identifies equal changes of one parameter of a group: the group, the kind, the locations of the parameter in both versions, and the number
/// of earlier changes of the kind in the operation.
type Key = (String, Kind, Option<locations::Location>, Option<locations::Location>, usize);

/// Merges the changes that several operations share through a group. The result takes the place of the first of them.
pub(super) fn reported_once(found: Vec<Finding>, (old, new): (&Locations, &Locations)) -> Vec<Finding> {
    let mut reported: HashSet<(Option<String>, Key)> = HashSet::new();
    let mut by_key: BTreeMap<usize, Vec<Finding>> = BTreeMap::new();
    let mut numbers: HashMap<Key, usize> = HashMap::new();
    for (number, finding) in found.into_iter().enumerate() {
        let location = finding.location();
        let location_of =
            |locations: &Locations, path: &Option<String>| path.as_deref().and_then(|path| locations.get(path));
        let (before, after) = (location_of(old, &location.old), location_of(new, &location.new));
        let group = after.and_then(|at| new.group(at)).or_else(|| before.and_then(|at| old.group(at)));
        // If an operation only uses another group, the group itself is unchanged.
        let label = location
            .new
            .as_deref()
            .or(location.old.as_deref())
            .and_then(|path| path.rsplit('/').next())
            .unwrap_or_default();
        let is_of_group = |group: &&str| match (before, after) {
            (None, Some(_)) => old.has_group_without(group, label),
            (Some(_), None) => new.has_group_without(group, label),
            _ => true,
        };
        let Some(group) = group.filter(is_of_group).filter(|_| location.operation.is_some()) else {
            by_key.insert(number, vec![finding]);
            continue;
        };
        let mut key = (group.to_owned(), finding.kind, before, after, 0);
        while !reported.insert((location.operation.clone(), key.clone())) {
            key.4 += 1;
        }
        let first = *numbers.entry(key).or_insert(number);
        by_key.entry(first).or_default().push(finding);
    }
    by_key.into_values().filter_map(|findings| merged(findings, (old, new))).collect()
}

fn merged(findings: Vec<Finding>, (old, new): (&Locations, &Locations)) -> Option<Finding> {
    let count = findings.len();
    let names: Vec<String> = findings.iter().filter_map(|finding| finding.location().operation.clone()).collect();
    let mut findings = findings.into_iter();
    let mut first = findings.next()?;
    if count == 1 {
        return Some(first);
    }
    findings.for_each(|finding| first.merge(&finding));
    let location = first.location();
    let of = |locations: &Locations, path: &Option<String>| {
        locations.group(locations.get(path.as_deref()?)?).map(str::to_owned)
    };
    let group = of(new, &location.new).or_else(|| of(old, &location.old)).unwrap_or_default();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    first.of_group(&group, format!("used by {}", operations_words(&names)));
    Some(first)
}
