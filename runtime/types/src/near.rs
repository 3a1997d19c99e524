//! Finds the names that a misspelt or partial one probably means.

use crate::display::shown_line;

/// Longer names are not compared: they are rarely misspelt by a letter or two, and the time grows with the product of the lengths.
const LONGEST: usize = 80;

/// The most candidates compared, so that a large spec with many mistakes is read in reasonable time.
const MOST_CANDIDATES: usize = 2_000;

/// The most names that a message proposes.
const MOST_PROPOSED: usize = 3;

/// A shorter word is part of too many names.
const SHORTEST_PART: usize = 3;

/// The most mistakes with a proposal: each search takes time, and so many mistakes have one cause.
const MOST_SEARCHES: usize = 200;

/// The [`question`], unless there are many mistakes already.
pub fn question_behind<'a, T>(
    mistakes: &[T],
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<String> {
    if mistakes.len() < MOST_SEARCHES { question(name, candidates) } else { None }
}

/// The names that a person may have meant, at most three: one that differs in case only, or those that differ in a few
/// letters, nearest first, then those that contain the word in any case, in their order, then those whose beginning differs
/// in a few letters. Empty if no candidate resembles the name.
pub fn similar<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let candidates: Vec<&'a str> = candidates.into_iter().collect();
    let word = name.to_lowercase();
    if let Some(equal) = candidates.iter().find(|candidate| candidate.to_lowercase() == word) {
        return vec![equal];
    }
    let mut near: Vec<(usize, &'a str)> = near(name, candidates.iter().copied()).collect();
    near.sort_by_key(|(distance, _)| *distance);
    let is_part = word.chars().count() >= SHORTEST_PART;
    let containing = candidates.iter().copied().filter(|candidate| is_part && candidate.to_lowercase().contains(&word));
    let mut beginning: Vec<(usize, &'a str)> = with_near_beginning(name, candidates.iter().copied()).collect();
    beginning.sort_by_key(|(distance, _)| *distance);
    let by_distance = |found: Vec<(usize, &'a str)>| found.into_iter().map(|(_, candidate)| candidate);
    let mut found: Vec<&'a str> = Vec::new();
    for candidate in by_distance(near).chain(containing).chain(by_distance(beginning)) {
        if found.len() == MOST_PROPOSED {
            break;
        }
        if !found.contains(&candidate) {
            found.push(candidate);
        }
    }
    found
}

/// The question that proposes these names: ``did you mean `Add` or `Edit`?``; empty for no names.
#[must_use]
pub fn did_you_mean(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{}`", shown_line(name))).collect();
    match quoted.as_slice() {
        [] => String::new(),
        [one] => format!("did you mean {one}?"),
        [first @ .., last] => format!("did you mean {} or {last}?", first.join(", ")),
    }
}

/// The question of [`did_you_mean`] for the names that are [`similar`]; `None` for none.
pub fn question<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let similar = similar(name, candidates);
    (!similar.is_empty()).then(|| did_you_mean(&similar))
}

/// The [`question`] behind a semicolon; empty for none.
pub fn proposal<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    question(name, candidates).map(|question| format!("; {question}")).unwrap_or_default()
}

/// The candidate that is read in the place of a misspelt name: the nearest, and the first of equals. A message proposes those of
/// [`question`].
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    near(name, candidates).min_by_key(|(distance, _)| *distance).map(|(_, candidate)| candidate)
}

/// The candidates near a name, with their distances. At most a third of the name's characters, and at least one, may be inserted, removed,
/// replaced or swapped. A change of case counts half.
fn near<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> impl Iterator<Item = (usize, &'a str)> {
    let farthest = (name.chars().take(LONGEST).count() / 3).max(1) * 2;
    let measured = measured(name, candidates).map(|(distances, candidate)| (distances.full, candidate));
    measured.filter(move |(distance, _)| *distance <= farthest)
}

/// The candidates that are longer than a name and begin nearly with it, with the distances of these beginnings: `Groups_GetLst` is one
/// letter from the beginning of `Groups_GetList_DataSet`. At most a sixth of the name's characters may differ.
fn with_near_beginning<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> impl Iterator<Item = (usize, &'a str)> {
    let farthest = name.chars().take(LONGEST).count() / 6 * 2;
    let measured = measured(name, candidates).map(|(distances, candidate)| (distances.beginning, candidate));
    measured.filter(move |(distance, _)| farthest > 0 && *distance <= farthest)
}

fn measured<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> impl Iterator<Item = (Distances, &'a str)> {
    let wanted: Vec<char> = name.chars().take(LONGEST + 1).collect();
    let most = if wanted.is_empty() || wanted.len() > LONGEST { 0 } else { MOST_CANDIDATES };
    let candidates = candidates.into_iter().take(most).filter(|candidate| candidate.len() <= LONGEST);
    candidates.map(move |candidate| (distances(&wanted, candidate), candidate))
}

/// Twice the edit distances with swaps of neighbours; a change of case counts half.
struct Distances {
    full: usize,
    /// The least distance of a beginning of the candidate.
    beginning: usize,
}

fn distances(wanted: &[char], candidate: &str) -> Distances {
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=wanted.len()).map(|count| count * 2).collect();
    let (mut previous_character, mut beginning) = (None, wanted.len() * 2);
    for (row, character) in candidate.chars().enumerate() {
        let mut current = vec![(row + 1) * 2];
        for (column, expected) in wanted.iter().enumerate() {
            let replaced = last.get(column).copied().unwrap_or(usize::MAX / 2) + replacement(*expected, character);
            let removed = last.get(column + 1).copied().unwrap_or(usize::MAX / 2) + 2;
            let inserted = current.get(column).copied().unwrap_or(usize::MAX / 2) + 2;
            let mut best = replaced.min(removed).min(inserted);
            let swapped = column
                .checked_sub(1)
                .filter(|left| wanted.get(*left) == Some(&character) && previous_character == Some(*expected));
            if let Some(cost) = swapped.and_then(|left| before_last.get(left)) {
                best = best.min(cost + 2);
            }
            current.push(best);
        }
        before_last = last;
        last = current;
        beginning = beginning.min(last.last().copied().unwrap_or(usize::MAX));
        previous_character = Some(character);
    }
    Distances { full: last.last().copied().unwrap_or_default(), beginning }
}

fn replacement(expected: char, found: char) -> usize {
    if expected == found {
        0
    } else if expected.to_lowercase().eq(found.to_lowercase()) {
        1
    } else {
        2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_come_before_those_that_contain_the_word() {
        let names = ["Groups_Add", "Reports_Get", "Groups_GetList", "Grups", "Lists_GroupsOf", "Groups_Edit"];
        assert_eq!(similar("Groups", names), ["Grups", "Groups_Add", "Groups_GetList"]);
        assert_eq!(similar("groups", ["Groups_Add", "X"]), ["Groups_Add"]);
        assert_eq!(similar("/nope", names), [""; 0]);
        assert_eq!(similar("Re", ["Reports_Get"]), [""; 0]);
        assert_eq!(similar("", names), [""; 0]);
        assert_eq!(
            similar("Groups_GetLst", ["Groups_GetList_DataSet", "Groups_Add", "Reports_GetList"]),
            ["Groups_GetList_DataSet"]
        );
        // A sixth of a short name is no letter.
        assert_eq!(similar("Gruop", ["Groups_GetList_DataSet"]), [""; 0]);
    }

    #[test]
    fn a_question_proposes_names() {
        assert_eq!(did_you_mean(&["A", "B", "C"]), "did you mean `A`, `B` or `C`?");
        assert_eq!(proposal("Ad", ["Add"]), "; did you mean `Add`?");
        assert_eq!(proposal("Ad", ["Remove"]), "");
        assert_eq!(
            question("Groups", ["Grups", "Grups", "Groups_Add"]).as_deref(),
            Some("did you mean `Grups` or `Groups_Add`?")
        );
        assert_eq!(question_behind(&[(); MOST_SEARCHES], "Ad", ["Add"]), None);
    }
}
