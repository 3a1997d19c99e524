//! Removes the sessions of ASP.NET from documents: their addresses hold the session of the request that got them.

use std::borrow::Cow;
use std::char::decode_utf16;
use std::collections::BTreeMap;

use asmx_runtime::stack::without_sessions;

use super::documents::Fetched;

/// The document without sessions in its address, its content and its imports. An address without one leads to a new session.
pub(super) fn without(document: Fetched) -> Fetched {
    let Fetched { file, url, bytes, imports, .. } = document;
    let changed = changed(&bytes, without_sessions);
    let has_session = changed.is_some() || without_sessions(&url) != url;
    let imports: BTreeMap<_, _> =
        imports.into_iter().map(|(location, file)| (without_sessions(&location).into_owned(), file)).collect();
    let url = without_sessions(&url).into_owned();
    Fetched { file, url, bytes: changed.unwrap_or(bytes), imports, has_session }
}

/// A content with changed texts; `None` if nothing changes. The other bytes stay, also those of another encoding.
pub(super) fn changed(bytes: &[u8], change: impl Fn(&str) -> Cow<'_, str>) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    let mut is_changed = false;
    if let Some((from_bytes, to_bytes)) = utf16(bytes) {
        let (units, odd_byte) = bytes.as_chunks();
        let (mut units, mut text) = (decode_utf16(units.iter().map(|unit| from_bytes(*unit))), String::new());
        loop {
            let next = units.next();
            if let Some(Ok(character)) = next {
                text.push(character);
                continue;
            }
            let changed = change(&text);
            is_changed |= changed != text;
            out.extend(changed.encode_utf16().flat_map(to_bytes));
            text.clear();
            let Some(Err(lone)) = next else { break };
            out.extend(to_bytes(lone.unpaired_surrogate()));
        }
        out.extend_from_slice(odd_byte);
        return is_changed.then_some(out);
    }
    for chunk in bytes.utf8_chunks() {
        let changed = change(chunk.valid());
        is_changed |= changed != chunk.valid();
        out.extend_from_slice(changed.as_bytes());
        out.extend_from_slice(chunk.invalid());
    }
    is_changed.then_some(out)
}

type FromBytes = fn([u8; 2]) -> u16;
type ToBytes = fn(u16) -> [u8; 2];

/// How units of a text in UTF-16 are read and written; `None` for other encodings.
const fn utf16(bytes: &[u8]) -> Option<(FromBytes, ToBytes)> {
    match bytes {
        [0xFF, 0xFE, ..] => Some((u16::from_le_bytes, u16::to_le_bytes)),
        [0xFE, 0xFF, ..] => Some((u16::from_be_bytes, u16::to_be_bytes)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_of_any_encoding_loses_its_sessions_and_nothing_else() {
        let (before, after) = ("<a b='/(S(abc))/é.asmx'/>", "<a b='/é.asmx'/>");
        let content = |bytes: &[u8]| changed(bytes, without_sessions);
        assert_eq!(content(before.as_bytes()).unwrap(), after.as_bytes());
        assert_eq!(content(after.as_bytes()), None);
        assert_eq!(content(b"\xE9/(S(abc))/\xE9").unwrap(), b"\xE9/\xE9");
        let wide = |text: &str| -> Vec<u8> {
            "\u{FEFF}".encode_utf16().chain(text.encode_utf16()).flat_map(u16::to_be_bytes).collect()
        };
        assert_eq!(content(&wide(before)).unwrap(), wide(after));
        assert_eq!(content(&wide(after)), None);
        // Half a character, and half a unit.
        for odd in [&[0xD8, 0x00][..], &[0x3C], &[0xDC, 0x00, 0x3C]] {
            assert_eq!(content(&[&wide(before), odd].concat()).unwrap(), [&wide(after), odd].concat());
        }
    }
}
