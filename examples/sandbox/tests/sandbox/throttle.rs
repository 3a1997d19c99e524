//! Wrong passwords, over the wire.

use std::time::Duration;

use email_campaign_client::*;
use email_campaign_sandbox::{RunningSandbox, Sandbox};

use crate::command::{Running, command};
use crate::fixture::refusal;

async fn call(sandbox: &RunningSandbox, username: &str, password: &str) -> Result<DataSet, Error> {
    let account = sandbox.client().credentials(username, password).build().unwrap();
    account.groups_get_list_data_set(GroupsGetListDataSet::new()).await
}

#[tokio::test]
async fn a_user_name_waits_after_wrong_passwords_and_others_do_not() {
    let sandbox = Sandbox::builder().clock("2026-03-10").start().await.unwrap();
    let account = sandbox.in_process();
    let sub = CreateSubAccount::new().sub_username("sue").sub_email_address("sue@x.test");
    account.create_sub_account(sub).await.unwrap();
    for _ in 0..5 {
        assert_eq!(refusal(call(&sandbox, "sandbox", "guess").await).0, "InvalidCredentials");
    }
    let (name, message) = refusal(call(&sandbox, "sandbox", "sandbox").await);
    assert_eq!((name.as_str(), message.contains("wait 1 s")), ("TooManyAttempts", true), "{message}");
    let (name, _) = refusal(sandbox.client().build().unwrap().add_group_member(AddGroupMember::new()).await);
    assert_eq!(name, "TooManyAttempts");
    call(&sandbox, "sue", "sandbox").await.unwrap();
    account.groups_get_list_data_set(GroupsGetListDataSet::new()).await.unwrap();
    // By the machine's clock: the sandbox's clock is stopped.
    tokio::time::sleep(Duration::from_millis(1100)).await;
    call(&sandbox, "sandbox", "sandbox").await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn guesses_at_the_same_time_get_no_further() {
    let sandbox = Sandbox::start().await.unwrap();
    let account = sandbox.client().credentials("sandbox", "guess").build().unwrap();
    let guesses: Vec<_> = (0..40)
        .map(|_| {
            let account = account.clone();
            tokio::spawn(async move { account.groups_get_list_data_set(GroupsGetListDataSet::new()).await })
        })
        .collect();
    let mut refusals = 0;
    for guess in guesses {
        refusals += usize::from(refusal(guess.await.unwrap()).0 == "InvalidCredentials");
    }
    // A sixth passes only if all of this took more than a second.
    assert!((5..=6).contains(&refusals), "{refusals}");
}

#[tokio::test(flavor = "multi_thread")]
async fn it_can_be_switched_off() {
    let sandbox = Sandbox::builder().throttle(false).start().await.unwrap();
    for _ in 0..8 {
        assert_eq!(refusal(call(&sandbox, "sandbox", "guess").await).0, "InvalidCredentials");
    }
    call(&sandbox, "sandbox", "sandbox").await.unwrap();

    let running = Running::start(command(["--no-throttle"]));
    for _ in 0..8 {
        let response = running.client("guess").groups_get_list_data_set(GroupsGetListDataSet::new()).await;
        assert_eq!(refusal(response).0, "InvalidCredentials");
    }
    running.client("sandbox").groups_get_list_data_set(GroupsGetListDataSet::new()).await.unwrap();
    running.kill();
}
