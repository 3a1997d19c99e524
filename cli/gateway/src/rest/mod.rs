//! The operations of a gateway over REST.

mod accept;
mod broken_off;
#[cfg(feature = "arrow")]
mod columns;
mod openapi;
mod packed;
mod page;
mod query;
mod reply;
mod rows;
#[cfg(feature = "xlsx")]
mod sheets;
mod stopped;

use std::borrow::Cow;
use std::io;
use std::sync::Arc;

use axum::body::Body;
use bytes::Bytes;
use futures_util::stream;
use http::header::{ACCEPT, ALLOW, VARY};
use http::{HeaderValue, Method, Request, Response, StatusCode};
use percent_encoding::percent_decode_str;

use crate::offer::audit::Caller;
use crate::offer::body::{Bodies, Problem};
use crate::offer::gateway::{Arguments, DataSets, Exposed, Gateway};
use crate::offer::offload::offload_if;
use crate::offer::openapi::{OPERATIONS, takes_query};
use crate::rows::tables::{TableShape, known_to_be_several};
use crate::rows::texts::RowsError;
use accept::Form;
use broken_off::{BROKEN_OFF, BrokenOff, Slot};
use openapi::Documents;
use query::{Choices, QUERY};
use reply::{Reply, sent_with};

pub(crate) use accept::takes_gzip;
pub(crate) use packed::packed;
pub(crate) use page::{page, script};
pub(crate) use reply::{NoCall, problem, unauthorized, uncached_response};

/// The operations of a gateway, their description and the pages that show it.
#[derive(Clone)]
pub(crate) struct Operations {
    gateway: Gateway,
    bodies: Bodies,
    documents: Documents,
    broken_off: BrokenOff,
}

impl Operations {
    pub(crate) fn new(gateway: Gateway, bodies: Bodies) -> Self {
        Self { bodies, documents: Documents::default(), broken_off: BrokenOff::default(), gateway }
    }

    pub(crate) const fn gateway(&self) -> &Gateway {
        &self.gateway
    }

    /// The response to a permitted request. `has_token` says whether callers need a token.
    pub(crate) async fn served(&self, request: Request<Body>, has_token: bool) -> Response<Body> {
        let path = request.uri().path().to_owned();
        let is_read = is_read(request.method());
        match path.as_str() {
            "/openapi.json" if is_read => {
                let asked = (request.uri().query().unwrap_or_default(), request.headers());
                self.documents.response(&self.gateway, has_token, asked).await
            }
            path if is_read && path.starts_with(page::DESCRIPTIONS) => page::description(&self.gateway, path),
            path if is_read && path.starts_with(BROKEN_OFF) => self.broken_off.response(path),
            #[cfg(feature = "arrow")]
            path if is_read && path.starts_with(columns::COLUMNS) => {
                self.columns(path, request.uri().query().unwrap_or_default())
            }
            _ => {
                let mut response = self.operation(request, &path).await;
                response.headers_mut().append(VARY, HeaderValue::from_static("accept"));
                response
            }
        }
    }

    async fn operation(&self, request: Request<Body>, path: &str) -> Response<Body> {
        let path = path.strip_prefix('/').unwrap_or(path);
        let Ok(name) = percent_decode_str(path.strip_prefix(OPERATIONS).unwrap_or(path)).decode_utf8() else {
            return reply::problem(StatusCode::NOT_FOUND, "the path is not the name of an operation", path);
        };
        let exposed = match self.gateway.find(&name) {
            Ok(exposed) => exposed,
            Err(refusal) => return reply::refused_request(&refusal, &name),
        };
        let choices = match Choices::of(request.uri().query().unwrap_or_default()) {
            Ok(choices) => choices,
            Err((status, why)) => return reply::problem(status, &why, &name),
        };
        let form = match &choices.format {
            Some(name) => Form::named(name),
            None => Form::of(&request.headers().get_all(ACCEPT)),
        };
        let Some(form) = form else {
            return reply::problem(StatusCode::NOT_ACCEPTABLE, &Form::offered(), &name);
        };
        let is_head = request.method() == Method::HEAD;
        let slot = self.broken_off.slot(request.headers());
        let arguments = match *request.method() {
            Method::POST => match query::check_choices_only(request.uri().query().unwrap_or_default()) {
                Ok(()) => self.bodies.arguments(request).await,
                Err(problem) => Err(problem),
            },
            Method::GET | Method::HEAD if takes_query(exposed) => {
                let object = query::arguments(exposed.operation, request.uri().query().unwrap_or_default());
                object.map(|object| Arguments::new(object, self.gateway.memory().share(), false))
            }
            _ => return not_allowed(exposed),
        };
        let ready = arguments.and_then(|arguments| Ok((arguments, self.shapes(exposed, form, &choices)?)));
        match ready {
            Ok((arguments, shapes)) => {
                let data_sets = if choices.is_full {
                    DataSets::AsTheyCame
                } else if matches!(form, Form::Json) {
                    DataSets::Tables
                } else {
                    DataSets::TablesWithFacts
                };
                let arguments = Arguments { data_sets, ..arguments };
                if is_head {
                    self.head(exposed, arguments, form)
                } else {
                    self.called(exposed, arguments, form, (&choices, &shapes), slot).await
                }
            }
            Err((status, why)) => reply::problem(status, &why, &name),
        }
    }

    /// The columns of an operation's rows, which follow from the description.
    #[cfg(feature = "arrow")]
    fn columns(&self, path: &str, query: &str) -> Response<Body> {
        let name = path.strip_prefix(columns::COLUMNS).unwrap_or_default();
        let Ok(name) = percent_decode_str(name).decode_utf8() else {
            return reply::problem(StatusCode::NOT_FOUND, "the path is not the name of an operation", path);
        };
        let exposed = match self.gateway.find(&name) {
            Ok(exposed) => exposed,
            Err(refusal) => return reply::refused_request(&refusal, &name),
        };
        let chosen = Choices::of(query).and_then(|choices| {
            let shapes = self.shapes(exposed, columns::FORM, &choices)?;
            let is_streamed = choices.rows.is_none() && self.gateway.target().has_rows(exposed.operation);
            Ok(columns::response(exposed.operation, &shapes, &choices, is_streamed))
        });
        chosen.unwrap_or_else(|(status, why)| reply::problem(status, &why, &name))
    }

    /// The tables that the result may have, if the choices fit the form and them.
    fn shapes<'e>(
        &self,
        exposed: &'e Exposed,
        form: Form,
        choices: &Choices,
    ) -> Result<Cow<'e, [TableShape]>, Problem> {
        choices.check_form(form)?;
        let bad = |why| (StatusCode::BAD_REQUEST, why);
        if form != Form::Json && self.gateway.target().lacks_rows(exposed.operation) {
            return Err(bad(RowsError::NoRows.to_string()));
        }
        let shapes = match &choices.rows {
            None => Cow::Borrowed(self.gateway.tables(exposed)),
            Some(path) => {
                let shape = self
                    .gateway
                    .table_at(exposed, path)
                    .map_err(|why| bad(format!("`$rows`: {}", why.in_words(QUERY))))?;
                Cow::Owned(vec![shape])
            }
        };
        if form.rows().is_some() || choices.table.is_some() {
            known_to_be_several(&shapes, choices.table.as_deref()).map_err(|why| bad(why.in_words(QUERY)))?;
        }
        choices.check_columns(exposed.operation, &shapes)?;
        Ok(shapes)
    }

    /// The head of the response to a call that is not made.
    fn head(&self, exposed: &Exposed, arguments: Arguments, form: Form) -> Response<Body> {
        match self.gateway.read(exposed, arguments.object) {
            // The length of the result is unknown.
            Ok(_) => reply::file(form, exposed.operation.name, Body::from_stream(stream::empty::<io::Result<Bytes>>())),
            Err(refusal) => reply::refused_request(&refusal, exposed.operation.name),
        }
    }

    async fn called(
        &self,
        exposed: &Exposed,
        arguments: Arguments,
        form: Form,
        (choices, shapes): (&Choices, &[TableShape]),
        slot: Slot,
    ) -> Response<Body> {
        let has_rows = choices.rows.is_none() && self.gateway.target().has_rows(exposed.operation);
        #[cfg(feature = "xlsx")]
        if form == Form::Sheets {
            let response = sheets::response(&self.gateway, exposed, (arguments, has_rows), (choices, shapes));
            return Box::pin(response).await;
        }
        if let Some(rows) = form.rows().filter(|_| has_rows) {
            return rows::streamed(&self.gateway, exposed, arguments, (form, rows), (choices, slot)).await;
        }
        let (share, secrets) = (Arc::clone(&arguments.share), arguments.secrets.clone());
        if form == Form::Json && !choices.is_full && self.gateway.target().has_tables(exposed.operation) {
            return match self.gateway.call_for_text(exposed, arguments, Caller::Rest).await {
                Ok(written) => {
                    let hidden = self.gateway.hidden_note(&written.hidden);
                    sent_with(reply::written(written, hidden, &secrets), share)
                }
                Err(refusal) => reply::refused(&refusal, exposed.operation.name),
            };
        }
        let (answer, mut watched) = match self.gateway.call(exposed, arguments, Caller::Rest).await {
            Ok(called) => called,
            Err(refusal) => return reply::refused(&refusal, exposed.operation.name),
        };
        watched.deviating(&answer.deviations);
        let reply = Reply { answer, form, choices, shapes, gateway: &self.gateway, secrets };
        let response = offload_if(share.is_large(), || reply.response(exposed)).await;
        watched.end(response.as_ref().err());
        match response {
            Ok(response) => sent_with(response, share),
            Err(refusal) => reply::refused(&refusal, exposed.operation.name),
        }
    }
}

debug_only!(Operations: gateway);

/// Whether a request reads a resource.
pub(crate) fn is_read(method: &Method) -> bool {
    matches!(*method, Method::GET | Method::HEAD)
}

fn not_allowed(exposed: &Exposed) -> Response<Body> {
    let (methods, why) = if takes_query(exposed) {
        ("GET, HEAD, POST", "an operation takes GET or POST")
    } else {
        ("POST", "this operation takes POST with an object of JSON")
    };
    let mut response = reply::problem(StatusCode::METHOD_NOT_ALLOWED, why, exposed.operation.name);
    response.headers_mut().insert(ALLOW, HeaderValue::from_static(methods));
    response
}
