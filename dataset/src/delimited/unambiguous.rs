//! Delimiters for callers to whom it does not matter which they are.
//!
//! They have to survive all four transports in both directions. XML 1.0 cannot carry the control characters made for this
//! (U+001F and its like), and makes LF of CR. Servers refuse `<` in forms as a danger. White space may be trimmed, and single
//! letters are codes to some services (`c` for a comma). Services in the wild take delimiters of several characters literally.
//! So these are printable ASCII, begin with a character that does not come again in them (a cell that ends like a mark begins is
//! clear then), and hold random letters and digits: data that others wrote cannot be made to hold them.

use std::hash::{BuildHasher, Hasher, RandomState};

use super::delimiters::{DelimiterRole, Delimiters};

/// Letters and digits that are not taken for each other.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// How many of them a mark holds.
const LENGTH: usize = 5;

/// What marks begin with.
const STARTS: [char; 4] = ['~', '^', '$', '='];

impl Delimiters {
    /// Row and column delimiters that no data holds, others each time: such as `~k3x9p;` and `~k3x9p|`. The text qualifier is the
    /// empty text, none: it is not needed. For data that a request carries there is
    /// [`DelimitedData`](crate::delimited_data::DelimitedData).
    #[must_use]
    pub fn unambiguous() -> Self {
        Self::beginning_with('~', &letters())
    }

    /// These, where something was stated; else marks that no data holds. `None` if row and column delimiter are both stated:
    /// whoever states them cares.
    #[doc(hidden)]
    pub fn completed(&self) -> Option<Self> {
        let stated = |mark: &Option<String>| mark.clone().filter(|mark| !mark.is_empty());
        if stated(&self.row).is_some() && stated(&self.column).is_some() {
            return None;
        }
        let completed = |start| {
            let free = Self::beginning_with(start, &letters());
            Self {
                row: stated(&self.row).or(free.row),
                column: stated(&self.column).or(free.column),
                qualifier: self.qualifier.clone().or(free.qualifier),
            }
        };
        STARTS.into_iter().map(completed).find(|delimiters| delimiters.marks().is_ok())
    }

    /// The mark that has this role.
    #[doc(hidden)]
    pub fn mark(&self, role: DelimiterRole) -> Option<&str> {
        match role {
            DelimiterRole::Row => self.row.as_deref(),
            DelimiterRole::Column => self.column.as_deref(),
            DelimiterRole::Qualifier => self.qualifier.as_deref(),
        }
    }

    fn beginning_with(start: char, letters: &str) -> Self {
        Self::new(format!("{start}{letters};"), format!("{start}{letters}|")).qualifier("")
    }
}

/// Some letters, others each time, that only this process can know: the standard library's keys come from the system's
/// randomness.
fn letters() -> String {
    let mut number = RandomState::new().build_hasher().finish();
    let mut letters = String::with_capacity(LENGTH);
    for _ in 0..LENGTH {
        let index = usize::try_from(number % LETTERS.len() as u64).unwrap_or_default();
        letters.push(LETTERS.get(index).copied().map_or('x', char::from));
        number /= LETTERS.len() as u64;
    }
    letters
}
