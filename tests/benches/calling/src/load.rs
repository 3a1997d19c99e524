//! Many calls at once: none lost, none mixed up, and memory that does not grow.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use asmx_runtime::{RetryPolicy, Text, Transport};
use clap::Args;
use email_campaign_client::{
    AddGroupMemberString, EmailCampaign, GetBounceListNormalIncludePast, GroupsGetListDataSet,
};
use figures::Figure;
use tokio::task::JoinSet;

use crate::resources::resident;
use crate::servers::{Kind, ServerProcess};

#[derive(Args)]
pub(crate) struct Settings {
    /// Calls at the same time.
    #[arg(long, default_value_t = 10_000)]
    concurrent: usize,
    /// Calls in all, over all transports.
    #[arg(long, default_value_t = 1_000_000)]
    calls: usize,
    /// A server and a client with their default numbers of connections. Without it, both have as many as there are calls.
    #[arg(long)]
    default_connections: bool,
    /// With default connections: those of the client.
    #[arg(long)]
    client_connections: Option<usize>,
    /// The address of a sandbox that was started with `--empty --list Many`. Without it, nothing is written.
    #[arg(long)]
    sandbox: Option<String>,
}

/// Between two looks at the memory.
const PAUSE: Duration = Duration::from_millis(100);

#[tokio::main]
pub(crate) async fn run(settings: &Settings) -> Result<()> {
    if let Some(sandbox) = &settings.sandbox {
        write_to(sandbox, settings.concurrent).await?;
    }
    let kind = if settings.default_connections { Kind::Limited } else { Kind::Echo };
    let echo = ServerProcess::start(kind)?;
    let connections =
        if settings.default_connections { settings.client_connections } else { Some(settings.concurrent) };
    let account = account(&echo.base_url, &echo.namespace, connections)?;
    let each = settings.calls / Transport::ALL.len();
    println!("{each} calls over each transport, {} at once, each with a value of its own", settings.concurrent);
    println!(
        "Resident memory of the client before the first call: {:.1} MiB",
        mebibytes(resident(std::process::id())?)
    );
    println!("| transport | calls | calls/s | MiB after 10 % | 25 % | 50 % | 75 % | all | peak | server |");
    println!("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    let mut peak: f64 = 0.0;
    for (index, transport) in Transport::ALL.into_iter().enumerate() {
        let part = Part { transport, calls: each, first: index * each };
        peak = peak.max(part.make(&account, settings.concurrent, echo.process()).await?);
    }
    let what = format!("memory of the client, {} calls of which {} at once", settings.calls, settings.concurrent);
    println!("\n{}", Figure::new(what, peak).unit("MiB").decimals(0));
    Ok(())
}

/// An account that waits as long as it takes, and tries nothing twice.
fn account(base_url: &str, namespace: &str, connections: Option<usize>) -> Result<EmailCampaign> {
    let builder = EmailCampaign::builder().base_url(base_url).namespace(namespace).credentials("sandbox", "sandbox");
    let builder = builder.allow_credentials_in_url().connect_timeout(Duration::from_secs(120)).attempt_timeout(None);
    let builder = builder.timeout(Duration::from_secs(600)).retry(RetryPolicy::never());
    Ok(match connections {
        Some(connections) => builder.max_connections(connections).build(),
        None => builder.build(),
    }?)
}

/// The sandbox's namespace.
const SANDBOX: &str = "http://email-campaign.example/";

async fn write_to(sandbox: &str, concurrent: usize) -> Result<()> {
    let account = account(sandbox, SANDBOX, Some(concurrent))?;
    println!(
        "{concurrent} writes at once over each transport, each of a member of its own, then all of them once more"
    );
    println!("| transport | served | different responses | s | refused, each by its own address | s |");
    println!("|---|--:|--:|--:|--:|--:|");
    for transport in Transport::ALL {
        let began = Instant::now();
        let different = added(&account, transport, concurrent).await?;
        let between = Instant::now();
        let refused = refused(&account, transport, concurrent).await?;
        let (first, second) = ((between - began).as_secs_f64(), between.elapsed().as_secs_f64());
        println!("| {transport} | {concurrent} | {different} | {first:.1} | {refused} | {second:.1} |");
    }
    let lists = account.groups_get_list_data_set(GroupsGetListDataSet::new()).await?;
    let list = lists.tables().first().and_then(|table| table.iter().next()).context("a list")?;
    let count = list
        .cells()
        .find(|(column, _)| column.name == "MemberCount")
        .and_then(|(_, cell)| cell.text().map(str::to_owned));
    println!("members in the list: {}\n", count.context("a count of members")?);
    Ok(())
}

/// The calls of so many callers, all at once, each of a member of its own.
fn writes(
    account: &EmailCampaign,
    transport: Transport,
    concurrent: usize,
) -> JoinSet<(String, Result<Text, asmx_runtime::Error>)> {
    let mut calls = JoinSet::new();
    for number in 0..concurrent {
        let address = format!("m{number}-{}@example.com", transport.name());
        let request = AddGroupMemberString::new().group_name("Many").email_address(address.as_str());
        let call = account.add_group_member_string(request).transport(transport);
        calls.spawn(async move { (address, call.await) });
    }
    calls
}

/// Adds all members. The service's responses hold the new member's number: all must differ.
async fn added(account: &EmailCampaign, transport: Transport, concurrent: usize) -> Result<usize> {
    let mut calls = writes(account, transport, concurrent);
    let mut responses = HashSet::new();
    while let Some(call) = calls.join_next().await {
        let text = call?.1?;
        ensure!(text.as_str().starts_with("0\nSUCCESS\n"), "the response was {}", text.as_str());
        responses.insert(text.into_string());
    }
    ensure!(responses.len() == concurrent, "{} different responses to {concurrent} calls", responses.len());
    Ok(responses.len())
}

/// Adds them again, which is refused: each refusal names the member that it is about.
async fn refused(account: &EmailCampaign, transport: Transport, concurrent: usize) -> Result<usize> {
    let mut calls = writes(account, transport, concurrent);
    let mut refused = 0;
    while let Some(call) = calls.join_next().await {
        let (address, response) = call?;
        let fault = response.err().and_then(|error| error.fault().map(asmx_runtime::Fault::message));
        let fault = fault.with_context(|| format!("{address} was added twice, or something else went wrong"))?;
        ensure!(fault.contains(&format!("`{address}`")), "the refusal of {address} was {fault}");
        refused += 1;
    }
    ensure!(refused == concurrent, "{refused} refusals of {concurrent} calls");
    Ok(refused)
}

/// The calls over one transport.
struct Part {
    transport: Transport,
    calls: usize,
    /// The value of the first; those of the others follow it.
    first: usize,
}

impl Part {
    /// So many callers, each making its share of the calls one after the other. Every response must hold the call's own value. The
    /// result is the most memory that the client took, in MiB.
    #[allow(clippy::cast_precision_loss, reason = "counts and sizes")]
    async fn make(self, account: &EmailCampaign, concurrent: usize, server: u32) -> Result<f64> {
        let Self { transport, calls, first } = self;
        let began = Instant::now();
        let (done, over) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicBool::new(false)));
        let sampling = tokio::spawn(sample(Arc::clone(&done), Arc::clone(&over)));
        let mut callers = JoinSet::new();
        for caller in 0..concurrent {
            let (account, done) = (account.clone(), Arc::clone(&done));
            callers.spawn(async move {
                for number in (caller..calls).step_by(concurrent) {
                    let value = format!("value {}", first + number);
                    let request = GetBounceListNormalIncludePast::new().since(value.as_str());
                    let response = account.get_bounce_list_normal_include_past(request).transport(transport).await?;
                    ensure!(response.as_str() == value, "the response to {value} was {}", response.as_str());
                    done.fetch_add(1, Ordering::Relaxed);
                }
                anyhow::Ok(())
            });
        }
        while let Some(caller) = callers.join_next().await {
            caller??;
        }
        over.store(true, Ordering::Relaxed);
        let count = done.load(Ordering::Relaxed);
        ensure!(count == calls as u64, "{count} responses to {calls} calls");
        let rate = count as f64 / began.elapsed().as_secs_f64();
        let samples = sampling.await??;
        let after = |percent: u64| {
            let sample = samples.iter().find(|(done, _)| done * 100 >= count * percent);
            mebibytes(sample.or(samples.last()).map_or(0, |(_, memory)| *memory))
        };
        let peak = mebibytes(samples.iter().map(|(_, memory)| *memory).max().unwrap_or_default());
        print!("| {transport} | {count} | {rate:.0} |");
        for percent in [10, 25, 50, 75, 100] {
            print!(" {:.1} |", after(percent));
        }
        println!(" {peak:.1} | {:.1} |", mebibytes(resident(server)?));
        Ok(peak)
    }
}

#[allow(clippy::cast_precision_loss, reason = "a size")]
fn mebibytes(kibibytes: u64) -> f64 {
    kibibytes as f64 / 1024.0
}

/// How many calls were done and KiB of memory of this process then, again and again.
async fn sample(done: Arc<AtomicU64>, over: Arc<AtomicBool>) -> Result<Vec<(u64, u64)>> {
    let mut samples = Vec::new();
    loop {
        let is_over = over.load(Ordering::Relaxed);
        samples.push((done.load(Ordering::Relaxed), resident(std::process::id())?));
        if is_over {
            return Ok(samples);
        }
        tokio::time::sleep(PAUSE).await;
    }
}
