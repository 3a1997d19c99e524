//! Taking secrets out of what a service says: some repeat what they were sent.

mod matching;
mod patterns;
mod units;

use bytes::Bytes;

use crate::handler::Call;
use crate::operation::Parameter;
use matching::{Pattern, Room};
use units::Layout;

/// What stands where a secret stood.
pub(crate) const REDACTED: &str = "[redacted]";

/// The shortest secret that is sought, in bytes. A shorter one is found in any text by chance.
const SHORTEST: usize = 4;

/// The secrets of a call in every form in which a service may repeat them: as they are, escaped for XML or HTML,
/// percent-encoded, in a JSON string, two of these one in the other, in base64, and each in UTF-8 and UTF-16.
pub(crate) struct Redaction {
    patterns: Vec<Pattern>,
    /// For each byte, which patterns can begin with it.
    starts: Vec<Vec<usize>>,
    /// Whether no secret is too short to be sought.
    is_complete: bool,
}

impl Redaction {
    /// The secrets among the common and the operation's own parameters, those of earlier attempts included.
    pub(crate) fn of(call: &Call) -> Self {
        let is_secret = |parameter: &Parameter| parameter.secret;
        let mut secrets: Vec<String> = Vec::new();
        for common in call.progress.provided().iter().chain([&call.common]) {
            let values = common.iter().filter(|(parameter, _)| is_secret(parameter)).filter_map(|(_, value)| value);
            secrets.extend(values.map(str::to_owned));
        }
        if call.operation().parameters.iter().any(is_secret) {
            let own = call.operation().parameters.iter().zip(call.request.values());
            secrets.extend(
                own.filter(|(one, _)| is_secret(one)).filter_map(|(_, value)| value.as_text().map(str::to_owned)),
            );
        }
        Self::of_secrets(secrets.iter().map(String::as_str))
    }

    fn of_secrets<'a>(secrets: impl Iterator<Item = &'a str>) -> Self {
        let mut is_complete = true;
        let patterns = patterns::of(secrets.filter(|secret| {
            is_complete &= secret.is_empty() || secret.len() >= SHORTEST;
            secret.len() >= SHORTEST
        }));
        let mut starts = vec![Vec::new(); 256];
        for (index, pattern) in patterns.iter().enumerate() {
            for byte in pattern.first_bytes() {
                if let Some(start) = starts.get_mut(usize::from(byte)) {
                    start.push(index);
                }
            }
        }
        Self { patterns, starts, is_complete }
    }

    /// Whether every secret is sought: one that is too short is not.
    pub(crate) fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Length that the longest form may have, in bytes.
    pub(crate) fn longest(&self) -> usize {
        self.patterns.iter().map(Pattern::longest).max().unwrap_or_default()
    }

    /// Takes every form of every secret out of `text`.
    pub(crate) fn apply(&self, text: &mut String) {
        if let Some(clean) = self.redacted(text.as_bytes()) {
            // Only two-byte text in a string can end amid a character.
            *text = String::from_utf8_lossy(&clean).into_owned();
        }
    }

    /// Takes every form of every secret out of a body.
    pub(crate) fn apply_to_body(&self, body: &mut Bytes) {
        if let Some(clean) = self.redacted(body) {
            *body = clean.into();
        }
    }

    /// The same of a body whose end did not come: a secret that was cut in two goes as well.
    pub(crate) fn apply_to_cut_body(&self, body: &mut Bytes) {
        self.apply_to_body(body);
        let mut room = Room::default();
        for start in body.len().saturating_sub(self.longest())..body.len() {
            let mut begins =
                Layout::ALL.into_iter().flat_map(|layout| self.patterns.iter().map(move |one| (layout, one)));
            if begins.any(|(layout, pattern)| pattern.may_be_cut(body, start, layout, &mut room)) {
                body.truncate(start);
                return;
            }
        }
    }

    /// The same without secrets; `None` if there are none in it.
    fn redacted(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        let mut clean: Option<Vec<u8>> = None;
        let mut kept = 0;
        let mut at = 0;
        let mut room = Room::default();
        while let Some(next) = bytes.get(at) {
            let candidates = self.starts.get(usize::from(*next)).map(Vec::as_slice).unwrap_or_default();
            match self.find(candidates, bytes, (at, kept), &mut room) {
                Some((layout, start, end)) => {
                    let clean = clean.get_or_insert_with(|| Vec::with_capacity(bytes.len()));
                    clean.extend_from_slice(bytes.get(kept..start).unwrap_or_default());
                    layout.write(clean, REDACTED);
                    kept = end;
                    at = end;
                }
                None => at += 1,
            }
        }
        let mut clean = clean?;
        clean.extend_from_slice(bytes.get(kept..).unwrap_or_default());
        Some(clean)
    }

    /// The longest secret among `candidates` whose first letter has its low byte at `at`, and where it begins and ends.
    fn find(
        &self,
        candidates: &[usize],
        bytes: &[u8],
        (at, kept): (usize, usize),
        room: &mut Room,
    ) -> Option<(Layout, usize, usize)> {
        if candidates.is_empty() {
            return None;
        }
        let mut found: Option<(Layout, usize, usize)> = None;
        for layout in Layout::ALL {
            let Some(start) = layout.start_of(at).filter(|start| *start >= kept) else { continue };
            let patterns = candidates.iter().filter_map(|index| self.patterns.get(*index));
            let ends = patterns.filter_map(|pattern| pattern.end_of_match(bytes, start, layout, room));
            let end = ends.max();
            if let Some(end) = end
                && found.is_none_or(|(_, _, other)| other < end)
            {
                found = Some((layout, start, end));
            }
        }
        found
    }
}

#[cfg(test)]
mod tests;
