//! TLS by rustls.

/// Makes rustls, with *ring* unless the program has chosen another cryptography, the TLS of the HTTP client. Without this it would be
/// that of the operating system as soon as any crate of the program switches that on.
pub(crate) fn chosen(http: reqwest::ClientBuilder) -> reqwest::ClientBuilder {
    // Fails only if a provider is already installed, which then is the one to use.
    let _ = rustls::crypto::ring::default_provider().install_default();
    http.tls_backend_rustls()
}
