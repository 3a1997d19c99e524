//! Error messages. The reader only notices that it cannot go on; this looks at that token again to find out why.

use std::borrow::Cow;
use std::collections::HashSet;

use super::state::PullReader;
use crate::characters::{
    self, attribute_value, check_characters, is_only_white_space, is_second_half, is_white_space, resolve,
};
use crate::error::{XmlError, XmlErrorKind};
use crate::options::ForbiddenReferences;
use crate::tokens::{RawAttribute, Tag, Token, TokenKind, Tokens, check_declaration};
use crate::{XML_NAMESPACE, XMLNS_NAMESPACE, shortened};

type Checked = Result<(), XmlError>;

impl<'t> PullReader<'t> {
    /// The first fault at this place, which is the start of a token or the end of the text.
    #[cold]
    pub(super) fn fault(&self) -> XmlError {
        let unknown = || XmlError::at(self.text, self.at, XmlErrorKind::Malformed, "not well-formed");
        self.check().err().unwrap_or_else(unknown)
    }

    fn fail<T>(&self, at: usize, message: impl Into<String>) -> Result<T, XmlError> {
        Err(XmlError::at(self.text, at, XmlErrorKind::Malformed, message))
    }

    fn too_large<T>(&self, at: usize, message: String) -> Result<T, XmlError> {
        Err(XmlError::at(self.text, at, XmlErrorKind::TooLarge, message))
    }

    pub(crate) fn too_many_nodes<T>(&self, at: usize) -> Result<T, XmlError> {
        self.too_large(at, format!("more than {} nodes and attributes", self.options.max_nodes))
    }

    fn check(&self) -> Checked {
        let at = self.at;
        let open = self.open.last().map(|open| open.name);
        let ahead = self.text.get(at..).unwrap_or_default();
        if ahead.is_empty() {
            return match open {
                Some(_) => self.fail(at, format!("the element `{}` is not closed", self.name())),
                None if self.has_root() => Ok(()),
                None => Err(XmlError::of_all(XmlErrorKind::NoRoot, "there is no element in the document")),
            };
        }
        if let (Some(open), Some((name, _))) = (open, ahead.strip_prefix("</").and_then(|tag| tag.split_once('>'))) {
            let (open, name) = (shortened(open, 40), shortened(name, 40));
            return self.fail(at, format!("`</{name}>` where `</{open}>` is expected"));
        }
        let token = match Tokens::new(self.text, at).read() {
            Ok(token) => token,
            Err(stopped) => return self.fail(at, stopped.message),
        };
        token.map_or(Ok(()), |token| self.check_token(&token))
    }

    fn check_token(&self, token: &Token<'t>) -> Checked {
        let (content, at) = (token.content(), token.at);
        let is_around = self.open.is_empty();
        match token.kind {
            TokenKind::Start | TokenKind::Empty => self.check_start(content, at),
            TokenKind::Text if is_around => {
                let offset = content.bytes().take_while(|byte| is_white_space(*byte)).count();
                if is_only_white_space(content) {
                    Ok(())
                } else {
                    self.fail(at + offset, "text outside the root element")
                }
            }
            TokenKind::Reference | TokenKind::CData if is_around => self.fail(at, "text outside the root element"),
            TokenKind::Text => {
                check_characters(self.text, at, content)?;
                let end = content.find("]]>");
                end.map_or(Ok(()), |offset| self.fail(at + offset, "`]]>` in text; write `]]&gt;`"))
            }
            TokenKind::Reference => self.check_reference(content, at),
            TokenKind::CData => check_characters(self.text, at + "<![CDATA[".len(), content),
            TokenKind::Comment => self.check_comment(content, at),
            TokenKind::Instruction => self.check_instruction(content, at),
            TokenKind::DocumentType => {
                let message = "a document type declaration is not accepted";
                Err(XmlError::at(self.text, at, XmlErrorKind::Doctype, message))
            }
            TokenKind::End => Ok(()),
        }
    }

    fn check_reference(&self, body: &str, at: usize) -> Checked {
        let forbidden = self.options.forbidden_references;
        if forbidden == ForbiddenReferences::KeepAndFlag && is_second_half(self.text, at) {
            return Ok(());
        }
        let after = self.text.get(at + body.len() + b"&;".len()..).unwrap_or_default();
        resolve(self.text, at, body, after, forbidden).map(drop)
    }

    fn check_comment(&self, content: &str, at: usize) -> Checked {
        let inside_at = at + "<!--".len();
        check_characters(self.text, inside_at, content)?;
        if let Some(offset) = content.find("--") {
            return self.fail(inside_at + offset, "`--` in a comment");
        }
        if content.ends_with('-') {
            return self.fail(at, "a comment that ends in `--->`");
        }
        if self.open.is_empty() { Ok(()) } else { self.check_budget(at, 1) }
    }

    fn check_instruction(&self, content: &str, at: usize) -> Checked {
        let inside_at = at + "<?".len();
        let length = content.bytes().position(is_white_space).unwrap_or(content.len());
        let (target, data) = content.split_at(length);
        if target == "xml" {
            if at != self.start {
                return self.fail(at, "the XML declaration may only stand at the very start");
            }
            return check_declaration(self.text, data, inside_at + length);
        }
        if !crate::is_name(target) {
            return self.fail(inside_at, "a processing instruction needs a name without colon as its target");
        }
        if target.eq_ignore_ascii_case("xml") {
            return self.fail(inside_at, "the target `xml` is reserved");
        }
        check_characters(self.text, inside_at + length, data)?;
        if self.open.is_empty() { Ok(()) } else { self.check_budget(at, 1) }
    }

    fn check_budget(&self, at: usize, amount: usize) -> Checked {
        if self.budget >= amount { Ok(()) } else { self.too_many_nodes(at) }
    }

    fn check_length(&self, name: &str, at: usize) -> Checked {
        if name.len() <= self.options.max_name {
            return Ok(());
        }
        self.too_large(at, format!("a name of more than {} bytes", self.options.max_name))
    }

    fn check_start(&self, content: &'t str, at: usize) -> Checked {
        if self.open.is_empty() && self.has_root() {
            return self.fail(at, "a second root element");
        }
        if self.open.len() >= self.options.max_depth {
            let message = format!("elements nested deeper than {}", self.options.max_depth);
            return Err(XmlError::at(self.text, at, XmlErrorKind::TooDeep, message));
        }
        let mut tag = Tag::new(content, at + 1);
        self.check_length(tag.name, tag.name_at)?;
        let Some((prefix, _)) = characters::split_qualified_name(tag.name) else {
            return self.fail(tag.name_at, "not a valid element name");
        };
        let (mut names, mut attributes, mut declared) = (HashSet::new(), Vec::new(), Vec::new());
        while let Some(attribute) = tag.next_attribute(self.text)? {
            if names.len() >= self.options.max_attributes {
                let most = self.options.max_attributes;
                return self.too_large(at, format!("more than {most} attributes on one element"));
            }
            self.check_length(attribute.name, attribute.name_at)?;
            self.check_budget(at, names.len() + 2)?;
            if !names.insert(attribute.name) {
                return self.fail(attribute.name_at, format!("the attribute `{}` twice", attribute.name));
            }
            match attribute.name.strip_prefix("xmlns") {
                Some("") => declared.push(("", self.declared_namespace(&attribute, "")?)),
                Some(rest) if rest.starts_with(':') => {
                    let prefix = rest.get(1..).unwrap_or_default();
                    declared.push((prefix, self.declared_namespace(&attribute, prefix)?));
                }
                _ => attributes.push(attribute),
            }
        }
        self.check_budget(at, names.len() + 1)?;
        if self.scope.len() + declared.len() > self.options.max_attributes {
            let most = self.options.max_attributes;
            return self.too_large(at, format!("more than {most} namespace declarations in scope"));
        }
        if let Some(prefix) = prefix {
            self.check_prefix(prefix, tag.name_at, &declared)?;
        }
        self.check_attributes(&attributes, &declared)
    }

    /// Checks the constraints of Namespaces in XML 1.0 sections 3 and 5.
    fn declared_namespace(&self, attribute: &RawAttribute<'t>, prefix: &str) -> Result<Cow<'t, str>, XmlError> {
        let forbidden = self.options.forbidden_references;
        let (value, _) = attribute_value(self.text, attribute.value_at, attribute.value, forbidden)?;
        let is_default = attribute.name == "xmlns";
        let problem = if !is_default && !crate::is_name(prefix) {
            "not a valid prefix"
        } else if prefix == "xmlns" {
            "the prefix `xmlns` may not be declared"
        } else if (prefix == "xml") != (value == XML_NAMESPACE) {
            "the prefix `xml` and its namespace belong to each other alone"
        } else if value == XMLNS_NAMESPACE {
            "nothing may be bound to the namespace of `xmlns`"
        } else if !is_default && value.is_empty() {
            "a prefix may not be undeclared"
        } else {
            return Ok(value);
        };
        self.fail(attribute.name_at, problem)
    }

    /// The namespace of a prefix; `declared` are the tag's own declarations.
    fn check_prefix<'d>(
        &'d self,
        prefix: &str,
        at: usize,
        declared: &'d [(&str, Cow<'t, str>)],
    ) -> Result<&'d str, XmlError> {
        if prefix == "xmlns" {
            return self.fail(at, "the prefix `xmlns` is reserved");
        }
        let own = declared.iter().find(|(known, _)| *known == prefix).map(|(_, namespace)| &**namespace);
        match own.or_else(|| self.namespace_of_prefix(prefix)) {
            Some(namespace) => Ok(namespace),
            None => self.fail(at, format!("the prefix `{prefix}` is not declared")),
        }
    }

    fn check_attributes(&self, attributes: &[RawAttribute<'t>], declared: &[(&str, Cow<'t, str>)]) -> Checked {
        let mut names = HashSet::new();
        for attribute in attributes {
            let Some((prefix, local)) = characters::split_qualified_name(attribute.name) else {
                return self.fail(attribute.name_at, "not a valid attribute name");
            };
            let namespace = prefix.map(|prefix| self.check_prefix(prefix, attribute.name_at, declared)).transpose()?;
            attribute_value(self.text, attribute.value_at, attribute.value, self.options.forbidden_references)?;
            if namespace.is_some() && !names.insert((namespace, local)) {
                let message = format!("the attribute `{}` repeats another by its namespace", attribute.name);
                return self.fail(attribute.name_at, message);
            }
        }
        Ok(())
    }
}
