//! stub
pub fn router(_: crate::service::Premises) -> axum::Router {
    axum::Router::new()
}
