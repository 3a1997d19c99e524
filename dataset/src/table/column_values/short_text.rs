//! Texts of values that are made of digits, without an allocation.

/// The most bytes of such a text: 39 digits, a sign and a point are fewer.
const ROOM: usize = 48;

/// A short text of ASCII characters in a buffer of its own.
#[derive(Clone, Copy, Debug)]
#[repr(align(16))]
pub(crate) struct ShortText {
    /// All of them ASCII, so that the text is checked without a loop over its length.
    bytes: [u8; ROOM],
    start: usize,
    end: usize,
}

impl ShortText {
    const EMPTY: Self = Self { bytes: [b'0'; ROOM], start: 0, end: 0 };

    /// Starts with these bytes, which are ASCII; more can be added behind.
    #[inline]
    pub(super) fn starting<const N: usize>(with: [u8; N]) -> Self {
        let mut text = Self::EMPTY;
        if let Some(first) = text.bytes.first_chunk_mut::<N>() {
            *first = with;
            text.end = N;
        }
        text
    }

    /// Adds a byte, which is ASCII.
    #[inline]
    pub(super) fn push(&mut self, byte: u8) {
        if let Some(place) = self.bytes.get_mut(self.end) {
            *place = byte;
            self.end += 1;
        }
    }

    /// Adds bytes, which are ASCII.
    #[inline]
    pub(super) fn push_all<const N: usize>(&mut self, bytes: [u8; N]) {
        if let Some(place) = self.bytes.get_mut(self.end..).and_then(<[u8]>::first_chunk_mut::<N>) {
            *place = bytes;
            self.end += N;
        }
    }

    /// Takes so many bytes off the end.
    #[inline]
    pub(super) fn drop_last(&mut self, count: u8) {
        self.end = self.end.saturating_sub(usize::from(count)).max(self.start);
    }

    /// Takes zeros off the end.
    pub(super) fn trim_zeros(&mut self) {
        while self.end > self.start && self.bytes.get(self.end - 1) == Some(&b'0') {
            self.end -= 1;
        }
    }

    /// A whole number.
    #[inline]
    pub(super) fn whole(number: impl itoa::Integer) -> Self {
        let mut text = Self::EMPTY;
        itoa::Buffer::new().format(number).bytes().for_each(|byte| text.push(byte));
        text
    }

    /// A decimal by its digits without the point, of which `scale` stand behind it, and at least one before it.
    pub(super) fn decimal(unscaled: i128, scale: u8) -> Self {
        let mut text = Self { start: ROOM, end: ROOM, ..Self::EMPTY };
        let scale = usize::from(scale);
        let magnitude = unscaled.unsigned_abs();
        match u64::try_from(magnitude) {
            Ok(mut rest) => {
                for _ in 0..scale {
                    text.put_before(digit(rest % 10));
                    rest /= 10;
                }
                text.put_point(scale);
                loop {
                    text.put_before(digit(rest % 10));
                    rest /= 10;
                    if rest == 0 {
                        break;
                    }
                }
            }
            Err(_) => text.put_long(magnitude, scale),
        }
        if unscaled < 0 {
            text.put_before(b'-');
        }
        text
    }

    fn put_long(&mut self, magnitude: u128, scale: usize) {
        let mut rest = magnitude;
        let mut count = 0;
        while rest > 0 || count <= scale {
            if count == scale {
                self.put_point(scale);
            }
            self.put_before(digit(rest % 10));
            rest /= 10;
            count += 1;
        }
    }

    #[inline]
    fn put_point(&mut self, scale: usize) {
        if scale > 0 {
            self.put_before(b'.');
        }
    }

    #[inline]
    fn put_before(&mut self, byte: u8) {
        if let Some(before) = self.start.checked_sub(1)
            && let Some(place) = self.bytes.get_mut(before)
        {
            *place = byte;
            self.start = before;
        }
    }

    /// The text.
    #[inline]
    pub(crate) fn as_str(&self) -> &str {
        str::from_utf8(&self.bytes).ok().and_then(|text| text.get(self.start..self.end)).unwrap_or_default()
    }
}

/// The character of a number below 10.
#[inline]
pub(super) fn digit(number: impl TryInto<u8>) -> u8 {
    b'0' | number.try_into().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_have_their_point() {
        let cases = [
            (0, 0, "0"),
            (0, 2, "0.00"),
            (7, 2, "0.07"),
            (-7, 1, "-0.7"),
            (-70, 0, "-70"),
            (123_456, 3, "123.456"),
            (i128::from(u64::MAX), 2, "184467440737095516.15"),
            (i128::from(u64::MAX) + 1, 2, "184467440737095516.16"),
            (-i128::from(u64::MAX) - 1, 38, "-0.00000000000000000018446744073709551616"),
            (i128::MIN, 0, "-170141183460469231731687303715884105728"),
            (i128::MIN, 38, "-1.70141183460469231731687303715884105728"),
        ];
        for (unscaled, scale, expected) in cases {
            assert_eq!(ShortText::decimal(unscaled, scale).as_str(), expected);
        }
    }

    #[test]
    fn numbers_are_added_behind() {
        let mut text = ShortText::starting(*b"2024");
        text.push(b'-');
        text.push_all(*b"07");
        assert_eq!(text.as_str(), "2024-07");
        text.push_all(*b"001200");
        text.drop_last(1);
        assert_eq!(text.as_str(), "2024-0700120");
        text.trim_zeros();
        assert_eq!(text.as_str(), "2024-070012");
        text.push_all([b'1'; ROOM]);
        assert_eq!(text.as_str(), "2024-070012", "there is no room");
        assert_eq!(
            [i64::MIN, 0].map(|number| ShortText::whole(number).as_str().to_owned()),
            ["-9223372036854775808", "0"]
        );
        assert_eq!(ShortText::whole(u64::MAX).as_str(), "18446744073709551615");
    }
}
