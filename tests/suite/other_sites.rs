//! A sandbox on a developer's machine, and pages of other sites in a browser on the same machine: they neither read nor change
//! anything.
//!
//! Without Chromium the tests say so and are skipped, unless `BROWSER_REQUIRED` is set, as continuous integration does.

use crate::browser::{Browser, in_browser};
use asmx_runtime::DataSet;
use asmx_runtime::server::{ListenOptions, Listening, Server, serve};
use axum::response::Html;
use axum::routing::get;
use email_campaign_client::GroupsGetListDataSet;
use email_campaign_sandbox::{RunningSandbox, Sandbox};
use serde_json::json;
use tokio::net::TcpListener;

async fn listener() -> TcpListener {
    TcpListener::bind("127.0.0.1:0").await.unwrap()
}

/// A page that calls the service at `target` in every way that a browser lets a page of another site do it without asking.
fn attack(target: &str) -> String {
    let fields = |how: &str| {
        format!("Username=sandbox&Password=sandbox&GroupName=News&FieldNames=&FieldValues=&EmailAddress={how}@x.test")
    };
    let call = format!("http://{target}/api.asmx/AddGroupMemberString");
    let hidden = |how: &str| -> String {
        let fields = fields(how);
        let pairs = fields.split('&').map(|pair| pair.split_once('=').unwrap());
        let inputs = pairs.map(|(name, value)| format!("<input type=hidden name={name} value=\"{value}\">"));
        inputs.collect::<Vec<_>>().concat()
    };
    format!(
        "<!DOCTYPE html><title>waiting</title>\
         <img src=\"{call}?{}\"><img referrerpolicy=no-referrer src=\"{call}?{}\">\
         <iframe name=post></iframe><form id=post method=post target=post action=\"{call}\">{}</form>\
         <iframe name=get></iframe><form id=get method=get target=get action=\"{call}\">{}</form>\
         <iframe name=list></iframe><form id=list method=post target=list action=\"http://{target}/outbox/lists\">\
         <input name=name value=Taken><input name=username value=sandbox></form>\
         <iframe sandbox=\"allow-scripts allow-forms\" srcdoc='<form id=one method=post action=\"{call}\">{}</form>\
         <script>one.submit()</script>'></iframe>\
         <script>onload = async () => {{\
           for (const id of ['post', 'get', 'list']) document.getElementById(id).submit();\
           const send = (body) => fetch('{call}', {{ method: 'POST', mode: 'no-cors', credentials: 'include', body }});\
           await send(new URLSearchParams('{}'));\
           await new Promise((done) => setTimeout(done, 1500));\
           document.title = 'done';\
         }}</script>",
        fields("image"),
        fields("silent"),
        hidden("post"),
        hidden("get"),
        hidden("framed"),
        fields("fetch"),
    )
}

/// Serves the page on a port of its own.
async fn site(target: &str) -> Listening {
    let page = attack(target);
    let router = axum::Router::new().route("/", get(move || async move { Html(page) }));
    serve(listener().await, router, ListenOptions::default()).unwrap()
}

/// How many members and lists the account has.
async fn counted(sandbox: &RunningSandbox) -> (String, usize) {
    let lists: DataSet = sandbox.in_process().groups_get_list_data_set(GroupsGetListDataSet::new()).await.unwrap();
    let table = &lists.tables()[0];
    (table.iter().next().unwrap().text("MemberCount").unwrap().into_owned(), table.row_count())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_of_another_site_changes_nothing() {
    let sandbox = Sandbox::builder().list("News").start().await.unwrap();
    let guarded = sandbox.base_url().trim_start_matches("http://").to_owned();
    // Served as genuine servers do, the account is open to the attacks: they are real.
    let server = Server::new(sandbox.opener()).namespace(sandbox.namespace());
    let open = server.serve(listener().await).unwrap();
    let (against_guarded, against_open) = (site(&guarded).await, site(&open.address().to_string()).await);
    let by_localhost = site(&guarded.replace("127.0.0.1", "localhost")).await;
    let pages = [&against_guarded, &by_localhost].map(|site| format!("http://evil.test:{}/", site.address().port()));
    // The page of another port of this machine is one of another site, too.
    let neighbour = format!("http://{}/", against_guarded.address());
    let open_page = format!("http://evil.test:{}/", against_open.address().port());
    let runtime = tokio::runtime::Handle::current();
    in_browser("other-site", move |browser| {
        for page in pages.iter().chain([&neighbour]) {
            browser.open(page);
            browser.wait_for("document.title === 'done'");
            assert_eq!(runtime.block_on(counted(&sandbox)), ("0".to_owned(), 1), "{page} changed something");
        }
        browser.open(&open_page);
        browser.wait_for("document.title === 'done'");
        assert_eq!(runtime.block_on(counted(&sandbox)).0, "6", "the attacks do not work at all");

        // Its own pages still do.
        browser.open(&format!("{}/api.asmx?op=AddGroupMemberString", sandbox.base_url()));
        for (index, button) in ["button", "button[formmethod=get]"].into_iter().enumerate() {
            let address = format!("own{index}@x.test");
            for (name, value) in
                [("Username", "sandbox"), ("Password", "sandbox"), ("GroupName", "News"), ("EmailAddress", &address)]
            {
                browser.evaluate(&format!("document.querySelector('[name={name}]').value = {}", json!(value)));
            }
            browser.evaluate(&format!("document.querySelector({}).click()", json!(button)));
            browser.wait_for(
                "location.href.includes('api.asmx/AddGroupMemberString') && document.readyState === 'complete'",
            );
            let content = browser.evaluate("document.documentElement.textContent");
            assert!(content.as_str().unwrap().contains("SUCCESS"), "{content}");
            browser.open(&format!("{}/api.asmx?op=AddGroupMemberString", sandbox.base_url()));
        }
        browser.open(&format!("{}/outbox", sandbox.base_url()));
        browser.type_into("[name=name]", "Own");
        browser.evaluate("document.querySelector('form[action=\"/outbox/lists\"] button').click()");
        browser.wait_for("document.body !== null && document.body.textContent.includes('Own')");
        assert_eq!(runtime.block_on(counted(&sandbox)), ("8".to_owned(), 2));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_that_leads_to_this_machine_does_not_make_a_page_one_of_the_sandbox() {
    let sandbox = Sandbox::builder().list("Confidential").start().await.unwrap();
    let port = sandbox.base_url().rsplit(':').next().unwrap().to_owned();
    in_browser("rebinding", move |browser| {
        let page_text = |browser: &mut Browser, host: &str, path: &str| {
            browser.open(&format!("http://{host}:{port}{path}"));
            browser.evaluate("document.documentElement.textContent").as_str().unwrap().to_owned()
        };
        for host in ["127.0.0.1", "localhost"] {
            assert!(page_text(browser, host, "/outbox").contains("Confidential"));
        }
        for path in ["/outbox", "/api.asmx", "/api.asmx?WSDL", "/nothing"] {
            let content = page_text(browser, "rebound.test", path);
            assert!(
                content.contains("does not serve the host") && !content.contains("Confidential"),
                "{path}: {content}"
            );
        }
        // A script of such a page may read the response that the page itself got.
        let read =
            "fetch('/outbox').then((response) => response.text()).then((text) => { document.title = 'read ' + text })";
        browser.evaluate(&format!("{read} && true"));
        browser.wait_for("document.title.startsWith('read ')");
        let content = browser.evaluate("document.title");
        assert!(content.as_str().unwrap().contains("does not serve the host"), "{content}");
    })
    .await;
}
