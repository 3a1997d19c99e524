//! The password that must not come out, and how it is sought: written out plainly, form by form, apart from the code under test.

use std::collections::{BTreeSet, HashMap};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// Every character that some encoding escapes.
pub const PASSWORD: &str = "m4rker&p<ss>\"wörd' +%\\/end";

pub fn xml(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

pub fn html(text: &str) -> String {
    xml(text).replace('"', "&quot;").replace('\'', "&#39;")
}

pub fn percent(text: &str) -> String {
    let is_literal = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    text.bytes()
        .map(|byte| if is_literal(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

/// As browsers and many servers do it.
pub fn form(text: &str) -> String {
    percent(text).replace("%20", "+")
}

/// With the digits in lower case; letters of the text stay.
pub fn lower(percent: &str) -> String {
    let mut pieces = percent.split('%');
    let mut lower = pieces.next().unwrap().to_owned();
    for piece in pieces {
        let (digits, rest) = piece.split_at(2);
        lower += &format!("%{}{rest}", digits.to_lowercase());
    }
    lower
}

pub fn json(text: &str) -> String {
    serde_json::to_string(text).unwrap().trim_matches('"').to_owned()
}

pub fn wide(text: &str, order: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(order).collect()
}

/// Every byte, written so.
pub fn every_byte(text: &str, write: impl Fn(u8) -> String) -> String {
    text.bytes().map(write).collect()
}

pub fn quoted_printable(text: &str) -> String {
    let is_literal = |byte: u8| byte.is_ascii_graphic() && byte != b'=';
    every_byte(text, |byte| if is_literal(byte) { char::from(byte).to_string() } else { format!("={byte:02X}") })
}

/// With a line break after so many characters.
pub fn in_lines(text: &str, length: usize) -> String {
    let letters: Vec<char> = text.chars().collect();
    letters.chunks(length).map(|line| line.iter().collect::<String>()).collect::<Vec<_>>().join("\r\n")
}

/// The encodings that each letter or byte of a text is written in.
pub fn letter_by_letter(text: &str) -> Vec<String> {
    vec![
        text.to_uppercase(),
        text.to_lowercase(),
        every_byte(text, |byte| format!("{byte:02x}")),
        every_byte(text, |byte| format!("{byte:02X}")),
        every_byte(text, |byte| format!("{byte:02X}-")),
        every_byte(text, |byte| format!("\\x{byte:02x}")),
        every_byte(text, |byte| format!("\\{byte:03o}")),
        every_byte(text, |byte| format!("%{byte:02x}")),
        text.encode_utf16().map(|unit| format!("\\u{unit:04X}")).collect(),
        text.chars().map(|letter| format!("&#x{:x};", u32::from(letter))).collect(),
        quoted_printable(text),
        in_lines(text, 4),
        in_lines(&every_byte(text, |byte| format!("%{byte:02X}")), 7),
    ]
}

/// The parts that the base64 of any text with `bytes` has, wherever they stand in it.
fn base64_cores(bytes: &[u8]) -> Vec<String> {
    let core = |before: usize| {
        let shifted = [vec![b'x'; before], bytes.to_vec()].concat();
        let last = shifted.len() / 3 * 4;
        let first = before.div_ceil(3) * 4;
        STANDARD.encode(&shifted)[first..last].to_owned()
    };
    (0..3).map(core).collect()
}

/// The bytes that nothing may hold that comes out.
pub fn needles() -> Vec<Vec<u8>> {
    let mut texts = vec![PASSWORD.to_owned(), xml(PASSWORD), html(PASSWORD), percent(PASSWORD), form(PASSWORD)];
    texts.extend([lower(&percent(PASSWORD)), lower(&form(PASSWORD)), json(PASSWORD), json(&xml(PASSWORD))]);
    texts.extend([
        percent(&xml(PASSWORD)),
        percent(&percent(PASSWORD)),
        xml(&json(PASSWORD)),
        html(&percent(PASSWORD)),
    ]);
    texts.extend(letter_by_letter(PASSWORD));
    texts.extend([format!("{PASSWORD:?}").trim_matches('"').to_owned(), PASSWORD.escape_default().to_string()]);
    let unencoded = texts.clone();
    for text in [PASSWORD.to_owned(), xml(PASSWORD), percent(PASSWORD), form(PASSWORD)] {
        texts.extend(base64_cores(text.as_bytes()));
    }
    for order in [u16::to_le_bytes, u16::to_be_bytes] {
        texts.extend(base64_cores(&wide(PASSWORD, order)));
    }
    let mut needles: Vec<Vec<u8>> = texts.into_iter().map(String::into_bytes).collect();
    for text in unencoded {
        needles.extend([wide(&text, u16::to_le_bytes), wide(&text, u16::to_be_bytes)]);
    }
    // A distinctive beginning and end, for what is cut in two.
    needles.extend([b"m4rker".to_vec(), b"%5C%2Fend".to_vec(), b"\\/end".to_vec()]);
    needles.extend([wide("m4rker", u16::to_le_bytes), wide("m4rker", u16::to_be_bytes)]);
    // The half of a form that a cut may leave.
    let halves = letter_by_letter(PASSWORD).into_iter().map(|form| form.as_bytes()[..form.len() / 2].to_vec());
    needles.extend(halves);
    needles.sort_by_key(Vec::len);
    // A needle that contains another one is found with it.
    let mut sought: Vec<Vec<u8>> = Vec::new();
    for needle in needles {
        if found_in(&needle, &sought).is_empty() {
            sought.push(needle);
        }
    }
    sought
}

/// The needles that `haystack` holds. One pass for all of them: a search for each would take minutes where nothing is optimised.
pub fn found_in(haystack: &[u8], needles: &[Vec<u8>]) -> Vec<String> {
    let mut begins = vec![false; 1 << 16];
    let mut by_beginning: HashMap<usize, Vec<usize>> = HashMap::new();
    for (index, needle) in needles.iter().enumerate() {
        let pair = usize::from(needle[0]) << 8 | usize::from(needle[1]);
        begins[pair] = true;
        by_beginning.entry(pair).or_default().push(index);
    }
    let mut found = BTreeSet::new();
    let mut pair = 0;
    for (at, byte) in haystack.iter().enumerate() {
        pair = (pair << 8 | usize::from(*byte)) & 0xFFFF;
        if at > 0 && begins[pair] {
            let rest = &haystack[at - 1..];
            found.extend(by_beginning[&pair].iter().copied().filter(|index| rest.starts_with(&needles[*index])));
        }
    }
    found.into_iter().map(|index| String::from_utf8_lossy(&needles[index]).into_owned()).collect()
}
