//! Character references of HTML.

use std::borrow::Cow;

/// Reverses [`html_escape`]. It also accepts other numeric references. Invalid references stay.
pub(crate) fn html_unescape(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut unescaped = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        unescaped.push_str(before);
        let (character, length) = reference(after).unwrap_or(('&', 0));
        unescaped.push(character);
        rest = after.get(length..).unwrap_or_default();
    }
    unescaped.push_str(rest);
    Cow::Owned(unescaped)
}

fn reference(after_ampersand: &str) -> Option<(char, usize)> {
    const LONGEST: usize = 9;
    let end = after_ampersand.bytes().take(LONGEST).position(|byte| byte == b';')?;
    let name = after_ampersand.get(..end)?;
    let character = match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => '\u{A0}',
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(digits) => u32::from_str_radix(digits, 16),
                None => number.parse(),
            };
            char::from_u32(code.ok()?)?
        }
    };
    Some((character, end + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_that_are_malformed_stay() {
        assert_eq!(html_unescape("a & b &x; &#xE9; &#1114112; &"), "a & b &x; é &#1114112; &");
    }
}
