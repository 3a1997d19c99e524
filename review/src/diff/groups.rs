//! Parameters that several operations take through a group: a change of one is told once.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::Kind;
use super::draft::Draft;
use super::places::Places;
use super::words::operations_words;

/// What two changes of one parameter have in common: the group, the kind, where the parameter stands in both versions, and how many
/// changes of the kind the operation has of it already.
type Key = (String, Kind, Option<(usize, usize)>, Option<(usize, usize)>, usize);

/// The changes, those that several operations have through one parameter of a group as one, where the first of them is.
pub(super) fn told_once(found: Vec<Draft>, (old, new): (&Places, &Places)) -> Vec<Draft> {
    let mut seen: HashSet<(Option<String>, Key)> = HashSet::new();
    let mut by_key: BTreeMap<usize, Vec<Draft>> = BTreeMap::new();
    let mut numbers: HashMap<Key, usize> = HashMap::new();
    for (number, draft) in found.into_iter().enumerate() {
        let spot = draft.spot();
        let exact = |places: &Places, path: &Option<String>| path.as_deref().and_then(|path| places.exact(path));
        let (before, after) = (exact(old, &spot.old), exact(new, &spot.new));
        let group = after.and_then(|at| new.group(at)).or_else(|| before.and_then(|at| old.group(at)));
        // What an operation takes or takes no more because it uses another group is no change of a group.
        let label =
            spot.new.as_deref().or(spot.old.as_deref()).and_then(|path| path.rsplit('/').next()).unwrap_or_default();
        let is_of_group = |group: &&str| match (before, after) {
            (None, Some(_)) => old.has_group_without(group, label),
            (Some(_), None) => new.has_group_without(group, label),
            _ => true,
        };
        let Some(group) = group.filter(is_of_group).filter(|_| spot.operation.is_some()) else {
            by_key.insert(number, vec![draft]);
            continue;
        };
        let mut key = (group.to_owned(), draft.kind, before, after, 0);
        while !seen.insert((spot.operation.clone(), key.clone())) {
            key.4 += 1;
        }
        let first = *numbers.entry(key).or_insert(number);
        by_key.entry(first).or_default().push(draft);
    }
    by_key.into_values().filter_map(|drafts| one(drafts, (old, new))).collect()
}

fn one(drafts: Vec<Draft>, (old, new): (&Places, &Places)) -> Option<Draft> {
    let count = drafts.len();
    let names: Vec<String> = drafts.iter().filter_map(|draft| draft.spot().operation.clone()).collect();
    let mut drafts = drafts.into_iter();
    let mut first = drafts.next()?;
    if count == 1 {
        return Some(first);
    }
    drafts.for_each(|draft| first.merge(&draft));
    let spot = first.spot();
    let of = |places: &Places, path: &Option<String>| places.group(places.exact(path.as_deref()?)?).map(str::to_owned);
    let group = of(new, &spot.new).or_else(|| of(old, &spot.old)).unwrap_or_default();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    first.tell_of_group(&group, format!("it is in {}", operations_words(&names)));
    Some(first)
}
