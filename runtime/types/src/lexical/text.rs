//! White space around texts.

/// The reason why a text is not a value of a type.
pub type Reason = &'static str;

/// `text` without the XML white space around it.
#[must_use]
pub fn trim_white_space(text: &str) -> &str {
    let ends = [text.as_bytes().first(), text.as_bytes().last()];
    // Nearly all texts have no white space around them.
    if ends.into_iter().flatten().all(|byte| !is_white_space(*byte)) {
        return text;
    }
    text.trim_matches([' ', '\t', '\r', '\n'])
}

/// The `S` production: blank, tab, carriage return, line feed.
#[must_use]
pub const fn is_white_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}
