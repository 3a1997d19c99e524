//! Building the tree: start and end tags, their attributes and namespace declarations.

use std::collections::HashSet;

use super::characters;
use super::error::{XmlError, XmlErrorKind};
use super::reader::{Builder, Keeps, narrow};
use super::references::attribute_value;
use super::tag::{RawAttribute, Tag};
use super::tree::{AttributeData, DeclarationData, ElementData, NodeContent, NodeData, Piece};
use super::{XML_NAMESPACE, XMLNS_NAMESPACE};

impl<'t> Builder<'t> {
    pub(super) fn end(&mut self, at: usize, length: usize) -> Result<(), XmlError> {
        let Some(element) = self.open.pop() else {
            return self.fail(at, "an end tag without start tag");
        };
        self.scope.leave();
        if self.keeps == Keeps::OpenElements {
            self.forget(element);
        } else if let Some(element) = self.tree.elements.get_mut(element as usize) {
            element.inner.1 = narrow(at);
            element.span.1 = narrow(at + length);
        }
        Ok(())
    }

    /// Gives back what an element takes that has ended. The root stays, to tell that there was one.
    fn forget(&mut self, index: u32) {
        let Some(element) = self.tree.elements.get(index as usize) else { return };
        self.tree.declarations.truncate(element.declarations.start as usize);
        self.tree.elements.truncate((index as usize).max(1));
        let (namespaces, decoded) = self.before.pop().unwrap_or_default();
        self.tree.namespaces.truncate(namespaces);
        self.tree.decoded.truncate(decoded);
        self.xml_namespace = self.xml_namespace.filter(|place| (*place as usize) < namespaces);
    }

    pub(super) fn start(&mut self, inside: &'t str, at: usize, length: usize, is_empty: bool) -> Result<(), XmlError> {
        if self.open.is_empty() && !self.tree.elements.is_empty() {
            return self.fail(at, "a second root element");
        }
        if self.open.len() >= self.options.max_depth {
            let message = format!("elements nested deeper than {}", self.options.max_depth);
            return Err(XmlError::at(self.text, at, XmlErrorKind::TooDeep, message));
        }
        let mut tag = Tag::new(inside, at + 1);
        self.check_length(tag.name, tag.name_at)?;
        let Some((prefix, local)) = characters::split_qualified_name(tag.name) else {
            return self.fail(tag.name_at, "not a valid element name");
        };
        if self.keeps == Keeps::OpenElements {
            self.before.push((self.tree.namespaces.len(), self.tree.decoded.len()));
            // Those of the elements around are asked for before these begin.
            self.tree.attributes.clear();
        }
        let first_declaration = narrow(self.tree.declarations.len());
        let (attributes, declarations) = self.attributes(&mut tag, at)?;
        if self.keeps == Keeps::OpenElements && self.tree.declarations.len() > self.options.max_attributes {
            let message = format!("more than {} namespace declarations in scope", self.options.max_attributes);
            return Err(XmlError::at(self.text, at, XmlErrorKind::TooLarge, message));
        }
        self.scope.enter(&declarations);
        let namespace = self.resolve_prefix(prefix, tag.name_at, true)?;
        let first_attribute = narrow(self.tree.attributes.len());
        self.add_attributes(&attributes)?;
        let index = narrow(self.tree.elements.len());
        let parent = self.open.last().copied();
        if parent.is_some() {
            self.add(NodeContent::Element(index), at)?;
        } else {
            // The root takes place 0 of the nodes, so that 0 can mean "none" elsewhere.
            self.spend(at, 1)?;
            self.tree.nodes.push(NodeData { content: NodeContent::Element(0), next: 0 });
        }
        let local_at = tag.name_at + (tag.name.len() - local.len());
        let after = narrow(at + length);
        let element = ElementData {
            prefix: prefix.map(|prefix| self.source(prefix, tag.name_at)),
            local: self.source(local, local_at),
            namespace,
            attributes: first_attribute..narrow(self.tree.attributes.len()),
            declarations: first_declaration..narrow(self.tree.declarations.len()),
            parent,
            first_child: 0,
            last_child: 0,
            span: (narrow(at), after),
            inner: (after, after),
        };
        self.tree.elements.push(element);
        if is_empty {
            self.scope.leave();
        } else {
            self.open.push(index);
        }
        Ok(())
    }

    fn check_length(&self, name: &str, at: usize) -> Result<(), XmlError> {
        if name.len() <= self.options.max_name {
            return Ok(());
        }
        let message = format!("a name of more than {} bytes", self.options.max_name);
        Err(XmlError::at(self.text, at, XmlErrorKind::TooLarge, message))
    }

    /// Reads the attributes of a tag; namespace declarations go into the tree at once, the others wait for them.
    #[allow(clippy::type_complexity, reason = "two lists that belong together for three lines")]
    fn attributes(
        &mut self,
        tag: &mut Tag<'t>,
        at: usize,
    ) -> Result<(Vec<RawAttribute<'t>>, Vec<(&'t str, Option<u32>)>), XmlError> {
        let mut attributes = Vec::new();
        let mut declarations = Vec::new();
        let mut names: Vec<&str> = Vec::new();
        let mut many = HashSet::new();
        while let Some(attribute) = tag.next_attribute(self.text)? {
            if names.len() >= self.options.max_attributes {
                let message = format!("more than {} attributes on one element", self.options.max_attributes);
                return Err(XmlError::at(self.text, at, XmlErrorKind::TooLarge, message));
            }
            self.check_length(attribute.name, attribute.name_at)?;
            self.spend(at, 1)?;
            // Few are compared one by one.
            let is_new = match names.len() {
                0..=8 => !names.contains(&attribute.name),
                9 => {
                    many.extend(names.iter().copied());
                    many.insert(attribute.name)
                }
                _ => many.insert(attribute.name),
            };
            names.push(attribute.name);
            if !is_new {
                return self.fail(attribute.name_at, format!("the attribute `{}` twice", attribute.name));
            }
            match attribute.name.strip_prefix("xmlns") {
                Some("") => declarations.push(self.declaration(&attribute, "")?),
                Some(rest) if rest.starts_with(':') => {
                    let prefix = rest.get(1..).unwrap_or_default();
                    declarations.push(self.declaration(&attribute, prefix)?);
                }
                _ => attributes.push(attribute),
            }
        }
        Ok((attributes, declarations))
    }

    /// Checks one namespace declaration against the constraints of Namespaces in XML 1.0 sections 3 and 5.
    fn declaration(
        &mut self,
        attribute: &RawAttribute<'t>,
        prefix: &'t str,
    ) -> Result<(&'t str, Option<u32>), XmlError> {
        let (value, flagged) =
            attribute_value(self.text, attribute.value_at, attribute.value, self.options.forbidden_references)?;
        self.tree.forbidden_references |= flagged;
        let is_default = attribute.name == "xmlns";
        let problem = if !is_default && !crate::is_name(prefix) {
            Some("not a valid prefix")
        } else if prefix == "xmlns" {
            Some("the prefix `xmlns` may not be declared")
        } else if (prefix == "xml") != (value == XML_NAMESPACE) {
            Some("the prefix `xml` and its namespace belong to each other alone")
        } else if value == XMLNS_NAMESPACE {
            Some("nothing may be bound to the namespace of `xmlns`")
        } else if !is_default && value.is_empty() {
            Some("a prefix may not be undeclared")
        } else {
            None
        };
        if let Some(problem) = problem {
            return self.fail(attribute.name_at, problem);
        }
        let namespace = if value.is_empty() {
            None
        } else {
            let piece = self.store(value, attribute.value_at);
            self.tree.namespaces.push(piece);
            Some(narrow(self.tree.namespaces.len() - 1))
        };
        let prefix_piece = (!is_default).then(|| self.source(prefix, attribute.name_at + "xmlns:".len()));
        self.tree.declarations.push(DeclarationData { prefix: prefix_piece, namespace });
        Ok((prefix, namespace))
    }

    fn add_attributes(&mut self, attributes: &[RawAttribute<'t>]) -> Result<(), XmlError> {
        let first = self.tree.attributes.len();
        for attribute in attributes {
            let Some((prefix, local)) = characters::split_qualified_name(attribute.name) else {
                return self.fail(attribute.name_at, "not a valid attribute name");
            };
            let namespace = self.resolve_prefix(prefix, attribute.name_at, false)?;
            let (value, flagged) =
                attribute_value(self.text, attribute.value_at, attribute.value, self.options.forbidden_references)?;
            self.tree.forbidden_references |= flagged;
            let value = match self.keeps {
                Keeps::All => self.store(value, attribute.value_at),
                Keeps::OpenElements => self.source(attribute.value, attribute.value_at),
            };
            let local_at = attribute.name_at + (attribute.name.len() - local.len());
            let data = AttributeData {
                prefix: prefix.map(|prefix| self.source(prefix, attribute.name_at)),
                local: self.source(local, local_at),
                namespace,
                value,
            };
            self.tree.attributes.push(data);
        }
        self.check_expanded_names(first, attributes)
    }

    /// No two attributes may have the same namespace and local name (Namespaces in XML 1.0 section 6.3).
    fn check_expanded_names(&self, first: usize, attributes: &[RawAttribute<'t>]) -> Result<(), XmlError> {
        let added = self.tree.attributes.get(first..).unwrap_or_default();
        if added.iter().filter(|attribute| attribute.prefix.is_some()).count() < 2 {
            return Ok(());
        }
        let mut names = HashSet::new();
        for (data, raw) in added.iter().zip(attributes) {
            let namespace = self.tree.namespace(self.text, data.namespace);
            if !names.insert((namespace, self.tree.piece(self.text, data.local))) {
                return self
                    .fail(raw.name_at, format!("the attribute `{}` repeats another by its namespace", raw.name));
            }
        }
        Ok(())
    }

    fn resolve_prefix(&mut self, prefix: Option<&str>, at: usize, is_element: bool) -> Result<Option<u32>, XmlError> {
        match prefix {
            None if is_element => Ok(self.scope.resolve("")),
            None => Ok(None),
            Some("xml") => {
                let index = self.xml_namespace.unwrap_or_else(|| {
                    self.tree.namespaces.push(Piece::XmlNamespace);
                    narrow(self.tree.namespaces.len() - 1)
                });
                self.xml_namespace = Some(index);
                Ok(Some(index))
            }
            Some("xmlns") => self.fail(at, "the prefix `xmlns` is reserved"),
            Some(prefix) => match self.scope.resolve(prefix) {
                Some(namespace) => Ok(Some(namespace)),
                None => self.fail(at, format!("the prefix `{prefix}` is not declared")),
            },
        }
    }
}
