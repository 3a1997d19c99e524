//! A request on the way to the server: it takes an idle connection, or makes one.

use std::sync::Arc;
use std::time::Duration;

use asmx_runtime::errors::{Sentence, Setting};
use asmx_runtime::stack::{NothingSent, SignInFailed, SignInProblem};
use bytes::Bytes;
use http::{Request, Response, Uri};
use http_body_util::{BodyExt as _, Limited};
use hyper::body::Incoming;
use tower::BoxError;

use crate::body::{Body, Lease};
use crate::call::Call;
use crate::connection::{Connection, Encryption, Origin};
use crate::problem::Problem;
use crate::sign_in::Answer;
use crate::stack::Inner;
use crate::trials::{Rest, Trials};

/// The page of a 401 is read to its end, so that the connection can go on.
const LONGEST_PAGE: usize = 256 * 1024;

/// The limit to connect, unless a program sets another one.
const CONNECT: Duration = Duration::from_secs(10);

impl Inner {
    pub(crate) async fn exchange(&self, request: Request<Bytes>) -> Result<Response<Body>, BoxError> {
        let result = self.exchanged(request).await;
        let Some(Encryption { certificates, .. }) = self.tls.get() else { return result };
        let mut response = result.map_err(|error| certificates.explained(error))?;
        response.extensions_mut().insert(certificates.report());
        Ok(response)
    }

    async fn exchanged(&self, request: Request<Bytes>) -> Result<Response<Body>, BoxError> {
        let origin = self.origin(request.uri())?;
        let call = Call::new(request, origin);
        let permit = Arc::clone(&self.permits).acquire_owned().await.map_err(NothingSent::new)?;
        loop {
            let idle = self.idle.take();
            let was_idle = idle.is_some();
            let mut connection = if let Some(connection) = idle {
                connection
            } else {
                self.check_rest(&call.origin).await?;
                self.connect(&call.origin).await?
            };
            match self.send_on(&mut connection, &call).await {
                Ok(Answer::Response(response)) => {
                    let lease = Lease { connection, idle: self.idle.clone(), permit };
                    return Ok(response.map(|body| Body::new(body, lease)));
                }
                Ok(Answer::Declined(declined)) => {
                    return self.without_sign_in(connection, &call, declined, permit).await;
                }
                // A server ends connections that were idle for long.
                Err(Problem::Unsent) if was_idle => {}
                Err(Problem::Unsent) => {
                    return Err(NothingSent::new(SignInProblem::ConnectionEnded(self.identity.scheme())).into());
                }
                Err(Problem::Failed(error)) => return Err(error),
            }
        }
    }

    fn origin(&self, uri: &Uri) -> Result<Origin, SignInFailed> {
        let origin = Origin::of(uri).ok_or_else(|| SignInFailed::new("the address is not one of HTTP"))?;
        if self.origin.get_or_init(|| origin.clone()) == &origin {
            return Ok(origin);
        }
        Err(SignInFailed::new("the request is for another server than the first, which would learn who signs in"))
    }

    pub(crate) fn trials(&self, origin: &Origin) -> Arc<Trials> {
        self.identity.trials.at(origin)
    }

    /// Fails while the identity rests at the server, unless its password is another one now.
    async fn check_rest(&self, origin: &Origin) -> Result<(), BoxError> {
        let Some(Rest { credential, problem }) = self.trials(origin).rest() else { return Ok(()) };
        let identity = self.identity.clone();
        match self.blocking(move || identity.credential()).await {
            Ok(present) if present == Some(credential) => Err(SignInFailed::from(problem).into()),
            Ok(_) | Err(Problem::Unsent) => Ok(()),
            Err(Problem::Failed(error)) => Err(error),
        }
    }

    pub(crate) async fn connect(&self, origin: &Origin) -> Result<Connection, BoxError> {
        let tls = if origin.is_tls { Some(self.encryption()?) } else { None };
        let limit = self.settings.leg_timeout.unwrap_or(CONNECT);
        let opened = within(limit, Connection::open(origin, tls)).await;
        let opened = opened.map_err(|_| NothingSent::new(format!("no connection within {limit:?}")))?;
        opened.map_err(|error| NothingSent::new(error).into())
    }

    fn encryption(&self) -> Result<Encryption, SignInFailed> {
        if let Some(encryption) = self.tls.get() {
            return Ok(encryption.clone());
        }
        // Signing in is a matter of a connection, which HTTP/2 shares between requests.
        let config = self.settings.tls.client_config(&["http/1.1"]);
        let (config, certificates) = config.map_err(|error| {
            let why = Sentence::from(format!("TLS cannot be set up ({error}): see "));
            SignInFailed::new(why.setting(Setting::Authorities))
        })?;
        Ok(self.tls.get_or_init(|| Encryption { config: Arc::new(config), certificates }).clone())
    }

    /// Makes a token on a thread that may wait: for a provider, or a key distribution centre.
    pub(crate) async fn blocking<T: Send + 'static>(
        &self,
        make: impl FnOnce() -> Result<T, SignInFailed> + Send + 'static,
    ) -> Result<T, Problem> {
        let token = self.within_a_leg(tokio::task::spawn_blocking(make)).await?;
        Ok(token.map_err(|_| SignInFailed::new("the provider of the password panicked"))??)
    }

    /// Reads the page of a response that only asks for more.
    pub(crate) async fn read_page(&self, response: Response<Incoming>) -> Result<(), Problem> {
        let page = Limited::new(response.into_body(), LONGEST_PAGE).collect();
        self.within_a_leg(page).await?.map(drop).map_err(|error| NothingSent::new(error).into())
    }

    pub(crate) async fn within_a_leg<T>(&self, leg: impl Future<Output = T>) -> Result<T, NothingSent> {
        match self.settings.leg_timeout {
            None => Ok(leg.await),
            Some(limit) => within(limit, leg).await,
        }
    }
}

async fn within<T>(limit: Duration, doing: impl Future<Output = T>) -> Result<T, NothingSent> {
    tokio::time::timeout(limit, doing).await.map_err(|_| NothingSent::new(SignInProblem::TimedOut(limit)))
}
