//! Settings that say two things at once, or half of one.

use super::{Mistake, Profile};

impl Profile {
    /// Refuses two ways to sign in, and a half of one.
    pub(super) fn consistent(self) -> Result<Self, Mistake> {
        match self.contradiction() {
            Some(text) => Err(Mistake::Setting(text)),
            None => Ok(self),
        }
    }

    fn contradiction(&self) -> Option<String> {
        let header = self.http_headers.keys().any(|name| name.eq_ignore_ascii_case("authorization"));
        let schemes = [
            ("basic", self.basic.is_some()),
            ("bearer", self.bearer.is_some()),
            ("ntlm", self.ntlm.is_some()),
            ("kerberos", self.kerberos.is_some()),
            ("http-headers.Authorization", header),
        ];
        let names: Vec<_> = schemes.iter().filter(|(_, is_stated)| *is_stated).map(|(name, _)| *name).collect();
        if let [first, second, ..] = names.as_slice() {
            return Some(format!("`{first}` and `{second}`: a request signs in one way, so leave one of them out"));
        }
        let user = self.kerberos.as_ref().map(|kerberos| (kerberos.username.is_some(), kerberos.password.is_some()));
        let half = match user {
            Some((true, false)) => "a user name without a password",
            Some((false, true)) => "a password without a user name",
            _ if self.certificate_password.is_some() && self.certificate.is_none() => {
                return Some(
                    "`certificate-password` without `certificate`: name the file of the certificate too".to_owned(),
                );
            }
            _ => return None,
        };
        Some(format!("`kerberos` has {half}: give both, or neither to use the tickets of this machine"))
    }

    /// Whether a request with the profile carries something that is meant for its server only. Parameters are data.
    #[must_use]
    pub fn has_credentials(&self) -> bool {
        let Self { basic, bearer, ntlm, kerberos, username, password, key, token, certificate, .. } = self;
        let has_text = [username, password, key, token, bearer].into_iter().any(Option::is_some);
        let has_scheme = basic.is_some() || ntlm.is_some() || kerberos.is_some() || certificate.is_some();
        let has_header = self.http_headers.values().any(|header| !header.is_plain) || !self.soap_headers.is_empty();
        has_text || has_scheme || has_header
    }
}
