//! What is wrong with the settings of a server.

/// Why a server cannot be built or started.
#[non_exhaustive]
#[derive(thiserror::Error)]
pub enum ServerError {
    /// The service's XML namespace was not set.
    #[error("{service} states no XML namespace: give it with `namespace(…)`")]
    NoNamespace {
        /// The service.
        service: &'static str,
    },
    /// The mount path is none.
    #[error("`{path}` is no path to mount a service at: it must begin with `/`, not end with it, and have no query")]
    Mount {
        /// The path.
        path: String,
    },
    /// A host of the options of a listener is none.
    #[error("`{name}` is no host to serve: give a name or an address, and perhaps a port, such as `api.test:8080`")]
    Host {
        /// The name.
        name: String,
    },
    /// The listener has no address.
    #[error("the listener cannot be used: {0}")]
    Listener(#[from] std::io::Error),
}

asmx_types::debug_is_a_sentence!(ServerError);
