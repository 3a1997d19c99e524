//! See `decoder_checks::json_request`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| decoder_checks::json_request(input));
