//! What a reader keeps while it reads.

use std::borrow::Cow;
use std::cell::Cell;
use std::fmt;

use crate::namespaces::Scope;
use crate::options::ParseOptions;

/// No namespace.
pub(super) const NO_NAMESPACE: u32 = u32::MAX;
/// The namespace of the prefix `xml`.
pub(super) const XML: u32 = u32::MAX - 1;

/// A pull parser. Behind a start tag, "the element" is the one that the tag opened. What is not well-formed ends the document early;
/// [`finish`](Self::finish) tells. A clone reads on from the same place.
#[derive(Clone)]
pub struct PullReader<'t> {
    pub(super) text: &'t str,
    pub(super) options: &'t ParseOptions,
    /// Declarations that apply from outside.
    pub(super) inherited: &'t [(Option<String>, String)],
    /// Where the document begins, behind a byte order mark.
    pub(super) start: usize,
    /// Where what is read next begins.
    pub(super) at: usize,
    /// The open elements, innermost last.
    pub(super) open: Vec<Open<'t>>,
    /// Attributes of the element whose start tag was read last.
    pub(super) attributes: Vec<Written<'t>>,
    pub(super) scope: Scope<'t>,
    /// The namespaces that are declared in open elements.
    pub(super) namespaces: Vec<Namespace<'t>>,
    /// The default namespace.
    pub(super) default: u32,
    /// Declarations of the tag that is just being read.
    pub(super) declared: Vec<(&'t str, Option<u32>)>,
    /// Whether the start of an empty-element tag was returned, and its end was not.
    pub(super) is_empty: bool,
    /// Where the last end tag that was read begins; 0 if there was none.
    pub(super) end_tag: usize,
    /// How many more nodes and attributes there may be.
    pub(super) budget: usize,
    pub(super) has_failed: bool,
    /// Whether a reference stood for a character that XML 1.0 forbids.
    pub(super) has_forbidden_references: bool,
    /// How many declarations were read.
    pub(super) declarations: u32,
    /// The namespace that was compared last and found to be that of an element: the number of its declaration, and where the text that it was
    /// compared with stands.
    pub(super) compared: Cell<(u32, usize, usize)>,
}

/// Without the text: a message may hold secrets.
impl fmt::Debug for PullReader<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("PullReader").field("at", &self.at).finish_non_exhaustive()
    }
}

/// A namespace that is declared.
#[derive(Clone)]
pub(super) struct Namespace<'t> {
    pub(super) uri: Cow<'t, str>,
    /// The number of its declaration, of which no two have the same.
    pub(super) number: u32,
}

/// An open element. There may be no more than 4 GiB of text, so that places in it are narrow.
#[derive(Clone)]
pub(super) struct Open<'t> {
    /// With its prefix.
    pub(super) name: &'t str,
    /// Where its start tag begins.
    pub(super) start: u32,
    /// Where the local name begins in the name.
    pub(super) local: u32,
    pub(super) namespace: u32,
    /// The default namespace around it.
    pub(super) default_around: u32,
    /// How many namespaces are declared around it.
    pub(super) namespaces_around: u32,
    /// Whether it declares namespaces.
    pub(super) declares: bool,
}

impl<'t> Open<'t> {
    pub(super) fn local(&self) -> &'t str {
        self.name.get(self.local as usize..).unwrap_or_default()
    }
}

/// An attribute as it is written.
#[derive(Clone, Copy)]
pub(super) struct Written<'t> {
    /// With its prefix.
    pub(super) name: &'t str,
    pub(super) local: &'t str,
    pub(super) namespace: u32,
    pub(super) value: &'t str,
    /// Whether the value counts as it is written.
    pub(super) is_plain: bool,
}

/// Whether two names are the same. Nearly all are short, and compared without a call.
#[inline]
pub fn same(one: &[u8], two: &[u8]) -> bool {
    fn ends<const N: usize>(one: &[u8], two: &[u8]) -> bool {
        one.first_chunk::<N>() == two.first_chunk::<N>() && one.last_chunk::<N>() == two.last_chunk::<N>()
    }
    if one.len() != two.len() {
        return false;
    }
    match one.len() {
        8..=16 => ends::<8>(one, two),
        4..=7 => ends::<4>(one, two),
        0..=3 => one.iter().zip(two).all(|(one, two)| one == two),
        _ => one == two,
    }
}
