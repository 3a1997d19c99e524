//! Measures the overhead of the client over a bare HTTP client that sends the same bytes: on a stack that responds at once, and on sockets.
//! A third client, with the protocol written by hand, shows the protocol's part of the overhead.

use std::convert::Infallible;
use std::time::Instant;

use anyhow::{Context as _, Result, ensure};
use asmx_runtime::reqwest;
use bytes::Bytes;
use clap::Args;
use http_body_util::{BodyExt as _, Full};
use tokio::task::JoinSet;
use tower::{Service, ServiceExt as _, service_fn};

use crate::by_hand::ByHand;
use crate::resources::thread_cpu;
use crate::same_bytes::{same_on_the_wire, same_request};
use crate::sample_call::{account, call, fixed, template};
use crate::servers::{FIXED, Kind, ServerProcess};
use crate::spread::Spread;

#[derive(Args)]
pub(crate) struct Settings {
    /// Rounds; in each, every side is measured once. Medians and quartiles are told.
    #[arg(long, default_value_t = 31)]
    rounds: usize,
    /// Calls of a side in a round.
    #[arg(long, default_value_t = 2_000)]
    calls: usize,
    /// Calls at the same time, on sockets.
    #[arg(long, default_value_t = 16)]
    concurrent: usize,
    /// Only the stack that responds at once.
    #[arg(long)]
    at_once: bool,
    /// Only the client on that stack, without figures: for a profiler.
    #[arg(long)]
    alone: bool,
}

/// The result that the response holds.
const RESULT: &str = "0\nSUCCESS\n";

/// No server listens there.
const NOWHERE: &str = "http://127.0.0.1:1";

/// Everything runs on this thread, so that its CPU time is all there is.
#[tokio::main(flavor = "current_thread")]
pub(crate) async fn run(settings: &Settings) -> Result<()> {
    if settings.alone {
        return alone(settings).await;
    }
    on_a_stack_that_responds_at_once(settings).await?;
    if !settings.at_once {
        on_sockets(settings).await?;
    }
    Ok(())
}

async fn at_once(_: http::Request<Bytes>) -> Result<http::Response<Full<Bytes>>, Infallible> {
    Ok(fixed())
}

async fn alone(settings: &Settings) -> Result<()> {
    let account = account(NOWHERE).build_on(service_fn(at_once))?;
    for _ in 0..settings.calls {
        ensure!(account.get_bounce_list_normal_include_past(call()).await?.as_str() == RESULT);
    }
    Ok(())
}

async fn on_a_stack_that_responds_at_once(settings: &Settings) -> Result<()> {
    let mut stack = service_fn(at_once);
    let template = template(NOWHERE).await?;
    let by_hand = ByHand::new(NOWHERE, call())?;
    same_request(&template, &by_hand.encode()?)?;
    let account = account(NOWHERE).build_on(stack)?;
    let (mut bare, mut protocol, mut ours) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..=settings.rounds {
        let began = thread_cpu()?;
        for _ in 0..settings.calls {
            let response = stack.ready().await?.call(copy_of(&template)).await?;
            ensure!(response.into_body().collect().await?.to_bytes().len() == FIXED.len());
        }
        bare.push(per_call(thread_cpu()? - began, settings.calls));
        let began = thread_cpu()?;
        for _ in 0..settings.calls {
            let (parts, body) = stack.ready().await?.call(by_hand.encode()?).await?.into_parts();
            let body = body.collect().await?.to_bytes();
            ensure!(by_hand.decode(http::Response::from_parts(parts, body))?.as_str() == RESULT);
        }
        protocol.push(per_call(thread_cpu()? - began, settings.calls));
        let began = thread_cpu()?;
        for _ in 0..settings.calls {
            ensure!(account.get_bounce_list_normal_include_past(call()).await?.as_str() == RESULT);
        }
        ours.push(per_call(thread_cpu()? - began, settings.calls));
    }
    println!("On a stack that responds at once: median of {} rounds (quartiles)\n", settings.rounds);
    tell("CPU of a call, µs", [&bare, &protocol, &ours]);
    let added = Spread::of_pairs(&ours, &bare, |ours, bare| ours - bare);
    let figure = added.figure("a call on a stack that responds at once, CPU that the client adds");
    println!("{}\n", figure.unit("µs"));
    Ok(())
}

fn tell(what: &str, [bare, protocol, ours]: [&[f64]; 3]) {
    let adds = |one, other| Spread::of_pairs(one, other, |one, other| one - other);
    println!("| {what} | bare | the protocol adds | the client around it adds | both add |\n|---|--:|--:|--:|--:|");
    let (of_protocol, of_client, of_both) = (adds(protocol, bare), adds(ours, protocol), adds(ours, bare));
    println!("| | {} | {of_protocol} | {of_client} | {of_both} |\n", Spread::of(bare));
}

/// As a caller without us makes one: the same bytes, the same headers.
fn copy_of(template: &http::Request<Bytes>) -> http::Request<Bytes> {
    let mut request = http::Request::new(template.body().clone());
    *request.method_mut() = template.method().clone();
    *request.uri_mut() = template.uri().clone();
    *request.headers_mut() = template.headers().clone();
    request
}

/// reqwest with the settings that the client gives it.
fn bare_client() -> Result<reqwest::Client> {
    let http = reqwest::Client::builder().user_agent(concat!("asmx-runtime/", "0.1.0"));
    let http = http.connect_timeout(std::time::Duration::from_secs(10)).redirect(reqwest::redirect::Policy::none());
    Ok(http.retry(reqwest::retry::never()).build()?)
}

async fn on_sockets(settings: &Settings) -> Result<()> {
    let server = ServerProcess::start(Kind::Fixed)?;
    let account = account(&server.base_url).build()?;
    let http = bare_client()?;
    same_on_the_wire(&http).await?;
    // Made once and copied, which is the least that a caller can do.
    let template = reqwest::Request::try_from(template(&server.base_url).await?)?;
    let by_hand = std::sync::Arc::new(ByHand::new(&server.base_url, call())?);
    let (mut bare, mut protocol, mut ours) = (Measured::default(), Measured::default(), Measured::default());
    for _ in 0..=settings.rounds {
        bare.add(settings, || {
            let (http, copy) = (http.clone(), template.try_clone());
            async move {
                let received = http.execute(copy.context("a copy")?).await?.error_for_status()?;
                ensure!(received.bytes().await?.len() == FIXED.len());
                Ok(())
            }
        })
        .await?;
        protocol
            .add(settings, || {
                let (http, copy, by_hand) = (http.clone(), template.try_clone(), std::sync::Arc::clone(&by_hand));
                async move {
                    let mut copy = copy.context("a copy")?;
                    *copy.body_mut() = Some(by_hand.encode()?.into_body().into());
                    let mut received = http.execute(copy).await?;
                    let mut response = http::Response::new(Bytes::new());
                    *response.headers_mut() = std::mem::take(received.headers_mut());
                    *response.status_mut() = received.status();
                    *response.body_mut() = received.bytes().await?;
                    ensure!(by_hand.decode(response)?.as_str() == RESULT);
                    Ok(())
                }
            })
            .await?;
        ours.add(settings, || {
            let call = account.get_bounce_list_normal_include_past(call());
            async move {
                ensure!(call.await?.as_str() == RESULT);
                Ok(())
            }
        })
        .await?;
    }
    println!("On sockets, {} calls at once: median of {} rounds (quartiles)\n", settings.concurrent, settings.rounds);
    tell("CPU of a call, µs", [&bare.cpu, &protocol.cpu, &ours.cpu]);
    let ratio = |side: &Measured| Spread::of_pairs(&side.rates, &bare.rates, |side, bare| side / bare);
    println!("| | bare | by hand beside it | the client beside it |\n|---|--:|--:|--:|");
    println!("| calls per second | {} | {} | {} |\n", Spread::of(&bare.rates), ratio(&protocol), ratio(&ours));
    let added = Spread::of_pairs(&ours.cpu, &bare.cpu, |ours, bare| ours - bare);
    println!("{}", added.figure("a call on sockets, CPU that the client adds").unit("µs"));
    println!("{}", ratio(&ours).figure("calls a second on sockets, beside bare reqwest"));
    Ok(())
}

#[derive(Default)]
struct Measured {
    cpu: Vec<f64>,
    rates: Vec<f64>,
}

impl Measured {
    /// Makes all calls of a round, so many at a time.
    #[allow(clippy::cast_precision_loss, reason = "a count of calls")]
    async fn add<F>(&mut self, settings: &Settings, call: impl Fn() -> F) -> Result<()>
    where
        F: Future<Output = Result<()>> + Send + 'static,
    {
        let (began, cpu) = (Instant::now(), thread_cpu()?);
        let mut running = JoinSet::new();
        for number in 0..settings.calls {
            running.spawn(call());
            if number >= settings.concurrent {
                running.join_next().await.context("a call")???;
            }
        }
        while let Some(done) = running.join_next().await {
            done??;
        }
        self.cpu.push(per_call(thread_cpu()? - cpu, settings.calls));
        self.rates.push(settings.calls as f64 / began.elapsed().as_secs_f64());
        Ok(())
    }
}

#[allow(clippy::cast_precision_loss, reason = "a time and a count")]
fn per_call(nanoseconds: u64, calls: usize) -> f64 {
    nanoseconds as f64 / 1000.0 / calls as f64
}
