//! The exhaustive check: every operation over every transport with typed requests against the echo service, each response compared
//! with what was sent.

use std::time::{Duration, Instant};

use echo_service::Planned;
use email_campaign_client::asmx_runtime::server::Server;
use email_campaign_client::asmx_runtime::xml::shown_line;
use email_campaign_client::asmx_runtime::{Text, Transport};
use email_campaign_client::{EMAIL_CAMPAIGN, EmailCampaign, ServerLimits};
use indicatif::{ProgressBar, ProgressStyle};
use tokio::net::TcpListener;

const NAMESPACE: &str = "http://example.com/ws/";
const USERNAME: &str = "tour";
const PASSWORD: &str = "p@ss & \"word\"";

/// The outcomes of the calls of one operation, in the order of [`Transport::ALL`]; `None` where it is not offered.
struct Line {
    operation: &'static str,
    outcomes: Vec<Option<Result<Duration, String>>>,
}

/// How much is printed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Report {
    /// A line per operation with the time of each call, and the sum.
    Table,
    /// The failures, and the sum.
    Sum,
}

/// Makes all calls; the result is how many failed.
pub async fn check(report: Report) -> Result<usize, Box<dyn std::error::Error>> {
    let server = Server::new(echo_service::typed::opener())
        .namespace(NAMESPACE)
        .serve(TcpListener::bind("127.0.0.1:0").await?)?;
    let base_url = format!("http://{}", server.address());
    println!("An embedded server that echoes what it receives listens on {base_url}/api.asmx.\n");
    let account = account(&base_url, USERNAME)?;
    let last = self::account(&base_url, "last")?;

    let names = EMAIL_CAMPAIGN.operations.iter().map(|operation| operation.name);
    let mut lines: Vec<_> = names.map(|operation| Line { operation, outcomes: Vec::new() }).collect();
    let progress = ProgressBar::new(u64::try_from(echo_service::call_count(&EMAIL_CAMPAIGN))?);
    progress.set_style(ProgressStyle::with_template("{bar:40} {pos}/{len} {msg}")?);
    let common = [("Username", USERNAME), ("Password", PASSWORD)];
    let plans = Transport::ALL.map(|transport| echo_service::plan(&EMAIL_CAMPAIGN, &common, transport));
    for plan in plans {
        let mut plan = plan.into_iter().peekable();
        for line in &mut lines {
            let Some(planned) = plan.next_if(|planned| planned.operation.name == line.operation) else {
                line.outcomes.push(None);
                continue;
            };
            progress.set_message(format!("{} over {}", line.operation, planned.transport));
            line.outcomes.push(Some(make(&account, planned, &last).await));
            progress.inc(1);
        }
    }
    progress.finish_and_clear();
    if report == Report::Table {
        print_table(&lines);
    }
    Ok(print_sum(&lines))
}

fn account(base_url: &str, username: &str) -> Result<EmailCampaign, email_campaign_client::Error> {
    let builder = EmailCampaign::builder().base_url(base_url).namespace(NAMESPACE).credentials(username, PASSWORD);
    // The echo takes every text.
    builder.allow_credentials_in_url().server_limits(ServerLimits::none()).build()
}

/// Makes one call through the generated client and checks its response. What a response does not tell is checked by what the server
/// remembers of the call.
async fn make(account: &EmailCampaign, planned: Planned, last: &EmailCampaign) -> Result<Duration, String> {
    let start = Instant::now();
    let response = echo_service::typed::call(account, &planned.request, planned.transport);
    let content = response.map_err(|error| error.to_string())?.await.map_err(|error| error.to_string())?;
    let elapsed = start.elapsed();
    planned.check(&content)?;
    if !planned.is_told() {
        let request = echo_service::listing_request(&EMAIL_CAMPAIGN).ok_or("no operation carries a listing")?;
        let listing = last.client().call(request).await.map_err(|error| error.to_string())?;
        let listing = listing.single::<Text>().map_err(|error| error.to_string())?;
        planned.check_listing(listing.as_str())?;
    }
    Ok(elapsed)
}

/// Prints how long each call took.
fn print_table(lines: &[Line]) {
    let width = lines.iter().map(|line| line.operation.len()).max().unwrap_or_default();
    println!("{:width$}  {:>10} {:>10} {:>10} {:>10}", "operation", "SOAP 1.1", "SOAP 1.2", "GET", "POST");
    for line in lines {
        print!("{:width$} ", line.operation);
        for outcome in &line.outcomes {
            match outcome {
                Some(Ok(elapsed)) => print!(" {:>7.2} ms", elapsed.as_secs_f64() * 1000.0),
                Some(Err(_)) => print!(" {:>10}", "FAILED"),
                None => print!(" {:>10}", "-"),
            }
        }
        println!();
    }
    println!();
}

/// Prints what failed and the sum; the result is how many calls failed.
fn print_sum(lines: &[Line]) -> usize {
    let outcomes =
        || lines.iter().flat_map(|line| line.outcomes.iter().flatten().map(move |outcome| (line.operation, outcome)));
    for (operation, outcome) in outcomes() {
        if let Err(why) = outcome {
            println!("{operation}: {}", shown_line(why));
        }
    }
    let (total, failed) = (outcomes().count(), outcomes().filter(|(_, outcome)| outcome.is_err()).count());
    println!("{total} calls, {} ok, {failed} failed", total - failed);
    failed
}
