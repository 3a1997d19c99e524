//! The echo as it is served: three times, with the settings that the recordings were made with.

use asmx_runtime::protocol::{CarriageReturns, ErrorStyle};
use asmx_runtime::server::{AsmxService, Server, ServerError};
use asmx_runtime::{Service, Transport};
use axum::Router;

use crate::opener;

/// The namespace that the recordings were made with.
pub const NAMESPACE: &str = "http://example.test/ws/";

/// The mounts of the service: at the root, with the errors of production, and without GET and POST.
pub const MOUNTS: [&str; 3] = ["", "/on", "/soaponly"];

/// All mounts, and a page for every other path.
///
/// # Errors
///
/// The service cannot be served.
pub fn router(service: &'static Service) -> Result<Router, ServerError> {
    let services = services(service)?;
    let elsewhere = services.first().cloned();
    let router = services.into_iter().map(AsmxService::into_router).fold(Router::new(), Router::merge);
    Ok(match elsewhere {
        Some(any) => router.fallback_service(any),
        None => router,
    })
}

/// The service at each mount, which remembers calls for itself.
///
/// # Errors
///
/// The service cannot be served.
pub fn services(service: &'static Service) -> Result<Vec<AsmxService>, ServerError> {
    let server = |mount: &str| {
        Server::new(opener(service)).namespace(NAMESPACE).mount(mount).carriage_returns(CarriageReturns::Raw)
    };
    MOUNTS
        .into_iter()
        .map(|mount| match mount {
            "/on" => server(mount).error_style(ErrorStyle::Production).build(),
            "/soaponly" => {
                let server = server(mount).error_style(ErrorStyle::Development);
                server.protocol(Transport::HttpGet, false).protocol(Transport::HttpPost, false).build()
            }
            _ => server(mount).error_style(ErrorStyle::Development).build(),
        })
        .collect()
}
