//! The outbox: pages that show sent messages, set the clock and create lists, which no operation of the service does.
//!
//! It needs no password, because it is for the developer at the machine. Messages are shown without scripts and
//! without content from other hosts; changes that pages of other sites request are refused.

mod details;
mod index;
mod page;

use asmx_runtime::server::is_cross_site;
use axum::Router;
use axum::extract::{Form, Path, Request, State};
use axum::http::StatusCode;
use axum::http::header::{
    CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderValue, X_CONTENT_TYPE_OPTIONS, X_DNS_PREFETCH_CONTROL,
};
use axum::middleware::{self, Next};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use rusqlite::OptionalExtension;
use serde::Deserialize;

use crate::lists;
use crate::moment::Moment;
use crate::parameters::non_blank;
use crate::refusal::{Kind, Refusal};
use crate::service::SandboxState;

/// The policy of a message, also if it is opened outside of the page's frame: it may only be looked at.
const MESSAGE_POLICY: HeaderValue = HeaderValue::from_static(
    "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'",
);

/// The pages under `/outbox`.
pub fn router(state: SandboxState) -> Router {
    Router::new()
        .route("/outbox", get(show_index))
        .route("/outbox/campaigns/{id}", get(show_campaign))
        .route("/outbox/messages/{id}", get(show_message))
        .route("/outbox/messages/{id}/html", get(show_html))
        .route("/outbox/messages/{id}/source", get(show_source))
        .merge(
            Router::new()
                .route("/outbox/clock", post(set_clock))
                .route("/outbox/lists", post(make_list))
                .route_layer(middleware::from_fn(refuse_other_sites)),
        )
        .with_state(state)
}

/// Refuses requests of pages of other sites.
async fn refuse_other_sites(request: Request, next: Next) -> Response {
    if is_cross_site(request.headers()) {
        return (StatusCode::FORBIDDEN, "Pages of other sites may not change anything here.\n").into_response();
    }
    next.run(request).await
}

async fn show_index(State(state): State<SandboxState>) -> Response {
    let (now, is_set) = (state.clock.now(), state.clock.is_set());
    match state.store.read(move |db| index::content(db, now, is_set)).await {
        Ok(content) => page::page("Outbox", &content),
        Err(refusal) => refused(&refusal),
    }
}

async fn show_campaign(State(state): State<SandboxState>, Path(id): Path<i32>) -> Response {
    let store = state.store.clone();
    paged(store.read(move |db| details::campaign(db, &state, id)).await, "campaign")
}

async fn show_message(State(state): State<SandboxState>, Path(id): Path<i64>) -> Response {
    paged(state.store.read(move |db| details::message(db, id)).await, "message")
}

async fn show_html(State(state): State<SandboxState>, Path(id): Path<i64>) -> Response {
    match state.store.read(move |db| details::html(db, id)).await {
        Ok(Some(html)) => {
            let mut response = Html(html).into_response();
            response.headers_mut().insert(CONTENT_SECURITY_POLICY, MESSAGE_POLICY);
            response.headers_mut().insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
            // Browsers look up the hosts of links before anybody clicks them.
            response.headers_mut().insert(X_DNS_PREFETCH_CONTROL, HeaderValue::from_static("off"));
            response
        }
        Ok(None) => missing("message"),
        Err(refusal) => refused(&refusal),
    }
}

async fn show_source(State(state): State<SandboxState>, Path(id): Path<i64>) -> Response {
    match state.store.read(move |db| details::source(db, id)).await {
        Ok(Some(source)) => {
            let mut response = source.into_response();
            response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
            response.headers_mut().insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
            response
        }
        Ok(None) => missing("message"),
        Err(refusal) => refused(&refusal),
    }
}

#[derive(Deserialize)]
struct ClockForm {
    /// Empty: the clock follows the machine's.
    moment: String,
}

async fn set_clock(State(state): State<SandboxState>, Form(form): Form<ClockForm>) -> Response {
    match non_blank(Some(&form.moment)) {
        None => state.clock.run(),
        Some(moment) => match Moment::read(moment, "The clock") {
            Ok(moment) => state.clock.set(moment),
            Err(refusal) => return refused(&refusal),
        },
    }
    Redirect::to("/outbox").into_response()
}

#[derive(Deserialize)]
struct ListForm {
    name: String,
    username: String,
}

async fn make_list(State(state): State<SandboxState>, Form(form): Form<ListForm>) -> Response {
    let now = state.clock.now();
    let written = state.store.write(move |db| {
        let sql = "SELECT id FROM account WHERE username = ?1";
        let account = db.query_row(sql, [&form.username], |row| row.get(0)).optional()?;
        let account = account.ok_or_else(|| Refusal::new(Kind::InvalidParameter, "Unknown account"))?;
        lists::create(db, account, &form.name, now)
    });
    match written.await {
        Ok(_) => Redirect::to("/outbox").into_response(),
        Err(refusal) => refused(&refusal),
    }
}

fn paged(content: Result<Option<(String, String)>, Refusal>, noun: &str) -> Response {
    match content {
        Ok(Some((title, content))) => page::page(&title, &content),
        Ok(None) => missing(noun),
        Err(refusal) => refused(&refusal),
    }
}

fn missing(noun: &str) -> Response {
    (StatusCode::NOT_FOUND, page::page("Not found", &format!("<p>Unknown {}.</p>", page::escape(noun)))).into_response()
}

/// The page of a refusal: status 500 if the sandbox failed, else 400.
fn refused(refusal: &Refusal) -> Response {
    let status = match refusal.kind() {
        Kind::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        _ => StatusCode::BAD_REQUEST,
    };
    let content = format!("<p>{}</p>", page::escape(&refusal.to_string()));
    (status, page::page("That did not work", &content)).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_of_the_sandbox_have_the_status_500() {
        for (kind, status) in [(Kind::Internal, 500), (Kind::InvalidDate, 400), (Kind::InvalidParameter, 400)] {
            assert_eq!(refused(&Refusal::new(kind, "why")).status().as_u16(), status);
        }
        let failed = Refusal::from(rusqlite::Error::InvalidQuery);
        assert_eq!(refused(&failed).status(), StatusCode::INTERNAL_SERVER_ERROR);
    }
}
