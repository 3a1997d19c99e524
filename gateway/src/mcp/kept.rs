//! Results that were cut, kept whole for a while.

use std::collections::VecDeque;
use std::hash::{BuildHasher as _, RandomState};
use std::sync::{Mutex, PoisonError};

use rmcp::model::{ReadResourceResult, Resource, ResourceContents};

/// The most bytes of all kept results.
const MOST: usize = 64 * 1024 * 1024;

/// The newest results, up to a number of bytes.
#[derive(Default)]
pub(super) struct Kept(Mutex<State>);

#[derive(Default)]
struct State {
    /// By address. Who knows no address reads no result of another.
    all: VecDeque<(String, &'static str, String)>,
    bytes: usize,
    count: u64,
    key: RandomState,
}

impl Kept {
    /// Keeps a text, and gives the link to it; `None` if it is too large.
    pub(super) fn keep(&self, media_type: &'static str, text: String) -> Option<Resource> {
        let size = text.len();
        if size > MOST {
            return None;
        }
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.count += 1;
        let (one, two) = (state.key.hash_one(state.count), state.key.hash_one((state.count, "again")));
        let address = format!("asmx://results/{one:016x}{two:016x}");
        state.bytes += size;
        state.all.push_back((address.clone(), media_type, text));
        while state.bytes > MOST {
            let Some((_, _, oldest)) = state.all.pop_front() else { break };
            state.bytes -= oldest.len();
        }
        let mut link = Resource::new(address, "the whole result");
        link.mime_type = Some(media_type.to_owned());
        link.size = u64::try_from(size).ok();
        Some(link)
    }

    pub(super) fn read(&self, address: &str) -> Option<ReadResourceResult> {
        let state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (_, media_type, text) = state.all.iter().find(|(known, _, _)| known == address)?;
        let contents = ResourceContents::text(text.as_str(), address).with_mime_type(*media_type);
        Some(ReadResourceResult::new(vec![contents]))
    }
}
