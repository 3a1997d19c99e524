//! See `decoder_checks::streamed_response`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| decoder_checks::streamed_response(input));
