//! See `decoder_checks::negotiate_reply`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| decoder_checks::negotiate_reply(input));
