//! Small readers of numbers and marks.

/// Takes a sign off the front; whether it is a minus, and the rest.
pub fn sign(text: &str) -> (bool, &str) {
    match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    }
}

/// Whether `text` holds digits only (the empty text does).
pub fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Takes exactly `count` digits off the front.
pub fn digits<'t>(rest: &mut &'t str, count: usize) -> Option<&'t str> {
    let (digits, after) = rest.split_at_checked(count)?;
    is_digits(digits).then(|| {
        *rest = after;
        digits
    })
}

/// Takes a number of exactly `count` digits between `low` and `high` off the front.
pub fn number(rest: &mut &str, count: usize, low: u16, high: u16) -> Option<u16> {
    let number = digits(rest, count)?.parse().ok()?;
    (low..=high).contains(&number).then_some(number)
}

/// As [`number`], for numbers that fit a byte.
pub fn small(rest: &mut &str, low: u8, high: u8) -> Option<u8> {
    number(rest, 2, u16::from(low), u16::from(high)).and_then(|number| u8::try_from(number).ok())
}

/// Takes one mark off the front.
pub fn mark(rest: &mut &str, mark: char) -> Option<()> {
    *rest = rest.strip_prefix(mark)?;
    Some(())
}

/// Takes as many digits as there are off the front.
pub fn leading_digits<'t>(rest: &mut &'t str) -> &'t str {
    let count = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, after) = rest.split_at_checked(count).unwrap_or(("", rest));
    *rest = after;
    digits
}

/// The first nine digits of a fraction of a second, as nanoseconds.
pub fn nanoseconds(fraction: &str) -> u32 {
    (0..9).fold(0, |sum, place| {
        let digit = fraction.as_bytes().get(place).map_or(0, |digit| u32::from(digit.wrapping_sub(b'0') % 10));
        sum * 10 + digit
    })
}

/// A fraction of a second as it is sent: at most nine digits, trailing zeros cut, with its point; empty for none.
pub fn fraction(nanoseconds: u32) -> String {
    if nanoseconds == 0 {
        return String::new();
    }
    format!(".{nanoseconds:09}").trim_end_matches('0').to_owned()
}
