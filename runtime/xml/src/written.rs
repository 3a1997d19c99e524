//! Lengths of parts of XML as it is written.

/// The length of the text, tag, comment, instruction or CDATA section at the start of `rest`, which is not empty.
#[must_use]
pub fn token_length(rest: &str) -> usize {
    let until = |end: &str| rest.find(end).map(|at| at + end.len());
    let length = if !rest.starts_with('<') {
        rest.find('<')
    } else if rest.starts_with("<!--") {
        until("-->")
    } else if rest.starts_with("<![CDATA[") {
        until("]]>")
    } else if rest.starts_with("<?") {
        until("?>")
    } else {
        tag_length(rest)
    };
    length.unwrap_or(rest.len())
}

/// The length of a tag, of which some may be missing at the start. Its attributes may contain `>`. `None` if it does not end.
#[must_use]
pub fn tag_length(tag: &str) -> Option<usize> {
    let mut quote = None;
    for (at, byte) in tag.bytes().enumerate() {
        match (quote, byte) {
            (None, b'>') => return Some(at + 1),
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), byte) if open == byte => quote = None,
            _ => {}
        }
    }
    None
}

/// The length of the name, with its prefix, at the start of the rest of a tag.
#[must_use]
pub fn name_length(tag: &str) -> usize {
    tag.find(|letter: char| letter.is_ascii_whitespace() || matches!(letter, '/' | '>')).unwrap_or(tag.len())
}
