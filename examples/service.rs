//! Your own service: two operations of the generated trait, served over all four transports and called.
//!
//! `cargo run --example service` makes the calls and ends; `cargo run --example service -- 8080` serves until it is stopped.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use email_campaign_client::asmx_runtime::server::Server;
use email_campaign_client::{
    AddGroupMember, DelimitedText, EmailCampaign, EmailCampaignService, Fault, ReportsGetBlocks, ServiceFuture, Text,
    Transport,
};
use tokio::net::TcpListener;

/// The added members. Other operations respond that they are not implemented.
#[derive(Default)]
struct Lists(Mutex<BTreeSet<String>>);

impl EmailCampaignService for Lists {
    fn add_group_member(&self, request: AddGroupMember) -> ServiceFuture<'_, Text> {
        Box::pin(async move {
            let address = request.email_address.filter(|address| address.contains('@'));
            let address = address.ok_or_else(|| Fault::client("EmailAddress is not an address"))?;
            let is_new = self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(address);
            Ok(Text::new(if is_new { "added" } else { "known" }))
        })
    }

    fn reports_get_blocks(&self, _: ReportsGetBlocks) -> ServiceFuture<'_, DelimitedText> {
        Box::pin(async { Ok(DelimitedText::new("blocked@example.com|550\nfull@example.com|552")) })
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let port: u16 = std::env::args().nth(1).map_or(Ok(0), |port| port.parse())?;
    // One service serves all calls; the credentials of each call are checked here.
    let lists = Arc::new(Lists::default());
    let opener = EmailCampaign::opener(move |call| {
        if call.password() == Some("secret") { Ok(lists.clone()) } else { Err(Fault::client("wrong password")) }
    });
    let server = Server::new(opener).namespace("http://example.com/ws/");
    let server = server.serve(TcpListener::bind(("127.0.0.1", port)).await?)?;
    println!("http://{}/api.asmx", server.address());
    if port != 0 {
        return Ok(tokio::signal::ctrl_c().await?);
    }

    let account = EmailCampaign::builder()
        .base_url(format!("http://{}", server.address()))
        .namespace("http://example.com/ws/")
        .credentials("ann", "secret")
        .allow_credentials_in_url()
        .build()?;
    for transport in Transport::ALL {
        let member =
            AddGroupMember::new().email_address("bob@example.com").field_names(["City"]).field_values(["Oslo"]);
        println!("{transport}: {}", account.add_group_member(member).transport(transport).await?.as_str());
    }
    let request = ReportsGetBlocks::new().row_delimiter("\n").col_delimiter("|");
    println!("{:?}", account.reports_get_blocks(request).await?.cells()?);
    Ok(())
}
