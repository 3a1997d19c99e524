//! See `decoder_checks::compared_request`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| decoder_checks::compared_request(input));
