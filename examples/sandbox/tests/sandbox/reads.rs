//! Reads do not wait for a write, however long it takes.

use std::time::Duration;

use asmx_runtime::{Effect, ErrorKind, json};
use email_campaign_client::*;
use email_campaign_sandbox::{RunningSandbox, Sandbox};
use serde_json::{Map, Value, json};

use crate::fixture::column;
use crate::outbox::get;

/// The response of every reading operation over SOAP, and every page of the outbox.
async fn everything(sandbox: &RunningSandbox) -> Vec<(&'static str, String)> {
    let account = sandbox.client().build().unwrap();
    let receipts = ReportsTransactionalGetRecipientsDataSet::new().transactional_group_id(501);
    let receipts = account.reports_transactional_get_recipients_data_set(receipts).await.unwrap();
    let receipt: i64 = column(&receipts, "TransactionalID")[0].parse().unwrap();
    let all: Map<String, Value> = [
        ("JobID", json!(1001)),
        ("TransactionalGroupID", json!(501)),
        ("TransactionalID", json!(receipt)),
        ("GroupID", json!("501")),
        ("GroupName", json!("Receipts")),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .into_iter()
    .collect();
    let mut results = Vec::new();
    for operation in EMAIL_CAMPAIGN.operations.iter().filter(|operation| operation.effect == Effect::Read) {
        let is_declared = |name: &str| operation.parameters.iter().any(|parameter| parameter.name == name);
        let object =
            all.iter().filter(|(name, _)| is_declared(name)).map(|(name, value)| (name.clone(), value.clone()));
        let parameters = json::parameters(&EMAIL_CAMPAIGN, operation, &object.collect()).unwrap();
        let result = account.client().call(parameters.request).await;
        let result = match result {
            // A new operation of the spec: the sandbox does not have it yet, or it requires parameters that are
            // unknown here. The number of responses guards against others.
            Err(error) if error.fault().is_some_and(|fault| fault.message().contains("not implemented")) => continue,
            Err(error) if error.kind() == ErrorKind::InvalidRequest => continue,
            result => result.unwrap_or_else(|error| panic!("{}: {error}", operation.name)),
        };
        results.push((operation.name, json::result(&EMAIL_CAMPAIGN, operation, &result).to_string()));
    }
    for path in ["/outbox", "/outbox/campaigns/1001", "/outbox/messages/1", "/outbox/messages/1/html"] {
        let page = get(sandbox, path).await;
        assert!(page.starts_with("HTTP/1.1 200"), "{path}: {page}");
        // The header has the time of the response.
        let (_, body) = page.split_once("\r\n\r\n").unwrap();
        results.push((path, body.to_owned()));
    }
    results
}

#[tokio::test(flavor = "multi_thread")]
async fn no_reading_operation_waits_for_a_write_or_sees_half_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("busy.sqlite");
    let builder = Sandbox::builder().database(&file).demo_data(true).clock("2026-03-10");
    let sandbox = builder.start().await.unwrap();
    let before = everything(&sandbox).await;
    assert_eq!(before.len(), 29 + 4);

    // An unfinished write, as in the middle of an import.
    let mut gate = rusqlite::Connection::open(&file).unwrap();
    let write = gate.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate).unwrap();
    write.execute_batch("DELETE FROM member; UPDATE message SET subject = 'half'").unwrap();
    let during = tokio::time::timeout(Duration::from_secs(60), everything(&sandbox)).await.unwrap();
    write.rollback().unwrap();
    assert_eq!(during, before);

    let account = sandbox.in_process();
    let late = AddGroupMember::new().group_name("Customers").email_address("later@x.test");
    account.add_group_member(late).await.unwrap();
    assert_ne!(everything(&sandbox).await, before, "what was written is read");
}
