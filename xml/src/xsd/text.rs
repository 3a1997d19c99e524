//! Types that are little more than their text.

use std::borrow::Cow;

use super::error::InvalidText;
use super::lexical::{Lexical, keeps_text};

/// `xs:anyURI`. Not checked further: genuine servers send relative and odd ones. The default is empty.
#[derive(Clone, Default)]
pub struct AnyUri {
    text: Cow<'static, str>,
}

keeps_text!(AnyUri);

/// `xs:QName` as written: a prefix, if any, and a local name. What the prefix means depends on the element it stood in.
/// The default is empty, which is no name.
#[derive(Clone, Default)]
pub struct QName {
    text: Cow<'static, str>,
}

keeps_text!(QName);

impl QName {
    /// The prefix, if there is one.
    #[must_use]
    pub fn prefix(&self) -> Option<&str> {
        self.text.split_once(':').map(|(prefix, _)| prefix)
    }

    /// The name without its prefix.
    #[must_use]
    pub fn local_name(&self) -> &str {
        self.text.split_once(':').map_or(&*self.text, |(_, local)| local)
    }
}

impl Lexical for AnyUri {
    const TYPE_NAME: &'static str = "anyURI";

    fn parse(text: &str) -> Result<Self, InvalidText> {
        Ok(Self { text: Cow::Owned(crate::trim_white_space(text).to_owned()) })
    }

    fn lexical(&self) -> Cow<'_, str> {
        Cow::Borrowed(&self.text)
    }
}

impl Lexical for QName {
    const TYPE_NAME: &'static str = "QName";

    fn parse(text: &str) -> Result<Self, InvalidText> {
        let trimmed = crate::trim_white_space(text);
        match crate::split_qualified_name(trimmed) {
            Some(_) => Ok(Self { text: Cow::Owned(trimmed.to_owned()) }),
            None => Err(InvalidText::new(Self::TYPE_NAME, text, "a name with at most one prefix is")),
        }
    }

    fn lexical(&self) -> Cow<'_, str> {
        Cow::Borrowed(&self.text)
    }
}
