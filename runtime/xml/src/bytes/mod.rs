//! Bytes of an XML entity: which encoding applies, strict decoding, and what their text holds.

mod examine;
pub(crate) mod marked_bytes;
mod text_decoder;

pub use examine::{TextFlags, examined};
pub use marked_bytes::{ByteSet, estimated_count};
pub use text_decoder::{Decoded, TextDecoder};

use std::borrow::Cow;

use encoding_rs::{DecoderResult, Encoding, UTF_8, UTF_16BE, UTF_16LE};

use crate::error::{XmlError, XmlErrorKind};
use crate::shortened;

enum Charset {
    UsAscii,
    /// ISO-8859-1 itself. The web's labels for it mean windows-1252, which differs in 0x80 to 0x9F.
    Latin1,
    Other(&'static Encoding),
}

/// Decodes an XML entity into text, without its byte order mark. Borrows if the bytes are UTF-8.
///
/// The encoding is, in this order: that of the byte order mark; `charset` (the parameter of the Content-Type header);
/// UTF-16 if the first bytes show it; that of the XML declaration; UTF-8. See RFC 7303 section 3 and XML 1.0 appendix
/// F.
///
/// # Errors
///
/// [`XmlErrorKind::Encoding`] if the encoding is unknown, contradicts the bytes, or some bytes are not valid in it.
/// No byte is ever replaced.
pub fn decode<'b>(bytes: &'b [u8], charset: Option<&str>) -> Result<Cow<'b, str>, XmlError> {
    if let Some((encoding, length)) = Encoding::for_bom(bytes) {
        return decode_as(bytes, length, &Charset::Other(encoding));
    }
    let charset = match charset {
        Some(label) => by_label(label, looks_like_utf16(bytes))?,
        None => match looks_like_utf16(bytes) {
            Some(encoding) => Charset::Other(encoding),
            None => match declared_encoding(bytes) {
                Some(label) => match by_label(&label, None)? {
                    Charset::Other(encoding) if encoding == UTF_16LE || encoding == UTF_16BE => {
                        return Err(XmlError::in_bytes(0, "the XML declaration says UTF-16, the bytes are not UTF-16"));
                    }
                    charset => charset,
                },
                None => Charset::Other(UTF_8),
            },
        },
    };
    decode_as(bytes, 0, &charset)
}

/// Whether [`decode`] knows the encoding of that label.
pub fn knows_encoding(label: &str) -> bool {
    by_label(label, None).is_ok()
}

/// The start of the text in bytes that [`decode`] takes for UTF-8; `None` if it takes or might take them for another
/// encoding. `bytes` may be the beginning of a document, with the whole XML declaration.
pub fn utf8_start(bytes: &[u8], charset: Option<&str>) -> Option<usize> {
    let is_utf8 = |label: &str| matches!(by_label(label, None), Ok(Charset::Other(encoding)) if encoding == UTF_8);
    if let Some((encoding, length)) = Encoding::for_bom(bytes) {
        return (encoding == UTF_8).then_some(length);
    }
    let is_due = match charset {
        Some(label) => is_utf8(label),
        None => declared_encoding(bytes).is_none_or(|label| is_utf8(&label)),
    };
    (is_due && looks_like_utf16(bytes).is_none()).then_some(0)
}

/// `<` and one more character in UTF-16 without a byte order mark.
fn looks_like_utf16(bytes: &[u8]) -> Option<&'static Encoding> {
    match bytes {
        [b'<', 0, ..] => Some(UTF_16LE),
        [0, b'<', ..] => Some(UTF_16BE),
        _ => None,
    }
}

fn by_label(label: &str, shape: Option<&'static Encoding>) -> Result<Charset, XmlError> {
    let trimmed = label.trim_matches([' ', '\t', '"', '\'']);
    if trimmed.eq_ignore_ascii_case("utf-8") {
        return Ok(Charset::Other(UTF_8));
    }
    let lower = trimmed.to_ascii_lowercase();
    match lower.as_str() {
        "us-ascii" | "ascii" | "ansi_x3.4-1968" | "iso646-us" => Ok(Charset::UsAscii),
        "iso-8859-1" | "iso8859-1" | "iso_8859-1" | "latin1" | "l1" => Ok(Charset::Latin1),
        "utf-16" | "unicode" | "iso-10646-ucs-2" => Ok(Charset::Other(shape.unwrap_or(UTF_16LE))),
        _ => Encoding::for_label_no_replacement(trimmed.as_bytes()).map(Charset::Other).ok_or_else(|| {
            let label = shortened(trimmed, 40);
            XmlError::without_position(XmlErrorKind::Encoding, format!("the encoding `{label}` is not known"))
        }),
    }
}

/// The `encoding` of an XML declaration whose bytes agree with ASCII.
fn declared_encoding(bytes: &[u8]) -> Option<String> {
    let rest = bytes.strip_prefix(b"<?xml")?;
    let end = memchr::memmem::find(rest, b"?>")?;
    let declaration = std::str::from_utf8(rest.get(..end)?).ok()?;
    let (_, after) = declaration.split_once("encoding")?;
    let value = after.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    value.get(1..)?.split_once(quote).map(|(label, _)| label.to_owned())
}

fn decode_as<'b>(bytes: &'b [u8], skip: usize, charset: &Charset) -> Result<Cow<'b, str>, XmlError> {
    let content = bytes.get(skip..).unwrap_or_default();
    match charset {
        Charset::UsAscii => match content.iter().position(|byte| !byte.is_ascii()) {
            Some(at) => Err(XmlError::in_bytes(skip + at, "a byte above 127 where the encoding is US-ASCII")),
            None => from_utf8(content, skip),
        },
        Charset::Latin1 => Ok(latin1(content)),
        Charset::Other(encoding) if *encoding == UTF_8 => from_utf8(content, skip),
        Charset::Other(encoding) => by_decoder(content, skip, encoding).map(Cow::Owned),
    }
}

fn from_utf8(content: &[u8], skip: usize) -> Result<Cow<'_, str>, XmlError> {
    std::str::from_utf8(content)
        .map(Cow::Borrowed)
        .map_err(|error| XmlError::in_bytes(skip + error.valid_up_to(), "these bytes are not valid UTF-8"))
}

/// Bytes are decoded in pieces, so that no more room is taken than the text needs.
const PIECE: usize = 4096;

fn latin1(content: &[u8]) -> Cow<'_, str> {
    let beyond_ascii = content.iter().filter(|byte| !byte.is_ascii()).count();
    if beyond_ascii == 0 {
        return encoding_rs::mem::decode_latin1(content);
    }
    let mut text = String::with_capacity(content.len() + beyond_ascii);
    for piece in content.chunks(PIECE) {
        text.push_str(&encoding_rs::mem::decode_latin1(piece));
    }
    Cow::Owned(text)
}

/// Decodes twice: first to measure the text, then to keep it.
fn by_decoder(content: &[u8], skip: usize, encoding: &'static Encoding) -> Result<String, XmlError> {
    let mut length = 0;
    in_pieces(content, skip, encoding, |piece| length += piece.len())?;
    let mut text = String::with_capacity(length);
    in_pieces(content, skip, encoding, |piece| text.push_str(piece))?;
    Ok(text)
}

fn in_pieces(
    content: &[u8],
    skip: usize,
    encoding: &'static Encoding,
    mut take: impl FnMut(&str),
) -> Result<(), XmlError> {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut room = String::with_capacity(PIECE);
    let mut read = 0;
    loop {
        let rest = content.get(read..).unwrap_or_default();
        room.clear();
        let (result, more) = decoder.decode_to_string_without_replacement(rest, &mut room, true);
        read += more;
        match result {
            DecoderResult::Malformed(_, _) => {
                let message = format!("these bytes are not valid {}", encoding.name());
                return Err(XmlError::in_bytes(skip + read.saturating_sub(1), message));
            }
            DecoderResult::InputEmpty => {
                take(&room);
                return Ok(());
            }
            DecoderResult::OutputFull => take(&room),
        }
    }
}
