//! See `decoder_checks::xml_document`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| decoder_checks::xml_document(input));
