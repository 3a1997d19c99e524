//! See `decoder_checks::ntlm_challenge`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| decoder_checks::ntlm_challenge(input));
