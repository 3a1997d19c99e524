//! One account over all four transports.

use email_campaign_client::*;
use email_campaign_sandbox::Sandbox;

use crate::fixture::{campaigns, cells, column, identifier, message, recipients, statistics, xml_column};

#[tokio::test]
async fn a_story_over_each_transport() {
    for transport in [Transport::Soap11, Transport::Soap12, Transport::HttpGet, Transport::HttpPost] {
        let sandbox = Sandbox::builder().list("News").start().await.unwrap();
        let account = sandbox.client().transport(transport).allow_credentials_in_url().build().unwrap();
        let import =
            ImportGroupMembersFromData2::new().group_name("News").field_names("EmailAddress|City").update_only("False");
        let import = import.import_data("click@x.test|Köln\nblock@x.test|Bonn");
        let import = import.column_delimiter("|").row_delimiter("\n").text_qualifier("");
        let status = account.import_group_members_from_data2(import).await.unwrap();
        assert_eq!(status, "0\nSUCCESS\nAdded: 2\nUpdated: 0\nLeft out: 0", "{transport}");
        let ann = AddGroupMember::new().group_name("News").email_address("ann@x.test");
        account.add_group_member(ann.field_names(["City"]).field_values(["Köln"])).await.unwrap();
        let greeting = message("Grüße").to_group_filter("News: City = 'Köln'").to_other("block@x.test");
        let sent = account.send_mass_email_raw(greeting).await;
        let job = i32::try_from(identifier(&sent.unwrap())).unwrap();
        let addresses = column(&recipients(&account, job).await, "EmailAddress");
        assert_eq!(addresses, ["click@x.test", "ann@x.test", "block@x.test"], "{transport}");
        assert_eq!(statistics(&account, job).await[..3], [3, 1, 1]);
        let details =
            ReportsGetMassEmailInformationString2::new().row_delimiter("\n").col_delimiter("|").text_qualifier("\"");
        assert_eq!(cells(&account.reports_get_mass_email_information_string2(details).await.unwrap(), 1), ["Grüße"]);
        let soft = account.reports_get_soft_bounces_by_count_xml(ReportsGetSoftBouncesByCountXml::new()).await.unwrap();
        assert!(xml_column(&soft, "SoftBounces", "EmailAddress").is_empty());
        account.reports_get_removed_addresses(ReportsGetRemovedAddresses::new().job_id(job)).await.unwrap();
    }
}

#[tokio::test]
async fn clicks_as_xml_accept_undeclared_parameters() {
    let sandbox = Sandbox::builder().clock("2026-03-10").start().await.unwrap();
    let group = i32::try_from(sandbox.create_transactional_group("Receipts").await.unwrap()).unwrap();
    let account = sandbox.client().build().unwrap();
    for (day, address) in [("2026-03-10", "click+a@x.test"), ("2026-03-11", "click+b@x.test")] {
        sandbox.set_clock(day).unwrap();
        let request = message("x").to_other(address).options(format!("TransactionalGroupID={group}"));
        account.send_mass_email_raw(request).await.unwrap();
    }
    let by_address = ReportsTransactionalGetClicksXml::new().transactional_group_id(group).sort_by("e");
    let clicks = || account.reports_transactional_get_clicks_xml(by_address.clone());
    let found = clicks().parameter("SortOrder", "d").await.unwrap();
    assert_eq!(xml_column(&found, "Clicks", "EmailAddress"), ["click+b@x.test", "click+a@x.test"]);
    let found = clicks().parameter("EndDate", "2026-03-10").await.unwrap();
    assert_eq!(xml_column(&found, "Clicks", "EmailAddress"), ["click+a@x.test"]);
}

#[tokio::test]
async fn no_report_of_the_demo_account_is_empty() {
    let sandbox = Sandbox::builder().demo_data(true).start().await.unwrap();
    let account = sandbox.client().build().unwrap();
    let rows = |data_set: &DataSet| data_set.tables()[0].row_count();
    assert_eq!(rows(&account.groups_get_list_data_set(GroupsGetListDataSet::new()).await.unwrap()), 2);
    let details = campaigns(&account).await;
    assert_eq!(rows(&details), 4);
    let opened: i32 = column(&details, "Opened").iter().map(|count| count.parse::<i32>().unwrap()).sum();
    assert!(opened > 20, "{opened}");
    let bounced = account.get_bounce_list_normal_include_past(GetBounceListNormalIncludePast::new()).await.unwrap();
    assert_eq!(bounced, "0\nSUCCESS\nbounce@example.com");
    for group in [501, 502] {
        let clicks = ReportsTransactionalGetClicksDataSet::new().transactional_group_id(group);
        assert!(rows(&account.reports_transactional_get_clicks_data_set(clicks).await.unwrap()) > 0);
    }
    let unsubscribes = ReportsGetUnsubscribesAllDataSet2::new();
    assert!(rows(&account.reports_get_unsubscribes_all_data_set2(unsubscribes).await.unwrap()) > 0);
    let errors = ReportsTransactionalGetSmtpErrorsDataSet2::new();
    assert!(rows(&account.reports_transactional_get_smtp_errors_data_set2(errors).await.unwrap()) >= 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn many_calls_at_once_each_count_once() {
    let sandbox = Sandbox::builder().list("News").start().await.unwrap();
    let account = sandbox.client().build().unwrap();
    let calls: Vec<_> = (0..60)
        .map(|index| {
            let account = account.clone();
            // Every address twice: one of the two is refused.
            let request = AddGroupMember::new().group_name("News").email_address(format!("user{}@x.test", index / 2));
            tokio::spawn(async move { account.add_group_member(request).await.is_ok() })
        })
        .collect();
    let mut added = 0;
    for call in calls {
        added += usize::from(call.await.unwrap());
    }
    assert_eq!(added, 30);
    assert_eq!(crate::fixture::members(&account).await[0].1, "30");
}

/// The response of a genuine server over SOAP does not reveal it; the sandbox's fault does.
#[tokio::test]
async fn a_wrong_namespace_is_reported() {
    let sandbox = Sandbox::start().await.unwrap();
    let wrong = sandbox.namespace().trim_end_matches('/').to_owned();
    let account = sandbox.client().namespace(&wrong).allow_credentials_in_url().build().unwrap();
    let lists = |transport| account.groups_get_list_data_set(GroupsGetListDataSet::new()).transport(transport);
    for transport in [Transport::HttpPost, Transport::HttpGet] {
        let error = lists(transport).await.unwrap_err().to_string();
        let (own, other) = (sandbox.namespace(), &wrong);
        assert!(error.contains(&format!("of namespace `{own}`, not `DataSet` of namespace `{other}`")), "{error}");
    }
    let error = lists(Transport::Soap11).await.unwrap_err();
    let message = error.fault().unwrap().message();
    assert!(message.starts_with("Username or Password is wrong (the request is in the namespace `"), "{message}");
}
