//! Contradictions of a response to its description, for callers and the log: the number of all, and the first ones by name.

use asmx_runtime::Deviation;
use asmx_types::display::{shortened, shown_line};

/// The most that are named.
pub(crate) const MOST: usize = 3;
/// The most characters of a path.
const LONGEST_PATH: usize = 200;

/// The first ones, each as a note.
pub(crate) fn notes(deviations: &[Deviation]) -> impl Iterator<Item = String> {
    deviations
        .iter()
        .take(MOST)
        .map(|deviation| format!("the response deviates from the document: {}", shown_line(deviation.as_str())))
}

/// The paths of the first ones, without values of the response.
pub(crate) fn paths(deviations: &[Deviation]) -> Vec<String> {
    let line = |path| shown_line(&shortened(path, LONGEST_PATH)).into_owned();
    deviations.iter().filter_map(Deviation::path).map(line).take(MOST).collect()
}

/// `1 place`, `2 places`.
#[cfg(feature = "mcp")]
pub(crate) fn counted(count: usize) -> String {
    if count == 1 { "1 place".to_owned() } else { format!("{count} places") }
}
