//! The settings of the guide that make differences of specs readable, as git takes them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Runs git in a folder, without the settings of whoever runs the test.
fn git(folder: &Path, arguments: &[&str]) -> Option<Output> {
    let output = Command::new("git")
        .current_dir(folder)
        .env("GIT_CONFIG_GLOBAL", folder.join("no-config"))
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .args(arguments)
        .output();
    output.ok()
}

fn text(folder: &Path, arguments: &[&str]) -> String {
    let output = git(folder, arguments).unwrap();
    assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// A repository with the spec and the attributes of this one.
fn repository(spec: &str) -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("git-diff");
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    fs::create_dir_all(folder.join("spec")).unwrap();
    if git(&folder, &["init", "--quiet"]).is_none() {
        println!("skipped: git is not installed");
        return None;
    }
    fs::copy(Path::new(ROOT).join(".gitattributes"), folder.join(".gitattributes")).unwrap();
    fs::write(folder.join("spec/service.xml"), spec).unwrap();
    text(&folder, &["add", "."]);
    Some(folder)
}

/// The arguments of a line for a shell.
fn arguments(line: &str) -> Vec<String> {
    let (words, quoted) = line.split_once('\'').unwrap();
    let mut arguments: Vec<String> = words.split_whitespace().skip(1).map(str::to_owned).collect();
    arguments.push(quoted.strip_suffix('\'').unwrap().to_owned());
    arguments
}

#[test]
fn hunks_of_a_spec_begin_with_the_operation() {
    let operation = |name: &str, last: &str| {
        let parameters = "      <param name=\"Other\" type=\"string\"/>\n".repeat(7);
        format!(
            "    <operation name=\"{name}\" result=\"none\" effect=\"read\">\n      <doc>Does.</doc>\n{parameters}      \
             <param name=\"Last\" type=\"{last}\"/>\n    </operation>\n"
        )
    };
    let spec = |last: &str| {
        format!(
            "<service name=\"S\" path=\"/s.asmx\">\n  <doc>S.</doc>\n  <area name=\"all\" title=\"All\">\n{}{}  </area>\n</service>\n",
            operation("First", "string"),
            operation("Second", last)
        )
    };
    let Some(folder) = repository(&spec("string")) else { return };
    fs::write(folder.join("spec/service.xml"), spec("long")).unwrap();
    let hunk = |arguments: &[&str]| {
        let diff = text(&folder, arguments);
        let hunks: Vec<&str> = diff.lines().filter(|line| line.starts_with("@@")).collect();
        let [hunk] = hunks.as_slice() else { panic!("{diff}") };
        (*hunk).to_owned()
    };
    assert!(!hunk(&["diff"]).contains("Second"), "git shows it by itself");

    let guide = fs::read_to_string(Path::new(ROOT).join("docs/guide/editors.md")).unwrap();
    let lines: Vec<&str> = guide.lines().filter(|line| line.starts_with("git config ")).collect();
    assert_eq!(lines.len(), 2);
    for line in lines {
        let arguments = arguments(line);
        text(&folder, &arguments.iter().map(String::as_str).collect::<Vec<_>>());
    }
    let hunk_header = hunk(&["diff"]);
    assert!(hunk_header.ends_with("@@ <operation name=\"Second\" result=\"none\" effect=\"read\">"), "{hunk_header}");
    let words = text(&folder, &["diff", "--word-diff=plain"]);
    assert!(words.contains("name=\"Last\" type=\"[-string-]{+long+}\"/>"), "{words}");
    assert!(guide.contains("**/spec/*.xml diff=asmx-spec\n"));
}
