//! The promise "a new operation variant is a spec edit and nothing else", kept by a machine: `tests/edited-client` is the client of a spec
//! with one operation more, which is called against a server.
#![allow(clippy::pedantic)]

use std::sync::Arc;

use asmx_runtime::server::Server;
use asmx_runtime::{Fault, ServiceFuture};
use edited_client::{DelimitedText, EmailCampaign, EmailCampaignService, ReportsGetBlocksAgain, Transport};

struct Service;

impl EmailCampaignService for Service {
    fn reports_get_blocks_again(&self, request: ReportsGetBlocksAgain) -> ServiceFuture<'_, DelimitedText> {
        let row = [request.begin_date, request.reason].map(Option::unwrap_or_default);
        Box::pin(async move { Ok(DelimitedText::new(row.join("|"))) })
    }
}

#[tokio::test]
async fn a_new_variant_is_a_spec_edit_and_nothing_else() {
    let opener = EmailCampaign::opener(|_| Ok::<Arc<dyn EmailCampaignService>, Fault>(Arc::new(Service)));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let server = Server::new(opener).namespace("http://example.com/ws/").serve(listener).unwrap();
    let account = EmailCampaign::builder()
        .base_url(format!("http://{}", server.address()))
        .namespace("http://example.com/ws/")
        .credentials("user", "password")
        .allow_credentials_in_url()
        .build()
        .unwrap();
    for transport in Transport::ALL {
        let request = ReportsGetBlocksAgain::new().begin_date("2026-01-01").reason("spam");
        let request = request.row_delimiter("\n").col_delimiter("|");
        let blocks = account.reports_get_blocks_again(request).transport(transport).await.unwrap();
        assert_eq!(blocks.cells().unwrap(), [["2026-01-01", "spam"]], "{transport}");
    }
}
