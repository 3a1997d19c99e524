//! Names of users.

/// A user, with the domain that knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Account {
    domain: String,
    user: String,
}

impl Account {
    /// Reads `DOMAIN\user`, `user@domain` or `user`.
    ///
    /// Only the first has a domain of its own. The server splits the second. `None` if there is no user: NTLM takes that as an anonymous
    /// sign-in.
    pub(crate) fn parse(name: &str) -> Option<Self> {
        let (domain, user) = name.split_once('\\').unwrap_or(("", name));
        (!user.is_empty()).then(|| Self { domain: domain.to_owned(), user: user.to_owned() })
    }

    pub(super) fn domain(&self) -> &str {
        &self.domain
    }

    pub(super) fn user(&self) -> &str {
        &self.user
    }
}

/// The user's name as NTLM hashes it.
///
/// Windows maps each 16-bit unit by a table: to one unit, and to ASCII only from ASCII. So `ß`, `ı` and letters beyond 16 bits stay.
pub(super) fn uppercase(user: &str) -> String {
    user.chars()
        .map(|letter| {
            let mut upper = letter.to_uppercase();
            match (upper.next(), upper.next()) {
                (Some(upper), None) if upper.len_utf16() == 1 && upper.is_ascii() == letter.is_ascii() => upper,
                _ => letter,
            }
        })
        .collect()
}
