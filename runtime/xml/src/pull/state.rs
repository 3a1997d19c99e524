//! The state of a reader: open elements, attributes, and the namespace declarations in force.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::HashMap;
use std::fmt;

use crate::error::XmlError;
use crate::options::ParseOptions;

pub(super) const NO_NAMESPACE: u32 = u32::MAX;
/// The namespace of the prefix `xml`.
pub(crate) const XML: u32 = u32::MAX - 1;

/// A pull parser. "The element" is the one whose start tag was read last. A document that is not well-formed ends
/// early, and [`finish`](Self::finish) reports why. A clone reads on from the same place.
#[derive(Clone)]
pub struct PullReader<'t> {
    pub(super) text: &'t str,
    pub(super) options: &'t ParseOptions,
    /// Whether the text is the content of an element that is unknown: prefixes may be declared around it.
    pub(super) is_content: bool,
    /// The start of the document, behind a byte order mark.
    pub(super) start: usize,
    pub(super) at: usize,
    /// Innermost last.
    pub(super) open: Vec<Open<'t>>,
    /// Those of the start tag that was read last.
    pub(super) attributes: Vec<Attribute<'t>>,
    pub(super) scope: Scope<'t>,
    /// Those of open elements.
    pub(super) namespaces: Vec<Namespace<'t>>,
    pub(super) default: u32,
    /// Those of the start tag that is being read.
    pub(super) declared: Vec<(&'t str, Option<u32>)>,
    /// Whether an empty-element tag was returned as a start and its end is still due.
    pub(super) is_empty: bool,
    /// The start of the last end tag; 0 before the first.
    pub(super) end_tag: usize,
    /// The number of nodes and attributes that may still come.
    pub(super) budget: usize,
    pub(super) fault: Option<Box<Fault>>,
    pub(super) has_forbidden_references: bool,
    /// The number of declarations read so far.
    pub(super) declarations: u32,
    /// The last successful comparison of a namespace: the number of its declaration, address and length of the text
    /// that it was compared with.
    pub(super) compared: Cell<(u32, usize, usize)>,
}

/// The text is left out: a message may hold secrets.
impl fmt::Debug for PullReader<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("PullReader").field("at", &self.at).finish_non_exhaustive()
    }
}

/// The reason why a reader cannot go on.
#[derive(Clone)]
pub(super) enum Fault {
    /// The text ends inside a token, which more text could complete.
    CutOff(String),
    Error(XmlError),
}

#[derive(Clone)]
pub(super) struct Namespace<'t> {
    pub(super) uri: Cow<'t, str>,
    /// The unique number of its declaration.
    pub(super) number: u32,
}

/// An open element. Positions are narrow because a text has at most 4 GiB.
#[derive(Clone)]
pub(super) struct Open<'t> {
    /// Includes the prefix.
    pub(super) name: &'t str,
    pub(super) start: u32,
    /// The start of the local name in `name`.
    pub(super) local: u32,
    pub(super) namespace: u32,
    pub(super) default_around: u32,
    pub(super) namespaces_around: u32,
    pub(super) declares: bool,
}

impl<'t> Open<'t> {
    pub(super) fn local(&self) -> &'t str {
        self.name.get(self.local as usize..).unwrap_or_default()
    }
}

/// The length of the text is checked before, and no position or count exceeds it.
pub(crate) fn narrow(position: usize) -> u32 {
    u32::try_from(position).unwrap_or(u32::MAX)
}

#[derive(Clone, Copy)]
pub(super) struct Attribute<'t> {
    /// Includes the prefix.
    pub(super) name: &'t str,
    pub(super) local: &'t str,
    pub(super) namespace: u32,
    pub(super) value: &'t str,
    /// Whether the value needs no normalisation.
    pub(super) is_literal: bool,
}

/// The position of `part`, which is a slice of `text`.
pub(crate) fn position_in(text: &str, part: &str) -> Option<usize> {
    let start = part.as_ptr().addr().wrapping_sub(text.as_ptr().addr());
    start.checked_add(part.len()).is_some_and(|end| end <= text.len()).then_some(start)
}

/// Whether two names are equal. Nearly all are short and compared without a call.
#[inline]
pub fn equal_names(one: &[u8], two: &[u8]) -> bool {
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

/// The namespace declarations in force.
#[derive(Clone, Default)]
pub(super) struct Scope<'t> {
    /// Prefixes (empty: the default namespace) and the indices of their namespaces, innermost last; `None`
    /// undeclares.
    bindings: Vec<(&'t str, Option<u32>)>,
    /// The positions of each prefix's bindings, innermost last. Made when there are too many bindings to search one
    /// by one.
    positions: Option<HashMap<&'t str, Vec<usize>>>,
    /// The number of declarations of each open element.
    counts: Vec<usize>,
}

/// The most bindings that are searched one by one. Usual documents have a handful.
const FEW: usize = 16;

impl<'t> Scope<'t> {
    pub(super) fn enter(&mut self, declarations: &[(&'t str, Option<u32>)]) {
        let first = self.bindings.len();
        self.bindings.extend_from_slice(declarations);
        self.counts.push(declarations.len());
        let new = match &self.positions {
            Some(_) => first,
            None if self.bindings.len() > FEW => 0,
            None => return,
        };
        let positions = self.positions.get_or_insert_default();
        for (position, (prefix, _)) in self.bindings.iter().enumerate().skip(new) {
            positions.entry(prefix).or_default().push(position);
        }
    }

    pub(super) fn leave(&mut self) {
        for _ in 0..self.counts.pop().unwrap_or(0) {
            let Some((prefix, _)) = self.bindings.pop() else { return };
            let Some(all) = &mut self.positions else { continue };
            if let Some(positions) = all.get_mut(prefix) {
                positions.pop();
                // Empty lists would add up to more memory than the document takes.
                if positions.is_empty() {
                    all.remove(prefix);
                }
            }
        }
    }

    pub(super) fn len(&self) -> usize {
        self.bindings.len()
    }

    pub(super) fn innermost_first(&self) -> impl Iterator<Item = (&'t str, Option<u32>)> {
        self.bindings.iter().rev().copied()
    }

    /// The namespace of `prefix` (empty: the default namespace).
    pub(super) fn resolve(&self, prefix: &str) -> Option<u32> {
        let binding = match &self.positions {
            None => self.bindings.iter().rev().find(|(declared, _)| *declared == prefix),
            Some(positions) => positions.get(prefix)?.last().and_then(|position| self.bindings.get(*position)),
        };
        binding.and_then(|(_, namespace)| *namespace)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_innermost_binding_counts_however_many_there_are() {
        for further in [0, 1, FEW - 2, FEW - 1, FEW, 3 * FEW] {
            let names: Vec<String> = (0..further).map(|number| format!("p{number}")).collect();
            let mut scope = Scope::default();
            scope.enter(&[("", Some(1)), ("a", Some(2))]);
            let more: Vec<_> = names.iter().map(|name| (name.as_str(), Some(9))).collect();
            scope.enter(&more);
            scope.enter(&[("a", Some(3)), ("", None)]);
            assert_eq!((scope.resolve("a"), scope.resolve(""), scope.resolve("b")), (Some(3), None, None), "{further}");
            assert!(names.iter().all(|name| scope.resolve(name) == Some(9)));
            scope.leave();
            assert_eq!((scope.resolve("a"), scope.resolve("")), (Some(2), Some(1)), "{further}");
            scope.leave();
            assert!(names.iter().all(|name| scope.resolve(name).is_none()));
            scope.leave();
            assert_eq!((scope.resolve("a"), scope.resolve("")), (None, None), "{further}");
        }
    }
}
