//! Contradictions of a response to its description, for callers and the log: the number of all, and the first ones by name.

use asmx_types::display::{shortened, shown_line};

/// The most that are named.
pub(crate) const MOST: usize = 3;
/// The most characters of a place.
const LONGEST_PLACE: usize = 200;

/// The first ones, each as a note.
pub(crate) fn notes(deviations: &[String]) -> impl Iterator<Item = String> {
    deviations
        .iter()
        .take(MOST)
        .map(|deviation| format!("the response deviates from the document: {}", shown_line(deviation)))
}

/// The places of the first ones. A sentence begins with its place, if it has one, and says no value of it.
pub(crate) fn places(deviations: &[String]) -> Vec<String> {
    let place = |deviation: &String| {
        let (place, _) = deviation.strip_prefix('`')?.split_once('`')?;
        Some(shown_line(&shortened(place, LONGEST_PLACE)).into_owned())
    };
    deviations.iter().filter_map(place).take(MOST).collect()
}

/// `1 place`, `2 places`.
#[cfg(feature = "mcp")]
pub(crate) fn counted(count: usize) -> String {
    if count == 1 { "1 place".to_owned() } else { format!("{count} places") }
}
