//! See `decoder_checks::wsdl_document`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| decoder_checks::wsdl_document(input));
