//! Measures calls on a connection that is signed in by NTLM, beside the same calls to a server that asks for no sign-in.

#![allow(clippy::cast_precision_loss, reason = "figures are rounded")]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use asmx_windows_auth::{Identity, WindowsAuth};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use bytes::Bytes;
use clap::Parser;
use figures::{Figure, Goal};
use http::header::{AUTHORIZATION, WWW_AUTHENTICATE};
use http::{Request, Response, StatusCode};
use http_body_util::{BodyExt as _, Full};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::net::TcpListener;
use tower::ServiceExt as _;

/// Measures signed-in calls.
#[derive(Parser)]
struct Arguments {
    /// Calls of a round.
    #[arg(long, default_value_t = 5_000)]
    calls: u32,
    /// Rounds, in turns with and without a sign-in.
    #[arg(long, default_value_t = 21)]
    rounds: usize,
}

const CHALLENGE: &[u8] = include_bytes!("../../../../runtime/windows-auth/tests/challenges/with-time.bin");

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let mut ratios = runtime.block_on(measure(&arguments))?;
    ratios.sort_by(f64::total_cmp);
    let at = |part: usize| ratios.get(ratios.len() * part / 4).copied().unwrap_or_default();
    let name = "signed in by NTLM: calls per second, beside the same without a sign-in";
    println!("{}", Figure::new(name, at(2)).spread(at(1), at(3)).goal(Goal::AtLeast(0.98)));
    Ok(())
}

async fn measure(arguments: &Arguments) -> Result<Vec<f64>> {
    let stack = || WindowsAuth::new(Identity::ntlm(r"SHOP\ann", "password"));
    let (signed, plain) = ((serve(true).await?, stack()), (serve(false).await?, stack()));
    let mut ratios = Vec::new();
    for _ in 0..arguments.rounds {
        let with = round(&signed, arguments.calls).await?;
        let without = round(&plain, arguments.calls).await?;
        ratios.push(without.as_secs_f64() / with.as_secs_f64());
    }
    Ok(ratios)
}

async fn round((url, stack): &(String, WindowsAuth), calls: u32) -> Result<Duration> {
    let begun = Instant::now();
    for _ in 0..calls {
        let request = Request::post(url).body(Bytes::from_static(&[b'a'; 1_000]))?;
        let response = stack.clone().oneshot(request).await.map_err(anyhow::Error::from_boxed)?;
        anyhow::ensure!(response.status() == StatusCode::OK, "the server does not take the call");
        response.into_body().collect().await?;
    }
    Ok(begun.elapsed())
}

/// A server that believes every answer to its challenge, or asks for none.
async fn serve(asks: bool) -> Result<String> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let url = format!("http://{}/shop.asmx", listener.local_addr()?);
    tokio::spawn(async move {
        while let Ok((socket, _)) = listener.accept().await {
            // A delay of the kernel would hide what is measured.
            let _ = socket.set_nodelay(true);
            let known = Arc::new(AtomicBool::new(!asks));
            let service = service_fn(move |request| respond(request, Arc::clone(&known)));
            tokio::spawn(hyper::server::conn::http1::Builder::new().serve_connection(TokioIo::new(socket), service));
        }
    });
    Ok(url)
}

async fn respond(request: Request<Incoming>, known: Arc<AtomicBool>) -> Result<Response<Full<Bytes>>> {
    let (head, body) = request.into_parts();
    body.collect().await?;
    if let Some(token) = head.headers.get(AUTHORIZATION).filter(|_| !known.load(Ordering::Relaxed)) {
        let token = BASE64_STANDARD.decode(token.to_str()?.strip_prefix("NTLM ").context("no token of NTLM")?)?;
        known.store(token.get(8) == Some(&3), Ordering::Relaxed);
    }
    if known.load(Ordering::Relaxed) {
        return Ok(Response::new(Full::new(Bytes::from_static(&[b'a'; 2_000]))));
    }
    let challenge = format!("NTLM {}", BASE64_STANDARD.encode(CHALLENGE));
    Ok(Response::builder().status(StatusCode::UNAUTHORIZED).header(WWW_AUTHENTICATE, challenge).body(Full::default())?)
}
