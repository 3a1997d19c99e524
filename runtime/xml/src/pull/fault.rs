//! The first fault of a text, and whether more text could repair it.

use crate::error::{XmlError, XmlErrorKind};

use super::state::{Fault, PullReader};

/// Each returns `None`, as a step does that fails.
impl PullReader<'_> {
    #[cold]
    #[inline(never)]
    pub(super) fn fail<T>(&mut self, at: usize, message: &str) -> Option<T> {
        self.fail_as(XmlErrorKind::Malformed, at, message)
    }

    #[cold]
    #[inline(never)]
    pub(super) fn fail_as<T>(&mut self, kind: XmlErrorKind, at: usize, message: &str) -> Option<T> {
        self.checked(Err(XmlError::at(self.text, at, kind, message)))
    }

    /// The token that begins here has no end, unless more text follows.
    #[cold]
    #[inline(never)]
    pub(super) fn cut_off<T>(&mut self, message: &str) -> Option<T> {
        // Its line is counted only for those who ask: every piece of a stream ends like this.
        self.fault.get_or_insert_with(|| Box::new(Fault::CutOff(message.to_owned())));
        None
    }

    /// The value, or nothing and its error as the fault.
    #[inline]
    pub(super) fn checked<T>(&mut self, result: Result<T, XmlError>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(error) => {
                self.fault.get_or_insert_with(|| Box::new(Fault::Error(error)));
                None
            }
        }
    }

    /// Counts nodes and attributes of the token at `at` against the limit.
    #[inline]
    pub(crate) fn spend(&mut self, amount: usize, at: usize) -> Option<()> {
        let Some(budget) = self.budget.checked_sub(amount) else {
            let message = format!("more than {} nodes and attributes", self.options.max_nodes);
            return self.fail_as(XmlErrorKind::TooLarge, at, &message);
        };
        self.budget = budget;
        Some(())
    }

    /// Whether the text ended without a fault, or inside a token: more text could follow.
    #[must_use]
    pub fn is_cut_off(&self) -> bool {
        match self.fault.as_deref() {
            Some(fault) => matches!(fault, Fault::CutOff(_)),
            None => self.at == self.text.len() && !self.is_empty,
        }
    }

    /// Whether more text could not repair the fault.
    pub(crate) fn is_broken(&self) -> bool {
        matches!(self.fault.as_deref(), Some(Fault::Error(_)))
    }

    /// Whether the fault is in a complete start tag.
    #[must_use]
    pub fn is_in_start_tag(&self) -> bool {
        let tag = self.text.get(self.at..).and_then(|ahead| ahead.strip_prefix('<'));
        self.is_broken() && tag.is_some_and(|tag| !tag.starts_with(['/', '!', '?']))
    }

    /// The fault, or what the document lacks at the end of its text.
    pub(super) fn outcome(self) -> Result<(), XmlError> {
        let message = match (self.fault.as_deref(), self.open.last()) {
            (Some(Fault::Error(error)), _) => return Err(error.clone()),
            (Some(Fault::CutOff(message)), _) => message.clone(),
            (None, Some(_)) => format!("the element `{}` is not closed", self.name()),
            (None, None) if self.has_root() => return Ok(()),
            (None, None) => {
                return Err(XmlError::without_position(XmlErrorKind::NoRoot, "there is no element in the document"));
            }
        };
        Err(XmlError::at(self.text, self.at, XmlErrorKind::Malformed, message))
    }
}
