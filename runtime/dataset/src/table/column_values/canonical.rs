//! Texts in canonical form, which the value gives back. All other texts are `None` here, and kept as they were sent.

const ZEROS: u64 = 0x3030_3030_3030_3030;

/// The number made of eight digits, the first in the lowest byte.
#[inline]
fn eight_digits(word: u64) -> Option<u64> {
    let digits = word ^ ZEROS;
    // A byte above 9 sets its highest bit here.
    if (digits.wrapping_add(0x7676_7676_7676_7676) | digits) & 0x8080_8080_8080_8080 != 0 {
        return None;
    }
    // Neighbours are combined: 8 digits, 4 pairs, 2 fours.
    let pairs = digits.wrapping_mul(10).wrapping_add(digits >> 8) & 0x00FF_00FF_00FF_00FF;
    let fours = pairs.wrapping_mul(100).wrapping_add(pairs >> 16) & 0x0000_FFFF_0000_FFFF;
    Some(fours.wrapping_mul(10_000).wrapping_add(fours >> 32) & 0xFFFF_FFFF)
}

/// `true` or `false`. Both are equally likely, so there is no branch on them.
#[allow(clippy::needless_bitwise_bool, reason = "a jump would be foreseen wrongly every other time")]
#[inline]
pub(super) fn parse_boolean(bytes: &[u8]) -> Option<bool> {
    let start = bytes.first_chunk::<4>()?;
    let is_true = (bytes.len() == 4) & (start == b"true");
    let is_false = (bytes.len() == 5) & (start == b"fals") & (bytes.last() == Some(&b'e'));
    (is_true | is_false).then_some(is_true)
}

/// The number made of one to eight digits before `end`; `None` for anything else, and without eight bytes before `end`. There is no
/// branch on the number of digits, which differs from value to value.
#[allow(clippy::inline_always, reason = "measured: it is in the innermost loop of a column")]
#[inline(always)]
fn few_digits(text: &[u8], end: usize, length: usize) -> Option<u64> {
    let word = u64::from_le_bytes(*text.get(..end)?.last_chunk::<8>()?);
    if !(1..=8).contains(&length) {
        return None;
    }
    // The bytes before the number are the lowest of the word.
    let number = u64::MAX << (64 - 8 * length);
    eight_digits((word & number) | (ZEROS & !number))
}

/// `0`, or digits that do not start with 0, between `start` and `end` of a text.
#[allow(clippy::inline_always, reason = "as above")]
#[inline(always)]
pub(super) fn parse_unsigned(text: &[u8], start: usize, end: usize) -> Option<u64> {
    let digits = text.get(start..end)?;
    if matches!(digits, [] | [b'0', _, ..]) {
        return None;
    }
    few_digits(text, end, digits.len()).or_else(|| many_digits(digits))
}

fn many_digits(digits: &[u8]) -> Option<u64> {
    digits.iter().try_fold(0_u64, |sum, byte| {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 { None } else { sum.checked_mul(10)?.checked_add(u64::from(digit)) }
    })
}

/// [`parse_unsigned`] with a minus sign before it unless it is 0.
#[allow(clippy::inline_always, reason = "as above")]
#[inline(always)]
pub(super) fn parse_signed(text: &[u8], start: usize, end: usize) -> Option<i64> {
    if text.get(start) != Some(&b'-') {
        return i64::try_from(parse_unsigned(text, start, end)?).ok();
    }
    match parse_unsigned(text, start + 1, end)? {
        0 => None,
        magnitude => 0_i64.checked_sub_unsigned(magnitude),
    }
}

/// [`parse_decimal`] between `start` and `end` of a text, for decimals of this scale with few digits; `None` for all others.
#[allow(clippy::inline_always, reason = "as above")]
#[inline(always)]
pub(super) fn parse_short_decimal(text: &[u8], start: usize, end: usize, scale: u8) -> Option<i64> {
    let is_negative = text.get(start) == Some(&b'-');
    let start = start + usize::from(is_negative);
    let scale = usize::from(scale);
    let magnitude = if scale == 0 {
        i64::try_from(parse_unsigned(text, start, end)?).ok()?
    } else {
        let point = end.checked_sub(scale + 1).filter(|point| *point > start && text.get(*point) == Some(&b'.'))?;
        let digits = text.get(start..point)?;
        if matches!(digits, [b'0', _, ..]) {
            return None;
        }
        let (integer, fraction) = (few_digits(text, point, digits.len())?, few_digits(text, end, scale)?);
        (integer * POWERS.get(scale)? + fraction).cast_signed()
    };
    if is_negative { (magnitude != 0).then_some(-magnitude) } else { Some(magnitude) }
}

const POWERS: [u64; 9] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000];

/// The number of digits that an `i128` always holds.
pub(super) const MOST_DIGITS: usize = 38;

/// A decimal as its digits without the point, and its scale. It has no plus, no leading zeros, no `-0` and at most 38 digits.
pub(super) fn parse_decimal(bytes: &[u8]) -> Option<(i128, u8)> {
    let (is_negative, number) = match bytes {
        [b'-', number @ ..] => (true, number),
        number => (false, number),
    };
    let point = number.iter().position(|byte| *byte == b'.').unwrap_or(number.len());
    let (integer, tail) = number.split_at_checked(point)?;
    let fraction = match tail {
        [] => tail,
        [_, fraction @ ..] if !fraction.is_empty() => fraction,
        _ => return None,
    };
    if matches!(integer, [] | [b'0', _, ..]) || integer.len() + fraction.len() > MOST_DIGITS {
        return None;
    }
    let magnitude = integer.iter().chain(fraction).try_fold(0_i128, |sum, byte| {
        let digit = byte.wrapping_sub(b'0');
        (digit <= 9).then(|| sum * 10 + i128::from(digit))
    })?;
    if is_negative && magnitude == 0 {
        return None;
    }
    Some((if is_negative { -magnitude } else { magnitude }, u8::try_from(fraction.len()).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signed(text: &str) -> Option<i64> {
        parse_signed(text.as_bytes(), 0, text.len())
    }

    fn unsigned(text: &str) -> Option<u64> {
        parse_unsigned(text.as_bytes(), 0, text.len())
    }

    #[test]
    fn whole_numbers_have_one_form() {
        let texts = ["0", "7", "-7", "9223372036854775807", "-9223372036854775808"];
        assert_eq!(texts.map(signed), [0, 7, -7, i64::MAX, i64::MIN].map(Some));
        let refused = ["", "-", "-0", "00", "007", "+1", " 1", "1 ", "1.0", "9223372036854775808", "1a", "٣"];
        assert_eq!(refused.map(signed), refused.map(|_| None));
        let texts = ["0", "18446744073709551615", "18446744073709551616", "100000000000000000000", "-1"];
        assert_eq!(texts.map(unsigned), [Some(0), Some(u64::MAX), None, None, None]);
    }

    /// Compares with the standard library's parser: every length, each byte wrong, with and without room before it.
    #[test]
    fn digits_of_every_length() {
        let digits = "9182736450918273645091";
        for (length, before) in
            (1..=digits.len()).flat_map(|length| ["", "<", "12345678"].map(|before| (length, before)))
        {
            for start in 0..=digits.len() - length {
                let text = &digits[start..start + length];
                let expected = text.parse::<u64>().ok().filter(|_| length == 1 || !text.starts_with('0'));
                let bytes = format!("{before}{text}</A>").into_bytes();
                let (start, end) = (before.len(), before.len() + length);
                assert_eq!(parse_unsigned(&bytes, start, end), expected, "{before} {text}");
                for at in start..end {
                    for wrong in [b'/', b':', b'a', b' ', 0, b'0' + 0x80, 0xFF] {
                        let mut bytes = bytes.clone();
                        bytes[at] = wrong;
                        assert_eq!(parse_unsigned(&bytes, start, end), None, "{bytes:?}");
                    }
                }
            }
        }
    }

    /// Compares with the parser of all decimals: each byte wrong, with and without room before it.
    #[test]
    fn short_decimals_are_read_like_all_decimals() {
        let texts = ["0", "7", "42", "007", "12345678", "-12345678", "123456789", "1.5", "0.05", "00.5", "-0.50"];
        let texts =
            texts.iter().chain(&["12345678.12345678", "123456789.5", "1.123456789", ".5", "5.", "-", "", "-0.0"]);
        for (text, before) in texts.flat_map(|text| ["", "<A>", "-12.4567>", "000000000"].map(|before| (text, before)))
        {
            let (start, end) = (before.len(), before.len() + text.len());
            for (at, wrong) in (0..=text.len()).flat_map(|at| b"/:.-0x".map(|wrong| (at, wrong))) {
                let mut bytes = format!("{before}{text}</A>").into_bytes();
                if at < text.len() {
                    bytes[start + at] = wrong;
                }
                let expected = parse_decimal(&bytes[start..end]);
                for scale in 0..12 {
                    if let Some(found) = parse_short_decimal(&bytes, start, end, scale) {
                        assert_eq!(expected, Some((i128::from(found), scale)), "{bytes:?}");
                    }
                }
                let is_short = text.len() <= 8 && before.len() > 8 && expected.is_some();
                let scale = expected.map_or(0, |(_, scale)| scale);
                assert!(!is_short || parse_short_decimal(&bytes, start, end, scale).is_some(), "{bytes:?}");
            }
        }
    }

    #[test]
    fn booleans_have_one_form() {
        let texts = ["true", "false", "", "tru", "True", "truee", "fals", "falsE", "false ", "1", "trus", "eslaf"];
        let expected = [Some(true), Some(false)].into_iter().chain(std::iter::repeat(None));
        for (text, expected) in texts.into_iter().zip(expected) {
            assert_eq!(parse_boolean(text.as_bytes()), expected, "{text}");
        }
    }

    #[test]
    fn decimals_have_one_form_for_each_scale() {
        let texts = ["0", "12.50", "-12.5", "0.00", "-0.01"];
        let expected = [(0, 0), (1250, 2), (-125, 1), (0, 2), (-1, 2)];
        assert_eq!(texts.map(|text| parse_decimal(text.as_bytes())), expected.map(Some));
        let longest = "9".repeat(38);
        assert_eq!(parse_decimal(longest.as_bytes()), longest.parse().ok().map(|digits| (digits, 0)));
        let refused = ["", ".", "1.", ".5", "-0", "-0.00", "00.5", "+1", "1.2.3", "1e5", "--1", &"1".repeat(39)];
        assert_eq!(refused.map(|text| parse_decimal(text.as_bytes())), refused.map(|_| None));
    }
}
