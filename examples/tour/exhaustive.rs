//! The exhaustive check: every operation over every transport with typed requests against the echo service, each answer compared
//! with what was sent.

use std::time::{Duration, Instant};

use asmx_runtime::server::Server;
use asmx_runtime::xml::shown_line;
use asmx_runtime::{Content, Transport};
use email_campaign_client::{EmailCampaign, GetBounceListNormalIncludePast, ServerLimits};
use indicatif::{ProgressBar, ProgressStyle};
use tokio::net::TcpListener;

use crate::calls::{self, Planned};
use crate::echo::{self, checks};

const NAMESPACE: &str = "http://example.com/ws/";
const USERNAME: &str = "tour";
const PASSWORD: &str = "p@ss & \"word\"";

/// What became of the calls of one operation, in the order of [`Transport::ALL`].
struct Line {
    operation: &'static str,
    outcomes: Vec<Result<Duration, String>>,
}

/// How much is printed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Report {
    /// A line per operation with the time of each call, and the sum.
    Table,
    /// What failed, and the sum.
    Sum,
}

/// Makes all calls; the result is how many failed.
pub async fn check(report: Report) -> Result<usize, Box<dyn std::error::Error>> {
    let server = Server::new(echo::opener()).namespace(NAMESPACE).serve(TcpListener::bind("127.0.0.1:0").await?)?;
    let base_url = format!("http://{}", server.address());
    println!("An embedded server that echoes what it receives listens on {base_url}/api.asmx.\n");
    let account = account(&base_url, USERNAME)?;
    let last = self::account(&base_url, "last")?;

    let mut lines: Vec<Line> = Vec::new();
    let mut plans: Vec<Vec<Planned>> = Transport::ALL.map(|transport| plan(&account, transport)).into();
    let operations = plans.first().map_or(0, Vec::len);
    let progress = ProgressBar::new(u64::try_from(operations * plans.len())?);
    progress.set_style(ProgressStyle::with_template("{bar:40} {pos}/{len} {msg}")?);
    for _ in 0..operations {
        let mut line = Line { operation: "", outcomes: Vec::new() };
        for (plan, transport) in plans.iter_mut().zip(Transport::ALL) {
            let planned = plan.remove(0);
            line.operation = planned.operation.name;
            progress.set_message(format!("{} over {transport}", line.operation));
            line.outcomes.push(make(planned, &last).await);
            progress.inc(1);
        }
        lines.push(line);
    }
    progress.finish_and_clear();
    if report == Report::Table {
        print_table(&lines);
    }
    Ok(print_sum(&lines))
}

fn account(base_url: &str, username: &str) -> Result<EmailCampaign, asmx_runtime::Error> {
    let builder = EmailCampaign::builder().base_url(base_url).namespace(NAMESPACE).credentials(username, PASSWORD);
    // The echo takes every text.
    builder.allow_credentials_in_url().server_limits(ServerLimits::none()).build()
}

/// All calls over one transport, in the order of the spec.
fn plan(account: &EmailCampaign, transport: Transport) -> Vec<Planned> {
    calls::all(account, &[("Username", USERNAME), ("Password", PASSWORD)], transport)
}

/// Makes one call and checks its answer. An operation without a result is checked by what the server remembers of it.
async fn make(planned: Planned, last: &EmailCampaign) -> Result<Duration, String> {
    let start = Instant::now();
    let content = planned.answer.await.map_err(|error| error.to_string())?;
    let elapsed = start.elapsed();
    if content == Content::None {
        let answer = last.get_bounce_list_normal_include_past(GetBounceListNormalIncludePast::new()).await;
        let listing = answer.map_err(|error| error.to_string())?;
        let first = listing.as_str().lines().next().unwrap_or_default();
        if first != format!("operation=[{}]", planned.operation.name) {
            return Err(format!("the service remembers `{first}`"));
        }
        checks::check_listing(&planned.expected, listing.as_str())?;
    } else {
        checks::check(&planned.expected, &content)?;
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
                Ok(elapsed) => print!(" {:>7.2} ms", elapsed.as_secs_f64() * 1000.0),
                Err(_) => print!(" {:>10}", "FAILED"),
            }
        }
        println!();
    }
    println!();
}

/// Prints what failed and the sum; the result is how many calls failed.
fn print_sum(lines: &[Line]) -> usize {
    let outcomes = || lines.iter().flat_map(|line| line.outcomes.iter().map(move |outcome| (line.operation, outcome)));
    for (operation, outcome) in outcomes() {
        if let Err(why) = outcome {
            println!("{operation}: {}", shown_line(why));
        }
    }
    let (total, failed) = (outcomes().count(), outcomes().filter(|(_, outcome)| outcome.is_err()).count());
    println!("{total} calls, {} ok, {failed} failed", total - failed);
    failed
}
