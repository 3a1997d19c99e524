//! Elements of a WSDL document in short notation.

use asmx_types::xml_name::encode_local_name;
use xmltree::{Element, XMLNode};

pub(super) struct Node(Element);

impl Node {
    /// An element in the namespace of `prefix`.
    pub(super) fn new(prefix: &str, name: &str) -> Self {
        let mut element = Element::new(name);
        element.prefix = Some(prefix.to_owned());
        Self(element)
    }

    pub(super) fn wsdl(name: &str) -> Self {
        Self::new("wsdl", name)
    }

    pub(super) fn schema(name: &str) -> Self {
        Self::new("s", name)
    }

    pub(super) fn with(mut self, name: &str, value: impl Into<String>) -> Self {
        self.0.attributes.insert(name.to_owned(), value.into());
        self
    }

    pub(super) fn with_some(self, name: &str, value: Option<impl Into<String>>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    pub(super) fn child(mut self, child: Self) -> Self {
        self.0.children.push(XMLNode::Element(child.0));
        self
    }

    pub(super) fn children(mut self, children: impl IntoIterator<Item = Self>) -> Self {
        self.0.children.extend(children.into_iter().map(|child| XMLNode::Element(child.0)));
        self
    }

    /// Adds `wsdl:documentation`, unless the text is empty.
    pub(super) fn documented(mut self, text: &str) -> Self {
        if !text.is_empty() {
            let mut documentation = Self::wsdl("documentation");
            documentation.0.children.push(XMLNode::Text(text.to_owned()));
            self = self.child(documentation);
        }
        self
    }

    /// Adds `s:annotation` as the first child, unless the text is empty.
    pub(super) fn annotated(mut self, text: &str) -> Self {
        if !text.is_empty() {
            let mut documentation = Self::schema("documentation");
            documentation.0.children.push(XMLNode::Text(text.to_owned()));
            self.0.children.insert(0, XMLNode::Element(Self::schema("annotation").child(documentation).0));
        }
        self
    }

    /// Adds children that only some transports need. With `marks`, comments around them let a server leave them out if those transports are
    /// off.
    pub(super) fn section(mut self, marks: bool, transports: &str, children: Vec<Self>) -> Self {
        if children.is_empty() {
            return self;
        }
        let comment = |text: String| XMLNode::Comment(text);
        if marks {
            self.0.children.push(comment(format!("if {transports}")));
        }
        self = self.children(children);
        if marks {
            self.0.children.push(comment("end".to_owned()));
        }
        self
    }

    pub(super) fn behind(mut self, other: Self) -> Self {
        self.0.children.extend(other.0.children);
        self
    }

    pub(super) fn finish(self) -> Element {
        self.0
    }
}

pub(super) fn encode(name: &str) -> String {
    encode_local_name(name).into_owned()
}
