#![allow(clippy::pedantic, clippy::format_collect, clippy::unwrap_used, reason = "tests fail by panicking")]

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE};
use proptest::prelude::*;

use super::*;
use crate::protocol::form;
use crate::xml;

const SECRET: &str = "m4rker&p<ss>\"wörd' +%\\/";

fn redaction() -> Redaction {
    Redaction::of_secrets([SECRET].into_iter())
}

fn redacted(text: &str) -> String {
    let mut text = text.to_owned();
    redaction().apply(&mut text);
    text
}

fn percent(text: &str) -> String {
    let mut out = String::new();
    form::percent_encode(&mut out, text);
    out
}

fn xml_text(text: &str) -> String {
    let mut out = String::new();
    xml::escape_text(&mut out, text);
    out
}

fn json(text: &str) -> String {
    serde_json::to_string(text).unwrap().trim_matches('"').to_owned()
}

#[test]
fn every_way_of_escaping_is_found() {
    let numeric: String = SECRET.chars().map(|letter| format!("&#{:03};", u32::from(letter))).collect();
    let hexadecimal: String = SECRET.chars().map(|letter| format!("&#x{:X};", u32::from(letter))).collect();
    let utf16: String = SECRET.encode_utf16().map(|unit| format!("\\u{unit:04x}")).collect();
    let forms = [
        SECRET.to_owned(),
        xml_text(SECRET),
        xml_text(SECRET).replace('"', "&quot;").replace('\'', "&apos;"),
        numeric,
        hexadecimal,
        percent(SECRET),
        percent(SECRET).to_lowercase(),
        percent(SECRET).replace("%20", "+"),
        percent(&xml_text(SECRET)),
        percent(&percent(SECRET)),
        percent(&percent(SECRET).to_lowercase()).replace("%20", "+"),
        xml_text(&percent(SECRET)),
        xml_text(&xml_text(&xml_text(&xml_text(SECRET).replace('"', "&quot;")))),
        percent(&percent(&percent(&xml_text(SECRET)))),
        json(SECRET),
        json(&xml_text(SECRET)),
        xml_text(&json(SECRET)),
        utf16.clone(),
        utf16.replace("\\u", "%u"),
        format!("{SECRET:?}").trim_matches('"').to_owned(),
        SECRET.escape_default().to_string(),
        SECRET.escape_unicode().to_string(),
    ];
    for form in forms {
        assert_eq!(redacted(&format!("a{form}b {form}")), "a[redacted]b [redacted]", "{form}");
    }
}

#[test]
fn what_is_no_secret_stays() {
    for text in ["", "m4rker&p<ss", "m4rker&amp;p&lt;ss", "100 % & \\ + \u{1F600}", "bTRya2Vy"] {
        assert_eq!(redacted(text), text);
    }
    assert_eq!(Redaction::of_secrets(["abc"].into_iter()).redacted(b"abc"), None);
}

#[test]
fn what_the_end_cuts_in_two_goes_too() {
    for form in [SECRET.to_owned(), xml_text(&xml_text(SECRET)), percent(&xml_text(SECRET)), json(SECRET)] {
        let whole = format!("<p>before {form}");
        let start = "<p>before ".len();
        for end in (start..whole.len()).filter(|end| whole.is_char_boundary(*end)) {
            let mut body = Bytes::from(whole.as_bytes()[..end].to_vec());
            redaction().apply_to_cut_body(&mut body);
            assert!(body.len() <= start + 3 && body.starts_with(b"<p>before "), "{end}: {body:?}");
        }
    }
}

#[test]
fn a_secret_of_nothing_but_escapes_is_no_trap() {
    let secret = "\\".repeat(24) + "x";
    let redaction = Redaction::of_secrets([secret.as_str()].into_iter());
    let text = "\\".repeat(100);
    assert_eq!(redaction.redacted(text.as_bytes()), None);
    assert_eq!(redaction.redacted((secret + "y").as_bytes()).unwrap(), b"[redacted]y");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn base64_is_found_at_every_place(before in "[a-z<]{0,7}", after in "[a-z<]{0,7}", wide in 0..4) {
        let text = format!("{before}{SECRET}{after}");
        let bytes = match wide {
            0 => text.into_bytes(),
            1 => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            2 => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
            _ => format!("{before}{}{after}", percent(SECRET)).into_bytes(),
        };
        for encoded in [STANDARD.encode(&bytes), URL_SAFE.encode(&bytes)] {
            let found = redacted(&encoded);
            prop_assert!(found.contains(REDACTED), "{encoded}");
            // What is left is what stood around it, and the letters at its edges.
            let most = (before.len() + after.len()) * 8 / 3 + 8 + REDACTED.len();
            prop_assert!(found.len() <= most, "{found}");
            let wrapped = encoded.as_bytes().chunks(9).map(|line| std::str::from_utf8(line).unwrap()).collect::<Vec<_>>();
            prop_assert!(redacted(&wrapped.join("\r\n")).contains(REDACTED), "{encoded}");
            prop_assert!(redacted(&percent(&encoded)).contains(REDACTED), "{encoded}");
        }
    }

    #[test]
    fn two_byte_bodies_are_cleaned_in_their_own_order(before in "[a-zé]{0,5}", after in "[a-zé]{0,5}", odd in any::<bool>()) {
        for form in [SECRET.to_owned(), xml_text(SECRET), percent(SECRET), json(SECRET)] {
            for order in [u16::to_le_bytes, u16::to_be_bytes] {
                let wide = |text: &str| text.encode_utf16().flat_map(order).collect::<Vec<u8>>();
                let mut start = if odd { b"?".to_vec() } else { Vec::new() };
                start.extend(wide(&before));
                let mut body = Bytes::from([start.clone(), wide(&form), wide(&after)].concat());
                redaction().apply_to_body(&mut body);
                prop_assert_eq!(body, [start, wide(REDACTED), wide(&after)].concat());
            }
        }
    }

    #[test]
    fn no_bytes_make_it_fail(bytes in any::<Vec<u8>>()) {
        let _ = redaction().redacted(&bytes);
    }
}
