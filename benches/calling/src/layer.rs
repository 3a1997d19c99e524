//! What the client adds to a bare HTTP client that sends the same bytes: on a stack that answers at once, where nothing else is
//! counted, and on sockets.

use std::convert::Infallible;
use std::time::Instant;

use anyhow::{Context as _, Result, ensure};
use asmx_runtime::Transport;
use asmx_runtime::reqwest;
use bytes::Bytes;
use clap::Args;
use email_campaign_client::{EmailCampaign, GetBounceListNormalIncludePast};
use http_body_util::{BodyExt as _, Full};
use tokio::task::JoinSet;
use tower::{Service, ServiceExt as _, service_fn};

use crate::answering::{Answering, FIXED, Kind, NAMESPACE};
use crate::resources::thread_cpu;

#[derive(Args)]
pub(crate) struct Settings {
    /// Rounds; in each, both sides are measured once. The median is told.
    #[arg(long, default_value_t = 15)]
    rounds: usize,
    /// Calls of a side in a round.
    #[arg(long, default_value_t = 10_000)]
    calls: usize,
    /// Calls at the same time, on sockets.
    #[arg(long, default_value_t = 16)]
    concurrent: usize,
    /// Only the stack that answers at once.
    #[arg(long)]
    at_once: bool,
}

/// Everything runs on this thread, so that its CPU time is all there is.
#[tokio::main(flavor = "current_thread")]
pub(crate) async fn run(settings: &Settings) -> Result<()> {
    println!("| measured | bare | ours | |\n|---|--:|--:|--:|");
    on_a_stack_that_answers_at_once(settings).await?;
    if !settings.at_once {
        on_sockets(settings).await?;
    }
    Ok(())
}

fn call() -> GetBounceListNormalIncludePast {
    GetBounceListNormalIncludePast::new().since("2026-01-01")
}

/// The request that the client sends, as a template.
async fn template(base_url: &str) -> Result<http::Request<Bytes>> {
    let (sender, mut sent) = tokio::sync::mpsc::unbounded_channel();
    let stack = service_fn(move |request: http::Request<Bytes>| {
        let kept = sender.send(request);
        async move { kept.map(|()| fixed()).map_err(|_| std::io::Error::other("nobody keeps the request")) }
    });
    let account = EmailCampaign::builder().base_url(base_url).namespace(NAMESPACE).credentials("user", "password");
    account.build_on(stack)?.get_bounce_list_normal_include_past(call()).await?;
    sent.recv().await.context("a request")
}

fn fixed() -> http::Response<Full<Bytes>> {
    let mut answer = http::Response::new(Full::new(Bytes::from_static(FIXED.as_bytes())));
    answer.headers_mut().insert(http::header::CONTENT_TYPE, http::HeaderValue::from_static("text/xml; charset=utf-8"));
    answer
}

async fn on_a_stack_that_answers_at_once(settings: &Settings) -> Result<()> {
    let mut stack = service_fn(|_: http::Request<Bytes>| async { Ok::<_, Infallible>(fixed()) });
    let template = template("http://127.0.0.1:1").await?;
    let account =
        EmailCampaign::builder().base_url("http://127.0.0.1:1").namespace(NAMESPACE).credentials("user", "password");
    let account = account.build_on(stack)?;
    let (mut bare, mut ours) = (Vec::new(), Vec::new());
    for _ in 0..=settings.rounds {
        let began = thread_cpu()?;
        for _ in 0..settings.calls {
            let answer = stack.ready().await?.call(copy_of(&template)).await?;
            ensure!(answer.into_body().collect().await?.to_bytes().len() == FIXED.len());
        }
        bare.push(per_call(thread_cpu()? - began, settings.calls));
        let began = thread_cpu()?;
        for _ in 0..settings.calls {
            let text = account.get_bounce_list_normal_include_past(call()).await?;
            ensure!(text.as_str() == "0\nSUCCESS\n");
        }
        ours.push(per_call(thread_cpu()? - began, settings.calls));
    }
    let (bare, ours) = (median(&bare), median(&ours));
    println!("| CPU of a call on a stack that answers at once, µs | {bare:.2} | {ours:.2} | {:+.2} |", ours - bare);
    Ok(())
}

/// As a caller without us makes one: the same bytes, the same headers.
fn copy_of(template: &http::Request<Bytes>) -> http::Request<Bytes> {
    let mut request = http::Request::new(template.body().clone());
    *request.method_mut() = template.method().clone();
    *request.uri_mut() = template.uri().clone();
    *request.headers_mut() = template.headers().clone();
    request
}

async fn on_sockets(settings: &Settings) -> Result<()> {
    let server = Answering::start(Kind::Fixed)?;
    let account =
        EmailCampaign::builder().base_url(&server.base_url).namespace(NAMESPACE).credentials("user", "password");
    let account = account.transport(Transport::Soap11).build()?;
    let http = reqwest::Client::builder().user_agent(concat!("asmx-runtime/", "0.1.0")).build()?;
    // Made once and copied, which is the least that a caller can do.
    let template = reqwest::Request::try_from(template(&server.base_url).await?)?;
    let (mut bare, mut ours) = (Measured::default(), Measured::default());
    for _ in 0..=settings.rounds {
        bare.add(settings, || {
            let (http, copy) = (http.clone(), template.try_clone());
            async move {
                let answer = http.execute(copy.context("a copy")?).await?.error_for_status()?;
                ensure!(answer.bytes().await?.len() == FIXED.len());
                Ok(())
            }
        })
        .await?;
        ours.add(settings, || {
            let call = account.get_bounce_list_normal_include_past(call());
            async move {
                ensure!(call.await?.as_str() == "0\nSUCCESS\n");
                Ok(())
            }
        })
        .await?;
    }
    let (bare_cpu, ours_cpu) = (median(&bare.cpu), median(&ours.cpu));
    println!("| CPU of a call on sockets, µs | {bare_cpu:.2} | {ours_cpu:.2} | {:+.2} |", ours_cpu - bare_cpu);
    let (bare_rate, ours_rate) = (median(&bare.rates), median(&ours.rates));
    println!("| calls per second on sockets | {bare_rate:.0} | {ours_rate:.0} | {:.2} |", ours_rate / bare_rate);
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

/// Without the first, which is for warming up.
fn median(values: &[f64]) -> f64 {
    let mut sorted: Vec<f64> = values.iter().skip(1).copied().collect();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or_default()
}
