//! Cuts results to a budget of bytes.

use std::io;

use serde_json::Value as Json;

/// A part of a result that was cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cut {
    /// Items of an array, or characters of a text.
    pub(super) kept: usize,
    pub(super) total: usize,
}

/// Cuts the largest array or text, until the value in JSON has at most `room` bytes, or nearly.
pub(super) fn cut(value: &mut Json, room: usize) -> Option<Cut> {
    let size = size(value);
    if size <= room {
        return None;
    }
    match value {
        Json::Array(items) => {
            let total = items.len();
            let mut left = room.saturating_sub(2);
            let fits = |item: &Json| {
                let size = self::size(item) + 1;
                let fits = size <= left;
                left = left.saturating_sub(size);
                fits
            };
            let kept = items.iter().map(fits).take_while(|fits| *fits).count();
            if kept == 0 && total == 1 {
                return items.first_mut().and_then(|item| cut(item, room.saturating_sub(2)));
            }
            items.truncate(kept);
            Some(Cut { kept, total })
        }
        Json::Object(members) => {
            let largest = members.iter_mut().map(|(_, member)| member).max_by_key(|member| self::size(member))?;
            let others = size - self::size(largest);
            cut(largest, room.saturating_sub(others))
        }
        Json::String(text) => {
            let total = text.chars().count();
            let mut end = room.saturating_sub(8).min(text.len());
            while !text.is_char_boundary(end) {
                end -= 1;
            }
            text.truncate(end);
            let kept = text.chars().count();
            text.push('…');
            Some(Cut { kept, total })
        }
        _ => None,
    }
}

/// The bytes of a value in JSON.
pub(super) fn size(value: &Json) -> usize {
    struct Count(usize);
    impl io::Write for Count {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut count = Count(0);
    // Counting cannot fail.
    let _ = serde_json::to_writer(&mut count, value);
    count.0
}
