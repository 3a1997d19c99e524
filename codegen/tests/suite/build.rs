//! The adapter for build scripts, in a separate process as under cargo.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const GOOD: &str = r#"<service name="Small" path="/small.asmx">
  <doc>A small service.</doc>
  <area name="all" title="All">
    <operation name="Ping" result="string" effect="read"><doc>Responds.</doc></operation>
  </area>
</service>
"#;

/// Tells the process that acts as the build script its specs.
const SPECS: &str = "ASMX_CODEGEN_TEST_SPECS";

/// Tells that process its patterns.
const ONLY: &str = "ASMX_CODEGEN_TEST_ONLY";

/// Acts as the build script if a test below starts it; does nothing otherwise.
#[test]
fn script() {
    let Ok(specs) = std::env::var(SPECS) else { return };
    if let Ok(only) = std::env::var(ONLY) {
        asmx_codegen::build::Options::new(specs).only(only.split('|')).compile();
    } else {
        asmx_codegen::build::compile_all(specs.split('|'));
    }
}

fn run(folder: &Path, specs: &str, out: Option<&Path>) -> Output {
    script_command(folder, specs, out).output().unwrap()
}

fn script_command(folder: &Path, specs: &str, out: Option<&Path>) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "build::script", "--nocapture"]).current_dir(folder);
    command.env(SPECS, specs).env_remove("OUT_DIR");
    if let Some(out) = out {
        command.env("OUT_DIR", out);
    }
    command
}

fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("build").join(test);
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    fs::create_dir_all(folder.join("out")).unwrap();
    folder
}

fn lines_for_cargo(output: &Output) -> Vec<String> {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    // The test harness prints before the first line.
    let for_cargo = |line: &str| line.find("cargo::").map(|start| line[start..].to_owned());
    text.lines().filter_map(for_cargo).collect()
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn writes_into_out_dir_once_and_names_the_spec_to_cargo() {
    let folder = folder("good");
    fs::write(folder.join("small.xml"), GOOD).unwrap();
    let first = run(&folder, "small.xml", Some(&folder.join("out")));
    assert!(first.status.success(), "{}", err(&first));
    assert_eq!(lines_for_cargo(&first), ["cargo::rerun-if-changed=small.xml"]);
    let file = folder.join("out/small.rs");
    let stamp = fs::metadata(&file).unwrap().modified().unwrap();
    let second = run(&folder, "small.xml", Some(&folder.join("out")));
    assert!(second.status.success());
    assert_eq!(fs::metadata(&file).unwrap().modified().unwrap(), stamp, "written although nothing changed");
    let mut names: Vec<_> = fs::read_dir(folder.join("out")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["small", "small.rs", "small.wsdl"]);
}

#[test]
fn mistakes_are_printed_unchanged_and_end_the_script_with_1() {
    let folder = folder("bad");
    let bad = GOOD.replace("result=\"string\"", "result=\"sting\"");
    fs::write(folder.join("bad.xml"), &bad).unwrap();
    let output = run(&folder, "bad.xml", Some(&folder.join("out")));
    assert_eq!(output.status.code(), Some(1));
    let mistakes = asmx_codegen::load("bad.xml", bad.as_bytes()).unwrap_err();
    assert!(err(&output).contains(&mistakes.to_string()), "{}", err(&output));
    assert_eq!(lines_for_cargo(&output), ["cargo::rerun-if-changed=bad.xml"]);
    assert_eq!(fs::read_dir(folder.join("out")).unwrap().count(), 0);
}

#[test]
fn a_missing_spec_is_reported_and_never_named_to_cargo() {
    let folder = folder("missing");
    fs::write(folder.join("small.xml"), GOOD).unwrap();
    let output = run(&folder, "missing.xml|small.xml", Some(&folder.join("out")));
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("error: cannot read missing.xml: "), "{}", err(&output));
    assert_eq!(lines_for_cargo(&output), ["cargo::rerun-if-changed=small.xml"]);
}

#[test]
fn a_document_is_refused_with_advice() {
    let folder = folder("document");
    fs::write(folder.join("shop.wsdl"), "<definitions xmlns='http://schemas.xmlsoap.org/wsdl/'/>").unwrap();
    let output = run(&folder, "shop.wsdl", Some(&folder.join("out")));
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("make a spec of it with `asmx import`"), "{}", err(&output));
}

#[test]
fn outside_of_a_build_script_an_error_is_reported() {
    let folder = folder("outside");
    fs::write(folder.join("small.xml"), GOOD).unwrap();
    let output = run(&folder, "small.xml", None);
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("OUT_DIR is not set"), "{}", err(&output));
}

#[test]
fn options_choose_operations() {
    let folder = folder("options");
    let more =
        "<operation name=\"Count\" result=\"integers\" effect=\"read\"><doc>Counts.</doc></operation>\n  </area>";
    fs::write(folder.join("small.xml"), GOOD.replacen("</area>", more, 1)).unwrap();
    let out = folder.join("out");
    let with = |only: &str| script_command(&folder, "small.xml", Some(&out)).env(ONLY, only).output().unwrap();
    let output = with("C*|Count");
    assert!(output.status.success(), "{}", err(&output));
    assert_eq!(lines_for_cargo(&output), ["cargo::rerun-if-changed=small.xml"]);
    let area = fs::read_to_string(out.join("small/all.rs")).unwrap();
    assert!(area.contains("pub struct Count") && !area.contains("Ping"), "{area}");
    let wrong = with("Pong");
    assert_eq!(wrong.status.code(), Some(1));
    let expected = "error: small.xml: `Small` has no operation `Pong`; did you mean `Ping`?";
    assert!(err(&wrong).contains(expected), "{}", err(&wrong));
}
