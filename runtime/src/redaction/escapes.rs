//! Undoes one escape at a time: percent-encoding, references of XML and HTML, names of XML, strings of JSON and of programs, quoted-printable,
//! and UTF-8 that was read byte by byte.

/// A character, with its bytes in the original text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Placed {
    pub(super) letter: char,
    pub(super) start: usize,
    pub(super) end: usize,
}

const LATIN_1: &str = "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro \
     para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute \
     Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN \
     szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve \
     oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";

/// Names of HTML for the rest of ASCII, and for the usual signs of texts.
const NAMED: [(&str, char); 52] = [
    ("amp", '&'),
    ("lt", '<'),
    ("gt", '>'),
    ("quot", '"'),
    ("apos", '\''),
    ("excl", '!'),
    ("num", '#'),
    ("dollar", '$'),
    ("percnt", '%'),
    ("lpar", '('),
    ("rpar", ')'),
    ("ast", '*'),
    ("midast", '*'),
    ("plus", '+'),
    ("comma", ','),
    ("period", '.'),
    ("sol", '/'),
    ("colon", ':'),
    ("semi", ';'),
    ("equals", '='),
    ("quest", '?'),
    ("commat", '@'),
    ("lsqb", '['),
    ("lbrack", '['),
    ("bsol", '\\'),
    ("rsqb", ']'),
    ("rbrack", ']'),
    ("hat", '^'),
    ("lowbar", '_'),
    ("underbar", '_'),
    ("grave", '`'),
    ("lcub", '{'),
    ("lbrace", '{'),
    ("verbar", '|'),
    ("vert", '|'),
    ("rcub", '}'),
    ("rbrace", '}'),
    ("tab", '\t'),
    ("newline", '\n'),
    ("euro", '€'),
    ("ndash", '–'),
    ("mdash", '—'),
    ("lsquo", '‘'),
    ("rsquo", '’'),
    ("sbquo", '‚'),
    ("ldquo", '“'),
    ("rdquo", '”'),
    ("bdquo", '„'),
    ("bull", '•'),
    ("hellip", '…'),
    ("trade", '™'),
    ("tilde", '˜'),
];

/// Names of HTML that are recognised without a semicolon.
const LEGACY: [&str; 5] = ["amp", "lt", "gt", "quot", "apos"];

/// The most letters in the name of a reference.
const LONGEST_NAME: usize = 8;

/// The character of the escape at the beginning of `text`, and the number of letters of the escape.
pub(super) fn undone(text: &[Placed]) -> Option<(char, usize)> {
    match at(text, 0)? {
        '%' if matches!(at(text, 1), Some('u' | 'U')) => utf16(text, 2),
        '%' => number(text, 1, 16, 2, 2),
        '&' => reference(text),
        '_' => of_name(text),
        '\\' => backslash(text),
        _ => None,
    }
}

/// The character of a quoted-printable escape, and the number of its letters. In other texts `=` stands before a value.
pub(super) fn unquoted(text: &[Placed]) -> Option<(char, usize)> {
    match (at(text, 0)?, at(text, 1)?) {
        // A soft line break is removed.
        ('=', '\r') => Some(('\0', if at(text, 2) == Some('\n') { 3 } else { 2 })),
        ('=', '\n' | ' ') => Some(('\0', 2)),
        ('=', _) => number(text, 1, 16, 2, 2),
        _ => None,
    }
}

/// The value of a digit of that many bits: hexadecimal, or base64 in either alphabet.
pub(super) fn digit(letter: char, bits: u32) -> Option<u32> {
    if bits == 4 {
        return letter.to_digit(16);
    }
    let code = u32::from(letter);
    match letter {
        'A'..='Z' => Some(code - u32::from('A')),
        'a'..='z' => Some(code - u32::from('a') + 26),
        '0'..='9' => Some(code - u32::from('0') + 52),
        '+' | '-' => Some(62),
        '/' | '_' => Some(63),
        _ => None,
    }
}

fn at(text: &[Placed], index: usize) -> Option<char> {
    text.get(index).map(|one| one.letter)
}

/// A code of `least` to `most` digits at `start`, and its end.
fn code(text: &[Placed], start: usize, radix: u32, least: usize, most: usize) -> Option<(u32, usize)> {
    let digits = text.iter().skip(start).take(most).map_while(|one| one.letter.to_digit(radix));
    let (code, count) =
        digits.fold((0_u32, 0), |(code, count), digit| (code.saturating_mul(radix).saturating_add(digit), count + 1));
    (count >= least).then_some((code, start + count))
}

fn number(text: &[Placed], start: usize, radix: u32, least: usize, most: usize) -> Option<(char, usize)> {
    let (code, end) = code(text, start, radix, least, most)?;
    Some((char::from_u32(code)?, end))
}

/// Four digits after a mark of that many letters; two of them for a character of two units.
fn utf16(text: &[Placed], mark: usize) -> Option<(char, usize)> {
    let (first, end) = code(text, mark, 16, 4, 4)?;
    if let Some(letter) = char::from_u32(first) {
        return Some((letter, end));
    }
    let (second, end) = code(text, end + mark, 16, 4, 4)?;
    Some((of_units([first, second])?, end))
}

/// A reference by number or by name. The semicolon after a number, and after the oldest names, may be missing.
fn reference(text: &[Placed]) -> Option<(char, usize)> {
    let with_semicolon = |end: usize| end + usize::from(at(text, end) == Some(';'));
    if at(text, 1) == Some('#') {
        let (radix, start) = if matches!(at(text, 2)?, 'x' | 'X') { (16, 3) } else { (10, 2) };
        let zeros = text.iter().skip(start).take_while(|one| one.letter == '0').count();
        // One zero is a number of its own.
        let (letter, end) = number(text, start + zeros.saturating_sub(1), radix, 1, 8)?;
        return Some((letter, with_semicolon(end)));
    }
    let letters = text.iter().skip(1).take(LONGEST_NAME).map(|one| one.letter.to_ascii_lowercase());
    // Case is ignored: texts are compared without case.
    let name: String = letters.take_while(char::is_ascii_alphanumeric).collect();
    let end = name.len() + 1;
    if at(text, end) == Some(';') {
        return Some((named(&name)?, end + 1));
    }
    let legacy = LEGACY.iter().find(|legacy| name.starts_with(**legacy))?;
    Some((named(legacy)?, legacy.len() + 1))
}

/// The character of `_x0040_`, `_xD83D__xDE00_` or `_x0001F600_`, which stands in a name of XML for one that names cannot have.
fn of_name(text: &[Placed]) -> Option<(char, usize)> {
    let of_code = |start, digits| {
        let is_open = at(text, start)? == '_' && matches!(at(text, start + 1)?, 'x' | 'X');
        let (code, end) = code(text, start + 2, 16, digits, digits).filter(|_| is_open)?;
        (at(text, end) == Some('_')).then_some((code, end + 1))
    };
    let (first, end) = of_code(0, 4).or_else(|| of_code(0, 8))?;
    if let Some(letter) = char::from_u32(first) {
        return Some((letter, end));
    }
    let (second, end) = of_code(end, 4)?;
    Some((of_units([first, second])?, end))
}

/// The character of two units of UTF-16.
fn of_units(units: [u32; 2]) -> Option<char> {
    let units = units.map(|unit| u16::try_from(unit).unwrap_or_default());
    char::decode_utf16(units).next()?.ok()
}

fn named(name: &str) -> Option<char> {
    if let Some((_, letter)) = NAMED.iter().find(|(known, _)| *known == name) {
        return Some(*letter);
    }
    let index = LATIN_1.split_whitespace().position(|known| known.eq_ignore_ascii_case(name))?;
    char::from_u32(0xA0 + u32::try_from(index).ok()?)
}

/// The escape after a backslash, as in strings of JSON and of programs.
fn backslash(text: &[Placed]) -> Option<(char, usize)> {
    match at(text, 1)? {
        'u' | 'U' if at(text, 2) == Some('{') => {
            let (letter, end) = number(text, 3, 16, 1, 6)?;
            (at(text, end) == Some('}')).then_some((letter, end + 1))
        }
        'u' | 'U' => number(text, 2, 16, 8, 8).or_else(|| utf16(text, 2)),
        'x' | 'X' => number(text, 2, 16, 2, 2),
        '0'..='7' => number(text, 1, 8, 3, 3).or(Some(('\0', 2))),
        'n' | 'r' | 't' | 'b' | 'f' | 'v' => Some(('\n', 2)),
        other => Some((other, 2)),
    }
}

/// Letters that are the UTF-8 bytes of another letter.
pub(super) fn utf8(text: &[Placed]) -> Option<(char, usize)> {
    matches!(at(text, 0)?, '\u{C2}'..='\u{F4}').then_some(())?;
    let mut bytes = [0_u8; 4];
    for (byte, one) in bytes.iter_mut().zip(text) {
        *byte = u8::try_from(u32::from(one.letter)).unwrap_or_default();
    }
    let chunk = bytes.utf8_chunks().next()?;
    let letter = chunk.valid().chars().next()?;
    Some((letter, letter.len_utf8()))
}
