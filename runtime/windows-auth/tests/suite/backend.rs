//! The service behind a server that signs in for it: it keeps who called.

use std::sync::{Arc, Mutex};

use bytes::Bytes;
use http::Response;
use http_body_util::{BodyExt as _, Full};
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::net::TcpListener;

pub struct Backend {
    pub port: u16,
    users: Arc<Mutex<Vec<String>>>,
}

impl Backend {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (port, users) = (listener.local_addr().unwrap().port(), Arc::<Mutex<Vec<String>>>::default());
        let log = Arc::clone(&users);
        tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                let log = Arc::clone(&log);
                let service = service_fn(move |request: http::Request<hyper::body::Incoming>| {
                    let log = Arc::clone(&log);
                    async move {
                        let user = request.headers().get("x-user").map_or("nobody", |user| user.to_str().unwrap());
                        log.lock().unwrap().push(user.to_owned());
                        let body = request.into_body().collect().await?.to_bytes();
                        assert!(String::from_utf8_lossy(&body).contains("<Send"));
                        let response = Response::builder().header("content-type", "text/xml; charset=utf-8");
                        let result = test_servers::scripted::result_of("Send");
                        Ok::<_, hyper::Error>(response.body(Full::new(Bytes::from(result))).unwrap())
                    }
                });
                tokio::spawn(
                    hyper::server::conn::http1::Builder::new().serve_connection(TokioIo::new(socket), service),
                );
            }
        });
        Self { port, users }
    }

    /// The callers, in turn.
    pub fn users(&self) -> Vec<String> {
        self.users.lock().unwrap().clone()
    }
}
