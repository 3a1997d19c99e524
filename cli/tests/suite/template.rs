//! The template for pull requests: parses its files and runs its steps in a repository.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use saphyr::{LoadableYamlNode, Yaml};

use crate::project::{Done, Project, SPEC};

const TEMPLATE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/templates/spec-review");

/// Plays the workflow host, and logs the requests.
const HOST: &str = r#"#!/bin/sh
echo "$@" >> "$LOG"
for argument; do
  case "$argument" in body=@*) cp "${argument#body=@}" "$LOG.comment";; esac
done
case "$*" in *--paginate*) [ -z "$REFUSES" ] || exit 1; printf '%s' "$KNOWN";; esac
"#;

fn workflow() -> String {
    fs::read_to_string(format!("{TEMPLATE}/spec-review.yml")).unwrap()
}

fn project(test: &str) -> Project {
    let configuration = "specs = [\"spec/shop.xml\"]\n";
    let project = Project::new(test, &[("spec/shop.xml", SPEC), ("asmx.toml", configuration)]);
    project.write("programs/gh", HOST);
    fs::set_permissions(project.folder.join("programs/gh"), fs::Permissions::from_mode(0o755)).unwrap();
    project
}

/// Runs a script with the command and the fake host program on its path.
fn run(project: &Project, script: &[&str], variables: &[(&str, &str)]) -> (Done, String) {
    let commands = Path::new(env!("CARGO_BIN_EXE_asmx")).parent().unwrap();
    let path =
        format!("{}/programs:{}:{}", project.folder.display(), commands.display(), std::env::var("PATH").unwrap());
    let log = project.folder.join("log");
    let _ = fs::remove_file(&log);
    let mut command = Command::new("bash");
    command.args(script).current_dir(&project.folder).env("PATH", path).env("LOG", &log);
    command.env("RUNNER_TEMP", &project.folder).env("GITHUB_REPOSITORY", "people/shop").env("NUMBER", "7");
    command.env("BASE", "main").env("KNOWN", "").env("REFUSES", "").envs(variables.iter().copied());
    let done = Done::from(command.output().unwrap());
    (done, fs::read_to_string(log).unwrap_or_default())
}

#[test]
fn the_workflow_is_one_step_after_the_sources_and_the_command() {
    let workflow = workflow();
    let documents = Yaml::load_from_str(&workflow).unwrap();
    let [document] = documents.as_slice() else { panic!("{documents:?}") };
    let permissions = ["contents", "pull-requests"].map(|name| document["permissions"][name].as_str());
    assert_eq!((document["on"].as_str(), permissions), (Some("pull_request"), [Some("read"), Some("write")]));
    let steps = document["jobs"]["spec-review"]["steps"].as_sequence().unwrap();
    assert_eq!(steps.len(), 3);
    assert_eq!(steps[0]["with"]["fetch-depth"].as_integer(), Some(0));
    assert_eq!(steps[1]["run"].as_str(), Some("cargo install --locked asmx"));
    // Names from a pull request are never pasted into a script.
    for step in steps {
        assert!(!step.as_mapping_get("run").and_then(Yaml::as_str).unwrap_or_default().contains("${{"), "{step:?}");
    }

    let script = steps[2]["run"].as_str().unwrap();
    let project = project("template_workflow");
    let step = ["-e", "-c", script];
    // A change elsewhere gives no comment.
    let (done, log) = run(&project, &step, &[]);
    assert_eq!((done.status, log.lines().count()), (0, 1), "{done:?} {log}");
    // A silent change gives annotations, a comment and a failure.
    project.edit("spec/shop.xml", "effect=\"write\"", "effect=\"read\"");
    let (done, log) = run(&project, &step, &[]);
    assert!(done.status == 1 && done.out.starts_with("::error file=spec/shop.xml,line=4,"), "{done:?}");
    let asked: Vec<&str> = log.lines().collect();
    assert!(asked[0].starts_with("api --paginate repos/people/shop/issues/7/comments --jq "), "{log}");
    let posts = "api --silent --method POST repos/people/shop/issues/7/comments --field body=@";
    assert!(asked[1].starts_with(posts), "{log}");
    let comment = fs::read_to_string(project.folder.join("log.comment")).unwrap();
    assert!(comment.starts_with(asmx_review::diff::render::MARKER), "{comment}");
    assert!(asked[0].contains(asmx_review::diff::render::MARKER), "{log}");
    // A later run replaces the comment, even if the spec no longer changes.
    let (done, log) = run(&project, &step, &[("KNOWN", "4711\n4712\n")]);
    let replaces = "api --silent --method PATCH repos/people/shop/issues/comments/4711 --field body=@";
    assert!(done.status == 1 && log.lines().nth(1).unwrap().starts_with(replaces), "{log}");
    project.edit("spec/shop.xml", "effect=\"read\"><doc>Resp", "effect=\"write\"><doc>Resp");
    let (done, log) = run(&project, &step, &[("KNOWN", "4711\n")]);
    assert!(done.status == 0 && log.lines().nth(1).unwrap().starts_with(replaces), "{log}");
    // Without permission to comment, the status is still that of the review.
    let (done, _) = run(&project, &step, &[("REFUSES", "1")]);
    assert_eq!(done.status, 0);
    assert!(done.out.ends_with("::notice title=spec review::The comment cannot be written.\n"), "{done:?}");
}

#[test]
fn the_script_leaves_the_comment_in_a_file() {
    let project = project("template_script");
    project.edit("spec/shop.xml", "Counts.", "Counts all.");
    let script = format!("{TEMPLATE}/spec-review.sh");
    let (done, _) = run(&project, &[&script, "main"], &[]);
    assert_eq!(done.status, 0, "{done:?}");
    let review = fs::read_to_string(project.folder.join("spec-review.md")).unwrap();
    assert!(review.contains("### docs: only documentation changed (1)"), "{review}");
    project.edit("spec/shop.xml", "effect=\"write\"", "effect=\"read\"");
    let (done, _) = run(&project, &[&script, "main", "spec/shop.xml"], &[("SPEC_REVIEW_COMMENT", "other.md")]);
    assert_eq!(done.status, 1, "{done:?}");
    assert!(project.folder.join("other.md").exists());
    // The default base is `origin/main`.
    let (done, _) = run(&project, &[&script], &[]);
    assert!(done.status == 2 && done.err.starts_with("error: unknown commit `origin/main`"), "{done:?}");
}
