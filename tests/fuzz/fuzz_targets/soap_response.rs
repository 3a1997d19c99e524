//! See `decoder_checks::soap_response`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| decoder_checks::soap_response(input));
