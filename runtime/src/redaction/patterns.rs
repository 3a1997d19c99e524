//! The forms of a secret that are sought. Where letters are escaped one by one, matching knows it: here stand the forms that are
//! escaped twice, and those that mix letters.

use std::collections::BTreeSet;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};

use super::matching::Pattern;
use crate::protocol::form;
use crate::xml;

/// The forms of all `secrets`.
pub(super) fn of<'a>(secrets: impl Iterator<Item = &'a str>) -> Vec<Pattern> {
    let mut texts = BTreeSet::new();
    let mut base64 = BTreeSet::new();
    for secret in secrets {
        let escaped = escaped(secret);
        for form in &escaped {
            push_base64(&mut base64, form.as_bytes());
        }
        push_base64(&mut base64, &secret.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>());
        push_base64(&mut base64, &secret.encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<u8>>());
        texts.extend(escaped);
    }
    let texts = texts.iter().map(|text| Pattern::new(text, false));
    texts.chain(base64.iter().map(|text| Pattern::new(text, true))).collect()
}

/// As it is; escaped for XML text, XML attributes and HTML; percent-encoded in either case with `%20` and `+`; in a JSON string.
fn escaped(secret: &str) -> [String; 9] {
    let (mut text, mut attribute, mut percent) = (String::new(), String::new(), String::new());
    xml::escape_text(&mut text, secret);
    xml::escape_attribute(&mut attribute, secret);
    form::percent_encode(&mut percent, secret);
    let html = text.replace('"', "&quot;").replace('\'', "&#39;");
    let lower = lower_case_escapes(&percent);
    let (plus, lower_plus) = (percent.replace("%20", "+"), lower.replace("%20", "+"));
    let json = secret.replace('\\', "\\\\").replace('"', "\\\"");
    [secret.to_owned(), text, attribute, html, percent, plus, lower, lower_plus, json]
}

/// The digits after percent signs in lower case.
fn lower_case_escapes(percent: &str) -> String {
    let mut digits_left = 0_u8;
    let lower = percent.chars().map(|letter| {
        let is_digit = digits_left > 0;
        digits_left = if letter == '%' { 2 } else { digits_left.saturating_sub(1) };
        if is_digit { letter.to_ascii_lowercase() } else { letter }
    });
    lower.collect()
}

/// Adds what is always the same in the base64 of a text that holds `bytes`, for each of the three places in a group of bytes.
fn push_base64(forms: &mut BTreeSet<String>, bytes: &[u8]) {
    // Letters at the edge have bits of neighbours.
    for (before, unsure) in [(0, 0), (1, 2), (2, 3)] {
        let mut shifted = vec![0; before];
        shifted.extend_from_slice(bytes);
        let sure = shifted.len() * 8 / 6;
        for encoded in [STANDARD_NO_PAD.encode(&shifted), URL_SAFE_NO_PAD.encode(&shifted)] {
            forms.extend(encoded.get(unsure..sure).map(str::to_owned));
        }
    }
}
