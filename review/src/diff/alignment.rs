//! Pairs the items of two lists.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

/// The items of two lists that are the same ones.
#[derive(Debug, Clone)]
pub(super) struct Alignment {
    /// For each new item the number of the old one that it is.
    pub(super) old_of: Vec<Option<usize>>,
    /// For each old item the number of the new one that it is.
    pub(super) new_of: Vec<Option<usize>>,
    left_out: (HashSet<usize>, HashSet<usize>),
}

impl Alignment {
    pub(super) fn new(old: usize, new: usize) -> Self {
        Self { old_of: vec![None; new], new_of: vec![None; old], left_out: Default::default() }
    }

    /// Takes what was found for each new item.
    pub(super) fn of(old: usize, found: Vec<Option<usize>>) -> Self {
        let mut alignment = Self::new(old, found.len());
        for (new, old) in found.into_iter().enumerate() {
            if let Some(old) = old {
                alignment.pair(old, new);
            }
        }
        alignment
    }

    /// Says that two are the same, unless one of them is another's already.
    pub(super) fn pair(&mut self, old: usize, new: usize) {
        if let (Some(one @ None), Some(two @ None)) = (self.new_of.get_mut(old), self.old_of.get_mut(new)) {
            (*one, *two) = (Some(new), Some(old));
        }
    }

    /// Numbers of the old items that are none of the new ones yet.
    pub(super) fn gone(&self) -> Vec<usize> {
        unmatched(&self.new_of)
    }

    /// Numbers of the new items that are none of the old ones yet.
    pub(super) fn come(&self) -> Vec<usize> {
        unmatched(&self.old_of)
    }

    /// Whether each is one of the other.
    pub(super) fn is_whole(&self) -> bool {
        self.old_of.iter().chain(&self.new_of).all(Option::is_some)
    }

    /// Pairs what is left and has a key that one is left with in either list.
    pub(super) fn by<K: Hash + Eq>(&mut self, old: impl Fn(usize) -> Option<K>, new: impl Fn(usize) -> Option<K>) {
        let keyed = |numbers: Vec<usize>, key: &dyn Fn(usize) -> Option<K>| {
            let mut found: HashMap<K, Option<usize>> = HashMap::new();
            for number in numbers {
                if let Some(key) = key(number) {
                    found.entry(key).and_modify(|known| *known = None).or_insert(Some(number));
                }
            }
            found
        };
        let olds = keyed(self.gone(), &old);
        let mut pairs: Vec<(usize, usize)> = keyed(self.come(), &new)
            .into_iter()
            .filter_map(|(key, new)| Some((olds.get(&key).copied().flatten()?, new?)))
            .collect();
        pairs.sort_unstable();
        for (old, new) in pairs {
            self.pair(old, new);
        }
    }

    /// Pairs what is left, stands in the same place between those that are the same, and may be the same.
    pub(super) fn by_place(&mut self, may_be: impl Fn(usize, usize) -> bool) {
        // Where what comes behind the same one stands.
        let places = |lists: &[Option<usize>], number_of: &dyn Fn(usize, Option<usize>) -> Option<usize>| {
            let (mut behind, mut offset) = (None, 0_usize);
            let mut places = Vec::new();
            for (number, other) in lists.iter().enumerate() {
                if other.is_some() {
                    (behind, offset) = (number_of(number, *other), 0);
                } else {
                    places.push(((behind, offset), number));
                    offset += 1;
                }
            }
            places
        };
        let olds: HashMap<_, usize> = places(&self.new_of, &|_, new| new).into_iter().collect();
        let news = places(&self.old_of, &|new, _| Some(new));
        let pairs: Vec<(usize, usize)> = news
            .into_iter()
            .filter_map(|(place, new)| Some((*olds.get(&place)?, new)))
            .filter(|(old, new)| may_be(*old, *new))
            .collect();
        for (old, new) in pairs {
            self.pair(old, new);
        }
    }

    /// All items in the order of the new list; what is gone stands where it stood.
    pub(super) fn merged(&self) -> Vec<(Option<usize>, Option<usize>)> {
        let mut behind: HashMap<Option<usize>, Vec<usize>> = HashMap::new();
        let mut last = None;
        for (old, new) in self.new_of.iter().enumerate() {
            match new {
                Some(new) => last = Some(*new),
                None => behind.entry(last).or_default().push(old),
            }
        }
        let gone = |place: Option<usize>| behind.get(&place).into_iter().flatten().map(|old| (Some(*old), None));
        let there = self.old_of.iter().enumerate();
        let there = there.flat_map(|(new, old)| std::iter::once((*old, Some(new))).chain(gone(Some(new))));
        let is_told = |(old, new): &(Option<usize>, Option<usize>)| match (old, new) {
            (Some(old), None) => !self.left_out.0.contains(old),
            (None, Some(new)) => !self.left_out.1.contains(new),
            _ => true,
        };
        gone(None).chain(there).filter(is_told).collect()
    }

    /// Says of items that came or went that they are not to be told.
    pub(super) fn leave_out(&mut self, old: impl Fn(usize) -> bool, new: impl Fn(usize) -> bool) {
        self.left_out.0.extend(self.gone().into_iter().filter(|number| old(*number)));
        self.left_out.1.extend(self.come().into_iter().filter(|number| new(*number)));
    }

    /// Whether those that are the same come in another order.
    pub(super) fn is_reordered(&self) -> bool {
        let kept: Vec<usize> = self.old_of.iter().copied().flatten().collect();
        !kept.is_sorted()
    }
}

fn unmatched(found: &[Option<usize>]) -> Vec<usize> {
    found.iter().enumerate().filter(|(_, found)| found.is_none()).map(|(number, _)| number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn aligned(old: &str, new: &str) -> Alignment {
        let mut alignment = Alignment::new(old.len(), new.len());
        alignment.by(|number| old.chars().nth(number), |number| new.chars().nth(number));
        alignment
    }

    #[test]
    fn what_is_gone_stands_where_it_stood() {
        let merged = aligned("abcd", "dbx").merged();
        assert_eq!(merged, [(Some(0), None), (Some(3), Some(0)), (Some(1), Some(1)), (Some(2), None), (None, Some(2))]);
    }

    #[test]
    fn what_stands_in_the_same_place_is_the_same() {
        let mut alignment = aligned("abc", "axc");
        alignment.by_place(|_, _| true);
        assert_eq!(alignment.old_of, [Some(0), Some(1), Some(2)]);
        let mut alignment = aligned("abc", "acx");
        alignment.by_place(|_, _| true);
        assert_eq!(alignment.old_of, [Some(0), Some(2), None]);
    }

    #[test]
    fn a_key_that_two_have_tells_nothing() {
        assert_eq!(aligned("aab", "ab").old_of, [None, Some(2)]);
    }

    #[test]
    fn another_order_is_noticed() {
        assert!(aligned("abc", "acb").is_reordered());
        assert!(!aligned("abc", "xac").is_reordered());
    }
}
