//! `asmx review`, as continuous integration runs it.

use crate::project::{Done, Project, SPEC};

const CHANGELOG: &str = "# Changelog\n\n## Unreleased\n\n* Something else.\n\n## 1.4.2 - 2026-01-01\n\n* First.\n";

/// A project on the branch `change`, created from `main`.
fn project(test: &str, more: &[(&str, &str)]) -> Project {
    let files = [("spec/shop.xml", SPEC), ("CHANGELOG.md", CHANGELOG)];
    let project = Project::new(test, &[&files, more].concat());
    project.git(&["checkout", "--quiet", "-b", "change"]);
    project
}

fn add_operation(project: &Project) {
    let operation = "<operation name=\"New\" result=\"string\" effect=\"read\"><doc>New.</doc></operation>\n  </area>";
    project.edit("spec/shop.xml", "</area>", operation);
}

fn remove_operation(project: &Project) {
    project.edit("spec/shop.xml", "\"Count\"", "\"CountAll\"");
}

const REVIEW: [&str; 4] = ["review", "--base", "main", "spec/shop.xml"];

/// The line of a check in the output.
fn line<'a>(done: &'a Done, check: &str) -> &'a str {
    let is_it =
        |line: &&str| ["ok", "fails", "not checked"].iter().any(|word| line.starts_with(&format!("{word}: {check}: ")));
    done.out.lines().find(is_it).unwrap_or_else(|| panic!("no {check}: {done:?}"))
}

#[test]
fn nothing_is_asked_of_a_change_that_leaves_the_spec() {
    let project = project("review_nothing", &[]);
    let done = project.run(&REVIEW);
    assert_eq!(done.status, 0, "{done:?}");
    assert_eq!(
        done.out,
        "No changes. Needs no version bump.\n\n\
         not checked: changelog: no change needs an entry\n\
         not checked: generated code: the configuration lists no committed generated code\n\
         ok: snapshots: all are accepted; run the tests to check that they are current\n"
    );
}

#[test]
fn the_step_is_told_and_the_changelog_must_say_something() {
    let project = project("review_changelog", &[]);
    add_operation(&project);
    let done = project.run(&REVIEW);
    assert_eq!(done.status, 1);
    assert!(done.out.contains("Needs a minor version bump (before 1.0: patch).\n"), "{}", done.out);
    assert_eq!(line(&done, "changelog"), "fails: changelog: CHANGELOG.md has no new entry under its first heading");
    assert!(done.out.contains("  = help: add a line to CHANGELOG.md: what changes for users of the client\n"));

    project.edit("CHANGELOG.md", "* Something else.\n", "* Something else.\n* `New`.\n");
    let done = project.run(&REVIEW);
    assert_eq!((done.status, line(&done, "changelog")), (0, "ok: changelog: CHANGELOG.md has a new entry"), "{done:?}");
}

/// A removed operation breaks calls, and only silent changes fail by default.
#[test]
fn a_review_that_passes_with_wire_changes_says_so() {
    let project = project("review_wire", &[]);
    remove_operation(&project);
    project.edit("CHANGELOG.md", "* Something else.\n", "* Something else.\n* `CountAll`.\n");
    let passes = "passes: wire changes do not fail a review without `--fail-on wire`";
    let done = project.run(&REVIEW);
    assert_eq!((done.status, done.out.lines().last()), (0, Some(passes)), "{done:?}");
    let done = project.run(&[&REVIEW[..], &["--format", "markdown"]].concat());
    assert!(done.status == 0 && done.out.contains(&format!("- {passes}\n")), "{done:?}");
    let done = project.run(&[&REVIEW[..], &["--fail-on", "wire"]].concat());
    assert!(done.status == 1 && !done.out.contains("passes: "), "{done:?}");
    // A review that fails for another reason does not pass.
    project.edit("CHANGELOG.md", "* `CountAll`.\n", "");
    let done = project.run(&REVIEW);
    assert!(done.status == 1 && !done.out.contains("passes: "), "{done:?}");
}

#[test]
fn an_entry_of_an_old_version_will_not_do() {
    let project = project("review_old_entry", &[]);
    add_operation(&project);
    project.edit("CHANGELOG.md", "* First.", "* First.\n* Of a version that is out.");
    assert_eq!(project.run(&REVIEW).status, 1);
    project.edit("CHANGELOG.md", "## Unreleased", "## 1.5.0 - 2026-02-01\n\n* `New`.\n\n## Unreleased");
    assert_eq!(project.run(&REVIEW).status, 0);
}

#[test]
fn without_a_changelog_nothing_is_asked() {
    let project = project("review_no_changelog", &[]);
    project.git(&["rm", "--quiet", "CHANGELOG.md"]);
    project.commit();
    add_operation(&project);
    let done = project.run(&REVIEW);
    let words = "not checked: changelog: no CHANGELOG.md in the folder of the spec or above";
    assert_eq!((done.status, line(&done, "changelog")), (0, words));
}

#[test]
fn a_silent_change_must_be_accepted() {
    let project = project("review_silent", &[]);
    project.edit("spec/shop.xml", "effect=\"write\"", "effect=\"read\"");
    project.edit("CHANGELOG.md", "* Something else.", "* `Ping` reads.");
    let json = project.run(&[&REVIEW[..], &["--format", "json"]].concat());
    assert_eq!((json.status, json.json()["changes"][0]["level"].as_str()), (1, Some("error")));
    assert_eq!(json.json()["checks"][0]["verdict"], "ok");
    let fingerprint = json.json()["changes"][0]["fingerprint"].as_str().unwrap().to_owned();
    project
        .write("asmx.toml", &format!("[[accepted]]\nfingerprint = \"{fingerprint}\"\nreason = \"It only reads.\"\n"));
    let done = project.run(&REVIEW);
    assert_eq!(done.status, 0, "{done:?}");
    // A different severity.
    assert_eq!(project.run(&[&REVIEW[..], &["--fail-on", "major"]].concat()).status, 0, "accepted is accepted");
    std::fs::remove_file(project.folder.join("asmx.toml")).unwrap();
    assert_eq!(project.run(&[&REVIEW[..], &["--fail-on", "major"]].concat()).status, 1);
}

#[test]
fn generated_code_that_is_committed_must_be_current() {
    let configuration =
        "specs = [\"spec/shop.xml\"]\n[[review.generated]]\nfolder = \"src\"\nonly = [\"Ping\", \"New\"]\n";
    let project = project("review_generated", &[("asmx.toml", configuration)]);
    let review = ["review", "--base", "main"];
    let generate = ["generate", "spec/shop.xml", "--out-dir", "src", "--only", "Ping", "--only", "New"];
    add_operation(&project);
    project.edit("CHANGELOG.md", "* Something else.", "* `New`.");
    let done = project.run(&review);
    assert_eq!(
        (done.status, line(&done, "generated code")),
        (1, "fails: generated code: src/shop/all.rs and 4 more are not current")
    );
    assert_eq!(project.run(&generate).status, 0);
    let done = project.run_in("spec", &review);
    assert_eq!(
        (done.status, line(&done, "generated code")),
        (0, "ok: generated code: every file is current"),
        "{done:?}"
    );
}

#[test]
fn snapshots_must_be_accepted_and_follow_the_spec_where_they_are_said_to() {
    let snapshots = [("tests/snapshots/a.snap", "a"), (".gitignore", "*.snap.new\n")];
    let project = project("review_snapshots", &snapshots);
    project.write("tests/snapshots/a.snap.new", "b");
    let done = project.run(&REVIEW);
    assert_eq!(
        (done.status, line(&done, "snapshots")),
        (1, "fails: snapshots: tests/snapshots/a.snap.new is not accepted yet")
    );
    std::fs::remove_file(project.folder.join("tests/snapshots/a.snap.new")).unwrap();
    assert_eq!(project.run(&REVIEW).status, 0);

    project.write("asmx.toml", "[review]\nsnapshots = [\"tests/snapshots\"]\n");
    assert_eq!(project.run(&REVIEW).status, 0, "no change of the spec, none of snapshots");
    add_operation(&project);
    project.edit("CHANGELOG.md", "* Something else.", "* `New`.");
    let done = project.run(&REVIEW);
    assert_eq!(
        (done.status, line(&done, "snapshots")),
        (1, "fails: snapshots: the code of operations changed, but no file in tests/snapshots")
    );
    project.write("tests/snapshots/new.snap", "new");
    let done = project.run(&REVIEW);
    assert_eq!(
        (done.status, line(&done, "snapshots")),
        (0, "ok: snapshots: all are accepted, and they changed with the spec")
    );
}

#[test]
fn snapshots_are_asked_for_only_where_the_code_of_operations_changed() {
    let part = "<structure name=\"Part\"><param name=\"Left\" type=\"int\"/></structure>\n  <area ";
    let files = [
        ("spec/shop.xml", &*SPEC.replace("<area ", part)),
        ("asmx.toml", "[review]\nsnapshots = [\"tests/snapshots\"]\n"),
        ("tests/snapshots/a.snap", "a"),
    ];
    let project = Project::new("review_snapshots_of_types", &files);
    project.edit("spec/shop.xml", "<doc>A shop.</doc>", "<doc>The shop.</doc>");
    let words = "ok: snapshots: all are accepted, and the generated code is unchanged";
    assert_eq!(line(&project.run(&REVIEW), "snapshots"), words);
    project.edit("spec/shop.xml", "\"Left\" type=\"int\"", "\"Left\" type=\"long\"");
    let words = "not checked: snapshots: only code of types changed, and no file in tests/snapshots: run the tests to check the snapshots";
    assert_eq!(line(&project.run(&REVIEW), "snapshots"), words);
}

#[test]
fn what_the_base_got_meanwhile_is_not_of_the_change() {
    let project = project("review_base", &[]);
    add_operation(&project);
    project.edit("CHANGELOG.md", "* Something else.", "* `New`.");
    project.commit();
    project.git(&["checkout", "--quiet", "main"]);
    remove_operation(&project);
    project.commit();
    project.git(&["checkout", "--quiet", "change"]);
    let done = project.run(&REVIEW);
    assert!(done.status == 0 && done.out.contains("\n1 change: 1 add."), "{done:?}");
    // Histories without a common commit, as in a shallow clone.
    project.git(&["checkout", "--quiet", "--orphan", "alone"]);
    project.commit();
    let message = "error: this change and `main` have no common ancestor: fetch the complete history";
    project.run(&REVIEW).refuses(message);
}

#[test]
fn the_comment_and_the_commands_tell_the_checks_too() {
    let project = project("review_comment", &[]);
    add_operation(&project);
    let done = project.run(&[&REVIEW[..], &["--format", "github", "--markdown", "comment.md"]].concat());
    assert_eq!(done.status, 1);
    let commands: Vec<&str> = done.out.lines().filter(|line| line.starts_with("::error ")).collect();
    let changelog = "::error title=changelog::CHANGELOG.md has no new entry under its first heading. To do: add a line";
    assert!(commands.len() == 1 && commands[0].starts_with(changelog), "{}", done.out);
    assert!(done.out.contains("::notice file=spec/shop.xml,line=6,col="), "{}", done.out);
    let comment = std::fs::read_to_string(project.folder.join("comment.md")).unwrap();
    assert!(
        comment.starts_with("<!-- asmx review -->\n## Effects of the change in <code>spec/shop.xml</code>\n"),
        "{comment}"
    );
    assert!(comment.contains("\n- **fails**: changelog: CHANGELOG.md has no new entry"), "{comment}");
    assert!(comment.contains("\n- ok: snapshots: "), "{comment}");
    let done = project.run(&[&REVIEW[..], &["--markdown", "no/such/folder.md"]].concat());
    assert!(done.err.starts_with("error: cannot write no/such/folder.md: "), "{}", done.err);
}

#[test]
fn a_spec_that_moved_is_compared_and_one_that_is_named_no_more_is_gone() {
    let configuration = "specs = [\"spec/shop.xml\"]\n";
    let project = project("review_moved", &[("asmx.toml", configuration)]);
    let review = ["review", "--base", "main"];
    project.edit("asmx.toml", "spec/shop.xml", "api/shop.xml");
    project.write("api/shop.xml", SPEC);
    std::fs::remove_file(project.folder.join("spec/shop.xml")).unwrap();
    let done = project.run(&review);
    assert!(done.status == 0 && done.out.starts_with("No changes. "), "{done:?}");
    project.edit("api/shop.xml", "Counts.", "Counts all.");
    let done = project.run(&review);
    assert!(
        done.out.contains(":spec/shop.xml\n+++ api/shop.xml\n") && done.out.contains("\n1 change: 1 docs."),
        "{done:?}"
    );
    // A spec of another service is a new file, not a moved one.
    project.edit("api/shop.xml", "name=\"Shop\"", "name=\"Other\"");
    let done = project.run(&review);
    assert!(done.status == 1 && done.out.contains("\n2 changes: 1 wire, 1 add."), "{done:?}");
    // The file still exists, but the configuration no longer names it.
    project.write("spec/shop.xml", SPEC);
    let done = project.run(&review);
    assert!(done.out.contains("\n1 change: 1 add."), "{done:?}");
}

#[test]
fn changelogs_of_several_specs_are_looked_at_one_by_one() {
    let project = Project::new(
        "review_changelogs",
        &[
            ("asmx.toml", "specs = [\"a/shop.xml\", \"b/shop.xml\"]\n"),
            ("a/CHANGELOG.md", CHANGELOG),
            ("a/shop.xml", SPEC),
            ("b/CHANGELOG.md", CHANGELOG),
            ("b/shop.xml", SPEC),
        ],
    );
    project.edit("a/shop.xml", "\"Count\"", "\"CountAll\"");
    project.edit("b/shop.xml", "Counts.", "Counts all.");
    project.edit("b/CHANGELOG.md", "* Something else.", "* Words.");
    let done = project.run(&["review", "--base", "main"]);
    let found: Vec<&str> = done.out.lines().filter(|line| line.contains(": changelog: ")).collect();
    let words = [
        "fails: changelog: a/CHANGELOG.md has no new entry under its first heading",
        "ok: changelog: b/CHANGELOG.md has a new entry",
    ];
    assert_eq!((done.status, found), (1, words.to_vec()));
}

#[cfg(unix)]
#[test]
fn no_program_of_the_repository_runs() {
    use std::os::unix::fs::PermissionsExt;
    let project = project("review_fsmonitor", &[("asmx.toml", "[review]\nsnapshots = [\"tests\"]\n")]);
    let (program, ran) = (project.folder.join("monitor"), project.folder.join("ran"));
    std::fs::write(&program, format!("#!/bin/sh\ntouch '{}'\n", ran.display())).unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    add_operation(&project);
    project.git(&["config", "core.fsmonitor", program.to_str().unwrap()]);
    project.run(&REVIEW);
    assert!(!ran.exists(), "git ran the program");
    project.git(&["status"]);
    assert!(ran.exists(), "git does not run such programs at all");
}

#[cfg(unix)]
#[test]
fn no_remote_of_the_repository_is_asked_for_objects() {
    let project = project("review_promisor", &[]);
    let ran = project.folder.join("ran");
    project.git(&["config", "remote.origin.promisor", "true"]);
    project.git(&["config", "remote.origin.url", &format!("ext::touch {}", ran.display())]);
    project.git(&["config", "protocol.ext.allow", "always"]);
    let missing = format!("git:{}:spec.xml", "a".repeat(40));
    let done = project.run(&["diff", &missing, "spec.xml"]);
    assert!(done.status != 0 && !ran.exists(), "git ran the program");
    // The control: git itself does.
    let _ = std::process::Command::new("git")
        .args(["cat-file", "-e", &"a".repeat(40)])
        .current_dir(&project.folder)
        .output();
    assert!(ran.exists(), "git does not run such programs at all");
}
