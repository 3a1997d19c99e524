//! Many calls at once: none lost, none mixed up, and memory that does not grow.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use asmx_runtime::{RetryPolicy, Transport};
use clap::Args;
use email_campaign_client::{AddGroupMember, EmailCampaign, GetMassEmailReport2, GroupsGetListDataSet};
use tokio::task::JoinSet;

use crate::answering::{Answering, Kind};
use crate::resources::resident;

#[derive(Args)]
pub(crate) struct Settings {
    /// Calls at the same time.
    #[arg(long, default_value_t = 10_000)]
    concurrent: usize,
    /// Calls in all of the second part, over all transports.
    #[arg(long, default_value_t = 1_000_000)]
    calls: usize,
}

const PAUSE: Duration = Duration::from_millis(200);

#[tokio::main]
pub(crate) async fn run(settings: &Settings) -> Result<()> {
    let sandbox = Answering::start(Kind::Sandbox)?;
    let account = EmailCampaign::builder()
        .base_url(&sandbox.base_url)
        .namespace(&sandbox.namespace)
        .credentials("sandbox", "sandbox")
        .allow_credentials_in_url()
        .connect_timeout(Duration::from_secs(120))
        .attempt_timeout(None)
        .timeout(Duration::from_secs(600))
        .retry(RetryPolicy::never())
        .build()?;
    println!("{} writes at once over each transport, each of a member of its own", settings.concurrent);
    println!("| transport | answered | different | s |\n|---|--:|--:|--:|");
    for transport in Transport::ALL {
        writes(&account, transport, settings.concurrent).await?;
    }
    let lists = account.groups_get_list_data_set(GroupsGetListDataSet::new()).await?;
    let list = lists.tables().first().and_then(|table| table.iter().next()).context("a list")?;
    let members = list.get("MemberCount").and_then(|cell| cell.text().map(str::to_owned));
    println!("members in the list: {}\n", members.unwrap_or_default());

    let each = settings.calls / Transport::ALL.len();
    println!(
        "{} calls over each transport, {} at once, each with a value of its own that comes back",
        each, settings.concurrent
    );
    println!(
        "| transport | calls | calls/s | memory first MiB | last | peak | sandbox last |\n|---|--:|--:|--:|--:|--:|--:|"
    );
    for (index, transport) in Transport::ALL.into_iter().enumerate() {
        reads(&account, transport, settings.concurrent, each, index * each, sandbox.process()).await?;
    }
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

/// So many callers, each making its share of the calls one after the other. Every call asks for a campaign that nobody has, and the
/// refusal names it: no two calls have the same answer.
#[allow(clippy::cast_precision_loss, reason = "counts and sizes")]
async fn reads(
    account: &EmailCampaign,
    transport: Transport,
    concurrent: usize,
    calls: usize,
    first: usize,
    sandbox: u32,
) -> Result<()> {
    let began = Instant::now();
    let (done, over) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicBool::new(false)));
    let sampling = tokio::spawn(sample(Arc::clone(&done), Arc::clone(&over), (calls / 10) as u64));
    let mut callers = JoinSet::new();
    for caller in 0..concurrent {
        let (account, done) = (account.clone(), Arc::clone(&done));
        callers.spawn(async move {
            for number in (caller..calls).step_by(concurrent) {
                let job = i32::try_from(1_000_000 + first + number)?;
                let answer = account.get_mass_email_report2(GetMassEmailReport2::new(job)).transport(transport).await;
                let error = answer.err().context("there is no such campaign")?;
                let said = error.fault().with_context(|| error.to_string())?.message().to_owned();
                ensure!(said.contains(&format!("JobID {job}:")), "the answer to {job} was {said}");
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
        mebibytes(Some(resident(sandbox)?)),
    );
    Ok(())
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
