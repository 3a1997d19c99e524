//! The command `asmx`, as a person runs it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const GOOD: &str = r#"<service name="Small" path="/small.asmx">
  <doc>A small service.</doc>
  <area name="all" title="All">
    <operation name="Ping" result="string" effect="read"><doc>Responds.</doc></operation>
    <operation name="Count" result="integers" effect="read"><doc>Counts.</doc><param name="From" type="int"/></operation>
  </area>
</service>
"#;

/// The folder of a test.
pub fn folder_of(test: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli").join(test)
}

pub fn folder(test: &str) -> PathBuf {
    let folder = folder_of(test);
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// A folder with these files.
pub fn folder_with(test: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = folder(test);
    write(&folder, files);
    folder
}

pub fn write(folder: &Path, files: &[(&str, &str)]) {
    for (name, text) in files {
        fs::write(folder.join(name), text).unwrap();
    }
}

pub fn run(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_asmx")).current_dir(folder).args(arguments).output().unwrap()
}

pub fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Runs a line, whose words are apart by blanks, and compares its exit code.
#[track_caller]
pub fn exits(code: i32, folder: &Path, line: &str) -> Output {
    let output = run(folder, &line.split(' ').collect::<Vec<_>>());
    assert_eq!(output.status.code(), Some(code), "{line}: {}{}", out(&output), err(&output));
    output
}

/// Runs a line that prints exactly this.
#[track_caller]
pub fn ends(code: i32, folder: &Path, line: &str, expected: (&str, &str)) {
    let output = exits(code, folder, line);
    assert_eq!((out(&output).as_str(), err(&output).as_str()), expected, "{line}");
}

/// Runs a line that ends with an error.
#[track_caller]
pub fn fails(code: i32, folder: &Path, line: &str, why: &str) {
    let error = err(&exits(code, folder, line));
    assert!(error.contains(why), "{line}: {error}");
}

#[test]
fn check_tells_a_line_for_each_good_file() {
    let folder = folder_with("check_good", &[("one.xml", GOOD), ("two.xml", &GOOD.replace("Small", "Tiny"))]);
    let expected = "one.xml: Small, 2 operations\ntwo.xml: Tiny, 2 operations\n";
    ends(0, &folder, "check one.xml two.xml", (expected, ""));
}

#[test]
fn schema_prints_the_schema_of_specs() {
    ends(0, Path::new(env!("CARGO_MANIFEST_DIR")), "schema", (&asmx::schema::schema(), ""));
}

#[test]
fn check_goes_on_after_a_bad_file_and_tells_all_its_mistakes() {
    let bad = GOOD.replace("type=\"int\"", "type=\"itn\"").replacen("\"read\"", "\"reed\"", 1);
    let folder = folder_with("check_bad", &[("bad.xml", &bad), ("good.xml", GOOD)]);
    let output = exits(2, &folder, "check bad.xml missing.xml good.xml");
    assert_eq!(out(&output), "good.xml: Small, 2 operations\n");
    let errors = err(&output);
    for words in ["bad.xml:4", "bad.xml:5", "itn", "reed", "error: cannot read missing.xml: "] {
        assert!(errors.contains(words), "{words}: {errors}");
    }
}

#[test]
fn the_help_lists_each_command_once_below_its_job() {
    let folder = folder("help");
    let help = out(&run(&folder, &["-h"]));
    let lists: Vec<&str> =
        help.lines().filter(|line| line.starts_with("  ") && !line.trim().starts_with('-')).collect();
    let names: Vec<&str> = lists.iter().filter_map(|line| line.split_whitespace().next()).collect();
    // One candidate for each command.
    let completions = out(&run(&folder, &["completions", "elvish", "--", "asmx", ""]));
    let mut known: Vec<&str> = completions.lines().collect();
    let mut listed = names.clone();
    // `help` is a command, too.
    listed.push("help");
    known.sort_unstable();
    listed.sort_unstable();
    assert_eq!(known, listed);
    let jobs: Vec<&str> = help.lines().filter(|line| line.ends_with(':') && !line.starts_with(' ')).collect();
    assert_eq!(jobs.first(), Some(&"Use a service:"), "{help}");
    assert!(!help.lines().next().unwrap().starts_with("Generates"), "{help}");
}

#[test]
fn for_an_address_commands_of_specs_say_how_to_make_one() {
    let folder = folder("address");
    for arguments in [
        ["lint", "https://shop.example/shop.asmx?WSDL"].as_slice(),
        &["fmt", "https://shop.example/shop.asmx"],
        &["fmt", "--check", "https://shop.example/shop.asmx"],
    ] {
        let output = run(&folder, arguments);
        let (command, error) = (arguments[0], err(&output));
        let expected = format!(
            "error: https://shop.example/shop.asmx is the address of a service, whose document is a WSDL document, and `asmx {command}` is for \
             specs. Make one with `asmx import 'https://shop.example/shop.asmx' -o FILE.xml`\n\n"
        );
        assert_eq!((output.status.code(), error), (Some(1), expected));
    }
}

/// The results of all commands that print one.
#[test]
fn reports_and_layouts_go_to_files() {
    let folder = folder("results_in_files");
    let loose = GOOD.replace("\n    ", " ");
    write(&folder, &[("good.xml", GOOD), ("loose.xml", &loose), ("in-place.xml", &loose), ("bad.xml", "<service>")]);
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    for (code, line) in [(1, "check good.xml bad.xml"), (0, "check good.xml --format json")] {
        let printed = exits(code, &folder, line);
        ends(code, &folder, &format!("{line} -o report"), ("", ""));
        assert_eq!(read("report"), out(&printed) + &err(&printed), "{line}");
    }
    ends(0, &folder, "fmt in-place.xml", ("formatted in-place.xml\n", ""));
    ends(0, &folder, "fmt loose.xml --output laid-out.xml", ("", ""));
    assert_eq!((read("laid-out.xml"), read("loose.xml")), (read("in-place.xml"), loose));
    ends(1, &folder, "fmt --check loose.xml in-place.xml -o list.txt", ("", ""));
    assert_eq!(read("list.txt"), "not formatted: loose.xml\n");
    assert_eq!(out(&exits(0, &folder, "fmt loose.xml -o -")), read("in-place.xml"));
    let why = "`-o FILE` is for the text of one spec: leave it out, and each spec is laid out in its place";
    fails(2, &folder, "fmt loose.xml good.xml -o both.xml", why);
    exits(2, &folder, "check good.xml --watch -o report.txt");
}

#[test]
fn generate_makes_the_folder_and_writes_once() {
    let folder = folder_with("generate", &[("small-service.xml", GOOD)]);
    let file = Path::new("made/of/two").join("small-service.rs");
    let generate = |outcome: &str| {
        let expected = format!("{outcome} {} (2 operations)\n", file.display());
        ends(0, &folder, "generate small-service.xml --out-dir made/of/two", (&expected, ""));
    };
    generate("wrote");
    let file = folder.join(&file);
    let head = "// Generated by asmx-codegen from small-service.xml: edit the spec, not this file.\n";
    assert!(fs::read_to_string(&file).unwrap().starts_with(head));
    let stamp = fs::metadata(&file).unwrap().modified().unwrap();
    generate("unchanged:");
    assert_eq!(fs::metadata(&file).unwrap().modified().unwrap(), stamp);
    write(&folder, &[("small-service.xml", &GOOD.replace("Counts.", "Counts up."))]);
    generate("wrote");
    let modules = folder.join("made/of/two/small-service");
    assert!(fs::read_to_string(modules.join("all.rs")).unwrap().contains("Counts up."));
    // A renamed area leaves no file behind.
    write(&folder, &[("small-service.xml", &GOOD.replace("area name=\"all\"", "area name=\"every\""))]);
    exits(0, &folder, "generate small-service.xml --out-dir made/of/two");
    assert!(modules.join("every.rs").exists() && !modules.join("all.rs").exists());
}

#[test]
fn generate_leaves_files_that_it_did_not_write() {
    let folder = folder("generate_beside");
    let modules = folder.join("src/small");
    fs::create_dir_all(&modules).unwrap();
    fs::write(folder.join("small.xml"), GOOD).unwrap();
    let (old, mine) =
        ("// Generated by asmx-codegen from small.xml: edit the spec, not this file.\n", "fn mine() {}\n");
    write(&modules, &[("old.rs", old), ("mine.rs", mine), ("empty.rs", "")]);
    let report = "wrote src/small.rs (2 operations)\nremoved src/small/old.rs\n";
    ends(0, &folder, "generate small.xml --out-dir src", (report, ""));
    assert_eq!(fs::read_to_string(modules.join("mine.rs")).unwrap(), mine);
    assert!(modules.join("empty.rs").exists() && !modules.join("old.rs").exists());

    // An obstacle stays, and nothing is written.
    for name in ["small/all.rs", "small.rs"] {
        let path = folder.join("src").join(name);
        fs::write(&path, mine).unwrap();
        fs::remove_file(modules.join("mod.rs")).unwrap();
        let expected = format!(
            "error: src/{name} was not generated, so it is not overwritten: move it, or choose another folder\n\n"
        );
        ends(1, &folder, "generate small.xml --out-dir src", ("", &expected));
        assert_eq!(fs::read_to_string(&path).unwrap(), mine);
        assert!(!modules.join("mod.rs").exists());
        fs::write(&path, "").unwrap();
        exits(0, &folder, "generate small.xml --out-dir src");
    }

    // The WSDL document that belongs to the Rust does not replace its source document.
    fs::write(folder.join("bell.wsdl"), document(false)).unwrap();
    let expected =
        "error: ./bell.wsdl was not generated, so it is not overwritten: move it, or choose another folder\n\n";
    ends(1, &folder, "generate bell.wsdl --out-dir .", ("", expected));
    assert_eq!(fs::read_to_string(folder.join("bell.wsdl")).unwrap(), document(false));
}

/// A reader sees the old text or the new one, never a part; an unwritable folder stays unchanged.
#[cfg(unix)]
#[test]
fn files_are_written_as_a_whole() {
    use std::os::unix::fs::symlink;
    let folder = folder_with("whole", &[("small.xml", GOOD), ("bell.wsdl", &document(false))]);
    // A symbolic link stays; its target is replaced.
    fs::create_dir(folder.join("src")).unwrap();
    fs::write(folder.join("elsewhere.rs"), "").unwrap();
    symlink("../elsewhere.rs", folder.join("src/small.rs")).unwrap();
    exits(0, &folder, "generate small.xml --out-dir src");
    assert!(fs::symlink_metadata(folder.join("src/small.rs")).unwrap().is_symlink());
    assert!(fs::read_to_string(folder.join("elsewhere.rs")).unwrap().starts_with("// Generated"));
    // No temporary file stays.
    exits(0, &folder, "import bell.wsdl -o bell.xml");
    exits(0, &folder, "new bell.wsdl bell");
    let mut waiting = vec![folder];
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
            assert!(!entry.file_name().to_string_lossy().ends_with(".new"), "{:?}", entry.path());
            waiting.extend(entry.file_type().unwrap().is_dir().then(|| entry.path()));
        }
    }
}

#[test]
fn generate_writes_the_template_that_the_rust_includes() {
    let folder = folder_with("template", &[("small.service.xml", GOOD)]);
    exits(0, &folder, "generate small.service.xml --out-dir .");
    let root = fs::read_to_string(folder.join("small.service/mod.rs")).unwrap();
    assert!(root.contains("include_str!(\"../small.service.wsdl\")"), "{root}");
    let service = asmx_codegen::load("small.xml", GOOD.as_bytes()).unwrap();
    assert_eq!(fs::read_to_string(folder.join("small.service.wsdl")).unwrap(), asmx_codegen::wsdl(&service));
}

#[test]
fn wsdl_writes_a_complete_document_and_needs_a_namespace() {
    let folder = folder_with("wsdl", &[("small.xml", GOOD)]);
    let message = "small.xml states no XML namespace, which a WSDL document needs: state it in the spec, or give it with `--namespace`";
    fails(1, &folder, "wsdl small.xml --out-dir out", message);
    assert!(!folder.join("out").exists());
    let file = Path::new("out").join("small.wsdl");
    for outcome in ["wrote", "unchanged:"] {
        let line = "wsdl small.xml --out-dir out --namespace urn:small --base-url https://h.test/";
        ends(0, &folder, line, (&format!("{outcome} {} (2 operations)\n", file.display()), ""));
    }
    let document = fs::read_to_string(folder.join(file)).unwrap();
    for attribute in ["targetNamespace=\"urn:small\"", "location=\"https://h.test/small.asmx\""] {
        assert!(document.contains(attribute), "{document}");
    }
}

#[test]
fn generate_gives_the_same_bytes_from_anywhere() {
    let (first_folder, second_folder) = (folder("anywhere_here"), folder("anywhere_there"));
    fs::write(first_folder.join("small.xml"), GOOD).unwrap();
    fs::create_dir_all(second_folder.join("deep")).unwrap();
    fs::write(second_folder.join("deep/small.xml"), GOOD.replace('\n', "\r\n")).unwrap();
    exits(0, &first_folder, "generate small.xml --out-dir out");
    let mut command = Command::new(env!("CARGO_BIN_EXE_asmx"));
    command.current_dir(&second_folder).args(["generate", "deep/small.xml", "--out-dir", "."]);
    command.env_clear().env("HOME", &second_folder).env("LANG", "tr_TR.UTF-8");
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert_eq!(fs::read(first_folder.join("out/small.rs")).unwrap(), fs::read(second_folder.join("small.rs")).unwrap());
}

/// The folder `out` does not come into being.
#[test]
fn generate_writes_nothing_if_it_cannot_write_all() {
    let folder = folder_with("generate_bad", &[("good.xml", GOOD), ("bad.xml", &GOOD.replace("\"int\"", "\"itn\""))]);
    fs::create_dir(folder.join("other")).unwrap();
    write(&folder, &[("other/good.xml", GOOD)]);
    for (line, why) in [
        ("good.xml bad.xml --out-dir out", "bad.xml:5"),
        ("good.xml other/good.xml --out-dir out", "would be generated into the same file"),
    ] {
        let output = exits(1, &folder, &format!("generate {line}"));
        assert!(err(&output).contains(why) && out(&output).is_empty(), "{line}: {}{}", out(&output), err(&output));
        assert!(!folder.join("out").exists(), "{line}");
    }
}

#[test]
fn folders_and_files_in_the_place_of_each_other_are_told() {
    let folder = folder_with("unwritable", &[("small.xml", GOOD), ("occupied", "a file where a folder should be")]);
    for (code, line, why) in [
        (1, "generate small.xml --out-dir occupied", "error: cannot write occupied"),
        (2, "check .", "error: cannot read .: "),
    ] {
        let error = err(&exits(code, &folder, line));
        assert!(error.starts_with(why), "{line}: {error}");
    }
}

#[test]
fn wrong_usage_is_told_with_status_2() {
    let folder = folder("usage");
    let lines = ["check", "generate small.xml", "generate --out-dir out", "chekc small.xml", "check --nonsense"];
    for line in lines {
        fails(2, &folder, line, "Usage: asmx");
    }
    let output = run(&folder, &[]);
    assert!(output.status.code() == Some(2) && err(&output).contains("Usage: asmx"), "{}", err(&output));
    for line in ["generate small.xml -o src", "wsdl small.xml --output a --out-dir b"] {
        let why = "this command writes several files; name their folder with `--out-dir DIR` instead of `--output`";
        fails(2, &folder, line, why);
    }
    let help = out(&exits(0, &folder, "--help"));
    for words in ["--output <FILE>", "--out-dir <DIR>", "--format <FORM>", "check", "generate"] {
        assert!(help.contains(words), "{words}: {help}");
    }
}

/// A genuine server's document of a small service; with a construct that cannot be imported if `broken`.
fn document(broken: bool) -> String {
    let service = asmx_codegen::load("small.xml", GOOD.as_bytes()).unwrap();
    let document = asmx_codegen::wsdl_at(&service, Some("urn:small"), "http://h/small.asmx").unwrap();
    if broken { document.replacen("type=\"s:int\"", "type=\"tns:Lost\"", 1) } else { document }
}

#[test]
fn import_writes_a_spec_and_tells_what_became_of_everything() {
    let folder = folder_with("import", &[("small.wsdl", &document(false))]);
    let output = exits(0, &folder, "import small.wsdl -o small.xml");
    let (printed, report) = (out(&output), err(&output));
    assert!(
        printed.is_empty() && report.starts_with("Small: 2 of 2 operations, ") && report.contains("Count"),
        "{report}"
    );
    let spec = fs::read(folder.join("small.xml")).unwrap();
    let imported = asmx_codegen::load("small.xml", &spec).unwrap();
    let names: Vec<&str> = imported.operations.iter().map(|operation| operation.name.as_str()).collect();
    assert_eq!((names.as_slice(), imported.namespace.as_deref()), (["Ping", "Count"].as_slice(), Some("urn:small")));
    // Without `-o`, standard output gets the same text.
    assert_eq!(run(&folder, &["import", "small.wsdl"]).stdout, spec);
    // A second import writes the same; an edited spec stays.
    exits(0, &folder, "import small.wsdl -o small.xml");
    let edited = [&spec[..], b"<!-- mine -->\n"].concat();
    fs::write(folder.join("edited.xml"), &edited).unwrap();
    let refused = run(&folder, &["import", "small.wsdl", "-o", "edited.xml"]);
    assert_eq!((refused.status.code(), fs::read(folder.join("edited.xml")).unwrap()), (Some(1), edited));
    let why = "error: edited.xml already exists with other content: run `asmx import --update edited.xml small.wsdl` to merge";
    assert!(err(&refused).contains(why), "{}", err(&refused));
    let expected = "small.wsdl: Small, 2 operations\nsmall.xml: Small, 2 operations\n";
    assert_eq!(out(&exits(0, &folder, "check small.wsdl small.xml")), expected);
    let written = exits(0, &folder, "wsdl small.wsdl --out-dir out");
    assert_eq!(out(&written), format!("wrote {} (2 operations)\n", Path::new("out").join("small.wsdl").display()));
    exits(0, &folder, "generate small.wsdl --out-dir rust");
}

#[test]
fn import_tells_what_it_leaves_out_and_refuses_it_if_asked_to_be_strict() {
    let folder = folder_with("import_strict", &[("small.wsdl", &document(true))]);
    let printed = |code, line: &str, words: [&str; 2]| {
        let output = exits(code, &folder, line);
        assert!(words.iter().all(|words| err(&output).contains(words)), "{line}: {}", err(&output));
        out(&output)
    };
    printed(0, "import small.wsdl -o small.xml", ["Lost", "--> small.wsdl:"]);
    assert!(folder.join("small.xml").exists());
    let checked = printed(0, "check small.wsdl", ["Lost", "--> small.wsdl:"]);
    assert_eq!(checked, "small.wsdl: Small, 2 operations\n");
    printed(1, "import small.wsdl -o strict.xml --strict", ["error[ASMX08", "2 of 2 operations"]);
    assert!(!folder.join("strict.xml").exists());
    fails(2, &folder, "import missing.wsdl", "missing.wsdl");
}

#[test]
fn new_makes_a_crate_and_tells_what_became_of_the_document() {
    let folder = folder_with("new", &[("small.wsdl", &document(false))]);
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let path = workspace.to_str().unwrap();
    let arguments = ["new", "small.wsdl", "clients/small", "--only", "Ping", "--path", path, "--verbose"];
    let output = run(&folder, &arguments);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert!(out(&output).starts_with("made the crate small in clients/small (1 operation)\n"), "{}", out(&output));
    assert!(out(&output).contains("  cargo run --example call-small\n"), "{}", out(&output));
    assert!(err(&output).starts_with("Small: 1 of 2 operations, "), "{}", err(&output));
    assert!(err(&output).contains("  Count: left out: not asked for\n"), "{}", err(&output));
    let manifest = fs::read_to_string(folder.join("clients/small/Cargo.toml")).unwrap();
    let runtime = format!("asmx-runtime = {{ path = '{}/runtime' }}\n", workspace.display());
    assert!(manifest.contains(&runtime), "{manifest}");
    let again = run(&folder, &arguments);
    assert_eq!((again.status.code(), out(&again).as_str()), (Some(1), ""));
    assert!(err(&again).starts_with("error: clients/small exists and is not an empty folder"), "{}", err(&again));
    fs::write(folder.join("lost.wsdl"), document(true)).unwrap();
    let incomplete = run(&folder, &["new", "lost.wsdl", "lost"]);
    let warned = " above: parts of the document were left out or changed\n\nnext:";
    assert!(out(&incomplete).contains(warned) && !out(&output).contains(warned), "{}", out(&incomplete));
    let expected = "error: small.wsdl: `Small` has no operation `Pong`; did you mean `Ping`?\n";
    assert_eq!(err(&exits(1, &folder, "new small.wsdl other --only Pong")), expected);
    assert!(!folder.join("other").exists());
}

#[test]
fn only_chosen_operations_are_imported_and_generated() {
    let folder = folder_with("only", &[("small.wsdl", &document(false)), ("small.xml", GOOD)]);
    let output = exits(0, &folder, "import small.wsdl -o part.xml --only P*");
    assert!(err(&output).starts_with("Small: 1 of 2 operations, "), "{}", err(&output));
    assert_eq!(out(&run(&folder, &["check", "part.xml"])), "part.xml: Small, 1 operation\n");
    let output = run(&folder, &["generate", "small.xml", "--out-dir", "made", "--only", "Ping", "--only", "Pi?g"]);
    assert!(out(&output).ends_with("small.rs (1 operation)\n"), "{}{}", out(&output), err(&output));
    assert!(!fs::read_to_string(folder.join("made/small/all.rs")).unwrap().contains("Count"));
    for arguments in [&["import", "small.wsdl"][..], &["generate", "small.xml", "--out-dir", "none"]] {
        let output = run(&folder, &[arguments, &["--only", "Cuont"]].concat());
        assert_eq!((output.status.code(), out(&output).as_str()), (Some(1), ""));
        assert!(err(&output).contains("`Small` has no operation `Cuont`; did you mean `Count`?"), "{}", err(&output));
    }
    assert!(!folder.join("none").exists());
}

#[test]
fn the_report_of_an_import_is_a_screen_unless_all_of_it_is_asked_for() {
    let folder = folder_with("report", &[("small.wsdl", &document(false))]);
    let import = |more: &[&str]| err(&run(&folder, &[&["import", "small.wsdl"], more].concat()));
    let hint = "Small: 2 of 2 operations, 1 of 1 types, 4 of 4 ports\n\nTo review\n  look like reads; they stay `write` until you \
                change them, or import with `--reads 'Count'`: Count\n\n(--verbose reports every port, operation and type)\n";
    assert_eq!(import(&[]), hint);
    let full_report = import(&["--verbose"]);
    assert!(full_report.contains("\nOperations\n  Ping: over soap11 soap12 get post\n"), "{full_report}");
}

/// A WSDL document cannot say it.
#[test]
fn operations_that_a_person_knows_to_be_reads_are_marked() {
    let folder = folder("reads_marked");
    document_of(&folder, &["GetPing", "GetCount"]);
    let output = exits(0, &folder, "import small.wsdl -o read.xml --reads GetP*");
    let review =
        "look like reads; they stay `write` until you change them, or import with `--reads 'GetCount'`: GetCount\n";
    assert!(err(&output).contains(review), "{}", err(&output));
    let spec = fs::read_to_string(folder.join("read.xml")).unwrap();
    assert_eq!(effects_in(&spec), "GetPing read, GetCount write");
    let output = exits(1, &folder, "import small.wsdl --reads GetPong");
    assert_eq!(out(&output), "");
    assert!(err(&output).contains("`Small` has no operation `GetPong`; did you mean `GetPing`?"), "{}", err(&output));
}

/// The document of a service whose operations have these names.
fn document_of(folder: &Path, names: &[&str]) {
    let operation = |name: &&str| {
        format!("<operation name=\"{name}\" result=\"string\" effect=\"read\"><doc>Acts.</doc></operation>")
    };
    let operations: String = names.iter().map(operation).collect();
    let (head, rest) = GOOD.split_once("    <operation").unwrap();
    let (_, foot) = rest.rsplit_once("</operation>").unwrap();
    fs::write(folder.join("small.xml"), format!("{head}{operations}{foot}")).unwrap();
    run(folder, &["wsdl", "small.xml", "--out-dir", ".", "--namespace", "urn:small"]);
}

/// The operations of a spec, each with its effect.
fn effects_in(spec: &str) -> String {
    let operations = asmx_codegen::load("small.xml", spec.as_bytes()).unwrap().operations;
    let effects = operations.iter().map(|operation| format!("{} {}", operation.name, operation.effect.name()));
    effects.collect::<Vec<_>>().join(", ")
}

#[test]
fn names_of_sends_are_sends_and_patterns_win_over_names() {
    let folder = folder("sends");
    document_of(&folder, &["GetPing", "SendPing", "Orders_MailPing", "Mail_GetPing", "Save"]);
    let output = run(&folder, &["import", "small.wsdl"]);
    let (spec, report) = (out(&output), err(&output));
    let by_name = "GetPing write, SendPing send, Orders_MailPing send, Mail_GetPing write, Save write";
    assert_eq!(effects_in(&spec), by_name);
    for words in [
        "  are `send` because of their names, until you change them, or import with `--writes PATTERN`: SendPing, Orders_MailPing\n",
        "or import with `--reads '*Get*'`: GetPing, Mail_GetPing\n",
    ] {
        assert!(report.contains(words), "{report}");
    }
    // The last pattern counts, whatever its option.
    let patterns = "--sends Save --writes *Ping --reads *Get* --sends Mail_GetPing";
    let output = exits(0, &folder, &format!("import small.wsdl {patterns}"));
    let (spec, report) = (out(&output), err(&output));
    let by_pattern = "GetPing read, SendPing write, Orders_MailPing write, Mail_GetPing send, Save send";
    assert_eq!(effects_in(&spec), by_pattern);
    let notes: Vec<&str> = report.lines().filter(|line| line.starts_with("note: ")).collect();
    let expected = [
        "note: GetPing is a read: `--writes *Ping`, `--reads *Get*` name it, and the last counts",
        "note: Mail_GetPing is a send: `--writes *Ping`, `--reads *Get*`, `--sends Mail_GetPing` name it, and the last counts",
    ];
    assert_eq!(notes, expected);
}

/// An update keeps the effects that the spec states, and gives new operations that of their name or of a pattern.
#[test]
fn an_update_changes_no_effect_that_a_spec_states() {
    let folder = folder("update_effects");
    document_of(&folder, &["SendPing"]);
    run(&folder, &["import", "small.wsdl", "--reads", "SendPing", "-o", "kept.xml"]);
    document_of(&folder, &["SendPing", "SendPong", "NotifyPong"]);
    let update = run(&folder, &["import", "--update", "kept.xml", "small.wsdl", "--writes", "*Send*"]);
    let report = "are `send` because of their names, until you change them: NotifyPong\n";
    assert!(out(&update).contains(report), "{}", out(&update));
    let spec = fs::read_to_string(folder.join("kept.xml")).unwrap();
    assert_eq!(effects_in(&spec), "SendPing read, SendPong write, NotifyPong send");
}

#[test]
fn a_new_crate_takes_patterns_of_effects_for_a_document() {
    let folder = folder("new_effects");
    document_of(&folder, &["GetPing", "SendPing"]);
    exits(0, &folder, "new small.wsdl made --reads Get* --writes Send*");
    let spec = fs::read_to_string(folder.join("made/spec/made.xml")).unwrap();
    assert_eq!(effects_in(&spec), "GetPing read, SendPing write");
    let refused = run(&folder, &["new", "small.xml", "other", "--reads", "Get*"]);
    let expected = "error: small.xml is a spec, which states the effect of each operation: write it there, without `--reads`, `--writes` and `--sends`\n";
    assert_eq!((refused.status.code(), err(&refused).as_str()), (Some(1), expected));
}

#[cfg(feature = "call")]
#[test]
fn a_gateway_of_a_document_opens_sends_only_where_they_are_allowed() {
    let folder = folder("gateway_sends");
    document_of(&folder, &["GetPing", "SendPing", "Save"]);
    let offered = |arguments: &[&str]| {
        let output = run(&folder, &[&["openapi", "small.wsdl"], arguments].concat());
        let described: serde_json::Value =
            serde_json::from_str(&out(&output)).unwrap_or_else(|_| panic!("{}", err(&output)));
        let names = described["paths"].as_object().unwrap().keys().map(|path| path.trim_start_matches('/').to_owned());
        (names.collect::<Vec<_>>(), err(&output))
    };
    let (names, note) = offered(&[]);
    assert_eq!(names, [""; 0]);
    let expected = "note: it describes 0 operations and hides 3, because a WSDL document does not say which only read: `--reads PATTERN` does. \
                    `--allow write` opens 2, and `--allow send` 1, whose names say that they send messages\n";
    assert_eq!(note, expected);
    assert_eq!(offered(&["--allow", "write"]).0, ["GetPing", "Save"]);
    assert_eq!(offered(&["--allow", "send"]).0, ["SendPing"]);
    assert_eq!(offered(&["--allow", "write", "--writes", "SendPing", "--sends", "Save"]).0, ["GetPing", "SendPing"]);
    let called = run(&folder, &["call", "small.wsdl", "SendPing", "--base-url", "https://shop.example"]);
    let refusal = "error: SendPing sends messages, as its name says. Nothing was sent: ";
    assert!(err(&called).starts_with(refusal), "{}", err(&called));
}

#[test]
fn a_check_tells_what_is_not_current_and_writes_nothing() {
    let folder = folder_with("current", &[("small.xml", GOOD)]);
    let check = ["generate", "small.xml", "--out-dir", "made", "--check"];
    let missing = run(&folder, &check);
    assert_eq!(missing.status.code(), Some(1));
    assert_eq!(out(&missing).lines().count(), 5, "{}", out(&missing));
    assert!(!folder.join("made").exists());
    run(&folder, &["generate", "small.xml", "--out-dir", "made"]);
    let current = run(&folder, &check);
    assert_eq!((current.status.code(), out(&current).as_str()), (Some(0), ""), "{}", err(&current));
    fs::write(folder.join("small.xml"), GOOD.replace("Counts.", "Counts up.")).unwrap();
    fs::write(folder.join("made/small/old.rs"), "// Generated by asmx-codegen from small.xml\n").unwrap();
    let changed = run(&folder, &check);
    let modules = Path::new("made").join("small");
    let files = [modules.join("all.rs"), modules.join("old.rs"), modules.with_extension("wsdl")];
    let expected = files.map(|file| format!("not current: {}\n", file.display())).concat();
    assert_eq!((changed.status.code(), out(&changed)), (Some(1), expected));
    // Other options give other files.
    let output = run(&folder, &["generate", "small.xml", "--out-dir", "made", "--check", "--only", "Count"]);
    assert!(out(&output).contains("mod.rs"), "{}", out(&output));
}

#[test]
fn codes_are_explained_listed_and_guessed() {
    let folder = folder("explain");
    let single = exits(0, &folder, "explain asmx0113");
    let text = out(&single);
    assert!(text.starts_with("ASMX0113: An `effect` that is not `read`, `write` or `send`.\n\n"), "{text}");
    let wrong = text.find("\nWrong:\n\n    <operation name=\"GetReport\" result=\"string\" effect=\"get\">\n").unwrap();
    let right =
        text.find("\nRight:\n\n    <operation name=\"GetReport\" result=\"string\" effect=\"read\">\n").unwrap();
    assert!(wrong < right && !text.contains("```"), "{text}");

    let three = exits(1, &folder, "explain operation-removed ASMX9999 Secret-Not-Marked");
    assert!(out(&three).contains("\nInstead:\n") && out(&three).contains("\nsecret-not-marked: "), "{}", out(&three));
    assert!(err(&three).starts_with("error: unknown code `ASMX9999`\n"), "{}", err(&three));
    let misspelt = run(&folder, &["explain", "operation-removd"]);
    assert!(err(&misspelt).contains("did you mean `operation-removed`"), "{}", err(&misspelt));

    let list = out(&run(&folder, &["explain", "--list"]));
    for code in ["ASMX0001 ", "secret-not-marked ", "parameter-case-changed "] {
        assert_eq!(list.lines().filter(|line| line.starts_with(code)).count(), 1, "{list}");
    }
    assert_eq!(list.lines().count(), asmx_review::explain::all().count());
    exits(2, &folder, "explain");
}

#[test]
fn one_result_goes_into_the_file_that_is_named() {
    let folder = folder_with("to_file", &[("small.wsdl", &document(false))]);
    exits(0, &folder, "import small.wsdl -o small.xml");
    let text = fs::read_to_string(folder.join("small.xml")).unwrap();
    fs::write(folder.join("new.xml"), text.replace("Ping", "Pong")).unwrap();
    for (number, arguments) in [
        ["diff", "small.xml", "new.xml"].as_slice(),
        &["diff", "small.xml", "new.xml", "--format", "json"],
        &["lint", "small.xml", "--format", "json"],
        &["explain", "ASMX0101"],
        &["explain", "--list"],
        &["schema"],
    ]
    .into_iter()
    .enumerate()
    {
        let printed = run(&folder, arguments);
        let file = format!("result{number}");
        let written = run(&folder, &[arguments, &["-o", &file]].concat());
        assert_eq!(written.status.code(), printed.status.code(), "{arguments:?}");
        assert!(out(&written).is_empty() && !out(&printed).is_empty(), "{arguments:?}: {}", out(&written));
        assert_eq!(fs::read_to_string(folder.join(&file)).unwrap(), out(&printed), "{arguments:?}");
    }
    // The findings too.
    fs::write(folder.join("doubt.xml"), text.replace("effect=\"write\"", "effect=\"read\"").replace("Ping", "AddPing"))
        .unwrap();
    exits(1, &folder, "lint doubt.xml -o found");
    let found = fs::read_to_string(folder.join("found")).unwrap();
    assert!(found.contains("warning[read-named-like-write]") && found.contains("doubt.xml: "), "{found}");
}

#[test]
fn an_import_over_the_spec_of_another_service_says_so() {
    let folder = folder_with("other_service", &[("small.wsdl", &document(false))]);
    let other = "<service name=\"Depot\" path=\"/d.asmx\"><doc>D.</doc><area name=\"a\" title=\"A\">\
                 <operation name=\"Stock\" result=\"none\" effect=\"read\"><doc>D.</doc></operation></area></service>";
    fs::write(folder.join("depot.xml"), other).unwrap();
    let output = exits(1, &folder, "import small.wsdl -o depot.xml");
    let expected = "error: depot.xml is the spec of another service, `Depot`, and not of `Small`: name another file\n";
    assert!(err(&output).ends_with(expected), "{}", err(&output));
    assert_eq!(fs::read_to_string(folder.join("depot.xml")).unwrap(), other);
}

/// 1 is a verdict about files, and a file that cannot be read gets none.
#[test]
fn a_missing_file_has_one_exit_code() {
    let folder = folder_with("missing_file", &[("good.xml", GOOD)]);
    for arguments in [
        &["check", "none.xml"][..],
        &["check", "good.xml", "none.xml", "--format", "json"],
        &["lint", "none.xml"],
        &["import", "none.wsdl"],
        &["diff", "none.xml", "good.xml"],
        &["diff", "good.xml", "none.xml", "--fail-on", "wire"],
    ] {
        assert_eq!(run(&folder, arguments).status.code(), Some(2), "{arguments:?}");
    }
}
