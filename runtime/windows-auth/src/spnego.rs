//! The messages of Negotiate (RFC 4178, MS-SPNG), as a client needs them to carry NTLM.

use der::asn1::{AnyRef, ObjectIdentifier, OctetStringRef};
use der::{Decode, Reader, SliceReader, Tag, TagNumber, Tagged};

/// The mechanism NTLM.
pub(crate) const NTLMSSP: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.3.6.1.4.1.311.2.2.10");

/// The mechanism Kerberos.
#[cfg(feature = "kerberos")]
pub(crate) const KRB5: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113554.1.2.2");

/// A list of NTLM alone, in DER. Both sides sign it as `mechListMIC`.
pub(crate) const NTLM: &[u8] = &[0x30, 0x0c, 0x06, 0x0a, 0x2b, 0x06, 0x01, 0x04, 0x01, 0x82, 0x37, 0x02, 0x02, 0x0a];

/// A list of Kerberos alone, in DER.
#[cfg(feature = "kerberos")]
pub(crate) const KERBEROS: &[u8] = &[0x30, 0x0b, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x12, 0x01, 0x02, 0x02];

/// `OBJECT IDENTIFIER` of Negotiate: 1.3.6.1.5.5.2.
const SPNEGO: [u8; 8] = [0x06, 0x06, 0x2b, 0x06, 0x01, 0x05, 0x05, 0x02];

/// Longer tokens are refused unread: a server's token with NTLM has some hundred bytes.
const LONGEST: usize = 64 * 1024;

/// A token of a server that cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the server's Negotiate token is invalid: {0}")]
pub(crate) struct ReplyError(&'static str);

/// How far a negotiation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    Completed,
    Incomplete,
    Rejected,
    /// The server demands a `mechListMIC`.
    RequestMic,
}

/// `NegTokenResp`, the reply of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reply<'a> {
    pub(crate) state: Option<State>,
    /// The mechanism that the server chose; in its first reply only.
    pub(crate) mechanism: Option<ObjectIdentifier>,
    /// The mechanism's message.
    pub(crate) token: Option<&'a [u8]>,
    /// The server's signature of the list of mechanisms.
    pub(crate) mic: Option<&'a [u8]>,
}

/// `NegTokenInit`: offers these mechanisms, and carries the first message of the first.
pub(crate) fn init(mechanisms: &[u8], token: &[u8]) -> Vec<u8> {
    let parts = [tagged(0xa0, mechanisms), tagged(0xa2, &tagged(0x04, token))].concat();
    let choice = tagged(0xa0, &tagged(0x30, &parts));
    tagged(0x60, &[SPNEGO.as_slice(), &choice].concat())
}

/// `NegTokenResp` of a client: carries a further message, and the signature of the list of mechanisms.
pub(crate) fn reply(token: Option<&[u8]>, mic: Option<&[u8]>) -> Vec<u8> {
    // accept-incomplete, as Windows clients say.
    let mut parts = tagged(0xa0, &tagged(0x0a, &[1]));
    if let Some(token) = token {
        parts.extend(tagged(0xa2, &tagged(0x04, token)));
    }
    if let Some(mic) = mic {
        parts.extend(tagged(0xa3, &tagged(0x04, mic)));
    }
    tagged(0xa1, &tagged(0x30, &parts))
}

/// A value of DER.
fn tagged(tag: u8, value: &[u8]) -> Vec<u8> {
    let length = value.len().to_be_bytes();
    let mut bytes = vec![tag];
    match u8::try_from(value.len()) {
        Ok(short) if short < 0x80 => bytes.push(short),
        _ => {
            let digits: Vec<u8> = length.into_iter().skip_while(|digit| *digit == 0).collect();
            // At most eight digits.
            bytes.extend(u8::try_from(digits.len()).map(|count| 0x80 | count));
            bytes.extend(digits);
        }
    }
    bytes.extend_from_slice(value);
    bytes
}

impl<'a> Reply<'a> {
    /// Reads a token of a server.
    ///
    /// Fields that RFC 4178 does not know are skipped, as its extension mark asks for.
    pub(crate) fn read(token: &'a [u8]) -> Result<Self, ReplyError> {
        if token.len() > LONGEST {
            return Err(ReplyError("it is too long"));
        }
        let choice = only_value(token, Tag::ContextSpecific { constructed: true, number: TagNumber(1) })
            .map_err(|_| ReplyError("it is not a NegTokenResp"))?;
        let mut fields = only_value(choice, Tag::Sequence)
            .and_then(SliceReader::new)
            .map_err(|_| ReplyError("its fields are malformed"))?;
        let mut reply = Self { state: None, mechanism: None, token: None, mic: None };
        let mut last = None;
        while !fields.is_finished() {
            let field: AnyRef<'_> = fields.decode().map_err(|_| ReplyError("its fields are malformed"))?;
            let Tag::ContextSpecific { constructed: true, number } = field.tag() else {
                return Err(ReplyError("a field has no number"));
            };
            if last.is_some_and(|last| last >= number) {
                return Err(ReplyError("a field is duplicate or out of order"));
            }
            last = Some(number);
            reply.take(number.value(), field.value())?;
        }
        // Old servers repeat the token in place of a signature.
        if reply.mic == reply.token {
            reply.mic = None;
        }
        Ok(reply)
    }

    fn take(&mut self, number: u32, value: &'a [u8]) -> Result<(), ReplyError> {
        match number {
            0 => {
                let state = only_value(value, Tag::Enumerated).map_err(|_| ReplyError("its negState is malformed"))?;
                self.state = Some(match state {
                    [0] => State::Completed,
                    [1] => State::Incomplete,
                    [2] => State::Rejected,
                    [3] => State::RequestMic,
                    _ => return Err(ReplyError("its negState is unknown")),
                });
            }
            1 => {
                let mechanism = ObjectIdentifier::from_der(value);
                self.mechanism = Some(mechanism.map_err(|_| ReplyError("its supportedMech is malformed"))?);
            }
            2 => self.token = Some(octets(value).map_err(|_| ReplyError("its responseToken is malformed"))?),
            3 => self.mic = Some(octets(value).map_err(|_| ReplyError("its mechListMIC is malformed"))?),
            _ => {}
        }
        Ok(())
    }
}

/// The content of the one value that `bytes` hold.
fn only_value(bytes: &[u8], tag: Tag) -> der::Result<&[u8]> {
    let value = AnyRef::from_der(bytes)?;
    value.tag().assert_eq(tag)?;
    Ok(value.value())
}

fn octets(bytes: &[u8]) -> der::Result<&[u8]> {
    <&OctetStringRef>::from_der(bytes).map(OctetStringRef::as_bytes)
}

#[cfg(test)]
mod tests;
