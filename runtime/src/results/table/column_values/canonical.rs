//! Texts in the one form that is given back from the value: everything else is `None` here and kept as it was sent.

/// `0`, or digits that do not start with 0.
pub(super) fn parse_unsigned(bytes: &[u8]) -> Option<u64> {
    match bytes {
        [] | [b'0', _, ..] => None,
        // Nineteen digits cannot overflow, the twentieth is checked.
        _ if bytes.len() <= 20 => bytes.iter().try_fold(0_u64, |sum, byte| {
            let digit = byte.wrapping_sub(b'0');
            if digit > 9 {
                return None;
            }
            sum.checked_mul(10)?.checked_add(u64::from(digit))
        }),
        _ => None,
    }
}

/// The same, with a minus sign before it unless it is 0.
pub(super) fn parse_signed(bytes: &[u8]) -> Option<i64> {
    match bytes {
        [b'-', digits @ ..] => match parse_unsigned(digits)? {
            0 => None,
            magnitude => 0_i64.checked_sub_unsigned(magnitude),
        },
        _ => i64::try_from(parse_unsigned(bytes)?).ok(),
    }
}

/// `true` or `false`.
pub(super) fn parse_boolean(bytes: &[u8]) -> Option<bool> {
    match bytes {
        b"true" => Some(true),
        b"false" => Some(false),
        _ => None,
    }
}

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
