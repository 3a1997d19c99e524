#![allow(clippy::pedantic, clippy::format_collect, reason = "tests fail by panicking")]

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE};
use proptest::prelude::*;

use super::*;
use crate::protocol::get_post::form;
use crate::xml;

const SECRET: &str = "m4rker&p<ss>\"wörd' +%\\/end";

fn redaction() -> Redaction {
    Redaction::of_secrets(&[SECRET])
}

fn redacted(text: &str) -> String {
    redaction().excerpt(text, 100_000, true)
}

fn percent(text: &str) -> String {
    let mut out = String::new();
    form::percent_encode(&mut out, text);
    out
}

fn every_byte(bytes: &[u8], write: impl Fn(u8) -> String) -> String {
    bytes.iter().map(|byte| write(*byte)).collect()
}

fn xml_text(text: &str) -> String {
    let mut out = String::new();
    xml::escape_text(&mut out, text);
    out
}

fn html_with_names(text: &str) -> String {
    xml_text(text).replace('"', "&quot;").replace('\'', "&apos;").replace('ö', "&ouml;")
}

fn html_5(text: &str) -> String {
    let names = [
        ("&", "&amp;"),
        ("<", "&lt;"),
        (">", "&gt;"),
        ("\"", "&quot;"),
        ("'", "&apos;"),
        ("%", "&percnt;"),
        ("+", "&plus;"),
        ("\\", "&bsol;"),
        ("/", "&sol;"),
        ("€", "&euro;"),
        ("–", "&ndash;"),
        ("@", "&commat;"),
    ];
    names.iter().fold(text.to_owned(), |text, (letter, name)| text.replace(letter, name))
}

fn unquoted(text: &str) -> String {
    text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap().to_owned()
}

fn json(text: &str) -> String {
    unquoted(&serde_json::to_string(text).unwrap())
}

fn quoted_printable(text: &str) -> String {
    let is_literal = |byte: u8| byte.is_ascii_graphic() && byte != b'=';
    every_byte(
        text.as_bytes(),
        |byte| if is_literal(byte) { char::from(byte).to_string() } else { format!("={byte:02X}") },
    )
}

fn quoted_printable_in_lines(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let line = |line: &[char]| quoted_printable(&line.iter().collect::<String>()) + "=\r\n";
    letters.chunks(5).map(line).collect()
}

fn in_lines(text: &str, length: usize, line_break: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    letters.chunks(length).map(|line| line.iter().collect::<String>()).collect::<Vec<_>>().join(line_break)
}

/// Encodings of text.
fn encodings(text: &str) -> Vec<(&'static str, String)> {
    let bytes = text.as_bytes();
    let units: Vec<u16> = text.encode_utf16().collect();
    let wide: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
    let wide_big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
    let (windows_1252, _, has_unmappable) = encoding_rs::WINDOWS_1252.encode(text);
    let windows_1252 = if has_unmappable { text.as_bytes().into() } else { windows_1252 };
    vec![
        ("plain", text.to_owned()),
        ("upper case", text.to_uppercase()),
        ("lower case", text.to_lowercase()),
        ("XML", xml_text(text)),
        ("HTML", html_with_names(text)),
        ("decimal references", text.chars().map(|letter| format!("&#{:03};", u32::from(letter))).collect()),
        ("hexadecimal references", text.chars().map(|letter| format!("&#x{:X};", u32::from(letter))).collect()),
        ("references without semicolon", text.chars().map(|letter| format!("&#{:07}", u32::from(letter))).collect()),
        ("names of HTML5", html_5(text)),
        ("references with many zeros", text.chars().map(|letter| format!("&#{:012};", u32::from(letter))).collect()),
        ("doubled quotes", text.replace('\'', "''").replace('"', "\"\"")),
        ("percent", percent(text)),
        ("percent in lower case", percent(text).to_lowercase()),
        ("every byte percent", every_byte(bytes, |byte| format!("%{byte:02x}"))),
        ("form", percent(text).replace("%20", "+")),
        ("percent of windows-1252", every_byte(&windows_1252, |byte| format!("%{byte:02X}"))),
        ("%u", units.iter().map(|unit| format!("%u{unit:04X}")).collect()),
        ("JSON", json(text)),
        ("\\u", units.iter().map(|unit| format!("\\u{unit:04x}")).collect()),
        ("\\u{}", text.escape_unicode().to_string()),
        ("\\U", text.chars().map(|letter| format!("\\U{:08x}", u32::from(letter))).collect()),
        ("\\x", every_byte(bytes, |byte| format!("\\x{byte:02x}"))),
        ("\\x in upper case", every_byte(bytes, |byte| format!("\\x{byte:02X}"))),
        ("octal", every_byte(bytes, |byte| format!("\\{byte:03o}"))),
        ("Rust", unquoted(&format!("{text:?}"))),
        ("names of XML", of_name(text)),
        ("names of XML in UTF-16", units.iter().map(|unit| format!("_x{unit:04X}_")).collect()),
        ("names of XML by letter", text.chars().map(|letter| format!("_x{:08x}_", u32::from(letter))).collect()),
        ("quoted-printable", quoted_printable(text)),
        ("quoted-printable in lines", quoted_printable_in_lines(text)),
        ("hex", every_byte(bytes, |byte| format!("{byte:02x}"))),
        ("hex in upper case", every_byte(bytes, |byte| format!("{byte:02X}"))),
        ("hex with hyphens", every_byte(bytes, |byte| format!("{byte:02X}-"))),
        ("hex with spaces", every_byte(bytes, |byte| format!("{byte:02x} "))),
        ("hex of C", every_byte(bytes, |byte| format!("0x{byte:02x}, "))),
        ("hex of UTF-16", every_byte(&wide, |byte| format!("{byte:02x}"))),
        ("base64", STANDARD.encode(text)),
        ("base64 for URLs", URL_SAFE.encode(text)),
        ("base64 in lines", in_lines(&STANDARD.encode(text), 9, "\r\n")),
        ("base64 of UTF-16", STANDARD.encode(&wide)),
        ("base64 of big-endian UTF-16", STANDARD.encode(&wide_big)),
        ("lines", in_lines(text, 4, "\r\n")),
        ("UTF-16 read as UTF-8", String::from_utf8_lossy(&wide).into_owned()),
        ("big-endian UTF-16 read as UTF-8", String::from_utf8_lossy(&wide_big).into_owned()),
        ("UTF-8 read as Latin-1", bytes.iter().copied().map(char::from).collect()),
        ("windows-1252 read as UTF-8", String::from_utf8_lossy(&windows_1252).into_owned()),
    ]
}

fn of_name(text: &str) -> String {
    let letter = |letter: char| match letter {
        letter if letter.is_alphanumeric() => letter.to_string(),
        letter => format!("_x{:04X}_", u32::from(letter)),
    };
    text.chars().map(letter).collect()
}

/// Whether at most single letters of the secret are left, at the edges of decoded text.
fn is_clean(text: &str, around: &str) -> bool {
    text.starts_with(around)
        && text.ends_with(around)
        && text.contains(REDACTED)
        && text.len() <= around.len() * 2 + REDACTED.len() + 12
}

/// A name that HTML knows is found for each letter that it stands for.
#[test]
fn names_of_html_are_found() {
    for (escaped, secret) in [
        ("p&commat;ss&excl;w&num;rd", "p@ss!w#rd"),
        ("p&COMMAT;ss", "p@ss"),
        ("100&euro;&ndash;200&euro;", "100€–200€"),
        ("it&apos;s&lowbar;mine", "it's_mine"),
        ("a&quotb&ltc&ampd", "a\"b<c&d"),
        ("a&#0000000000000000098c&#x00000000000000064;e", "abcde"),
        ("it''s \"\"mine", "it's \"mine"),
        ("ab\u{202e}cd\u{2066}ef", "abcdef"),
    ] {
        assert_eq!(Redaction::of_secrets(&[secret]).excerpt(escaped, 1000, true), REDACTED, "{escaped}");
    }
}

#[test]
fn every_encoding_is_found() {
    for (name, encoded) in encodings(SECRET) {
        let text = redacted(&format!("<<{encoded}>>"));
        assert!(is_clean(&text, "<<") || is_clean(&text.replace(">>", "<<"), "<<"), "{name}: {encoded}\n{text}");
    }
}

#[test]
fn every_encoding_of_every_encoding_is_found() {
    let mut missed = Vec::new();
    let secrets = [SECRET, "Kennwort1234", "naïve café", "пароль-42", "a1b2c3d4"];
    for secret in secrets.into_iter().step_by(cases::step(3)) {
        let redaction = Redaction::of_secrets(&[secret]);
        for (inner, once) in encodings(secret) {
            for (outer, twice) in encodings(&once) {
                // Base64 and misread bytes depend on case: in another case they do not contain the secret.
                let lost = inner.starts_with("base64") && outer.contains("case") || inner.contains("read as");
                // Lines of quoted-printable end in a mark, which other line breaks separate from them.
                if lost || inner == "quoted-printable in lines" && outer == "lines" {
                    continue;
                }
                let text = redaction.excerpt(&format!("<<{twice}>>"), 100_000, true);
                if !text.contains(REDACTED) {
                    missed.push(format!("{outer} of {inner}: {text}"));
                }
            }
        }
    }
    assert!(missed.is_empty(), "{} missed: {missed:#?}", missed.len());
}

#[test]
fn what_is_no_secret_stays() {
    for text in ["", "m4rker&p<ss", "m4rker&amp;p&lt;ss", "100 % & \\ + \u{1F600}", "bTRya2Vy", "a\u{0}\r\nb"] {
        assert_eq!(redacted(text), text);
    }
    let short = Redaction::of_secrets(&["abc", ""]);
    assert_eq!((short.excerpt("abc", 10, true), short.is_complete()), ("abc".to_owned(), false));
    assert!(Redaction::of_secrets(&["", "abcd"]).is_complete());
}

#[test]
fn texts_are_not_shown_if_there_are_too_many_secrets() {
    let many: Vec<String> = (0..101).map(|number| format!("secret {number}")).collect();
    assert_eq!(Redaction::of_secrets(&many).excerpt("anything", 100, true), REDACTED);
    assert_eq!(Redaction::of_secrets(&["x".repeat(20_000)]).excerpt("anything", 100, true), REDACTED);
}

#[test]
fn the_beginning_of_a_cut_secret_is_removed() {
    let forms = [
        SECRET.to_owned(),
        xml_text(&xml_text(SECRET)),
        percent(&xml_text(SECRET)),
        json(SECRET),
        STANDARD.encode(SECRET),
    ];
    for form in forms {
        let text = format!("<p>before:{form}");
        let start = "<p>before:".len();
        for end in (start..=text.len()).filter(|end| text.is_char_boundary(*end)) {
            let cut = &text[..end];
            let broken_off = redaction().excerpt(cut, 100_000, false);
            let cut_here = redaction().excerpt(&text, cut.chars().count(), true);
            let quoted = redaction().excerpt(&format!("`{cut}…` is not it"), 100_000, true);
            for text in [
                &broken_off,
                cut_here.trim_end_matches('…'),
                quoted.trim_start_matches('`').trim_end_matches("…` is not it"),
            ] {
                let rest = text.strip_prefix("<p>before:").unwrap().trim_start_matches(REDACTED);
                assert!(
                    rest.len() <= 6 && (rest.len() <= 2 || form.starts_with("bTRy") || rest.contains(['%', '&', '\\'])),
                    "{end}: {text}"
                );
            }
        }
    }
}

#[test]
fn a_secret_that_makes_an_escape_with_the_text_after_it_is_found() {
    for (secret, text, expected) in [
        ("öAß0ä %a", "&ouml;Aß0ä %aa", "[redacted]a"),
        ("läng%0", "l&auml;ng%0a", "[redacted]a"),
        ("läng\\u00e", "l&auml;ng\\u00e4!", "[redacted]4!"),
    ] {
        assert_eq!(Redaction::of_secrets(&[secret]).excerpt(text, 100_000, true), expected, "{text}");
    }
}

/// The work is bounded for every text.
#[test]
fn hostile_texts_cost_no_more_than_others() {
    let redaction = Redaction::of_secrets(&["aaaaaaaaaaaaaaab", "%25%25%25", "&&&&&&&&", "0000", "AAAA", SECRET]);
    let pieces = [
        "%",
        "%25",
        "&",
        "&amp;",
        "&#38;",
        "\\",
        "\\\\",
        "\\u005c",
        "=",
        "=3D",
        "<",
        "\0",
        "\u{FFFD}",
        "0",
        "3",
        "33",
        "41",
        "A",
        "QUFB",
        "a",
        "aaaaaaaaaaaaaaa",
        "m4rker",
        "Ã\u{83}",
        "…",
        "a…",
        " ",
        "0x",
        "%2525",
        "=3D33",
    ];
    let most = 4000;
    for piece in pieces {
        let text = piece.repeat(8000 / piece.len());
        let search = Search::new(&redaction.forms, text.get(..most).unwrap_or(&text), false);
        assert!(search.work <= 100 * most, "{piece:?}: {} letters were looked at", search.work);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases::of(48), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_secret_of_any_letters_is_found_in_any_encoding(secret in "[ -~äöß]{8,20}", before in "[a-z<: ]{0,9}", after in "[a-z<: ]{0,9}") {
        let redaction = Redaction::of_secrets(&[&secret]);
        prop_assume!(redaction.is_complete());
        for (name, encoded) in encodings(&secret) {
            let text = redaction.excerpt(&format!("{before}{encoded}{after}"), 100_000, true);
            prop_assert!(text.contains(REDACTED), "{name} of {secret:?}: {text}");
        }
    }

    #[test]
    fn base64_is_found_at_every_place(before in "[a-z<]{0,7}", after in "[a-z<]{0,7}") {
        for bytes in [format!("{before}{SECRET}{after}"), format!("{before}{}{after}", percent(SECRET))] {
            let text = redacted(&STANDARD.encode(&bytes));
            // The text around the secret stays, and letters at its edges.
            prop_assert!(text.contains(REDACTED) && text.len() <= (before.len() + after.len()) * 8 / 3 + 8 + REDACTED.len(), "{text}");
        }
    }

    #[test]
    fn no_text_makes_it_fail(text in any::<String>(), most in 0_usize..40, is_complete in any::<bool>()) {
        let text = redaction().excerpt(&text, most, is_complete);
        prop_assert!(text.chars().count() <= most + 1 || text.contains(REDACTED));
    }
}
