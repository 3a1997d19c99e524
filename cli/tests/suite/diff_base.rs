//! `asmx diff --base`, as continuous integration runs it.

use crate::project::{Project, SPEC};

/// A project on the branch `change`, created from `main`.
fn project(test: &str, more: &[(&str, &str)]) -> Project {
    let project = Project::new(test, &[&[("spec/shop.xml", SPEC)], more].concat());
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

const DIFF: [&str; 4] = ["diff", "--base", "main", "spec/shop.xml"];

#[test]
fn a_change_that_leaves_the_spec_passes() {
    let done = project("base_nothing", &[]).run(&DIFF);
    assert_eq!((done.status, done.out.as_str()), (0, "No changes. Needs no version bump.\n"), "{done:?}");
}

/// A removed operation breaks calls of deployed clients; another Rust name breaks none.
#[test]
fn wire_changes_fail_and_what_passes_is_said() {
    let project = project("base_wire", &[]);
    remove_operation(&project);
    let done = project.run(&DIFF);
    assert!(done.status == 1 && !done.out.contains("passes: "), "{done:?}");
    let done = project.run(&[&DIFF[..], &["--fail-on", "silent"]].concat());
    let passes = "passes: wire changes fail only with `--fail-on wire`";
    assert_eq!((done.status, done.out.lines().last()), (0, Some(passes)), "{done:?}");
    let done = project.run(&[&DIFF[..], &["--fail-on", "silent", "--format", "markdown"]].concat());
    assert!(done.status == 0 && done.out.contains(&format!("\n{passes}\n")), "{done:?}");
    let done = project.run(&[&DIFF[..], &["--fail-on", "silent", "--format", "github"]].concat());
    assert!(done.status == 0 && done.out.contains(&format!(". {passes}\n")), "{done:?}");
    // Without a rule, nothing fails and nothing passes.
    let done = project.run(&["diff", "--against", "main", "spec/shop.xml"]);
    assert!(done.status == 0 && !done.out.contains("passes: "), "{done:?}");
}

#[test]
fn a_silent_change_must_be_accepted() {
    let project = project("base_silent", &[]);
    project.edit("spec/shop.xml", "effect=\"write\"", "effect=\"read\"");
    let json = project.run(&[&DIFF[..], &["--format", "json"]].concat());
    assert_eq!((json.status, json.json()["changes"][0]["level"].as_str()), (1, Some("error")));
    let fingerprint = json.json()["changes"][0]["fingerprint"].as_str().unwrap().to_owned();
    project
        .write("asmx.toml", &format!("[[accepted]]\nfingerprint = \"{fingerprint}\"\nreason = \"It only reads.\"\n"));
    let done = project.run(&DIFF);
    assert_eq!(done.status, 0, "{done:?}");
    // A different severity.
    assert_eq!(project.run(&[&DIFF[..], &["--fail-on", "major"]].concat()).status, 0, "accepted is accepted");
    std::fs::remove_file(project.folder.join("asmx.toml")).unwrap();
    assert_eq!(project.run(&[&DIFF[..], &["--fail-on", "major"]].concat()).status, 1);
}

#[test]
fn what_the_base_got_meanwhile_is_not_of_the_change() {
    let project = project("base_base", &[]);
    add_operation(&project);
    project.commit();
    project.git(&["checkout", "--quiet", "main"]);
    remove_operation(&project);
    project.commit();
    project.git(&["checkout", "--quiet", "change"]);
    let done = project.run(&DIFF);
    assert!(done.status == 0 && done.out.contains("\n1 change: 1 add."), "{done:?}");
    // Histories without a common commit, as in a shallow clone.
    project.git(&["checkout", "--quiet", "--orphan", "alone"]);
    project.commit();
    let message = "error: this change and `main` have no common ancestor: fetch the complete history";
    project.run(&DIFF).refuses(message);
}

#[test]
fn the_comment_goes_into_a_file_beside_the_commands() {
    let project = project("base_comment", &[]);
    add_operation(&project);
    let done = project.run(&[&DIFF[..], &["--format", "github", "--markdown", "comment.md"]].concat());
    assert_eq!(done.status, 0);
    assert!(done.out.contains("::notice file=spec/shop.xml,line=6,col="), "{}", done.out);
    let comment = std::fs::read_to_string(project.folder.join("comment.md")).unwrap();
    assert!(
        comment.starts_with("<!-- asmx diff -->\n## Effects of the change in <code>spec/shop.xml</code>\n"),
        "{comment}"
    );
    let done = project.run(&[&DIFF[..], &["--markdown", "no/such/folder.md"]].concat());
    assert!(done.status == 2 && done.err.starts_with("error: cannot write no/such/folder.md: "), "{}", done.err);
}

#[test]
fn a_spec_that_moved_is_compared_and_one_that_is_named_no_more_is_gone() {
    let configuration = "specs = [\"spec/shop.xml\"]\n";
    let project = project("base_moved", &[("asmx.toml", configuration)]);
    let diff = ["diff", "--base", "main"];
    project.edit("asmx.toml", "spec/shop.xml", "api/shop.xml");
    project.write("api/shop.xml", SPEC);
    std::fs::remove_file(project.folder.join("spec/shop.xml")).unwrap();
    let done = project.run(&diff);
    assert!(done.status == 0 && done.out.starts_with("No changes. "), "{done:?}");
    project.edit("api/shop.xml", "Counts.", "Counts all.");
    let done = project.run(&diff);
    assert!(
        done.out.contains(":spec/shop.xml\n+++ api/shop.xml\n") && done.out.contains("\n1 change: 1 docs."),
        "{done:?}"
    );
    // A spec of another service is a new file, not a moved one.
    project.edit("api/shop.xml", "name=\"Shop\"", "name=\"Other\"");
    let done = project.run(&diff);
    assert!(done.status == 1 && done.out.contains("\n2 changes: 1 wire, 1 add; 1 at level error."), "{done:?}");
    // The file still exists, but the configuration no longer names it.
    project.write("spec/shop.xml", SPEC);
    let done = project.run(&diff);
    assert!(done.out.contains("\n1 change: 1 add."), "{done:?}");
}

#[test]
fn all_specs_of_the_configuration_are_compared() {
    let configuration = ("asmx.toml", "specs = [\"a/shop.xml\", \"b/shop.xml\"]\n");
    let project = project("base_several", &[configuration, ("a/shop.xml", SPEC), ("b/shop.xml", SPEC)]);
    project.edit("a/shop.xml", "\"Count\"", "\"CountAll\"");
    project.edit("b/shop.xml", "Counts.", "Counts all.");
    let done = project.run(&["diff", "--base", "main"]);
    assert!(done.status == 1 && done.out.contains("\n2 changes: 1 wire, 1 docs; 1 at level error."), "{done:?}");
}

#[cfg(unix)]
#[test]
fn no_program_of_the_repository_runs() {
    use std::os::unix::fs::PermissionsExt;
    let project = project("base_fsmonitor", &[]);
    let (program, ran) = (project.folder.join("monitor"), project.folder.join("ran"));
    std::fs::write(&program, format!("#!/bin/sh\ntouch '{}'\n", ran.display())).unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    add_operation(&project);
    project.git(&["config", "core.fsmonitor", program.to_str().unwrap()]);
    project.run(&DIFF);
    assert!(!ran.exists(), "git ran the program");
    project.git(&["status"]);
    assert!(ran.exists(), "git does not run such programs at all");
}

#[cfg(unix)]
#[test]
fn no_remote_of_the_repository_is_asked_for_objects() {
    let project = project("base_promisor", &[]);
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
