use super::*;
use crate::ntlm::NEGOTIATE;

const REPLY: &[u8] = include_bytes!("../../tests/replies/first.bin");
const LAST_REPLY: &[u8] = include_bytes!("../../tests/replies/last.bin");
const CHALLENGE: &[u8] = include_bytes!("../../tests/challenges/with-time.bin");

#[test]
fn the_first_reply_of_a_server_is_read() {
    let reply = Reply::read(REPLY).unwrap();
    assert_eq!((reply.state, reply.mechanism, reply.mic), (Some(State::RequestMic), Some(NTLMSSP), None));
    // Another challenge, with a time of its own.
    let token = reply.token.unwrap();
    assert_eq!((token.len(), &token[..12]), (CHALLENGE.len(), b"NTLMSSP\0\x02\0\0\0".as_slice()));
}

#[test]
fn the_last_reply_of_a_server_is_read() {
    let mic: Vec<u8> = (0..16).collect();
    let expected = Reply { state: Some(State::Completed), mechanism: None, token: None, mic: Some(&mic) };
    assert_eq!(Reply::read(LAST_REPLY), Ok(expected));
}

#[test]
fn a_token_in_place_of_a_signature_is_skipped() {
    let reply = reply(Some(b"token"), Some(b"token"));
    assert_eq!(Reply::read(&reply).unwrap().mic, None);
}

#[test]
fn tokens_of_every_length_come_back() {
    for length in [0, 1, 100, 127, 128, 129, 255, 256, 300, 40_000] {
        let token = vec![7; length];
        let written = reply(Some(&token), Some(&[1; 16]));
        let read = Reply::read(&written).unwrap();
        assert_eq!((read.token, read.mic), (Some(token.as_slice()), Some([1; 16].as_slice())), "{length}");
        let (state, mechanism) = (read.state, read.mechanism);
        assert_eq!((state, mechanism), (Some(State::Incomplete), None));
    }
}

/// As pyspnego writes it.
#[test]
fn the_offer_names_ntlm_alone() {
    let mut expected = b"\x60\x48\x06\x06\x2b\x06\x01\x05\x05\x02\xa0\x3e\x30\x3c\xa0\x0e".to_vec();
    expected.extend(NTLM);
    expected.extend(b"\xa2\x2a\x04\x28");
    expected.extend(NEGOTIATE);
    assert_eq!(init(NTLM, &NEGOTIATE), expected);
    assert_eq!(ObjectIdentifier::from_der(&NTLM[2..]), Ok(NTLMSSP));
}

/// As pyspnego writes it.
#[test]
fn the_last_message_has_token_and_signature() {
    let mut expected = b"\xa1\x81\xea\x30\x81\xe7\xa0\x03\x0a\x01\x01\xa2\x81\xcb\x04\x81\xc8".to_vec();
    expected.extend([b'T'; 200]);
    expected.extend(b"\xa3\x12\x04\x10MMMMMMMMMMMMMMMM");
    assert_eq!(reply(Some(&[b'T'; 200]), Some(&[b'M'; 16])), expected);
}

#[test]
fn each_mistake_is_named() {
    for (token, mistake) in [
        (b"".as_slice(), "it is not a NegTokenResp"),
        (b"\xa0\x02\x30\x00", "it is not a NegTokenResp"),
        (b"\xa1\x02\x30\x00\x00", "it is not a NegTokenResp"),
        (b"\xa1\x02\x31\x00", "its fields are malformed"),
        (b"\xa1\x04\x30\x02\x05\x00", "a field has no number"),
        (b"\xa1\x0c\x30\x0a\xa2\x03\x04\x01x\xa2\x03\x04\x01y", "a field is duplicate or out of order"),
        (b"\xa1\x07\x30\x05\xa0\x03\x0a\x01\x04", "its negState is unknown"),
        (b"\xa1\x08\x30\x06\xa0\x04\x0a\x02\x00\x00", "its negState is unknown"),
        (b"\xa1\x06\x30\x04\xa0\x02\x05\x00", "its negState is malformed"),
        (b"\xa1\x06\x30\x04\xa1\x02\x06\x00", "its supportedMech is malformed"),
        (b"\xa1\x06\x30\x04\xa2\x02\x05\x00", "its responseToken is malformed"),
        (b"\xa1\x06\x30\x04\xa3\x02\x05\x00", "its mechListMIC is malformed"),
        (&vec![0; LONGEST + 1], "it is too long"),
    ] {
        assert_eq!(Reply::read(token), Err(ReplyError(mistake)), "{token:02x?}");
    }
}

#[test]
fn unknown_fields_are_skipped() {
    let reply = Reply::read(b"\xa1\x06\x30\x04\xa4\x02\x05\x00").unwrap();
    assert_eq!(reply, Reply { state: None, mechanism: None, token: None, mic: None });
}

#[test]
fn truncated_and_changed_input_never_panics() {
    for reply in [REPLY, LAST_REPLY] {
        for end in 0..reply.len() {
            assert!(Reply::read(&reply[..end]).is_err(), "{end} bytes");
        }
        let mut changed = reply.to_vec();
        for at in 0..reply.len() {
            for byte in 0..=255 {
                changed[at] = byte;
                let _ = Reply::read(&changed);
            }
            changed[at] = reply[at];
        }
    }
}
