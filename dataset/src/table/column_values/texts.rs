//! Texts behind one another, with the offsets that part them.

use super::growth::Growth;

/// Texts in one piece of memory: text `i` stands between offsets `i` and `i + 1`. As Arrow's strings are laid out.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    /// Empty as long as there are no texts; else one more than there are.
    offsets: Vec<i32>,
    text: String,
}

/// How long all texts together may be: what 32-bit offsets reach.
const MOST: usize = i32::MAX as usize;

/// Bytes that are copied together.
const TOGETHER: usize = 32;

/// Room where short texts are gathered.
#[derive(Debug)]
pub(crate) struct Room(Box<[u8]>);

impl Room {
    const LENGTH: usize = 8 * 1024;

    /// Puts the `length` bytes from `start` on at `at`. `None` if there is no room, or too little stands behind them.
    #[inline]
    fn put(&mut self, at: usize, bytes: &[u8], start: usize, length: usize) -> Option<()> {
        let from = bytes.get(start..)?;
        let to = self.0.get_mut(at..)?;
        *to.first_chunk_mut::<TOGETHER>()? = *from.first_chunk::<TOGETHER>()?;
        let mut copied = TOGETHER;
        while copied < length {
            let more = *from.get(copied..)?.first_chunk::<TOGETHER>()?;
            *to.get_mut(copied..)?.first_chunk_mut::<TOGETHER>()? = more;
            copied += TOGETHER;
        }
        Some(())
    }
}

impl Default for Room {
    fn default() -> Self {
        Self(vec![0; Self::LENGTH].into())
    }
}

impl Texts {
    /// How many texts there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.offsets.len().saturating_sub(1)
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.offsets.len() <= 1
    }

    /// The offsets in bytes: one more than there are texts, ascending, the first is 0.
    #[must_use]
    pub fn offsets(&self) -> &[i32] {
        if self.offsets.is_empty() { &[0] } else { &self.offsets }
    }

    /// All texts behind one another.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The text at this place.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<&str> {
        let start = usize::try_from(*self.offsets.get(index)?).ok()?;
        let end = usize::try_from(*self.offsets.get(index + 1)?).ok()?;
        self.text.get(start..end)
    }

    /// The offsets and all texts behind one another.
    #[must_use]
    pub fn into_parts(mut self) -> (Vec<i32>, String) {
        if self.offsets.is_empty() {
            self.offsets.push(0);
        }
        (self.offsets, self.text)
    }

    /// Whether a text of this length can be added.
    pub(super) fn fits(&self, length: usize) -> bool {
        length <= MOST - self.text.len()
    }

    /// Adds a text that [fits](Self::fits).
    #[inline]
    pub(super) fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.end();
    }

    /// Adds the part of a text from `start` to `end`, which [fits](Self::fits). A short one is copied together with what follows
    /// it, which is then dropped: copies of a fixed length are the fastest.
    #[inline]
    pub(super) fn push_part(&mut self, whole: &str, start: usize, end: usize) {
        let is_added =
            self.adds_within::<TOGETHER>(whole, start, end) || self.adds_within::<{ 3 * TOGETHER }>(whole, start, end);
        if !is_added {
            self.text.push_str(whole.get(start..end).unwrap_or_default());
        }
        self.end();
    }

    /// Adds parts of a text, each between two places, as long as they [fit](Self::fits): how many.
    ///
    /// They are gathered in `room` and then added together. Into it they are copied in pieces of a fixed length, with what follows
    /// them: the next part comes over that.
    pub(super) fn push_parts(
        &mut self,
        whole: &str,
        parts: impl Iterator<Item = (usize, usize)>,
        room: &mut Room,
    ) -> usize {
        if self.offsets.is_empty() {
            self.offsets.push(0);
        }
        let before = self.offsets.len();
        self.offsets.reserve(parts.size_hint().0);
        // How many texts are there, and not in the room.
        let mut added = before;
        let (mut start_of_room, mut gathered) = (self.text.len(), 0);
        for (start, end) in parts {
            let length = end.saturating_sub(start);
            if room.put(gathered, whole.as_bytes(), start, length).is_some() {
                gathered += length;
            } else {
                if !self.add_gathered(room, gathered) {
                    break;
                }
                added = self.offsets.len();
                let Some(part) = whole.get(start..end).filter(|part| self.fits(part.len())) else {
                    return added - before;
                };
                self.text.push_str(part);
                (start_of_room, gathered) = (self.text.len(), 0);
                added += 1;
            }
            // Never more than `MOST`, or taken away again.
            self.offsets.push(i32::try_from(start_of_room + gathered).unwrap_or(i32::MAX));
        }
        if self.add_gathered(room, gathered) {
            added = self.offsets.len();
        }
        self.offsets.truncate(added);
        added - before
    }

    /// Adds what was gathered, if it is text and fits.
    fn add_gathered(&mut self, room: &Room, length: usize) -> bool {
        let gathered = room.0.get(..length).and_then(|gathered| simdutf8::basic::from_utf8(gathered).ok());
        let Some(gathered) = gathered.filter(|gathered| self.fits(gathered.len())) else { return false };
        self.text.push_str(gathered);
        true
    }

    /// Adds the part of a text if it is at most `N` bytes long, by a copy of as many.
    #[inline]
    fn adds_within<const N: usize>(&mut self, whole: &str, start: usize, end: usize) -> bool {
        let length = end.saturating_sub(start);
        let more = whole.get(start..start + N).filter(|more| length <= N && more.is_char_boundary(length));
        let Some(more) = more else { return false };
        let behind = self.text.len() + length;
        self.text.push_str(more);
        self.text.truncate(behind);
        true
    }

    /// Adds a text that `append` appends and that [fits](Self::fits).
    #[inline]
    pub(super) fn push_with(&mut self, append: impl FnOnce(&mut String)) {
        append(&mut self.text);
        self.end();
    }

    /// Ends a text where all texts end now.
    #[inline]
    fn end(&mut self) {
        if self.offsets.is_empty() {
            self.offsets.push(0);
        }
        // Never more than `MOST`.
        self.offsets.push(i32::try_from(self.text.len()).unwrap_or(i32::MAX));
    }

    /// Adds empty texts.
    pub(super) fn push_empty(&mut self, count: usize) {
        if count > 0 {
            self.end();
            let end = self.offsets.last().copied().unwrap_or(0);
            self.offsets.resize(self.offsets.len() + count - 1, end);
        }
    }

    /// Leaves only the texts at these places, ascending. All others must be empty.
    pub(super) fn keep(&mut self, places: impl Iterator<Item = usize>) {
        let mut count = 1;
        for place in places {
            let end = self.offsets.get(place + 1).copied().unwrap_or(0);
            if let Some(offset) = self.offsets.get_mut(count) {
                *offset = end;
            }
            count += 1;
        }
        self.offsets.truncate(count);
    }

    pub(super) fn reserve(&mut self, growth: Growth) {
        growth.reserve(&mut self.offsets);
        growth.reserve_text(&mut self.text);
    }

    pub(super) fn clear(&mut self) {
        self.offsets.clear();
        self.text.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_stand_between_their_offsets() {
        let mut texts = Texts::default();
        assert_eq!((texts.offsets(), texts.len(), texts.get(0)), (&[0][..], 0, None));
        texts.push("ab");
        texts.push_empty(2);
        texts.push("ü");
        assert_eq!((texts.offsets(), texts.as_str()), (&[0, 2, 2, 2, 4][..], "abü"));
        assert_eq!([texts.get(0), texts.get(1), texts.get(3), texts.get(4)], [Some("ab"), Some(""), Some("ü"), None]);
        texts.keep([0, 3].into_iter());
        assert_eq!((texts.offsets(), texts.get(1)), (&[0, 2, 4][..], Some("ü")));
    }

    /// Adds parts of `whole` together, and compares with those added one by one.
    fn assert_added_as_one_by_one(whole: &str, parts: &[(usize, usize)]) {
        let (mut texts, mut expected) = (Texts::default(), Texts::default());
        texts.push("before");
        expected.push("before");
        let added = texts.push_parts(whole, parts.iter().copied(), &mut Room::default());
        assert_eq!(added, parts.len(), "{parts:?}");
        for (start, end) in parts {
            expected.push(whole.get(*start..*end).unwrap_or("no text"));
        }
        assert_eq!((texts.offsets(), texts.as_str()), (expected.offsets(), expected.as_str()), "{parts:?}");
    }

    #[test]
    fn parts_are_copied_exactly() {
        let whole = "a".repeat(20) + "\u{fc}\u{1F600}" + &"b".repeat(180);
        let places: Vec<usize> = (0..=whole.len()).filter(|at| whole.is_char_boundary(*at)).collect();
        for start in &places {
            let mut texts = Texts::default();
            let mut expected = Vec::new();
            for end in places.iter().filter(|end| *end >= start) {
                texts.push_part(&whole, *start, *end);
                expected.push(whole.get(*start..*end));
            }
            let read: Vec<Option<&str>> = (0..texts.len()).map(|index| texts.get(index)).collect();
            assert_eq!(read, expected);
            assert_eq!(texts.as_str().len(), expected.iter().flatten().map(|text| text.len()).sum::<usize>());
        }
    }

    #[test]
    fn parts_of_every_length_are_copied_exactly() {
        let whole = "a".repeat(20) + "\u{fc}\u{1F600}" + &"b".repeat(90);
        let places: Vec<usize> = (0..=whole.len()).filter(|at| whole.is_char_boundary(*at)).collect();
        for start in &places {
            let parts: Vec<_> = places.iter().filter(|end| *end >= start).map(|end| (*start, *end)).collect();
            assert_added_as_one_by_one(&whole, &parts);
            for part in parts {
                assert_added_as_one_by_one(&whole, &[part]);
            }
        }
    }

    #[test]
    fn parts_beyond_the_room_are_copied_exactly() {
        let whole: String = ('a'..='z').cycle().take(3 * Room::LENGTH).collect();
        for length in [1, 31, 32, 33, 100, Room::LENGTH - 33, Room::LENGTH - 1, Room::LENGTH, Room::LENGTH + 1] {
            let count = 2 * Room::LENGTH / length + 2;
            let parts: Vec<_> = (0..count).map(|number| (number, number + length)).collect();
            assert_added_as_one_by_one(&whole, &parts);
        }
    }

    #[test]
    fn parts_that_are_no_text_are_not_added() {
        let whole = "x".repeat(40) + "\u{fc}" + &"y".repeat(40);
        for parts in [[(0, 3), (4, 41)], [(0, 3), (41, 50)], [(0, 3), (80, 90)]] {
            let mut texts = Texts::default();
            let added = texts.push_parts(&whole, parts.into_iter(), &mut Room::default());
            // The one before may have been gathered with it.
            assert!(added <= 1 && texts.len() == added, "{parts:?}");
            assert_eq!(texts.as_str(), if added == 1 { "xxx" } else { "" });
        }
        let mut texts = Texts::default();
        assert_eq!(texts.push_parts(&whole, std::iter::empty(), &mut Room::default()), 0);
        assert!(texts.is_empty() && texts.as_str().is_empty());
    }

    #[test]
    fn two_gibibytes_are_too_much() {
        let mut texts = Texts::default();
        assert!(texts.fits(MOST) && !texts.fits(MOST + 1));
        texts.push("abc");
        assert!(texts.fits(MOST - 3) && !texts.fits(MOST - 2));
    }
}
