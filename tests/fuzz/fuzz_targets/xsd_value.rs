//! See `decoder_checks::xsd_value`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| decoder_checks::xsd_value(input));
