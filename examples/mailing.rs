//! From a file of members to a report about them, against a sandbox in this process: an import in portions, a message with alternatives and an
//! attachment, and a report in parts.
//!
//! ```text
//! cargo run --example mailing
//! ```

use std::error::Error;

use email_campaign_client::date_ranges::{DateRanges, EndDate, RangedReportError, Step};
use email_campaign_client::delimited_data::ChunkLimit;
use email_campaign_client::mime::MimeBuilder;
use email_campaign_client::prelude::*;
use email_campaign_client::{
    Fields, ImportGroupMembersFromData2, ListsEditMemberByAddress, ReportsGetBlocks, SendMassEmailRaw,
};
use email_campaign_sandbox::Sandbox;
use serde::Serialize;

/// A member of the list. The serde names are the names of the list's fields.
#[derive(Serialize)]
struct Member {
    #[serde(rename = "EmailAddress")]
    address: String,
    #[serde(rename = "City")]
    city: Option<&'static str>,
    #[serde(rename = "Age")]
    age: u8,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let sandbox = Sandbox::builder().list("News").clock("2026-01-10T09:30:00").start().await?;
    let account = sandbox.client().build()?;

    // In the sandbox, addresses that begin with block@ are blocked.
    let members = (0..250_u8).map(|index| Member {
        address: format!("{}@town{index}.example", if index % 2 == 0 { "block" } else { "ann" }),
        city: (index % 3 == 0).then_some("Oslo | Norway"),
        age: 18 + index % 60,
    });
    let import = ImportGroupMembersFromData2::new().group_name("News").update_only("False");
    for request in import.records_in_portions(members, ChunkLimit::rows(100).and_bytes(1_000_000)) {
        let response = account.import_group_members_from_data2(request?).await?;
        println!("import: {}", response.to_string().replace('\n', ", "));
    }

    let edit = ListsEditMemberByAddress::new().list_name("News").email_address("ann@town1.example");
    let fields = Fields::new().with("City", "Bergen | Norway").with("Age", "43");
    let response = account.lists_edit_member_by_address(edit.fields(&fields)?).await?;
    println!("edit: {}", response.to_string().replace('\n', ", "));

    let message = MimeBuilder::new()
        .text("Hello, the dates are attached: http://example.com/dates")
        .html("<p>Hello, the <a href=\"http://example.com/dates\">dates</a> are attached.</p>")
        .attachment("dates.csv", "text/csv", "day,town\r\nMonday,Oslo\r\n")
        .header("List-Unsubscribe", "<http://example.com/leave>")
        .build()?;
    let send =
        SendMassEmailRaw::new().from_email("news@example.com").from_name("News").to_groups("News").subject("Dates");
    let response = account.send_mass_email_raw(send.raw_message(message.raw()).boundary(message.boundary())).await?;
    println!("send: {}", response.to_string().replace('\n', ", "));

    // The service returns at most 20,000 blocks; a cap of 50 makes parts here too. All these were blocked within one second, which cannot be
    // divided: the report says so.
    sandbox.set_clock("2026-02-01T00:00:00")?;
    let request = ReportsGetBlocks::new().row_delimiter("\n").col_delimiter("|");
    for cap in [20_000, 50] {
        let january =
            DateRanges::new("2026-01-01".parse()?, "2026-01-31T23:59:59".parse()?, EndDate::Included, Step::Second)?;
        let mut report = account.reports_get_blocks(request.clone()).by_date(january)?.cap(cap);
        while let Some(part) = report.next().await {
            match part {
                Ok(part) if part.records == 0 => {}
                Ok(part) => println!("blocks, {}: {}", part.range, part.records),
                Err(RangedReportError::CapReached(part)) => {
                    println!("blocks, {}: {} or more, with a cap of {cap}", part.range, part.records);
                }
                Err(error) => return Err(error.into()),
            }
        }
    }
    sandbox.stop().await?;
    Ok(())
}
