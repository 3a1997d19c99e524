//! Measures calls that fail with a large, hostile response: CPU time of the whole call and of displaying the error, on a stack that responds
//! at once.

use std::convert::Infallible;

use anyhow::{Result, ensure};
use bytes::Bytes;
use clap::Args;
use email_campaign_client::{EmailCampaign, GetBounceListNormalIncludePast, RetryPolicy, Transport};
use figures::{Figure, Goal};
use http_body_util::Full;
use tower::service_fn;

use crate::resources::process_cpu;
use crate::servers::NAMESPACE;
use crate::spread::Spread;

#[derive(Args)]
pub(crate) struct Settings {
    /// Rounds; the median is told.
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// MiB of a response.
    #[arg(long, default_value_t = 64)]
    size: usize,
}

/// The secret of the calls, of letters that are base64 and hexadecimal too.
const PASSWORD: &str = "abcabcabcabd";

/// Each response repeats one of these.
const PIECES: [(&str, &[u8]); 15] = [
    ("`%`", b"%"),
    ("`%25`", b"%25"),
    ("`&`", b"&"),
    ("`&amp;`", b"&amp;"),
    ("`\\`", b"\\"),
    ("`=`", b"="),
    ("`=3D`", b"=3D"),
    ("`<`", b"<"),
    ("0x00", b"\0"),
    ("0xFF", b"\xFF"),
    ("hexadecimal digits", b"33"),
    ("base64", b"QUFB"),
    ("letters of the secret", b"abc"),
    ("the secret in base64", b"YWJjYWJjYWJjYWJk "),
    ("`…`", "…".as_bytes()),
];

/// Status, media type, transport, and what stands around the pieces.
const RESPONSES: [(&str, u16, &str, Transport, &str, &str); 4] = [
    ("page, status 500", 500, "text/html", Transport::Soap11, "", ""),
    ("fault over POST", 500, "text/plain", Transport::HttpPost, "", ""),
    ("XML that is none", 200, "text/xml", Transport::Soap11, "", ""),
    (
        "fault over SOAP",
        500,
        "text/xml",
        Transport::Soap11,
        "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body><e:Fault><faultcode>e:Server</faultcode><faultstring>",
        "</faultstring></e:Fault></e:Body></e:Envelope>",
    ),
];

/// The CPU time of the process counts: large responses are decoded on other threads than this one.
#[tokio::main(flavor = "current_thread")]
pub(crate) async fn run(settings: &Settings) -> Result<()> {
    println!(
        "Milliseconds of CPU for an error of {} MiB: median of {} rounds (quartiles)\n",
        settings.size, settings.rounds
    );
    println!(
        "| made of | {} |\n|---|{}",
        RESPONSES.map(|response| response.0).join(" | "),
        "--:|".repeat(RESPONSES.len())
    );
    let mut worst: f64 = 0.0;
    for (name, piece) in PIECES {
        print!("| {name} |");
        for (_, status, media_type, transport, before, after) in RESPONSES {
            let mut body = before.as_bytes().to_vec();
            body.extend(piece.iter().copied().cycle().take(settings.size << 20));
            body.extend_from_slice(after.as_bytes());
            let response = FixedResponse { status, media_type, body: body.into() };
            let cost = response.cost(transport, settings.rounds).await?;
            print!(" {cost} |");
            worst = worst.max(cost.median());
        }
        println!();
    }
    #[allow(clippy::cast_precision_loss, reason = "a size")]
    let megabytes = settings.size as f64 * 1.048_576;
    let what = format!("an error whose response has {} MiB of hostile bytes, the slowest", settings.size);
    let figure = Figure::new(what, megabytes * 1000.0 / worst).unit("MB/s").decimals(0);
    println!("\n{}", figure.goal(Goal::AtLeast(500.0)));
    Ok(())
}

struct FixedResponse {
    status: u16,
    media_type: &'static str,
    body: Bytes,
}

impl FixedResponse {
    async fn cost(self, transport: Transport, rounds: usize) -> Result<Spread> {
        let limit = self.body.len() + 1;
        let stack = service_fn(move |_: http::Request<Bytes>| {
            let mut response = http::Response::new(Full::new(self.body.clone()));
            let status = http::StatusCode::from_u16(self.status);
            *response.status_mut() = status.unwrap_or(http::StatusCode::INTERNAL_SERVER_ERROR);
            let media_type = http::HeaderValue::from_static(self.media_type);
            response.headers_mut().insert(http::header::CONTENT_TYPE, media_type);
            async move { Ok::<_, Infallible>(response) }
        });
        let builder = EmailCampaign::builder().base_url("http://127.0.0.1:1").namespace(NAMESPACE);
        let builder =
            builder.credentials("user", PASSWORD).retry(RetryPolicy::never()).response_limit(limit).capture(1);
        let account = builder.build_on(stack)?;
        let mut costs = Vec::new();
        for _ in 0..=rounds {
            let began = process_cpu()?;
            let call = account.get_bounce_list_normal_include_past(GetBounceListNormalIncludePast::new());
            let error = call.transport(transport).await.err();
            let shown = error.map_or(0, |error| format!("{error} {error:?}").len());
            ensure!(shown > 0 && shown < 1 << 20, "an error that shows {shown} bytes");
            #[allow(clippy::cast_precision_loss)]
            costs.push((process_cpu()? - began) as f64 / 1e6);
        }
        Ok(Spread::of(&costs))
    }
}
