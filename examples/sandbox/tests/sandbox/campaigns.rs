use std::time::Duration;

use email_campaign_client::*;

use crate::fixture::{FATES, account, campaigns, cells, column, identifier, message, recipients, refusal, statistics};

async fn send(account: &EmailCampaign, request: SendMassEmailRaw) -> i32 {
    i32::try_from(identifier(&account.send_mass_email_raw(request).await.unwrap())).unwrap()
}

async fn sent_to(account: &EmailCampaign, job: i32) -> Vec<String> {
    column(&recipients(account, job).await, "EmailAddress")
}

#[tokio::test]
async fn every_fate_is_reported() {
    let (sandbox, account) = account();
    let job = send(&account, message("Fates").to_other(FATES)).await;
    let statuses = ["Bounced", "SoftBounced", "Blocked", "Delivered", "Delivered", "Delivered", "Delivered"];
    assert_eq!(column(&recipients(&account, job).await, "Status"), statuses);
    assert_eq!(statistics(&account, job).await, [7, 2, 1, 1, 2, 0, 0, 2, 1]);
    let bounces = ReportsGetBouncesByCampaignDataSet2::new().job_id(job);
    let bounces = account.reports_get_bounces_by_campaign_data_set2(bounces).await.unwrap();
    assert_eq!(column(&bounces, "EmailAddress"), ["bounce@x.test", "softbounce@x.test"]);
    assert_eq!(column(&bounces, "SMTPCode"), ["550", "452"]);
    assert_eq!(column(&bounces, "Definitive"), ["true", "false"]);
    account.reports_get_removed_addresses(ReportsGetRemovedAddresses::new().job_id(job)).await.unwrap();
    assert_eq!(sandbox.removed_addresses(job).await.unwrap(), ["complaint@x.test", "unsubscribe@x.test"]);
    assert!(sandbox.removed_addresses(1).await.is_err());
}

#[tokio::test]
async fn addresses_are_named_once_and_removed_ones_are_left_out() {
    let (sandbox, account) = account();
    sandbox.create_list("More").await.unwrap();
    for (list, address) in
        [("News", "ann@x.test"), ("News", "bob@x.test"), ("More", "BOB@x.test"), ("More", "unsubscribe@x.test")]
    {
        account.add_group_member(AddGroupMember::new().group_name(list).email_address(address)).await.unwrap();
    }
    let everybody = || {
        message("Twice")
            .to_groups("News, More")
            .to_group_filter("More: EmailAddress LIKE 'bob%'")
            .to_other("Ann <ann@x.test>; complaint@x.test")
    };
    let first = send(&account, everybody()).await;
    assert_eq!(sent_to(&account, first).await, ["ann@x.test", "bob@x.test", "unsubscribe@x.test", "complaint@x.test"]);
    let second = send(&account, everybody()).await;
    assert_eq!(sent_to(&account, second).await, ["ann@x.test", "bob@x.test"]);
    let third = send(&account, everybody().options("SkipUnsubCheck=True, DoNotSendTo=ann@x.test")).await;
    assert_eq!(sent_to(&account, third).await, ["bob@x.test", "unsubscribe@x.test"]);
    let fourth = send(&account, everybody().options("SuppressionGroups=More")).await;
    assert_eq!(sent_to(&account, fourth).await, ["ann@x.test"]);
}

#[tokio::test]
async fn other_addresses_may_be_rows() {
    let (_, account) = account();
    let options = "ToOtherRowDelimiter=|, ToOtherColDelimiter=;, ToOtherFieldNames=Name,EmailAddress";
    let job = send(&account, message("Rows").to_other("Ann;ann@x.test|Bob;bob@x.test").options(options)).await;
    assert_eq!(sent_to(&account, job).await, ["ann@x.test", "bob@x.test"]);
    let wrong = message("Rows").to_other("Ann;ann@x.test|Bob").options(options);
    let (name, reason) = refusal(account.send_mass_email_raw(wrong).await);
    assert_eq!((name.as_str(), reason.contains("row 2")), ("InvalidFieldCount", true), "{reason}");
}

#[tokio::test]
async fn a_saved_campaign_is_sent_again() {
    let (_, account) = account();
    let saved = send(&account, message("Saved").options("PreprocessOnly=true")).await;
    assert!(sent_to(&account, saved).await.is_empty());
    let request = SendMassEmailPrevious2::new().job_id(saved).to_other("click@x.test");
    let sent = i32::try_from(identifier(&account.send_mass_email_previous2(request).await.unwrap())).unwrap();
    assert_eq!(sent, saved + 1);
    assert_eq!(statistics(&account, sent).await[..3], [1, 1, 1]);
    let details = campaigns(&account).await;
    assert_eq!(column(&details, "Status"), ["Saved", "Sent"]);
    assert_eq!(column(&details, "Subject"), ["Saved", "Saved"]);
    let unknown = account.send_mass_email_previous2(SendMassEmailPrevious2::new().job_id(1).to_other("a@x.test")).await;
    assert_eq!(refusal(unknown).0, "CampaignNotFound");
}

#[tokio::test]
async fn campaigns_of_a_time_frame_are_sorted_in_every_order() {
    let (sandbox, account) = account();
    for (day, subject) in [("2026-03-01", "beta"), ("2026-03-02", "Alpha"), ("2026-03-03", "gamma")] {
        sandbox.set_clock(day).unwrap();
        send(&account, message(subject).to_other("ann@x.test")).await;
    }
    sandbox.set_clock("2026-03-31").unwrap();
    let details = |begin: &str, end: &str, by: &str, order: &str| {
        let request =
            ReportsGetMassEmailInformationString2::new().begin_date(begin).end_date(end).sort_by(by).sort_order(order);
        account.reports_get_mass_email_information_string2(
            request.row_delimiter("\n").col_delimiter("|").text_qualifier("\""),
        )
    };
    for (begin, end, by, order, expected) in [
        ("", "", "", "", vec!["1001", "1002", "1003"]),
        ("", "", "", "d", vec!["1003", "1002", "1001"]),
        ("", "", "s", "a", vec!["1002", "1001", "1003"]),
        ("", "", "Subject", "d", vec!["1003", "1001", "1002"]),
        ("3/2/2026", "", "t", "", vec!["1002", "1003"]),
        ("2026-03-01T00:00:01", "2026-03-02", "", "", vec!["1002"]),
        ("2026-03-02T02:00:00+02:00", "2026-03-02", "", "", vec!["1002"]),
        ("2025-01-01", "2025-12-31", "", "", vec![]),
    ] {
        let found = details(begin, end, by, order).await.unwrap();
        assert_eq!(cells(&found, 0), expected, "{begin} {end} {by} {order}");
    }
    assert_eq!(refusal(details("soon", "", "", "").await).0, "InvalidDate");
    assert_eq!(refusal(details("", "", "u", "").await).0, "InvalidParameter");
    assert_eq!(refusal(details("", "", "", "up").await).0, "InvalidParameter");
}

#[tokio::test]
async fn reactions_come_in_as_time_passes_and_are_the_same_for_the_same_seed() {
    let mut counts = Vec::new();
    for seed in [1, 1, 2] {
        let sandbox = email_campaign_sandbox::Sandbox::builder().clock(crate::fixture::NOON).seed(seed).open().unwrap();
        let account = sandbox.in_process();
        let addresses: Vec<_> = (0..200).map(|index| format!("user{index}@x.test")).collect();
        let job = send(&account, message("Later").to_other(addresses.join(" "))).await;
        assert_eq!(statistics(&account, job).await[..2], [200, 0]);
        sandbox.advance_clock(Duration::from_secs(3 * 24 * 3600));
        let later = statistics(&account, job).await;
        assert!((40..110).contains(&later[1]) && later[2] > 0 && later[2] < later[1], "{later:?}");
        counts.push(column(&recipients(&account, job).await, "NumberOpens"));
    }
    assert_eq!(counts[0], counts[1]);
    assert_ne!(counts[0], counts[2]);
}

#[tokio::test]
async fn a_campaign_of_tomorrow_is_sent_tomorrow() {
    let (sandbox, account) = account();
    let job = send(&account, message("Later").to_other("bounce@x.test").options("SendDate=3-11-2026 8:00:00")).await;
    assert!(sent_to(&account, job).await.is_empty());
    sandbox.set_clock("2026-03-11T08:00:00").unwrap();
    assert_eq!(sent_to(&account, job).await, ["bounce@x.test"]);
}

/// Requests that name recipients and cannot be sent, with the exception and a part of its message.
fn unsendable() -> Vec<(SendMassEmailRaw, &'static str, &'static str)> {
    let to_ann = || message("x").to_other("ann@x.test");
    vec![
        (message("x").to_group_filter("News: EmailAddress = 'eve@x.test'"), "CannotSend", "name no address"),
        (to_ann().options("DoNotSendTo=ann@x.test"), "CannotSend", "No recipient is left"),
        (to_ann().to_web_database("DROP TABLE member"), "CannotSend", "ToWebDatabase"),
        (to_ann().to_groups("News, Olds"), "GroupNotFound", "`Olds`"),
        (to_ann().to_group_filter("News: Town = 'x'"), "InvalidFilter", "no field `Town`"),
        (to_ann().to_group_filter("News: 1 = 1; DROP TABLE member"), "InvalidFilter", "`;`"),
        (to_ann().to_group_filter("Town = 'x'"), "InvalidFilter", "List: condition"),
        (message("x").to_other("ann@x.test, bob@"), "InvalidEmailAddress", "`bob@`"),
        (to_ann().from_email("nobody"), "InvalidEmailAddress", "FromEmail"),
        (to_ann().boundary("other"), "InvalidMessage", "`--other`"),
        (to_ann().raw_message(""), "InvalidMessage", "missing"),
        (to_ann().raw_message("--part\n\nHello"), "InvalidMessage", "`--part--` is missing"),
        (to_ann().raw_message("x".repeat(10 * 1024 * 1024 + 1)), "InvalidMessage", "10485761 bytes"),
        (to_ann().subject("a\r\nBcc: eve@x.test"), "InvalidMessage", "line break"),
        (to_ann().options("SendDate=tomorrow"), "InvalidDate", "SendDate"),
        (to_ann().options("TransactionalGroupID=7"), "GroupNotFound", "group 7"),
        (to_ann().options("fast"), "InvalidParameter", "Options"),
        (to_ann().options("SuppressionGroups=Olds"), "GroupNotFound", "`Olds`"),
        (to_ann().options("SkipUnsubCheck=perhaps"), "InvalidParameter", "SkipUnsubCheck"),
    ]
}

#[tokio::test]
async fn unsendable_messages_are_refused_and_leave_no_trace() {
    let (_, account) = account();
    account.add_group_member(AddGroupMember::new().group_name("News").email_address("ann@x.test")).await.unwrap();
    for (request, kind, reason) in unsendable() {
        // A message that could not be sent is not saved either.
        let saved = request.options.clone().map_or_else(String::new, |options| options + ", ") + "PreprocessOnly=True";
        for request in [request.clone().options(saved), request] {
            let (name, message) = refusal(account.send_mass_email_raw(request).await);
            assert_eq!(name, kind, "{message}");
            assert!(message.contains(reason), "{message}");
        }
    }
    let (name, reason) = refusal(account.send_mass_email_raw(message("x")).await);
    assert_eq!((name.as_str(), reason.contains("name no address")), ("CannotSend", true), "{reason}");
    let nobody = message("x").options("PreprocessOnly=True, SuppressionGroups=Olds");
    assert_eq!(refusal(account.send_mass_email_raw(nobody).await).0, "GroupNotFound");
    assert!(column(&campaigns(&account).await, "JobID").is_empty());
    assert_eq!(crate::fixture::members(&account).await[0].1, "1");
}
