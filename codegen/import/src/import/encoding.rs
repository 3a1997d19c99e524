//! Decodes the bytes of a document.

use asmx_codegen::diagnostic::{Code, Diagnostic, Source, Span, quoted};
use asmx_codegen::read::compressed;

/// Why the main document cannot be read.
pub(crate) struct Unreadable {
    pub(crate) source: Source,
    pub(crate) mistake: Diagnostic,
}

/// The text of a document in UTF-8, UTF-16 with a byte order mark, or declared Latin-1.
pub(crate) fn source(name: &str, bytes: &[u8]) -> Result<Source, Box<Unreadable>> {
    if let Some(mistake) = compressed(bytes) {
        return Err(Box::new(Unreadable { source: Source::new(name, String::new()), mistake }));
    }
    let wide = |bytes: &[u8], unit: fn([u8; 2]) -> u16| {
        let units = bytes.chunks_exact(2).filter_map(|pair| pair.try_into().ok()).map(unit);
        char::decode_utf16(units).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER)).collect::<String>()
    };
    let text = match bytes {
        [0xFF, 0xFE, rest @ ..] => wide(rest, u16::from_le_bytes),
        [0xFE, 0xFF, rest @ ..] => wide(rest, u16::from_be_bytes),
        _ => match std::str::from_utf8(bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes)) {
            Ok(text) => text.to_owned(),
            Err(_) if declared(bytes).is_some_and(|name| name.eq_ignore_ascii_case("iso-8859-1")) => {
                bytes.iter().copied().map(char::from).collect()
            }
            Err(error) => {
                let start = error.valid_up_to();
                let source = Source::new(name, String::from_utf8_lossy(bytes).into_owned());
                let diagnostic = |code, message: String| Diagnostic::new(code, Span::new(start, start + 1), message);
                let mistake = match declared(bytes).filter(|name| !name.eq_ignore_ascii_case("utf-8")) {
                    Some(encoding) => {
                        let message = format!("unsupported encoding {}", quoted(&encoding));
                        diagnostic(Code::DeclaredEncoding, message)
                            .label("the first character that is another one in UTF-8")
                            .help("save the file as UTF-8, and say so in its first line")
                    }
                    None => diagnostic(Code::NotUtf8, "a byte that is not UTF-8".to_owned())
                        .label("not a character")
                        .help("save the file as UTF-8"),
                };
                return Err(Box::new(Unreadable { source, mistake }));
            }
        },
    };
    let source = Source::new(name, without_late_declaration(text));
    if source.text.trim_ascii().is_empty() {
        let mistake = Diagnostic::new(Code::EmptyFile, Span::default(), "the document is empty")
            .help("save what the service returns for `?WSDL`");
        return Err(Box::new(Unreadable { source, mistake }));
    }
    Ok(source)
}

/// Blanks out an XML declaration after leading white space, which browsers save so. Offsets stay valid.
fn without_late_declaration(text: String) -> String {
    let start = text.len() - text.trim_start().len();
    let end = text.get(start..).filter(|rest| start > 0 && rest.starts_with("<?xml")).and_then(|rest| rest.find("?>"));
    match end {
        Some(end) => text
            .char_indices()
            .map(|(at, character)| if at < start + end + 2 && !character.is_whitespace() { ' ' } else { character })
            .collect(),
        None => text,
    }
}

fn declared(bytes: &[u8]) -> Option<String> {
    let start = String::from_utf8_lossy(bytes.get(..200).unwrap_or(bytes)).into_owned();
    let declaration = start.trim_start().strip_prefix("<?xml")?.split("?>").next()?;
    let value = declaration.split_once("encoding")?.1.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    value.split(quote).nth(1).map(str::to_owned)
}
