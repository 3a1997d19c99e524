//! Comparisons with what was recorded, judged by the list of differences.

use std::collections::{BTreeMap, BTreeSet};

use crate::cases::Set;
use recordings::differences::{self, Difference};

/// How many differ as each section of the list says.
pub type Listed<'a> = &'a [(&'a str, usize)];

/// The comparisons of one side: how each exchange went.
pub struct Comparisons {
    listed: Vec<Difference>,
    names: BTreeSet<String>,
    agreed: usize,
    /// By section of the list, how many differ so.
    differ: BTreeMap<String, usize>,
    failures: Vec<String>,
}

impl Comparisons {
    pub fn new(set: Set) -> Self {
        let (names, failures, differ) = (BTreeSet::new(), Vec::new(), BTreeMap::new());
        Self { listed: set.differences(), names, agreed: 0, differ, failures }
    }

    /// Comparisons of typed values. The list has more for them: kinds that begin with `typed-`.
    pub fn typed(set: Set) -> Self {
        let mut comparisons = Self::new(set);
        for pattern in comparisons.listed.iter_mut().flat_map(|one| &mut one.exchanges) {
            *pattern = pattern.replace("/typed-", "/");
        }
        comparisons
    }

    /// There is nothing to compare.
    pub fn skip(&mut self, name: String) {
        assert!(self.names.insert(name), "compared twice");
    }

    /// Compares `ours` with what is expected of it; `name` is that of the exchange and of what is compared.
    pub fn add(&mut self, name: &str, expected: &str, ours: &str) {
        match differences::of_exchange(&self.listed, name, expected, ours) {
            Ok(sections) if sections.is_empty() => self.agreed += 1,
            Ok(sections) => sections.into_iter().for_each(|section| *self.differ.entry(section).or_default() += 1),
            Err(why) => self.failures.push(format!("{name}: {why}")),
        }
        assert!(self.names.insert(name.to_owned()), "{name} is compared twice");
    }

    /// Everything agreed or differs as the list says, and so many did.
    pub fn assert_all(all: &[(Self, usize, Listed<'_>)]) {
        let failures: Vec<String> = all.iter().flat_map(|(one, ..)| one.failed()).collect();
        if let Some(file) = std::env::var_os("EVERY_TYPE_FAILURES") {
            std::fs::write(file, failures.join("\n\n")).unwrap();
        }
        let shown = failures.iter().take(12).map(String::as_str).collect::<Vec<_>>().join("\n\n");
        let counts: Vec<_> = all.iter().map(|(one, ..)| (one.agreed, &one.differ)).collect();
        assert!(failures.is_empty(), "{} failures, agreed and listed: {counts:?}\n{shown}", failures.len());
        for (one, agreed, differ) in all {
            let found: Vec<(&str, usize)> = one.differ.iter().map(|(id, count)| (id.as_str(), *count)).collect();
            assert_eq!((one.agreed, found.as_slice()), (*agreed, *differ), "agreed, and differ by section of the list");
        }
    }

    /// Differences that the list does not have, and entries of the list without a difference.
    fn failed(&self) -> Vec<String> {
        let kinds: BTreeSet<&str> = self.names.iter().filter_map(|name| name.rsplit('/').next()).collect();
        let own = |pattern: &&str| pattern.rsplit('/').next().is_some_and(|kind| kinds.contains(kind));
        let patterns = self.listed.iter().flat_map(Difference::patterns).filter(own);
        let of_nothing = patterns.filter(|pattern| !self.names.iter().any(|name| differences::matches(pattern, name)));
        let unused = of_nothing.map(|pattern| format!("`{pattern}` in the list is nothing that was compared"));
        self.failures.iter().cloned().chain(unused).collect()
    }
}
