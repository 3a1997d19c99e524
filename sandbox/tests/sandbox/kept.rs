//! A database in a file, and the command killed in the middle of its work.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

use email_campaign_client::*;
use email_campaign_sandbox::{NAMESPACE, Sandbox};

use crate::premises::members;

#[tokio::test]
async fn a_database_in_a_file_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("kept.sqlite");
    let open = || Sandbox::builder().database(&file).demo_data(true).open().unwrap();
    let before = members(&open().in_process()).await;
    assert_eq!(before.len(), 2);
    assert_eq!(members(&open().in_process()).await, before);
    let content = std::fs::read(&file).unwrap();
    assert!(!content.is_empty());

    let foreign = folder.path().join("foreign.sqlite");
    std::fs::write(&foreign, "not a database, but long enough to be looked at ".repeat(20)).unwrap();
    assert!(Sandbox::builder().database(&foreign).open().unwrap_err().to_string().contains("cannot be used"));
}

/// The command at work.
struct Running {
    child: Child,
    url: String,
    /// Kept open: what it prints later has somewhere to go.
    _output: BufReader<ChildStdout>,
}

impl Running {
    fn kill(mut self) {
        assert!(self.child.try_wait().unwrap().is_none(), "it ended by itself");
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

/// Starts the command on `file`.
fn start(file: &Path) -> Running {
    let mut child = Command::new(env!("CARGO_BIN_EXE_email-campaign-sandbox"))
        .args(["--port", "0", "--empty", "--list", "News", "--list", "Small", "--database"])
        .arg(file)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    let url = loop {
        line.clear();
        assert!(output.read_line(&mut line).unwrap() > 0, "the command prints no URL");
        if let Some(url) = line.trim().strip_prefix("URL") {
            break url.trim().to_owned();
        }
    };
    Running { child, url, _output: output }
}

fn client(url: &str) -> EmailCampaign {
    EmailCampaign::builder().base_url(url).namespace(NAMESPACE).credentials("sandbox", "sandbox").build().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kill_loses_nothing_acknowledged_and_leaves_nothing_half_done() {
    const ROWS: usize = 30_000;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("killed.sqlite");
    let mut data = String::new();
    for index in 0..ROWS {
        writeln!(data, "user{index}@example.com,{index}").unwrap();
    }
    let mut acknowledged_members = 0;
    let mut acknowledged_imports = 0;
    let mut interrupted = 0;
    // Kills at different times: while the request arrives, while rows are written, about when it is committed.
    for delay in [30, 150, 400, 700, 1000, 1500, 2500] {
        let running = start(&file);
        let account = client(&running.url);
        let small = AddGroupMember::new().group_name("Small").email_address(format!("kept{delay}@x.test"));
        account.add_group_member(small).await.unwrap();
        acknowledged_members += 1;
        let import =
            ImportGroupMembersFromData2::new().group_name("News").field_names("Email,Number").import_data(data.clone());
        let import = tokio::spawn(async move { account.import_group_members_from_data2(import).await });
        tokio::time::sleep(Duration::from_millis(delay)).await;
        running.kill();
        match import.await.unwrap() {
            Ok(status) => {
                assert!(status.as_str().starts_with("0\nSUCCESS"));
                acknowledged_imports += 1;
            }
            Err(error) => {
                assert_ne!(error.kind(), ErrorKind::Fault, "{error}");
                interrupted += 1;
            }
        }
        let running = start(&file);
        let found = members(&client(&running.url)).await;
        running.kill();
        let count = |name: &str| found.iter().find(|(list, _)| list == name).unwrap().1.parse::<usize>().unwrap();
        assert_eq!(count("Small"), acknowledged_members, "after {delay} ms");
        assert!([0, ROWS].contains(&count("News")), "half an import after {delay} ms: {found:?}");
        assert!(acknowledged_imports == 0 || count("News") == ROWS, "an acknowledged import is gone after {delay} ms");
    }
    assert!(interrupted > 0, "no kill came before the end of an import");
}
