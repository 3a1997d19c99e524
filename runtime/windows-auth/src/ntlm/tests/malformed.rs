//! Challenges that are truncated, changed, or weaker than they should be.

use super::*;

fn refusal(challenge: &[u8]) -> String {
    handshake().authenticate_with(challenge, None, "HTTP/host", &fresh()).unwrap_err().to_string()
}

/// A challenge with these pairs.
fn challenge(pairs: &[u8]) -> Vec<u8> {
    let mut challenge = CHALLENGE[..56].to_vec();
    let length = u16::try_from(pairs.len()).unwrap().to_le_bytes();
    challenge[40..48].copy_from_slice(&[length[0], length[1], length[0], length[1], 56, 0, 0, 0]);
    challenge.extend(pairs);
    challenge
}

const NAMES: &[u8] = &[1, 0, 2, 0, b'A', 0, 2, 0, 2, 0, b'B', 0];

#[test]
fn names_alone_suffice() {
    let challenge = challenge(&[NAMES, &[0; 4]].concat());
    let answer = handshake().authenticate_with(&challenge, None, "HTTP/host", &fresh()).unwrap();
    let ids: Vec<u16> = pairs(&answer.message).iter().map(|(id, _)| *id).collect();
    assert_eq!(ids, [1, 2, 10, 9]);
}

#[test]
fn pairs_of_the_client_are_not_taken_from_the_server() {
    let own =
        [6, 0, 4, 0, 1, 0, 0, 0, 9, 0, 2, 0, b'X', 0, 10, 0, 16, 0, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7];
    let time = [7, 0, 8, 0, 1, 2, 3, 4, 5, 6, 7, 8];
    let challenge = challenge(&[NAMES, &own, &time, &[0; 4]].concat());
    let answer = handshake().authenticate_with(&challenge, None, "", &fresh()).unwrap();
    let client = [(6, vec![3, 0, 0, 0]), (10, vec![0; 16]), (9, vec![])];
    assert_eq!(pairs(&answer.message)[3..], client);
}

/// A server reads a MIC where this flag is.
#[test]
fn without_a_timestamp_the_answer_announces_no_mic() {
    let challenge = challenge(&[NAMES, &[6, 0, 4, 0, 3, 0, 0, 0], &[0; 4]].concat());
    let answer = handshake().authenticate_with(&challenge, None, "", &fresh()).unwrap();
    assert!(pairs(&answer.message).contains(&(6, vec![1, 0, 0, 0])));
    assert_eq!(answer.message[72..][..12], *crypto::utf16("Domain"));
}

#[test]
fn each_mistake_is_named() {
    let invalid = |what: &str| format!("the server's NTLM challenge is invalid: {what}");
    assert_eq!(refusal(&vec![0; 20_000]), invalid("it is too long"));
    assert_eq!(refusal(&NEGOTIATE), invalid("it is not a challenge"));
    assert_eq!(refusal(&CHALLENGE[..47]), invalid("it ends inside its header"));
    assert_eq!(refusal(&CHALLENGE[..CHALLENGE.len() - 1]), invalid("its TargetInfo ends after the message"));
    for (at, byte, what) in [
        (44, 47, "its TargetInfo begins inside its header"),
        (47, 255, "its TargetInfo ends after the message"),
        (40, CHALLENGE[40] - 4, "its TargetInfo has no end"),
        (40, CHALLENGE[40] - 5, "a value of its TargetInfo is truncated"),
    ] {
        let mut changed = CHALLENGE.to_vec();
        changed[at] = byte;
        assert_eq!(refusal(&changed), invalid(what));
    }
    let many: Vec<u8> = (100..165).flat_map(|id| [id, 0, 0, 0]).collect();
    for (pairs, what) in [
        (&[0, 0, 1, 0, 0][..], "the end of its TargetInfo has a value"),
        (&[6, 0, 3, 0, 0, 0, 0], "a value of its TargetInfo has the wrong length"),
        (&[7, 0, 0, 0], "a value of its TargetInfo has the wrong length"),
        (&[1, 0, 0, 0, 1, 0, 0, 0], "its TargetInfo has a duplicate value"),
        (&many, "its TargetInfo has too many values"),
        (&[1, 0, 0, 0, 0, 0, 0, 0], "its TargetInfo lacks the name of the computer or of the domain"),
        (&[0, 0, 0, 0], "its TargetInfo lacks the name of the computer or of the domain"),
        (&[], "its TargetInfo has no end"),
    ] {
        assert_eq!(refusal(&challenge(pairs)), invalid(what));
    }
}

#[test]
fn downgrades_are_refused() {
    for (flag, what) in flags::REQUIRED {
        let flags = u32::from_le_bytes(CHALLENGE[20..24].try_into().unwrap());
        let mut changed = CHALLENGE.to_vec();
        changed[20..24].copy_from_slice(&(flags & !flag).to_le_bytes());
        let begin = format!("the server's NTLM challenge lacks {what}: ");
        assert!(refusal(&changed).starts_with(&begin), "{}", refusal(&changed));
    }
}

#[test]
fn names_that_are_too_long_are_refused() {
    let long = "x".repeat(40_000);
    let of = |account: Account, workstation: &str, target: &str| {
        let handshake = Handshake::new(account, "".into(), workstation.to_owned());
        handshake.authenticate(CHALLENGE, None, target).unwrap_err().to_string()
    };
    let account = |name: &str| Account::parse(name).unwrap();
    let message = |what: &str| format!("{what} is too long for NTLM: shorten it");
    assert_eq!(of(account(&long), "", ""), message("the user name"));
    assert_eq!(of(account(&format!("{long}\\u")), "", ""), message("the domain"));
    assert_eq!(of(account("u"), &long, ""), message("the name of this computer"));
    assert_eq!(of(account("u"), "", &long), message("the name of the server"));
    assert_eq!(of(account("u"), "", &long[..32_700]), message("the name of the server"));
}

#[test]
fn truncated_and_changed_input_never_panics() {
    for end in 0..CHALLENGE.len() {
        assert!(handshake().authenticate_with(&CHALLENGE[..end], None, "HTTP/host", &fresh()).is_err(), "{end} bytes");
    }
    let mut changed = CHALLENGE.to_vec();
    for at in 0..CHALLENGE.len() {
        for byte in 0..=255 {
            changed[at] = byte;
            // Answers are costly in a test without optimization; reading is what can fail.
            let _ = Challenge::read(&changed);
        }
        changed[at] = CHALLENGE[at] ^ 0x55;
        let _ = handshake().authenticate_with(&changed, None, "HTTP/host", &fresh());
        changed[at] = CHALLENGE[at];
    }
}
