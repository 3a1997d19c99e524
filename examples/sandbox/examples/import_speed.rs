//! Prints the members that the sandbox imports per second, into a temporary database and into a file:
//!
//! ```text
//! cargo run --release -p email-campaign-sandbox --example import_speed [ROWS]
//! ```

use std::fmt::Write as _;
use std::time::Instant;

use email_campaign_client::ImportGroupMembersFromData2;
use email_campaign_sandbox::{Sandbox, SandboxBuilder};

type Failure = Box<dyn std::error::Error>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Failure> {
    let rows = std::env::args().nth(1).map_or(Ok(100_000), |text| text.parse())?;
    let mut data = String::new();
    for index in 0..rows {
        writeln!(data, "user{index}@example.com,First {index},\"Last, {index}\"")?;
    }
    let folder = tempfile::tempdir()?;
    measure("not kept", Sandbox::builder(), &data, rows).await?;
    measure("kept", Sandbox::builder().database(folder.path().join("speed.sqlite")), &data, rows).await
}

async fn measure(where_to: &str, builder: SandboxBuilder, data: &str, rows: usize) -> Result<(), Failure> {
    let account = builder.list("Speed").open()?.in_process();
    for what in ["added", "updated"] {
        let request = ImportGroupMembersFromData2::new().group_name("Speed").field_names("Email,First,Last");
        let request = request.import_data(data).text_qualifier("\"");
        let started = Instant::now();
        account.import_group_members_from_data2(request).await?;
        let elapsed = started.elapsed();
        println!(
            "{rows} members {what}, {where_to}, in {elapsed:.2?}: {:.0} per second",
            f64::from(u32::try_from(rows)?) / elapsed.as_secs_f64()
        );
    }
    Ok(())
}
