//! Taking secrets out of what a server sends: some servers repeat what they received.
//!
//! Of a server's text only a bounded beginning is ever shown. Before that its escapes are undone, layer by layer, and every layer
//! is searched; what was found is replaced in the text as it came. The work is bounded, whatever a server sends.

mod escapes;
mod layer;
mod search;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use layer::{Layer, SHORTEST};
use search::Search;

/// What stands where a secret stood.
pub(crate) const REDACTED: &str = "[redacted]";

/// How many characters of a message, a part of a fault or a header are shown.
pub(crate) const SHOWN: usize = 4000;

/// The most secrets, and characters of all of them, that are sought. With more than these nothing of a server's text is shown.
const MOST_SECRETS: usize = 100;
const MOST_CHARACTERS: usize = 16 * 1024;

/// The secrets of a call.
pub(crate) struct Redaction {
    /// The letters of each, as it is and as it comes out of other encodings.
    forms: Vec<Vec<char>>,
    is_complete: bool,
    is_too_much: bool,
}

impl Redaction {
    pub(crate) fn of_secrets(secrets: &[impl AsRef<str>]) -> Self {
        let characters: usize = secrets.iter().map(|secret| secret.as_ref().len()).sum();
        if secrets.len() > MOST_SECRETS || characters > MOST_CHARACTERS {
            return Self { forms: Vec::new(), is_complete: true, is_too_much: true };
        }
        let (mut is_complete, mut forms) = (true, BTreeSet::new());
        for secret in secrets.iter().map(AsRef::as_ref).filter(|secret| !secret.is_empty()) {
            let plain = Layer::of(secret).normal();
            if plain.len() < SHORTEST {
                is_complete = false;
                continue;
            }
            // A text whose escapes are undone loses those that belong to the secret too.
            forms.extend([plain, Layer::of(secret).unescaped().normal()]);
            let cases = [secret.to_owned(), secret.to_lowercase(), secret.to_uppercase()];
            for bytes in cases.iter().flat_map(|secret| other_encodings(secret)) {
                let read_as_latin_1: String = bytes.iter().copied().map(char::from).collect();
                let read_as_latin_1 = Layer::of(&read_as_latin_1);
                forms.extend(read_as_latin_1.joined().map(|joined| joined.normal()));
                forms.insert(read_as_latin_1.normal());
                forms.insert(Layer::of(&String::from_utf8_lossy(&bytes)).normal());
            }
        }
        let forms = forms.into_iter().filter(|form| form.len() >= SHORTEST).collect();
        Self { forms, is_complete, is_too_much: false }
    }

    /// Whether every secret is sought: one that is too short is not.
    pub(crate) fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// The first `most` characters of `text`, with `[redacted]` in place of every secret, and `…` for the rest. If `text` is not
    /// `whole`, or is cut here, the part of a secret that the end cuts off goes too.
    pub(crate) fn shown(&self, text: &str, most: usize, whole: bool) -> String {
        if self.is_too_much && !text.is_empty() {
            return REDACTED.to_owned();
        }
        let cut = text.char_indices().nth(most).map(|(end, _)| end);
        let text = cut.and_then(|end| text.get(..end)).unwrap_or(text);
        let mut shown = String::with_capacity(text.len());
        let mut kept = 0;
        for found in Search::new(&self.forms, text, whole && cut.is_none()).found() {
            if found.start >= kept {
                shown.push_str(text.get(kept..found.start).unwrap_or_default());
                shown.push_str(REDACTED);
            }
            kept = kept.max(found.end);
        }
        shown.push_str(text.get(kept..).unwrap_or_default());
        if cut.is_some() {
            shown.push('…');
        }
        shown
    }

    /// [`shown`](Self::shown) of a message or of a part of one.
    pub(crate) fn apply(&self, text: &mut String) {
        *text = self.shown(text, SHOWN, true);
    }
}

/// The bytes of a secret in the encodings that a server may respond in without saying so. (Zero bytes count for nothing, so that of
/// most texts these are the same.)
fn other_encodings(secret: &str) -> Vec<Vec<u8>> {
    let mut encodings = vec![
        secret.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        secret.encode_utf16().flat_map(u16::to_be_bytes).collect(),
    ];
    let (windows_1252, _, has_unmappable) = encoding_rs::WINDOWS_1252.encode(secret);
    if !has_unmappable {
        encodings.push(windows_1252.into_owned());
    }
    encodings
}
