//! Rust names from names on the wire: case, keywords, and characters that Rust does not allow.
//!
//! No other module makes Rust names. The others ask for a [`type_name`], a [`member_name`] or a [`constant_name`], and turn the
//! result into a token with [`ident`]. The three names never carry `r#`; `ident` adds it where the keyword demands it.

use std::borrow::Cow;
use std::fmt::Write as _;

use asmx_types::display::is_obeyed;
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

/// Types, traits and variants of Rust's prelude. A type of that name would hide it from generated code and from whoever imports
/// everything of a service: it gets a trailing underscore instead.
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

/// Methods that every client struct has of its own, so that no operation's method can have their names.
pub const CLIENT_METHODS: [&str; 7] = ["builder", "client", "clone", "from", "in_process", "opener", "opener_for"];

/// Names that the constructor of a request, structure or row takes, so that no setter can have them.
pub const CONSTRUCTORS: [&str; 1] = ["new"];

/// Methods of every typed DataSet, so that no table's method can have their names.
pub const DATA_SET_METHODS: [&str; 7] = ["as_data_set", "clone", "from", "into", "is_null", "new", "null"];

/// What stands before the name of the method that returns a table's rows, in that of the one that sets them.
pub const SETS_ROWS: &str = "with_";

/// The field of a generated row that holds the columns which are not declared; the first of these that no column's field has.
pub const UNDECLARED: [&str; 2] = ["undeclared", "undeclared_columns"];

/// The variant of a generated enumeration that keeps a text which is none of its values; the first of these that no value has.
pub const UNKNOWN: [&str; 2] = ["Unknown", "UnknownValue"];

/// The name of a type or request struct: `Reports_GetBlocks` gives `ReportsGetBlocks`, `Option` gives `Option_`.
///
/// `None` where nothing of the name can stand in an identifier (`***`).
pub fn type_name(wire: &str) -> Option<String> {
    let mut name = variant_name(wire)?;
    if PRELUDE.contains(&name.as_str()) {
        name.push('_');
    }
    Some(name)
}

/// The type of the rows of a typed DataSet's table, after the DataSet and the method that returns them: `ShopOrdersRow`. Empty where
/// one of the two has no name.
pub fn of_rows(data_set: &str, method: &str) -> String {
    match variant_name(method) {
        Some(table) if !data_set.is_empty() => {
            format!("{}{}Row", data_set.trim_end_matches('_'), table.trim_matches('_'))
        }
        _ => String::new(),
    }
}

/// The name of an enumeration's value: as that of a type, but nothing is hidden by it.
///
/// `None` where nothing of the name can stand in an identifier.
pub fn variant_name(wire: &str) -> Option<String> {
    finish(&words(wire).to_upper_camel_case(), 'N')
}

/// The name of a method, field or setter: `Reports_GetBlocks` gives `reports_get_blocks`, `JobID` gives `job_id`.
///
/// `None` where nothing of the name can stand in an identifier.
pub fn member_name(wire: &str) -> Option<String> {
    finish(&words(wire).to_snake_case(), 'n')
}

/// The name of a static: `Reports_GetBlocks` gives `REPORTS_GET_BLOCKS`.
///
/// `None` where nothing of the name can stand in an identifier.
pub fn constant_name(wire: &str) -> Option<String> {
    finish(&words(wire).to_shouty_snake_case(), 'N')
}

/// The first character of a name that no name may hold, the name decoded: one that a terminal, an editor or a compiler obeys instead of showing
/// it, or the one that ends code in Markdown.
pub fn forbidden(wire: &str) -> Option<char> {
    decode(wire).chars().find(|one| is_obeyed(*one) || *one == '`')
}

/// The text behind a wire name, a plural of capitals (`IDs`, `URLs`) written as the one word that it is.
fn words(wire: &str) -> String {
    let text = decode(wire);
    let text = in_common_letters(&text);
    let letters: Vec<char> = text.chars().collect();
    let mut words = String::with_capacity(text.len());
    for (at, letter) in letters.iter().copied().enumerate() {
        let is_capital = |at: Option<usize>| at.and_then(|at| letters.get(at)).is_some_and(|one| one.is_uppercase());
        // The end of the capitals' run that this letter is in: a lone `s` behind at least two, before no small letter.
        let run = letters.iter().skip(at).take_while(|one| one.is_uppercase()).count();
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

/// Letters beyond ASCII that identifiers keep. They have one form in Unicode, so that two names never become one, and the compiler's lints
/// `uncommon_codepoints` and those of case accept them.
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

/// The text with every other letter as its number: `ﬁ` becomes `ufb01`.
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

/// Whether the letter has a case and cannot leave it.
fn is_stuck(letter: char) -> bool {
    letter.is_lowercase() && letter.to_uppercase().any(char::is_lowercase)
        || letter.is_uppercase() && letter.to_lowercase().any(char::is_uppercase)
}

/// The token for a name that one of the functions above made, raw (`r#type`) where it must be.
///
/// Never panics: a text that is no identifier at all is first made one, as the functions above do.
pub fn ident(name: &str) -> Ident {
    if is_identifier(name) {
        return token(name);
    }
    token(&finish(name, 'n').unwrap_or_else(|| "unnamed".to_owned()))
}

fn token(name: &str) -> Ident {
    if is_keyword(name) { Ident::new_raw(name, Span::call_site()) } else { Ident::new(name, Span::call_site()) }
}

/// The first name with a number behind it that nobody has.
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

/// The first of these names that nobody has, or the first of them with a number behind it.
pub fn first_free(names: [&str; 2], joint: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let free = names.into_iter().find(|name| !is_taken(name)).map(str::to_owned);
    free.unwrap_or_else(|| self::free(names[0], joint, is_taken))
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

/// Whether the text is an identifier and no keyword, by the tables that the compiler goes by.
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
