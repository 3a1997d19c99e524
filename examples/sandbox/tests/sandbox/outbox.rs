//! The outbox over hand-written HTTP: its pages are for browsers, not for the client.

use email_campaign_client::*;
use email_campaign_sandbox::{RunningSandbox, Sandbox};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::fixture::message;

async fn exchange(sandbox: &RunningSandbox, request: &str) -> String {
    let host = sandbox.base_url().trim_start_matches("http://");
    let request = request.replace("Host: localhost\r", &format!("Host: {host}\r"));
    let mut stream = TcpStream::connect(host).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut response = Vec::new();
    stream.read_to_end(&mut response).await.unwrap();
    String::from_utf8(response).unwrap()
}

pub async fn get(sandbox: &RunningSandbox, path: &str) -> String {
    exchange(sandbox, &format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")).await
}

async fn post(sandbox: &RunningSandbox, path: &str, headers: &str, form: &str) -> String {
    let length = form.len();
    let request = format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: {length}\r\n\
         Content-Type: application/x-www-form-urlencoded\r\n{headers}\r\n{form}"
    );
    exchange(sandbox, &request).await
}

#[tokio::test]
async fn sent_messages_are_shown_safely() {
    let sandbox = Sandbox::builder().clock("2026-03-10").start().await.unwrap();
    let account = sandbox.in_process();
    let raw = "--part\nContent-Type: text/html\n\n<script>alert(1)</script><b>Hi</b>\n--part--\n";
    let request = message("<i>Odd</i>").raw_message(raw).to_other("unsubscribe@x.test, block@x.test");
    account.send_mass_email_raw(request).await.unwrap();
    account.send_mass_email_raw(message("Second").to_other("ann@x.test, unsubscribe@x.test")).await.unwrap();

    let index = get(&sandbox, "/outbox").await;
    assert!(index.starts_with("HTTP/1.1 200") && !index.contains("<i>Odd"), "{index}");
    assert!(index.contains("&lt;i&gt;Odd&lt;/i&gt;"), "{index}");
    let campaign = get(&sandbox, "/outbox/campaigns/1001").await;
    assert!(campaign.contains("block@x.test") && campaign.contains("554 5.7.1"), "{campaign}");
    assert!(campaign.contains("<td>unsubscribe@x.test</td><td>Unsubscribe</td>"), "no removed address: {campaign}");
    assert!(campaign.contains("<iframe title=\"The message as HTML\" sandbox src=\"/outbox/messages/1/html\">"));
    let second = get(&sandbox, "/outbox/campaigns/1002").await;
    assert!(second.contains("<td>unsubscribe@x.test</td><td class=\"Unsubscribe\">"), "nobody left out: {second}");
    let html = get(&sandbox, "/outbox/messages/1/html").await;
    for words in ["content-security-policy: sandbox; default-src 'none'", "<b>Hi</b>"] {
        assert!(html.contains(words), "{html}");
    }
    let source = get(&sandbox, "/outbox/messages/1/source").await;
    assert!(source.contains("content-type: text/plain") && source.contains("Subject: <i>Odd</i>"), "{source}");
    assert!(get(&sandbox, "/outbox/messages/2").await.contains("<pre>Hello"));
    for missing in ["/outbox/campaigns/1", "/outbox/messages/99", "/outbox/messages/99/html"] {
        assert!(get(&sandbox, missing).await.starts_with("HTTP/1.1 404"), "{missing}");
    }
}

#[tokio::test]
async fn the_clock_and_lists_are_set_from_the_page_and_not_from_elsewhere() {
    let sandbox = Sandbox::start().await.unwrap();
    let status = async |path: &str, headers: &str, form: &str| {
        post(&sandbox, path, headers, form).await.split(' ').nth(1).unwrap().to_owned()
    };
    assert_eq!(status("/outbox/clock", "", "moment=2026-03-10T12%3A00%3A00").await, "303");
    assert_eq!(sandbox.now(), "2026-03-10T12:00:00");
    assert_eq!(status("/outbox/clock", "Sec-Fetch-Site: cross-site\r\n", "moment=2027-01-01").await, "403");
    assert_eq!(status("/outbox/clock", "", "moment=soon").await, "400");
    assert_eq!(sandbox.now(), "2026-03-10T12:00:00");
    let list = "name=News&username=sandbox";
    assert_eq!(status("/outbox/lists", "Sec-Fetch-Site: same-origin\r\n", list).await, "303");
    assert_eq!(status("/outbox/lists", "", list).await, "400");
    let lists = sandbox.in_process().groups_get_list_data_set(GroupsGetListDataSet::new()).await.unwrap();
    assert_eq!(crate::fixture::column(&lists, "GroupName"), ["News"]);
    assert_eq!(status("/outbox/clock", "", "moment=").await, "303");
    assert_ne!(sandbox.now(), "2026-03-10T12:00:00");
}

#[tokio::test]
async fn a_failure_of_the_sandbox_has_the_status_500() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("failing.sqlite");
    let sandbox = Sandbox::builder().database(&file).start().await.unwrap();
    assert!(get(&sandbox, "/outbox/messages/99").await.starts_with("HTTP/1.1 404"));
    let break_it = "DROP TABLE event; DROP TABLE left_out; DROP TABLE delivery; DROP TABLE campaign; DROP TABLE message; DROP TABLE list_field; DROP TABLE list";
    rusqlite::Connection::open(&file)
        .unwrap()
        .execute_batch(&format!("PRAGMA foreign_keys = OFF; {break_it}"))
        .unwrap();
    for path in ["/outbox", "/outbox/campaigns/99", "/outbox/messages/99", "/outbox/messages/99/html"] {
        let response = get(&sandbox, path).await;
        assert!(response.starts_with("HTTP/1.1 500") && response.contains("no such table"), "{path}: {response}");
    }
    let response = post(&sandbox, "/outbox/lists", "", "name=News&username=sandbox").await;
    assert!(response.starts_with("HTTP/1.1 500"), "{response}");
    assert!(post(&sandbox, "/outbox/lists", "", "name=News&username=eve").await.starts_with("HTTP/1.1 400"));
}

#[tokio::test]
async fn the_last_day_of_the_last_year_works_as_any_other() {
    for moment in ["9999-12-31T23:59:59", "0001-01-01T00:00:00"] {
        let sandbox = Sandbox::builder().demo_data(true).list("News").clock(moment).start().await.unwrap();
        let account = sandbox.client().build().unwrap();
        let send =
            account.send_mass_email_raw(message("Last").to_other("ann@x.test, bounce@x.test, open@x.test")).await;
        assert!(send.unwrap().as_str().starts_with("0\n"), "{moment}");
        sandbox.advance_clock(std::time::Duration::from_secs(400 * 24 * 3600));
        let request = ReportsGetUnsubscribesAllDataSet2::new().begin_date("0001-01-01").end_date("9999-12-31");
        account.reports_get_unsubscribes_all_data_set2(request).await.unwrap();
        account.reports_get_blocks(ReportsGetBlocks::new().end_date("9999-12-31T23:59:59")).await.unwrap();
        assert!(get(&sandbox, "/outbox").await.starts_with("HTTP/1.1 200"), "{moment}");
        sandbox.stop().await.unwrap();
    }
}
