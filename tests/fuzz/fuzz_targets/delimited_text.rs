//! See `decoder_checks::delimited_text`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| decoder_checks::delimited_text(input));
