//! Names without a colon, by the fifth edition of XML 1.0: what documents are read by.

/// The `NameStartChar` production without the colon (`NCName`).
const fn starts_name(character: char) -> bool {
    matches!(character,
        'A'..='Z' | '_' | 'a'..='z' | '\u{C0}'..='\u{D6}' | '\u{D8}'..='\u{F6}' | '\u{F8}'..='\u{2FF}'
        | '\u{370}'..='\u{37D}' | '\u{37F}'..='\u{1FFF}' | '\u{200C}'..='\u{200D}' | '\u{2070}'..='\u{218F}'
        | '\u{2C00}'..='\u{2FEF}' | '\u{3001}'..='\u{D7FF}' | '\u{F900}'..='\u{FDCF}' | '\u{FDF0}'..='\u{FFFD}'
        | '\u{10000}'..='\u{EFFFF}')
}

/// The `NameChar` production without the colon (`NCName`).
const fn continues_name(character: char) -> bool {
    starts_name(character)
        || matches!(character,
            '-' | '.' | '0'..='9' | '\u{B7}' | '\u{300}'..='\u{36F}' | '\u{203F}'..='\u{2040}')
}

/// Whether `text` is an `NCName` of XML 1.0, fifth edition: a name without a colon. That is what a reader accepts; what .NET *writes*
/// is narrower, see [`encode_local_name`](super::encode_local_name).
#[must_use]
pub fn is_name(text: &str) -> bool {
    if text.is_ascii() {
        let is_start = |byte: &u8| byte.is_ascii_alphabetic() || *byte == b'_';
        let continues = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
        return text.as_bytes().first().is_some_and(is_start) && text.bytes().all(|byte| continues(&byte));
    }
    let mut characters = text.chars();
    characters.next().is_some_and(starts_name) && characters.all(continues_name)
}
