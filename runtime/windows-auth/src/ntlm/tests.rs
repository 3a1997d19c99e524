//! The example of MS-NLMP 4.2.4, malformed challenges, and downgrades.

mod example;
mod malformed;

use super::*;

/// A challenge with a timestamp, as pyspnego writes it.
const CHALLENGE: &[u8] = include_bytes!("../../tests/challenges/with-time.bin");

fn handshake() -> Handshake {
    Handshake::new(Account::parse("Domain\\User").unwrap(), "Password".into(), "COMPUTER".to_owned())
}

fn fresh() -> Fresh {
    Fresh { client_challenge: [0xaa; 8], session_key: Zeroizing::new([0x55; 16]), time: 0 }
}

/// The values of the answer, in the order of their fields, and the flags.
fn fields(message: &[u8]) -> ([&[u8]; 6], u32) {
    let number = |at: usize| u32::from_le_bytes(message[at..at + 4].try_into().unwrap());
    let value = |at: usize| {
        let length = usize::from(u16::from_le_bytes(message[at..at + 2].try_into().unwrap()));
        let offset = usize::try_from(number(at + 4)).unwrap();
        &message[offset..offset + length]
    };
    ([value(12), value(20), value(28), value(36), value(44), value(52)], number(60))
}

/// The pairs of the answer, without their end.
fn pairs(message: &[u8]) -> Vec<(u16, Vec<u8>)> {
    let mut rest = &fields(message).0[1][16 + 28..];
    let mut pairs = Vec::new();
    while rest[..2] != [0, 0] {
        let number = |at: usize| u16::from_le_bytes([rest[at], rest[at + 1]]);
        let end = 4 + usize::from(number(2));
        pairs.push((number(0), rest[4..end].to_vec()));
        rest = &rest[end..];
    }
    pairs
}

#[test]
fn names_of_users() {
    let parse = |name| Account::parse(name).map(|account| (account.domain().to_owned(), account.user().to_owned()));
    let account = |domain: &str, user: &str| Some((domain.to_owned(), user.to_owned()));
    assert_eq!(parse("DOMAIN\\user"), account("DOMAIN", "user"));
    assert_eq!(parse("user@example.com"), account("", "user@example.com"));
    assert_eq!(parse("user"), account("", "user"));
    assert_eq!(parse("DOMAIN\\user@example.com"), account("DOMAIN", "user@example.com"));
    assert_eq!(parse("DOMAIN\\"), None);
    assert_eq!(parse(""), None);
}

#[test]
fn letters_become_upper_case_as_windows_does_it() {
    assert_eq!(account::uppercase("user.Name-1@ä"), "USER.NAME-1@Ä");
    assert_eq!(account::uppercase("straße ıſ 𐐨 ŉ"), "STRAßE ıſ 𐐨 ŉ");
    assert_eq!(account::uppercase("жан ÿ ω"), "ЖАН Ÿ Ω");
}

#[test]
fn the_answer_has_the_servers_pairs_and_the_clients() {
    let answer = handshake().authenticate_with(CHALLENGE, None, "HTTP/host", &fresh()).unwrap();
    let pairs = pairs(&answer.message);
    let ids: Vec<u16> = pairs.iter().map(|(id, _)| *id).collect();
    assert_eq!(ids, [1, 2, 3, 7, 6, 10, 9]);
    let value = |id| &pairs.iter().find(|(known, _)| *known == id).unwrap().1;
    assert_eq!(value(6), &[2, 0, 0, 0]);
    assert_eq!(value(10), &[0; 16]);
    assert_eq!(**value(9), **crypto::utf16("HTTP/host"));
    let ([lm_response, nt_response, ..], flags) = fields(&answer.message);
    assert_eq!(lm_response, [0; 24]);
    assert_eq!(&nt_response[24..32], value(7).as_slice(), "the server's time");
    assert_eq!(flags, flags::REQUESTED | flags::TARGET_INFO);
    assert_ne!(&answer.message[72..88], [0; 16], "the MIC");
}

#[test]
fn two_answers_differ() {
    let [one, other] = [(); 2].map(|()| handshake().authenticate(CHALLENGE, None, "HTTP/host").unwrap().message);
    assert_ne!(fields(&one).0[1][32..40], fields(&other).0[1][32..40], "the client's challenge");
    assert_ne!(fields(&one).0[5], fields(&other).0[5], "the session key");
}

/// Some servers agree to neither. Their key is that of the exchange, and `mechListMIC` is left out.
#[test]
fn without_signatures_there_is_no_session_key() {
    let mut challenge = CHALLENGE.to_vec();
    challenge[20] &= !0x10;
    let answer = handshake().authenticate_with(&challenge, None, "HTTP/host", &fresh()).unwrap();
    assert!(answer.signer.is_none());
    let (values, flags) = fields(&answer.message);
    assert!(values[5].is_empty());
    assert_eq!(flags & (flags::SIGN | flags::KEY_EXCHANGE), 0);
}

#[test]
fn nothing_secret_is_shown() {
    let answer = handshake().authenticate_with(CHALLENGE, None, "HTTP/host", &fresh()).unwrap();
    assert_eq!(format!("{answer:?}"), "Authenticate { .. }");
}
