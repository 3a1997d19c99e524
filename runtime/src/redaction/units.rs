//! Text in bytes: one byte for a unit of UTF-8, two for one of UTF-16 in either order.

/// How the units of a text lie in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Layout {
    Utf8,
    Utf16LittleEndian,
    Utf16BigEndian,
}

impl Layout {
    pub(super) const ALL: [Self; 3] = [Self::Utf8, Self::Utf16LittleEndian, Self::Utf16BigEndian];

    /// Where a unit begins whose low byte is at `at`.
    pub(super) fn start_of(self, at: usize) -> Option<usize> {
        if self == Self::Utf16BigEndian { at.checked_sub(1) } else { Some(at) }
    }

    /// The unit at `at`, and where the next one begins.
    pub(super) fn unit(self, bytes: &[u8], at: usize) -> Option<(u16, usize)> {
        let pair = || bytes.get(at..)?.first_chunk::<2>().copied();
        match self {
            Self::Utf8 => Some((u16::from(*bytes.get(at)?), at + 1)),
            Self::Utf16LittleEndian => Some((u16::from_le_bytes(pair()?), at + 2)),
            Self::Utf16BigEndian => Some((u16::from_be_bytes(pair()?), at + 2)),
        }
    }

    /// The ASCII character at `at`, and where the next unit begins.
    pub(super) fn ascii(self, bytes: &[u8], at: usize) -> Option<(u8, usize)> {
        let (unit, next) = self.unit(bytes, at)?;
        u8::try_from(unit).ok().filter(u8::is_ascii).map(|byte| (byte, next))
    }

    /// Where `letter` ends if it stands at `at` as it is.
    pub(super) fn after(self, bytes: &[u8], at: usize, letter: char) -> Option<usize> {
        if self == Self::Utf8 {
            let mut room = [0; 4];
            let encoded = letter.encode_utf8(&mut room);
            return bytes.get(at..)?.starts_with(encoded.as_bytes()).then_some(at + encoded.len());
        }
        let mut room = [0; 2];
        letter.encode_utf16(&mut room).iter().try_fold(at, |at, wanted| {
            let (unit, next) = self.unit(bytes, at)?;
            (unit == *wanted).then_some(next)
        })
    }

    /// Where `text`, which is ASCII, ends if it stands at `at` as it is.
    pub(super) fn after_text(self, bytes: &[u8], at: usize, text: &str) -> Option<usize> {
        text.chars().try_fold(at, |at, letter| self.after(bytes, at, letter))
    }

    /// Appends `text`.
    pub(super) fn write(self, out: &mut Vec<u8>, text: &str) {
        match self {
            Self::Utf8 => out.extend_from_slice(text.as_bytes()),
            Self::Utf16LittleEndian => out.extend(text.encode_utf16().flat_map(u16::to_le_bytes)),
            Self::Utf16BigEndian => out.extend(text.encode_utf16().flat_map(u16::to_be_bytes)),
        }
    }
}
