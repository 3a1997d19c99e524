use email_campaign_client::*;

use crate::fixture::{FATES, account, cells, column, identifier, message, refusal, xml_column};

/// An account with a group, 501, and one message to each fate at noon; the identifier of the first.
async fn with_messages() -> (email_campaign_sandbox::Sandbox, EmailCampaign, i64) {
    let (sandbox, account) = account();
    assert_eq!(sandbox.create_transactional_group("Receipts").await.unwrap(), 501);
    sandbox.create_transactional_group("Others").await.unwrap();
    let receipt = message("Receipt").to_other(FATES).options("TransactionalGroupID=501");
    let sent = account.send_mass_email_raw(receipt).await.unwrap();
    assert_eq!(sent.as_str().lines().count(), 2 + 7);
    let first = identifier(&sent);
    assert!(first > i64::from(i32::MAX), "a TransactionalID needs a long");
    (sandbox, account, first)
}

#[tokio::test]
async fn messages_opens_and_clicks_of_a_group() {
    let (_, account, first) = with_messages().await;
    let of_group = |group| ReportsTransactionalGetRecipientsDataSet::new().transactional_group_id(group);
    let messages = account.reports_transactional_get_recipients_data_set(of_group(501)).await.unwrap();
    assert_eq!(column(&messages, "TransactionalID")[0], first.to_string());
    assert_eq!(column(&messages, "Status")[..3], ["Bounced", "SoftBounced", "Blocked"]);
    let sorted = of_group(501).sort_by("e").sort_order("d");
    let sorted = account.reports_transactional_get_recipients_data_set(sorted).await.unwrap();
    assert_eq!(column(&sorted, "EmailAddress")[..2], ["unsubscribe@x.test", "softbounce@x.test"]);

    let expected = ["click@x.test", "open@x.test"];
    let opens = ReportsTransactionalGetOpensDataSet::new().transactional_group_id(501).sort_by("e");
    let opens = account.reports_transactional_get_opens_data_set(opens).await.unwrap();
    assert_eq!(column(&opens, "EmailAddress"), expected);
    let opens = ReportsTransactionalGetOpensXml::new().transactional_group_id(501).sort_by("e");
    let opens = account.reports_transactional_get_opens_xml(opens).await.unwrap();
    assert_eq!(xml_column(&opens, "Opens", "EmailAddress"), expected);
    let opens = ReportsTransactionalGetOpensString::new().transactional_group_id(501).sort_by("e");
    let opens = opens.row_delimiter("\n").col_delimiter(",");
    assert_eq!(cells(&account.reports_transactional_get_opens_string(opens).await.unwrap(), 1), expected);
    let earlier = ReportsTransactionalGetOpensXml::new().transactional_group_id(501).end_date("2026-03-09");
    let earlier = account.reports_transactional_get_opens_xml(earlier).await.unwrap();
    assert!(xml_column(&earlier, "Opens", "EmailAddress").is_empty());

    let clicks = ReportsTransactionalGetClicksDataSet::new().transactional_group_id(501).sort_by("u");
    let clicks = account.reports_transactional_get_clicks_data_set(clicks).await.unwrap();
    assert_eq!(column(&clicks, "URL"), ["http://x.test/link"]);
    assert_eq!(column(&clicks, "LinkPosition"), ["1"]);
    let clicks = ReportsTransactionalGetClicksXml::new().transactional_group_id(501).sort_by("t");
    let clicks = account.reports_transactional_get_clicks_xml(clicks).await.unwrap();
    assert_eq!(xml_column(&clicks, "Clicks", "ClickDateTime"), ["2026-03-10T12:00:00"]);

    let other = account.reports_transactional_get_recipients_data_set(of_group(502)).await.unwrap();
    assert!(column(&other, "EmailAddress").is_empty());
    let unknown = ReportsTransactionalGetClicksDataSet::new().transactional_group_id(9);
    assert_eq!(refusal(account.reports_transactional_get_clicks_data_set(unknown).await).0, "GroupNotFound");
}

#[tokio::test]
async fn smtp_errors_in_four_forms() {
    let (_, account, _) = with_messages().await;
    let expected = ["bounce@x.test", "softbounce@x.test", "block@x.test"];
    let text = ReportsTransactionalGetSmtpErrorsString::new().row_delimiter("\n").col_delimiter("|");
    assert_eq!(cells(&account.reports_transactional_get_smtp_errors_string(text).await.unwrap(), 1), expected);
    let text =
        ReportsTransactionalGetSmtpErrorsString2::new().begin_date("2026-03-10").row_delimiter("\n").col_delimiter("|");
    assert_eq!(cells(&account.reports_transactional_get_smtp_errors_string2(text).await.unwrap(), 1), expected);
    let data_set = ReportsTransactionalGetSmtpErrorsDataSet2::new();
    let data_set = account.reports_transactional_get_smtp_errors_data_set2(data_set).await.unwrap();
    assert_eq!(column(&data_set, "EmailAddress"), expected);
    assert_eq!(column(&data_set, "Definitive"), ["true", "false", "true"]);
    let xml =
        account.reports_transactional_get_smtp_errors_xml2(ReportsTransactionalGetSmtpErrorsXml2::new()).await.unwrap();
    assert_eq!(xml_column(&xml, "SMTPErrors", "EmailAddress"), expected);
    let later = ReportsTransactionalGetSmtpErrorsXml2::new().begin_date("2026-03-11");
    let later = account.reports_transactional_get_smtp_errors_xml2(later).await.unwrap();
    assert!(xml_column(&later, "SMTPErrors", "EmailAddress").is_empty());
}

#[tokio::test]
async fn the_log_of_a_message_is_xml() {
    let (_, account, first) = with_messages().await;
    let log =
        |id| account.reports_get_smtp_log_transactional(ReportsGetSmtpLogTransactional::new().transactional_id(id));
    let refused = log(first).await.unwrap();
    let document = asmx_runtime::XmlDocument::parse(refused.as_str()).unwrap();
    assert_eq!(document.document().unwrap().root().name(), "SMTPLog");
    assert!(refused.as_str().contains("550 5.1.1"));
    assert!(log(first + 6).await.unwrap().as_str().contains("250 2.0.0 OK queued"));
    assert_eq!(refusal(log(1).await).0, "InvalidParameter");
}

#[tokio::test]
async fn complaints_and_bounces_of_a_group() {
    let (_, account, first) = with_messages().await;
    let complaints = ReportsGetComplaintsByTransactionalGroupString::new().row_delimiter("\n").col_delimiter("|");
    let found =
        account.reports_get_complaints_by_transactional_group_string(complaints.clone().group_id("501")).await.unwrap();
    assert_eq!(cells(&found, 0), ["complaint@x.test"]);
    let wrong = account.reports_get_complaints_by_transactional_group_string(complaints.group_id("Receipts")).await;
    assert_eq!(refusal(wrong).0, "InvalidParameter");
    let bounces = ReportsGetBouncesByTransactionalGroupString::new().row_delimiter("\n").col_delimiter("|");
    let bounces = bounces.group_name("receipts");
    let found = account.reports_get_bounces_by_transactional_group_string(bounces).await.unwrap();
    assert_eq!(found.as_str().lines().next(), Some("bounce@x.test|550|True|2026-03-10 12:00:00"));
    let bounces = ReportsGetBouncesByTransactionalGroupWithIdString::new().row_delimiter("\n").col_delimiter("|");
    let bounces = bounces.group_name("Receipts");
    let found = account.reports_get_bounces_by_transactional_group_with_id_string(bounces).await.unwrap();
    assert_eq!(cells(&found, 0)[0], first.to_string());
}

#[tokio::test]
async fn a_group_is_renamed() {
    let (_, account, _) = with_messages().await;
    let rename = |old: &str, new: &str| {
        account.transactional_groups_rename(TransactionalGroupsRename::new().old_group_name(old).new_group_name(new))
    };
    assert_eq!(rename("Receipts", "Invoices").await.unwrap(), "0\nSUCCESS");
    assert_eq!(rename("invoices", "INVOICES").await.unwrap(), "0\nSUCCESS");
    assert_eq!(refusal(rename("Receipts", "x").await).0, "GroupNotFound");
    assert_eq!(refusal(rename("Invoices", "others").await).0, "DuplicateGroupName");
    assert_eq!(refusal(rename("Invoices", " ").await).0, "InvalidParameter");
}

#[tokio::test]
async fn a_transactional_message_is_not_saved() {
    let (sandbox, account) = account();
    let group = sandbox.create_transactional_group("Receipts").await.unwrap();
    let request = message("x").to_other("ann@x.test");
    let request = request.options(format!("TransactionalGroupID={group}, PreprocessOnly=True"));
    let (name, reason) = refusal(account.send_mass_email_raw(request).await);
    assert_eq!((name.as_str(), reason.contains("PreprocessOnly")), ("CannotSend", true), "{reason}");
    let sent = ReportsTransactionalGetRecipientsDataSet::new().transactional_group_id(i32::try_from(group).unwrap());
    let sent = account.reports_transactional_get_recipients_data_set(sent).await.unwrap();
    assert!(column(&sent, "EmailAddress").is_empty());
}
