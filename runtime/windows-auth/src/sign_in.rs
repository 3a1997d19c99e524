//! The legs of a sign-in, and the request behind them: all on one connection.
//!
//! A request with a body is sent once: the legs before the last have no body. A 401 says that nothing was executed (RFC 9110, 15.5.2).

use std::sync::atomic::Ordering;

use asmx_runtime::stack::{SignInEnd, SignInFailed, SignInReport};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use http::header::HeaderName;
use http::{HeaderValue, Response, StatusCode};
use hyper::body::Incoming;

use crate::call::Call;
use crate::challenges::{Offer, ends_connection, offer};
use crate::connection::{Connection, Standing};
use crate::declined::Declined;
use crate::exchange::{Begun, Exchange, Target};
use crate::problem::Problem;
use crate::stack::Inner;
use crate::trials::Trial;

/// Two are usual; Negotiate may choose another mechanism on the way.
const MOST_LEGS: usize = 5;

const PERSISTENT_AUTH: HeaderName = HeaderName::from_static("persistent-auth");

/// The end of a request on one connection.
pub(crate) enum Answer {
    Response(Response<Incoming>),
    /// The server ended the sign-in before the request was sent.
    Declined(Declined),
}

impl Inner {
    pub(crate) async fn send_on(&self, connection: &mut Connection, call: &Call) -> Result<Answer, Problem> {
        call.secrets.hide_all(&connection.secrets);
        let (report, is_used) = match &connection.standing {
            Standing::Open(report) => (report.clone(), None),
            Standing::SignedIn { report, is_used } if !self.lapses.signs_in_again() => (report.clone(), Some(*is_used)),
            Standing::Unknown | Standing::SignedIn { .. } => return self.sign_in(connection, call).await,
        };
        let response = call.send_whole(connection, None).await?;
        let is_challenge = ["NTLM", "Negotiate"].iter().any(|scheme| offer(response.headers(), scheme) != Offer::No);
        if response.status() == StatusCode::UNAUTHORIZED && is_challenge {
            call.was_not_executed();
            if is_used == Some(false) {
                self.lapses.lapsed();
            }
            connection.standing = Standing::Unknown;
            self.read_page(response).await?;
            return self.sign_in(connection, call).await;
        }
        if is_used.is_some() {
            self.lapses.remembered();
            connection.standing = Standing::SignedIn { report: report.clone(), is_used: true };
        }
        Ok(Answer::Response(with_report(response, report)))
    }

    /// Signs the connection in, and sends the request with the last leg.
    async fn sign_in(&self, connection: &mut Connection, call: &Call) -> Result<Answer, Problem> {
        connection.standing = Standing::Unknown;
        let Begun { mut exchange, mut token, user } = self.begin(connection, call).await?;
        let is_bound = connection.binding.is_some();
        let report = |scheme, end| SignInReport::new(scheme, end).user(user.clone()).bound(is_bound);
        let mut trial = None;
        let mut carries = call.body.is_empty() || exchange.proves();
        for _ in 0..MOST_LEGS {
            let scheme = exchange.scheme();
            let authorization = authorization(scheme, &token)?;
            let response = if carries {
                call.send_whole(connection, Some(authorization)).await?
            } else {
                self.within_a_leg(call.send_empty(connection, scheme, authorization)).await??
            };
            let status = response.status();
            if status != StatusCode::UNAUTHORIZED {
                if exchange.proves() {
                    let end = self.judged(&response, &mut exchange, trial)?;
                    let report = report(scheme, end);
                    if end == SignInEnd::Accepted {
                        connection.standing = Standing::SignedIn { report: report.clone(), is_used: false };
                    }
                    return Ok(Answer::Response(with_report(response, report)));
                }
                return self.not_demanded(connection, call, response, carries, |end| report(scheme, end)).await;
            }
            if carries {
                call.was_not_executed();
            }
            let is_rejection = exchange.proves();
            if is_rejection {
                trial.take().into_iter().for_each(Trial::rejected);
            }
            let offered = offer(response.headers(), scheme);
            let switches = matches!(exchange, Exchange::Ntlm(..))
                && offered == Offer::No
                && offer(response.headers(), "Negotiate") != Offer::No;
            match offered {
                Offer::Token(challenge) => {
                    let ends = ends_connection(response.headers());
                    self.read_page(response).await?;
                    if ends && !is_rejection {
                        return Err(Problem::Unsent);
                    }
                    if let Some(credential) = exchange.tries() {
                        trial = Some(self.trials(&call.origin).begin(credential).await?);
                    }
                    (exchange, token) = self
                        .blocking(move || {
                            let token = exchange.next(&challenge)?;
                            Ok((exchange, token))
                        })
                        .await?;
                    carries = true;
                }
                Offer::Malformed => return Err(SignInFailed::new("the server's challenge is not base64").into()),
                _ if switches && !is_rejection => {
                    self.wraps.store(true, Ordering::Relaxed);
                    self.read_page(response).await?;
                    Begun { exchange, token, .. } = self.begin(connection, call).await?;
                }
                Offer::No | Offer::Bare => {
                    let end = if is_rejection { SignInEnd::Rejected } else { SignInEnd::Unanswered };
                    return Ok(Answer::Response(with_report(response, report(scheme, end))));
                }
            }
        }
        Err(SignInFailed::new("the server asks for one more token each time").into())
    }

    /// The answer of a server that demands no further leg, so that nobody proved who they are. A refusal of an empty request ends the sign-in.
    async fn not_demanded(
        &self,
        connection: &mut Connection,
        call: &Call,
        response: Response<Incoming>,
        carries: bool,
        report: impl Fn(SignInEnd) -> SignInReport,
    ) -> Result<Answer, Problem> {
        let status = response.status();
        let is_failure = status.is_client_error() || status.is_server_error();
        if is_failure && !carries {
            let declined = Declined::read(response, report(SignInEnd::Declined(status)));
            return Ok(Answer::Declined(self.within_a_leg(declined).await?));
        }
        let report = report(SignInEnd::NotDemanded);
        let response = if carries {
            response
        } else {
            self.read_page(response).await?;
            call.send_whole(connection, None).await?
        };
        if !is_failure {
            connection.standing = Standing::Open(report.clone());
        }
        Ok(Answer::Response(with_report(response, report)))
    }

    /// The verdict on the user in the response to the last leg.
    fn judged(
        &self,
        response: &Response<Incoming>,
        exchange: &mut Exchange,
        trial: Option<Trial>,
    ) -> Result<SignInEnd, Problem> {
        if !reached_the_service(response.status()) {
            return Ok(SignInEnd::Unjudged);
        }
        trial.into_iter().for_each(Trial::accepted);
        if let Offer::Token(token) = offer(response.headers(), exchange.scheme()) {
            // The request was executed, so that this is no failure to sign in.
            exchange.finish(&token).map_err(|error| Problem::Failed(error.to_string().into()))?;
        }
        if let Some(value) = response.headers().get(PERSISTENT_AUTH) {
            self.lapses.states(!value.as_bytes().eq_ignore_ascii_case(b"false"));
        }
        Ok(SignInEnd::Accepted)
    }

    async fn begin(&self, connection: &Connection, call: &Call) -> Result<Begun, Problem> {
        let host = self.settings.service_host.clone().unwrap_or_else(|| call.origin.host.clone());
        let target = Target { host, binding: connection.binding.clone() };
        let (identity, wraps) = (self.identity.clone(), self.wraps.load(Ordering::Relaxed));
        let secrets = connection.secrets.clone();
        let mut trial = None;
        if let Some(credential) = self.identity.credential_of_first_step() {
            trial = Some(self.trials(&call.origin).begin(credential).await?);
        }
        let begun = self.blocking(move || Exchange::begin(&identity, target, wraps, &secrets)).await;
        call.secrets.hide_all(&connection.secrets);
        match &begun {
            Ok(_) => trial.into_iter().for_each(Trial::accepted),
            Err(problem) if problem.is_password_rejected() => trial.into_iter().for_each(Trial::rejected),
            Err(_) => {}
        }
        begun
    }
}

/// Whether a status may come from the service or the page itself. The others come from what stands before it, which may not have looked at who
/// signs in.
const fn reached_the_service(status: StatusCode) -> bool {
    !matches!(status.as_u16(), 400 | 407 | 408 | 411 | 413 | 414 | 417 | 421 | 429 | 431 | 502..=504)
}

fn with_report<B>(mut response: Response<B>, report: SignInReport) -> Response<B> {
    response.extensions_mut().insert(report);
    response
}

fn authorization(scheme: &str, token: &[u8]) -> Result<HeaderValue, SignInFailed> {
    let mut value = HeaderValue::try_from(format!("{scheme} {}", BASE64_STANDARD.encode(token)))
        .map_err(|_| SignInFailed::new("the token does not go into a header"))?;
    value.set_sensitive(true);
    Ok(value)
}
