//! The addresses that people write for a service or its document.

use std::fmt;

use asmx_runtime::reqwest::Url;
use asmx_runtime::stack::{is_same_server, with_sessions_redacted, without_sessions};
use asmx_types::display::shown_line;

/// The address of a service or of its document, without user and password. `Display` is for people: it leaves out the query and sessions of
/// ASP.NET, which may be secret.
#[derive(Clone, PartialEq, Eq)]
pub struct ServiceAddress(pub(super) Url);

impl ServiceAddress {
    /// Whether the address is that of an `.asmx` file, which is called itself.
    #[must_use]
    pub fn is_of_service(&self) -> bool {
        self.0.path().rsplit('.').next().is_some_and(|end| end.eq_ignore_ascii_case("asmx"))
    }

    /// The address without its query, for calls. It keeps a session of ASP.NET, which is a secret.
    #[must_use]
    pub fn endpoint(&self) -> String {
        self.without_query().to_string()
    }

    /// A text that is equal for equal addresses, without sessions. It has the query, which may hold a secret.
    #[must_use]
    pub fn key(&self) -> String {
        without_sessions(self.0.as_str()).into_owned()
    }

    /// Whether an address, such as the one in a document, is at the same server: scheme, host and port are equal, or `https://` of the same host
    /// takes the place of `http://`.
    #[must_use]
    pub fn is_server_of(&self, url: &str) -> bool {
        Url::parse(url).is_ok_and(|url| is_same_server(&self.0, &url))
    }

    /// Whether calls to `endpoint` go to this address. Sessions do not count, and neither does the case of a path, as in IIS.
    #[must_use]
    pub fn is_endpoint(&self, endpoint: &str) -> bool {
        let own = self.endpoint();
        Url::parse(endpoint)
            .is_ok_and(|other| without_sessions(other.as_str()).eq_ignore_ascii_case(&without_sessions(&own)))
    }

    fn without_query(&self) -> Url {
        let mut url = self.0.clone();
        url.set_query(None);
        url
    }
}

impl fmt::Display for ServiceAddress {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&shown_line(&with_sessions_redacted(self.without_query().as_str())))
    }
}

impl fmt::Debug for ServiceAddress {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{self}")
    }
}
