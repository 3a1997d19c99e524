//! A mark, and how bytes compare with it.

/// A mark, never empty.
#[derive(Debug)]
pub(super) struct Mark {
    pub(super) first: u8,
    rest: Box<[u8]>,
}

/// How the bytes at a place compare with a mark.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Compared {
    Same,
    /// So far the same, but the bytes end.
    Begun,
    Other,
}

impl Mark {
    pub(super) fn new(mark: &str) -> Self {
        match mark.as_bytes().split_first() {
            Some((first, rest)) => Self { first: *first, rest: rest.into() },
            None => Self { first: 0, rest: Box::default() },
        }
    }

    pub(super) fn len(&self) -> usize {
        1 + self.rest.len()
    }

    #[inline]
    pub(super) fn compare(&self, bytes: &[u8]) -> Compared {
        let Some((first, rest)) = bytes.split_first() else {
            return Compared::Begun;
        };
        if *first != self.first {
            Compared::Other
        } else if self.rest.is_empty() || rest.starts_with(&self.rest) {
            Compared::Same
        } else if rest.len() < self.rest.len() && self.rest.starts_with(rest) {
            Compared::Begun
        } else {
            Compared::Other
        }
    }
}
