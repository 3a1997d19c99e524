//! TLS without rustls: that of the operating system, or none.

/// The HTTP client as it is.
pub(crate) fn chosen(http: reqwest::ClientBuilder) -> reqwest::ClientBuilder {
    http
}
