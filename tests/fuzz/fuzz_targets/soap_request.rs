//! See `decoder_checks::soap_request`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| decoder_checks::soap_request(input));
