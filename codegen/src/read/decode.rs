//! Decodes UTF-8, with or without a byte order mark. Other encodings are refused.

use crate::diagnostic::{Code, Diagnostic, Source, Span, quoted};

/// The text of a spec, or a mistake with the text as far as it can be shown.
pub(super) fn decode(file_name: &str, bytes: &[u8]) -> Result<Source, Box<(Source, Diagnostic)>> {
    if let Some(encoding) = wide_encoding(bytes) {
        let mistake =
            Diagnostic::new(Code::WideEncoding, Span::default(), format!("the file is written in {encoding}"))
                .help("save it as UTF-8");
        return Err(Box::new((Source::new(file_name, String::new()), mistake)));
    }
    if let Some(mistake) = compressed(bytes) {
        return Err(Box::new((Source::new(file_name, String::new()), mistake)));
    }
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => return Err(Box::new(not_utf8(file_name, bytes, error))),
    };
    let source = Source::new(file_name, text.to_owned());
    if text.trim_ascii().is_empty() {
        let mistake = Diagnostic::new(Code::EmptyFile, Span::default(), "the file is empty")
            .help("a spec begins with `<service name=\"…\" path=\"/….asmx\">`");
        return Err(Box::new((source, mistake)));
    }
    if let Some(mistake) = declared_encoding(text) {
        return Err(Box::new((source, mistake)));
    }
    Ok(source)
}

pub fn compressed(bytes: &[u8]) -> Option<Diagnostic> {
    let is_compressed = bytes.starts_with(&[0x1F, 0x8B]) || bytes.starts_with(b"PK\x03\x04");
    is_compressed.then(|| {
        Diagnostic::new(Code::NotUtf8, Span::default(), "the file is compressed")
            .help("unpack it: `gzip -d`, or let `curl --compressed` do it")
    })
}

fn not_utf8(file_name: &str, bytes: &[u8], error: std::str::Utf8Error) -> (Source, Diagnostic) {
    let start = error.valid_up_to();
    let byte = bytes.get(start).copied().unwrap_or_default();
    let source = Source::new(file_name, String::from_utf8_lossy(bytes).into_owned());
    let mistake =
        Diagnostic::new(Code::NotUtf8, Span::new(start, start + 1), format!("byte 0x{byte:02X} is not UTF-8"))
            .label("not a character")
            .help("save the file as UTF-8");
    (source, mistake)
}

/// UTF-16 and UTF-32 have a byte order mark, or a zero byte in the first character.
fn wide_encoding(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0xFF, 0xFE, 0, 0, ..] | [0, 0, 0xFE, 0xFF, ..] | [b'<', 0, 0, 0, ..] | [0, 0, 0, b'<', ..] => Some("UTF-32"),
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] | [b'<', 0, ..] | [0, b'<', ..] => Some("UTF-16"),
        _ => None,
    }
}

/// The encoding in the XML declaration, unless it is UTF-8 or ASCII, its subset.
fn declared_encoding(text: &str) -> Option<Diagnostic> {
    let declaration = text.strip_prefix("<?xml").and_then(|rest| rest.split("?>").next())?;
    let attribute = declaration.find("encoding")?;
    let from = declaration.get(attribute..)?;
    let open = from.find(['"', '\''])?;
    let quote = from.get(open..)?.chars().next()?;
    let value = from.get(open + 1..)?.split(quote).next()?;
    if ["utf-8", "us-ascii", "ascii"].iter().any(|accepted| value.trim().eq_ignore_ascii_case(accepted)) {
        return None;
    }
    let start = "<?xml".len() + attribute + open + 1;
    Some(
        Diagnostic::new(
            Code::DeclaredEncoding,
            Span::new(start, start + value.len()),
            format!("the file declares the encoding {}", quoted(value)),
        )
        .label("specs are UTF-8")
        .help("save the file as UTF-8 and declare `encoding=\"utf-8\"`, or leave the declaration out"),
    )
}
