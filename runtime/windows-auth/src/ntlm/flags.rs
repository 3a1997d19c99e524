//! Flags that client and server negotiate (MS-NLMP 2.2.2.5).

pub(super) const UNICODE: u32 = 0x0000_0001;
/// The client asks for the server's name, and so for its `TargetInfo`.
pub(super) const REQUEST_TARGET: u32 = 0x0000_0004;
pub(super) const SIGN: u32 = 0x0000_0010;
pub(super) const NTLM: u32 = 0x0000_0200;
pub(super) const ALWAYS_SIGN: u32 = 0x0000_8000;
pub(super) const EXTENDED_SESSION_SECURITY: u32 = 0x0008_0000;
pub(super) const TARGET_INFO: u32 = 0x0080_0000;
pub(super) const VERSION: u32 = 0x0200_0000;
pub(super) const KEY_128: u32 = 0x2000_0000;
pub(super) const KEY_EXCHANGE: u32 = 0x4000_0000;
pub(super) const KEY_56: u32 = 0x8000_0000;

/// The flags of the first message. Windows offers 56-bit keys, too: both sides use 128 bits if both flags are set.
pub(super) const REQUESTED: u32 = UNICODE
    | REQUEST_TARGET
    | SIGN
    | NTLM
    | ALWAYS_SIGN
    | EXTENDED_SESSION_SECURITY
    | VERSION
    | KEY_128
    | KEY_EXCHANGE
    | KEY_56;

/// Flags that a challenge must have, with their names in errors.
pub(super) const REQUIRED: [(u32, &str); 4] = [
    (UNICODE, "Unicode"),
    (EXTENDED_SESSION_SECURITY, "extended session security"),
    (KEY_128, "128-bit keys"),
    // The response of NTLMv2 includes it, and channel binding is one of its values.
    (TARGET_INFO, "information about itself (TargetInfo)"),
];
