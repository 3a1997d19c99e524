//! Shows what a client lets one see of its calls, against the embedded sandbox: spans and events of tracing, counts for metrics,
//! and the last exchanges for support.
//!
//! ```text
//! cargo run --example seeing
//! ```

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use email_campaign_client::{
    CallReport, Credentials, GroupsGetListDataSet, Observer, SendMassEmailRaw, ServerLimits, TransactionalGroupsRename,
    Transport,
};
use email_campaign_sandbox::Sandbox;

/// Counts and times calls, as a metrics library would.
#[derive(Clone, Default)]
struct Metrics(Arc<Mutex<BTreeMap<String, (u64, Duration)>>>);

impl Metrics {
    fn count(&self, name: String, time: Duration) {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (count, total) = counts.entry(name).or_default();
        *count += 1;
        *total += time;
    }
}

impl Observer for Metrics {
    fn attempt(&self, report: &CallReport<'_>) {
        // Labels of few values: never a message.
        let error = report.ending.error_type().unwrap_or_default();
        self.count(format!("attempts{{transport={}, error={error}}}", report.transport.name()), report.elapsed);
    }

    fn call(&self, report: &CallReport<'_>) {
        let (operation, outcome) = (report.operation.name, report.ending.outcome());
        self.count(format!("calls{{operation={operation}, outcome={outcome}}}"), report.elapsed);
    }
}

impl fmt::Display for Metrics {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, (count, total)) in self.0.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            writeln!(formatter, "{name} {count} in {total:.1?}")?;
        }
        Ok(())
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Spans and events: any subscriber does, one that exports to OpenTelemetry as well.
    tracing_subscriber::fmt().with_max_level(tracing::Level::DEBUG).with_target(false).init();

    let sandbox = Sandbox::start().await?;
    sandbox.create_list("Readers").await?;
    let metrics = Metrics::default();
    // Asked before each attempt: here it could read a file or ask a vault.
    let credentials = Credentials::new(sandbox.username(), sandbox.password());
    let account = sandbox
        .client()
        .credentials_from(move || std::future::ready(Ok(credentials.clone())))
        .server_limits(ServerLimits::default())
        .observer(metrics.clone())
        .capture(2)
        .build()?;

    account.groups_get_list_data_set(GroupsGetListDataSet::new()).await?;
    let rename = TransactionalGroupsRename::new().old_group_name("Nobody").new_group_name("Somebody");
    if let Err(error) = account.transactional_groups_rename(rename).await {
        println!("\n{:?}: {error}\n", error.outcome());
    }

    // A call that genuine servers refuse is not sent, and the error names the transport that would do; `Transport::Auto` takes it.
    let mail = SendMassEmailRaw::new().to_other("ann@example.com").subject("<b>News</b>").raw_message("Hello");
    if let Err(error) = account.send_mass_email_raw(mail.clone()).transport(Transport::HttpPost).await {
        println!("\n{error}\n{:?} instead\n", error.suggested_transport());
    }
    let sent = account.send_mass_email_raw(mail).transport(Transport::Auto).await;
    println!("\nover a transport that carries it: {:?}", sent.map_err(|error| error.to_string()));

    println!("\nMetrics\n{metrics}");
    println!("The last exchanges");
    for exchange in account.client().exchanges() {
        println!("{exchange}");
    }
    Ok(())
}
