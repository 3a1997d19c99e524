//! The client's last message.

use super::crypto::utf16;
use super::error::ChallengeError;

/// The position of the signature over all messages.
const MIC: std::ops::Range<usize> = 72..88;

/// `AUTHENTICATE_MESSAGE` (MS-NLMP 2.2.1.3).
pub(super) struct Fields<'a> {
    pub(super) flags: u32,
    pub(super) domain: &'a str,
    pub(super) user: &'a str,
    pub(super) workstation: &'a str,
    pub(super) lm_response: &'a [u8],
    pub(super) nt_response: &'a [u8],
    /// The session key, encrypted; empty without exchange of a key.
    pub(super) session_key: &'a [u8],
    pub(super) version: [u8; 8],
    /// Whether there is a place for [`set_mic`]. It is zero until then.
    pub(super) has_mic: bool,
}

impl Fields<'_> {
    pub(super) fn write(&self) -> Result<Vec<u8>, ChallengeError> {
        let (domain, user, workstation) = (utf16(self.domain), utf16(self.user), utf16(self.workstation));
        // In the order of their bytes, which is not that of the fields.
        let values: [(&[u8], &'static str); 6] = [
            (&domain, "the domain"),
            (&user, "the user name"),
            (&workstation, "the name of this computer"),
            (self.lm_response, "the response"),
            (self.nt_response, "the name of the server"),
            (self.session_key, "the session key"),
        ];
        let mut offset = if self.has_mic { MIC.end } else { MIC.start };
        let mut fields = [[0; 8]; 6];
        for (field, (value, name)) in fields.iter_mut().zip(values) {
            let too_long = |_| ChallengeError::TooLong(name);
            let length = u16::try_from(value.len()).map_err(too_long)?.to_le_bytes();
            let start = u32::try_from(offset).map_err(too_long)?.to_le_bytes();
            let bytes = length.iter().chain(&length).chain(&start);
            field.iter_mut().zip(bytes).for_each(|(to, from)| *to = *from);
            offset += value.len();
        }
        let [domain, user, workstation, lm_response, nt_response, session_key] = fields;
        let mut message = b"NTLMSSP\0\x03\0\0\0".to_vec();
        message.extend([lm_response, nt_response, domain, user, workstation, session_key].as_flattened());
        message.extend(self.flags.to_le_bytes());
        message.extend(self.version);
        if self.has_mic {
            message.extend([0; 16]);
        }
        message.extend(values.iter().flat_map(|(value, _)| *value));
        Ok(message)
    }
}

/// Puts the signature over all three messages into its place.
pub(super) fn set_mic(message: &mut [u8], mic: [u8; 16]) {
    if let Some(place) = message.get_mut(MIC) {
        place.copy_from_slice(&mic);
    }
}
