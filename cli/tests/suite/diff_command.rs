//! `asmx diff`, as a person runs it.

use std::process::Command;

use serde_json::json;

use crate::project::{Project, SPEC};

const GONE: &str = "1 change: 1 wire. Needs a major version bump (before 1.0: minor).";

/// The spec without the operation `Ping`.
fn without_ping() -> String {
    SPEC.split_inclusive('\n').filter(|line| !line.contains("\"Ping\"")).collect()
}

fn project(test: &str) -> Project {
    let project = Project::new(test, &[("spec/shop.xml", SPEC)]);
    project.write("spec/shop.xml", &without_ping());
    project
}

#[test]
fn a_spec_in_place_is_compared_with_a_commit() {
    let project = project("diff_against");
    let done = project.run(&["diff", "--against", "main", "spec/shop.xml"]);
    done.ends(0, GONE);
    let head = "--- git:main:spec/shop.xml\n+++ spec/shop.xml\n\noperation Ping\n\n";
    assert!(done.out.starts_with(head), "{}", done.out);
    assert!(done.out.contains(" --> git:main:spec/shop.xml:4:22\n  - <operation name=\"Ping\""), "{}", done.out);
    // From any folder, and with any name of the commit.
    project.run_in("spec", &["diff", "--against", "HEAD~0", "shop.xml"]).ends(0, GONE);
    project.commit();
    project.run(&["diff", "--against", "HEAD", "spec/shop.xml"]).ends(0, "No changes. Needs no version bump.");
    project.run(&["diff", "--against", "HEAD~1", "spec/shop.xml"]).ends(0, GONE);
    project.run(&["diff", "git:HEAD~1:spec/shop.xml", "git:HEAD:spec/shop.xml"]).ends(0, GONE);
    project.run_in("spec", &["diff", "git:HEAD~1:./shop.xml", "git:HEAD:spec/shop.xml"]).ends(0, GONE);
    let annotations =
        project.run(&["diff", "git:HEAD~1:spec/shop.xml", "git:HEAD:spec/shop.xml", "--format", "github"]);
    assert!(annotations.out.starts_with("::warning file=spec/shop.xml,title="), "{}", annotations.out);
    project.run(&["diff", "git:HEAD~1:spec/shop.xml", "spec/shop.xml"]).ends(0, GONE);
}

#[test]
fn json_tells_each_change_with_its_places() {
    let project = project("diff_json");
    let done = project.run(&["diff", "--against", "main", "--format", "json", "spec/shop.xml"]);
    let value = done.json();
    assert_eq!((done.status, value["semver"].as_str()), (0, Some("major")));
    let change = ["code", "operation", "old", "new"].map(|name| value["changes"][0][name].clone());
    let old = json!({"file": "git:main:spec/shop.xml", "line": 4, "column": 22});
    assert_eq!(change, [json!("operation-removed"), json!("Ping"), old, json!(null)]);
    assert!(done.out.ends_with("}\n"));
}

#[test]
fn a_run_fails_only_if_it_is_asked_to() {
    let project = project("diff_fail_on");
    let status =
        |arguments: &[&str]| project.run(&[&["diff", "--against", "main", "spec/shop.xml"], arguments].concat()).status;
    assert_eq!(status(&[]), 0);
    for (severity, expected) in
        [("silent", 0), ("wire", 1), ("rust", 1), ("add", 1), ("major", 1), ("minor", 1), ("silent,wire", 1)]
    {
        assert_eq!(status(&["--fail-on", severity]), expected, "{severity}");
    }
    assert_eq!(status(&["--fail-on", "silent", "--fail-on", "major"]), 1);
    assert_eq!(status(&["--fail-on", "none"]), 2);
}

#[test]
fn what_cannot_be_compared_is_told() {
    let project = project("diff_errors");
    let way = "use a commit, a branch or a tag of this repository, and fetch it first";
    let no_commit = |name: &str| format!("error: unknown commit `{name}`: {way}");
    let folder = project.folder.canonicalize().unwrap();
    let no_file = format!("error: file not found: none.xml in {}", folder.display());
    let no_spec = format!(
        "error: no spec is given, and no asmx.toml in {} or above lists one: name the spec, or list it there (`specs = \
         [\"spec/shop.xml\"]`)",
        folder.display()
    );
    for (arguments, message) in [
        (&["git:nope:spec/shop.xml", "spec/shop.xml"][..], no_commit("nope").as_str()),
        (&["git:--output=x:spec/shop.xml", "spec/shop.xml"], &no_commit("--output=x")),
        (&["--against=--upload-pack=x", "spec/shop.xml"], &no_commit("--upload-pack=x")),
        (&["--against=", "spec/shop.xml"], &no_commit("")),
        (&["git:main:spec/none.xml", "spec/shop.xml"], "error: file not found: git:main:spec/none.xml"),
        (&["git:main:spec", "spec/shop.xml"], "error: file not found: git:main:spec"),
        (&["git:main", "spec/shop.xml"], "error: `git:main` is not a file of a commit: write git:REF:path"),
        (&["none.xml", "spec/shop.xml"], &no_file),
        (&["--against", "main", "none.xml"], &no_file),
        (&["--against", "main"], &no_spec),
    ] {
        project.run(&[&["diff"], arguments].concat()).refuses(message);
    }
    for arguments in [&["diff"][..], &["diff", "spec/shop.xml"], &["diff", "a", "b", "c"]] {
        let done = project.run(arguments);
        assert_eq!(done.status, 2);
        assert!(done.err.starts_with("error: `diff` compares two files"), "{}", done.err);
    }
    project.write("spec/bad.xml", &SPEC.replace("\"int\"", "\"itn\""));
    project.commit();
    let done = project.run(&["diff", "git:main:spec/bad.xml", "spec/shop.xml"]);
    assert!(done.status == 2 && done.err.contains("git:main:spec/bad.xml:5:"), "{}", done.err);
}

#[test]
fn git_that_is_missing_or_has_no_repository_is_told() {
    let project = project("diff_no_git");
    let run = |name: &str, value: &std::path::Path| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_asmx"));
        command.args(["diff", "--against", "main", "spec/shop.xml"]).current_dir(&project.folder).env(name, value);
        String::from_utf8(command.output().unwrap().stderr).unwrap()
    };
    let empty = project.folder.join("empty");
    let missing = run("PATH", &empty);
    assert!(missing.starts_with("error: cannot run the program `git`: "), "{missing}");
    std::fs::remove_dir_all(project.folder.join(".git")).unwrap();
    let outside = run("GIT_CEILING_DIRECTORIES", project.folder.parent().unwrap());
    let expected = " is not in a readable git repository: run this in the repository of the spec, or compare two files with `asmx diff OLD \
                    NEW`\n  git says: fatal: not a git repo";
    assert!(outside.contains(expected), "{outside}");
}

#[test]
fn a_spec_that_came_or_is_gone_is_one_change() {
    let project = Project::new("diff_came", &[("spec/shop.xml", SPEC)]);
    project.write("spec/other.xml", SPEC);
    let done = project.run(&["diff", "--against", "main", "spec/other.xml"]);
    done.ends(0, "1 change: 1 add. Needs a minor version bump (before 1.0: patch).");
    assert!(done.out.contains("add[service-added]: new service `Shop` with 2 operations\n"), "{}", done.out);
    std::fs::remove_dir_all(project.folder.join("spec")).unwrap();
    let done = project.run(&["diff", "--against", "main", "spec/shop.xml"]);
    done.ends(0, GONE);
    let message = "wire, rust[service-removed]: service `Shop` with 2 operations was removed. Deployed clients fail.\n";
    assert!(done.out.contains(message), "{}", done.out);
}

/// A document whose types are in another document.
fn document(project: &Project) -> (String, String) {
    project.write("whole.xml", SPEC);
    assert_eq!(project.run(&["wsdl", "whole.xml", "--out-dir", "."]).status, 0);
    let text = std::fs::read_to_string(project.folder.join("whole.wsdl")).unwrap();
    let start = text.find("<s:schema").unwrap();
    let end = text.find("</s:schema>").unwrap() + "</s:schema>".len();
    let declared = "<s:schema xmlns:s=\"http://www.w3.org/2001/XMLSchema\" xmlns:tns=\"urn:shop\"";
    let schema = text[start..end].replacen("<s:schema", declared, 1);
    let import = "<s:schema><s:import namespace=\"urn:shop\" schemaLocation=\"types.xsd\"/></s:schema>";
    (format!("{}{import}{}", &text[..start], &text[end..]), schema)
}

#[test]
fn a_document_of_a_commit_reads_its_imports_there() {
    let project = Project::new("diff_wsdl", &[("a", "")]);
    let (document, schema) = document(&project);
    project.write("wsdl/shop.wsdl", &document);
    project.write("wsdl/types.xsd", &schema);
    project.commit();
    project.run(&["diff", "--against", "main", "wsdl/shop.wsdl"]).ends(0, "No changes. Needs no version bump.");
    project.edit("wsdl/types.xsd", "name=\"From\"", "name=\"Since\"");
    for arguments in [&["--against", "main", "wsdl/shop.wsdl"][..], &["git:main:wsdl/shop.wsdl", "wsdl/shop.wsdl"]] {
        let value = project.run(&[&["diff", "--format", "json"], arguments].concat()).json();
        let change = &value["changes"][0];
        assert_eq!((&change["operation"], &change["class"]), (&json!("Count"), &json!("silent")), "{value}");
        for (version, folder) in [("old", "git:main:wsdl/"), ("new", "wsdl/")] {
            assert!(change[version]["file"].as_str().unwrap().starts_with(folder), "{value}");
        }
    }
    // A document missing from the commit is not read from the working tree.
    project.git(&["rm", "--quiet", "--cached", "wsdl/types.xsd"]);
    project.git(&["commit", "--quiet", "--message=x"]);
    let done = project.run(&["diff", "git:main:wsdl/shop.wsdl", "wsdl/shop.wsdl"]);
    assert!(done.status == 2 && done.err.starts_with("in git:main:wsdl/shop.wsdl:\nerror[ASMX0702]: "), "{done:?}");
    // A document missing on both sides is not a difference.
    std::fs::remove_file(project.folder.join("wsdl/types.xsd")).unwrap();
    let done = project.run(&["diff", "git:main:wsdl/shop.wsdl", "wsdl/shop.wsdl"]);
    done.ends(0, "No changes. Needs no version bump.");
}

#[test]
fn texts_of_a_spec_break_out_of_no_format() {
    let spec = SPEC.replace(
        "effect=\"write\"",
        "effect=\"write\" deprecated=\"Old `&#10;::error::y&#10;```&#10;&lt;/details&gt;&lt;script&gt; @all &#x202e;&#x85;\"",
    );
    let project = Project::new("diff_hostile", &[("shop.xml", &spec)]);
    project.edit("shop.xml", "Old", "New ``` &#10;::warning::z&#10;| --&gt;");
    let output = |format: &str| project.run(&["diff", "--against", "main", "shop.xml", "--format", format]).out;
    for format in ["text", "markdown", "github"] {
        let text = output(format);
        assert!(text.contains("deprecation-reason-changed"), "{text}");
        let is_obeyed = |character: char| asmx_types::display::is_obeyed(character) && character != '\n';
        assert!(!text.contains(is_obeyed), "{text}");
        assert!(!text.lines().any(|line| line.starts_with("::error") || line.starts_with("::warning")), "{text}");
    }
    let commands = output("github");
    assert_eq!(commands.lines().filter(|line| line.starts_with("::notice ")).count(), 2, "{commands}");
    let comment = output("markdown");
    assert!(!comment.contains("<script>"), "{comment}");
    // Code does not address anybody.
    let mut addressed = comment.lines().filter(|line| line.contains("@all"));
    assert!(addressed.all(|line| line.starts_with("  - <op") || line.starts_with("  + <op")), "{comment}");
    let ends = ["\n</details>\n", "\n  </details>\n"].map(|end| comment.matches(end).count());
    assert_eq!(comment.matches("<details>").count(), ends.iter().sum::<usize>());
    let change = project.run(&["diff", "--against", "main", "shop.xml", "--format", "json"]).json();
    assert_eq!(change["changes"].as_array().unwrap().len(), 1);
}

#[test]
fn colours_go_by_terminal_variables_and_option() {
    let project = project("diff_colour");
    let is_coloured = |arguments: &[&str], variables: &[(&str, &str)]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_asmx"));
        command.args(["diff", "--against", "main", "spec/shop.xml"]).args(arguments).current_dir(&project.folder);
        for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
            command.env_remove(name);
        }
        String::from_utf8(command.envs(variables.iter().copied()).output().unwrap().stdout).unwrap().contains('\u{1b}')
    };
    assert!(!is_coloured(&[], &[]), "standard output is no terminal");
    assert!(is_coloured(&[], &[("CLICOLOR_FORCE", "1")]));
    assert!(!is_coloured(&[], &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]));
    assert!(is_coloured(&["--color", "always"], &[("NO_COLOR", "1")]));
    assert!(!is_coloured(&["--color", "never"], &[("CLICOLOR_FORCE", "1")]));
    assert!(!is_coloured(&["--color", "always", "--format", "markdown"], &[]), "only text is coloured");
}

#[test]
fn the_configuration_gives_levels_and_specs() {
    let project = project("diff_levels");
    project.write("asmx.toml", "specs = [\"spec/shop.xml\"]\n\n[levels]\noperation-removed = \"ignore\"\n");
    let ignored = "No changes; 1 ignored. Needs a major version bump (before 1.0: minor).";
    // The file above the spec is found, also from a subfolder.
    for (folder, arguments) in [
        ("", &["diff", "--against", "main", "spec/shop.xml", "--fail-on", "wire"][..]),
        ("", &["diff", "--against", "main"]),
        ("spec", &["diff", "--against", "main"]),
        ("spec", &["diff", "git:main:spec/shop.xml", "shop.xml"]),
    ] {
        let done = project.run_in(folder, arguments);
        done.ends(0, ignored);
        assert_eq!(done.out.lines().count(), 1);
    }
    let value = project.run(&["diff", "--against", "main", "--format", "json"]).json();
    assert_eq!(value["changes"][0]["level"], "ignore");
    project.edit("asmx.toml", "ignore", "warning");
    project.run(&["diff", "--against", "main", "--fail-on", "wire"]).ends(0, GONE);
    project.edit("asmx.toml", "warning", "error");
    let fails = GONE.replace("1 wire.", "1 wire; 1 at level error.");
    project.run(&["diff", "--against", "main"]).ends(1, &fails);
    // A nearer file counts; an option overrides it.
    project.write("spec/asmx.toml", "");
    project.run(&["diff", "--against", "main", "spec/shop.xml"]).ends(0, GONE);
    project.run(&["diff", "--against", "main", "spec/shop.xml", "--config", "asmx.toml"]).ends(1, &fails);
    // A file above the repository belongs to another project.
    let inner = Project::new("diff_levels/inner", &[("shop.xml", SPEC)]);
    inner.write("shop.xml", &without_ping());
    inner.run(&["diff", "--against", "main", "shop.xml"]).ends(0, GONE);
}

#[test]
fn a_configuration_that_cannot_be_read_is_told_with_its_place() {
    let project = project("diff_configuration");
    for (text, expected) in [
        (
            "[levels]\noperation-remvoed = \"error\"\n",
            "unknown kind of change `operation-remvoed`: did you mean `operation-removed`, `operation-renamed` or `operation-moved`?",
        ),
        (
            "[levels]\noperation-removed = \"fatal\"\n",
            "unknown variant `fatal`, expected one of `ignore`, `warning`, `error`",
        ),
        ("level = 1\n", "unknown field `level`, expected one of `specs`, `levels`, `accepted`"),
        ("features = true\n", "unknown field `features`, expected one of `specs`, `levels`, `accepted`"),
        (
            "[[accepted]]\nfingerprint = \"c09c4583c7829bd1\"\nreason = \" \"\n",
            "an accepted change needs a reason: write why it is intended",
        ),
        ("[[accepted]]\nfingerprint = \"c09c4583c7829bd1\"\n", "missing field `reason`"),
        (
            "[[accepted]]\nfingerprint = \"C09C\"\nreason = \"x\"\n",
            "a fingerprint has sixteen digits from 0 to f: copy it from `asmx diff`",
        ),
        ("[levels\n", "unclosed table, expected `]`"),
    ] {
        project.write("asmx.toml", text);
        let done = project.run(&["diff", "--against", "main", "spec/shop.xml"]);
        assert_eq!((done.status, done.out.as_str()), (2, ""));
        assert!(done.err.starts_with("error: asmx.toml: TOML parse error at line "), "{}", done.err);
        assert!(done.err.contains(expected), "{}", done.err);
    }
    let done = project.run(&["diff", "--against", "main", "spec/shop.xml", "--config", "none.toml"]);
    done.refuses(&format!("error: file not found: none.toml in {}", project.folder.canonicalize().unwrap().display()));
}

#[test]
fn a_silent_change_is_accepted_by_what_the_text_says() {
    let project = Project::new("diff_accepted", &[("shop.xml", SPEC)]);
    project.edit("shop.xml", "effect=\"write\"", "effect=\"read\"");
    let fail = &["diff", "--against", "main", "shop.xml", "--fail-on", "silent"];
    let done = project.run(fail);
    let bump = "Needs a major version bump (before 1.0: minor).";
    done.ends(1, &format!("1 change: 1 silent; 1 at level error. {bump}"));
    assert!(done.out.contains("  - <operation name=\"Ping\" result=\"string\" effect=\"write\">"), "{}", done.out);
    // Pastes the printed lines, and adds a reason.
    let mark = "  = if this is intended, accept it in asmx.toml:\n";
    let lines: Vec<&str> = done.out.split_once(mark).unwrap().1.lines().take(4).map(str::trim).collect();
    let pasted = lines.join("\n");
    project.write("asmx.toml", &pasted);
    assert!(project.run(fail).err.contains("an accepted change needs a reason"));
    project.write("asmx.toml", &pasted.replace("\"\"", "\"It only reads.\""));
    let done = project.run(fail);
    done.ends(0, &format!("1 change: 1 silent; 1 accepted. {bump}"));
    assert!(done.out.contains("  = accepted: It only reads.\n"), "{}", done.out);
    // Position and layout do not matter.
    project.edit("shop.xml", "<operation name=\"Ping\"", "<!-- x -->\n\n<operation\n  name=\"Ping\"");
    project.run(fail).ends(0, &format!("1 change: 1 silent; 1 accepted. {bump}"));
    // Another change is not covered, and the entry is reported as stale.
    project.commit();
    let done = project.run(fail);
    assert_eq!(done.status, 0);
    let stale = " (It only reads.) no longer exists: remove it from asmx.toml\n";
    assert!(done.out.starts_with("stale: the accepted change ") && done.out.contains(stale), "{}", done.out);
}

/// A document states no effects, and so no other ones.
#[test]
fn a_spec_and_its_own_document_have_equal_effects() {
    let project = project("diff_effects");
    document(&project);
    for files in [["whole.xml", "whole.wsdl"], ["whole.wsdl", "whole.xml"]] {
        let done = project.run(&["diff", files[0], files[1]]);
        assert!(done.status == 0 && !done.out.contains("effect"), "{done:?}");
    }
}
