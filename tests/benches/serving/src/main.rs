//! Requests per second over loopback: a minimal axum handler that returns fixed bytes, the bare server with a service that
//! returns a fixed string, and the sandbox; and members that the sandbox imports per second.

mod load;

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use asmx_runtime::server::Server;
use axum::Router;
use axum::routing::post;
use clap::Parser;
use email_campaign_client::{
    EmailCampaign, EmailCampaignService, Fault, GetBounceListNormalIncludePast, ImportGroupMembersFromData2,
    ServiceFuture, Text,
};
use email_campaign_sandbox::Sandbox;
use figures::{Figure, Goal};
use tokio::net::TcpListener;

const NAMESPACE: &str = "http://example.com/ws/";
const OPERATION: &str = "GetBounceListNormal_IncludePast";

/// The label of the server without a service.
const BARE: &str = "bare server";

/// Measures the server half.
#[derive(Parser)]
struct Arguments {
    /// Rounds; in each, every server is measured once. The median is told.
    #[arg(long, default_value_t = 7)]
    rounds: usize,
    /// Seconds a server is measured in a round.
    #[arg(long, default_value_t = 2)]
    seconds: u64,
    /// Connections that call at the same time.
    #[arg(long, default_value_t = 8)]
    connections: usize,
    /// Members to import.
    #[arg(long, default_value_t = 100_000)]
    members: usize,
}

/// A service with one operation, which returns a fixed string.
struct Fixed;

impl EmailCampaignService for Fixed {
    fn get_bounce_list_normal_include_past(&self, _: GetBounceListNormalIncludePast) -> ServiceFuture<'_, Text> {
        Box::pin(async { Ok(Text::new("0\nSUCCESS\n")) })
    }
}

#[tokio::main]
async fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let sandbox = Sandbox::start().await?;
    let (minimal, bare) = (minimal().await?, bare().await?);
    let of_sandbox = sandbox.base_url().trim_start_matches("http://").to_owned();
    let request = |host: &str| load::request(host, NAMESPACE, OPERATION, "user", "password");
    let (for_minimal, for_bare) = (request(&minimal), request(&bare));
    let for_sandbox =
        load::request(&of_sandbox, sandbox.namespace(), OPERATION, sandbox.username(), sandbox.password());
    let targets =
        [("axum, fixed bytes", minimal, for_minimal), (BARE, bare, for_bare), ("sandbox", of_sandbox, for_sandbox)];
    let mut rates = vec![Vec::new(); targets.len()];
    for _ in 0..arguments.rounds {
        for ((_, address, request), rates) in targets.iter().zip(&mut rates) {
            let duration = Duration::from_secs(arguments.seconds);
            let (address, request, connections) = (address.clone(), request.clone(), arguments.connections);
            let measured = tokio::task::spawn_blocking(move || load::rate(&address, &request, connections, duration));
            rates.push(measured.await??);
        }
    }
    println!("| server | requests/s | beside axum |\n|---|--:|--:|");
    let least = median(rates.first().context("a minimal handler")?);
    for ((name, ..), rates) in targets.iter().zip(&rates) {
        println!("| {name} | {:.0} | {:.2} |", median(rates), median(rates) / least);
    }
    println!();
    for ((name, ..), rates) in targets.iter().zip(&rates).skip(1) {
        let figure =
            Figure::new(format!("{name}, requests a second beside a minimal axum handler"), median(rates) / least);
        println!("{}", if *name == BARE { figure.goal(Goal::AtLeast(0.6)) } else { figure });
    }
    let members = import(&sandbox.client().build()?, &sandbox, arguments.members).await?;
    println!("{}", Figure::new("members that the sandbox imports", members).unit("/s").decimals(0));
    Ok(())
}

/// A handler that reads the body and returns the same bytes each time.
async fn minimal() -> Result<String> {
    let response =
        "<?xml version=\"1.0\" encoding=\"utf-8\"?><string xmlns=\"http://example.com/ws/\">0\nSUCCESS\n</string>";
    let router = Router::new().route("/api.asmx", post(move |_: axum::body::Bytes| async move { response }));
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?.to_string();
    tokio::spawn(async move { axum::serve(listener, router).await });
    Ok(address)
}

/// The server half of the runtime around [`Fixed`].
async fn bare() -> Result<String> {
    let opener = EmailCampaign::opener(|_| Ok::<Arc<dyn EmailCampaignService>, Fault>(Arc::new(Fixed)));
    let listening = Server::new(opener).namespace(NAMESPACE).serve(TcpListener::bind("127.0.0.1:0").await?)?;
    let address = listening.address().to_string();
    tokio::spawn(listening.wait());
    Ok(address)
}

/// Imports `members` members in one call; the result is how many a second.
async fn import(account: &EmailCampaign, sandbox: &Sandbox, members: usize) -> Result<f64> {
    sandbox.create_list("Many").await?;
    let data: String =
        (0..members).fold(String::new(), |data, number| data + &format!("member{number}@example.com,Oslo\n"));
    let request =
        ImportGroupMembersFromData2::new().group_name("Many").field_names("EmailAddress,City").import_data(data);
    let start = Instant::now();
    account
        .import_group_members_from_data2(request.column_delimiter(",").row_delimiter("\n").update_only("False"))
        .await?;
    #[allow(clippy::cast_precision_loss, reason = "a count of members")]
    Ok(members as f64 / start.elapsed().as_secs_f64())
}

fn median(rates: &[f64]) -> f64 {
    let mut sorted = rates.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or_default()
}
