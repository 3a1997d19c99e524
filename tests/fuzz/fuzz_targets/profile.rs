//! See `decoder_checks::profile`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| decoder_checks::profile(input));
