//! The beginning of an answer for people to read.

use bytes::Bytes;

use crate::redaction::Redaction;

/// How many characters are shown.
const SHOWN: usize = 500;

/// How many bytes are looked at.
const READ: usize = 8 * 1024;

/// The beginning of `body` as text: secrets taken out, white space and control characters made single spaces. `None` if there is
/// nothing to show.
pub(super) fn of(body: &Bytes, redaction: &Redaction) -> Option<String> {
    let is_cut = body.len() > READ;
    // A byte order mark decides. Zeros go, so that two-byte text without one is searched for secrets too.
    let mut text = encoding_rs::UTF_8.decode(body.get(..READ).unwrap_or(body)).0.replace('\0', "");
    redaction.apply(&mut text);
    if is_cut {
        // What the cut left of a secret is none that can be found.
        let mut end = text.len().saturating_sub(redaction.longest());
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        text.truncate(end);
    }
    let mut shown = String::new();
    for word in text.split(|letter: char| letter.is_whitespace() || letter.is_control()).filter(|word| !word.is_empty())
    {
        if !shown.is_empty() {
            shown.push(' ');
        }
        shown.push_str(word);
    }
    if let Some((end, _)) = shown.char_indices().nth(SHOWN) {
        shown.truncate(end);
        shown.push('…');
    }
    (!shown.is_empty()).then_some(shown)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::common::CommonValues;
    use crate::handler::Call;
    use crate::operation::{Effect, Operation, Parameter, ResultShape, Role, Service, Type};
    use crate::request::DynamicRequest;

    static COMMON: &[Parameter] = &[Parameter::new("Password", Type::STRING).role(Role::Password).secret()];
    static SERVICE: Service = Service::new("Reports", "/api.asmx", "", COMMON, &[], &[]);
    static OPERATION: Operation = Operation::new("Report", "", "", &[], ResultShape::String, Effect::Read);

    fn excerpt(body: &[u8]) -> Option<String> {
        let mut common = CommonValues::new(&SERVICE);
        assert!(common.set_named("Password", Some("s<cret".to_owned())));
        let mut call = Call::new(&SERVICE, Box::new(DynamicRequest::new(&OPERATION)));
        call.common = Arc::new(common);
        of(&Bytes::copy_from_slice(body), &Redaction::of(&call))
    }

    #[test]
    fn text_is_shown_on_one_line_without_secrets() {
        assert_eq!(excerpt(b""), None);
        assert_eq!(excerpt(b" \r\n\t"), None);
        let page = b"<html>\r\n  <p>s<cret s&lt;cret s%3Ccret</p>\x1B";
        assert_eq!(excerpt(page).unwrap(), "<html> <p>[redacted] [redacted] [redacted]</p>");
        assert_eq!(excerpt(b"a\xFFb").unwrap(), "a\u{FFFD}b");
    }

    #[test]
    fn two_byte_text_hides_no_secret() {
        let wide: Vec<u8> = "is s<cret".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(excerpt(&wide).unwrap(), "is [redacted]");
        let marked: Vec<u8> = [0xFF, 0xFE].into_iter().chain(wide).collect();
        assert_eq!(excerpt(&marked).unwrap(), "is [redacted]");
    }

    #[test]
    fn long_bodies_are_cut_and_no_secret_is_cut_in_two() {
        let long = "é".repeat(600);
        assert_eq!(excerpt(long.as_bytes()).unwrap(), format!("{}…", "é".repeat(500)));
        // The page is all white space but for a secret that the cut falls into.
        let mut page = vec![b' '; READ - 3];
        page.extend_from_slice(b"s<cret and more");
        assert_eq!(excerpt(&page), None);
    }
}
