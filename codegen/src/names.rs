//! What a wire name becomes in Rust: case, keywords, characters that Rust has no place for.
//!
//! The only module that knows. Everything else asks for a [`type_name`], a [`member_name`] or a [`constant_name`] and turns the
//! answer into a token with [`ident`]. The three answers never carry `r#`; `ident` adds it where the keyword demands it.

use asmx_types::xml_name::decode_local_name as decode;
use heck::{ToShoutySnakeCase, ToSnakeCase, ToUpperCamelCase};
use proc_macro2::{Ident, Span};

/// Every word that is a keyword in edition 2021 or 2024, strict or reserved, `gen` included.
///
/// Weak keywords (`union`, `raw`, `safe`, `macro_rules`, `auto`, `default`) are ordinary identifiers wherever generated code
/// puts one, so they are not here.
pub const KEYWORDS: [&str; 53] = [
    "Self", "_", "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do",
    "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro",
    "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "self", "static", "struct", "super",
    "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// The keywords that not even `r#` makes an identifier: they get a trailing underscore instead.
pub const NEVER_RAW: [&str; 5] = ["Self", "_", "crate", "self", "super"];

/// Methods that every client struct has of its own, so that no operation's method can have their names.
pub const CLIENT_METHODS: [&str; 5] = ["builder", "client", "clone", "in_process", "opener"];

/// Names that the constructor of a request or structure takes, so that no setter can have them.
pub const CONSTRUCTORS: [&str; 1] = ["new"];

/// The field of a generated row that holds the columns which are not declared; the first of these that no column's field has.
pub const UNDECLARED: [&str; 2] = ["undeclared", "undeclared_columns"];

/// Statics of a generated service beside the operations' descriptors and the service's own.
pub const SERVICE_STATICS: [&str; 3] = ["AREAS", "COMMON", "OPERATIONS"];

/// The name of a type, enum value or request struct: `Reports_GetBlocks` gives `ReportsGetBlocks`.
///
/// `None` where nothing of the name can stand in an identifier (`***`).
pub fn type_name(wire: &str) -> Option<String> {
    finish(&decode(wire).to_upper_camel_case(), 'N')
}

/// The name of a method, field or setter: `Reports_GetBlocks` gives `reports_get_blocks`, `JobID` gives `job_id`.
///
/// `None` where nothing of the name can stand in an identifier.
pub fn member_name(wire: &str) -> Option<String> {
    finish(&decode(wire).to_snake_case(), 'n')
}

/// The name of a static: `Reports_GetBlocks` gives `REPORTS_GET_BLOCKS`.
///
/// `None` where nothing of the name can stand in an identifier.
pub fn constant_name(wire: &str) -> Option<String> {
    finish(&decode(wire).to_shouty_snake_case(), 'N')
}

/// The token for a name that one of the functions above made, raw (`r#type`) where it must be.
///
/// Never panics: a text that is no identifier at all is first made one, as the functions above do.
pub fn ident(name: &str) -> Ident {
    if is_keyword(name) && !NEVER_RAW.contains(&name) {
        return Ident::new_raw(name, Span::call_site());
    }
    if is_plain_identifier(name) {
        return Ident::new(name, Span::call_site());
    }
    let mended = finish(name, 'n').unwrap_or_else(|| "unnamed".to_owned());
    if is_keyword(&mended) {
        Ident::new_raw(&mended, Span::call_site())
    } else {
        Ident::new(&mended, Span::call_site())
    }
}

/// Whether the text can name a Rust item, as it is or behind `r#`.
pub fn is_identifier(text: &str) -> bool {
    is_plain_identifier(text) || (is_keyword(text) && !NEVER_RAW.contains(&text))
}

/// Whether the text is a keyword of edition 2021 or 2024.
pub fn is_keyword(text: &str) -> bool {
    KEYWORDS.binary_search(&text).is_ok()
}

/// Keeps what an identifier can hold and mends what is left: a first character that cannot stand first, and the keywords
/// that cannot be raw.
fn finish(cased: &str, before_digits: char) -> Option<String> {
    let mut name = String::with_capacity(cased.len() + 1);
    for character in cased.chars().filter(|character| can_continue(*character)) {
        if name.is_empty() && !can_start(character) {
            name.push(before_digits);
        }
        name.push(character);
    }
    if name.chars().all(|character| character == '_') {
        return None;
    }
    if NEVER_RAW.contains(&name.as_str()) {
        name.push('_');
    }
    Some(name)
}

fn can_start(character: char) -> bool {
    if character.is_ascii() {
        return character.is_ascii_alphabetic() || character == '_';
    }
    is_plain_identifier(character.encode_utf8(&mut [0; 4]))
}

fn can_continue(character: char) -> bool {
    if character.is_ascii() {
        return character.is_ascii_alphanumeric() || character == '_';
    }
    is_plain_identifier(&format!("a{character}"))
}

/// Whether the text is an identifier and no keyword, by the compiler's own tables.
fn is_plain_identifier(text: &str) -> bool {
    if text.is_ascii() {
        let mut bytes = text.bytes();
        return bytes.next().is_some_and(|first| first.is_ascii_alphabetic() || first == b'_')
            && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
            && !is_keyword(text);
    }
    // The lexer skips blanks, comments and a byte order mark around an identifier, so what it read must be all there was.
    syn::parse_str::<Ident>(text).is_ok_and(|ident| ident == text)
}
