//! See `decoder_checks::server_certificate`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| decoder_checks::server_certificate(input));
