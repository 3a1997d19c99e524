//! Refusals as callers see them, over every transport.

use email_campaign_client::*;
use email_campaign_sandbox::{ErrorStyle, Sandbox};

use crate::fixture::refusal;

#[tokio::test]
async fn every_transport_names_the_exception() {
    let sandbox = Sandbox::start().await.unwrap();
    for transport in [Transport::Soap11, Transport::Soap12, Transport::HttpGet, Transport::HttpPost] {
        let account = sandbox.client().transport(transport).allow_credentials_in_url().build().unwrap();
        let request = ReportsGetBlocks::new()
            .begin_date("soon")
            .end_date("")
            .row_delimiter("\n")
            .col_delimiter("|")
            .text_qualifier("");
        let (name, message) = refusal(account.reports_get_blocks(request).await);
        assert_eq!(name, "InvalidDate", "{transport}");
        assert!(message.starts_with("BeginDate `soon` is not a date: use yyyy-MM-dd"), "{transport}: {message}");
    }
}

#[tokio::test]
async fn short_faults_name_no_exception() {
    let sandbox = Sandbox::builder().error_style(ErrorStyle::Production).start().await.unwrap();
    let response = sandbox.client().build().unwrap().get_mass_email_report2(GetMassEmailReport2::new().job_id(7)).await;
    let fault = response.unwrap_err().fault().unwrap().clone();
    assert_eq!(fault.chain()[0].type_name, None);
    assert!(fault.message().starts_with("JobID 7: unknown campaign"));
}
