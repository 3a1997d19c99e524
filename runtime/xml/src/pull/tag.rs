//! Start tags: names, attributes and namespace declarations.

use std::borrow::Cow;
use std::collections::HashSet;
use std::num::NonZeroU32;

use super::state::{NO_NAMESPACE, Namespace, Open, PullReader, Written, XML, narrow, same};
use crate::characters::{self, attribute_value, is_white_space};
use crate::escape;
use crate::{XML_NAMESPACE, XMLNS_NAMESPACE};

/// Positions of a name's end and of its colon.
#[derive(Clone, Copy)]
struct Name {
    end: NonZeroU32,
    /// 0 without a colon.
    colon: u32,
}

/// The part of an attribute that must be unique in a tag.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Key<'t> {
    /// The declared prefix; empty for the default namespace.
    Declaration(&'t str),
    /// Includes the prefix.
    Attribute(&'t str),
}

impl<'t> Key<'t> {
    fn of(name: &'t str) -> Self {
        match name.strip_prefix("xmlns") {
            Some("") => Self::Declaration(""),
            Some(rest) => rest.strip_prefix(':').map_or(Self::Attribute(name), Self::Declaration),
            None => Self::Attribute(name),
        }
    }
}

/// The most names that are compared one by one.
const FEW: usize = 8;

impl<'t> PullReader<'t> {
    /// Reads the start tag at the current position; `None` if it is not well-formed.
    pub(super) fn start(&mut self) -> Option<()> {
        let start = self.at;
        if self.open.is_empty() && self.has_root() || self.open.len() >= self.options.max_depth {
            return None;
        }
        let name = self.name_at(start + 1)?;
        let (end, colon) = (name.end.get() as usize, name.colon as usize);
        let written = self.text.get(start + 1..end)?;
        self.spend(1)?;
        self.attributes.clear();
        let (default_around, namespaces_around) = (self.default, self.namespaces.len());
        let declares = match self.text.as_bytes().get(end) {
            Some(b'>') => {
                self.at = end + 1;
                false
            }
            Some(_) => self.inside_tag(end)?,
            None => return None,
        };
        let (local, namespace) = match colon {
            0 => (0, self.default),
            colon => (narrow(colon - start), self.prefixed(self.text.get(start + 1..colon)?)?),
        };
        // Constructed in place: a value that is moved into the list costs measurably more.
        self.open.push(Open {
            name: written,
            start: narrow(start),
            local,
            namespace,
            default_around,
            namespaces_around: narrow(namespaces_around),
            declares,
        });
        Some(())
    }

    /// Reads a name with at most one colon.
    fn name_at(&self, start: usize) -> Option<Name> {
        let bytes = self.text.as_bytes().get(start..)?;
        // Nearly all names end at the first byte that is not a letter, digit, `_`, `-` or `.`.
        let simple = bytes.iter().position(|byte| kind(*byte) != NAME).unwrap_or(bytes.len());
        let (mut colon, mut is_ascii, mut length) = (0, true, simple);
        if bytes.get(simple).is_some_and(|byte| kind(*byte) != OTHER) {
            for (at, byte) in bytes.iter().enumerate().skip(simple) {
                length = at;
                match kind(*byte) {
                    NAME => {}
                    COLON if colon == 0 => colon = start + at,
                    NOT_ASCII => is_ascii = false,
                    OTHER => break,
                    _ => return None,
                }
            }
        }
        if length > self.options.max_name {
            return None;
        }
        let end = start + length;
        let begins = |at: usize| matches!(self.text.as_bytes().get(at), Some(b'A'..=b'Z' | b'a'..=b'z' | b'_'));
        let is_valid = if is_ascii {
            length > 0 && begins(start) && (colon == 0 || colon > start && colon + 1 < end && begins(colon + 1))
        } else {
            characters::split_qualified_name(self.text.get(start..end)?).is_some()
        };
        if is_valid { Some(Name { end: NonZeroU32::new(narrow(end))?, colon: narrow(colon) }) } else { None }
    }

    /// Reads the attributes and the end of the tag, from behind the element's name. Returns whether there are
    /// declarations.
    fn inside_tag(&mut self, start: usize) -> Option<bool> {
        let bytes = self.text.as_bytes();
        let mut at = start;
        let mut count = 0_usize;
        let mut many = HashSet::new();
        self.declared.clear();
        let mut has_prefixes = false;
        loop {
            if count < FEW
                && let Some(end) = self.plain_attribute(at)
            {
                count += 1;
                at = end;
                continue;
            }
            let before = at;
            at = self.behind_white_space(at);
            match (bytes.get(at)?, bytes.get(at + 1)) {
                (b'>', _) => {
                    at += 1;
                    break;
                }
                (b'/', Some(b'>')) => {
                    self.is_empty = true;
                    at += 2;
                    break;
                }
                _ if at == before => return None,
                _ => {}
            }
            let name = self.name_at(at)?;
            let end = name.end.get() as usize;
            let written = self.text.get(at..end)?;
            let equals = self.behind_white_space(end);
            if bytes.get(equals) != Some(&b'=') {
                return None;
            }
            let quote_at = self.behind_white_space(equals + 1);
            let quote = *bytes.get(quote_at).filter(|quote| matches!(quote, b'"' | b'\''))?;
            let length = memchr::memchr(quote, bytes.get(quote_at + 1..)?)?;
            let value = self.text.get(quote_at + 1..quote_at + 1 + length)?;
            count += 1;
            if count > self.options.max_attributes {
                return None;
            }
            self.spend(1)?;
            if !self.is_new(written, count, &mut many) {
                return None;
            }
            let colon = (name.colon as usize).checked_sub(at);
            has_prefixes |= colon.is_some();
            self.add(written, colon, value, quote_at + 1)?;
            at = quote_at + 1 + length + 1;
        }
        self.at = at;
        let declares = !self.declared.is_empty();
        if declares {
            self.scope.enter(&self.declared);
            self.default = self.scope.resolve("").unwrap_or(NO_NAMESPACE);
            if self.scope.len() > self.options.max_attributes {
                return None;
            }
        }
        if has_prefixes {
            self.resolve_attributes()?;
        }
        Some(declares)
    }

    /// Reads an attribute in the form of nearly all, ` name="value"`: an ASCII name without a prefix, a value that
    /// needs no normalisation. Returns its end; `None`, with nothing read, for any other form.
    #[inline]
    fn plain_attribute(&mut self, start: usize) -> Option<usize> {
        let ahead = self.text.as_bytes().get(start..)?.strip_prefix(b" ")?;
        let length = ahead.iter().position(|byte| kind(*byte) != NAME)?;
        let name_at = start + b" ".len();
        let name = self.text.get(name_at..name_at + length)?;
        let ahead = ahead.get(length..)?.strip_prefix(b"=\"")?;
        let value_at = name_at + length + b"=\"".len();
        let value_length = ahead.iter().position(|byte| !is_quoted_plain(*byte))?;
        let value = self.text.get(value_at..value_at + value_length)?;
        let is_plain = ahead.get(value_length) == Some(&b'"')
            && name.as_bytes().first().is_some_and(|first| first.is_ascii_alphabetic() || *first == b'_')
            && name != "xmlns"
            && length <= self.options.max_name
            && self.attributes.len() + self.declared.len() < self.options.max_attributes
            && self.attributes.iter().all(|before| !same(before.name.as_bytes(), name.as_bytes()));
        if !is_plain {
            return None;
        }
        self.spend(1)?;
        self.attributes.push(Written { name, local: name, namespace: NO_NAMESPACE, value, is_plain: true });
        Some(value_at + value_length + b"\"".len())
    }

    #[inline]
    fn behind_white_space(&self, mut at: usize) -> usize {
        while self.text.as_bytes().get(at).copied().is_some_and(is_white_space) {
            at += 1;
        }
        at
    }

    /// Whether the name is new in the tag. Few names are compared one by one.
    fn is_new(&self, name: &'t str, count: usize, many: &mut HashSet<Key<'t>>) -> bool {
        let key = Key::of(name);
        let mut before = self.before();
        if count <= FEW {
            return before.all(|known| known != key);
        }
        if many.is_empty() {
            many.extend(before);
        }
        many.insert(key)
    }

    /// The attributes and declarations of the tag so far.
    fn before(&self) -> impl Iterator<Item = Key<'t>> {
        let declared = self.declared.iter().map(|(prefix, _)| Key::Declaration(prefix));
        declared.chain(self.attributes.iter().map(|attribute| Key::Attribute(attribute.name)))
    }

    /// Stores an attribute or a declaration, whose value begins at `value_at`.
    fn add(&mut self, name: &'t str, colon: Option<usize>, value: &'t str, value_at: usize) -> Option<()> {
        let is_plain = escape::is_plain(value.as_bytes()) || value.bytes().all(is_plain_in_value);
        let (prefix, local) = match colon {
            None => ("", name),
            Some(colon) => (name.get(..colon)?, name.get(colon + 1..)?),
        };
        if name == "xmlns" || prefix == "xmlns" {
            let value = self.value(value, value_at, is_plain)?;
            let declared = if prefix.is_empty() { "" } else { local };
            return self.declare(declared, value);
        }
        if !is_plain {
            self.value(value, value_at, is_plain)?;
        }
        // Prefixes are resolved after all declarations of the tag.
        self.attributes.push(Written { name, local, namespace: NO_NAMESPACE, value, is_plain });
        Some(())
    }

    /// The normalised value; `None` if it is not well-formed.
    fn value(&mut self, value: &'t str, at: usize, is_plain: bool) -> Option<Cow<'t, str>> {
        if is_plain {
            return Some(Cow::Borrowed(value));
        }
        let (value, has_forbidden) = attribute_value(self.text, at, value, self.options.forbidden_references).ok()?;
        self.has_forbidden_references |= has_forbidden;
        Some(value)
    }

    /// Stores a namespace declaration (Namespaces in XML 1.0 sections 3 and 5).
    fn declare(&mut self, prefix: &'t str, namespace: Cow<'t, str>) -> Option<()> {
        let is_xml = prefix == "xml";
        if prefix == "xmlns"
            || is_xml != (namespace == XML_NAMESPACE)
            || namespace == XMLNS_NAMESPACE
            || !prefix.is_empty() && namespace.is_empty()
        {
            return None;
        }
        let index = if namespace.is_empty() {
            None
        } else {
            self.namespaces.push(Namespace { uri: namespace, number: self.declarations });
            self.declarations = self.declarations.checked_add(1)?;
            Some(u32::try_from(self.namespaces.len() - 1).ok()?)
        };
        self.declared.push((prefix, index));
        Some(())
    }

    /// Resolves prefixes of attributes; no two may have the same namespace and local name.
    fn resolve_attributes(&mut self) -> Option<()> {
        let mut prefixed = 0_usize;
        for index in 0..self.attributes.len() {
            let attribute = *self.attributes.get(index)?;
            let length = attribute.name.len() - attribute.local.len();
            if length > 0 {
                prefixed += 1;
                let namespace = self.prefixed(attribute.name.get(..length - 1)?)?;
                self.attributes.get_mut(index)?.namespace = namespace;
            }
        }
        if prefixed < 2 {
            return Some(());
        }
        let mut names = HashSet::with_capacity(self.attributes.len());
        let are_new =
            self.attributes.iter().all(|attribute| names.insert((self.uri(attribute.namespace), attribute.local)));
        are_new.then_some(())
    }

    fn prefixed(&self, prefix: &str) -> Option<u32> {
        match prefix {
            "xml" => Some(XML),
            "xmlns" => None,
            prefix => self.scope.resolve(prefix),
        }
    }
}

/// Whether a byte of an attribute value needs no normalisation or check. 0xEF needs one: it begins U+FFFE and U+FFFF.
const fn is_plain_in_value(byte: u8) -> bool {
    byte >= b' ' && !matches!(byte, b'<' | b'&' | 0xEF)
}

fn is_quoted_plain(byte: u8) -> bool {
    QUOTED_PLAIN.get(usize::from(byte)).copied().unwrap_or_default()
}

static QUOTED_PLAIN: [bool; 256] = quoted_plain();

#[allow(clippy::indexing_slicing, reason = "evaluated when compiled")]
const fn quoted_plain() -> [bool; 256] {
    let mut allowed = [false; 256];
    let mut byte = 0_u8;
    loop {
        allowed[byte as usize] = is_plain_in_value(byte) && byte != b'"';
        if byte == u8::MAX {
            return allowed;
        }
        byte += 1;
    }
}

pub(super) fn is_simple(name: &[u8]) -> bool {
    name.first().is_some_and(u8::is_ascii_alphabetic) && name.iter().all(u8::is_ascii_alphanumeric)
}

/// Part of a name.
const NAME: u8 = 0;
/// Ends a name.
const OTHER: u8 = 1;
const COLON: u8 = 2;
/// Part of a name or not.
const NOT_ASCII: u8 = 3;

fn kind(byte: u8) -> u8 {
    KINDS.get(usize::from(byte)).copied().unwrap_or(OTHER)
}

static KINDS: [u8; 256] = kinds();

#[allow(clippy::indexing_slicing, reason = "evaluated when compiled")]
const fn kinds() -> [u8; 256] {
    let mut kinds = [OTHER; 256];
    let mut byte = 0_u8;
    loop {
        kinds[byte as usize] = match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'_' | b'-' | b'.' => NAME,
            b':' => COLON,
            0x80.. => NOT_ASCII,
            _ => OTHER,
        };
        if byte == u8::MAX {
            return kinds;
        }
        byte += 1;
    }
}
