//! See `decoder_checks::every_type_response`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| decoder_checks::every_type_response(input));
