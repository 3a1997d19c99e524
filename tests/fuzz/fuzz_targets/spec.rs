//! See `decoder_checks::spec`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| decoder_checks::spec(input));
