//! Parameters that several operations take through a group: a change of one is told once.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::Kind;
use super::finding::Finding;
use super::places::Places;
use super::words::operations_words;

/// What two changes of one parameter have in common: the group, the kind, where the parameter stands in both versions, and how many
/// changes of the kind the operation has of it already.
type Key = (String, Kind, Option<(usize, usize)>, Option<(usize, usize)>, usize);

/// The changes, those that several operations have through one parameter of a group as one, where the first of them is.
pub(super) fn told_once(found: Vec<Finding>, (old, new): (&Places, &Places)) -> Vec<Finding> {
    let mut seen: HashSet<(Option<String>, Key)> = HashSet::new();
    let mut by_key: BTreeMap<usize, Vec<Finding>> = BTreeMap::new();
    let mut numbers: HashMap<Key, usize> = HashMap::new();
    for (number, finding) in found.into_iter().enumerate() {
        let location = finding.location();
        let exact = |places: &Places, path: &Option<String>| path.as_deref().and_then(|path| places.exact(path));
        let (before, after) = (exact(old, &location.old), exact(new, &location.new));
        let group = after.and_then(|at| new.group(at)).or_else(|| before.and_then(|at| old.group(at)));
        // What an operation takes or takes no more because it uses another group is no change of a group.
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
        while !seen.insert((location.operation.clone(), key.clone())) {
            key.4 += 1;
        }
        let first = *numbers.entry(key).or_insert(number);
        by_key.entry(first).or_default().push(finding);
    }
    by_key.into_values().filter_map(|findings| one(findings, (old, new))).collect()
}

fn one(findings: Vec<Finding>, (old, new): (&Places, &Places)) -> Option<Finding> {
    let count = findings.len();
    let names: Vec<String> = findings.iter().filter_map(|finding| finding.location().operation.clone()).collect();
    let mut findings = findings.into_iter();
    let mut first = findings.next()?;
    if count == 1 {
        return Some(first);
    }
    findings.for_each(|finding| first.merge(&finding));
    let location = first.location();
    let of = |places: &Places, path: &Option<String>| places.group(places.exact(path.as_deref()?)?).map(str::to_owned);
    let group = of(new, &location.new).or_else(|| of(old, &location.old)).unwrap_or_default();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    first.tell_of_group(&group, format!("it is in {}", operations_words(&names)));
    Some(first)
}
