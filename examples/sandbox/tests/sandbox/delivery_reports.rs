use std::time::Duration;

use email_campaign_client::results::IntoTable as _;
use email_campaign_client::*;

use crate::fixture::{FATES, account, cells, column, message, recipients, refusal, xml_column};

#[tokio::test]
async fn bounces_count_up_to_the_threshold() {
    let (sandbox, account) = account();
    let list =
        |since: &str| account.get_bounce_list_normal_include_past(GetBounceListNormalIncludePast::new().since(since));
    let send = || account.send_mass_email_raw(message("x").to_other("bounce@x.test, bounce+once@x.test, ann@x.test"));
    for expected in ["", "", "\nbounce+once@x.test\nbounce@x.test"] {
        send().await.unwrap();
        sandbox.advance_clock(Duration::from_secs(24 * 3600));
        assert_eq!(list("").await.unwrap(), format!("0\nSUCCESS{expected}").as_str());
    }
    assert_eq!(list("2026-03-12").await.unwrap(), "0\nSUCCESS\nbounce+once@x.test\nbounce@x.test");
    assert_eq!(list("2026-03-13").await.unwrap(), "0\nSUCCESS");
    let second = account.get_bounce_list_normal_include_past2(GetBounceListNormalIncludePast2::new()).await.unwrap();
    assert_eq!(second, "0\nSUCCESS\nbounce+once@x.test\nbounce@x.test");
    assert_eq!(refusal(list("long ago").await).0, "InvalidDate");

    // An address on the list gets no more messages and cannot be added.
    send().await.unwrap();
    assert_eq!(column(&recipients(&account, 1004).await, "EmailAddress"), ["ann@x.test"]);
    let add = AddGroupMember::new().group_name("News").email_address("Bounce@x.test");
    let (name, message) = refusal(account.add_group_member(add).await);
    assert_eq!(name, "BouncedEmailAddress");
    assert!(message.ends_with("Email address is on account's Bounce list."), "{message}");
    let import =
        ImportGroupMembersFromData2::new().group_name("News").field_names("Email").import_data("bounce@x.test");
    let imported = account.import_group_members_from_data2(import).await.unwrap();
    assert!(imported.as_str().contains("Left out: 1\nRow 1: `bounce@x.test`"), "{imported}");

    sandbox.set_bounce_threshold(4).await.unwrap();
    assert_eq!(list("").await.unwrap(), "0\nSUCCESS");
}

#[tokio::test]
async fn blocks_come_most_recent_first() {
    let (sandbox, account) = account();
    for address in ["block+1@x.test", "block+2@x.test", "block+3@x.test"] {
        account.send_mass_email_raw(message("x").to_other(address)).await.unwrap();
        sandbox.advance_clock(Duration::from_secs(24 * 3600));
    }
    let blocks = |request: ReportsGetBlocks| account.reports_get_blocks(request.row_delimiter("\n").col_delimiter("|"));
    let all = blocks(ReportsGetBlocks::new()).await.unwrap();
    let first = "block+3@x.test|2026-03-12 12:00:00|554|5.7.1 The message was refused by policy|1003";
    assert_eq!(all.as_str().lines().next(), Some(first));
    assert_eq!(cells(&all, 0), ["block+3@x.test", "block+2@x.test", "block+1@x.test"]);
    let some = blocks(ReportsGetBlocks::new().begin_date("3/11/2026").end_date("2026-03-11")).await.unwrap();
    assert_eq!(cells(&some, 0), ["block+2@x.test"]);
    let reversed = ReportsGetBlocks::new().begin_date("2026-03-12").end_date("2026-03-11");
    assert_eq!(refusal(blocks(reversed).await).0, "InvalidDate");
}

#[derive(serde::Deserialize)]
struct Block {
    email: String,
    #[serde(rename = "SMTPCode")]
    code: Option<i32>,
    #[serde(rename = "JobID")]
    job: Option<i64>,
}

/// The example of the README with the promises of its comments. A transactional message has no job.
#[tokio::test]
async fn an_empty_cell_of_a_report_is_read_as_none() {
    let (sandbox, account) = account();
    account.send_mass_email_raw(message("x").to_other("block@x.test")).await.unwrap();
    sandbox.advance_clock(Duration::from_secs(60));
    assert_eq!(sandbox.create_transactional_group("Receipts").await.unwrap(), 501);
    let receipt = message("x").to_other("block+2@x.test").options("TransactionalGroupID=501");
    account.send_mass_email_raw(receipt).await.unwrap();
    let request = ReportsGetBlocks::new().row_delimiter("\n").col_delimiter("|");
    let names = ["email", "at", "SMTPCode", "reason", "JobID"];
    let table = account.reports_get_blocks(request).await.unwrap().into_table_with(names).unwrap();
    let blocks: Vec<Block> = table.rows().into_vec().unwrap();
    let read: Vec<_> = blocks.iter().map(|block| (block.email.as_str(), block.code, block.job)).collect();
    assert_eq!(read, [("block+2@x.test", Some(554), None), ("block@x.test", Some(554), Some(1001))]);
}

#[tokio::test]
async fn at_most_twenty_thousand_blocks_are_reported() {
    let (_, account) = account();
    let addresses: Vec<_> = (0..20_001).map(|index| format!("block+{index}@x.test")).collect();
    account.send_mass_email_raw(message("x").to_other(addresses.join(" "))).await.unwrap();
    let blocks =
        account.reports_get_blocks(ReportsGetBlocks::new().row_delimiter("\n").col_delimiter("|")).await.unwrap();
    let found = cells(&blocks, 0);
    assert_eq!(found.len(), 20_000);
    assert_eq!((found[0].as_str(), found[19_999].as_str()), ("block+20000@x.test", "block+1@x.test"));
}

#[tokio::test]
async fn complaints_and_unsubscribes() {
    let (_, account) = account();
    account.send_mass_email_raw(message("a|b").to_other(FATES)).await.unwrap();
    let request = ReportsGetComplaintsAllString::new().row_delimiter("#").col_delimiter(" ").text_qualifier("'");
    let complaints = account.reports_get_complaints_all_string(request).await.unwrap();
    assert_eq!(complaints.as_str(), "complaint@x.test '2026-03-10 12:00:00' 1001#");
    let request = ReportsGetComplaintsAllString::new().row_delimiter("#").col_delimiter(" ");
    assert_eq!(refusal(account.reports_get_complaints_all_string(request).await).0, "InvalidDelimiter");
    let unsubscribes =
        account.reports_get_unsubscribes_all_data_set2(ReportsGetUnsubscribesAllDataSet2::new()).await.unwrap();
    assert_eq!(column(&unsubscribes, "EmailAddress"), ["unsubscribe@x.test"]);
    assert_eq!(column(&unsubscribes, "UnsubscribeDateTime"), ["2026-03-10T12:00:00"]);
    let earlier = ReportsGetUnsubscribesAllDataSet2::new().end_date("2026-03-09");
    assert!(column(&account.reports_get_unsubscribes_all_data_set2(earlier).await.unwrap(), "EmailAddress").is_empty());
}

#[tokio::test]
async fn soft_bounces_by_count_in_three_forms() {
    let (_, account) = account();
    for addresses in ["softbounce+a@x.test softbounce+b@x.test", "softbounce+b@x.test"] {
        account.send_mass_email_raw(message("x").to_other(addresses)).await.unwrap();
    }
    for (most, expected) in
        [("", vec!["softbounce+b@x.test", "softbounce+a@x.test"]), ("1", vec!["softbounce+a@x.test"]), ("0", vec![])]
    {
        let data_set = ReportsGetSoftBouncesByCountDataSet::new().max_count(most);
        let data_set = account.reports_get_soft_bounces_by_count_data_set(data_set).await.unwrap();
        assert_eq!(column(&data_set, "EmailAddress"), expected);
        let xml = ReportsGetSoftBouncesByCountXml::new().max_count(most);
        let xml = account.reports_get_soft_bounces_by_count_xml(xml).await.unwrap();
        assert_eq!(xml_column(&xml, "SoftBounces", "EmailAddress"), expected);
        let text = ReportsGetSoftBouncesByCountString::new().max_count(most).row_delimiter("\n").col_delimiter(",");
        assert_eq!(cells(&account.reports_get_soft_bounces_by_count_string(text).await.unwrap(), 0), expected);
    }
    let wrong = ReportsGetSoftBouncesByCountXml::new().max_count("-1");
    assert_eq!(refusal(account.reports_get_soft_bounces_by_count_xml(wrong).await).0, "InvalidParameter");
}
