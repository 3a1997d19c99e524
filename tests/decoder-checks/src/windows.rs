//! Messages that a server sends before it knows its caller.

use asmx_windows_auth::checks::{answer, bind, read_reply};

/// A challenge of NTLM: it is answered, or refused for a reason.
pub fn ntlm_challenge(input: &[u8]) {
    match answer(input) {
        Ok(message) => assert!(message.starts_with(b"NTLMSSP\0\x03\0\0\0"), "not an answer"),
        Err(reason) => assert!(!reason.is_empty(), "no reason"),
    }
}

/// A reply of Negotiate: its tokens, written as a reply, are read as they were.
pub fn negotiate_reply(input: &[u8]) {
    match read_reply(input) {
        Ok(written) => assert_eq!(read_reply(&written), Ok(written.clone())),
        Err(reason) => assert!(!reason.is_empty(), "no reason"),
    }
}

/// A certificate: it has a binding with the hash of its signature, or none.
pub fn server_certificate(input: &[u8]) {
    if let Some(binding) = bind(input) {
        let hash = binding.strip_prefix(b"tls-server-end-point:").map(<[u8]>::len);
        assert!(matches!(hash, Some(28 | 32 | 48 | 64)), "{hash:?}");
    }
}
