//! The error of a server's settings.

/// The error of a server that cannot be built or started.
#[non_exhaustive]
#[derive(thiserror::Error)]
pub enum ServerError {
    /// The service's XML namespace was not set.
    #[error("{service} states no XML namespace: give it with `namespace(…)`")]
    NoNamespace {
        /// The service.
        service: &'static str,
    },
    /// The mount path is malformed.
    #[error(
        "`{path}` is not a valid mount path: it must begin with `/`, must not end with `/`, and must not have a query"
    )]
    Mount {
        /// The path.
        path: String,
    },
    /// A host in the options of a listener is malformed.
    #[error("`{name}` is not a valid host: give a name or an address, with or without a port, such as `api.test:8080`")]
    Host {
        /// The name.
        name: String,
    },
    /// The listener has no address.
    #[error("the listener cannot be used: {0}")]
    Listener(#[from] std::io::Error),
}

asmx_types::debug_is_a_sentence!(ServerError);
