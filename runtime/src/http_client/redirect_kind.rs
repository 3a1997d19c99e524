//! The meaning of a redirect, by the address that it points to.

use crate::redaction::without_sessions;

/// The meaning of a redirect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum RedirectKind {
    /// The service failed, and `customErrors` of ASP.NET sends callers to a page.
    ErrorPage,
    /// The service wants a sign-in, whose page the address is.
    SignIn,
    /// ASP.NET keeps the session in the address: `/(S(…))/shop.asmx`.
    Session,
    /// Another address.
    Other,
}

/// The meaning of a redirect to this address, as a `Location` header has it.
pub fn redirect_kind(location: &str) -> RedirectKind {
    let query = location.split_once('?').map_or("", |(_, query)| query);
    let has_error_path = query
        .split(['&', ';'])
        .any(|pair| pair.split('=').next().is_some_and(|name| name.eq_ignore_ascii_case("aspxerrorpath")));
    if has_error_path {
        RedirectKind::ErrorPage
    } else if is_sign_in_page(location) {
        RedirectKind::SignIn
    } else if without_sessions(location) != location {
        RedirectKind::Session
    } else {
        RedirectKind::Other
    }
}

/// Whether an address is probably that of a page for signing in, as ASP.NET and others name it.
pub fn is_sign_in_page(address: &str) -> bool {
    let (path, query) = address.split_once('?').unwrap_or((address, ""));
    let last = path.rsplit('/').next().unwrap_or_default().to_ascii_lowercase();
    let returns = |pair: &str| pair.split('=').next().unwrap_or_default().eq_ignore_ascii_case("ReturnUrl");
    query.split('&').any(returns)
        || ["login", "logon", "signin", "sign-in", "auth"].iter().any(|word| last.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_the_meaning_that_asp_net_gives_it() {
        for (location, kind) in [
            ("/error.htm?aspxerrorpath=/shop.asmx", RedirectKind::ErrorPage),
            ("/(S(abc))/error.aspx?x=1&AspxErrorPath=/shop.asmx", RedirectKind::ErrorPage),
            ("/(S(abc))/login.aspx", RedirectKind::SignIn),
            ("/start?ReturnUrl=%2f(S(abc))%2fshop.asmx", RedirectKind::SignIn),
            ("https://shop.example/(A(a)S(abc))/shop.asmx", RedirectKind::Session),
            ("/shop.asmx?aspx=1", RedirectKind::Other),
            ("", RedirectKind::Other),
        ] {
            assert_eq!(redirect_kind(location), kind, "{location}");
        }
    }
}
