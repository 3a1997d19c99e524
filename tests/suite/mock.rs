//! The mock that users test with: responses, records and assertions, in process and on a socket.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use asmx_runtime::mock::Mock;
use asmx_runtime::server::Server;
use email_campaign_client::*;

const NAMESPACE: &str = "http://example.com/ws/";

const NO_RESPONSE: &str =
    "the mock has no response for the operation: state one with `on`, `respond`, `once` or `fail`";

fn account(mock: &Mock) -> EmailCampaign {
    EmailCampaign::from(mock.client())
}

/// The message of an assertion that panics.
fn complaint(assertion: impl FnOnce()) -> String {
    let panic = catch_unwind(AssertUnwindSafe(assertion)).expect_err("the assertion holds");
    panic
        .downcast_ref::<String>()
        .cloned()
        .or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()))
        .unwrap()
}

#[tokio::test]
async fn responds_as_stated_and_not_otherwise() {
    let mock = Mock::new(&EMAIL_CAMPAIGN);
    mock.on(|request: TransactionalGroupsRename| {
        Ok(Text::new(format!("now {}", request.new_group_name.unwrap_or_default())))
    })
    .respond::<GetMassEmailReport2>(Integers::new(vec![1, 2]))
    .respond::<ReportsGetRemovedAddresses>(())
    .fail::<SendMassEmailRaw>(Fault::client("the account is locked"));
    let account = account(&mock);
    let renamed =
        account.transactional_groups_rename(TransactionalGroupsRename::new().new_group_name("New")).await.unwrap();
    assert_eq!(renamed.as_str(), "now New");
    for _ in 0..2 {
        let report = account.get_mass_email_report2(GetMassEmailReport2::new().job_id(1)).await.unwrap();
        assert_eq!(report.as_slice(), [1, 2]);
    }
    account.reports_get_removed_addresses(ReportsGetRemovedAddresses::new().job_id(1)).await.unwrap();
    let error = account.send_mass_email_raw(SendMassEmailRaw::new()).await.unwrap_err();
    assert_eq!(error.fault().unwrap().message(), "the account is locked");
    let error = account.groups_get_list_data_set(GroupsGetListDataSet::new()).await.unwrap_err();
    assert_eq!(error.fault().unwrap().message(), NO_RESPONSE);
    mock.assert_operations(&[
        "TransactionalGroups_Rename",
        "GetMassEmailReport2",
        "GetMassEmailReport2",
        "Reports_GetRemovedAddresses",
        "SendMassEmailRaw",
        "Groups_GetList_DataSet",
    ]);
}

#[tokio::test]
async fn later_responses_replace_earlier_ones_and_single_ones_come_first() {
    let mock = Mock::new(&EMAIL_CAMPAIGN);
    mock.respond::<ReportsGetBlocks>(DelimitedText::new("old"))
        .respond::<ReportsGetBlocks>(DelimitedText::new("standing"));
    mock.once::<ReportsGetBlocks>(Ok(DelimitedText::new("first"))).once::<ReportsGetBlocks>(Err(Fault::server("busy")));
    let account = account(&mock);
    let call = || account.reports_get_blocks(ReportsGetBlocks::new());
    assert_eq!(call().await.unwrap().as_str(), "first");
    assert_eq!(call().await.unwrap_err().fault().unwrap().message(), "busy");
    assert_eq!(call().await.unwrap().as_str(), "standing");
    assert_eq!(call().await.unwrap().as_str(), "standing");
    mock.assert_called::<ReportsGetBlocks>(4);
    mock.forget_calls().assert_not_called::<ReportsGetBlocks>();
    assert_eq!(call().await.unwrap().as_str(), "standing");
}

#[tokio::test]
async fn is_the_same_on_a_socket_over_every_transport() {
    let mock = Mock::new(&EMAIL_CAMPAIGN);
    mock.on(|request: AddGroupMember| {
        let names: Vec<String> = request.field_names.unwrap_or_default().into_iter().flatten().collect();
        if names.is_empty() { Err(Fault::client("no fields")) } else { Ok(Text::new(names.join("+"))) }
    });
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let server = Server::new(mock.opener()).namespace(NAMESPACE).serve(listener).unwrap();
    let builder = EmailCampaign::builder().base_url(format!("http://{}", server.address())).namespace(NAMESPACE);
    let account = builder.credentials("user", "s3cret").allow_credentials_in_url().build().unwrap();
    let request = AddGroupMember::new().group_name("G").email_address("a@example.com");
    let request = request.field_names(["x", "y"]).field_values(["1"]);
    for transport in Transport::ALL {
        let added =
            account.add_group_member(request.clone()).transport(transport).parameter("Extra", "e").await.unwrap();
        assert_eq!(added.as_str(), "x+y", "{transport}");
        let missing =
            account.groups_get_list_data_set(GroupsGetListDataSet::new()).transport(transport).await.unwrap_err();
        assert_eq!(missing.fault().unwrap().message(), NO_RESPONSE, "{transport}");
        let call = mock.calls().into_iter().next().unwrap();
        assert_eq!(call.transport, transport);
        assert_eq!(call.common.text("Password"), Some("s3cret"));
        assert_eq!(call.undeclared, [("Extra".to_owned(), Value::from("e"))]);
        assert_eq!(call.parameter("GroupName"), Some(&Value::from("G")));
        assert_eq!(call.parameter("Nothing"), None);
        assert_eq!(call.typed::<AddGroupMember>().as_ref(), Some(&request));
        assert!(call.typed::<ReportsGetBlocks>().is_none());
        assert_eq!(mock.calls_of::<AddGroupMember>(), std::slice::from_ref(&request));
        mock.assert_called_with(&request);
        mock.forget_calls();
    }
}

#[tokio::test]
async fn a_client_with_credentials_needs_no_socket_either() {
    let mock = Mock::new(&EMAIL_CAMPAIGN);
    mock.respond::<ReportsGetBlocks>(DelimitedText::new("a|b;c|d"));
    let builder =
        EmailCampaign::builder().base_url("https://api.example.com").namespace(NAMESPACE).credentials("user", "s3cret");
    let account = builder.build_with(Arc::new(mock.clone())).unwrap();
    let request = ReportsGetBlocks::new().row_delimiter(";").col_delimiter("|");
    assert_eq!(account.reports_get_blocks(request).await.unwrap().cells().unwrap().len(), 2);
    let calls = mock.calls();
    assert_eq!(calls.first().unwrap().common.text("Username"), Some("user"));
    assert!(!format!("{calls:?} {mock:?}").contains("s3cret"));
}

#[tokio::test]
async fn closures_may_keep_state_take_time_and_ask_the_mock() {
    let mock = Mock::new(&EMAIL_CAMPAIGN);
    let (count, itself) = (Arc::new(AtomicUsize::new(0)), mock.clone());
    let counted = Arc::clone(&count);
    mock.on_async(move |_: CreateSubAccount| {
        let (counted, calls) = (Arc::clone(&counted), itself.calls().len());
        async move {
            tokio::time::sleep(Duration::from_millis(5)).await;
            Ok(Text::new(format!("{} of {calls}", counted.fetch_add(1, Ordering::Relaxed) + 1)))
        }
    });
    let account = account(&mock);
    let call = || account.create_sub_account(CreateSubAccount::new());
    assert_eq!(call().await.unwrap().as_str(), "1 of 1");
    assert_eq!(call().await.unwrap().as_str(), "2 of 2");
}

#[tokio::test]
async fn assertions_tell_what_was_called_instead() {
    let mock = Mock::new(&EMAIL_CAMPAIGN);
    let wanted = TransactionalGroupsRename::new().old_group_name("Old").new_group_name("New");
    let message = complaint(|| mock.assert_called_with(&wanted));
    assert_eq!(message, "TransactionalGroups_Rename was to be called, and was not. There were no calls at all.");
    mock.respond::<TransactionalGroupsRename>(Text::new("done"));
    let account = account(&mock);
    account.transactional_groups_rename(TransactionalGroupsRename::new().old_group_name("Old")).await.unwrap();
    let lower = TransactionalGroupsRename::new().old_group_name("old").new_group_name("New");
    account.transactional_groups_rename(lower).await.unwrap();
    assert_eq!(
        complaint(|| mock.assert_called_with(&wanted)),
        "TransactionalGroups_Rename was called 2 times, but never with what was expected:\n  \
         call 1: NewGroupName was null, expected \"New\"\n  call 2: OldGroupName was \"old\", expected \"Old\""
    );
    assert_eq!(
        complaint(|| mock.assert_called::<TransactionalGroupsRename>(1)),
        "TransactionalGroups_Rename was to be called once, and was called 2 times. The calls were:\n  \
         1. TransactionalGroups_Rename { OldGroupName: \"Old\", NewGroupName: null } over SOAP 1.1\n  \
         2. TransactionalGroups_Rename { OldGroupName: \"old\", NewGroupName: \"New\" } over SOAP 1.1"
    );
    let message = complaint(|| mock.assert_not_called::<TransactionalGroupsRename>());
    assert!(
        message.starts_with("TransactionalGroups_Rename was not to be called, and was called 2 times. "),
        "{message}"
    );
    let message = complaint(|| mock.assert_operations(&["SendMassEmailRaw"]));
    assert!(message.starts_with("expected calls of [SendMassEmailRaw]. The calls were:\n  1. "), "{message}");
}

/// The client of another service.
#[allow(dead_code, reason = "what is tested is its request")]
struct ForeignClient {
    client: asmx_runtime::Client,
}

asmx_runtime::__private::types_of!(EMAIL_CAMPAIGN);

asmx_runtime::__private::operation! {
    /// An operation that the e-mail service does not have.
    #[operation(FOREIGN = "Say", "", Read)]
    #[method(ForeignClient::say, Text)]
    pub struct Foreign {
        /// The word to say.
        #[wire("Word")]
        pub word: Option<String>,
    }
}

#[test]
fn an_operation_of_another_service_is_a_mistake_of_the_test() {
    let mock = Mock::new(&EMAIL_CAMPAIGN);
    let message = complaint(|| {
        mock.respond::<Foreign>(Text::new("x"));
    });
    assert_eq!(message, "EmailCampaign has no operation Say: the mock cannot respond to it");
}
