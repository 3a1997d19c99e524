//! Files that are accepted as a database, and their locks.

use std::path::{Path, PathBuf};

use email_campaign_client::*;
use email_campaign_sandbox::{DatabaseError, Sandbox, SandboxError};

use crate::command::{Running, command};
use crate::fixture::members;

/// The error for a file that is refused as a database, and its text.
fn refused(file: impl Into<PathBuf>) -> (DatabaseError, String) {
    let error = Sandbox::builder().database(file).open().unwrap_err();
    let message = error.to_string();
    match error {
        SandboxError::Database { error, .. } => (error, message),
        other => panic!("{other}"),
    }
}

/// A folder, and the file of a database that is not there yet.
fn new_database() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("kept.sqlite");
    (folder, file)
}

/// The message of the command, which ends at once.
fn message_of(command: &mut std::process::Command) -> String {
    let output = command.output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{message}");
    message
}

/// The command on a database.
fn running(list: &str, file: &Path) -> Running {
    let mut command = command(["--list", list, "--database"]);
    command.arg(file);
    Running::start(command)
}

#[test]
fn what_names_no_file_is_refused() {
    for name in
        ["", ":memory:", "file:sandbox?mode=memory", "FILE:sandbox", "file:///tmp/sandbox?mode=memory&cache=shared"]
    {
        let (error, message) = refused(name);
        assert!(matches!(error, DatabaseError::NoFileName), "{name}: {error:?}");
        let expected = format!("the database `{name}` cannot be used: it is not a path of a file");
        assert!(message.starts_with(&expected), "{message}");
    }
    let message = message_of(&mut command(["--database", "file:sandbox?mode=memory"]));
    let expected = "email-campaign-sandbox: the database `file:sandbox?mode=memory` cannot be used";
    assert!(message.starts_with(expected), "{message}");
}

#[tokio::test]
async fn a_path_is_a_file_whatever_it_looks_like() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["file:kept?mode=memory", ":memory:", "a%20b #?.sqlite"] {
        let file = folder.path().join(name);
        let open = || Sandbox::builder().database(&file).list("News").open().unwrap();
        let first = open().in_process();
        let ann = AddGroupMember::new().group_name("News").email_address("ann@x.test");
        first.add_group_member(ann).await.unwrap();
        drop(first);
        assert!(std::fs::metadata(&file).unwrap().len() > 0, "{name}");
        assert_eq!(members(&open().in_process()).await, [("News".to_owned(), "1".to_owned())], "{name}");
    }
}

#[test]
fn what_is_no_database_is_refused_by_what_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let (error, message) = refused(folder.path());
    assert!(matches!(error, DatabaseError::NoRegularFile), "{message}");
    let (error, message) = refused(at("missing").join("sandbox.sqlite"));
    assert!(matches!(error, DatabaseError::Io(_)) && message.contains("folder exists"), "{message}");
    std::fs::write(at("text"), "not a database, but long enough to be looked at ".repeat(20)).unwrap();
    let (error, message) = refused(at("text"));
    assert!(matches!(error, DatabaseError::NoDatabase), "{message}");

    for (name, sql) in [
        ("foreign", "CREATE TABLE other (id INTEGER)"),
        ("foreign of a version", "CREATE TABLE account (id INTEGER); PRAGMA user_version = 1"),
        ("foreign without tables", "PRAGMA user_version = 9"),
    ] {
        rusqlite::Connection::open(at(name)).unwrap().execute_batch(sql).unwrap();
        let before = std::fs::read(at(name)).unwrap();
        let (error, message) = refused(at(name));
        assert!(matches!(error, DatabaseError::Foreign), "{name}: {message}");
        assert_eq!(std::fs::read(at(name)).unwrap(), before, "{name} was changed");
    }

    drop(Sandbox::builder().database(at("later")).open().unwrap());
    rusqlite::Connection::open(at("later")).unwrap().pragma_update(None, "user_version", 7).unwrap();
    let (error, message) = refused(at("later"));
    assert!(matches!(error, DatabaseError::Later { version: 7 }), "{message}");
    assert!(message.contains("its version is 7, this sandbox knows 1"), "{message}");
}

#[cfg(unix)]
#[test]
fn a_device_is_no_database() {
    let (error, message) = refused("/dev/null");
    assert!(matches!(error, DatabaseError::NoRegularFile), "{message}");
}

/// Asserts that `file` is refused because `process` uses it.
fn in_use(file: &Path, process: u32) {
    let (error, message) = refused(file);
    assert!(matches!(error, DatabaseError::InUse { process: found } if found == process), "{process}: {message}");
    assert!(message.contains("uses it already; stop that one first"), "{message}");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_sandbox_at_a_time_uses_a_database() {
    let (folder, file) = new_database();
    let sandbox = Sandbox::builder().database(&file).credentials("sandbox", "first").start().await.unwrap();
    in_use(&file, std::process::id());
    let message = message_of(command(["--database"]).arg(&file));
    let expected = format!("Another sandbox, process {}, uses it already", std::process::id());
    assert!(message.contains(&expected), "{message}");
    // The password of the first sandbox is unchanged.
    assert!(members(&sandbox.client().build().unwrap()).await.is_empty());
    sandbox.stop().await.unwrap();

    let running = running("News", &file);
    in_use(&file, running.process());
    #[cfg(unix)]
    {
        let link = folder.path().join("link");
        std::os::unix::fs::symlink(&file, &link).unwrap();
        in_use(&link, running.process());
    }
    let account = running.client("sandbox");
    assert_eq!(members(&account).await.len(), 1);
    // The lock ends with the process, in whatever way.
    running.kill();
    let sandbox = Sandbox::builder().database(&file).open().unwrap();
    assert_eq!(members(&sandbox.in_process()).await.len(), 1);
}

#[tokio::test]
async fn another_password_at_a_later_start_replaces_the_first_and_is_reported() {
    let (folder, file) = new_database();
    for (password, is_replaced) in [("one", false), ("one", false), ("two", true), ("two", false)] {
        let sandbox = Sandbox::builder().database(&file).credentials("sandbox", password).start().await.unwrap();
        assert_eq!(sandbox.replaced_password(), is_replaced, "{password}");
        assert!(members(&sandbox.client().build().unwrap()).await.is_empty());
        sandbox.stop().await.unwrap();
    }
    let errors = folder.path().join("errors");
    let mut command = command(["--database"]);
    command.arg(&file).stderr(std::fs::File::create(&errors).unwrap());
    let running = Running::start(command);
    assert!(members(&running.client("sandbox")).await.is_empty());
    running.kill();
    let message = std::fs::read_to_string(errors).unwrap();
    assert!(message.contains("had another password for `sandbox`") && !message.contains("two"), "{message}");
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn a_sandbox_that_keeps_nothing_leaves_nothing_even_when_killed() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = command(["--list", "News"]);
    command.env("TMPDIR", folder.path());
    let running = Running::start(command);
    let account = running.client("sandbox");
    let ann = AddGroupMember::new().group_name("News").email_address("ann@x.test");
    account.add_group_member(ann).await.unwrap();
    assert_eq!(members(&account).await, [("News".to_owned(), "1".to_owned())]);
    running.kill();
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);

    let mut nowhere = crate::command::command(["--list", "News"]);
    let message = message_of(nowhere.env("TMPDIR", folder.path().join("missing")));
    assert!(message.contains("the database cannot be used"), "{message}");
}

#[cfg(unix)]
#[test]
fn a_file_with_several_names_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (file, link) = (folder.path().join("kept.sqlite"), folder.path().join("link.sqlite"));
    let sandbox = Sandbox::builder().database(&file).open().unwrap();
    std::fs::hard_link(&file, &link).unwrap();
    for name in [&link, &file] {
        let (error, message) = refused(name);
        assert!(matches!(error, DatabaseError::SeveralNames) && message.contains("several names"), "{message}");
    }
    std::fs::remove_file(&link).unwrap();
    in_use(&file, std::process::id());
    drop(sandbox);
    Sandbox::builder().database(&file).open().unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_whose_lock_was_removed_stays_that_of_its_sandbox() {
    let (folder, file) = new_database();
    let running = running("News", &file);
    let remove = || std::fs::remove_file(folder.path().join("kept.sqlite-lock")).unwrap();
    remove();
    in_use(&file, 0);
    assert_eq!(members(&running.client("sandbox")).await.len(), 1);
    running.kill();
    // Now with a sandbox of this process.
    let sandbox = Sandbox::builder().database(&file).open().unwrap();
    remove();
    in_use(&file, 0);
    assert_eq!(members(&sandbox.in_process()).await.len(), 1);
}

#[cfg(unix)]
#[test]
fn only_its_owner_reads_a_new_database() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let sandbox = Sandbox::builder().database(folder.path().join("kept.sqlite")).list("News").open().unwrap();
    let files: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(Result::unwrap).collect();
    assert!(files.len() >= 3, "{files:?}");
    for file in files {
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600, "{file:?}");
    }
    drop(sandbox);
}
