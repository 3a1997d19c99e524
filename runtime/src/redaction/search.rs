//! The places of secrets in a text, in any encoding.

use std::ops::Range;

use super::escapes;
use super::escapes::Placed;
use super::layer::{Layer, SHORTEST};
use asmx_types::sessions;

/// The number of times that escapes are undone in a text, and in its decoded digits.
const ROUNDS: [usize; DEEPEST + 1] = [8, 4, 2];

/// The number of times that digits are decoded: base64 in base64 needs two.
const DEEPEST: usize = 2;

/// The fewest letters that count as the beginning of a cut secret.
const LEAST_CUT: usize = 3;

/// The most characters between these letters and the cut: of a cut escape, and of other text.
const LONGEST_ESCAPE: usize = 48;
const LONGEST_REST: usize = 4;

/// A search of one text.
pub(super) struct Search<'a> {
    secrets: &'a [Vec<char>],
    text: &'a str,
    /// The cuts: every `…`, and the end of an incomplete text.
    cuts: Vec<usize>,
    found: Vec<Range<usize>>,
    pub(super) work: usize,
}

impl<'a> Search<'a> {
    pub(super) fn new(secrets: &'a [Vec<char>], text: &'a str, is_complete: bool) -> Self {
        let mut cuts: Vec<usize> = text.match_indices('…').map(|(at, _)| at).collect();
        if !is_complete {
            cuts.push(text.len());
        }
        let mut search = Self { secrets, text, cuts, found: Vec::new(), work: 0 };
        if !secrets.is_empty() {
            search.look_through(Layer::of(text), 0);
        }
        search.found.extend(sessions::ids(text.as_bytes()));
        search.found.sort_unstable_by_key(|found| (found.start, found.end));
        search
    }

    pub(super) fn found(self) -> impl Iterator<Item = Range<usize>> {
        self.found.into_iter()
    }

    /// Searches a layer, the layers under its escapes, and its decoded digits.
    fn look_through(&mut self, layer: Layer, depth: usize) {
        let layer = self.looked_at(layer);
        let unquoted = if depth < DEEPEST { layer.next(escapes::unquoted) } else { None };
        let layer = layer.compact();
        let mut last = None;
        for _ in 0..ROUNDS.get(depth).copied().unwrap_or_default() {
            let Some(next) = last.as_ref().unwrap_or(&layer).next(escapes::undone) else { break };
            last = Some(self.looked_at(next));
        }
        if depth == DEEPEST {
            return;
        }
        // Characters that look like an escape may be digits after other text.
        let digits = [(4, 0), (4, 1), (6, 0), (6, 1), (6, 2), (6, 3)];
        let mut inner = Vec::from_iter(unquoted);
        for layer in std::iter::once(layer).chain(last) {
            inner.extend(layer.next(escapes::unquoted));
            let layer = layer.compact();
            if layer.has_digits() {
                inner.extend(digits.map(|(bits, skipped)| layer.digits_decoded(bits, skipped)));
            }
        }
        for layer in inner.into_iter().filter(|layer| layer.len() >= SHORTEST) {
            self.look_through(layer, depth + 1);
        }
    }

    /// Searches a layer as it is and with its UTF-8 bytes joined, and returns the joined layer. (Two letters may look like the bytes of one.)
    fn looked_at(&mut self, layer: Layer) -> Layer {
        self.look_at(&layer);
        let Some(joined) = layer.joined() else { return layer };
        self.look_at(&joined);
        joined
    }

    fn look_at(&mut self, layer: &Layer) {
        let letters = layer.letters();
        self.work += letters.len();
        for secret in self.secrets {
            for (index, first) in letters.iter().enumerate().filter(|(_, one)| Some(&one.letter) == secret.first()) {
                let pairs = letters.iter().skip(index).zip(secret);
                let Some((matched, (last, _))) =
                    pairs.take_while(|(one, letter)| one.letter == **letter).enumerate().last()
                else {
                    continue;
                };
                self.work += matched;
                let is_long = matched + 1 >= LEAST_CUT;
                let end = match secret.get(matched + 1..).unwrap_or_default() {
                    [] => Some(last.end),
                    _ if !is_long => None,
                    rest => self.end_in_text(rest, *last).or_else(|| self.cut_after(layer, *last)),
                };
                self.found.extend(end.map(|end| first.start..end));
            }
        }
    }

    /// The end of `rest`, if it follows `last` in the text itself: a secret that ends with `%a` makes another escape with the `b` after it.
    fn end_in_text(&mut self, rest: &[char], last: Placed) -> Option<usize> {
        let ahead = self.text.get(last.end..).filter(|_| rest.len() <= LONGEST_ESCAPE)?;
        let most = ahead.char_indices().nth(LONGEST_ESCAPE).map_or(ahead.len(), |(end, _)| end);
        let letters = Layer::of(ahead.get(..most)?).letters();
        self.work += letters.len();
        let found = letters.get(..rest.len())?;
        let is_equal = found.iter().map(|one| one.letter).eq(rest.iter().copied());
        found.last().filter(|_| is_equal).map(|end| last.end + end.end)
    }

    /// The cut after `last`, if it is so near that it may have cut a secret: a part of an escape may be between. (The next layer handles complete
    /// escapes.)
    fn cut_after(&self, layer: &Layer, last: Placed) -> Option<usize> {
        let cut = *self.cuts.get(self.cuts.partition_point(|cut| *cut < last.end))?;
        let rest = self.text.get(last.end..cut)?;
        let ahead = layer.letters_after(last.end);
        let begins = |letter| matches!(letter, '%' | '&' | '\\' | '=');
        let is_escape = begins(last.letter)
            || ahead
                .first()
                .is_none_or(|next| next.end >= cut || begins(next.letter) && escapes::undone(ahead).is_none());
        (rest.len() <= LONGEST_REST || rest.len() <= LONGEST_ESCAPE && is_escape).then_some(cut)
    }
}
