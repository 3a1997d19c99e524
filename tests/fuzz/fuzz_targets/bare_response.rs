//! See `decoder_checks::bare_response`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| decoder_checks::bare_response(input));
