//! Keeps a folder with a Parquet file for each day of a report, like a nightly job. Days with a file are skipped, so
//! a run continues where the last one stopped. It calls a sandbox of its own.
//!
//! ```text
//! cargo run -p documents --example nightly -- FOLDER
//! ```

use std::error::Error;
use std::path::PathBuf;

use asmx_arrow::parquet;
use email_campaign_client::ReportsGetUnsubscribesAllDataSet2;
use email_campaign_client::date_ranges::{DateRanges, EndDate, Step};
use email_campaign_sandbox::Sandbox;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args_os().nth(1).map_or_else(|| std::env::temp_dir().join("nightly"), PathBuf::from);
    std::fs::create_dir_all(&folder)?;
    let sandbox = Sandbox::builder().demo_data(true).clock("2026-02-01T00:00:00").start().await?;
    let account = sandbox.client().build()?;

    let january = DateRanges::new("2026-01-01".parse()?, "2026-01-31".parse()?, EndDate::Included, Step::Day)?;
    for day in january.days() {
        let file = folder.join(format!("unsubscribes-{}.parquet", day.begin_date()));
        if file.exists() {
            continue;
        }
        let request = ReportsGetUnsubscribesAllDataSet2::new().begin_date(day.begin_date()).end_date(day.end_date());
        let batches = account.reports_get_unsubscribes_all_data_set2(request).stream().await?;
        let rows = parquet::write_stream(batches, &file).await?;
        println!("{}: {rows} rows", file.display());
    }
    sandbox.stop().await?;
    Ok(())
}
