//! See `decoder_checks::every_type_request`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| decoder_checks::every_type_request(input));
