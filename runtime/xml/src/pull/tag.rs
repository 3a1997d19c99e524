//! Start tags: names, attributes and namespace declarations.

use std::borrow::Cow;
use std::collections::HashSet;

use super::attribute::{Flaw, NAME, WrittenAttribute, after_white_space, is_complete_name, kind, name_at};
use super::state::{Attribute, NO_NAMESPACE, Namespace, Open, PullReader, XML, equal_names, narrow, position_in};
use crate::characters::attribute_value;
use crate::error::XmlErrorKind;
use crate::escape;
use crate::{XML_NAMESPACE, XMLNS_NAMESPACE};

const UNENDED: &str = "a tag without `>`; a plain `<` is written `&lt;`";
const BAD_NAME: &str = "not a valid element name";

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
        if self.open.is_empty() && self.has_root() {
            return self.fail(start, "a second root element");
        }
        if self.open.len() >= self.options.max_depth {
            let message = format!("elements nested deeper than {}", self.options.max_depth);
            return self.fail_as(XmlErrorKind::TooDeep, start, &message);
        }
        let Some(name) = name_at(self.text, start + 1) else {
            let is_complete = is_complete_name(self.text, start + 1);
            return if is_complete { self.fail(start + 1, BAD_NAME) } else { self.cut_off(UNENDED) };
        };
        let (end, colon) = (name.end.get() as usize, name.colon as usize);
        let written = self.text.get(start + 1..end)?;
        self.check_length(written, start + 1)?;
        self.spend(1, start)?;
        self.attributes.clear();
        let (default_around, namespaces_around) = (self.default, self.namespaces.len());
        let declares = match self.text.as_bytes().get(end) {
            Some(b'>') => {
                self.at = end + 1;
                false
            }
            Some(_) => self.attributes_from(end)?,
            None => return self.cut_off(UNENDED),
        };
        let (local, namespace) = match colon {
            0 => (0, self.default),
            colon => (narrow(colon - start), self.prefixed(self.text.get(start + 1..colon)?, start + 1)?),
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

    #[inline]
    fn check_length(&mut self, name: &str, at: usize) -> Option<()> {
        if name.len() <= self.options.max_name {
            return Some(());
        }
        let message = format!("a name of more than {} bytes", self.options.max_name);
        self.fail_as(XmlErrorKind::TooLarge, at, &message)
    }

    /// Reads the attributes and the end of the tag, from behind the element's name. Returns whether there are
    /// declarations.
    fn attributes_from(&mut self, start: usize) -> Option<bool> {
        let bytes = self.text.as_bytes();
        let (tag, most) = (self.at, self.options.max_attributes);
        let mut at = start;
        let mut count = 0_usize;
        let mut many = HashSet::new();
        self.declared.clear();
        let mut has_prefixes = false;
        loop {
            if count < FEW
                && let Some(end) = self.usual_attribute(at)
            {
                count += 1;
                at = end;
                continue;
            }
            let before = at;
            at = after_white_space(self.text, at);
            match bytes.get(at..) {
                Some([b'>', ..]) => {
                    at += 1;
                    break;
                }
                Some([b'/', b'>', ..]) => {
                    self.is_empty = true;
                    at += 2;
                    break;
                }
                Some([] | [b'/']) | None => return self.cut_off(UNENDED),
                _ if at == start => return self.fail(tag + 1, BAD_NAME),
                _ if at == before => return self.fail(at, "white space is needed between attributes"),
                _ => {}
            }
            let attribute = match WrittenAttribute::read(self.text, at) {
                Ok(attribute) => attribute,
                Err(Flaw { at, .. }) if at == self.text.len() => return self.cut_off(UNENDED),
                Err(Flaw { at, message }) => return self.fail(at, message),
            };
            self.check_length(attribute.name, at)?;
            count += 1;
            if count > most {
                let message = format!("more than {most} attributes on one element");
                return self.fail_as(XmlErrorKind::TooLarge, tag, &message);
            }
            self.spend(1, tag)?;
            if !self.is_new(attribute.name, count, &mut many) {
                return self.fail(at, &format!("the attribute `{}` twice", attribute.name));
            }
            has_prefixes |= attribute.colon > 0;
            self.add(&attribute, at)?;
            at = attribute.end();
        }
        self.at = at;
        let declares = !self.declared.is_empty();
        if declares {
            self.scope.enter(&self.declared);
            self.default = self.scope.resolve("").unwrap_or(NO_NAMESPACE);
            if self.scope.len() > most {
                let message = format!("more than {most} namespace declarations in scope");
                return self.fail_as(XmlErrorKind::TooLarge, tag, &message);
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
    fn usual_attribute(&mut self, start: usize) -> Option<usize> {
        let ahead = self.text.as_bytes().get(start..)?.strip_prefix(b" ")?;
        let length = ahead.iter().position(|byte| kind(*byte) != NAME)?;
        let name_at = start + b" ".len();
        let name = self.text.get(name_at..name_at + length)?;
        let ahead = ahead.get(length..)?.strip_prefix(b"=\"")?;
        let value_at = name_at + length + b"=\"".len();
        let value_length = ahead.iter().position(|byte| !is_literal_in_quotes(*byte))?;
        let value = self.text.get(value_at..value_at + value_length)?;
        let is_literal = ahead.get(value_length) == Some(&b'"')
            && name.as_bytes().first().is_some_and(|first| first.is_ascii_alphabetic() || *first == b'_')
            && name != "xmlns"
            && length <= self.options.max_name
            && self.attributes.len() + self.declared.len() < self.options.max_attributes
            && self.attributes.iter().all(|before| !equal_names(before.name.as_bytes(), name.as_bytes()));
        if !is_literal {
            return None;
        }
        self.spend(1, self.at)?;
        self.attributes.push(Attribute { name, local: name, namespace: NO_NAMESPACE, value, is_literal: true });
        Some(value_at + value_length + b"\"".len())
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

    /// Stores the attribute or declaration whose name begins at `at`.
    fn add(&mut self, attribute: &WrittenAttribute<'t>, at: usize) -> Option<()> {
        let WrittenAttribute { name, value, value_at, colon } = *attribute;
        let is_literal = escape::needs_no_escape(value.as_bytes()) || value.bytes().all(is_literal_in_value);
        let (prefix, local) = match (colon as usize).checked_sub(at) {
            None => ("", name),
            Some(colon) => (name.get(..colon)?, name.get(colon + 1..)?),
        };
        if name == "xmlns" || prefix == "xmlns" {
            let value = self.value(value, value_at, is_literal)?;
            let declared = if prefix.is_empty() { "" } else { local };
            return self.declare(declared, value, at);
        }
        if !is_literal {
            self.value(value, value_at, is_literal)?;
        }
        // Prefixes are resolved after all declarations of the tag.
        self.attributes.push(Attribute { name, local, namespace: NO_NAMESPACE, value, is_literal });
        Some(())
    }

    /// The normalised value; `None` if it is not well-formed.
    fn value(&mut self, value: &'t str, at: usize, is_literal: bool) -> Option<Cow<'t, str>> {
        if is_literal {
            return Some(Cow::Borrowed(value));
        }
        let value = attribute_value(self.text, at, value, self.options.forbidden_references);
        let (value, has_forbidden) = self.checked(value)?;
        self.has_forbidden_references |= has_forbidden;
        Some(value)
    }

    /// Stores a namespace declaration, whose name begins at `at` (Namespaces in XML 1.0 sections 3 and 5).
    fn declare(&mut self, prefix: &'t str, namespace: Cow<'t, str>, at: usize) -> Option<()> {
        if prefix == "xmlns" {
            return self.fail(at, "the prefix `xmlns` may not be declared");
        }
        if (prefix == "xml") != (namespace == XML_NAMESPACE) {
            return self.fail(at, "the prefix `xml` and its namespace belong to each other alone");
        }
        if namespace == XMLNS_NAMESPACE {
            return self.fail(at, "nothing may be bound to the namespace of `xmlns`");
        }
        if !prefix.is_empty() && namespace.is_empty() {
            return self.fail(at, "a prefix may not be undeclared");
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
                let at = position_in(self.text, attribute.name)?;
                let namespace = self.prefixed(attribute.name.get(..length - 1)?, at)?;
                self.attributes.get_mut(index)?.namespace = namespace;
            }
        }
        // Namespaces of prefixes that are declared around a content are unknown, and not equal for that.
        if prefixed < 2 || self.is_content {
            return Some(());
        }
        let Some(repeated) = self.repeated_attribute() else { return Some(()) };
        let message = format!("the attribute `{repeated}` repeats another by its namespace");
        self.fail(position_in(self.text, repeated)?, &message)
    }

    /// The name of the first attribute with the namespace and local name of an earlier one.
    fn repeated_attribute(&self) -> Option<&'t str> {
        let mut attributes = self.attributes.iter();
        let repeated = if self.attributes.len() <= FEW {
            attributes.enumerate().find_map(|(index, attribute)| {
                let mut earlier = self.attributes.iter().take(index);
                let is_repeated = earlier.any(|earlier| {
                    equal_names(earlier.local.as_bytes(), attribute.local.as_bytes())
                        && self.uri(earlier.namespace) == self.uri(attribute.namespace)
                });
                is_repeated.then_some(attribute)
            })
        } else {
            let mut names = HashSet::with_capacity(self.attributes.len());
            attributes.find(|attribute| !names.insert((self.uri(attribute.namespace), attribute.local)))
        };
        repeated.map(|attribute| attribute.name)
    }

    /// The namespace of the prefix of a name that begins at `at`.
    fn prefixed(&mut self, prefix: &str, at: usize) -> Option<u32> {
        match (prefix, self.scope.resolve(prefix)) {
            ("xml", _) => Some(XML),
            ("xmlns", _) => self.fail(at, "the prefix `xmlns` is reserved"),
            (_, Some(namespace)) => Some(namespace),
            (_, None) if self.is_content => Some(NO_NAMESPACE),
            (prefix, None) => self.fail(at, &format!("the prefix `{prefix}` is not declared")),
        }
    }
}

/// Whether a byte of an attribute value needs no normalisation or check. 0xEF needs one: it begins U+FFFE and U+FFFF.
const fn is_literal_in_value(byte: u8) -> bool {
    byte >= b' ' && !matches!(byte, b'<' | b'&' | 0xEF)
}

fn is_literal_in_quotes(byte: u8) -> bool {
    LITERAL_IN_QUOTES.get(usize::from(byte)).copied().unwrap_or_default()
}

byte_table! {
    static LITERAL_IN_QUOTES: bool = |byte| is_literal_in_value(byte) && byte != b'"';
}

pub(super) fn is_simple(name: &[u8]) -> bool {
    name.first().is_some_and(u8::is_ascii_alphabetic) && name.iter().all(u8::is_ascii_alphanumeric)
}
