//! Bytes that will be read soon.

/// What stands behind the text that is being scanned. While that is in the cache, this is brought there, so that nobody has to wait
/// for it. Measured with an answer of 85 MB: 7% less time compact, more than 10% less indented.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ahead<'t>(pub(super) &'t [u8]);

/// How many bytes a processor brings at once.
const LINE: usize = 64;

impl<'t> Ahead<'t> {
    /// The first bytes of these, as many as are scanned together.
    pub(super) fn of(bytes: &'t [u8], length: usize) -> Self {
        Self(bytes.get(..length).unwrap_or(bytes))
    }

    /// Asks for so many more bytes, while as many are scanned.
    #[allow(clippy::inline_always, reason = "a few instructions for each row")]
    #[inline(always)]
    pub(super) fn ask_for(&mut self, length: usize) {
        let (soon, later) = self.0.split_at_checked(length).unwrap_or((self.0, &[]));
        soon.iter().step_by(LINE).for_each(ask_for);
        self.0 = later;
    }
}

/// Asks for one line.
#[cfg(target_arch = "x86_64")]
#[allow(clippy::inline_always, unsafe_code, reason = "measured: see the type")]
#[inline(always)]
fn ask_for(byte: &u8) {
    use std::arch::x86_64::{_MM_HINT_T1, _mm_prefetch};
    // SAFETY: every x86-64 processor has this instruction, which changes nothing that a program could see, whatever the address.
    unsafe { _mm_prefetch::<_MM_HINT_T1>(std::ptr::from_ref(byte).cast()) }
}

/// Asks for one line.
#[cfg(not(target_arch = "x86_64"))]
fn ask_for(_: &u8) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_bytes_are_asked_for_once() {
        let bytes: Vec<u8> = (0..=255).collect();
        for length in 0..300 {
            let mut ahead = Ahead::of(&bytes, length);
            let mut asked = Vec::new();
            while !ahead.0.is_empty() {
                let before = ahead.0;
                ahead.ask_for(100);
                asked.extend_from_slice(before.get(..before.len() - ahead.0.len()).unwrap_or_default());
            }
            assert_eq!(Some(asked.as_slice()), bytes.get(..length.min(256)));
            ahead.ask_for(1);
            assert_eq!(ahead.0, b"");
        }
    }
}
