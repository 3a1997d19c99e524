//! TLS of connections.

use std::sync::Arc;

use asmx_runtime::stack::SignInFailed;
use rustls::ClientConfig;
use rustls_platform_verifier::ConfigVerifierExt as _;

/// Signing in is a matter of a connection, which HTTP/2 shares between requests.
pub(crate) fn http1(mut config: ClientConfig) -> ClientConfig {
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    config
}

/// The certificates that the operating system trusts.
pub(crate) fn of_system() -> Result<Arc<ClientConfig>, SignInFailed> {
    // An error means that the program has installed a provider, which rustls then uses.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let config = ClientConfig::with_platform_verifier();
    config.map(|config| Arc::new(http1(config))).map_err(|error| {
        SignInFailed::new(format!(
            "the certificates of the operating system cannot be read ({error}): set them with `tls(…)`"
        ))
    })
}
