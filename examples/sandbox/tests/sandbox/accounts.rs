use email_campaign_client::*;
use email_campaign_sandbox::Sandbox;

use crate::fixture::{identifier, members, refusal};

fn sub(name: &str) -> CreateSubAccount {
    CreateSubAccount::new().sub_username(name).sub_first_name("Sue").sub_last_name("Ba").sub_email_address("sue@x.test")
}

fn client(sandbox: &email_campaign_sandbox::RunningSandbox, username: &str, password: &str) -> EmailCampaign {
    sandbox.client().credentials(username, password).build().unwrap()
}

#[tokio::test]
async fn a_sub_account_has_lists_of_its_own() {
    let sandbox = Sandbox::builder().list("News").start().await.unwrap();
    let parent = sandbox.client().build().unwrap();
    let first = identifier(&parent.create_sub_account(sub("sue")).await.unwrap());
    let second = identifier(&parent.create_sub_account(sub("tom").options("Password=t, o=m")).await.unwrap());
    assert_eq!(second, first + 1);
    assert!(members(&client(&sandbox, "sue", sandbox.password())).await.is_empty());
    assert!(members(&client(&sandbox, "tom", "t")).await.is_empty());
    assert_eq!(members(&parent).await.len(), 1);
    for (username, password) in [("tom", "sandbox"), ("sue", ""), ("eve", "sandbox"), ("", "")] {
        let response = client(&sandbox, username, password).groups_get_list_data_set(GroupsGetListDataSet::new()).await;
        let (name, message) = refusal(response);
        assert_eq!((name.as_str(), message.as_str()), ("InvalidCredentials", "Username or Password is wrong"));
    }
}

#[tokio::test]
async fn a_wrong_sub_account_is_refused() {
    let account = Sandbox::builder().open().unwrap().in_process();
    account.create_sub_account(sub("sue")).await.unwrap();
    for (request, kind) in [
        (sub("SUE"), "DuplicateUsername"),
        (sub(" "), "InvalidParameter"),
        (sub("tom").sub_email_address("tom"), "InvalidEmailAddress"),
        (sub("tom").options("secret"), "InvalidParameter"),
    ] {
        assert_eq!(refusal(account.create_sub_account(request).await).0, kind);
    }
}

#[tokio::test]
async fn sandboxes_know_nothing_of_each_other() {
    let started = std::time::Instant::now();
    let first = Sandbox::builder().list("One").start().await.unwrap();
    let second = Sandbox::builder().list("Two").start().await.unwrap();
    assert!(started.elapsed().as_millis() < 2000, "{:?}", started.elapsed());
    assert_ne!(first.base_url(), second.base_url());
    assert_eq!(members(&first.in_process()).await[0].0, "One");
    assert_eq!(members(&second.client().build().unwrap()).await[0].0, "Two");
    first.stop().await.unwrap();
}
