//! Removes secrets from the texts of a server: some servers repeat the request.
//!
//! Only a bounded beginning of a text is shown. Its escapes are undone, layer by layer, and every layer is searched. Each secret is then
//! replaced in the original text. The work is bounded for every text. Sessions in addresses are found by their form.

mod escapes;
mod header_secrets;
mod layer;
mod search;
mod secrets;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

pub(crate) use asmx_types::sessions::REDACTED;
pub use asmx_types::sessions::{with_sessions_redacted, without_sessions};
pub(crate) use header_secrets::is_secret_name;
use layer::{Layer, SHORTEST};
use search::Search;
pub use secrets::Secrets;

/// The most characters that are shown of a message, a part of a fault or a header.
pub(crate) const SHOWN: usize = 4000;

/// The most secrets, and the most characters of all secrets, that are searched for. With more, texts of the server are not shown.
const MOST_SECRETS: usize = 100;
const MOST_CHARACTERS: usize = 16 * 1024;

pub(crate) struct Redaction {
    /// The letters of each secret, as it is and in other encodings.
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
            let normal = Layer::of(secret).normal();
            if normal.len() < SHORTEST {
                is_complete = false;
                continue;
            }
            // Undoing escapes also changes a secret that looks like an escape.
            forms.extend([normal, Layer::of(secret).unescaped().normal()]);
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

    /// Whether every secret is searched for: a short one is not.
    pub(crate) fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// The first `most` characters of `text`, with `[redacted]` for every secret and `…` for the rest. If the text is not complete, or is cut here, the
    /// beginning of a secret at the cut is removed too.
    pub(crate) fn excerpt(&self, text: &str, most: usize, is_complete: bool) -> String {
        if self.is_too_much && !text.is_empty() {
            return REDACTED.to_owned();
        }
        let cut = text.char_indices().nth(most).map(|(end, _)| end);
        let text = cut.and_then(|end| text.get(..end)).unwrap_or(text);
        let mut out = String::with_capacity(text.len());
        let mut rest_start = 0;
        for found in Search::new(&self.forms, text, is_complete && cut.is_none()).found() {
            if found.start >= rest_start {
                out.push_str(text.get(rest_start..found.start).unwrap_or_default());
                out.push_str(REDACTED);
            }
            rest_start = rest_start.max(found.end);
        }
        out.push_str(text.get(rest_start..).unwrap_or_default());
        if cut.is_some() {
            out.push('…');
        }
        out
    }

    /// Whether the text may hold a secret.
    pub(crate) fn changes(&self, text: &str) -> bool {
        !self.is_complete || self.is_too_much || Search::new(&self.forms, text, true).found().next().is_some()
    }

    /// [`excerpt`](Self::shown) for a message or a part of one.
    pub(crate) fn apply(&self, text: &mut String) {
        *text = self.excerpt(text, SHOWN, true);
    }
}

/// The bytes of a secret in the encodings that a server may use without stating them. (Zero bytes are ignored, so they are equal for most
/// texts.)
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
