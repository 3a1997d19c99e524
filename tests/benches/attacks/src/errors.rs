//! A client whose server returns for every call an error of 64 MB that is made to be expensive to show, while the same client's other
//! calls succeed.

use asmx_runtime::descriptors::OnContradiction;
use std::convert::Infallible;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use asmx_runtime::descriptors::Role;
use asmx_runtime::stack::BodyStream;
use asmx_runtime::{Builder, Client, DynamicRequest, Effect, Member, Operation, RetryPolicy, Service, Transport, Type};
use bytes::Bytes;
use http::header::{CONTENT_TYPE, HeaderValue};
use tower::service_fn;

use crate::honest::Honest;
use crate::process;

static FAILING: Operation = Operation::new("Failing", "", "", &[], Effect::Read)
    .outputs(&[Member::new("FailingResult", Type::STRING)])
    .on_contradiction(OnContradiction::Error);
static WORKING: Operation = Operation::new("Working", "", "", &[], Effect::Read)
    .outputs(&[Member::new("WorkingResult", Type::STRING)])
    .on_contradiction(OnContradiction::Error);
static COMMON: &[Member] = &[
    Member::new("Username", Type::STRING).role(Role::Username),
    Member::new("Password", Type::STRING).role(Role::Password).secret(),
];
static SERVICE: Service = Service::new("Attacked", "/api.asmx", "", COMMON, &[], &[&FAILING, &WORKING]);

/// The secret of the calls, of letters that are base64 and hexadecimal too.
const PASSWORD: &str = "abcabcabcabd";

/// Bytes of a response.
const SIZE: usize = 64_000_000;

/// Each response repeats one of these.
const PIECES: [&str; 13] =
    ["%", "%25", "&", "&amp;", "\\", "=", "<", "\0", "33", "QUFB", "abc", "YWJjYWJjYWJjYWJk ", "…"];

/// Responds as the operation's name says.
#[allow(clippy::unused_async, reason = "a service is made of it")]
async fn respond(error: Bytes, request: http::Request<Bytes>) -> Result<http::Response<BodyStream>, Infallible> {
    let is_soap = request.uri().path() == "/api.asmx";
    let works =
        String::from_utf8_lossy(request.body()).contains("Working") || request.uri().path().ends_with("Working");
    let body = if works { Bytes::from_static(b"<string xmlns=\"urn:attacked\">done</string>") } else { error };
    let mut response = http::Response::new(BodyStream::from(body));
    let media_type = if works || is_soap { "text/xml; charset=utf-8" } else { "text/plain; charset=utf-8" };
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
    if !works {
        *response.status_mut() = http::StatusCode::INTERNAL_SERVER_ERROR;
    }
    Ok(response)
}

/// A client whose calls fail with `error`.
fn client(error: Bytes) -> Result<Client> {
    let builder = Builder::<Client>::new(&SERVICE).base_url("https://example.test").namespace("urn:attacked");
    let builder = builder.credentials("user", PASSWORD).retry(RetryPolicy::never()).response_limit(2 * SIZE).capture(1);
    Ok(builder.build_on(service_fn(move |request| respond(error.clone(), request)))?)
}

/// The response of a failed call over a transport.
fn error(piece: &str, transport: Transport) -> Bytes {
    let filled = piece.repeat(SIZE / piece.len());
    if transport == Transport::HttpPost {
        return filled.into();
    }
    format!(
        "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body><e:Fault><faultcode>e:Server</faultcode>\
         <faultstring>{filled}</faultstring></e:Fault></e:Body></e:Envelope>"
    )
    .into()
}

pub(crate) fn run(time: Duration) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    println!(
        "\nErrors of {} MB, shown by Display and Debug and kept as exchanges, by calls of one client; others: 2 at once.\n",
        SIZE / 1_000_000
    );
    println!(
        "| made of | errors | MB/s of wall time | MB/s of CPU time | others {} | memory beside the response, MB |",
        Honest::COLUMNS
    );
    println!("|---|{}", "--:|".repeat(9));
    let turns = [Transport::HttpPost, Transport::Soap11]
        .into_iter()
        .flat_map(|transport| PIECES.map(|piece| (piece, transport)));
    let share = time / u32::try_from(turns.clone().count())?;
    for (piece, transport) in turns {
        runtime.block_on(attack(piece, transport, share))?;
    }
    Ok(())
}

#[allow(clippy::cast_precision_loss, reason = "figures are shown")]
async fn attack(piece: &str, transport: Transport, time: Duration) -> Result<()> {
    let client = client(error(piece, transport))?;
    let own = std::process::id();
    // Resets the peak of memory.
    std::fs::write("/proc/self/clear_refs", "5")?;
    let (before, cpu, begun) = (process::memory(own, "VmRSS")?, process::cpu(own)?, Instant::now());
    let others: Vec<_> = (0..2)
        .map(|_| {
            let client = client.clone();
            tokio::spawn(async move {
                let mut honest = Honest::default();
                while begun.elapsed() < time {
                    let start = Instant::now();
                    match client.call(DynamicRequest::new(&WORKING)).transport(Transport::HttpPost).await {
                        Ok(_) => honest.served(start.elapsed()),
                        Err(_) => honest.failed(),
                    }
                    tokio::time::sleep(Duration::from_millis(2)).await;
                }
                honest
            })
        })
        .collect();
    let mut errors = 0_usize;
    while begun.elapsed() < time {
        let failed = client.call(DynamicRequest::new(&FAILING)).transport(transport).await.err();
        let shown = failed.map_or(0, |error| format!("{error} {error:?}").len());
        ensure!(shown > 0 && shown < 1 << 20, "an error that shows {shown} bytes");
        errors += 1;
    }
    let (took, cpu) = (begun.elapsed().as_secs_f64(), process::cpu(own)? - cpu);
    let mut honest = Honest::default();
    for other in others {
        honest.add(other.await?);
    }
    let megabytes = (errors * SIZE) as f64 / 1e6;
    let memory = process::memory(own, "VmHWM")?.saturating_sub(before) / 1_000_000;
    let piece = piece.escape_default();
    println!(
        "| `{piece}` over {transport} | {errors} | {:.0} | {:.0} | {honest} | {memory} |",
        megabytes / took,
        megabytes / cpu
    );
    Ok(())
}
