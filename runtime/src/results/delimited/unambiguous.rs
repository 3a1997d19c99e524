//! Delimiters for callers who do not care which.
//!
//! They have to survive all four transports in both directions. XML 1.0 cannot carry the control characters made for this
//! (U+001F and its like), and makes LF of CR. Servers refuse `<` in forms as a danger. White space may be trimmed, and single
//! letters are codes to some services (`c` for a comma). Services in the wild take delimiters of several characters literally.
//! So these are printable ASCII, begin with a character that does not come again in them (a cell that ends like a mark begins is
//! clear then), and hold letters and digits that nobody can know before: data that others wrote cannot be made to hold them.

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
    /// empty text, none: it is not needed.
    #[must_use]
    pub fn unambiguous() -> Self {
        Self::beginning_with('~', &letters())
    }

    /// Row and column delimiters that these texts do not hold, for building delimited data of them: the first fit of some that are
    /// often used, else as [`Delimiters::unambiguous`]. A line feed is not among them where a text has a line break of any kind.
    #[must_use]
    pub fn absent_from<I>(texts: I) -> Self
    where
        I: IntoIterator<Item: AsRef<str>, IntoIter: Clone>,
    {
        const ROWS: [char; 4] = ['\n', '|', ';', '~'];
        const COLUMNS: [char; 5] = [',', '\t', '|', ';', '^'];
        let texts = texts.into_iter();
        let mut seen = [false; 128];
        for text in texts.clone() {
            for byte in text.as_ref().bytes() {
                if let Some(seen) = seen.get_mut(usize::from(byte)) {
                    *seen = true;
                }
            }
        }
        let holds = |mark: char| {
            let is_seen = |mark: char| seen.get(mark as usize).copied().unwrap_or(true);
            is_seen(mark) || (mark == '\n' && is_seen('\r'))
        };
        let row = ROWS.into_iter().find(|mark| !holds(*mark));
        let column = COLUMNS.into_iter().find(|mark| Some(*mark) != row && !holds(*mark));
        if let (Some(row), Some(column)) = (row, column) {
            return Self::new(row, column).qualifier("");
        }
        loop {
            // That texts hold what was just thrown has to be tried a million times to be seen once.
            let letters = letters();
            if !texts.clone().any(|text| text.as_ref().contains(&letters)) {
                return Self::beginning_with('~', &letters);
            }
        }
    }

    /// These, where something was stated; else marks that no data holds. `None` if row and column delimiter are both stated:
    /// whoever states them cares.
    pub(crate) fn completed(&self) -> Option<Self> {
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
    pub(crate) fn mark(&self, role: DelimiterRole) -> Option<&str> {
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
