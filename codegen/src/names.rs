//! Rust names from names on the wire: case, keywords, and characters that Rust does not allow.
//!
//! Only this module makes Rust names. Others ask for a [`type_name`], a [`member_name`] or a [`constant_name`], and make a token with
//! [`ident`]. The names never carry `r#`; `ident` adds it for keywords.

use std::borrow::Cow;
use std::fmt::Write as _;

use asmx_types::display::is_obeyed;
use asmx_types::xml_name::decode_local_name as decode;
use heck::{ToShoutySnakeCase, ToSnakeCase, ToUpperCamelCase};
use proc_macro2::{Ident, Span};

/// All keywords of edition 2021 or 2024, strict or reserved, including `gen`.
///
/// Weak keywords (`union`, `raw`, `safe`, `macro_rules`, `auto`, `default`) are ordinary identifiers in generated code, so they are not
/// listed.
pub const KEYWORDS: [&str; 53] = [
    "Self", "_", "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do",
    "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro",
    "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "self", "static", "struct", "super",
    "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// Keywords that cannot be raw identifiers. They get a trailing underscore.
pub const NEVER_RAW: [&str; 5] = ["Self", "_", "crate", "self", "super"];

/// Types, traits and variants of Rust's prelude. A generated type of that name would hide them from generated code and from glob imports, so
/// it gets a trailing underscore.
pub const PRELUDE: [&str; 39] = [
    "AsMut",
    "AsRef",
    "AsyncFn",
    "AsyncFnMut",
    "AsyncFnOnce",
    "Box",
    "Clone",
    "Copy",
    "Default",
    "DoubleEndedIterator",
    "Drop",
    "Eq",
    "Err",
    "ExactSizeIterator",
    "Extend",
    "Fn",
    "FnMut",
    "FnOnce",
    "From",
    "FromIterator",
    "Future",
    "Into",
    "IntoFuture",
    "IntoIterator",
    "Iterator",
    "None",
    "Ok",
    "Option",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "Result",
    "Send",
    "Sized",
    "Some",
    "String",
    "Sync",
    "Unpin",
    "Vec",
];

/// Methods of every client struct. Operations cannot use these names.
pub const CLIENT_METHODS: [&str; 7] = ["builder", "client", "clone", "from", "in_process", "opener", "opener_for"];

/// Constructors of requests, structures and rows. Setters cannot use these names.
pub const CONSTRUCTORS: [&str; 1] = ["new"];

/// Methods of every typed DataSet. Tables cannot use these names.
pub const DATA_SET_METHODS: [&str; 7] = ["as_data_set", "clone", "from", "into", "is_null", "new", "null"];

/// The prefix of the method that sets a table's rows.
pub const SETS_ROWS: &str = "with_";

/// Names for the field of a row that keeps undeclared columns; the first one that no column uses.
pub const UNDECLARED: [&str; 2] = ["undeclared", "undeclared_columns"];

/// Names for the variant of an enumeration that keeps unknown values; the first one that no value uses.
pub const UNKNOWN: [&str; 2] = ["Unknown", "UnknownValue"];

/// The name of a type or request struct: `Reports_GetBlocks` gives `ReportsGetBlocks`, `Option` gives `Option_`.
///
/// `None` if no character of the name can be in an identifier (`***`).
pub fn type_name(wire: &str) -> Option<String> {
    let mut name = variant_name(wire)?;
    if PRELUDE.contains(&name.as_str()) {
        name.push('_');
    }
    Some(name)
}

/// The type of the rows of a typed DataSet's table: `ShopOrdersRow`. Empty if one of the two names is empty.
pub fn of_rows(data_set: &str, method: &str) -> String {
    match variant_name(method) {
        Some(table) if !data_set.is_empty() => {
            format!("{}{}Row", data_set.trim_end_matches('_'), table.trim_matches('_'))
        }
        _ => String::new(),
    }
}

/// The name of an enumeration's variant: that of a type, but variants hide no names of the prelude.
///
/// `None` if no character of the name can be in an identifier.
pub fn variant_name(wire: &str) -> Option<String> {
    finish(&words(wire).to_upper_camel_case(), 'N')
}

/// The name of a method, field or setter: `Reports_GetBlocks` gives `reports_get_blocks`, `JobID` gives `job_id`.
///
/// `None` if no character of the name can be in an identifier.
pub fn member_name(wire: &str) -> Option<String> {
    finish(&words(wire).to_snake_case(), 'n')
}

/// The name of a static: `Reports_GetBlocks` gives `REPORTS_GET_BLOCKS`.
///
/// `None` if no character of the name can be in an identifier.
pub fn constant_name(wire: &str) -> Option<String> {
    finish(&words(wire).to_shouty_snake_case(), 'N')
}

/// The first forbidden character of a name, decoded: a character that terminals, editors or compilers obey instead of showing it, or a
/// backtick, which ends code in Markdown.
pub fn forbidden(wire: &str) -> Option<char> {
    decode(wire).chars().find(|character| is_obeyed(*character) || *character == '`')
}

/// The text of a wire name. A plural of capitals (`IDs`, `URLs`) is written as one word.
fn words(wire: &str) -> String {
    let text = decode(wire);
    let text = in_common_letters(&text);
    let letters: Vec<char> = text.chars().collect();
    let mut words = String::with_capacity(text.len());
    for (at, letter) in letters.iter().copied().enumerate() {
        let is_capital =
            |at: Option<usize>| at.and_then(|at| letters.get(at)).is_some_and(|letter| letter.is_uppercase());
        // Finds the end of this letter's run of capitals: a lone `s` behind at least two of them, before no small letter.
        let run = letters.iter().skip(at).take_while(|letter| letter.is_uppercase()).count();
        let ends_in_s = letters.get(at + run) == Some(&'s')
            && !letters.get(at + run + 1).is_some_and(|next| next.is_lowercase() || next.is_numeric());
        if run > 0 && ends_in_s && is_capital(at.checked_sub(1)) {
            words.extend(letter.to_lowercase());
        } else {
            words.push(letter);
        }
    }
    words
}

/// Letters beyond ASCII that identifiers keep. Each has one form in Unicode, so that two names never become one, and the compiler's lints
/// `uncommon_codepoints` and those of case accept it.
const COMMON: [(char, char); 23] = [
    ('\u{C0}', '\u{D6}'),
    ('\u{D8}', '\u{F6}'),
    ('\u{F8}', '\u{131}'),
    ('\u{134}', '\u{13E}'),
    ('\u{141}', '\u{148}'),
    ('\u{14A}', '\u{17E}'),
    ('\u{1A0}', '\u{1A1}'),
    ('\u{1AF}', '\u{1B0}'),
    ('\u{218}', '\u{21B}'),
    ('\u{1EA0}', '\u{1EF9}'),
    ('\u{386}', '\u{386}'),
    ('\u{388}', '\u{3CE}'),
    ('\u{400}', '\u{45F}'),
    ('\u{490}', '\u{4FF}'),
    ('\u{531}', '\u{586}'),
    ('\u{5D0}', '\u{5EA}'),
    ('\u{620}', '\u{63F}'),
    ('\u{641}', '\u{64A}'),
    ('\u{3041}', '\u{3096}'),
    ('\u{30A1}', '\u{30FE}'),
    ('\u{3400}', '\u{4DBF}'),
    ('\u{4E00}', '\u{9FFF}'),
    ('\u{AC00}', '\u{D7A3}'),
];

/// Writes all other letters as numbers: `ﬁ` becomes `ufb01`.
fn in_common_letters(text: &str) -> Cow<'_, str> {
    let is_common = |letter: char| {
        let has_one_form = letter.to_uppercase().count() == 1 && letter.to_lowercase().count() == 1;
        COMMON.iter().any(|(first, last)| (*first..=*last).contains(&letter))
            && (has_one_form && !is_stuck(letter) || letter == 'ß')
    };
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let mut common = String::with_capacity(text.len());
    for letter in text.chars() {
        let is_dropped = !letter.is_alphanumeric() || !can_continue(letter);
        if letter.is_ascii() || is_dropped || is_common(letter) {
            common.push(letter);
        } else {
            // Writing to a String cannot fail.
            let _ = write!(common, "u{:04x}", u32::from(letter));
        }
    }
    Cow::Owned(common)
}

fn is_stuck(letter: char) -> bool {
    letter.is_lowercase() && letter.to_uppercase().any(char::is_lowercase)
        || letter.is_uppercase() && letter.to_lowercase().any(char::is_uppercase)
}

/// The token for a name that a function above made, raw (`r#type`) if it is a keyword.
///
/// Never panics: a text that is not an identifier is first made one.
pub fn ident(name: &str) -> Ident {
    if is_identifier(name) {
        return token(name);
    }
    token(&finish(name, 'n').unwrap_or_else(|| "unnamed".to_owned()))
}

fn token(name: &str) -> Ident {
    if is_keyword(name) { Ident::new_raw(name, Span::call_site()) } else { Ident::new(name, Span::call_site()) }
}

/// The name with the first number for which `is_taken` is false.
pub fn free(base: &str, joint: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let mut number = 2_u32;
    loop {
        let name = format!("{}{joint}{number}", base.trim_matches('_'));
        if !is_taken(&name) {
            return name;
        }
        number = number.wrapping_add(1);
    }
}

/// The first free one of these names, or the first name with a free number.
pub fn first_free(names: [&str; 2], joint: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let free = names.into_iter().find(|name| !is_taken(name)).map(str::to_owned);
    free.unwrap_or_else(|| self::free(names[0], joint, is_taken))
}

/// Whether the text can name a Rust item, possibly with `r#`.
pub fn is_identifier(text: &str) -> bool {
    is_plain_identifier(text) || (is_keyword(text) && !NEVER_RAW.contains(&text))
}

pub fn is_keyword(text: &str) -> bool {
    KEYWORDS.binary_search(&text).is_ok()
}

/// Drops characters that identifiers cannot hold, and corrects a first character that cannot be first and keywords that cannot be raw.
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

/// Whether the text is an identifier and not a keyword, by the compiler's tables.
fn is_plain_identifier(text: &str) -> bool {
    if text.is_ascii() {
        let mut bytes = text.bytes();
        return bytes.next().is_some_and(|first| first.is_ascii_alphabetic() || first == b'_')
            && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
            && !is_keyword(text);
    }
    // The lexer skips blanks, comments and a byte order mark, so compare with the whole text.
    syn::parse_str::<Ident>(text).is_ok_and(|ident| ident == text)
}
