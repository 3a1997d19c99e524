//! A status that ends a sign-in before the request was sent.
//!
//! It may come from a folder where everybody may call: IIS answers an empty POST with 400 there. So the request follows once, without a
//! sign-in.

use asmx_runtime::stack::{SignInEnd, SignInReport};
use bytes::Bytes;
use http::{Response, StatusCode};
use http_body_util::BodyExt as _;
use hyper::body::Incoming;
use tokio::sync::OwnedSemaphorePermit;
use tower::BoxError;

use crate::body::{Body, Lease};
use crate::call::Call;
use crate::challenges::ends_connection;
use crate::connection::{Connection, Standing};
use crate::problem::Problem;
use crate::stack::Inner;

/// The longest part of a page that is kept.
const LONGEST_PAGE: usize = 256 * 1024;

/// The response of such a leg.
pub(crate) struct Declined {
    response: Response<Bytes>,
    report: SignInReport,
    /// Whether the connection can take another request.
    goes_on: bool,
}

impl Declined {
    /// Reads the page, or its beginning.
    pub(crate) async fn read(response: Response<Incoming>, report: SignInReport) -> Self {
        let mut goes_on = !ends_connection(response.headers());
        let (parts, mut body) = response.into_parts();
        let mut page = Vec::new();
        while let Some(frame) = body.frame().await {
            let Some(data) = frame.ok().and_then(|frame| frame.into_data().ok()) else {
                goes_on = false;
                break;
            };
            let room = LONGEST_PAGE.saturating_sub(page.len());
            page.extend_from_slice(data.get(..room).unwrap_or(&data));
            if data.len() > room {
                goes_on = false;
                break;
            }
        }
        Self { response: Response::from_parts(parts, page.into()), report, goes_on }
    }

    /// The response of the leg, for a request that could not follow.
    fn into_response(self) -> Response<Body> {
        let mut response = self.response.map(Body::of_page);
        let mut report = self.report;
        report.end = SignInEnd::Ended;
        response.extensions_mut().insert(report);
        response
    }
}

impl Inner {
    /// Sends the request without a sign-in: on the same connection, or on another one if that ended.
    pub(crate) async fn without_sign_in(
        &self,
        connection: Connection,
        call: &Call,
        declined: Declined,
        permit: OwnedSemaphorePermit,
    ) -> Result<Response<Body>, BoxError> {
        let mut same = Some(connection).filter(|_| declined.goes_on);
        loop {
            let is_same = same.is_some();
            let opened = match same.take() {
                Some(connection) => Ok(connection),
                None => self.connect(&call.origin).await,
            };
            let Ok(mut connection) = opened else { return Ok(declined.into_response()) };
            match call.send_whole(&mut connection, None).await {
                Ok(mut response) => {
                    if response.status() == StatusCode::UNAUTHORIZED {
                        call.was_not_executed();
                    } else if response.status().is_success() {
                        connection.standing = Standing::Open(declined.report.clone());
                    }
                    response.extensions_mut().insert(declined.report);
                    let lease = Lease { connection, idle: self.idle.clone(), permit };
                    return Ok(response.map(|body| Body::new(body, lease)));
                }
                Err(Problem::Unsent) if is_same => {}
                Err(Problem::Unsent) => return Ok(declined.into_response()),
                Err(Problem::Failed(error)) => return Err(error),
            }
        }
    }
}
