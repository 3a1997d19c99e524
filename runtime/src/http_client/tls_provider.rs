//! The cryptography of rustls.

/// Makes *ring* the one that rustls uses, unless the program has chosen another.
pub(crate) fn install() {
    // Fails only if a provider is already installed, which then is the one to use.
    let _ = rustls::crypto::ring::default_provider().install_default();
}
