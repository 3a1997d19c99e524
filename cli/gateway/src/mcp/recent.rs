//! Results that were cut, kept whole for a while.

use std::collections::VecDeque;
use std::hash::{BuildHasher as _, RandomState};
use std::sync::{Arc, Mutex, PoisonError};

use rmcp::model::Resource;

/// The most bytes of all kept results.
const MOST: usize = 64 * 1024 * 1024;

/// The newest results, up to a number of bytes.
#[derive(Default)]
pub(super) struct RecentResults(Mutex<State>);

#[derive(Default)]
struct State {
    /// By address. Who knows no address reads no result of another.
    all: VecDeque<(String, Text)>,
    bytes: usize,
    count: u64,
    key: RandomState,
}

/// A text and its media type. Those who read it share it.
#[derive(Clone)]
pub(super) struct Text {
    pub(super) media_type: &'static str,
    pub(super) text: Arc<String>,
}

impl RecentResults {
    /// Keeps a text, and gives the link to it; `None` if it is too large.
    pub(super) fn keep(&self, media_type: &'static str, text: String) -> Option<Resource> {
        let size = text.len();
        if size > MOST {
            return None;
        }
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.count += 1;
        let (first, second) = (state.key.hash_one(state.count), state.key.hash_one((state.count, "again")));
        let address = format!("asmx://results/{first:016x}{second:016x}");
        state.bytes += size;
        state.all.push_back((address.clone(), Text { media_type, text: Arc::new(text) }));
        while state.bytes > MOST {
            let Some((_, oldest)) = state.all.pop_front() else { break };
            state.bytes -= oldest.text.len();
        }
        let mut link = Resource::new(address, "the whole result");
        link.mime_type = Some(media_type.to_owned());
        link.size = u64::try_from(size).ok();
        Some(link)
    }

    pub(super) fn read(&self, address: &str) -> Option<Text> {
        let state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.all.iter().find(|(known, _)| known == address).map(|(_, text)| text.clone())
    }
}
