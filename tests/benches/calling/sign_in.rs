//! A call on a connection that is signed in by NTLM, beside the same call to a server that asks for no sign-in.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use asmx_windows_auth::{Identity, WindowsAuth};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use bytes::Bytes;
use divan::Bencher;
use http::header::{AUTHORIZATION, WWW_AUTHENTICATE};
use http::{Request, Response, StatusCode};
use http_body_util::{BodyExt as _, Full};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::net::TcpListener;
use tower::ServiceExt as _;

const CHALLENGE: &[u8] = include_bytes!("../../../runtime/windows-auth/tests/challenges/with-time.bin");

/// Client and server share a thread.
fn measure(bencher: Bencher<'_, '_>, asks: bool) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let url = runtime.block_on(serve(asks));
    let stack = WindowsAuth::new(Identity::ntlm(r"SHOP\ann", "password"));
    bencher.bench_local(|| {
        runtime.block_on(async {
            let request = Request::post(&url).body(Bytes::from_static(&[b'a'; 1_000])).unwrap();
            let response = stack.clone().oneshot(request).await.unwrap();
            assert_eq!(response.status(), StatusCode::OK);
            response.into_body().collect().await.unwrap()
        })
    });
}

#[divan::bench(sample_size = 50)]
fn call_signed_in(bencher: Bencher<'_, '_>) {
    measure(bencher, true);
}

#[divan::bench(sample_size = 50)]
fn call_without_a_sign_in(bencher: Bencher<'_, '_>) {
    measure(bencher, false);
}

/// A server that believes every answer to its challenge, or asks for none.
async fn serve(asks: bool) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/shop.asmx", listener.local_addr().unwrap());
    tokio::spawn(async move {
        while let Ok((socket, _)) = listener.accept().await {
            // A delay of the kernel would hide what is measured.
            socket.set_nodelay(true).unwrap();
            let known = Arc::new(AtomicBool::new(!asks));
            let service = service_fn(move |request| respond(request, Arc::clone(&known)));
            tokio::spawn(hyper::server::conn::http1::Builder::new().serve_connection(TokioIo::new(socket), service));
        }
    });
    url
}

async fn respond(request: Request<Incoming>, known: Arc<AtomicBool>) -> hyper::Result<Response<Full<Bytes>>> {
    let (head, body) = request.into_parts();
    body.collect().await?;
    if let Some(token) = head.headers.get(AUTHORIZATION).filter(|_| !known.load(Ordering::Relaxed)) {
        let token = token.to_str().unwrap().strip_prefix("NTLM ").unwrap();
        // The third message of the sign-in is the last.
        known.store(BASE64_STANDARD.decode(token).unwrap()[8] == 3, Ordering::Relaxed);
    }
    if known.load(Ordering::Relaxed) {
        return Ok(Response::new(Full::new(Bytes::from_static(&[b'a'; 2_000]))));
    }
    let challenge = format!("NTLM {}", BASE64_STANDARD.encode(CHALLENGE));
    let refused = Response::builder().status(StatusCode::UNAUTHORIZED).header(WWW_AUTHENTICATE, challenge);
    Ok(refused.body(Full::default()).unwrap())
}
