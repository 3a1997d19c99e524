//! Many calls at once: none lost, none mixed up, and memory that does not grow.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use asmx_runtime::{RetryPolicy, Transport};
use clap::Args;
use email_campaign_client::{AddGroupMember, EmailCampaign, GetBounceListNormalIncludePast, GroupsGetListDataSet};
use tokio::task::JoinSet;

use crate::answering::{Answering, Kind};
use crate::resources::resident;

#[derive(Args)]
pub(crate) struct Settings {
    /// Calls at the same time.
    #[arg(long, default_value_t = 10_000)]
    concurrent: usize,
    /// Calls in all, over all transports.
    #[arg(long, default_value_t = 1_000_000)]
    calls: usize,
    /// The address of a sandbox that was started with `--empty --list Many`. Without it, nothing is written.
    #[arg(long)]
    sandbox: Option<String>,
}

const PAUSE: Duration = Duration::from_millis(200);

#[tokio::main]
pub(crate) async fn run(settings: &Settings) -> Result<()> {
    if let Some(sandbox) = &settings.sandbox {
        write_to(sandbox, settings.concurrent).await?;
    }
    let echo = Answering::start(Kind::Echo)?;
    let account = account(&echo.base_url, &echo.namespace)?;
    let each = settings.calls / Transport::ALL.len();
    println!("{each} calls over each transport, {} at once, each with a value of its own", settings.concurrent);
    println!(
        "| transport | calls | calls/s | memory first MiB | last | peak | server last |\n|---|--:|--:|--:|--:|--:|--:|"
    );
    for (index, transport) in Transport::ALL.into_iter().enumerate() {
        let part = Part { transport, calls: each, first: index * each };
        part.make(&account, settings.concurrent, echo.process()).await?;
    }
    Ok(())
}

/// An account that waits as long as it takes, and tries nothing twice.
fn account(base_url: &str, namespace: &str) -> Result<EmailCampaign> {
    let builder = EmailCampaign::builder().base_url(base_url).namespace(namespace).credentials("sandbox", "sandbox");
    let builder = builder.allow_credentials_in_url().connect_timeout(Duration::from_secs(120)).attempt_timeout(None);
    Ok(builder.timeout(Duration::from_secs(600)).retry(RetryPolicy::never()).build()?)
}

/// The sandbox's namespace.
const SANDBOX: &str = "http://email-campaign.example/";

async fn write_to(sandbox: &str, concurrent: usize) -> Result<()> {
    let account = account(sandbox, SANDBOX)?;
    println!("{concurrent} writes at once over each transport, each of a member of its own");
    println!("| transport | answered | different answers | s |\n|---|--:|--:|--:|");
    for transport in Transport::ALL {
        writes(&account, transport, concurrent).await?;
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

/// One write each of so many callers, all at once. The service's answers hold the new member's number: all must differ.
async fn writes(account: &EmailCampaign, transport: Transport, concurrent: usize) -> Result<()> {
    let began = Instant::now();
    let mut calls = JoinSet::new();
    for number in 0..concurrent {
        let address = format!("m{number}-{}@example.com", transport.name());
        let request = AddGroupMember::new().group_name("Many").email_address(address);
        let call = account.add_group_member(request).transport(transport);
        calls.spawn(async move { call.await });
    }
    let mut answers = HashSet::new();
    let mut count = 0;
    while let Some(answer) = calls.join_next().await {
        let text = answer??;
        ensure!(text.as_str().starts_with("0\nSUCCESS\n"), "the answer was {}", text.as_str());
        answers.insert(text.as_str().to_owned());
        count += 1;
    }
    ensure!(answers.len() == concurrent, "{} different answers to {concurrent} calls", answers.len());
    println!("| {transport} | {count} | {} | {:.1} |", answers.len(), began.elapsed().as_secs_f64());
    Ok(())
}

/// The calls over one transport.
struct Part {
    transport: Transport,
    calls: usize,
    /// The value of the first; those of the others follow it.
    first: usize,
}

impl Part {
    /// So many callers, each making its share of the calls one after the other. Every answer must hold the call's own value.
    #[allow(clippy::cast_precision_loss, reason = "counts and sizes")]
    async fn make(self, account: &EmailCampaign, concurrent: usize, server: u32) -> Result<()> {
        let Self { transport, calls, first } = self;
        let began = Instant::now();
        let (done, over) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicBool::new(false)));
        let sampling = tokio::spawn(sample(Arc::clone(&done), Arc::clone(&over), (calls / 10) as u64));
        let mut callers = JoinSet::new();
        for caller in 0..concurrent {
            let (account, done) = (account.clone(), Arc::clone(&done));
            callers.spawn(async move {
                for number in (caller..calls).step_by(concurrent) {
                    let value = format!("value {}", first + number);
                    let request = GetBounceListNormalIncludePast::new().since(value.as_str());
                    let answer = account.get_bounce_list_normal_include_past(request).transport(transport).await?;
                    ensure!(answer.as_str() == value, "the answer to {value} was {}", answer.as_str());
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
        ensure!(count == calls as u64, "{count} answers to {calls} calls");
        let rate = count as f64 / began.elapsed().as_secs_f64();
        let samples = sampling.await??;
        let mebibytes = |kibibytes: Option<u64>| kibibytes.unwrap_or_default() as f64 / 1024.0;
        println!(
            "| {transport} | {count} | {rate:.0} | {:.1} | {:.1} | {:.1} | {:.1} |",
            mebibytes(samples.first().copied()),
            mebibytes(samples.last().copied()),
            mebibytes(samples.iter().max().copied()),
            mebibytes(Some(resident(server)?)),
        );
        Ok(())
    }
}

/// KiB of memory of this process, again and again, from the time when `from` calls are done and all connections exist.
async fn sample(done: Arc<AtomicU64>, over: Arc<AtomicBool>, from: u64) -> Result<Vec<u64>> {
    let mut samples = Vec::new();
    loop {
        let is_over = over.load(Ordering::Relaxed);
        if is_over || done.load(Ordering::Relaxed) >= from {
            samples.push(resident(std::process::id())?);
        }
        if is_over {
            return Ok(samples);
        }
        tokio::time::sleep(PAUSE).await;
    }
}
