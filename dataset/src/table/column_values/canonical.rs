//! Texts in the one form that is given back from the value: everything else is `None` here and kept as it was sent.

/// `0`, or digits that do not start with 0.
#[inline]
pub(super) fn parse_unsigned(bytes: &[u8]) -> Option<u64> {
    match bytes {
        [] | [b'0', _, ..] => None,
        _ => parse_digits(bytes),
    }
}

/// Digits, at least one, with leading zeros or without.
#[allow(clippy::inline_always, reason = "measured: it stands in the innermost loop of a column")]
#[inline(always)]
pub(super) fn parse_digits(bytes: &[u8]) -> Option<u64> {
    match bytes.len() {
        0..=8 => eight_digits(up_to_eight(bytes)?),
        9..=16 => {
            let (high, low) = bytes.split_last_chunk::<8>()?;
            let high = eight_digits(up_to_eight(high)?)?;
            Some(high * 100_000_000 + eight_digits(u64::from_le_bytes(*low))?)
        }
        // Nineteen digits cannot overflow, the twentieth is checked.
        17..=20 => bytes.iter().try_fold(0_u64, |sum, byte| {
            let digit = byte.wrapping_sub(b'0');
            if digit > 9 {
                return None;
            }
            sum.checked_mul(10)?.checked_add(u64::from(digit))
        }),
        _ => None,
    }
}

const ZEROS: u64 = 0x3030_3030_3030_3030;

/// One to eight bytes at the end of a word, the first byte lowest, with `0`s before them.
#[inline]
fn up_to_eight(bytes: &[u8]) -> Option<u64> {
    let padding = |length: usize| ZEROS >> (8 * length);
    Some(match *bytes {
        [one] => u64::from(one) << 56 | padding(1),
        [one, two] => u64::from(one) << 48 | u64::from(two) << 56 | padding(2),
        [one, two, three] => u64::from(one) << 40 | u64::from(two) << 48 | u64::from(three) << 56 | padding(3),
        _ => {
            let length = bytes.len().min(8);
            // Two halves, which overlap where there are less than eight.
            let first = u64::from(u32::from_le_bytes(*bytes.first_chunk::<4>()?));
            let last = u64::from(u32::from_le_bytes(*bytes.last_chunk::<4>()?));
            let padding = if length == 8 { 0 } else { padding(length) };
            last << 32 | first << (8 * (8 - length)) | padding
        }
    })
}

/// The number that eight digits make, the first in the lowest byte.
#[inline]
pub(super) fn eight_digits(word: u64) -> Option<u64> {
    let digits = word ^ ZEROS;
    // A byte above 9 reaches its highest bit here.
    if (digits.wrapping_add(0x7676_7676_7676_7676) | digits) & 0x8080_8080_8080_8080 != 0 {
        return None;
    }
    // Neighbours are put together: 8 digits, 4 pairs, 2 fours.
    let pairs = digits.wrapping_mul(10).wrapping_add(digits >> 8) & 0x00FF_00FF_00FF_00FF;
    let fours = pairs.wrapping_mul(100).wrapping_add(pairs >> 16) & 0x0000_FFFF_0000_FFFF;
    Some(fours.wrapping_mul(10_000).wrapping_add(fours >> 32) & 0xFFFF_FFFF)
}

/// The same, with a minus sign before it unless it is 0.
#[inline]
pub(super) fn parse_signed(bytes: &[u8]) -> Option<i64> {
    match bytes {
        [b'-', digits @ ..] => match parse_unsigned(digits)? {
            0 => None,
            magnitude => 0_i64.checked_sub_unsigned(magnitude),
        },
        _ => i64::try_from(parse_unsigned(bytes)?).ok(),
    }
}

/// `true` or `false`. Either is as likely as the other, so nothing here depends on which.
#[allow(clippy::needless_bitwise_bool, reason = "a jump would be foreseen wrongly every other time")]
#[inline]
pub(super) fn parse_boolean(bytes: &[u8]) -> Option<bool> {
    let start = bytes.first_chunk::<4>()?;
    let is_true = (bytes.len() == 4) & (start == b"true");
    let is_false = (bytes.len() == 5) & (start == b"fals") & (bytes.last() == Some(&b'e'));
    (is_true | is_false).then_some(is_true)
}

/// The number that a part of a text is in digits, one to eight of them: `None` for anything else, and where there are not eight bytes
/// up to its end. Nothing depends on how many digits there are, which differs from value to value.
#[allow(clippy::inline_always, reason = "measured: it stands in the innermost loop of a column")]
#[inline(always)]
fn few_digits(whole: &[u8], end: usize, length: usize) -> Option<u64> {
    let word = u64::from_le_bytes(*whole.get(..end)?.last_chunk::<8>()?);
    if !(1..=8).contains(&length) {
        return None;
    }
    // What is before the number is lowest in the word.
    let number = u64::MAX << (64 - 8 * length);
    eight_digits((word & number) | (ZEROS & !number))
}

/// As [`parse_signed`], of the part of a text between `start` and `end`.
#[allow(clippy::inline_always, reason = "as above")]
#[inline(always)]
pub(super) fn parse_signed_part(whole: &[u8], start: usize, end: usize) -> Option<i64> {
    let text = whole.get(start..end)?;
    match few_digits(whole, end, text.len()) {
        Some(number) if text.first() != Some(&b'0') || text.len() == 1 => Some(number.cast_signed()),
        _ => parse_signed(text),
    }
}

/// As [`parse_unsigned`], of the part of a text between `start` and `end`.
#[allow(clippy::inline_always, reason = "as above")]
#[inline(always)]
pub(super) fn parse_unsigned_part(whole: &[u8], start: usize, end: usize) -> Option<u64> {
    let text = whole.get(start..end)?;
    match few_digits(whole, end, text.len()) {
        Some(number) if text.first() != Some(&b'0') || text.len() == 1 => Some(number),
        _ => parse_unsigned(text),
    }
}

/// As [`parse_short_decimal`], of the part of a text between `start` and `end`.
#[allow(clippy::inline_always, reason = "as above")]
#[inline(always)]
pub(super) fn parse_short_decimal_part(whole: &[u8], start: usize, end: usize, scale: u8) -> Option<i64> {
    let text = whole.get(start..end)?;
    let digits = usize::from(scale);
    if let Some(length) = text.len().checked_sub(digits + 1)
        && let Some(integer) = few_digits(whole, start + length, length)
        && let Some(fraction) = few_digits(whole, end, digits)
        && text.get(length) == Some(&b'.')
        && (length == 1 || text.first() != Some(&b'0'))
        && let Some(factor) = POWERS.get(digits)
    {
        return Some((integer * factor + fraction).cast_signed());
    }
    parse_short_decimal(text, scale)
}

/// As [`parse_decimal`], for decimals of this scale with few digits; `None` for all others.
pub(super) fn parse_short_decimal(bytes: &[u8], scale: u8) -> Option<i64> {
    let (is_negative, number) = match bytes {
        [b'-', number @ ..] => (true, number),
        number => (false, number),
    };
    if number.len() > 17 {
        return None;
    }
    let magnitude = if scale == 0 {
        parse_unsigned(number)?
    } else {
        let point = number.len().checked_sub(usize::from(scale) + 1)?;
        let (whole, behind) = number.split_at_checked(point)?;
        let (point, fraction) = behind.split_first()?;
        let factor = POWERS.get(usize::from(scale)).filter(|_| *point == b'.')?;
        parse_unsigned(whole)? * factor + parse_digits(fraction)?
    };
    let magnitude = magnitude.cast_signed();
    if is_negative {
        return (magnitude != 0).then_some(-magnitude);
    }
    Some(magnitude)
}

/// Powers of ten.
const POWERS: [u64; 17] = [
    1,
    10,
    100,
    1_000,
    10_000,
    100_000,
    1_000_000,
    10_000_000,
    100_000_000,
    1_000_000_000,
    10_000_000_000,
    100_000_000_000,
    1_000_000_000_000,
    10_000_000_000_000,
    100_000_000_000_000,
    1_000_000_000_000_000,
    10_000_000_000_000_000,
];

/// How many digits an `i128` always holds.
pub(super) const MOST_DIGITS: usize = 38;

/// A decimal as its digits without the point, and how many stand behind it: no plus, no leading zeros, no `-0`, at most 38
/// digits.
pub(super) fn parse_decimal(bytes: &[u8]) -> Option<(i128, u8)> {
    let (is_negative, number) = match bytes {
        [b'-', number @ ..] => (true, number),
        number => (false, number),
    };
    let point = number.iter().position(|byte| *byte == b'.').unwrap_or(number.len());
    let (whole, behind) = number.split_at_checked(point)?;
    let fraction = match behind {
        [] => behind,
        [_, fraction @ ..] if !fraction.is_empty() => fraction,
        _ => return None,
    };
    if matches!(whole, [] | [b'0', _, ..]) || whole.len() + fraction.len() > MOST_DIGITS {
        return None;
    }
    let magnitude = whole.iter().chain(fraction).try_fold(0_i128, |sum, byte| {
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
    #![allow(clippy::indexing_slicing)]

    use super::*;

    #[test]
    fn whole_numbers_have_one_form() {
        let signed = ["0", "7", "-7", "9223372036854775807", "-9223372036854775808"];
        assert_eq!(signed.map(|text| parse_signed(text.as_bytes())), [0, 7, -7, i64::MAX, i64::MIN].map(Some));
        let refused = ["", "-", "-0", "00", "007", "+1", " 1", "1 ", "1.0", "9223372036854775808", "1a", "٣"];
        assert_eq!(refused.map(|text| parse_signed(text.as_bytes())), refused.map(|_| None));
        let unsigned = ["0", "18446744073709551615", "18446744073709551616", "100000000000000000000", "-1"];
        let expected = [Some(0), Some(u64::MAX), None, None, None];
        assert_eq!(unsigned.map(|text| parse_unsigned(text.as_bytes())), expected);
    }

    /// Beside the standard library's parser: every length, each byte wrong.
    #[test]
    fn digits_of_every_length() {
        let digits = "9182736450918273645091";
        for length in 1..=digits.len() {
            for start in 0..=digits.len() - length {
                let text = &digits[start..start + length];
                let expected = text.parse::<u64>().ok().filter(|_| length <= 20);
                assert_eq!(parse_digits(text.as_bytes()), expected, "{text}");
                for at in 0..length {
                    for wrong in [b'/', b':', b'a', b' ', 0, b'0' + 0x80, 0xFF] {
                        let mut bytes = text.as_bytes().to_vec();
                        bytes[at] = wrong;
                        assert_eq!(parse_digits(&bytes), None, "{bytes:?}");
                    }
                }
            }
        }
        assert_eq!(parse_digits(b""), None);
    }

    /// Every length, each byte wrong, with and without room before it.
    #[test]
    fn parts_are_read_as_texts() {
        let texts = [
            "0",
            "7",
            "42",
            "007",
            "12345678",
            "-12345678",
            "123456789",
            "90817263544536271809",
            "1.5",
            "0.05",
            "00.5",
        ];
        let texts =
            texts.iter().chain(&["-0.50", "12345678.12345678", "123456789.5", "1.123456789", ".5", "5.", "-", ""]);
        for (text, before) in
            texts.flat_map(|text| ["", "<", "<A>", "1234567", "-12.4567>", "000000000"].map(|before| (text, before)))
        {
            let (start, end) = (before.len(), before.len() + text.len());
            for at in 0..=text.len() {
                for wrong in [None, Some(b'/'), Some(b':'), Some(b'.'), Some(b'-'), Some(b'0'), Some(0xB5)] {
                    let mut whole = format!("{before}{text}</A>").into_bytes();
                    if let Some(wrong) = wrong.filter(|_| at < text.len()) {
                        whole[start + at] = wrong;
                    }
                    let text = &whole[start..end];
                    assert_eq!(parse_signed_part(&whole, start, end), parse_signed(text), "{text:?}");
                    assert_eq!(parse_unsigned_part(&whole, start, end), parse_unsigned(text), "{text:?}");
                    for scale in 0..12 {
                        let expected = parse_short_decimal(text, scale);
                        assert_eq!(parse_short_decimal_part(&whole, start, end, scale), expected, "{text:?} {scale}");
                    }
                }
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
    fn short_decimals_are_read_as_others() {
        let wholes = ["", "0", "7", "00", "12", "-0", "-1", "123456789012", "12345678901234567", "+1", "a"];
        let fractions = ["", ".", ".0", ".5", ".05", ".50", ".123", ".1234567890123456", ".-1", ".1.2", ".x"];
        for (whole, fraction) in wholes.into_iter().flat_map(|whole| fractions.map(|fraction| (whole, fraction))) {
            let text = format!("{whole}{fraction}");
            for scale in 0..20 {
                if let Some(short) = parse_short_decimal(text.as_bytes(), scale) {
                    assert_eq!(parse_decimal(text.as_bytes()), Some((short.into(), scale)), "{text}");
                } else if let Some((_, found)) = parse_decimal(text.as_bytes()) {
                    assert!(found != scale || text.trim_start_matches('-').len() > 17, "{text}");
                }
            }
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
