//! See `decoder_checks::fetched_names`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| decoder_checks::fetched_names(input));
