//! Signatures with a session key (MS-NLMP 3.4.4), as Negotiate's `mechListMIC` needs them.

use hmac::Mac;

use super::crypto::{Key, derived_key, hmac_md5, mac, rc4};

/// Signs one message of the client, and verifies one of the server: the first of each, with the number 0.
pub(crate) struct Signer {
    client: Keys,
    server: Keys,
}

struct Keys {
    signing: Key,
    /// Encrypts the checksum, if the client chose the session key.
    sealing: Option<Key>,
}

const VERSION: [u8; 4] = [1, 0, 0, 0];
const NUMBER: [u8; 4] = [0; 4];

impl Signer {
    pub(super) fn new(session_key: &Key, exchanged: bool) -> Self {
        let keys = |signing: &[u8], sealing: &[u8]| Keys {
            signing: derived_key(session_key, signing),
            sealing: exchanged.then(|| derived_key(session_key, sealing)),
        };
        Self {
            client: keys(
                b"session key to client-to-server signing key magic constant\0",
                b"session key to client-to-server sealing key magic constant\0",
            ),
            server: keys(
                b"session key to server-to-client signing key magic constant\0",
                b"session key to server-to-client sealing key magic constant\0",
            ),
        }
    }

    /// The client's signature.
    pub(crate) fn sign(&self, message: &[u8]) -> Vec<u8> {
        let mut checksum = [0; 8];
        checksum.iter_mut().zip(hmac_md5(&self.client.signing, &[&NUMBER, message])).for_each(|(to, from)| *to = from);
        let checksum = self.client.crypt(checksum);
        [VERSION.as_slice(), &checksum, &NUMBER].concat()
    }

    /// Whether the server signed the message.
    pub(crate) fn verify(&self, message: &[u8], signature: &[u8]) -> bool {
        let Some(checksum) = signature
            .strip_prefix(&VERSION)
            .and_then(|rest| rest.strip_suffix(&NUMBER))
            .and_then(|checksum| <[u8; 8]>::try_from(checksum).ok())
        else {
            return false;
        };
        let expected = mac(&self.server.signing).chain_update(NUMBER).chain_update(message);
        expected.verify_truncated_left(&self.server.crypt(checksum)).is_ok()
    }
}

impl Keys {
    fn crypt(&self, checksum: [u8; 8]) -> [u8; 8] {
        self.sealing.as_ref().map_or(checksum, |key| rc4(key, checksum))
    }
}
