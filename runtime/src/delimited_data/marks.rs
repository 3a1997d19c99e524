//! Which characters can separate data: those that are plain text in XML and forms, stand for themselves in services that also
//! know letters as codes for delimiters, and are rare in data.

/// Column delimiters, the best first.
const COLUMN: [char; 9] = ['|', '\t', ';', '~', '^', '¦', '¬', '¤', '\u{241f}'];

/// Row delimiters, the best first.
const ROW: [char; 6] = ['\n', '~', '^', '`', '¶', '\u{241e}'];

/// Characters of the private use area that are tried when all others occur in the data: no text in the world means them.
const PRIVATE: std::ops::Range<u32> = 0xE100..0xE140;

fn private() -> impl Iterator<Item = char> {
    PRIVATE.filter_map(char::from_u32)
}

/// Column delimiters in the order in which they are tried.
pub(super) fn columns() -> impl Iterator<Item = char> {
    COLUMN.into_iter().chain(private())
}

/// Row delimiters in the order in which they are tried.
pub(super) fn rows() -> impl Iterator<Item = char> {
    ROW.into_iter().chain(private())
}

/// The delimiters in use.
#[derive(Clone, Copy, Debug)]
pub(super) struct Marks {
    pub(super) column: char,
    pub(super) row: char,
}

impl Marks {
    pub(super) const FIRST: Self = Self { column: '|', row: '\n' };

    /// Whether `text` cannot stand in a cell between these. Readers take a carriage return before a line feed as a part of it.
    pub(super) fn conflict(self, text: &str) -> bool {
        let bytes = text.as_bytes();
        match (u8::try_from(self.column), u8::try_from(self.row)) {
            (Ok(column), Ok(b'\n')) if column.is_ascii() => memchr::memchr3(column, b'\n', b'\r', bytes).is_some(),
            (Ok(column), Ok(row)) if column.is_ascii() && row.is_ascii() => {
                memchr::memchr2(column, row, bytes).is_some()
            }
            _ => self.column_conflicts(text) || self.row_conflicts(text),
        }
    }

    pub(super) fn column_conflicts(self, text: &str) -> bool {
        text.contains(self.column)
    }

    pub(super) fn row_conflicts(self, text: &str) -> bool {
        text.contains(self.row) || (self.row == '\n' && text.contains('\r'))
    }
}
