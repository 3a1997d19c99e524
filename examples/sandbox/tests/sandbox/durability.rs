//! A database in a file, and the command killed in the middle of its work.

use std::path::Path;
use std::time::{Duration, Instant};

use email_campaign_client::*;
use email_campaign_sandbox::Sandbox;

use crate::command::{Running, command};
use crate::fixture::members;

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
}

/// Starts the command on `file`.
fn start(file: &Path, list: &str) -> Running {
    let mut command = command(["--list", "Small", "--list", list, "--database"]);
    command.arg(file);
    Running::start(command)
}

/// The moment of the kill.
#[derive(Clone, Copy, Debug)]
enum When {
    /// Milliseconds after the import was sent.
    Passed(u64),
    /// After so many bytes of the transaction have reached the write-ahead log; small numbers are long before the
    /// commit.
    Written(u64),
}

impl When {
    async fn come(self, log: &Path) {
        match self {
            Self::Passed(milliseconds) => tokio::time::sleep(Duration::from_millis(milliseconds)).await,
            Self::Written(bytes) => {
                let until = Instant::now() + Duration::from_secs(30);
                while std::fs::metadata(log).map_or(0, |log| log.len()) < bytes && Instant::now() < until {
                    tokio::time::sleep(Duration::from_millis(1)).await;
                }
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kill_loses_nothing_acknowledged_and_leaves_nothing_half_done() {
    const ROWS: usize = 30_000;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("killed.sqlite");
    let log = folder.path().join("killed.sqlite-wal");
    let data: Vec<_> = (0..ROWS).map(|index| format!("user{index}@example.com,{index}\n")).collect();
    let data = data.concat();
    let mut killed_in_the_middle = 0;
    let moments = [
        When::Passed(20),
        When::Written(300_000),
        When::Written(1_000_000),
        When::Written(3_000_000),
        When::Passed(300),
        When::Passed(10_000),
    ];
    for (round, moment) in moments.into_iter().enumerate() {
        let list = format!("Round {round}");
        let running = start(&file, &list);
        let account = running.client("sandbox");
        let small = AddGroupMember::new().group_name("Small").email_address(format!("kept{round}@x.test"));
        account.add_group_member(small).await.unwrap();
        let import =
            ImportGroupMembersFromData2::new().group_name(&*list).field_names("Email,Number").import_data(data.clone());
        let mut import = tokio::spawn(async move { account.import_group_members_from_data2(import).await });
        let response = tokio::select! {
            response = &mut import => Some(response),
            () = moment.come(&log) => None,
        };
        let log_size = std::fs::metadata(&log).map_or(0, |log| log.len());
        running.kill();
        let response = match response {
            Some(response) => response,
            None => import.await,
        };
        let is_acknowledged = match response.unwrap() {
            Ok(status) => status.as_str().starts_with("0\nSUCCESS\nAdded: 30000"),
            Err(error) => {
                assert_ne!(error.kind(), ErrorKind::Fault, "{error}");
                false
            }
        };
        let running = start(&file, &list);
        let found = members(&running.client("sandbox")).await;
        running.kill();
        let count = |name: &str| found.iter().find(|(list, _)| list == name).unwrap().1.parse::<usize>().unwrap();
        assert_eq!(count("Small"), round + 1, "{moment:?}");
        assert!([0, ROWS].contains(&count(&list)), "half an import, {moment:?}: {found:?}");
        assert!(!is_acknowledged || count(&list) == ROWS, "an acknowledged import is gone, {moment:?}");
        if matches!(moment, When::Written(_)) && count(&list) == 0 {
            assert!(log_size > 100_000, "nothing was written yet: {log_size}");
            killed_in_the_middle += 1;
        }
        assert!(!matches!(moment, When::Passed(10_000)) || is_acknowledged, "the last import had time enough");
    }
    assert!(killed_in_the_middle > 0, "no kill came between the first write and the commit");
}

#[tokio::test]
async fn the_error_of_a_port_in_use_says_what_to_do() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let error = Sandbox::builder().listen(listener.local_addr().unwrap()).start().await.unwrap_err();
    assert!(error.to_string().ends_with("; `--port 0` takes a free port"), "{error}");
}
