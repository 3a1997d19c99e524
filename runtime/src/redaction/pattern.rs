//! A form of a secret that is sought.

/// The letters of a secret, and what the algorithm of Knuth, Morris and Pratt needs to find them in one pass.
#[derive(Debug)]
pub(super) struct Pattern {
    letters: Vec<char>,
    /// For each beginning, how long the longest shorter beginning is that it ends with.
    fallback: Vec<usize>,
}

impl Pattern {
    /// `letters` is not empty.
    pub(super) fn new(letters: Vec<char>) -> Self {
        let mut pattern = Self { letters, fallback: vec![0] };
        let mut matched = 0;
        for index in 1..pattern.letters.len() {
            matched = pattern.letters.get(index).map_or(0, |letter| pattern.advanced(matched, *letter));
            pattern.fallback.push(matched);
        }
        pattern
    }

    pub(super) fn len(&self) -> usize {
        self.letters.len()
    }

    /// How many letters of the pattern the text ends with, if there were `matched` before `letter`.
    pub(super) fn advanced(&self, mut matched: usize, letter: char) -> usize {
        loop {
            if self.letters.get(matched) == Some(&letter) {
                return matched + 1;
            }
            if matched == 0 {
                return 0;
            }
            matched = self.fallback.get(matched - 1).copied().unwrap_or_default();
        }
    }
}
