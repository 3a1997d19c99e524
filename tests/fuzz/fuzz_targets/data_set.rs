//! See `decoder_checks::data_set`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| decoder_checks::data_set(input));
