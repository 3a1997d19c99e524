//! Keys and proofs of NTLMv2 (MS-NLMP 3.3.2, 3.4.5).
//!
//! Arrays that hold keys are erased when they are dropped.

use hmac::{Hmac, KeyInit, Mac};
use md4::{Digest, Md4};
use md5::Md5;
use rc4::{Rc4, StreamCipher};
use secrecy::{ExposeSecret, SecretString};
use zeroize::Zeroizing;

use super::account::{Account, uppercase};

pub(super) type Key = Zeroizing<[u8; 16]>;

/// `NTOWFv2`: the key that the password, user and domain make.
pub(super) fn response_key(password: &SecretString, account: &Account) -> Key {
    let hash = Zeroizing::new(Md4::digest(&*utf16(password.expose_secret())).into());
    Zeroizing::new(hmac_md5(&hash, &[&utf16(&uppercase(account.user())), &utf16(account.domain())]))
}

/// The proof of the password.
pub(super) struct NtResponse {
    pub(super) bytes: Vec<u8>,
    /// `KeyExchangeKey`, which is the `SessionBaseKey` in NTLMv2.
    pub(super) key: Key,
}

/// `ComputeResponse`: `NTProofStr` and what it proves, `NTLMv2_CLIENT_CHALLENGE`.
pub(super) fn nt_response(
    key: &Key,
    server_challenge: [u8; 8],
    client_challenge: [u8; 8],
    time: [u8; 8],
    pairs: &[u8],
) -> NtResponse {
    let proved = [&[1, 1, 0, 0, 0, 0, 0, 0], &time, &client_challenge, [0; 4].as_slice(), pairs, &[0; 4]].concat();
    let proof = hmac_md5(key, &[&server_challenge, &proved]);
    NtResponse { bytes: [proof.as_slice(), &proved].concat(), key: Zeroizing::new(hmac_md5(key, &[&proof])) }
}

/// The MAC of the parts, one after the other.
pub(super) fn hmac_md5(key: &Key, parts: &[&[u8]]) -> [u8; 16] {
    let mac = parts.iter().fold(mac(key), Mac::chain_update);
    mac.finalize().into_bytes().into()
}

/// A MAC of nothing yet.
pub(super) fn mac(key: &Key) -> Hmac<Md5> {
    // HMAC fills short keys with zeros, up to the length of a block.
    let mut block = Zeroizing::new([0; 64]);
    block.iter_mut().zip(key.iter()).for_each(|(to, from)| *to = *from);
    Hmac::new((&*block).into())
}

/// `RC4K`, which encrypts and decrypts.
pub(super) fn rc4<const N: usize>(key: &Key, mut data: [u8; N]) -> [u8; N] {
    // RC4 repeats its key as often as it needs: 16 bytes, and the same twice, are one key.
    let mut twice = Zeroizing::new([0; 32]);
    twice.iter_mut().zip(key.iter().cycle()).for_each(|(to, from)| *to = *from);
    Rc4::new((&*twice).into()).apply_keystream(&mut data);
    data
}

/// MD5 of a session key and a constant: `SIGNKEY` and `SEALKEY`.
pub(super) fn derived_key(session_key: &Key, constant: &[u8]) -> Key {
    Zeroizing::new(Md5::new().chain_update(session_key.as_slice()).chain_update(constant).finalize().into())
}

/// UTF-16, little end first.
pub(super) fn utf16(text: &str) -> Zeroizing<Vec<u8>> {
    // Memory that a growing vector leaves behind would not be erased.
    let mut bytes = Zeroizing::new(Vec::with_capacity(text.len() * 2));
    bytes.extend(text.encode_utf16().flat_map(u16::to_le_bytes));
    bytes
}
