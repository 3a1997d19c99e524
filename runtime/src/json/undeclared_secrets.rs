//! Undeclared content that is left out because its name is that of a secret.

use std::sync::{Mutex, PoisonError};

use super::tables::is_of_data_set;
use crate::xml::name::decode_local_name;
use crate::xml::{Document, Element, ParseOptions};

/// The most names that are listed.
const MOST: usize = 20;

/// A rule of names for content that nothing declares, and the names that a result lacks by it.
pub struct UndeclaredSecrets {
    is_secret: fn(&str) -> bool,
    found: Mutex<Vec<String>>,
}

/// `None` leaves out nothing.
pub(super) type Hiding<'a> = Option<&'a UndeclaredSecrets>;

impl UndeclaredSecrets {
    /// Elements and attributes for whose local names `is_secret` is true.
    #[must_use]
    pub const fn new(is_secret: fn(&str) -> bool) -> Self {
        Self { is_secret, found: Mutex::new(Vec::new()) }
    }

    /// The names that were left out: at most 20.
    #[must_use]
    pub fn into_names(self) -> Vec<String> {
        self.found.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether content of this key is left out: a name, `@name`, or `{namespace}name`.
    pub(super) fn hides(&self, key: &str) -> bool {
        let name = key.strip_prefix('@').unwrap_or(key);
        let name = name.rsplit_once('}').map_or(name, |(_, local)| local);
        let is_hidden = (self.is_secret)(&decode_local_name(name));
        if is_hidden {
            let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
            if found.len() < MOST && !found.iter().any(|known| known == key) {
                found.push(key.to_owned());
            }
        }
        is_hidden
    }

    /// Whether an element of XML is left out as a whole, because its name, or one inside of it, is that of a secret. A DataSet is data.
    pub(super) fn hides_xml(&self, xml: &str) -> bool {
        let Ok(document) = Document::parse(xml, &ParseOptions::keeping_forbidden_references()) else { return false };
        !is_of_data_set(document.root()) && self.hides_element(document.root())
    }

    fn hides_element(&self, root: Element<'_>) -> bool {
        let mut elements = vec![root];
        while let Some(element) = elements.pop() {
            if self.hides(element.name()) || element.attributes().any(|attribute| self.hides(attribute.name)) {
                return true;
            }
            elements.extend(element.elements());
        }
        false
    }
}

/// The content is secret.
impl std::fmt::Debug for UndeclaredSecrets {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("UndeclaredSecrets").finish_non_exhaustive()
    }
}
