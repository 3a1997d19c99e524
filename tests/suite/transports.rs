//! Every operation over every transport through real sockets, and in process: the tour's check as a test, and what a client
//! may and may not do.
#![allow(clippy::pedantic, clippy::format_push_string)]

use std::sync::Arc;
use std::time::Duration;

use asmx_runtime::server::{Listening, Server};
use asmx_runtime::{ErrorKind, Message, Outcome, Transport};
use email_campaign_client::*;

const NAMESPACE: &str = "http://example.com/ws/";
const PASSWORD: &str = "m4rker&p<ss>\"word\" +%";

async fn server() -> Listening {
    serve(echo_service::typed::opener()).await
}

async fn serve(opener: Opener) -> Listening {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    Server::new(opener).namespace(NAMESPACE).serve(listener).unwrap()
}

fn account(server: &Listening, username: &str) -> EmailCampaign {
    let builder = EmailCampaign::builder().base_url(format!("http://{}", server.address())).namespace(NAMESPACE);
    let builder = builder.credentials(username, PASSWORD).allow_credentials_in_url();
    builder.server_limits(ServerLimits::none()).build().unwrap()
}

#[tokio::test]
async fn every_operation_over_every_transport() {
    let server = server().await;
    let (account, last) = (account(&server, "user"), account(&server, "last"));
    let mut count = 0;
    for transport in Transport::ALL {
        for planned in echo_service::plan(&EMAIL_CAMPAIGN, &[("Username", "user"), ("Password", PASSWORD)], transport) {
            let label = format!("{} over {transport}", planned.operation.name);
            let response = echo_service::typed::call(&account, &planned.request, transport).unwrap();
            let content = response.await.unwrap_or_else(|error| panic!("{label}: {error:?}"));
            planned.check(&content).unwrap_or_else(|why| panic!("{label}: {why}"));
            if !planned.is_told() {
                let listing =
                    last.client().call(echo_service::listing_request(&EMAIL_CAMPAIGN).unwrap()).await.unwrap();
                let listing = listing.single::<Text>().unwrap_or_else(|error| panic!("{label}: {error}"));
                planned.check_listing(listing.as_str()).unwrap_or_else(|why| panic!("{label}: {why}"));
            }
            count += 1;
        }
    }
    assert_eq!(count, echo_service::call_count(&EMAIL_CAMPAIGN));
    let operations = EMAIL_CAMPAIGN.operations.iter();
    let everywhere = operations.filter(|operation| Transport::ALL.iter().all(|over| operation.offered_over(*over)));
    assert!(count >= 4 * everywhere.count() && count > 0);
}

/// A service with one operation; the others respond that they are not implemented.
struct OneOperation;

impl EmailCampaignService for OneOperation {
    fn transactional_groups_rename(&self, request: TransactionalGroupsRename) -> ServiceFuture<'_, Text> {
        Box::pin(async move {
            let name = request.old_group_name.unwrap_or_default();
            if name == "fail" {
                Err(Fault::server("no <such> group & none \"like\" it — ø"))
            } else {
                Ok(Text::new(name))
            }
        })
    }
}

#[tokio::test]
async fn the_same_failure_is_the_same_error_over_every_transport_and_in_process() {
    let opener = EmailCampaign::opener(|_| Ok::<Arc<dyn EmailCampaignService>, Fault>(Arc::new(OneOperation)));
    let server = serve(opener).await;
    let (wire, local) = (account(&server, "user"), EmailCampaign::in_process(OneOperation));
    let rename = || TransactionalGroupsRename::new().old_group_name("fail");
    let expected = local.transactional_groups_rename(rename()).await.unwrap_err();
    assert_eq!((expected.kind(), expected.outcome()), (ErrorKind::Fault, Outcome::Refused));
    for transport in Transport::ALL {
        let error = wire.transactional_groups_rename(rename()).transport(transport).await.unwrap_err();
        assert_eq!((error.kind(), error.outcome()), (expected.kind(), expected.outcome()), "{transport}");
        assert_eq!(error.fault(), expected.fault(), "{transport}");
        assert_eq!(error.fault().unwrap().message(), "no <such> group & none \"like\" it — ø");
        assert_eq!(error.status().unwrap().as_u16(), 500);
        assert!(!error.body().unwrap().is_empty());
        let missing =
            wire.groups_get_list_data_set(GroupsGetListDataSet::new()).transport(transport).await.unwrap_err();
        let in_process = local.groups_get_list_data_set(GroupsGetListDataSet::new()).await.unwrap_err();
        assert_eq!((missing.kind(), missing.outcome()), (in_process.kind(), in_process.outcome()), "{transport}");
        assert_eq!(missing.fault(), in_process.fault(), "{transport}");
        let message = format!("Groups_GetList_DataSet over {transport}: the operation is not implemented");
        assert_eq!(missing.to_string(), message);
    }
}

#[tokio::test]
async fn an_opener_can_refuse() {
    let opener = EmailCampaign::opener(|incoming| {
        if incoming.password() == Some("right") {
            Ok::<Arc<dyn EmailCampaignService>, _>(Arc::new(OneOperation))
        } else {
            Err(Fault::client("wrong password"))
        }
    });
    let server = serve(opener).await;
    for transport in Transport::ALL {
        let call = account(&server, "user").transactional_groups_rename(TransactionalGroupsRename::new());
        let error = call.transport(transport).await.unwrap_err();
        assert_eq!(error.fault().unwrap().message(), "wrong password");
    }
}

#[tokio::test]
async fn http_get_with_credentials_and_plain_http_need_a_word() {
    let server = server().await;
    let base_url = format!("http://{}", server.address());
    let builder = || EmailCampaign::builder().namespace(NAMESPACE).credentials("user", PASSWORD);
    let account = builder().base_url(base_url).build().unwrap();
    let error =
        account.groups_get_list_data_set(GroupsGetListDataSet::new()).transport(Transport::HttpGet).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::NotPermitted, Outcome::NotSent));
    let error = builder().base_url("http://api.example.com").build().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotPermitted);
    builder().base_url("http://api.example.com").allow_plain_http().build().unwrap();
    for loopback in ["http://localhost:1", "http://127.9.9.9", "http://[::1]:80", "https://api.example.com"] {
        builder().base_url(loopback).build().unwrap();
    }
    for wrong in [
        "",
        "api.example.com",
        "ftp://api.example.com",
        "https://user:secret@api.example.com",
        "https://api.example.com/?a=b",
    ] {
        let error = builder().base_url(wrong).build().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Configuration, "{wrong}");
        assert!(!format!("{error} {error:?}").contains("secret"));
    }
    let error = EmailCampaign::builder().base_url("https://api.example.com").namespace(NAMESPACE).build().unwrap_err();
    assert!(error.to_string().contains("credentials"), "{error}");
}

#[tokio::test]
async fn what_a_transport_cannot_carry_is_refused_before_anything_is_sent() {
    let server = server().await;
    let account = account(&server, "user");
    let member = || AddGroupMember::new().group_name("News").email_address("ann@example.com").field_names(["City"]);
    for transport in [Transport::HttpGet, Transport::HttpPost] {
        for (request, parameter) in [
            (member(), "FieldValues"),
            (member().field_values(Vec::<String>::new()), "FieldValues"),
            (member().field_values([None::<&str>]), "FieldValues"),
        ] {
            let error = account.add_group_member(request).transport(transport).await.unwrap_err();
            assert_eq!((error.kind(), error.outcome()), (ErrorKind::InvalidRequest, Outcome::NotSent), "{transport}");
            assert_eq!(error.parameter(), Some(parameter));
        }
    }
    let long = TransactionalGroupsRename::new().old_group_name("x".repeat(3000));
    let error = account.transactional_groups_rename(long.clone()).transport(Transport::HttpGet).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::InvalidRequest, Outcome::NotSent));
    assert!(error.to_string().contains("2048"), "{error}");
    assert!(!format!("{error:?}").contains("xxxx"), "{error:?}");
    account.transactional_groups_rename(long).transport(Transport::HttpPost).await.unwrap();
    let forbidden = TransactionalGroupsRename::new().new_group_name("a\u{1}b");
    let error = account.transactional_groups_rename(forbidden.clone()).await.unwrap_err();
    assert_eq!(error.parameter(), Some("NewGroupName"));
    let response = account.transactional_groups_rename(forbidden).transport(Transport::HttpPost).await.unwrap();
    assert!(response.as_str().contains("NewGroupName=[a\\u0001b] string 3"), "{}", response.as_str());
    assert!(response.as_str().contains("a\u{1}b"), "the forbidden character of the response is kept");
}

#[tokio::test]
async fn undeclared_parameters_reach_the_service() {
    let server = server().await;
    let account = account(&server, "user");
    for transport in Transport::ALL {
        let request = ReportsTransactionalGetClicksXml::new().transactional_group_id(7).sort_by("e");
        let call = account.reports_transactional_get_clicks_xml(request).transport(transport);
        let document = call.parameter("SortOrder", "d").await.unwrap();
        let document = document.document().unwrap();
        let found = document.root().elements().next().unwrap().elements().any(|element| {
            element.attribute(None, "name") == Some("SortOrder") && element.attribute(None, "escaped") == Some("d")
        });
        assert!(found, "{transport}: {}", document.text());
    }
}

#[tokio::test]
async fn null_results_are_not_empty_ones() {
    let server = server().await;
    for transport in Transport::ALL {
        for (username, null) in [("null", true), ("empty", false)] {
            let account = account(&server, username);
            let text = account.get_bounce_list_normal_include_past(GetBounceListNormalIncludePast::new());
            let text = text.transport(transport).await.unwrap();
            assert_eq!((text.is_null(), text.as_str()), (null, ""), "{transport}");
            let data_set = account.groups_get_list_data_set(GroupsGetListDataSet::new());
            let data_set = data_set.transport(transport).await.unwrap();
            assert_eq!((data_set.is_null(), data_set.tables().len()), (null, 0), "{transport}");
            let integers = account.get_mass_email_report2(GetMassEmailReport2::new().job_id(3));
            let integers = integers.transport(transport).await.unwrap();
            assert_eq!((integers.is_null(), integers.as_slice().len()), (null, 0), "{transport}");
            let request = ReportsTransactionalGetSmtpErrorsXml2::new();
            let document =
                account.reports_transactional_get_smtp_errors_xml2(request).transport(transport).await.unwrap();
            assert_eq!(document.is_null(), null, "{transport}");
        }
    }
}

#[tokio::test]
async fn secrets_never_show() {
    let server = server().await;
    let account = account(&server, "fault");
    let mut displayed = format!("{account:?} {:?}", account.client());
    let request = SendMassEmailRaw::new().subject("a subject").raw_message("x".repeat(100_000));
    displayed += &format!("{request:?}");
    assert!(displayed.len() < 3_000, "long values are cut");
    for transport in Transport::ALL {
        let prepared = account.send_mass_email_raw(SendMassEmailRaw::new()).transport(transport);
        displayed += &format!("{prepared:?}");
        let error = prepared.await.unwrap_err();
        displayed += &format!("{error} {error:?}");
    }
    let nobody =
        EmailCampaign::builder().base_url("http://127.0.0.1:9").namespace(NAMESPACE).credentials("user", PASSWORD);
    displayed += &format!("{nobody:?}");
    let nobody = nobody.allow_credentials_in_url().connect_timeout(Duration::from_secs(2));
    // The password looks like HTML.
    let nobody = nobody.server_limits(ServerLimits::none()).build().unwrap();
    for transport in Transport::ALL {
        let error =
            nobody.groups_get_list_data_set(GroupsGetListDataSet::new()).transport(transport).await.unwrap_err();
        assert_eq!((error.kind(), error.outcome()), (ErrorKind::Connect, Outcome::NotSent));
        let mut source: Option<&dyn std::error::Error> = Some(&error);
        while let Some(error) = source {
            displayed += &format!("{error} {error:?}");
            source = error.source();
        }
    }
    for marker in ["m4rker", "p%3Css", "p&lt;ss"] {
        assert!(!displayed.contains(marker), "{displayed}");
    }
}

/// A service that repeats the password in its fault, as careless ones do.
struct Careless(String);

impl EmailCampaignService for Careless {
    fn transactional_groups_rename(&self, _: TransactionalGroupsRename) -> ServiceFuture<'_, Text> {
        let fault = Fault::server(format!("no account with password {}", self.0));
        Box::pin(async move { Err(fault.caused_by(format!("SELECT '{}'", self.0))) })
    }
}

#[tokio::test]
async fn a_fault_that_repeats_the_password_does_not_show_it() {
    let opener = EmailCampaign::opener(|incoming| {
        Ok::<Arc<dyn EmailCampaignService>, Fault>(Arc::new(Careless(
            incoming.password().unwrap_or_default().to_owned(),
        )))
    });
    let server = serve(opener).await;
    for transport in Transport::ALL {
        let call = account(&server, "user").transactional_groups_rename(TransactionalGroupsRename::new());
        let error = call.transport(transport).await.unwrap_err();
        let fault = error.fault().unwrap();
        assert_eq!(fault.message(), "no account with password [redacted] ---> SELECT '[redacted]'", "{transport}");
        let displayed = format!("{error} {error:?} {fault:?} {:?}", fault.text());
        assert!(!displayed.contains("m4rker"), "{transport}: {displayed}");
    }
}

#[tokio::test]
async fn a_slow_service_times_out_with_an_unknown_outcome() {
    let server = server().await;
    let account = account(&server, "slow");
    let prepared = account.groups_get_list_data_set(GroupsGetListDataSet::new()).timeout(Duration::from_millis(200));
    let error = prepared.await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::Timeout, Outcome::Unknown));
}

#[tokio::test]
async fn a_call_by_descriptor_needs_no_generated_types() {
    let account = EmailCampaign::in_process(OneOperation);
    let operation = EMAIL_CAMPAIGN.operation("TransactionalGroups_Rename").unwrap();
    let mut request = asmx_runtime::DynamicRequest::new(operation);
    request.set("OldGroupName", "a").unwrap();
    assert!(request.set("oldgroupname", "a").unwrap_err().to_string().contains("OldGroupName, NewGroupName"));
    assert_eq!(account.client().call(request).await.unwrap(), Message::from(Text::new("a")));
}

#[tokio::test]
async fn a_request_of_ten_megabytes() {
    let server = server().await;
    let account = account(&server, "user");
    let data = "ann@example.com,Oslo & more\r\n".repeat(10 * 1024 * 1024 / 29 + 1);
    for transport in [Transport::Soap11, Transport::Soap12, Transport::HttpPost].into_iter().step_by(cases::step(3)) {
        let request = ImportGroupMembersFromData2::new().import_data(data.as_str());
        let response = account.import_group_members_from_data2(request).transport(transport).await.unwrap();
        let (listing, raw) = response.as_str().split_once("--RAW--\n").unwrap();
        assert!(listing.contains(&format!("] string {}\n", data.len())), "{transport}");
        assert!(raw.contains(&format!("ImportData:{}:{data}\n", data.len())), "{transport}");
    }
}
