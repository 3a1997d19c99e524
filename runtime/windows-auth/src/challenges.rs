//! The sign-in schemes that a response offers.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use http::HeaderMap;
use http::header::{CONNECTION, WWW_AUTHENTICATE};

/// Windows sends up to 64 KiB of a Kerberos ticket; a server's answer is far smaller.
const LONGEST: usize = 64 * 1024;

/// A server's challenge of one scheme.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Offer {
    /// The scheme is absent.
    No,
    /// The scheme alone.
    Bare,
    /// The scheme with a token.
    Token(Vec<u8>),
    /// The scheme with something that is not base64.
    Malformed,
}

/// The challenge of the scheme in the headers. A list of schemes may stand in one header or in several.
pub(crate) fn offer(headers: &HeaderMap, scheme: &str) -> Offer {
    let mut found = Offer::No;
    for value in headers.get_all(WWW_AUTHENTICATE) {
        let parts = value.to_str().unwrap_or_default().split(',').map(str::trim);
        for part in parts {
            let (name, token) = part.split_once(' ').unwrap_or((part, ""));
            if !name.eq_ignore_ascii_case(scheme) {
                continue;
            }
            match token.trim() {
                "" if found == Offer::No => found = Offer::Bare,
                "" => {}
                token if token.len() > LONGEST => return Offer::Malformed,
                token => return BASE64_STANDARD.decode(token).map_or(Offer::Malformed, Offer::Token),
            }
        }
    }
    found
}

/// Whether the server ends the connection after this response.
pub(crate) fn ends_connection(headers: &HeaderMap) -> bool {
    let values = headers.get_all(CONNECTION).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).any(|option| option.trim().eq_ignore_ascii_case("close"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scheme_is_found_in_lists_and_in_headers_of_their_own() {
        let headers = |values: &[&str]| {
            values.iter().map(|value| (WWW_AUTHENTICATE, value.parse().unwrap())).collect::<HeaderMap>()
        };
        for (values, expected) in [
            (&["Basic realm=\"a, NTLM\", Digest"][..], Offer::No),
            (&["Negotiate, ntlm"], Offer::Bare),
            (&["Negotiate", "NTLM TlRM"], Offer::Token(b"NTL".to_vec())),
            (&["NTLM", "NTLM TlRM"], Offer::Token(b"NTL".to_vec())),
            (&["NTLM not base64"], Offer::Malformed),
            (&[], Offer::No),
        ] {
            assert_eq!(offer(&headers(values), "NTLM"), expected, "{values:?}");
        }
        assert_eq!(offer(&headers(&[&format!("NTLM {}", "A".repeat(LONGEST + 4))]), "NTLM"), Offer::Malformed);
    }
}
