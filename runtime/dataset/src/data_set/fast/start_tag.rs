//! Start tags of rows. They differ only in the row's number, which goes up by one.

use std::ops::Range;

use super::bytes::starts_with;

/// The most white space before a row that is predicted.
const LONGEST_GAP: usize = 64;
/// The plain reader reads longer numbers.
const MOST_DIGITS: usize = 9;

/// The start tag of rows of one shape up to its last attribute, cut around the number in `diffgr:id` (order + 1) and
/// `msdata:rowOrder`, with a prediction of the next tag.
#[derive(Debug)]
pub(super) struct StartTag {
    before_id: Box<[u8]>,
    between: Box<[u8]>,
    after_order: Box<[u8]>,
    expected: Vec<u8>,
    /// The places of the two numbers in `expected`.
    id: Range<usize>,
    number: Range<usize>,
    order: u32,
    gap: usize,
}

impl StartTag {
    pub(super) fn new(tag: &str, id: Range<usize>, order: Range<usize>) -> Option<Self> {
        let tag = tag.as_bytes();
        let tail = tag.get(order.end..)?;
        // The end of the tag is not part of it.
        let tail = tail.strip_suffix(b"/>").or_else(|| tail.strip_suffix(b">"))?.trim_ascii_end();
        Some(Self {
            before_id: tag.get(..id.start)?.into(),
            between: tag.get(id.end..order.start)?.into(),
            after_order: tail.into(),
            expected: Vec::new(),
            id: 0..0,
            number: 0..0,
            order: 0,
            gap: 0,
        })
    }

    pub(super) fn is_same_tag(&self, other: &Self) -> bool {
        self.before_id == other.before_id && self.between == other.between && self.after_order == other.after_order
    }

    /// The order and length of the predicted white space and tag, if `rest` starts with them.
    #[inline]
    pub(super) fn follows(&mut self, rest: &[u8]) -> Option<(u32, usize)> {
        if self.expected.is_empty() || !starts_with(rest, &self.expected) {
            return None;
        }
        let found = (self.order, self.expected.len());
        self.step();
        Some(found)
    }

    /// Reads the tag at `gap` in `rest`, after white space: the order and the whole length.
    pub(super) fn read(&mut self, rest: &[u8], gap: usize) -> Option<(u32, usize)> {
        let tag = rest.get(gap..)?;
        let (id, tail) = number(tag.strip_prefix(&*self.before_id)?)?;
        let (order, tail) = number(tail.strip_prefix(&*self.between)?)?;
        let tail = tail.strip_prefix(&*self.after_order)?;
        if id != order.checked_add(1)? {
            return None;
        }
        let length = rest.len() - tail.len();
        let white = rest.get(..gap).filter(|white| white.len() <= LONGEST_GAP).unwrap_or_default();
        self.expect(white.to_vec(), id);
        Some((order, length))
    }

    pub(super) fn longest(&self) -> usize {
        self.before_id.len() + self.between.len() + self.after_order.len() + 2 * MOST_DIGITS + 2
    }

    fn expect(&mut self, white: Vec<u8>, order: u32) {
        self.gap = white.len();
        self.expected = white;
        self.expected.extend_from_slice(&self.before_id);
        let id_start = self.expected.len();
        self.expected.extend_from_slice((u64::from(order) + 1).to_string().as_bytes());
        self.id = id_start..self.expected.len();
        self.expected.extend_from_slice(&self.between);
        let start = self.expected.len();
        self.expected.extend_from_slice(order.to_string().as_bytes());
        self.number = start..self.expected.len();
        self.expected.extend_from_slice(&self.after_order);
        self.order = order;
    }

    #[inline]
    fn step(&mut self) {
        let id = self.expected.get_mut(self.id.clone()).is_some_and(increment);
        let number = self.expected.get_mut(self.number.clone()).is_some_and(increment);
        self.order = self.order.saturating_add(1);
        if !(id && number) {
            self.expected.truncate(self.gap);
            if self.id.len() < MOST_DIGITS {
                let white = std::mem::take(&mut self.expected);
                self.expect(white, self.order);
            } else {
                self.expected.clear();
            }
        }
    }
}

/// Counts up decimal digits in place; `false` if another digit is needed.
fn increment(digits: &mut [u8]) -> bool {
    for digit in digits.iter_mut().rev() {
        if *digit < b'9' {
            *digit += 1;
            return true;
        }
        *digit = b'0';
    }
    false
}

fn number(text: &[u8]) -> Option<(u32, &[u8])> {
    let length = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, tail) = text.split_at_checked(length)?;
    let is_usual = match digits {
        [] => false,
        [b'0', rest @ ..] => rest.is_empty(),
        _ => length <= MOST_DIGITS,
    };
    let value = digits.iter().fold(0_u32, |value, digit| value.wrapping_mul(10).wrapping_add(u32::from(digit - b'0')));
    is_usual.then_some((value, tail))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tag() -> StartTag {
        StartTag::new("<T d:id=\"T41\" m:rowOrder='40'  >", 10..12, 26..28).unwrap()
    }

    #[test]
    fn numbers_go_up() {
        let mut tag = tag();
        assert_eq!(tag.follows(b"<T"), None);
        let first = "\n <T d:id=\"T8\" m:rowOrder='7'>";
        assert_eq!(tag.read(first.as_bytes(), 2), Some((7, first.len() - 1)));
        for order in 8..1200 {
            let text = format!("\n <T d:id=\"T{}\" m:rowOrder='{order}'/>", order + 1);
            assert_eq!(tag.follows(format!("x{text}").as_bytes()), None);
            assert_eq!(tag.follows(text.as_bytes()), Some((order, text.len() - 2)), "{order}");
        }
    }

    #[test]
    fn other_numbers_are_refused() {
        let texts = [
            "<T d:id=\"T8\" m:rowOrder='8'>",
            "<T d:id=\"T08\" m:rowOrder='7'>",
            "<T d:id=\"T8\" m:rowOrder='07'>",
            "<T d:id=\"T\" m:rowOrder='0'>",
            "<T d:id=\"T8\" m:rowOrder=''>",
            "<T d:id=\"T1000000001\" m:rowOrder='1000000000'>",
            "<T d:id=\"T8\" m:rowOrder=\"7\">",
        ];
        for text in texts {
            assert_eq!(tag().read(text.as_bytes(), 0), None, "{text}");
        }
        let mut tag = tag();
        let greatest = "<T d:id=\"T999999999\" m:rowOrder='999999998'>";
        assert_eq!(tag.read(greatest.as_bytes(), 0).map(|(order, _)| order), Some(999_999_998));
        assert_eq!(
            tag.follows(b"<T d:id=\"T1000000000\" m:rowOrder='999999999'>").map(|(order, _)| order),
            Some(999_999_999)
        );
        assert_eq!(tag.follows(b"<T d:id=\"T1000000001\" m:rowOrder='1000000000'>"), None);
    }
}
