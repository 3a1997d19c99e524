//! Imports a large list in parallel, within a limit of concurrency and of rate, against the embedded sandbox.
//!
//! ```text
//! cargo run --example parallel_import
//! cargo run --example parallel_import -- --members 100000 --at-once 4 --per-second 20
//! ```
//!
//! The limits are tower layers around the HTTP client. Every attempt of every call goes through them, including retries. If the time of a call
//! ends while it waits in a limit, its error has the outcome "not sent".

use std::time::{Duration, Instant};

use clap::Parser;
use email_campaign_client::{EmailCampaign, Error, GroupsGetListDataSet, ImportGroupMembersFromData2};
use email_campaign_sandbox::Sandbox;
use tokio::task::JoinSet;
use tower::ServiceBuilder;
use tower::limit::ConcurrencyLimitLayer;

const LIST: &str = "Readers";

/// Imports a large list in parallel, against the embedded sandbox.
#[derive(Parser)]
struct Arguments {
    /// The number of members.
    #[arg(long, default_value_t = 10_000)]
    members: usize,
    /// The number of members in one call.
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..))]
    per_call: u32,
    /// The most calls at the same time.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..))]
    at_once: u32,
    /// The most calls that begin in a second.
    #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..))]
    per_second: u32,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments = Arguments::parse();
    let sandbox = Sandbox::start().await?;
    sandbox.create_list(LIST).await?;
    let rate = ServiceBuilder::new().buffer(64).rate_limit(u64::from(arguments.per_second), Duration::from_secs(1));
    let account = sandbox
        .client()
        .layer(ConcurrencyLimitLayer::new(arguments.at_once as usize))
        .layer(rate)
        // All calls begin at once and wait in the limits, so the time of a call must be enough for all of them.
        .timeout(Duration::from_secs(3600))
        .build()?;

    let started = Instant::now();
    let mut imports = JoinSet::new();
    let members: Vec<usize> = (0..arguments.members).collect();
    for part in members.chunks(arguments.per_call as usize) {
        imports.spawn(import(account.clone(), rows(part)));
    }
    let calls = imports.len();
    while let Some(import) = imports.join_next().await {
        // The import is a write: the client retried it only if it was not sent.
        import?.map_err(|error| format!("{:?}: {error}", error.outcome()))?;
    }
    println!(
        "{} members in {calls} calls, {} at once and {} a second: {:.1?}",
        arguments.members,
        arguments.at_once,
        arguments.per_second,
        started.elapsed()
    );

    let imported = imported(&account).await?;
    println!("The list has {imported} members.");
    if imported == arguments.members { Ok(()) } else { Err("members got lost".into()) }
}

async fn import(account: EmailCampaign, rows: String) -> Result<(), Error> {
    let request =
        ImportGroupMembersFromData2::new().group_name(LIST).field_names("EmailAddress,City").import_data(rows);
    let request = request.update_only("False").column_delimiter(",").row_delimiter("\n");
    account.import_group_members_from_data2(request).await?;
    Ok(())
}

fn rows(members: &[usize]) -> String {
    let rows: Vec<_> = members.iter().map(|number| format!("reader{number}@example.com,Oslo")).collect();
    rows.join("\n")
}

async fn imported(account: &EmailCampaign) -> Result<usize, Box<dyn std::error::Error>> {
    let lists = account.groups_get_list_data_set(GroupsGetListDataSet::new()).await?;
    let table = lists.table_named("Groups").ok_or("no table of lists")?;
    let list = table.row_at(0).ok_or("no list")?;
    Ok(list.get::<i32>("MemberCount")?.unwrap_or_default().try_into()?)
}
