//! Intended differences from the recordings: the list in the docs, and what ours has to be then.

use std::collections::BTreeSet;

use crate::messages::folder;

/// The list of the docs.
pub const LIST: &str = "docs/DIFFERENCES.md";

/// A row of the list: in some exchanges, our response has another text where the recorded one has `observed`.
pub struct Difference {
    /// The section that it stands in, which says why.
    pub id: String,
    pub exchanges: Vec<String>,
    /// `*` is the whole response.
    observed: String,
    ours: String,
}

impl Difference {
    /// Whether the row is for this exchange.
    #[must_use]
    pub fn names(&self, exchange: &str) -> bool {
        self.exchanges.iter().any(|pattern| matches(pattern, exchange))
    }

    /// The exchanges that the row is for.
    pub fn patterns(&self) -> impl Iterator<Item = &str> {
        self.exchanges.iter().map(String::as_str)
    }

    /// `recorded` with the difference in it.
    fn applied(&self, recorded: &str) -> Result<String, String> {
        match self.observed.as_str() {
            "*" if recorded != self.ours => Ok(self.ours.clone()),
            observed if recorded.contains(observed) => Ok(recorded.replace(observed, &self.ours)),
            observed => Err(format!("{LIST} says `{observed}`, which the recorded response has not:\n{recorded}")),
        }
    }
}

/// Whether `name` is of the form `pattern`, where `*` stands for anything and `{a,b}` for one of them.
#[must_use]
pub fn matches(pattern: &str, name: &str) -> bool {
    if let Some((before, rest)) = pattern.split_once('{') {
        let (choices, after) = rest.split_once('}').expect("braces are closed");
        return choices.split(',').any(|choice| matches(&format!("{before}{choice}{after}"), name));
    }
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = name.strip_prefix(first) else { return false };
    let mut parts: Vec<_> = parts.collect();
    let Some(last) = parts.pop() else { return rest.is_empty() };
    for part in parts {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.len() >= last.len() && rest.ends_with(last)
}

/// Every row of a table in the sections of one part of the list, which is named by its heading: exchanges, what was observed, what ours is.
#[must_use]
pub fn listed(heading: &str) -> Vec<Difference> {
    listed_in(LIST, heading)
}

/// As [`listed`], of a list in another file. The path is relative to the root of the repository.
#[must_use]
pub fn listed_in(path: &str, heading: &str) -> Vec<Difference> {
    let text = std::fs::read_to_string(folder().join("../..").join(path)).unwrap();
    let mut parts = text.trim_start_matches("# ").split("\n# ");
    let part = parts.find(|part| part.lines().next() == Some(heading)).unwrap_or_else(|| panic!("no part {heading}"));
    let mut differences = Vec::new();
    for section in part.split("\n## ").skip(1) {
        let id = code_spans(section.lines().next().unwrap()).pop().expect("a section is named by its id");
        for row in section.lines().filter(|line| line.starts_with("| `")) {
            let cells: Vec<_> = row.trim_matches('|').split(" | ").map(code_spans).collect();
            let [exchanges, observed, ours] = cells.as_slice() else { panic!("no row of three cells: {row}") };
            let only = |cell: &[String]| match cell {
                [text] => Some(text.clone()),
                _ => None,
            };
            let observed = only(observed).unwrap_or_else(|| panic!("a cell is one text: {row}"));
            // A text of nothing cannot be shown.
            let ours = only(ours).or_else(|| row.ends_with("| nothing |").then(String::new));
            let ours = ours.unwrap_or_else(|| panic!("a cell is one text, or says nothing: {row}"));
            assert_ne!(observed, ours, "no difference: {row}");
            differences.push(Difference { id: id.clone(), exchanges: exchanges.clone(), observed, ours });
        }
    }
    differences
}

fn code_spans(text: &str) -> Vec<String> {
    text.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The differences of an exchange, by their sections; an error if the two do not differ exactly as the list says.
///
/// # Errors
///
/// They differ otherwise, in words.
pub fn of_exchange(listed: &[Difference], name: &str, recorded: &str, ours: &str) -> Result<BTreeSet<String>, String> {
    let mut expected = recorded.to_owned();
    let mut sections = BTreeSet::new();
    for difference in listed.iter().filter(|difference| difference.names(name)) {
        expected = difference.applied(&expected)?;
        sections.insert(difference.id.clone());
    }
    if expected == ours { Ok(sections) } else { Err(format!("expected:\n{expected}\nours:\n{ours}")) }
}
