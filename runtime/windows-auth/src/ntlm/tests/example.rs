//! MS-NLMP 4.2.4: the example of NTLMv2, with its numbers.

use super::super::authenticate::Fields;
use super::super::crypto::{Key, hmac_md5, mac, nt_response, rc4, response_key, utf16};
use super::*;
use hmac::Mac;

fn bytes(digits: &str) -> Vec<u8> {
    let digits: Vec<u8> = digits.bytes().filter(|digit| !digit.is_ascii_whitespace()).collect();
    digits.chunks(2).map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap()).collect()
}

/// 4.2.4.3.
const CHALLENGE_MESSAGE: &[u8] = include_bytes!("../../../tests/challenges/example.bin");

/// 4.2.4.3. Its LM response is that of clients before Windows Vista, and it has no MIC.
const AUTHENTICATE_MESSAGE: &str = "
    4e544c4d53535000 03000000 180018006c000000 5400540084000000 0c000c0048000000 0800080054000000 100010005c000000
    10001000d8000000 358288e2 0501280a0000000f 44006f006d00610069006e00 5500730065007200
    43004f004d0050005500540045005200 86c35097ac9cec102554764a57cccc19aaaaaaaaaaaaaaaa 68cd0ab851e51c96aabc927bebef6a1c
    0101000000000000 0000000000000000 aaaaaaaaaaaaaaaa 00000000 02000c0044006f006d00610069006e00
    01000c00530065007200760065007200 00000000 00000000 c5dad2544fc9799094ce1ce90bc9d03e";

fn account() -> Account {
    Account::parse("Domain\\User").unwrap()
}

fn key() -> Key {
    response_key(&"Password".into(), &account())
}

#[test]
fn the_key_of_the_password() {
    assert_eq!(key().as_slice(), bytes("0c868a403bfd7a93a3001ef22ef02e3f"));
}

#[test]
fn the_response_and_its_keys() {
    let pairs = &CHALLENGE_MESSAGE[0x44..];
    let response = nt_response(&key(), [1, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef], [0xaa; 8], [0; 8], pairs);
    assert_eq!(&response.bytes[..16], bytes("68cd0ab851e51c96aabc927bebef6a1c"));
    assert_eq!(response.key.as_slice(), bytes("8de40ccadbc14a82f15cb0ad0de95ca3"));
    let encrypted = rc4(&response.key, [0x55; 16]);
    assert_eq!(encrypted.as_slice(), bytes("c5dad2544fc9799094ce1ce90bc9d03e"));

    let read = Challenge::read(CHALLENGE_MESSAGE).unwrap();
    assert_eq!((read.flags, read.nonce), (0xe28a_8233, [1, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef]));
    let answer = Fields {
        flags: 0xe288_8235,
        domain: "Domain",
        user: "User",
        workstation: "COMPUTER",
        lm_response: &bytes("86c35097ac9cec102554764a57cccc19aaaaaaaaaaaaaaaa"),
        nt_response: &response.bytes,
        session_key: &encrypted,
        version: [5, 1, 0x28, 0x0a, 0, 0, 0, 15],
        has_mic: false,
    };
    assert_eq!(answer.write().unwrap(), bytes(AUTHENTICATE_MESSAGE));
}

/// The answer of this client to the example's challenge is the example's, but for the client's pairs, the LM response and the version.
#[test]
fn the_answer_to_the_examples_challenge() {
    let answer = handshake().authenticate_with(CHALLENGE_MESSAGE, None, "", &fresh()).unwrap().message;
    let example = bytes(AUTHENTICATE_MESSAGE);
    let ([lm_response, nt_response, rest @ ..], flags) = fields(&answer);
    let ([_, example_response, example_rest @ ..], _) = fields(&example);
    assert_eq!(lm_response, [0; 24]);
    assert_eq!(rest[..3], example_rest[..3]);
    // Without SEAL.
    assert_eq!(flags, 0xe288_8215);
    // The challenge has no time, so there is no MIC.
    assert_eq!(answer[72..].len(), [nt_response, lm_response].concat().len() + rest.concat().len());
    let pairs = [bytes("0a001000"), vec![0; 16], bytes("09000000")].concat();
    let end = example_response.len() - 8;
    assert_eq!(nt_response[16..], [&example_response[16..end], &pairs, &[0; 8]].concat());
    assert_eq!(nt_response[..16], hmac_md5(&key(), &[&bytes("0123456789abcdef"), &nt_response[16..]]));
}

/// 4.2.4.4, without the encryption of the message, which uses the stream of RC4 before the checksum.
#[test]
fn the_signature() {
    let session_key = Zeroizing::new([0x55; 16]);
    let signing = crypto::derived_key(&session_key, b"session key to client-to-server signing key magic constant\0");
    let sealing = crypto::derived_key(&session_key, b"session key to client-to-server sealing key magic constant\0");
    assert_eq!(signing.as_slice(), bytes("4788dc861b4782f35d43fd98fe1a2d39"));
    assert_eq!(sealing.as_slice(), bytes("59f600973cc4960a25480a7c196e4c58"));

    let message = utf16("Plaintext");
    let signature = Signer::new(&session_key, false).sign(&message);
    assert_eq!(signature, bytes("01000000 70352851f2564309 00000000"));
    let mut stream = [0; 26];
    stream[..18].copy_from_slice(&message);
    stream[18..].copy_from_slice(&signature[4..12]);
    let encrypted = rc4(&sealing, stream);
    assert_eq!(encrypted[..18], bytes("54e50165bf1936dc996020c1811b0f06fb5f"));
    assert_eq!(encrypted[18..], bytes("7fb38ec5c55d4976"));
    let first: [u8; 8] = rc4(&sealing, bytes("70352851f2564309").try_into().unwrap());
    assert_eq!(Signer::new(&session_key, true).sign(&message)[4..12], first);
}

#[test]
fn only_the_servers_signature_is_verified() {
    for exchanged in [false, true] {
        let session_key = Zeroizing::new([0x55; 16]);
        let signer = Signer::new(&session_key, exchanged);
        let signing =
            crypto::derived_key(&session_key, b"session key to server-to-client signing key magic constant\0");
        let sealing =
            crypto::derived_key(&session_key, b"session key to server-to-client sealing key magic constant\0");
        let mut checksum = [0; 8];
        checksum
            .copy_from_slice(&mac(&signing).chain_update([0; 4]).chain_update(b"message").finalize().into_bytes()[..8]);
        if exchanged {
            checksum = rc4(&sealing, checksum);
        }
        let signature = [[1, 0, 0, 0].as_slice(), &checksum, &[0; 4]].concat();
        assert!(signer.verify(b"message", &signature));
        assert!(!signer.verify(b"massage", &signature));
        assert!(!signer.verify(b"message", &signer.sign(b"message")), "the client's own");
        for at in 0..16 {
            let mut changed = signature.clone();
            changed[at] ^= 1;
            assert!(!signer.verify(b"message", &changed), "{at}");
            assert!(!signer.verify(b"message", &signature[..at]), "{at} bytes");
        }
        assert!(!signer.verify(b"message", &[signature.as_slice(), &[0]].concat()));
    }
}
