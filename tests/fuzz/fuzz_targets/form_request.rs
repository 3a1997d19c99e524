//! See `decoder_checks::form_request`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| decoder_checks::form_request(input));
